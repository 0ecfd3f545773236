"""A quiz on the stage: answered by keys and by pointing, each answer with its source, and nothing given away before."""

import pytest
from playwright.sync_api import expect

from petrograd1917.quiz import quiz

VERDICT = ".told .right, .told .wrong"


@pytest.fixture
def asked(chronicle):
    return {question.kind: (number, question) for number, question in reversed([*enumerate(quiz(chronicle, 1, 10))])}


@pytest.fixture
def stage(server, visitor):
    """The first quiz, opened with the keyboard alone."""
    stage = visitor.go(server.url)
    visitor.page.keyboard.press("n")
    first = stage.locator(".contents .tool").first
    first.focus()
    visitor.page.keyboard.press("Enter")
    expect(stage.locator(".choices")).to_be_visible()
    return stage


def turn_to(stage, number):
    for _ in range(number):
        stage.page.keyboard.press("n")
    expect(stage.locator(".beside:visible .of")).to_contain_text(f"{number + 1} of 10")


def titles(chronicle):
    return dict(zip(chronicle.events["event_id"], chronicle.events["title"]))


@pytest.mark.parametrize(("turned", "verdict"), [(1, "Right."), (-1, "Not so.")])
def test_put_in_order_by_keyboard(chronicle, asked, stage, turned, verdict):
    number, question = asked["order"]
    turn_to(stage, number)
    for event in question.answer[::turned]:
        stage.get_by_role("button", name=titles(chronicle)[event], exact=True).and_(
            stage.locator(".choices button")
        ).focus()
        stage.page.keyboard.press("Enter")
    expect(stage.locator(VERDICT)).to_contain_text(verdict)
    claims = chronicle.claims.set_index("claim_id")["locator"]
    shown = stage.locator(".evidence li").all_text_contents()
    assert [titles(chronicle)[event] in line for event, line in zip(question.answer, shown)] == [True] * 4
    assert [claims[claim] in line for claim, line in zip(question.evidence, shown)] == [True] * 4


def test_pointing_at_a_place_that_the_map_does_not_name(chronicle, asked, stage):
    number, question = asked["locate"]
    turn_to(stage, number)
    for hidden in (".lettering", ".labels", ".leaflet-marker-pane"):
        assert stage.locator(hidden).first.evaluate("node => getComputedStyle(node).visibility") == "hidden"
    at = chronicle.points[question.answer[0]]
    stage.evaluate("([lat, lon]) => petrograd.map.setView([lat, lon], 14, {animate: false})", list(at))
    size = stage.locator(".field").bounding_box()
    stage.locator(".leaflet-container").click(position={"x": size["width"] / 2, "y": size["height"] / 2})
    expect(stage.locator(VERDICT)).to_contain_text("Right.")
    assert stage.locator(".labels").first.evaluate("node => getComputedStyle(node).visibility") == "visible"


def test_pointing_with_the_ring_alone_says_how_far_off(chronicle, asked, stage):
    number, question = asked["locate"]
    turn_to(stage, number)
    lat, lon = chronicle.points[question.answer[0]]
    stage.evaluate("([lat, lon]) => petrograd.map.setView([lat + 0.01, lon], 14, {animate: false})", [lat, lon])
    stage.get_by_role("button", name="Here, in the ring").focus()
    stage.page.keyboard.press("Enter")
    expect(stage.locator(VERDICT)).to_contain_text("Not so.")
    off = int(stage.locator(VERDICT).text_content().rsplit(": ", 1)[1].split(" m")[0])
    assert off == pytest.approx(1113, abs=15)


def test_who_says_so(chronicle, asked, stage):
    number, question = asked["who_says"]
    turn_to(stage, number)
    short = chronicle.sources.set_index("source_id")["short"]
    names = stage.locator(".choices button")
    expect(names).to_have_text([short[source] for source in question.choices])
    names.nth(question.choices.index(question.answer[0])).click()
    expect(stage.locator(VERDICT)).to_contain_text("Right.")
    names.first.click()
    expect(stage.locator(VERDICT)).to_have_count(1)


def test_whom_to_believe_is_not_judged(chronicle, asked, stage):
    number, question = asked["believe"]
    turn_to(stage, number)
    why = chronicle.disagreements.set_index("question_id")["why"][question.subject]
    voices = stage.locator(".choices button")
    expect(voices).to_have_count(len(question.choices))
    expect(stage.locator(".beside:visible .told")).not_to_contain_text(why)
    voices.last.click()
    expect(stage.locator(".told .question")).to_contain_text(why)
    expect(stage.locator(VERDICT)).to_have_count(0)


def test_another_language_asks_again_and_leaving_gives_the_names_back(asked, stage):
    turn_to(stage, asked["locate"][0])
    stage.get_by_role("button", name="Ру").click()
    expect(stage.get_by_role("button", name="Здесь, в кольце")).to_be_visible()
    stage.page.keyboard.press("Escape")
    expect(stage.locator(".choices")).to_be_hidden()
    assert stage.locator(".lettering").first.evaluate("node => getComputedStyle(node).visibility") == "visible"


def test_a_chapter_takes_the_place_of_a_quiz(stage):
    stage.get_by_role("button", name="Chapters").click()
    stage.locator(".contents ol button").first.click()
    expect(stage.locator(".note")).to_be_visible()
    expect(stage.locator(".beside:visible")).to_have_count(1)
