import io
import zipfile
from datetime import datetime, time

import openpyxl
import pytest
from flat import HEADER

GOOD = ["e1", "Rain", "x", datetime(1917, 11, 7, 10), None, "new", 59.9404, 30.3138, "Smolny", "test", "s"]


def book(*rows: list, before: int = 0, **changed: object) -> openpyxl.Workbook:
    made = openpyxl.Workbook()
    sheet = made.active
    for _ in range(before):
        sheet.append(["My diary"])
    sheet.append(HEADER.split(","))
    for row in rows or [GOOD]:
        sheet.append(row)
    return made


def content(made: openpyxl.Workbook) -> bytes:
    out = io.BytesIO()
    made.save(out)
    return out.getvalue()


def differing(**cells: object) -> list:
    return [cells.get(name, value) for name, value in zip(HEADER.split(","), GOOD)]


def test_a_table(take):
    (event,) = take(content(book()), "mine.xlsx").events
    assert (event.id, str(event.start), event.point) == ("e1", "1917-11-07T10:00", (59.9404, 30.3138))


def test_the_content_tells_the_format_and_not_the_name(take):
    assert len(take(content(book()), "mine.csv").events) == 1


def test_midnight_is_an_hour_where_the_cell_shows_one(take):
    made = book(differing(start=datetime(1917, 11, 7)), differing(id="e2", start=datetime(1917, 11, 7)))
    made.active["D2"].number_format, made.active["D3"].number_format = "yyyy-mm-dd hh:mm", '"on" dd.mm.yyyy'
    assert [str(event.start) for event in take(content(made)).events] == ["1917-11-07T00:00", "1917-11-07"]


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        (6521, "write 1917-11-07"),
        (1917, "day is missing"),
        (19171107, "write as 1917-11-07"),
        (time(2, 10), "without a date"),
    ],
)
def test_what_people_type_instead_of_dates(take, start, reason):
    assert reason in take(content(book(differing(start=start)))).errors[0].message


def test_a_coordinate_that_became_a_date(take):
    assert "made a date of this number" in take(content(book(differing(lat=datetime(1917, 12, 30))))).errors[0].message


def test_decimal_commas_as_text(take):
    result = take(content(book(differing(lat="59,9404", lon="30,3138"))))
    assert result.events[0].point == (59.9404, 30.3138)


def test_numbers_and_truth_in_text_columns_are_text(take):
    made = book(differing(id=7, title=True, place=1917, category=1.5))
    made.active["A2"].number_format = "000"
    (event,) = take(content(made)).events
    assert (event.id, event.title, event.place, event.category) == ("007", "true", "1917", "1.5")


def test_errors_of_the_spreadsheet(take):
    result = take(content(book(differing(lat="#N/A", start="#REF!"))))
    assert ["spreadsheet error text" in error.message for error in result.errors] == [True, True]


def test_a_formula_without_its_result_is_not_blank(take):
    result = take(content(book(differing(end="=D2+1"))))
    assert "result of this formula is not stored" in result.errors[0].message
    assert result.errors[0].column == "end"


def test_a_title_above_the_header(take):
    result = take(content(book(before=2)))
    assert result.events[0].row == 4
    assert "header was found in row 3" in result.warnings[0].message


def test_several_tables_are_asked_about(take):
    made = book()
    second = made.create_sheet("July")
    second.append(HEADER.split(","))
    second.append(differing(id="july"))
    asked = take(content(made))
    assert not asked.events
    assert asked.questions[0].choices == ("Sheet", "July")
    assert take(content(made), sheet="July").events[0].id == "july"


def test_a_sheet_of_notes_is_said_to_be_left_out(take):
    made = book()
    made.create_sheet("Notes").append(["to do"])
    assert "only the sheet “Sheet” was read, not “Notes”" in take(content(made)).warnings[0].message


def test_a_cell_beyond_the_header(take):
    assert "12 cells where the header has 11" in take(content(book([*GOOD, "stray"]))).errors[0].message


def test_a_row_far_below_and_a_column_far_right_cost_nothing(take):
    made = book()
    made.active["A1048576"], made.active["XFD2"] = "last", "far"
    result = take(content(made))
    assert [error.row for error in result.errors] == [1_048_576] * len(result.errors)


def test_more_rows_than_the_limit(take, allow):
    allow(rows=10)
    made = openpyxl.Workbook(write_only=True)
    sheet = made.create_sheet()
    sheet.append(["id", "title", "start"])
    for number in range(11):
        sheet.append([number])
    assert "more than 10 rows" in take(content(made)).errors[0].message


def repacked(original: bytes, member: str, replacement: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(original)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, replacement if name == member else old.read(name))
    return out.getvalue()


BOMB = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><x>&b;</x>'


@pytest.mark.parametrize(
    "broken",
    [
        lambda whole: whole[: len(whole) // 2],
        lambda whole: repacked(whole, "xl/workbook.xml", b"<nonsense/>"),
        lambda whole: repacked(whole, "xl/worksheets/sheet1.xml", BOMB),
        lambda whole: repacked(whole, "xl/worksheets/sheet1.xml", b""),
        lambda whole: repacked(whole, "xl/styles.xml", b"<" * 99),
        lambda whole: repacked(whole, "xl/worksheets/sheet1.xml", b"\0" * 80_000_000),
    ],
    ids=["cut off", "no workbook", "entities", "empty sheet", "broken styles", "swells"],
)
def test_a_broken_workbook_is_one_sentence(take, broken):
    result = take(broken(content(book())))
    assert not result.events and len(result.errors) == 1


def test_a_document_type_in_a_part_is_refused(take):
    whole = content(book())
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"):
        result = take(repacked(whole, part, BOMB))
        assert not result.events
        assert "declares" in result.errors[0].message
