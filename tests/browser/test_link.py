"""The address is the state: links, broken links, reloads, other pages and back, a server that dies."""

from driving import Server, free_port
from playwright.sync_api import expect


def test_a_link_opens_its_minute(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-07T02:00&c=59.9331,30.3000,15&lang=ru&layers=force,holders")
    state = stage.evaluate("petrograd.state()")
    assert (state["at"], state["lang"], state["layers"]) == ("1917-11-07T02:00", "ru", ["force", "holders"])
    assert [round(value, 3) for value in state["c"]] == [59.933, 30.3, 15]
    expect(stage.locator(".opening")).to_be_hidden()


def test_a_broken_link_opens_the_beginning_and_says_so(server, visitor):
    stage = visitor.go(f"{server.url}/?at=yesterday&lang=ru")
    assert stage.evaluate("petrograd.state().at") == "1917-11-06T18:00"
    problem = stage.locator(".problem")
    expect(problem).to_have_count(1)
    expect(problem).to_contain_text("«yesterday»")


def test_hostile_links_are_only_text(server, visitor):
    stage = visitor.go(f"{server.url}/?event=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&at=%60%24%7B1%7D%60")
    expect(stage.locator(".problem")).to_have_count(2)
    expect(stage.locator(".problem img")).to_have_count(0)


def test_the_address_follows_and_a_reload_keeps_it(server, visitor):
    stage = visitor.go(server.url)
    stage.evaluate("petrograd.show({at: '1917-11-07T21:40', event: 'congress_opens', cal: 'old'})")
    visitor.page.wait_for_function("location.search.includes('21:40') && location.search.includes('cal=old')")
    visitor.page.reload()
    state = visitor.stage().evaluate("petrograd.state()")
    assert (state["at"], state["event"], state["cal"]) == ("1917-11-07T21:40", "congress_opens", "old")


def test_moving_adds_no_history(server, visitor):
    stage = visitor.go(server.url)
    before = visitor.page.evaluate("history.length")
    stage.evaluate("petrograd.seek(petrograd.minute + 77)")
    visitor.page.wait_for_function("location.search.includes('19:17')")
    assert visitor.page.evaluate("history.length") == before


def test_the_picture_of_this_moment_is_taken_on_the_page_export(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-08T02:00&c=59.9420,30.3140,15")
    stage.evaluate("petrograd.seek(petrograd.minute + 10)")
    visitor.page.keyboard.press("s")
    visitor.page.wait_for_url("**/export?at=1917-11-08T02:10&c=59.9420,30.3140,15")
    expect(visitor.page.locator(".preview figcaption")).to_contain_text("02:10, 8 November", timeout=60_000)
    assert "The ministers are arrested" in visitor.page.locator(".preview img").get_attribute("alt")


def test_another_page_and_back_shows_the_same_minute(server, visitor):
    stage = visitor.go(server.url)
    stage.evaluate("petrograd.show({at: '1917-11-07T13:05', lang: 'ru'})")
    visitor.page.wait_for_function("location.search.includes('13:05')")
    visitor.page.get_by_role("link", name="Источники").click()
    expect(visitor.page.get_by_role("heading", name="Источники")).to_be_visible()
    visitor.page.get_by_role("link", name="Карта", exact=True).click()
    state = visitor.stage().evaluate("petrograd.state()")
    assert (state["at"], state["lang"]) == ("1917-11-07T13:05", "ru")
    visitor.page.wait_for_function("location.search.includes('13:05')")


def test_a_killed_server_comes_back_to_the_same_minute(visitor):
    mortal = Server(free_port())
    mortal.start()
    try:
        stage = visitor.go(f"{mortal.url}/?at=1917-11-06T20:00")
        stage.evaluate("window.mark = 'the same frame'; petrograd.seek(petrograd.minute + 125)")
        visitor.page.wait_for_function("location.search.includes('22:05')")
        mortal.kill()
        stage.evaluate("petrograd.seek(petrograd.minute + 5)")
        with visitor.page.expect_websocket(timeout=60_000):
            mortal.start()
        stage.evaluate("petrograd.seek(petrograd.minute + 1)")
        visitor.page.wait_for_function("location.search.includes('22:11')", timeout=30_000)
        visitor.page.get_by_role("link", name="Sources").click(timeout=60_000)
        expect(visitor.page.get_by_role("heading", name="Sources", exact=True)).to_be_visible(timeout=60_000)
        visitor.page.get_by_role("link", name="Map", exact=True).click()
        assert visitor.stage().evaluate("petrograd.state().at") == "1917-11-06T22:11"
    finally:
        mortal.kill()


def test_a_page_s_own_address_opens_that_page(visitor):
    """Even for the very first visitor of a server."""
    fresh = Server(free_port())
    fresh.start()
    try:
        visitor.page.goto(f"{fresh.url}/disagreements")
        expect(visitor.page.get_by_role("heading", name="Where the sources disagree")).to_be_visible(timeout=60_000)
        expect(visitor.page.get_by_role("link", name="Map", exact=True)).to_be_visible()
    finally:
        fresh.kill()
