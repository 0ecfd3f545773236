"""The site as visitors get it: under a path of a plain web server, with everything beyond this machine cut off."""

import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from driving import free_port
from playwright.sync_api import Page, expect
from test_scrubbing import said, told

from petrograd1917.moment import from_minute, parse, to_minute
from petrograd1917.scene import scene_at
from petrograd1917.site import contents

ANSWER = "({events: petrograd.events(), actors: petrograd.actors(), states: petrograd.states()})"
REFUSED = "addEventListener('securitypolicyviolation', ({blockedURI}) => console.error(`refused: ${blockedURI}`));"


#: where the tests go; a whole site takes longer to make than to walk through
PAGES = ("index.html", "event/ministers_arrested.html")
WALKED = {"index.html", "pictures/en/eve.png", *(f"{lang}/{page}" for lang in ("en", "ru") for page in PAGES)}


@pytest.fixture(scope="module")
def address(chronicle, tmp_path_factory) -> Iterator[str]:
    """The site where `python -m http.server` serves it, two folders below its root."""
    root, path = tmp_path_factory.mktemp("www"), "museum/1917/"
    for name, make in contents(chronicle).items():
        if name in WALKED or name.startswith("assets/"):
            file = root / path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(make())
    url = f"http://127.0.0.1:{(port := free_port())}"
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(root)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        end = time.monotonic() + 20
        while True:
            try:
                urllib.request.urlopen(url, timeout=1).close()
                break
            except (urllib.error.URLError, OSError):
                assert time.monotonic() < end, "the server did not start"
        yield f"{url}/{path}"
        server.terminate()


@pytest.fixture
def page(visitor) -> Page:
    """A window to whose errors belong the lines of its console and whatever its policy refuses."""
    visitor.page.add_init_script(REFUSED)
    visitor.page.on("console", lambda line: line.type == "error" and visitor.errors.append(line.text))
    return visitor.page


def stage(page: Page) -> Page:
    page.locator("html[data-fonts=ready][data-shown]").wait_for(state="attached", timeout=60_000)
    return page


def test_from_a_page_to_the_map_at_its_minute_and_back(address, page):
    page.goto(f"{address}en/event/ministers_arrested.html")
    expect(page.locator("h1")).to_have_text("The ministers are arrested")
    assert page.evaluate("document.fonts.load('16px PT Serif').then((faces) => faces.length)") == 1
    page.locator(".term", has_text="Provisional Government").click()
    expect(page.locator(".meaning:popover-open")).to_contain_text("cabinet")
    serious = [
        rule["id"] for rule in Axe().run(page).response["violations"] if rule["impact"] in ("serious", "critical")
    ]
    assert serious == []
    page.get_by_role("link", name="The map at this minute").click()
    state = stage(page).evaluate("petrograd.state()")
    assert (state["at"], state["event"], state["lang"]) == ("1917-11-08T02:10", "ministers_arrested", "en")
    expect(page.locator(".card")).to_contain_text("Antonov-Ovseenko")
    seen = page.locator(".leaflet-container").bounding_box()
    mark = page.locator(".event-icon.selected").bounding_box()
    assert seen["x"] <= mark["x"] <= seen["x"] + seen["width"] and seen["y"] <= mark["y"] <= seen["y"] + seen["height"]
    page.get_by_role("link", name="The event’s own page").click()
    expect(page).to_have_url(f"{address}en/event/ministers_arrested.html")
    page.get_by_role("link", name="Ру").click()
    expect(page.locator("h1")).to_have_text("Арест министров")
    page.get_by_role("link", name="Карта в эту минуту").click()
    stage(page).wait_for_function("() => petrograd.state().lang === 'ru'")


def test_the_map_scrubs_and_fetches_what_is_wanted_later(chronicle, address, page):
    page.goto(address)
    stage(page)
    minute = to_minute(parse("1917-11-07T02:00"))
    page.locator(".slider").fill(str(minute))
    assert page.evaluate("petrograd.minute") == minute
    assert told(page.evaluate(ANSWER)) == said(scene_at(chronicle, from_minute(minute)))
    page.wait_for_function("() => location.hash.includes('at=1917-11-07T02:00')")
    page.keyboard.press("t")
    expect(page.locator(".unfolded")).to_be_visible()
    page.get_by_role("button", name="Chapters").click()
    expect(page.get_by_text("First night: the city").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Page by page").click()
    expect(page.locator("h1")).to_have_text("The record, page by page")


def test_without_scripts_the_door_leads_to_the_pages(address, visit):
    page = visit(390, 844, java_script_enabled=False).page
    page.goto(address)
    assert page.locator(".record").bounding_box()["width"] <= 390
    assert page.locator(".record img").bounding_box()["width"] < 390
    page.get_by_role("link", name="Запись по страницам").click()
    expect(page.locator("h1")).to_have_text("Запись по страницам")
