"""A visitor's own events on the stage: they follow the clock, open, are listed and stepped to; nobody else sees them."""

import statistics
import sys

import pytest
from driving import Visitor
from playwright.sync_api import Frame, Page, expect
from test_your_events import HEADER, HOSTILE, drop, opened, row, settled

from petrograd1917 import cli

SEEK = """async (minute) => {
    petrograd.seek(minute);
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
}"""
#: milliseconds from a seek to after the frame in which it is painted, as `bench/run.py` measures it: by turns without
#: the events and with them, so that a busy machine is busy for both
#: the same drag without own events and with them: milliseconds from each step to after the frame in which it is painted
SEEKS = """async ([from, to]) => {
    const { layers } = petrograd.state();
    const found = { without: [], with: [], visible: [] };
    for (const kind of ['without', 'with']) {
        petrograd.show({ layers: layers.filter((layer) => kind === 'with' || layer !== 'own') });
        petrograd.seek(from);
        await new Promise(done => requestAnimationFrame(() => setTimeout(done, 100)));
        for (let minute = from; minute < to; minute += Math.ceil((to - from) / 40)) {
            const start = performance.now();
            petrograd.seek(minute);
            await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            found[kind].push(performance.now() - start);
            found.visible.push(petrograd.own().length);
        }
    }
    return found;
}"""
FRAME_MS = 1000 / 60
MINUTE = "(text) => (Date.parse(text + ':00Z') - Date.UTC(1917, 0, 1)) / 60000"


def table(*rows: str) -> str:
    return "\n".join([HEADER, *rows])


def on_the_map(page: Page) -> Frame:
    """Show the events on the map; the stage, once it has taken them in."""
    page.get_by_role("button", name="Show on the map").click()
    frame = Visitor(page).stage()
    expect(frame.locator(".own-list h2")).to_have_text("Your events", timeout=60_000)
    return frame


def at(frame: Frame, moment: str) -> None:
    frame.evaluate(SEEK, frame.evaluate(MINUTE, moment))


THREE = table(
    row(
        1,
        title="School opens",
        lat="59.957",
        lon="30.345",
        description="Lessons as always.",
        end="1917-11-07T12:00",
        source="A diary",
    ),
    row(2, title="School shuts", start="1917-11-07T13:07", end="1917-11-07T14:00", lat="59.95", lon="30.33"),
    row(3, title="Much later", start="1917-12-24T13:00"),
)


def test_events_follow_the_clock_and_open_and_are_stepped_to(server, visitor):
    page = opened(visitor, server)
    drop(page, THREE)
    frame = on_the_map(page)
    # the map opens where the first of them begins
    assert frame.evaluate("petrograd.own()") == ["e1"]
    expect(frame.locator(".event.own")).to_have_attribute("aria-label", "School opens")
    expect(frame.locator(".own-list .now li")).to_have_text(
        "School opens10:00–12:00, 7 November (25 October O.S.) 1917 "
    )
    expect(frame.locator(".own-list")).to_contain_text("1 of 3 lie outside these days")
    frame.locator(".event.own").click()
    card = frame.locator(".card")
    expect(card.locator("h2")).to_have_text("School opens")
    expect(card.locator(".summary")).to_have_text("Lessons as always.")
    expect(card).to_contain_text("A diary")
    expect(card).to_contain_text("not part of the record")
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    at(frame, "1917-11-07T13:06")
    page.keyboard.press("ArrowRight")
    expect(card.locator("h2")).to_have_text("School shuts")
    assert frame.evaluate("petrograd.state().at") == "1917-11-07T13:07"
    expect(frame.locator(".event.own")).to_have_attribute("aria-label", "School shuts")
    at(frame, "1917-11-08T02:10")
    expect(frame.locator(".event.own")).to_have_count(0)
    expect(frame.locator(".own-list .nothing")).to_be_visible()
    assert "own" not in page.url


def test_the_layer_can_be_switched_off_and_the_events_taken_off(server, visitor):
    page = opened(visitor, server)
    drop(page, THREE)
    frame = on_the_map(page)
    frame.locator(".layers summary").click()
    frame.get_by_role("checkbox", name="Your events").uncheck()
    expect(frame.locator(".event.own")).to_have_count(0)
    expect(frame.locator(".own-list")).to_be_hidden()
    page.wait_for_function("location.search.includes('layers=')")
    frame.get_by_role("checkbox", name="Your events").check()
    expect(frame.locator(".event.own")).to_have_count(1)
    page.wait_for_function("!location.search.includes('layers=')")
    settled(page)
    page.get_by_role("link", name="Your events", exact=True).click()
    page.get_by_role("button", name="Take off the map").click(timeout=60_000)
    expect(page.get_by_role("button", name="Show on the map")).to_be_visible()
    page.get_by_role("link", name="Map", exact=True).click()
    frame = visitor.stage()
    assert frame.evaluate("petrograd.own()") == []
    expect(frame.locator(".own-list")).to_have_count(0)
    frame.locator(".layers summary").click()
    expect(frame.get_by_role("checkbox", name="Your events")).to_have_count(0)


def test_another_session_neither_sees_them_nor_is_told_where_they_are(server, visit):
    fetched: list[str] = []
    mine = opened(first := visit(), server)
    first.page.on("request", lambda request: fetched.append(request.url))
    drop(mine, table(row(1, title="My secret street", start="1917-11-07T02:00", end="1917-11-08T02:00")))
    on_the_map(mine)
    (file,) = (url for url in fetched if "/own-" in url)
    *_, shelf, name = file.split("/")
    assert len(name.removesuffix(".json")) == len(shelf.removeprefix("own-")) == 32
    assert "secret" in first.page.request.get(file).text()
    other = visit()
    frame = other.go(f"{server.url}/?at=1917-11-07T10:00")
    assert frame.evaluate("petrograd.own()") == []
    assert "secret" not in frame.content() and shelf not in frame.content() + other.page.content()
    folder = file.rsplit("/", 1)[0]
    assert "secret" not in other.page.request.get(f"{folder}/").text()
    mine.get_by_role("link", name="Your events", exact=True).click()
    mine.get_by_role("button", name="Take off the map").click(timeout=60_000)
    expect(mine.get_by_role("button", name="Show on the map")).to_be_visible()
    assert not first.page.request.get(file).ok


def test_hostile_texts_stay_texts(server, visitor):
    page = opened(visitor, server)
    drop(
        page,
        table(
            *(
                row(n, title=text, description=text, place=text, category=text, source=text)
                for n, text in enumerate(HOSTILE)
            )
        ),
    )
    frame = on_the_map(page)
    frame.locator(".event.own").click()
    for n, text in enumerate(HOSTILE):
        expect(frame.locator(".card .now li b").nth(n)).to_have_text(text, use_inner_text=False)
    for text in HOSTILE:
        frame.locator(".own-list .now button").filter(has_text=text[:12]).first.click()
        assert frame.locator(".card h2").first.evaluate("node => node.textContent") == text
        assert frame.locator(".card .summary").evaluate("node => node.textContent") == text
    with page.expect_download():
        page.keyboard.press("s")
    assert frame.locator(".card img, .card script, .own-list img, main script, [onload], [onerror]").count() == 0
    for one in page.frames:
        assert one.evaluate("typeof globalThis.pwned") == "undefined"


def test_the_saved_page_holds_them(visit, tmp_path):
    (tmp_path / "mine.csv").write_text(
        table(*(row(n, title=text) for n, text in enumerate([*HOSTILE, "School opens"])))
    )
    file = tmp_path / "page.html"
    assert cli.main(["page", "--own", str(tmp_path / "mine.csv"), "-o", str(file)]) == 0
    visitor = visit()
    visitor.page.goto(f"{file.as_uri()}#at=1917-11-07T10:00")
    expect(visitor.page.locator(".own-list .now li")).to_have_count(len(HOSTILE) + 1, timeout=60_000)
    visitor.page.locator(".own-list .now button", has_text="School opens").click()
    expect(visitor.page.locator(".card h2")).to_have_text("School opens")
    assert visitor.page.evaluate("typeof globalThis.pwned") == "undefined"


def many(count: int, length: int) -> str:
    """Events spread evenly over two days from 6 November, 10:00, each so many minutes long."""
    rows = []
    for n in range(count):
        start = 36 * 60 * n // count
        day, minute = divmod(10 * 60 + start, 1440)
        end_day, end_minute = divmod(10 * 60 + start + length, 1440)
        rows.append(
            f"{n},Event {n},1917-11-{6 + day:02}T{minute // 60:02}:{minute % 60:02},"
            f"1917-11-{6 + end_day:02}T{end_minute // 60:02}:{end_minute % 60:02},new,"
            f"{59.9 + (n * 37 % 800) / 10_000},{30.22 + (n * 91 % 2000) / 10_000}"
        )
    return "\n".join(["id,title,start,end,calendar,lat,lon", *rows])


@pytest.mark.timing
@pytest.mark.parametrize(
    ("count", "length", "most"), [(10_000, 60, 10_000), (50_000, 60, 2_500), (10_000, 1440, 10_000)]
)
def test_the_slider_is_drawn_within_a_frame(server, visitor, count, length, most):
    page = opened(visitor, server)
    drop(page, many(count, length))
    frame = on_the_map(page)
    stretch = [frame.evaluate(MINUTE, moment) for moment in ("1917-11-07T12:00", "1917-11-07T17:00")]
    found = frame.evaluate(SEEKS, stretch)
    bare, own = (statistics.median(found[kind]) for kind in ("without", "with"))
    print(f"{count} events, {max(found['visible'])} at once: {own:.1f} ms; without them {bare:.1f} ms", file=sys.stderr)
    assert 400 < max(found["visible"]) <= most
    assert own < max(FRAME_MS, 2 * bare)


def test_beyond_four_hundred_they_are_dots_that_can_be_pressed_and_a_list_in_pages(server, visitor):
    page = opened(visitor, server)
    drop(page, many(10_000, 1440))
    frame = on_the_map(page)
    at(frame, "1917-11-07T10:00")
    expect(frame.locator(".event.own")).to_have_count(0)
    expect(frame.locator(".own-list .now li")).to_have_count(40)
    frame.get_by_role("button", name="Show 40 more").click()
    expect(frame.locator(".own-list .now li")).to_have_count(80)
    box = frame.evaluate(
        """() => { const { x, y } = petrograd.map.latLngToContainerPoint([59.9 + (5000 * 37 % 800) / 10000, 30.22 + (5000 * 91 % 2000) / 10000]);
        return [x, y]; }"""
    )
    frame.locator(".leaflet-container").click(position={"x": box[0], "y": box[1]})
    expect(frame.locator(".card h2").first).to_be_visible()
    settled(page)


@pytest.fixture
def page_of(visit, tmp_path):
    """A saved page with a table of own events, in a view."""

    def page(text: str, query: str = "", *size: int) -> Page:
        (tmp_path / "mine.csv").write_text(text, encoding="utf-8")
        file = tmp_path / "page.html"
        assert cli.main(["page", "--own", str(tmp_path / "mine.csv"), "-o", str(file)]) == 0
        visitor = visit(*size)
        visitor.page.goto(f"{file.as_uri()}{query}")
        expect(visitor.page.locator(".own-list h2")).to_be_attached(timeout=60_000)
        return visitor.page

    return page


def test_they_have_a_lane_of_the_unfolded_timeline(page_of):
    page = page_of(THREE)
    page.locator(".unfold").click()
    bars = page.locator(".chart-event.own")
    expect(bars).to_have_count(2)
    expect(page.locator(".lane-name").last).to_have_text("Your events")
    bars.first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".card h2")).to_have_text("School opens")
    assert page.evaluate("petrograd.own()") == ["e1"]
    page.evaluate("petrograd.show({ layers: ['force'] })")
    expect(bars).to_have_count(0)


def test_a_lane_of_many_has_a_bar_for_each_column(page_of):
    page = page_of(many(2000, 5))
    page.locator(".unfold").click()
    expect(page.locator(".chart-event.own").first).to_be_attached()
    assert page.locator(".chart-event.own").count() < 300
    assert page.locator(".chart-event.own title", has_text="of your events begin").count() > 50


@pytest.mark.parametrize("width, height", [(1024, 768), (1920, 1080)])
def test_on_a_projector_neither_list_hides_the_other(page_of, width, height):
    own = [row(n, start="1917-11-08T02:00", end="1917-11-08T02:30") for n in range(1, 9)]
    page = page_of(table(*own), "?at=1917-11-08T02:10&mode=projector", width, height)
    list_ = page.locator(".list").bounding_box()
    for rows in (page.locator(".list > .now > li"), page.locator(".own-list .now > li")):
        box = rows.locator("button").first.bounding_box()
        assert list_["y"] <= box["y"] and box["y"] + box["height"] <= list_["y"] + list_["height"]
    section = page.locator(".own-list").bounding_box()
    assert section["height"] < list_["height"] * 0.4


def test_a_link_from_before_them_does_not_hide_them(server, visitor):
    visitor.go(f"{server.url}/?at=1917-11-07T02:00&layers=force,words")
    page = visitor.page
    page.get_by_role("link", name="Your events").first.click()
    settled(page)
    drop(page, THREE)
    frame = on_the_map(page)
    expect(frame.locator(".event.own")).to_have_count(1)
    assert "own" in frame.evaluate("petrograd.state().layers")
