"""A museum's screen, by touch alone, upright and lying: nothing leads out of it, and it is always ready for the next one."""

import pytest
from playwright.sync_api import Locator, expect

UPRIGHT, LYING = (1080, 1920), (1920, 1080)
#: whatever can be touched, by size and place; the slider's own thumb is measured by its style
TARGETS = """() => [...document.querySelectorAll('button, a[href], select, summary, input')]
    .filter(node => node.checkVisibility({opacityProperty: true, visibilityProperty: true}))
    .map(node => ({node, box: node.getBoundingClientRect()}))
    .filter(({node, box}) => box.width && !node.closest('.curtain, .unseen, .leaflet-marker-pane, .edges, .timeline, .now'))
    .map(({node, box}) => [Math.min(box.width, box.height), box.top + box.height / 2, node.outerHTML.slice(0, 80)])"""


def curtain(stage) -> Locator:
    return stage.locator(".curtain")


def touched(show, view: str = "", size: tuple[int, int] = UPRIGHT):
    """A kiosk that a visitor has just touched."""
    stage = show(f"?mode=kiosk{view}", *size, has_touch=True)
    curtain(stage).tap()
    expect(curtain(stage)).to_be_hidden()
    return stage


def test_it_plays_for_itself_until_it_is_touched(show):
    stage = show("?mode=kiosk&light=paper&labels=large", *UPRIGHT, has_touch=True)
    expect(curtain(stage)).to_contain_text("Touch the screen")
    expect(curtain(stage)).to_contain_text("Коснитесь экрана")
    stage.wait_for_function("petrograd.playing")
    curtain(stage).tap()
    expect(curtain(stage)).to_be_hidden()
    assert not stage.evaluate("petrograd.playing")
    expect(stage.locator(".opening h2")).to_be_visible()
    state = stage.evaluate("petrograd.state()")
    assert (state["at"], state["light"], state["labels"]) == ("1917-11-06T18:00", "paper", "large")


def test_left_alone_it_asks_and_starts_over(show):
    stage = touched(show, "&idle=3&lang=ru")
    stage.get_by_role("button", name="En", exact=True).tap()
    stage.locator(".ways button").first.tap()
    stage.locator(".buttons button").nth(1).tap()
    asking = stage.get_by_role("alertdialog")
    expect(asking).to_be_visible()
    asking.get_by_role("button", name="Go on").tap()
    expect(asking).to_be_hidden()
    expect(curtain(stage)).to_be_hidden()
    expect(curtain(stage)).to_be_visible(timeout=10_000)
    expect(asking).to_be_hidden()
    state = stage.evaluate("petrograd.state()")
    assert (state["lang"], state["mode"], state["event"]) == ("ru", "kiosk", "")


def test_nothing_leads_out_of_it(show):
    stage = touched(show)
    page = stage.page
    here = page.url
    stage.evaluate("petrograd.show({at: '1917-11-08T02:10', event: 'ministers_arrested', mode: 'kiosk'})")
    expect(stage.locator(".card h2")).to_be_visible()
    assert stage.locator("a[href]:not([href^='#']):visible").count() == 0
    for key in ("p", "s", "f", "t", "?"):
        page.keyboard.press(key)
    assert stage.evaluate("petrograd.state().mode") == "kiosk"
    expect(stage.locator(".panel:visible")).to_have_count(0)
    assert page.locator("a[href]:not([href^='#']):visible").count() == 0
    assert page.locator("input[type=file]").count() == 0
    assert page.url == here


@pytest.mark.parametrize("size", [UPRIGHT, LYING])
def test_a_thumb_finds_it_in_the_lower_half(show, size):
    stage = touched(show, "", size)
    stage.locator(".opening .x").tap()
    found = stage.evaluate(TARGETS)
    assert len(found) > 8
    assert [one for one in found if one[0] < 59.5] == []
    assert [one for one in found if one[1] < size[1] / 2] == []
    stage.locator(".now button").first.tap()
    expect(stage.locator(".card .x")).to_be_visible()
    stage.locator(".card .x").tap()
    for lang in ("Ру", "En"):
        stage.get_by_role("button", name=lang, exact=True).tap()
    assert stage.evaluate("document.documentElement.scrollWidth <= innerWidth")
