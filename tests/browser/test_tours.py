"""A tour through a chapter: by keyboard, by remote, by hand; on the three screens; heard; and left again."""

import pytest
from playwright.sync_api import expect

from petrograd1917.chapters import chapters
from petrograd1917.map.page import page

TOLD = ".told h2"


@pytest.fixture
def first(chronicle):
    return chapters(chronicle)[0]


def begin(stage, lang="en"):
    """Open the first chapter with nothing but the keyboard; gives the keyboard."""
    keyboard = stage.page.keyboard
    keyboard.press("n")
    expect(stage.locator(".contents button").first).to_be_visible()
    keyboard.press("Tab")
    keyboard.press("Enter")
    expect(stage.locator(TOLD)).to_be_visible()
    return keyboard


def where(stage):
    view = stage.evaluate("petrograd.state()")
    return view["at"], [round(part, 4) for part in view["c"]]


def test_the_contents_name_every_chapter(chronicle, server, visitor):
    stage = visitor.go(server.url)
    stage.get_by_role("button", name="Chapters").click()
    expect(stage.locator(".contents b")).to_have_text([chapter.title for chapter in chapters(chronicle)])


def test_a_whole_chapter_by_keyboard_moves_clock_map_and_text_together(first, server, visitor):
    stage = visitor.go(server.url)
    keyboard = begin(stage)
    for number, stop in enumerate(first.stops, start=1):
        expect(stage.locator(TOLD)).to_have_text(stop.title)
        expect(stage.locator(".beside:visible .of")).to_contain_text(f"{number} of {len(first.stops)}")
        expect(stage.locator(".discuss p")).to_have_text(stop.question)
        at, c = where(stage)
        wanted = stage.evaluate("view => petrograd.codec.decode(view)[0]", stop.view)
        assert at == wanted["at"]
        assert c == pytest.approx(wanted["c"], abs=0.002)
        expect(stage.locator(".time")).to_have_text(at[11:])
        keyboard.press("n")
    expect(stage.locator(TOLD)).to_have_text(first.stops[-1].title)
    keyboard.press("b")
    expect(stage.locator(TOLD)).to_have_text(first.stops[-2].title)


def test_the_saved_page_tells_its_chapters_without_an_app(chronicle, first, visitor, tmp_path):
    saved = tmp_path / "petrograd.html"
    saved.write_text(page(chronicle), "utf-8")
    visitor.page.goto(saved.as_uri())
    visitor.page.wait_for_function("document.documentElement.dataset.fonts === 'ready'")
    stage = visitor.page.main_frame
    keyboard = begin(stage)
    keyboard.press("n")
    expect(stage.locator(TOLD)).to_have_text(first.stops[1].title)
    stage.locator(".note summary").click()
    expect(stage.locator(".note ul li").first).to_be_visible()


def test_a_russian_keyboard_turns_the_pages_too(first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    stage.evaluate("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'т', code: 'KeyN', bubbles: true}))")
    expect(stage.locator(TOLD)).to_have_text(first.stops[1].title)


def test_a_remote_turns_the_pages_and_steps_through_events_again_afterwards(first, server, visitor):
    stage = visitor.go(f"{server.url}/?mode=projector")
    keyboard = begin(stage)
    keyboard.press("PageDown")
    expect(stage.locator(TOLD)).to_have_text(first.stops[1].title)
    keyboard.press("PageUp")
    expect(stage.locator(TOLD)).to_have_text(first.stops[0].title)
    keyboard.press("Escape")
    expect(stage.locator(".beside:visible")).to_be_hidden()
    before = stage.evaluate("petrograd.minute")
    keyboard.press("PageDown")
    assert stage.evaluate("petrograd.minute") > before


def test_closing_leaves_the_minute_and_gives_the_list_back(first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    expect(stage.locator(".list")).to_be_hidden()
    at = where(stage)[0]
    stage.locator(".beside:visible").get_by_role("button", name="Close").click()
    expect(stage.locator(".list")).to_be_visible()
    assert where(stage)[0] == at
    expect(stage.get_by_role("button", name="Chapters")).to_be_focused()


def test_who_scrubs_away_is_led_back(first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    back = stage.get_by_role("button", name="Back to this hour")
    expect(back).to_be_hidden()
    at = where(stage)
    stage.evaluate("petrograd.seek(petrograd.minute + 30)")
    expect(stage.locator(TOLD)).to_have_text(first.stops[0].title)
    back.click()
    assert where(stage) == at
    expect(back).to_be_hidden()


def test_language_calendar_and_mode_stay_the_readers(chronicle, server, visitor):
    stage = visitor.go(f"{server.url}/?lang=ru&cal=old&mode=projector&light=paper")
    stage.wait_for_function("document.documentElement.lang === 'ru'")
    keyboard = begin(stage)
    russian = chapters(chronicle, "ru")[0]
    keyboard.press("n")
    expect(stage.locator(TOLD)).to_have_text(russian.stops[1].title)
    kept = {"lang": "ru", "cal": "old", "mode": "projector", "light": "paper"}
    assert stage.evaluate("petrograd.state()").items() >= kept.items()
    keyboard.press("8")
    assert stage.evaluate("petrograd.state()").items() >= kept.items()
    stage.evaluate("petrograd.show({lang: 'en'})")
    expect(stage.locator(TOLD)).to_have_text(chapters(chronicle)[0].stops[1].title)


def test_words_lead_to_the_card_of_their_event(first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    link = stage.locator(".told p:not(.intro) a").first
    link.focus()
    visitor.page.keyboard.press("Enter")
    expect(stage.locator(".card h2")).to_be_visible()
    assert stage.evaluate("petrograd.state().event") == first.stops[0].events[0]


def test_the_teachers_note_names_every_source_of_the_stop(chronicle, first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    note = stage.locator(".note")
    note.locator("summary").click()
    stop = first.stops[0]
    claims = chronicle.claims[chronicle.claims["event_id"].isin(stop.events)]
    expect(note.locator("ul li")).to_have_count(len(claims))
    for claim in claims.itertuples():
        expect(note).to_contain_text(claim.locator)
    for text in stop.notes:
        expect(note).to_contain_text(text)


def test_a_screen_reader_hears_the_stop(first, server, visitor):
    stage = visitor.go(server.url)
    begin(stage)
    expect(stage.get_by_role("region", name=first.title)).to_be_visible()
    where, told = stage.locator(".beside:visible [aria-live='polite']").all()
    expect(where).to_contain_text(f"1 of {len(first.stops)}")
    expect(told).to_contain_text(first.stops[0].title)
    expect(told).to_contain_text(first.stops[0].question)


@pytest.mark.parametrize(
    ("width", "height", "mode"),
    [(1366, 768, "page"), (1920, 1080, "projector"), (1024, 768, "projector"), (390, 844, "page")],
)
def test_text_and_map_stand_beside_each_other_on_every_screen(server, visit, width, height, mode):
    visitor = visit(width, height)
    stage = visitor.go(f"{server.url}/?mode={mode}")
    begin(stage)
    stage.wait_for_function("petrograd.map.getSize().y === document.querySelector('.field').clientHeight")
    text, field = (stage.locator(part).bounding_box() for part in (".beside:visible", ".field"))
    beside = text["x"] >= field["x"] + field["width"] - 1 or text["y"] >= field["y"] + field["height"] - 1
    assert beside
    assert min(field["width"], field["height"]) >= 150
    assert text["x"] + text["width"] <= width
    assert text["y"] + text["height"] <= height
    expect(stage.locator(TOLD)).to_be_in_viewport()
    if mode == "projector":
        sizes = stage.evaluate(
            "[...document.querySelectorAll('.told p, .told h2')].map(node => parseFloat(getComputedStyle(node).fontSize))"
        )
        assert min(sizes) >= 0.022 * height


def test_a_small_map_shows_as_much_of_the_city_as_a_large_one(server, visit):
    seen = []
    for width in (1366, 390):
        stage = visit(width, 844).go(server.url)
        begin(stage)
        stage.wait_for_function("petrograd.map.getSize().y === document.querySelector('.field').clientHeight")
        seen.append(stage.evaluate("(b => b.getEast() - b.getWest())(petrograd.map.getBounds())"))
    assert seen[1] == pytest.approx(seen[0], rel=0.35)


def test_the_chapters_are_at_hand_on_a_phone(first, server, visit):
    stage = visit(390, 844, has_touch=True, is_mobile=True).go(server.url)
    way = stage.get_by_role("button", name="Chapters")
    expect(way.locator("svg")).to_be_visible()
    way.tap()
    stage.locator(".contents ol button").first.tap()
    stage.get_by_role("button", name="Next", exact=True).tap()
    expect(stage.locator(TOLD)).to_have_text(first.stops[1].title)
