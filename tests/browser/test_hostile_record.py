"""Text from a table is text: it becomes neither markup nor script, and it does not blank the map."""

import csv
import re
import sys
from pathlib import Path

from driving import Server, free_port
from playwright.sync_api import expect

HOSTILE = (
    "`${alert(1)}` </script><script>alert(2)</script> <b onmouseover=alert(3)>bold</b> {{ 7*7 }} $x^2$ **a** \\ '\""
)


def change(folder: Path, table: str, row_id: str, column: str, value: str) -> None:
    file = folder / f"{table}.csv"
    with file.open(encoding="utf-8", newline="") as open_file:
        rows = list(csv.DictReader(open_file))
    next(row for row in rows if next(iter(row.values())) == row_id)[column] = value
    with file.open("w", encoding="utf-8", newline="") as open_file:
        writer = csv.DictWriter(open_file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def serving(folder: Path) -> Server:
    server = Server(free_port(), command=[sys.executable, "-m", "petrograd1917", "serve", "--data", str(folder)])
    server.start()
    return server


def test_hostile_words(whole_record, visitor):
    for table, row_id, column in (
        ("events", "ministers_arrested", "title"),
        ("events", "ministers_arrested", "summary"),
        ("places", "winter_palace_small_dining_room", "name"),
        ("sources", "reed", "short"),
        ("actors", "lenin", "name"),
    ):
        change(whole_record, table, row_id, column, HOSTILE)
    escaped = re.sub(r"([!-/:-@\[-`{-~])", r"\\\1", HOSTILE)
    tour = f"# {escaped}\n\n## [{escaped}](?at=1917-11-08T02:10)\n\n[{escaped}](?event=ministers_arrested) {escaped}\n"
    (whole_record / "chapters" / "0_hostile.md").write_text(tour, "utf-8")
    server = serving(whole_record)
    try:
        stage = visitor.go(f"{server.url}/?at=1917-11-08T02:10&event=ministers_arrested")
        expect(stage.locator(".card h2")).to_have_text(HOSTILE)
        expect(stage.locator(".card .summary")).to_have_text(HOSTILE)
        assert stage.locator("b[onmouseover], main script").count() == 0
        visitor.page.keyboard.press("n")
        stage.locator(".contents button").first.click()
        expect(stage.locator(".told h2")).to_have_text(HOSTILE)
        expect(stage.locator(".told p").last).to_have_text(f"{HOSTILE} {HOSTILE}")
        assert stage.locator("b[onmouseover], main script").count() == 0
        for address, where in (
            ("sources", "h3"),
            ("people", ".names b"),
            ("table", ".record a"),
            ("places", ".names b"),
        ):
            visitor.page.goto(f"{server.url}/{address}")
            shown = visitor.page.locator(where, has_text="alert(2)").first
            expect(shown).to_have_text(HOSTILE, timeout=60_000)
            assert visitor.page.locator("b[onmouseover], .leaf script").count() == 0
    finally:
        server.kill()


def test_a_broken_record_shows_what_to_mend_and_no_map(whole_record, visitor):
    change(whole_record, "events", "ministers_arrested", "start", "1917-11-31T02:10")
    server = serving(whole_record)
    try:
        visitor.page.goto(server.url)
        expect(visitor.page.get_by_role("heading", name="The record needs mending")).to_be_visible(timeout=60_000)
        expect(visitor.page.get_by_text("events.csv, row")).to_contain_text("column start")
        assert visitor.page.locator("iframe").count() == 0
    finally:
        server.kill()
