"""For everyone: whoever has no mouse, does not see the map, sees little, or is made ill by motion."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

NIGHT = "#at=1917-11-08T02:10&c=59.9420,30.3140,14"
#: what is to be looked at: a script or a key, and what must be there before axe looks
SIGHTS = {
    "opening": ("petrograd.show('', 'anew')", ".opening:not([hidden])"),
    "by day": ("petrograd.show({at: '1917-11-07T12:00'})", "[data-light=day]"),
    "at dusk": ("petrograd.show({at: '1917-11-07T17:10'})", "[data-light]"),
    "at night": ("petrograd.show({at: '1917-11-08T02:10'})", "[data-light=night]"),
    "a card": ("petrograd.select('ministers_arrested')", ".card .axis"),
    "chapters": ("document.querySelector('.tool.chapters').click()", ".panel .contents"),
    "a chapter": ("document.querySelector('.contents button').click()", ".beside:not([hidden]) h2"),
    "the map in words": ("w", ".account li"),
    "the keys": ("?", ".panel .keys"),
    "the unfolded timeline": ("t", ".unfolded:not([hidden])"),
    "projector": ("petrograd.show({mode: 'projector', event: 'ministers_arrested'})", "[data-mode=projector] .card"),
    "kiosk": ("petrograd.show({mode: 'kiosk', event: ''})", ".curtain:not([hidden])"),
    "a kiosk that is touched": (
        "document.querySelector('.curtain').click()",
        "[data-mode=kiosk] .opening:not([hidden])",
    ),
}
#: what has the focus; what is drawn anew while one tabs on is known by its words
FOCUSED = """() => {
    const node = document.activeElement;
    const {outlineStyle, outlineWidth} = getComputedStyle(node);
    window.known ||= one => `${one.tagName} ${one.id || one.getAttribute('aria-label') || one.textContent}`;
    window.reached ||= new Set();
    const [before, key] = [window.reached.size, window.known(node)];
    window.reached.add(key);
    return {
        body: node === document.body,
        again: window.reached.size === before,
        seen: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
        html: node.outerHTML.slice(0, 90),
    };
}"""
LEFT_OUT = """() => [...document.querySelectorAll('button, a[href], input, select, summary, [tabindex="0"]')]
    .filter(node => node.checkVisibility({visibilityProperty: true}) && !node.disabled && node.tabIndex >= 0)
    .filter(node => !window.reached.has(window.known(node))).map(node => node.outerHTML.slice(0, 90))"""


@pytest.fixture
def page(visitor, saved):
    visitor.page.goto(f"{saved.as_uri()}{NIGHT}")
    visitor.page.wait_for_selector("html[data-fonts=ready][data-shown]", state="attached")
    return visitor.page


def test_axe_finds_nothing_serious_in_any_mode(page):
    found = {}
    for sight, (show, shown) in SIGHTS.items():
        if len(show) == 1:
            page.keyboard.press(show)
        else:
            page.evaluate(f"() => {{ {show}; }}")
        page.wait_for_selector(shown, state="attached")
        violations = Axe().run(page).response["violations"]
        found[sight] = [
            (one["id"], one["nodes"][0]["html"][:120]) for one in violations if one["impact"] in ("serious", "critical")
        ]
    assert {sight: serious for sight, serious in found.items() if serious} == {}


def test_the_tab_key_reaches_everything_and_is_seen(page):
    unseen = []
    for _ in range(400):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if now["body"] and now["again"]:
            break
        if not now["seen"] and not now["body"]:
            unseen.append(now["html"])
    assert page.evaluate(LEFT_OUT) == []
    assert unseen == []


def test_the_map_in_words_says_what_the_map_shows(page):
    page.keyboard.press("w")
    told = page.locator(".account")
    expect(told.locator("li").first).to_be_visible()
    lists = told.locator("ul")
    assert lists.nth(0).locator("li").count() == len(page.evaluate("petrograd.events()"))
    assert lists.nth(1).locator("li").count() == len(page.evaluate("petrograd.actors()"))
    known = [state for state in page.evaluate("petrograd.states()") if state["value"] != "unknown"]
    held = [state for state in known if state["aspect"] == "holder"]
    assert [lists.nth(i).locator("li").count() for i in (2, 3)] == [len(held), len(known) - len(held)]
    expect(lists.nth(0)).to_contain_text("The ministers are arrested, 02:10")


def test_a_screen_reader_hears_the_hour_and_each_step_but_not_the_frames(page):
    voice = page.locator("[aria-live=assertive]")
    page.keyboard.press("h")
    expect(voice).to_contain_text("02:10, 8 November (26 October O.S.). On the map now: ")
    page.keyboard.press("ArrowRight")
    event = page.evaluate("petrograd.state().event")
    title = page.locator(".card h2").inner_text()
    assert event
    expect(voice).to_contain_text(title)
    page.evaluate("""() => {
        window.said = 0;
        const heard = new MutationObserver(() => { window.said += 1; });
        for (const node of document.querySelectorAll('[aria-live]:not([aria-live=off])'))
            heard.observe(node, {subtree: true, childList: true, characterData: true});
        petrograd.play();
    }""")
    page.wait_for_function("start => petrograd.minute > start + 5", arg=page.evaluate("petrograd.minute"))
    assert page.evaluate("() => { petrograd.pause(); return window.said; }") <= 3


def test_who_wants_no_motion_gets_none(visit, saved):
    visitor = visit(1366, 768, reduced_motion="reduce")
    page = visitor.page
    page.goto(f"{saved.as_uri()}{NIGHT}")
    page.wait_for_selector("html[data-fonts=ready][data-shown]", state="attached")
    zoom = page.evaluate("petrograd.map.getZoom()")
    page.keyboard.press("+")
    assert page.evaluate("petrograd.map.getZoom()") > zoom
    page.evaluate("petrograd.select('ministers_arrested')")
    expect(page.locator(".card h2")).to_be_visible()
    assert page.evaluate("document.getAnimations().filter(({playState}) => playState === 'running').length") == 0


def test_letters_twice_as_large_break_nothing(visit, saved):
    """As a browser's zoom of 200 per cent on a laptop leaves it."""
    page = visit(683, 384, device_scale_factor=2).page
    page.goto(f"{saved.as_uri()}{NIGHT}")
    page.wait_for_selector("html[data-fonts=ready][data-shown]", state="attached")
    expect(page.locator(".time")).to_be_in_viewport()
    expect(page.locator(".slider")).to_be_in_viewport()
    page.evaluate("petrograd.select('ministers_arrested')")
    expect(page.locator(".card h2")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 683
