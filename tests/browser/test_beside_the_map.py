"""The pages beside the map in a browser: on three screens, by keyboard, for a screen reader, in two languages."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from petrograd1917 import index

PAGES = ("sources", "disagreements", "places", "people", "table", "trust")
SCREENS = ((1920, 1080), (1366, 768), (390, 844))


def opened(visitor, server, address: str) -> Page:
    visitor.page.goto(f"{server.url}/{address}")
    expect(visitor.page.locator(".leaf h1")).to_be_visible(timeout=60_000)
    # what is set last on the page stands too
    visitor.page.wait_for_selector("[data-test-script-state=notRunning]", timeout=60_000)
    return visitor.page


def unfolded(page: Page) -> Page:
    """The page with all open that opens, so that its contents are looked at too."""
    page.evaluate("document.querySelectorAll('details').forEach((node) => (node.open = true))")
    return page


def serious(page: Page) -> list[tuple]:
    """What axe finds that keeps somebody from reading."""
    return [
        (rule["id"], node["target"], node["failureSummary"])
        for rule in Axe().run(page).response["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("address", PAGES)
def test_a_page_is_for_everyone_on_every_screen(server, visitor, address, lang):
    page = unfolded(opened(visitor, server, f"{address}?lang={lang}"))
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        main = "document.querySelector('[data-testid=stMain]')"
        page.wait_for_function(f"innerWidth === {width} && {main}.scrollWidth <= {main}.clientWidth")
        beyond = page.evaluate("""() => [...document.querySelectorAll('.leaf *')]
            .filter((node) => !node.closest('.unseen') && node.getBoundingClientRect().right > innerWidth + 1)
            .map((node) => node.outerHTML.slice(0, 120))""")
        assert beyond == []
    assert serious(page) == []


def test_a_word_of_the_time_opens_by_key_and_closes(server, visitor):
    page = opened(visitor, server, "table?find=fortress")
    term = page.locator(".term", has_text="MRC").first
    term.focus()
    page.keyboard.press("Enter")
    meaning = page.locator(".meaning:popover-open")
    expect(meaning).to_contain_text("Military Revolutionary Committee")
    page.keyboard.press("Escape")
    expect(meaning).to_have_count(0)
    expect(term).to_be_focused()


def test_a_link_leads_to_the_event_on_the_map_in_the_same_language(server, visitor):
    page = opened(visitor, server, "table?lang=ru&find=8%20ноября&kind=arrest&episode=october")
    page.get_by_role("link", name="Арест министров").click()
    state = visitor.stage().evaluate("petrograd.state()")
    assert (state["event"], state["lang"], state["at"]) == ("ministers_arrested", "ru", "1917-11-08T02:10")


def test_the_language_holds_for_pages_and_map(server, visitor):
    visitor.go(f"{server.url}/?at=1917-11-07T02:10")
    page = visitor.page
    page.get_by_role("link", name="Sources", exact=True).click()
    page.get_by_role("radio", name="Ру").click()
    expect(page.get_by_role("heading", name="Источники", exact=True)).to_be_visible()
    page.get_by_role("link", name="Карта", exact=True).click()
    stage = visitor.stage()
    state = stage.evaluate("petrograd.state()")
    assert (state["lang"], state["at"]) == ("ru", "1917-11-07T02:10")
    stage.evaluate("petrograd.show({lang: 'en'})")
    page.get_by_role("link", name="Places", exact=True).click()
    expect(page.get_by_role("heading", name="Places", exact=True)).to_be_visible()


def test_the_address_of_a_search_is_a_link(server, visitor):
    page = opened(visitor, server, "places")
    page.get_by_role("searchbox").fill("Эрмитаж")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Places found for “Эрмитаж”")).to_be_visible()
    page.wait_for_function("new URLSearchParams(location.search).get('find') === 'Эрмитаж'")
    page.reload()
    expect(page.get_by_text("Places found for “Эрмитаж”")).to_be_visible(timeout=60_000)
    expect(page.locator("#place-winter_palace")).to_have_attribute("open", "")


def test_filters_narrow_and_what_is_shown_can_be_taken(chronicle, server, visitor):
    told = len(index.events(chronicle, index.Wanted(source="knox")))
    page = opened(visitor, server, "table")
    page.get_by_role("combobox", name="Source").fill("Knox")
    page.keyboard.press("Enter")
    expect(page.locator(".record tbody tr:not(.day)")).to_have_count(told)
    page.wait_for_function("new URLSearchParams(location.search).get('source') === 'knox'")
    with page.expect_download() as taking:
        page.get_by_role("button", name="Take these as CSV").click()
    assert taking.value.suggested_filename == "petrograd1917.csv"
    assert len(taking.value.path().read_text("utf-8-sig").splitlines()) == 1 + told


def test_bars_of_different_kinds_look_different(server, visitor):
    """Shape, not colour alone: a full bar, a line with ends, a dashed box, an arrow."""
    page = opened(visitor, server, "disagreements")
    looks = page.evaluate("""() => ['hour', 'unhoured', 'uncounted'].map((form) => {
        const style = getComputedStyle(document.querySelector(`.chart .bar.${form}:not(.open-left):not(.open-right)`));
        return [style.height, style.borderTopStyle, style.borderLeftWidth];
    })""")
    assert len({tuple(look) for look in looks}) == 3
    for bar in page.locator(".chart .bar.open-left, .chart .bar.open-right").all():
        assert bar.evaluate("(node) => getComputedStyle(node).clipPath").startswith("polygon")


def test_a_question_is_one_press_away(server, visitor):
    page = opened(visitor, server, "disagreements")
    page.locator(".asked summary").last.click()
    page.get_by_role("link", name="At what minute was the Main Post Office taken?").click()
    heading = page.get_by_role("heading", name="At what minute was the Main Post Office taken?")
    expect(heading).to_be_in_viewport()
    # below the line of navigation, not under it
    page.wait_for_function(
        "document.querySelector('#question-post_office_minute').getBoundingClientRect().top >= 40 - 1",
    )


def test_a_source_s_own_map_opens_under_its_lens(server, visitor):
    page = opened(visitor, server, "sources")
    page.get_by_role("link", name="The map as Reed tells it").click()
    state = visitor.stage().evaluate("petrograd.state()")
    assert (state["source"], state["event"]) == ("reed", "")
