"""What a class does with the stage: open, play, select, read, switch language and calendar, by mouse and by keyboard."""

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def stage(server, visitor):
    return visitor.go(server.url)


def test_opens_on_the_first_night_with_three_ways_in(stage):
    assert stage.evaluate("petrograd.state().at") == "1917-11-06T18:00"
    opening = stage.locator(".opening")
    expect(opening).to_be_visible()
    expect(opening.locator(".ways button")).to_have_text(["Play the first night", "Named moments", "July Days"])


def test_playing_the_first_night_from_the_opening(stage):
    stage.get_by_role("button", name="Play the first night").click()
    stage.wait_for_function("petrograd.playing && petrograd.minute > 445980")
    expect(stage.locator(".opening")).to_be_hidden()
    stage.get_by_role("button", name="Pause").click()
    assert not stage.evaluate("petrograd.playing")


def test_named_moments(stage):
    stage.locator(".opening").get_by_role("button", name="Named moments").click()
    menu = stage.locator(".menu")
    expect(menu.locator("button")).to_have_count(10)
    menu.get_by_role("button", name="The ministers are arrested").click()
    assert stage.evaluate("petrograd.state().at") == "1917-11-08T02:10"
    expect(menu).to_be_hidden()
    expect(stage.locator(".days")).to_contain_text("Thu 8 November")
    expect(stage.locator(".days")).to_contain_text("26 October")


def test_july_days(stage):
    stage.locator(".opening").get_by_role("button", name="July Days").click()
    assert stage.evaluate("petrograd.state().episode") == "july"
    expect(stage.locator(".episodes [aria-current]")).to_contain_text("July Days")


def test_calendar_and_language(stage):
    stage.get_by_role("button", name="Old", exact=True).click()
    expect(stage.locator(".days")).to_have_text("Old Style24 October")
    stage.get_by_role("button", name="Both", exact=True).click()
    stage.get_by_role("button", name="Ру").click()
    assert stage.evaluate("document.documentElement.lang") == "ru"
    expect(stage.locator(".days > div").first).to_have_text("Старый стиль24 октября")
    expect(stage.locator(".masthead h1")).to_contain_text("Петроград 1917")


def test_card_gives_every_claim_its_source_and_place(chronicle, server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-08T02:10&event=ministers_arrested")
    card = stage.locator(".card")
    claims = chronicle.claims[chronicle.claims["event_id"] == "ministers_arrested"]
    expect(card.locator("dt .tag")).to_have_count(len(claims))
    for claim in claims.itertuples():
        expect(card).to_contain_text(claim.says)
        expect(card).to_contain_text(claim.locator)
    expect(card.locator("h2")).to_have_text("The ministers are arrested")
    expect(card.locator(".axis .bar")).to_have_count(len(claims))
    card.get_by_role("button", name="Close").click()
    expect(card).to_be_hidden()
    assert stage.evaluate("petrograd.state().event") == ""


def test_list_says_what_happens_now(stage):
    stage.evaluate("petrograd.show({at: '1917-11-08T02:10'})")
    now = stage.locator(".now .full b")
    expect(now.filter(has_text="The ministers are arrested")).to_be_visible()
    certain = stage.evaluate("petrograd.events().filter(event => event.certain).length")
    expect(now).to_have_count(certain)


def test_a_stack_opens_as_a_list(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-08T02:10&c=59.9404,30.3139,13")
    mark = stage.locator(".event:has(.count-text)").first
    many = int(mark.locator(".count-text").text_content())
    mark.click()
    card = stage.locator(".card")
    expect(card.locator(".stack li")).to_have_count(many)
    title = card.locator(".stack b").first.text_content()
    card.locator(".stack button").first.click()
    expect(card.locator("header h2")).to_have_text(title)


def test_layers(stage):
    stage.locator(".layers summary").click()
    shown = stage.locator(".event").count()
    stage.get_by_label("Force").uncheck()
    assert stage.locator(".event").count() < shown
    assert "force" not in stage.evaluate("petrograd.state().layers")
    stage.get_by_label("Who holds it").uncheck()
    expect(stage.locator("path.holder[data-holder='soviet']")).to_have_count(0)


def test_across_the_city(stage):
    stage.evaluate("petrograd.show({at: '1917-11-07T12:00'})")
    expect(stage.locator(".strip button").first).to_be_visible()


def test_previous_and_next_event(stage):
    starts = []
    for _ in range(3):
        stage.get_by_role("button", name="Next event").click()
        starts.append(stage.evaluate("petrograd.minute"))
    assert starts == sorted(set(starts))
    stage.get_by_role("button", name="Previous event").click()
    assert stage.evaluate("petrograd.minute") == starts[1]


def test_keys_work_from_the_page_and_from_the_frame(stage, visitor):
    keyboard = visitor.page.keyboard
    visitor.page.get_by_test_id("stHeader").click(position={"x": 900, "y": 10})
    before = stage.evaluate("petrograd.minute")
    keyboard.press("Shift+ArrowRight")
    assert stage.evaluate("petrograd.minute") == before + 10
    keyboard.press("Space")
    stage.wait_for_function("petrograd.playing")
    keyboard.press("Space")
    stage.wait_for_function("!petrograd.playing")
    keyboard.press("8")
    assert stage.evaluate("petrograd.state().at") == "1917-11-08T02:10"
    stage.locator(".slider").focus()
    keyboard.press("Home")
    assert stage.evaluate("petrograd.state().at") == "1917-11-06T00:00"
    keyboard.press("?")
    expect(stage.locator(".panel .keys")).to_be_visible()


def test_keyboard_reaches_a_mark_and_its_card(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-07T21:40&c=59.9340,30.2900,15")
    mark = stage.locator(".event[data-events='aurora_blank']")
    mark.focus()
    visitor.page.keyboard.press("Enter")
    expect(stage.locator(".card h2")).to_have_text(mark.get_attribute("aria-label").rsplit(", ", 1)[0])
    visitor.page.keyboard.press("Escape")
    expect(stage.locator(".card")).to_be_hidden()


def test_raised_span_and_holders_follow_the_clock(chronicle, stage):
    raised = chronicle.states[(chronicle.states["aspect"] == "span") & (chronicle.states["value"] == "raised")].iloc[0]
    at = raised["latest"].strftime("%Y-%m-%dT%H:%M")
    stage.evaluate("at => petrograd.show({at})", at)
    states = {(s["place_id"], s["aspect"]): s["value"] for s in stage.evaluate("petrograd.states()")}
    assert states[(raised["place_id"], "span")] == "raised"
    expect(stage.locator(".span-icon[data-span='raised']")).to_have_count(
        sum(1 for (_, aspect), value in states.items() if aspect == "span" and value == "raised")
    )


def test_map_is_painted_in_the_colours_of_the_hour(stage):
    painted = """() => {
        const canvas = document.querySelector('canvas.drawing');
        const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        const colours = new Map();
        for (let i = 0; i < data.length; i += 4 * 97) {
            const key = [data[i], data[i + 1], data[i + 2]].map(v => v.toString(16).padStart(2, '0')).join('');
            colours.set(key, (colours.get(key) || 0) + 1);
        }
        return [...colours].sort((a, b) => b[1] - a[1]).slice(0, 4).map(([key]) => key);
    }"""
    stage.evaluate("petrograd.show({at: '1917-11-07T12:00'})")
    assert "f4eddd" in stage.evaluate(painted)
    stage.evaluate("petrograd.show({at: '1917-11-07T02:00'})")
    assert "2b323c" in stage.evaluate(painted)
    stage.evaluate("petrograd.show({light: 'paper'})")
    assert "f4eddd" in stage.evaluate(painted)


def test_labels_collide_with_nothing(stage):
    stage.evaluate("petrograd.show({at: '1917-11-07T02:10', c: [59.9425, 30.326, 13.5]})")
    boxes = stage.evaluate("""() => [...document.querySelectorAll('.label, .event')].map(node => {
        const {left, top, right, bottom} = node.getBoundingClientRect();
        return {left, top, right, bottom, label: node.classList.contains('label'), text: node.textContent};
    })""")
    assert sum(box["label"] for box in boxes) >= 3
    for i, a in enumerate(boxes):
        for b in boxes[i + 1 :]:
            if a["label"] or b["label"]:
                apart = (
                    a["right"] <= b["left"]
                    or b["right"] <= a["left"]
                    or a["bottom"] <= b["top"]
                    or b["bottom"] <= a["top"]
                )
                assert apart, (a["text"], b["text"])


def test_labels_keep_their_spot_when_the_clock_moves(stage):
    places = """() => Object.fromEntries([...document.querySelectorAll('.label')].map(node => {
        const {left, top} = node.getBoundingClientRect();
        return [node.textContent, `${left},${top}`];
    }))"""
    stage.evaluate("petrograd.show({at: '1917-11-07T02:05', c: [59.9425, 30.326, 13.5]})")
    before = stage.evaluate(places)
    stage.evaluate("petrograd.seek(petrograd.minute + 1)")
    after = stage.evaluate(places)
    assert set(before) & set(after)
    assert all(before[text] == after[text] for text in set(before) & set(after))


def test_what_happens_beyond_the_edge_is_pointed_to(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-07-17T09:00&c=59.9450,30.3350,13.5")
    pointer = stage.locator(".pointer", has_text="Kronstadt sailors")
    expect(pointer).to_be_visible()
    field = stage.locator(".field").bounding_box()
    box = pointer.bounding_box()
    assert box["x"] - field["x"] < 20  # Kronstadt lies to the west
    pointer.click()
    expect(pointer).to_have_count(0)
    west = stage.evaluate("petrograd.map.getBounds().getWest()")
    assert west < 30.1


def test_escape_closes_what_was_opened_last(stage, visitor):
    keyboard = visitor.page.keyboard
    keyboard.press("?")
    expect(stage.locator(".panel").first).to_be_visible()
    keyboard.press("Escape")
    expect(stage.locator(".panel").first).to_be_hidden()
    stage.locator(".masthead").get_by_role("button", name="Named moments").click()
    keyboard.press("Escape")
    expect(stage.locator(".menu")).to_be_hidden()
    keyboard.press("Escape")
    expect(stage.locator(".opening")).to_be_hidden()


def test_the_opening_goes_when_the_clock_moves(stage, visitor):
    expect(stage.locator(".opening")).to_be_visible()
    visitor.page.keyboard.press("3")
    expect(stage.locator(".opening")).to_be_hidden()


def test_story_pace_puts_its_card_away_again(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-08T02:08")
    stage.evaluate("petrograd.play()")
    expect(stage.locator(".card")).to_be_visible(timeout=15_000)
    expect(stage.locator(".card")).to_be_hidden(timeout=15_000)
    stage.evaluate("petrograd.pause()")


def test_who_is_lost_from_sight_stays_pale_for_a_while(chronicle, stage):
    stage.evaluate("petrograd.show({at: '1917-11-08T02:20'})")
    actors = stage.evaluate("Object.keys(petrograd.actors())")
    pale = stage.locator(".leaflet-marker-icon.actor.lost")
    assert pale.count() > 0
    assert len(actors) == stage.locator(".leaflet-marker-icon.actor:not(.lost)").count()


def test_those_of_one_side_stand_behind_the_first_of_them(chronicle, server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-07T20:00")
    mark = stage.locator(".leaflet-marker-icon.actor:has(.side-government):not(.behind):has(.company:not([hidden]))")
    mark.first.wait_for(state="attached")
    many = int(mark.first.locator(".company").inner_text())
    assert many > 1
    mark.first.press("Enter")
    rows = stage.locator(".card .stack button")
    expect(rows).to_have_count(many)
    names = set(chronicle.actors["name"])
    assert {row.locator("b").inner_text() for row in rows.all()} <= names
    rows.last.click()
    expect(stage.locator(".card h2")).to_have_text(
        chronicle.events.set_index("event_id")["title"][stage.evaluate("petrograd.state().event")]
    )


def test_the_glossary_explains_the_words_of_the_time(chronicle, stage):
    stage.get_by_role("button", name="Words of the time").click()
    expect(stage.locator(".glossary dt")).to_have_count(len(chronicle.glossary))


def test_the_timeline_unfolds_with_every_event_of_the_episode(chronicle, stage, visitor):
    visitor.page.keyboard.press("t")
    bars = stage.locator(".chart-event")
    expect(bars).to_have_count(int((chronicle.events["episode"] == "october").sum()))
    expect(stage.locator(".lane-name").filter(has_text="Provisional")).to_be_visible()
    stage.get_by_role("button", name="A shorter stretch").click()
    assert bars.count() < (chronicle.events["episode"] == "october").sum()
    visitor.page.keyboard.press("Escape")
    expect(stage.locator(".unfolded")).to_be_hidden()


def test_the_timeline_shares_clock_and_selection_with_the_map(stage, visitor):
    visitor.page.keyboard.press("t")
    bar = stage.locator(".chart-event", has_text="The ministers are arrested")
    bar.scroll_into_view_if_needed()
    bar.locator(".bar").click(force=True)
    assert stage.evaluate("petrograd.state().event") == "ministers_arrested"
    assert stage.evaluate("petrograd.state().at") == "1917-11-08T02:10"
    expect(bar).to_have_class(re.compile("selected"))
    at = stage.locator(".playhead").bounding_box()["x"]
    box = bar.locator(".bar").bounding_box()
    assert box["x"] - 3 <= at + 2 <= box["x"] + box["width"] + 3


def test_the_timeline_has_a_lane_for_each_part_of_the_city(chronicle, stage, visitor):
    visitor.page.keyboard.press("t")
    stage.get_by_role("button", name="By part of the city").click()
    expect(stage.locator(".chart-event")).to_have_count(int((chronicle.events["episode"] == "october").sum()))
    lanes = stage.locator(".lane-name").all_text_contents()
    assert {"Petrograd Side", "Vyborg Side"} <= set(lanes)


def test_the_bars_of_the_timeline_are_reached_by_keyboard(chronicle, stage, visitor):
    keyboard = visitor.page.keyboard
    keyboard.press("t")
    assert stage.locator(".chart-event[tabindex='0']").count() == 1
    stage.locator(".chart-scroller").focus()
    keyboard.press("Tab")
    first = stage.evaluate("document.activeElement.dataset.event")
    keyboard.press("ArrowDown")
    second = stage.evaluate("document.activeElement.dataset.event")
    assert first and second and first != second
    keyboard.press("c")  # drawn anew for another calendar: the bar keeps the focus
    assert stage.evaluate("document.activeElement.dataset.event") == second
    keyboard.press("Enter")
    assert stage.evaluate("petrograd.state().event") == second


def test_the_timeline_unfolds_on_a_phone(server, visit):
    stage = visit(390, 844).go(server.url)
    stage.get_by_role("button", name="Timeline").click()
    panel = stage.locator(".unfolded").bounding_box()
    assert panel["width"] == 390 and panel["height"] > 500
    days = stage.locator(".chart-day").all_text_contents()
    assert [day.split()[1] for day in days] == ["6", "7", "8"]
    stage.locator(".chart-tools .close").click()
    expect(stage.locator(".unfolded")).to_be_hidden()


def test_the_map_can_be_lettered_with_todays_names(server, visitor):
    stage = visitor.go(f"{server.url}/?names=today")
    stage.wait_for_function("petrograd.lettering().some((name) => name === 'Blagoveshchensky Bridge')")
    stage.evaluate("petrograd.show({names: '1917'})")
    lettered = stage.evaluate("petrograd.lettering()")
    assert "Nikolaevsky Bridge" in lettered and "Blagoveshchensky Bridge" not in lettered


def test_the_map_can_be_lettered_in_the_spelling_of_its_time(server, visitor):
    stage = visitor.go(f"{server.url}/?lang=ru")
    stage.locator(".layers summary").click()
    stage.get_by_label("Названия в правописании 1917 года").check()
    stage.wait_for_function("petrograd.lettering().includes('Петропавловская крѣпость')")
    assert stage.evaluate("petrograd.state().names") == "old"
    stage.get_by_label("Названия в правописании 1917 года").uncheck()
    assert "Петропавловская крепость" in stage.evaluate("petrograd.lettering()")


def test_labels_leave_with_their_marks_when_the_map_leaps(server, visit):
    stage = visit(1366, 768).go(f"{server.url}/?at=1917-11-07T09:00")
    stage.wait_for_selector(".label")
    stage.evaluate("petrograd.map.setView([59.995, 29.765], petrograd.map.getZoom(), {animate: false})")
    stage.wait_for_function("""() => {
        const [frame, ...labels] = [document.querySelector('.field'), ...document.querySelectorAll('.label')]
            .map((node) => node.getBoundingClientRect());
        const marks = [...document.querySelectorAll('.event, .actor')].map((node) => node.getBoundingClientRect());
        const near = (a, b) => Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom) < 40;
        return frame.width > 0 && labels.every((label) => marks.some((mark) => near(label, mark)));
    }""")
