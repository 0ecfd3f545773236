"""Text from a table is text: it becomes neither markup nor script, and it does not blank the map."""

import os

from conftest import ROOT, Server, free_port
from playwright.sync_api import expect

from petrograd1917.home import DATA_VARIABLE

HOSTILE = "`${alert(1)}` </script><script>alert(2)</script> <b onmouseover=alert(3)>bold</b> {{ 7*7 }} $x^2$ **a** \\ '\""


def test_hostile_words(record_copy, visitor):
    for table, row, column in (
        ("events", "ministers_arrested", "title"),
        ("events", "ministers_arrested", "summary"),
        ("places", "winter_palace_small_dining_room", "name"),
        ("sources", "reed", "short"),
        ("actors", "lenin", "name"),
    ):
        record_copy.change(table, row, column, HOSTILE)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), DATA_VARIABLE: str(record_copy.folder)}
    command = ["petrograd1917", "serve", "--data", str(record_copy.folder)]
    server = Server(free_port(), command=[os.sys.executable, "-m", *command], environment=environment)
    server.start()
    try:
        stage = visitor.go(f"{server.url}/?at=1917-11-08T02:10&event=ministers_arrested")
        expect(stage.locator(".card h2")).to_have_text(HOSTILE)
        expect(stage.locator(".card .summary")).to_have_text(HOSTILE)
        assert stage.locator("b[onmouseover], main script").count() == 0
        visitor.page.goto(f"{server.url}/sources")
        expect(visitor.page.get_by_text("alert(2)").first).to_be_visible(timeout=60_000)
        assert visitor.page.locator("b[onmouseover]").count() == 0
    finally:
        server.kill()


def test_a_broken_record_shows_what_to_mend_and_no_map(record_copy, visitor):
    record_copy.change("events", "ministers_arrested", "start", "1917-11-31T02:10")
    server = Server(free_port(), command=[os.sys.executable, "-m", "petrograd1917", "serve", "--data", str(record_copy.folder)])
    server.start()
    try:
        visitor.page.goto(server.url)
        expect(visitor.page.get_by_role("heading", name="The record needs mending")).to_be_visible(timeout=60_000)
        expect(visitor.page.get_by_text("events.csv, row")).to_contain_text("column start")
        assert visitor.page.locator("iframe").count() == 0
    finally:
        server.kill()
