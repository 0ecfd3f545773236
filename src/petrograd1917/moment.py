"""Moments and the two calendars.

A moment is a local wall-clock time in Petrograd, New Style, in whole minutes: a naive `datetime`. Nothing here, or
anywhere in the project, converts between time zones: the zone database has no Petrograd. In the browser a moment
is the number of minutes since 1917-01-01T00:00.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import Literal, NamedTuple

Calendar = Literal["new", "old"]

EPOCH = datetime(1917, 1, 1)
_SHAPE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T ]([0-9]{2}):([0-9]{2}))?")
_JULIAN_OFFSET = 32083  # from 1 March 4801 BC, where the formula counts from, to the Julian day number
_GREGORIAN_OFFSET = 32044


class Day(NamedTuple):
    """A day written in one of the two calendars (29 February 1900 exists in the old one, so this is no `date`)."""

    year: int
    month: int
    day: int


def day_number(day: Day, calendar: Calendar) -> int:
    """Julian day number of a calendar day.

    Parameters
    ----------
    day : Day
        Year (after Christ), month 1–12, day of the month.
    calendar : {'new', 'old'}
        Gregorian (New Style) or Julian (Old Style).

    Raises
    ------
    ValueError
        If that calendar has no such day (31 February).

    Notes
    -----
    Integer formula after Fliegel and Van Flandern, *Communications of the ACM* 11 (1968) 657: the year is made to
    begin in March, so that the leap day falls at its end.
    """
    before_march = (14 - day.month) // 12
    year, month = day.year + 4800 - before_march, day.month + 12 * before_march - 3
    number = day.day + (153 * month + 2) // 5 + 365 * year + year // 4 - _JULIAN_OFFSET
    if calendar == "new":
        number += _JULIAN_OFFSET - _GREGORIAN_OFFSET - 1 - year // 100 + year // 400
    if day_of(number, calendar) != day:
        raise ValueError(f"{day.year:04d}-{day.month:02d}-{day.day:02d} is not a day of the {calendar} calendar")
    return number


def day_of(number: int, calendar: Calendar) -> Day:
    """The day with a given Julian day number, written in `calendar`; the inverse of `day_number`."""
    shifted, centuries = number + _JULIAN_OFFSET - 1, 0
    if calendar == "new":
        shifted = number + _GREGORIAN_OFFSET
        centuries = (4 * shifted + 3) // 146097
        shifted -= 146097 * centuries // 4
    years = (4 * shifted + 3) // 1461
    in_year = shifted - 1461 * years // 4
    month = (5 * in_year + 2) // 153
    return Day(
        100 * centuries + years - 4800 + month // 10,
        month + 3 - 12 * (month // 10),
        in_year - (153 * month + 2) // 5 + 1,
    )


def old_style(day: date) -> Day:
    """The Old Style writing of a New Style day (in 1917: thirteen days less)."""
    return day_of(day_number(Day(day.year, day.month, day.day), "new"), "old")


def parse(text: str, calendar: Calendar = "new") -> datetime:
    """Read `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM` as a moment.

    Parameters
    ----------
    text : str
        The moment; a blank instead of `T` is accepted, `24:00` is the next midnight.
    calendar : {'new', 'old'}
        The calendar in which `text` is written. The hour is the same in both.

    Returns
    -------
    datetime
        Naive, New Style, whole minutes.

    Raises
    ------
    ValueError
        With one sentence that says what is wrong and what a moment looks like.
    """
    shape = _SHAPE.fullmatch(text.strip())
    if not shape:
        raise ValueError(f"“{text}” is not a moment; write it like 1917-11-07T02:10")
    year, month, day, hour, minute = (int(part or 0) for part in shape.groups())
    try:
        number = day_number(Day(year, month, day), calendar)
    except ValueError as error:
        raise ValueError(f"“{text}” is not a moment: {error}") from None
    if not (hour < 24 and minute < 60 or (hour, minute) == (24, 0)):
        raise ValueError(f"“{text}” is not a moment: there is no {hour:02d}:{minute:02d} on a clock")
    try:
        return datetime(*day_of(number, "new")) + timedelta(hours=hour, minutes=minute)
    except (ValueError, OverflowError):
        raise ValueError(f"“{text}” is not a moment: the year lies beyond 1 to 9999") from None


def write(moment: datetime) -> str:
    """`1917-11-07T02:10`, the one written form of a moment."""
    return f"{moment.year:04d}-{moment:%m-%dT%H:%M}"  # %Y alone is not padded everywhere


def write_old(moment: datetime) -> str:
    """The same moment in the Old Style calendar: `1917-10-26T02:10`."""
    day = old_style(moment.date())
    return f"{day.year:04d}-{day.month:02d}-{day.day:02d}T{moment:%H:%M}"


def to_minute(moment: datetime) -> int:
    """Minutes since 1917-01-01T00:00, the browser's form of a moment."""
    return int((moment - EPOCH).total_seconds() // 60)


def from_minute(minute: float) -> datetime:
    """The moment that a number of minutes since 1917-01-01T00:00 falls in (fractions are cut off)."""
    return EPOCH + timedelta(minutes=int(minute // 1))


_WEEKDAYS = {
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    "ru": ("пн", "вт", "ср", "чт", "пт", "сб", "вс"),
}
_MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(),
}
_STYLES = {"en": ("N.S.", "O.S."), "ru": ("н. ст.", "ст. ст.")}


def day_words(day: date, lang: str = "en") -> dict[str, str]:
    """How a New Style day is written in both calendars.

    Returns
    -------
    dict
        `new` and `old` (day and month), `weekday` (short), `both`: New Style first in English, Old Style first in
        Russian, each with the other beside it.
    """
    old = old_style(day)
    new_words = f"{day.day} {_MONTHS[lang][day.month - 1]}"
    old_words = f"{old.day} {_MONTHS[lang][old.month - 1]}"
    new_mark, old_mark = _STYLES[lang]
    both = f"{new_words} ({old_words} {old_mark})" if lang == "en" else f"{old_words} ({new_words} {new_mark})"
    return {"new": new_words, "old": old_words, "weekday": _WEEKDAYS[lang][day.weekday()], "both": both}


def moment_words(moment: datetime, lang: str = "en") -> str:
    """`02:10, 7 November (25 October O.S.)`, or the Russian equivalent with the Old Style first."""
    return f"{moment:%H:%M}, {day_words(moment.date(), lang)['both']}"


def span_words(first: date, last: date, lang: str = "en") -> dict[str, str]:
    """A span of days in both calendars: `{'new': '6–8 November', 'old': '24–26 October'}`."""

    def one(a: Day, b: Day) -> str:
        months = _MONTHS[lang]
        if a == b:
            return f"{a.day} {months[a.month - 1]}"
        start = str(a.day) if a.month == b.month else f"{a.day} {months[a.month - 1]}"
        return f"{start}–{b.day} {months[b.month - 1]}"

    new = one(Day(first.year, first.month, first.day), Day(last.year, last.month, last.day))
    return {"new": new, "old": one(old_style(first), old_style(last))}
