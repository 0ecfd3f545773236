"""The saved page, opened from a folder with the network cut: nothing is asked for, nothing is refused, all is there."""

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, Download, Page, expect
from test_layout import SCROLLS
from test_scrubbing import boundaries, said, told

from petrograd1917.map import assets
from petrograd1917.moment import from_minute, parse, to_minute
from petrograd1917.scene import scene_at

WATCH = """
window.refused = [];
addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI}) => refused.push([violatedDirective, blockedURI]));
"""


@dataclass
class Opened:
    """A window on the saved page that notes all it asks for and all that goes wrong."""

    page: Page
    address: str
    asked: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def go(self, view: str = "") -> Page:
        self.page.goto(f"{self.address}{view}")
        self.page.locator("html[data-fonts=ready]").wait_for(state="attached")
        return self.page


def colour(light: str, name: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(assets.tokens()["color"][light][name][1:]))


def share(picture: Image.Image, wanted: tuple[int, ...]) -> float:
    """How much of a picture has just this colour."""
    found = sum(count for count, one in picture.getcolors(1 << 24) if one == wanted)
    return found / (picture.width * picture.height)


@pytest.fixture
def open_page(browser: Browser, saved: Path) -> Iterator[Callable[..., Opened]]:
    windows: list[Opened] = []

    def make(width: int = 1366, height: int = 768, **options: object) -> Opened:
        context = browser.new_context(viewport={"width": width, "height": height}, offline=True, **options)
        opened = Opened(context.new_page(), saved.as_uri())
        context.add_init_script(WATCH)
        context.on("request", lambda request: opened.asked.append(request.url))
        opened.page.on("websocket", lambda socket: opened.asked.append(socket.url))
        opened.page.on("pageerror", lambda error: opened.errors.append(str(error)))
        opened.page.on("console", lambda line: line.type == "error" and opened.errors.append(line.text))
        windows.append(opened)
        return opened

    yield make
    for opened in windows:
        if opened.page.evaluate("'petrograd' in window"):
            assert opened.page.evaluate("refused") == []
        opened.page.context.close()
        assert {re.split("[?#]", url)[0] for url in opened.asked} == {saved.as_uri()}
        assert opened.errors == []


@pytest.fixture
def opened(open_page) -> Opened:
    return open_page()


@pytest.fixture
def stage(opened) -> Page:
    return opened.go()


def test_opens_as_the_app_does(stage):
    assert stage.evaluate("petrograd.state().at") == "1917-11-06T18:00"
    expect(stage.locator(".opening .ways button")).to_have_text(["Play the first night", "Named moments", "July Days"])
    expect(stage.locator(".record")).to_be_hidden()
    faces = stage.evaluate("[...document.fonts].map(face => face.status)")
    assert faces == ["loaded"] * 5
    stage.locator(".opening").get_by_role("button", name="July Days").click()
    assert stage.evaluate("petrograd.state().episode") == "july"


@pytest.mark.parametrize(("width", "height"), [(1920, 1080), (1366, 768), (390, 844)])
def test_fills_every_window(open_page, width, height):
    stage = open_page(width, height).go("#at=1917-11-08T02:10")
    assert stage.evaluate(SCROLLS) == [0, 0]
    assert stage.locator(".stage").bounding_box() == {"x": 0, "y": 0, "width": width, "height": height}
    expect(stage.locator(".event").first).to_be_visible()


def test_scrubbing_agrees_with_the_scene(chronicle, stage):
    slider = stage.locator(".slider")
    moments = ["1917-07-16T19:00", "1917-07-17T14:45", "1917-11-06T18:00", "1917-11-07T03:33", "1917-11-08T02:10"]
    moments = [to_minute(parse(moment)) for moment in moments] + boundaries(chronicle)[::97]
    for minute in moments:
        if not stage.evaluate(
            "minute => { const {min, max} = document.querySelector('.slider'); return min <= minute && minute <= max; }",
            minute,
        ):
            episode = chronicle.episode_at(from_minute(minute))
            if episode is None:
                continue
            stage.evaluate("id => petrograd.show({episode: id, at: petrograd.codec.opening(id).at})", episode.id)
        slider.fill(str(minute))
        answer = stage.evaluate(
            "({events: petrograd.events(), actors: petrograd.actors(), states: petrograd.states()})"
        )
        assert told(answer) == said(scene_at(chronicle, from_minute(minute))), from_minute(minute)
        assert stage.locator(".time").text_content() == f"{from_minute(minute):%H:%M}"


def test_the_keyboard_reaches_slider_play_list_and_card(chronicle, opened):
    stage = opened.go("#at=1917-11-08T02:10")
    wanted = {".slider", ".play", ".now button", ".event", ".tool", ".layers summary"}
    reached: list[str] = []
    for _ in range(120):
        stage.keyboard.press("Tab")
        reached += stage.evaluate("wanted => wanted.filter(one => document.activeElement.matches(one))", list(wanted))
        if reached and reached[-1] == ".now button":
            break
    assert set(reached) == wanted
    event_id = stage.evaluate("document.activeElement.closest('li').dataset.event")
    stage.keyboard.press("Enter")
    card = stage.locator(".card")
    expect(card).to_be_visible()
    for claim in chronicle.claims[chronicle.claims["event_id"] == event_id].itertuples():
        expect(card).to_contain_text(claim.locator)
    stage.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert stage.evaluate("document.activeElement.matches('.now button')")
    stage.locator(".slider").focus()
    stage.keyboard.press("Home")
    assert stage.evaluate("petrograd.state().at") == "1917-11-06T00:00"
    stage.locator(".play").focus()
    stage.keyboard.press("Space")
    stage.wait_for_function("() => petrograd.playing && petrograd.minute > 445000")
    stage.keyboard.press("Space")
    assert not stage.evaluate("petrograd.playing")


def test_the_address_holds_the_view(opened):
    stage = opened.go()
    before = stage.evaluate("history.length")
    stage.evaluate("petrograd.show({at: '1917-11-07T21:40', event: 'congress_opens', lang: 'ru', mode: 'projector'})")
    stage.wait_for_function("() => location.hash.includes('at=1917-11-07T21:40') && location.hash.includes('lang=ru')")
    assert stage.evaluate("history.length") == before
    stage.reload()
    stage.locator("html[data-fonts=ready]").wait_for(state="attached")
    state = stage.evaluate("petrograd.state()")
    assert [state[key] for key in ("at", "event", "lang", "mode")] == [
        "1917-11-07T21:40",
        "congress_opens",
        "ru",
        "projector",
    ]
    stage.evaluate("location.hash = '#at=1917-07-17T15:00'")
    stage.wait_for_function("() => petrograd.state().episode === 'july'")
    stage.evaluate("location.hash = '#event=ministers_arrested'")
    stage.wait_for_function("() => petrograd.state().at === '1917-11-08T02:10'")


def test_a_link_of_the_app_opens_here_too(open_page):
    assert open_page().go("?at=1917-11-07T02:00&cal=old").evaluate("petrograd.state().at") == "1917-11-07T02:00"
    broken = open_page().go("#at=yesterday")
    expect(broken.locator(".problem")).to_contain_text("yesterday")
    assert broken.evaluate("petrograd.state().at") == "1917-11-06T18:00"


def test_copies_a_link_to_the_minute(open_page):
    stage = open_page(permissions=["clipboard-read", "clipboard-write"]).go("#at=1917-11-07T02:00")
    stage.get_by_role("button", name="Copy link").click()
    expect(stage.locator(".notice")).to_have_text("Link to this minute copied")
    assert stage.evaluate("navigator.clipboard.readText()").endswith("Petrograd%201917.html#at=1917-11-07T02:00")


def test_glossary_and_both_languages(chronicle, opened):
    stage = opened.go("#at=1917-11-08T02:10&event=ministers_arrested")
    stage.get_by_role("button", name="Words of the time").click()
    expect(stage.locator(".glossary dt")).to_have_count(len(chronicle.glossary))
    stage.keyboard.press("Escape")
    stage.get_by_role("button", name="Ру").click()
    event = chronicle.events.set_index("event_id").loc["ministers_arrested"]
    expect(stage.locator(".card")).to_contain_text(event["summary_ru"])


def test_no_link_is_dead(opened):
    stage = opened.go("#at=1917-11-08T02:10&event=ministers_arrested")
    expect(stage.locator(".card .summary")).to_be_visible()
    assert (
        stage.evaluate("[...document.querySelectorAll('a[href]')].filter(a => a.getAttribute('href') !== '#').length")
        == 0
    )


def test_without_scripts_there_are_a_picture_and_the_list(chronicle, open_page):
    bare = open_page(java_script_enabled=False)
    bare.page.goto(bare.address)
    printed = bare.page.locator(".record")
    expect(printed).to_be_visible()
    picture = printed.locator("svg")
    assert picture.bounding_box()["width"] > 800
    shot = Image.open(BytesIO(picture.screenshot())).convert("RGB")
    assert min(share(shot, colour("day", "land")), share(shot, colour("day", "water"))) > 0.05
    expect(printed.locator("ol > li")).to_have_count(len(chronicle.events))
    expect(printed.get_by_text("8 November (26 October O.S.)")).to_be_visible()
    arrest = printed.locator("li", has_text="The ministers are arrested")
    expect(arrest).to_contain_text("02:10, Small Dining Room")
    for claim in chronicle.claims[chronicle.claims["event_id"] == "ministers_arrested"].itertuples():
        expect(arrest).to_contain_text(claim.locator)
    assert "PT Serif" in printed.evaluate("node => getComputedStyle(node).fontFamily")


def test_on_paper_stands_the_record(chronicle, stage):
    stage.emulate_media(media="print")
    expect(stage.locator(".record")).to_be_visible()
    expect(stage.locator(".stage")).to_be_hidden()


# ---- the picture


@pytest.fixture
def take(tmp_path) -> Callable[[Page], tuple[Download, Image.Image]]:
    """Press S and read the picture back."""

    def taken(page: Page) -> tuple[Download, Image.Image]:
        with page.expect_download() as download:
            page.keyboard.press("s")
        download.value.save_as(tmp_path / "picture.png")
        return download.value, Image.open(tmp_path / "picture.png").convert("RGB")

    return taken


#: pixels of the picture to a CSS pixel of the sheet
FINENESS = 4 / 3
#: notes what stands on the sheet of a picture, and where, before it is taken away
SHEET = """() => {
    const remove = Element.prototype.remove;
    Element.prototype.remove = function () {
        if (this.matches('.picture')) {
            const box = selector => {
                const {left, top, width, height} = this.querySelector(selector).getBoundingClientRect();
                return [left, top, width, height];
            };
            const size = parseFloat(getComputedStyle(this.querySelector('.picture-time')).fontSize);
            window.sheet = {map: box('.leaflet-container'), time: box('.picture-time'), size, words: this.innerText};
        }
        remove.call(this);
    };
}"""


#: shows an hour of October at which the mark of one event stands alone; its event and its family
LONE = """() => {
    const {x: width, y: height} = petrograd.map.getSize();
    const [from, to] = ['1917-11-06T08:00', '1917-11-09T00:00'].map(at => Date.parse(`${at}Z`));
    for (let at = from; at < to; at += 1800000) {
        petrograd.show({at: new Date(at).toISOString().slice(0, 16)});
        const marks = [...document.querySelectorAll('.event, .actor')].map(node => [node, node.getBoundingClientRect()]);
        const found = marks.find(([node, {x, y}]) =>
            node.querySelector('.mark.full:is(.words, .movement, .city)') && !node.querySelector('.count') &&
            x > 80 && x < width - 80 && y > 140 && y < height - 80 &&
            marks.every(([other, box]) => other === node || Math.hypot(box.x - x, box.y - y) > 55));
        if (found) return [found[0].dataset.events, found[0].querySelector('.mark').classList[2]];
    }
}"""


def pixels_east_and_south(of: tuple[float, float], centre: tuple[float, float], zoom: float) -> tuple[float, float]:
    """Web Mercator pixels from one point to another, degrees WGS84."""
    size = 256 * 2**zoom
    north = [math.asinh(math.tan(math.radians(lat))) / math.pi / 2 * size for lat, _ in (of, centre)]
    return (of[1] - centre[1]) / 360 * size, north[1] - north[0]


def test_a_picture_is_saved_and_its_mark_stands_where_its_place_is(chronicle, opened, take):
    stage = opened.go("#at=1917-11-08T12:00&c=59.9410,30.3200,14.25")
    stage.evaluate(SHEET)
    live, (*centre, zoom) = stage.evaluate("[petrograd.map.getSize(), petrograd.state().c]")
    lone, family = stage.evaluate(LONE)
    _, picture = take(stage)
    assert picture.size == (1920, 1080)
    assert len(picture.getcolors(1 << 24)) > 2000
    left, top, width, height = stage.evaluate("sheet.map")
    nearer = math.log2(min(width / live["x"], height / live["y"]))
    place = chronicle.points[chronicle.events.set_index("event_id")["place_id"][lone]]
    east, south = pixels_east_and_south(place, centre, zoom + nearer)
    x, y = ((left + width / 2 + east) * FINENESS, (top + height / 2 + south) * FINENESS)
    plate = colour("day", family)
    around = [(round(x) + dx, round(y) + dy) for dx in range(-40, 41) for dy in range(-40, 41)]
    found = [at for at in around if picture.getpixel(at) == plate]
    assert len(found) > 200
    middle = [(min(at[axis] for at in found) + max(at[axis] for at in found)) / 2 for axis in (0, 1)]
    assert middle == pytest.approx((x, y), abs=2)


def test_a_picture_says_what_it_shows(chronicle, opened, take):
    stage = opened.go("#at=1917-11-08T02:10&c=59.9420,30.3140,14.5&event=palace_taken&mode=projector")
    stage.evaluate(SHEET)
    download, _ = take(stage)
    assert download.suggested_filename == "petrograd-1917-11-08_0210_winter-palace.png"
    said_on_it = stage.evaluate("sheet.words")
    event = chronicle.events.set_index("event_id").loc["palace_taken"]
    for words in (
        event["title"],
        event["summary"],
        "02:10",
        "8 November",
        "26 October",
        "sources differ",
        "Military Revolutionary Committee",
        "Possible, hour uncertain",
        "500 m",
        "Reed",
        chronicle.attribution,
    ):
        assert words in said_on_it, words
    assert "Bridge span raised" not in said_on_it  # none is at that hour
    assert stage.evaluate("document.documentElement.dataset.mode") == "projector"
    assert stage.locator(".picture").count() == 0


def test_a_picture_has_the_map_s_own_ground_by_day_and_by_night(opened, take):
    for light, at in (("day", "1917-11-07T12:00"), ("night", "1917-11-07T03:00")):
        _, picture = take(opened.go(f"#at={at}&lang=ru"))
        assert share(picture, colour(light, "land")) > 0.1


def test_the_letters_of_a_picture_are_the_page_s_own(opened, take):
    """As much ink as the clock has in PT Serif, which is not what it has in another face."""
    stage = opened.go("#at=1917-11-08T02:10")
    stage.evaluate(SHEET)
    _, picture = take(stage)
    count = """size => ["'PT Serif'", 'serif'].map(family => {
        const pen = Object.assign(document.createElement('canvas'), {width: 400, height: 120}).getContext('2d');
        pen.font = `700 ${size}px ${family}`;
        pen.fillText('02:10', 10, 90);
        return pen.getImageData(0, 0, 400, 120).data.filter((value, i) => i % 4 === 3 && value > 128).length;
    })"""
    right, wrong = stage.evaluate(count, stage.evaluate("sheet.size") * FINENESS)
    left, top, width, height = (edge * FINENESS for edge in stage.evaluate("sheet.time"))
    clock = picture.crop((round(left), round(top), round(left + width), round(top + height))).convert("L")
    inked = sum(count for count, grey in clock.getcolors() if grey > 128)
    assert abs(inked - right) < 0.05 * right < abs(inked - wrong)
