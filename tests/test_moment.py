from datetime import date, datetime, timedelta

import pytest
from convertdate import gregorian, julian

from petrograd1917 import moment
from petrograd1917.moment import Day

FIRST, LAST = date(1582, 10, 15), date(2100, 12, 31)


def test_every_day_agrees_with_convertdate():
    for ordinal in range(FIRST.toordinal(), LAST.toordinal() + 1):
        day = date.fromordinal(ordinal)
        new = Day(day.year, day.month, day.day)
        old = Day(*julian.from_gregorian(*new))
        number = ordinal + 1721425
        assert moment.day_number(new, "new") == moment.day_number(old, "old") == number
        assert moment.day_of(number, "new") == new
        assert moment.day_of(number, "old") == old == moment.old_style(day)


@pytest.mark.parametrize("new", [(1582, 10, 15), (1700, 2, 28), (1917, 11, 7), (2000, 2, 29), (2100, 12, 31)])
def test_day_number_is_the_julian_day_number(new):
    assert moment.day_number(Day(*new), "new") == gregorian.to_jd(*new) + 0.5


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("1917-10-25", "1917-11-07"),
        ("1917-10-26T02:10", "1917-11-08T02:10"),
        ("1917-07-03", "1917-07-16"),
        ("1917-12-31T23:59", "1918-01-13T23:59"),
        ("1900-02-29", "1900-03-13"),
        ("1582-10-05", "1582-10-15"),
        ("1700-02-18", "1700-02-28"),
        ("1700-02-29", "1700-03-11"),
    ],
)
def test_parse_old_style(old, new):
    assert moment.parse(old, "old") == moment.parse(new)


def test_parse():
    assert moment.parse("1917-11-07T02:10") == datetime(1917, 11, 7, 2, 10)
    assert moment.parse(" 1917-11-07 02:10 ") == datetime(1917, 11, 7, 2, 10)
    assert moment.parse("1917-11-07") == datetime(1917, 11, 7)


@pytest.mark.parametrize("calendar", ["new", "old"])
def test_midnight_has_two_names(calendar):
    assert moment.parse("1917-10-31T24:00", calendar) == moment.parse("1917-11-01T00:00", calendar)
    assert moment.parse("1917-12-31T24:00", calendar) == moment.parse("1918-01-01T00:00", calendar)


@pytest.mark.parametrize(
    "text",
    [
        "1917-02-31",
        "1917-02-29",
        "1900-02-29",
        "1917-04-31T12:00",
        "1917-00-10",
        "1917-13-01",
        "1917-11-00",
        "1917-11-07T24:01",
        "1917-11-07T25:00",
        "1917-11-07T02:60",
        "1917-11-07T2:10",
        "1917-11-07T02:10:00",
        "1917-11-07T02:10Z",
        "1917-11-07T02:10+03:00",
        "1917-11-07T",
        "07/11/1917",
        "7 November 1917",
        "17-11-07",
        "",
        "1917-11-07T02:10\n1917-11-07T02:10",
        "0000-01-01",
        "9999-12-31T24:00",
    ],
)
def test_what_is_not_a_moment_is_named(text):
    with pytest.raises(ValueError, match="is not a moment") as raised:
        moment.parse(text)
    assert f"“{text}”" in str(raised.value)


def test_31_february_is_no_day_of_either_calendar():
    for calendar in ("new", "old"):
        with pytest.raises(ValueError, match="1917-02-31"):
            moment.parse("1917-02-31", calendar)


def test_the_last_old_style_day_reaches_beyond_what_can_be_written():
    with pytest.raises(ValueError, match="is not a moment"):
        moment.parse("9999-12-31", "old")


@pytest.mark.parametrize("text", ["1917-11-07T02:10", "1582-10-15T00:00", "2100-12-31T23:59", "0988-07-15T12:00"])
def test_write_is_the_inverse_of_parse(text):
    assert moment.write(moment.parse(text)) == text


def test_write_old_is_the_inverse_of_parsing_old_style():
    assert moment.write_old(datetime(1917, 11, 8, 2, 10)) == "1917-10-26T02:10"
    assert moment.write_old(datetime(1900, 3, 13)) == "1900-02-29T00:00"
    for day in range(0, 800, 13):
        when = datetime(1917, 1, 1, 23, 59) + timedelta(days=day)
        assert moment.parse(moment.write_old(when), "old") == when


def test_minutes_since_the_new_year():
    assert moment.to_minute(datetime(1917, 1, 1)) == 0
    assert moment.to_minute(datetime(1917, 1, 2, 0, 1)) == 1441
    assert moment.to_minute(datetime(1917, 11, 7, 2, 10)) == 310 * 1440 + 130
    assert moment.to_minute(datetime(1917, 11, 7, 2, 10, 59, 999_999)) == 310 * 1440 + 130
    assert moment.to_minute(datetime(1916, 12, 31, 23, 59, 30)) == -1


@pytest.mark.parametrize(
    ("minute", "when"),
    [
        (0, datetime(1917, 1, 1)),
        (446_530, datetime(1917, 11, 7, 2, 10)),
        (446_530.0, datetime(1917, 11, 7, 2, 10)),
        (446_530.999, datetime(1917, 11, 7, 2, 10)),
        (0.5, datetime(1917, 1, 1)),
        (-0.5, datetime(1916, 12, 31, 23, 59)),
        (-1, datetime(1916, 12, 31, 23, 59)),
    ],
)
def test_from_minute_cuts_off_the_fraction(minute, when):
    assert moment.from_minute(minute) == when


def test_from_minute_is_the_inverse_of_to_minute():
    for minute in range(-3000, 800_000, 997):
        assert moment.to_minute(moment.from_minute(minute)) == minute


def test_day_words():
    day = date(1917, 11, 7)
    assert moment.day_words(day) == {
        "new": "7 November",
        "old": "25 October",
        "weekday": "Wed",
        "both": "7 November (25 October O.S.)",
    }
    assert moment.day_words(day, "ru") == {
        "new": "7 ноября",
        "old": "25 октября",
        "weekday": "ср",
        "both": "25 октября (7 ноября н. ст.)",
    }


def test_both_calendars_name_every_month():
    english, russian = (
        [moment.day_words(date(1917, month, 20), lang)["new"] for month in range(1, 13)] for lang in ("en", "ru")
    )
    assert [words.split()[1][:3] for words in english] == "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
    assert [words.split()[1][:3] for words in russian] == "янв фев мар апр мая июн июл авг сен окт ноя дек".split()


def test_the_weekday_is_that_of_the_same_day_in_either_calendar():
    week = [moment.day_words(date(1917, 11, day))["weekday"] for day in range(5, 12)]
    assert week == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def test_moment_words():
    assert moment.moment_words(datetime(1917, 11, 8, 2, 10)) == "02:10, 8 November (26 October O.S.)"
    assert moment.moment_words(datetime(1917, 7, 16, 18), "ru") == "18:00, 3 июля (16 июля н. ст.)"


def test_span_words():
    assert moment.span_words(date(1917, 11, 6), date(1917, 11, 8)) == {"new": "6–8 November", "old": "24–26 October"}
    assert moment.span_words(date(1917, 7, 12), date(1917, 7, 20), "ru") == {
        "new": "12–20 июля",
        "old": "29 июня–7 июля",
    }


def test_a_span_of_one_day_is_that_day():
    assert moment.span_words(date(1917, 11, 7), date(1917, 11, 7)) == {"new": "7 November", "old": "25 October"}
