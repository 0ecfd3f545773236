from datetime import date, datetime, time, timedelta

import pytest

from petrograd1917.exchange import cells


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("1917-11-07T02:10", "1917-11-07T02:10"),
        ("1917-11-07 02:10", "1917-11-07T02:10"),
        (" 1917-11-07T02:10\xa0", "1917-11-07T02:10"),
        ("1917-11-07T02:10:30", "1917-11-07T02:10:30"),
        ("1917-11-07", "1917-11-07"),
        ("1917-11-07T24:00", "1917-11-08T00:00"),
        (datetime(1917, 11, 7, 2, 10), "1917-11-07T02:10"),
        (datetime(1917, 11, 7, 2, 9, 59, 999_999), "1917-11-07T02:10"),
        (date(1917, 11, 7), "1917-11-07"),
    ],
)
def test_a_moment(cell, said):
    assert str(cells.when(cell, "new")) == said


def test_an_old_style_day_is_thirteen_days_later():
    assert str(cells.when("1917-10-25T24:00", "old")) == "1917-11-08T00:00"
    assert str(cells.when("1900-02-29", "old")) == "1900-03-13"


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("1917-20-10", "no month 20"),
        ("1917-10-32", "no day 32"),
        ("1917-02-29", "no day 29"),
        ("1917-11-07T25:00", "no hour 25"),
        ("1917-11-07T24:01", "no hour 24"),
        ("1917-11-07T21:60", "no minute 60"),
        ("1917-11-07T21:40:61", "no second 61"),
        ("1917-11-07T21:40Z", "zone mark"),
        ("1917-11-07T21:40+03:00", "zone mark"),
        ("1917-11-07 21:40 MSK", "zone mark"),
        ("1917-11-07T21:40:00.000Z", "zone mark"),
        ("1917-11-07T21:40:00.5", "fraction"),
        ("1917", "day is missing"),
        ("1917-11", "day is missing"),
        ("19171107", "write as 1917-11-07"),
        ("1917-11-7", "write as 1917-11-07"),
        ("1917/11/07", "write as 1917-11-07"),
        ("1917.11.07", "write as 1917-11-07"),
        ("07/11/1917", "either way; write as YYYY-MM-DD"),
        ("20/10/1917", "write as YYYY-MM-DD"),
        ("7.11.1917 21:40", "write as YYYY-MM-DD"),
        ("07/11/17", "two digits"),
        ("1917-11-07T2", "minutes are missing"),
        ("1917-11-07T2:10", "T02:10"),
        ("1917-11-07 2:10 PM", "from 00 to 24"),
        ("21:40", "a time without a date"),
        ("-", "not a date"),
        ("ongoing", "not a date"),
        ("nan", "not a date"),
        ("0000-00-00", "not a date"),
        ("1917.0", "not a date"),
        ("7 November 1917", "not a date"),
        ("１９１７-11-07", "not a date"),
        ("1917-11-07~", "not a date"),
        ("x" * 5_000, "not a date"),
        ("-1645739400", "a number, not a date"),
        ("#REF!", "spreadsheet error text"),
        ("########", "not a date"),
        ("", "the date is missing"),
        (None, "the date is missing"),
        (1917, "a number, not a date"),
        (float("nan"), "a number, not a date"),
        (True, "not a date"),
        ({"year": 1917}, "not a date"),
        (time(21, 40), "a time without a date"),
        (timedelta(hours=3), "a length of time"),
    ],
)
def test_what_is_no_moment(cell, reason):
    with pytest.raises(ValueError) as error:
        cells.when(cell, "new")
    assert reason in str(error.value)


@pytest.mark.parametrize("cell", ["9999-12-31T24:00", "9999-12-25"])
def test_the_last_year_overflows_into_a_sentence(cell):
    with pytest.raises(ValueError, match="beyond 1 to 9999|no day"):
        cells.when(cell, "old" if cell.endswith("25") else "new")


def test_numbers_of_a_workbook():
    def day_of(number: float) -> datetime:
        return datetime(1899, 12, 30) + timedelta(days=number)

    for number, advice in ((6521, "write 1917-11-07"), (6521.5, "write 1917-11-07T12:00"), (1917, "day is missing")):
        with pytest.raises(ValueError) as error:
            cells.when(number, "new", day_of_number=day_of)
        assert advice in str(error.value)


def test_an_order_that_was_confirmed():
    assert str(cells.when("07/11/1917 2:10", "new", order="day_first")) == "1917-11-07T02:10"
    assert str(cells.when("07/11/1917", "new", order="month_first")) == "1917-07-11"
    with pytest.raises(ValueError, match="no month 20"):
        cells.when("20.10.1917", "new", order="month_first")
    with pytest.raises(ValueError, match="two digits"):
        cells.when("07/11/17", "new", order="day_first")


def test_a_zone_mark_that_was_confirmed_moves_nothing():
    for written in ("1917-11-07T21:40:00Z", "1917-11-07T21:40+03:00"):
        assert str(cells.when(written, "new", zones_are_clock=True)) == "1917-11-07T21:40"


@pytest.mark.parametrize("cell", ["new", "New", " OLD ", "old"])
def test_a_calendar(cell):
    assert cells.calendar(cell) == cell.strip().lower()


@pytest.mark.parametrize("cell", ["", " ", None, "Julian", "ст. ст.", "O.S.", 0])
def test_no_calendar_is_assumed(cell):
    with pytest.raises(ValueError, match="write new or old"):
        cells.calendar(cell)


@pytest.mark.parametrize(
    ("cell", "value"), [("59.9404", 59.9404), (" 59.9 ", 59.9), (-33.8688, -33.8688), ("60", 60.0)]
)
def test_degrees(cell, value):
    assert cells.degrees(cell, 90) == value


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("599404", "outside -90 to 90; decimal mark lost?"),
        ("95.9558", "outside -90 to 90"),
        ("59.946.400", "not a number"),
        ("59,9404", "write 59.9404"),
        ("59°56′N", "without letters"),
        ("59.94N", "without letters"),
        ("５９.9", "not a number"),
        ("nan", "not a number"),
        ("inf", "not a number"),
        ("1e1", "not a number"),
        ("9" * 400, "not a number"),
        ("unknown", "not a number"),
        (float("nan"), "not a number"),
        (float("inf"), "not a number"),
        (True, "not a number"),
        ([59.9], "not a number"),
        ("#N/A", "spreadsheet error text"),
        ("#Н/Д", "spreadsheet error text"),
        ("Loading...", "spreadsheet error text"),
        (datetime(1917, 12, 30), "made a date of this number"),
    ],
)
def test_what_is_no_coordinate(cell, reason):
    with pytest.raises(ValueError) as error:
        cells.degrees(cell, 90)
    assert reason in str(error.value)


def test_a_decimal_comma_where_the_file_has_them():
    assert cells.degrees("59,9404", 90, decimal_comma=True) == 59.9404


@pytest.mark.parametrize(
    "typed", ["NA", "null", "<b>x</b>", "=1+1", "два", "مرحبا", "\u202eabc", "a\tb\nc", "🚢", "  x "]
)
def test_text_is_text(typed):
    assert cells.text(typed) == typed


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("a\0b", "U\\+0000"),
        ("a\x1bb", "U\\+001B"),
        ("\ud83d", "half a character"),
        ("x" * 32_768, "32,767 is the most"),
    ],
)
def test_what_cannot_be_shown(typed, reason):
    with pytest.raises(ValueError, match=reason):
        cells.text(typed)


@pytest.mark.parametrize(
    ("cell", "shown"),
    [(None, ""), (7, "7"), (1.5, "1.5"), (True, "true"), (date(1917, 3, 8), "1917-03-08"), ([1], "[1]")],
)
def test_how_a_cell_is_shown(cell, shown):
    assert cells.shown(cell) == shown
