"""The page of one's own events in a browser: what is dropped is understood, asked about, mended, and harmless."""

import csv
import io
import json
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from driving import FRAME
from playwright.sync_api import Locator, Page, TimeoutError, expect

CASES = Path(__file__).resolve().parents[1] / "cases"
HEADER = "id,title,description,start,end,calendar,lat,lon,place,category,source"
#: each would set `pwned`, ask for an address, or change what is shown, were it more than text
HOSTILE = [
    "</script><script>globalThis.pwned=1</script>",
    "');globalThis.pwned=1;//",
    '<img src="http://example.org/x" onerror="globalThis.pwned=1">',
    "<svg onload=globalThis.pwned=1>",
    "[link](javascript:globalThis.pwned=1) ![x](http://example.org/x)",
    "`${globalThis.pwned=1}` {{ 7*7 }} {% raw %}",
    "$\\href{javascript:globalThis.pwned=1}{x}$ :red[x] :material/home:",
    "=HYPERLINK(1) **bold** _it_ ~x~ # head",
    "\u202egpj.exe مرحبا",
]


def opened(visitor, server, query: str = "") -> Page:
    visitor.page.add_init_script("globalThis.alert = () => { globalThis.pwned = 1; };")
    visitor.page.goto(f"{server.url}/your_events{query}")
    expect(visitor.page.locator(".leaf h1")).to_be_visible(timeout=60_000)
    return visitor.page


def drop(page: Page, content: str | bytes, name: str = "mine.csv") -> None:
    payload = content if isinstance(content, bytes) else content.encode()
    page.set_input_files("input[type=file]", {"name": name, "mimeType": "text/csv", "buffer": payload})
    expect(page.locator(".leaf .found")).to_be_visible(timeout=60_000)


def row(number: int, **cells: str) -> str:
    good = {
        "id": f"e{number}",
        "title": "Rain",
        "start": "1917-11-07T10:00",
        "calendar": "new",
        "lat": "59.94",
        "lon": "30.31",
    }
    said = {**good, **cells}
    return ",".join('"' + said.get(name, "").replace('"', '""') + '"' for name in HEADER.split(","))


def settled(page: Page) -> None:
    expect(page.locator("[data-stale=true]")).to_have_count(0)


def choose(page: Page, label: str, sought: str, option: str) -> Locator:
    """Type into a box and open its list; again where the map's first report drew the page anew under the hand."""
    box = page.get_by_role("combobox", name=label)
    found = page.get_by_role("option", name=option).first
    for _ in range(5):
        box.scroll_into_view_if_needed()
        box.fill(sought)
        box.press("ArrowDown")
        with suppress(TimeoutError):
            found.wait_for(timeout=5_000)
            break
    return found


def taken(page: Page, name: str) -> bytes:
    with page.expect_download() as taking:
        page.get_by_role("button", name=name, exact=True).click()
    return Path(taking.value.path()).read_bytes()


def test_good_rows_are_listed_and_bad_ones_can_be_taken_and_mended(server, visitor):
    page = opened(visitor, server)
    drop(page, (CASES / "B098_duplicate_ids.csv").read_bytes())
    expect(page.locator(".leaf .found")).to_have_text("2 events load at 2 places, 3 rows stay out.")
    expect(page.locator(".own tbody tr")).to_have_count(2)
    expect(page.locator(".findings").first).to_contain_text("same id as row 2")
    rejected = taken(page, "Take the rows that stay out").decode("utf-8-sig")
    assert [line["problem_row"] for line in csv.DictReader(io.StringIO(rejected))] == ["3", "5", "6"]
    assert b"title missing" in taken(page, "Take the list of findings")


def test_what_is_ambiguous_is_asked_once_and_answered(server, visitor):
    page = opened(visitor, server)
    drop(page, (CASES / "B129_kml_lat_lon_swapped.kml").read_bytes(), "swapped.kml")
    expect(page.locator(".leaf .found")).to_contain_text("Nothing loads yet")
    page.get_by_role("button", name="Exchange them").click()
    expect(page.locator(".leaf .found")).to_contain_text("2 events load at 2 places")
    expect(page.locator(".own")).to_contain_text("59.9404 N, 30.3138 E")


def test_other_headings_are_guessed_shown_and_confirmed(server, visitor):
    page = opened(visitor, server)
    drop(page, "Название;Дата;Широта;Долгота\nСобрание;1917-10-25;59,9464;30,3966\n".encode("cp1251"))
    expect(page.get_by_role("combobox", name="title")).to_have_value("Название")
    page.get_by_role("button", name="Old Style").click()
    settled(page)
    page.get_by_role("button", name="Number them").click()
    settled(page)
    page.get_by_role("button", name="Read it so").click()
    expect(page.locator(".own tbody tr")).to_contain_text("7 November (25 October O.S.) 1917")
    expect(page.locator(".own tbody tr")).to_contain_text("Собрание")


def test_a_place_is_offered_with_its_error_and_never_taken_by_itself(server, visitor):
    page = opened(visitor, server)
    drop(page, "\n".join([HEADER, row(1, lat="", lon="", place="Smolny")]))
    expect(page.locator(".leaf .found")).to_contain_text("1 event loads at 0 places")
    choose(page, "Smolny", "Smolny", "Smolny").click()
    expect(page.locator(".leaf .found")).to_contain_text("1 event loads at 1 place")
    expect(page.locator(".own tbody tr")).to_contain_text("± ")


def test_a_place_can_be_pointed_at_on_the_map_and_is_saved_with_the_project(server, visitor):
    page = opened(visitor, server)
    drop(page, "\n".join([HEADER, row(1, lat="", lon="", title="=1+1")]))
    frame = page.frame_locator(FRAME)
    expect(frame.locator(".leaflet-image-layer")).to_be_visible(timeout=60_000)
    frame.locator(".leaflet-container").click(position={"x": 300, "y": 200})
    page.get_by_role("button", name="Put it at").click()
    expect(page.locator(".own tbody tr")).to_contain_text("± 50 m")
    project = taken(page, "Save the project")
    table = zipfile.ZipFile(io.BytesIO(project)).read("events.csv").decode("utf-8-sig")
    (saved,) = csv.DictReader(io.StringIO(table, newline=""))
    assert saved["title"] == "'=1+1" and saved["located_by"] == "pointed at on the map"
    page.get_by_role("button", name="Put this file away").click()
    expect(page.locator(".own")).to_have_count(0)
    drop(page, project, "my-events.zip")
    expect(page.locator(".own tbody tr")).to_contain_text("± 50 m")
    expect(page.locator(".own tbody th")).to_have_text("=1+1")


def test_hostile_texts_are_shown_as_typed_and_nothing_runs(server, visitor):
    page = opened(visitor, server)
    rows = [
        row(
            n,
            title=text,
            description=text,
            place=text,
            category=text,
            source=text,
            lat="" if n % 2 else "59.94",
            lon="" if n % 2 else "30.3",
        )
        for n, text in enumerate(HOSTILE)
    ]
    bad = [row(90 + n, start=text, title=text) for n, text in enumerate(HOSTILE)]
    drop(page, "\n".join([HEADER, *rows, *bad]), "<img src=x onerror=globalThis.pwned=1>.csv")
    for n, text in enumerate(HOSTILE):
        assert page.locator(".own tbody tr").nth(n).locator("th bdi").first.inner_text() == text
        assert page.locator(".findings td bdi", has_text=text[:12]).count() > 0
    expect(page.frame_locator(FRAME).locator(".leaflet-image-layer")).to_be_visible(timeout=60_000)
    for text in HOSTILE:
        expect(choose(page, "Event", text, text)).to_have_text(text)
    page.keyboard.press("Escape")
    assert page.locator(".leaf img, .leaf script, .leaf svg, .leaf a[href^=javascript]").count() == 0
    for frame in page.frames:
        assert frame.evaluate("typeof globalThis.pwned") == "undefined"


def test_hostile_headings_and_questions(server, visitor):
    page = opened(visitor, server)
    drop(page, ",".join(f'"{text.replace(chr(34), chr(34) * 2)}"' for text in HOSTILE[:6]) + "\n1,2,3,4,5,6\n")
    expect(page.locator(".findings").first).to_be_visible()
    assert page.evaluate("typeof globalThis.pwned") == "undefined"


def test_no_session_sees_anothers_events(server, visit):
    mine = opened(visit(), server)
    drop(mine, "\n".join([HEADER, row(1, title="My secret street")]))
    expect(mine.locator(".own")).to_contain_text("My secret street")
    other = opened(visit(), server)
    settled(other)
    assert "secret" not in other.content()
    expect(other.locator(".own")).to_have_count(0)


def test_events_stay_while_other_pages_are_visited(server, visitor):
    page = opened(visitor, server)
    drop(page, "\n".join([HEADER, row(1)]))
    page.get_by_role("link", name="Places", exact=True).click()
    expect(page.get_by_role("heading", name="Places", exact=True)).to_be_visible()
    page.get_by_role("link", name="Your events", exact=True).click()
    expect(page.locator(".own tbody tr")).to_have_count(1, timeout=60_000)


def test_the_limits_are_said_before_and_at_them(server, visitor):
    page = opened(visitor, server)
    expect(page.get_by_text("At most 20 MB and 50,000 rows")).to_be_visible()
    many = "\n".join(["id,title,start,calendar,lat,lon", *(f"{n},T,1917-11-07,new,59.94,30.31" for n in range(50_001))])
    drop(page, many)
    expect(page.locator(".findings")).to_contain_text("more than 50,000 rows")


def test_fifty_thousand_events_are_listed_page_by_page(server, visitor):
    page = opened(visitor, server)
    many = "\n".join(
        ["id,title,start,calendar,lat,lon", *(f"{n},Title {n},1917-11-07,new,59.94,30.31" for n in range(50_000))]
    )
    drop(page, many)
    expect(page.locator(".leaf .found")).to_contain_text("50000 events load at 1 place", timeout=60_000)
    expect(page.locator(".own tbody tr")).to_have_count(50)
    page.get_by_role("spinbutton", name="Page of 1000").fill("1000")
    page.keyboard.press("Enter")
    expect(page.locator(".own tbody tr").last).to_contain_text("Title 49999")


@pytest.mark.parametrize(("lang", "width", "height"), [("en", 1366, 768), ("ru", 390, 844), ("en", 1920, 1080)])
def test_three_screens(server, visit, lang, width, height):
    page = opened(visit(width, height), server, f"?lang={lang}")
    drop(page, (CASES / "B087_decimal_mark_lost.csv").read_bytes())
    expect(page.locator(FRAME)).to_be_visible(timeout=60_000)
    settled(page)
    main = "document.querySelector('[data-testid=stMain]')"
    assert page.evaluate(f"{main}.scrollWidth - {main}.clientWidth") <= 0
    found = Axe().run(page).response["violations"]
    serious = [
        (rule["id"], node["target"])
        for rule in found
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
    assert serious == []


def test_the_record_is_handed_out_in_every_format(server, visitor):
    visitor.page.goto(f"{server.url}/table?episode=july&kind=march")
    expect(visitor.page.locator(".record")).to_be_visible(timeout=60_000)
    rows = visitor.page.locator(".record tbody tr:not(.day)").count()
    collection = json.loads(taken(visitor.page, "Take these as GeoJSON"))
    assert len(collection["features"]) == rows
    assert zipfile.is_zipfile(io.BytesIO(taken(visitor.page, "Take these as XLSX")))
