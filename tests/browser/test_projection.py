"""In front of a class: sizes measured on the page, few labels, all by keys or by a remote, in the app and in the saved page."""

import pytest
from playwright.sync_api import expect

from petrograd1917.map import assets
from petrograd1917.map.drawing import SCALES, STYLES

WALLS = [(1024, 768), (1920, 1080)]
NIGHT = "?at=1917-11-08T02:10&c=59.9425,30.3260,13.5&event=ministers_arrested&mode=projector"
#: the heights of letters on the screen, as shares of the window's; what is scaled or drawn is measured as it is seen
SIZES = """selectors => {
    const sizes = [];
    for (const node of document.querySelectorAll(selectors)) {
        const own = [...node.childNodes].some(child => child.nodeType === Node.TEXT_NODE && child.data.trim());
        if (!own || !node.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
        if (!node.getBoundingClientRect().width) continue;
        const drawn = node instanceof SVGElement ? node.getScreenCTM().d : Number(getComputedStyle(node.closest('.actor-icon') || node).scale);
        sizes.push([parseFloat(getComputedStyle(node).fontSize) * (drawn || 1) / innerHeight, node.outerHTML.slice(0, 90)]);
    }
    return sizes.sort((a, b) => a[0] - b[0]);
}"""
HAPPENING = (
    ".time, .days strong, .days em, .now b, .now .when, .label *, .card h2, .card .hour, .card .hour *, .card .summary, "
    ".strip *, .pointer *, .actor-name"
)


@pytest.mark.parametrize(("width", "height"), WALLS)
def test_the_back_row_reads_it(show, width, height):
    stage = show(NIGHT, width, height)
    expect(stage.locator(".card .summary")).to_be_visible()
    expect(stage.locator(".label").first).to_be_visible()
    happening = stage.evaluate(SIZES, HAPPENING)
    assert len(happening) > 12
    assert happening[0][0] >= 0.0219, happening[0]
    everything = stage.evaluate(SIZES, ".stage *:not(.letter)")
    assert everything[0][0] >= 0.0179, everything[0]


def test_names_on_the_map_are_large_enough_on_a_wall():
    least = min(size for style in STYLES.values() for size in style.sizes if size)
    assert least * SCALES["projector"] >= 0.0179 * 1080
    assert assets.tokens()["type"]["projector"]["map_event"] >= 0.022 * 1080


def test_at_most_eight_marks_are_labelled(server, visit):
    stage = visit(1920, 1080).go(f"{server.url}/?mode=projector")
    for moment in ("1917-11-06T18:00", "1917-11-07T02:10", "1917-11-07T10:00", "1917-07-17T17:30"):
        stage.evaluate("at => petrograd.show({at})", moment)
        expect(stage.locator(".label").first).to_be_visible()
        moving = stage.evaluate(
            "[...document.querySelectorAll('.actor-name')].filter(name => name.checkVisibility()).length"
        )
        assert 1 <= stage.locator(".label").count() + moving <= 8, moment


def test_every_key_in_the_hands_of_a_teacher(show):
    stage = show("", 1024, 768)
    press = stage.page.keyboard.press

    def state(key):
        return stage.evaluate(f"petrograd.state().{key}")

    press("p")
    expect(stage.locator("html")).to_have_attribute("data-mode", "projector")
    for key, at in (("8", "1917-11-08T02:10"), ("0", "1917-07-17T17:30"), ("3", "1917-11-07T03:30")):
        press(key)
        assert state("at") == at
    press("Shift+ArrowRight")
    assert state("at") == "1917-11-07T03:40"
    press("Shift+ArrowLeft")
    assert state("at") == "1917-11-07T03:30"
    for forth, back in (("ArrowRight", "ArrowLeft"), ("PageDown", "PageUp")):
        press(forth)
        after = stage.evaluate("petrograd.minute")
        press(forth)
        press(back)
        assert stage.evaluate("petrograd.minute") == after
    press("Home")
    assert state("at") == "1917-11-06T00:00"
    press("End")
    assert state("at") == "1917-11-09T04:00"
    zoom = state("c[2]")
    press("+")
    settled = "zoom => !document.querySelector('.leaflet-zoom-anim') && petrograd.map.getZoom() - zoom"
    stage.wait_for_function(f"{settled} > 0", arg=zoom)
    press("-")
    stage.wait_for_function(f"{settled} === 0", arg=zoom)
    for labels in ("large", "none", "plain"):
        press("l")
        assert state("labels") == labels
    for cal in ("new", "old", "both"):
        press("c")
        assert state("cal") == cal
    press("Home")
    press("Space")
    stage.wait_for_function("() => petrograd.playing")
    press("Space")
    assert not stage.evaluate("petrograd.playing")
    press("?")
    expect(stage.locator(".panel .keys")).to_be_visible()
    press("Escape")
    press("p")
    expect(stage.locator("html")).to_have_attribute("data-mode", "page")


def test_labels_grow_and_go(server, visit):
    stage = visit(1920, 1080).go(f"{server.url}/?at=1917-11-07T02:10&c=59.9425,30.3260,13.5&mode=projector")
    press = stage.page.keyboard.press
    sizes = []
    for _ in range(2):
        expect(stage.locator(".label b").first).to_be_visible()
        sizes.append(stage.evaluate("parseFloat(getComputedStyle(document.querySelector('.label')).fontSize)"))
        names = stage.evaluate("petrograd.lettering()")
        assert names
        press("l")
    assert sizes[1] == pytest.approx(1.3 * sizes[0], rel=0.01)
    expect(stage.locator(".label")).to_have_count(0)
    assert stage.evaluate("petrograd.lettering()") == []
    expect(stage.locator(".event").first).to_be_visible()


def test_the_pointer_goes_when_the_hand_lies_still(show):
    stage = show("?at=1917-11-07T02:10&mode=projector", 1024, 768)
    stage.page.mouse.move(300, 300)
    cursor = "getComputedStyle(document.querySelector('.leaflet-container')).cursor"
    stage.wait_for_function(f"() => {cursor} === 'none'")
    expect(stage.locator(".leaflet-control-zoom")).to_have_css("opacity", "0")
    stage.page.mouse.move(330, 330)
    stage.wait_for_function(f"() => {cursor} !== 'none'")


def test_settings_for_a_bright_room_are_at_hand(server, visit):
    stage = visit(1024, 768).go(f"{server.url}/?at=1917-11-07T02:10&mode=projector")
    stage.locator(".layers summary").click()
    stage.get_by_label("Paper map").check()
    stage.get_by_label("Larger labels").check()
    assert stage.evaluate("(({light, labels}) => [light, labels])(petrograd.state())") == ["paper", "large"]
    expect(stage.locator("html")).to_have_attribute("data-light", "day")
