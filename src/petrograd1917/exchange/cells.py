"""What a cell says: a moment, a calendar, a coordinate, a text. Whatever it does not say is a `ValueError`.

Nothing is repaired here and nothing converted but the calendar: an error's message is the sentence that a reader of
the file is told, and ends in what to do.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Literal

from petrograd1917.exchange.events import When
from petrograd1917.moment import Calendar, Day, day_number, day_of

#: what stands in a file's cell: text, or what a spreadsheet or JSON says by itself
Cell = object
DayOrder = Literal["day_first", "month_first"]

#: as many characters as a spreadsheet's cell can hold
LONGEST_TEXT = 32_767
_ISO = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[T \u00a0]([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?)?")
_ZONE = re.compile(
    r"(.+:[0-9]{2}(?:\.[0-9]+)?) ?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|(?:UTC|GMT|MSK|МСК|EET|CET)(?:[+-][0-9:]+)?"
    r"|\[?[A-Z][a-z]+/[A-Za-z_]+\]?)",
    re.I,
)
_WRITTEN = re.compile(r"([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?:[ T,]+([0-9]{1,2}:[0-9]{2}.*))?")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
_COMMA_NUMBER = re.compile(r"[+-]?[0-9]{1,3},[0-9]+")
#: what spreadsheets show where they could not work a cell out
_SPREADSHEET_ERROR = re.compile(
    r"#(N/A|REF|VALUE|DIV/0|NAME|NUM|NULL|SPILL|CALC|ERROR|FIELD|BLOCKED|GETTING_DATA|NV|BEZUG|WERT|ZAHL"
    r"|Н/Д|ССЫЛКА|ЗНАЧ|ДЕЛ/0|ИМЯ|ЧИСЛО|ПУСТО)[!?]?|Loading\.\.\.|Загрузка\.\.\.|Err:[0-9]{3}",
    re.I,
)
_NARROW = re.compile(r"#{3,}")
#: characters that XML, spreadsheets and screens have no place for: control characters, halves of a character, non-characters
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_EARTH_M = 20_038_000
_EXAMPLE = "write it like 1917-11-07T02:10"


def blank(cell: Cell) -> bool:
    """Whether nothing is written in a cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def shown(cell: Cell) -> str:
    """A cell's content as text."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    if isinstance(cell, bool):
        return str(cell).lower()
    if isinstance(cell, datetime):
        return str(When(cell))
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, list | dict):
        return json.dumps(cell, ensure_ascii=False)
    return str(cell)


def spreadsheet_error(cell: Cell) -> bool:
    """Whether a spreadsheet had not worked a cell out: `#N/A`, `Loading...`."""
    return isinstance(cell, str) and bool(_SPREADSHEET_ERROR.fullmatch(cell.strip()))


_NOT_WORKED_OUT = "this is a spreadsheet error text: the spreadsheet had not worked out this cell; correct it there"


def text(cell: Cell) -> str:
    """A text, exactly as it was typed.

    Raises
    ------
    ValueError
        If it is longer than a spreadsheet's cell, or holds what cannot be shown.
    """
    said = shown(cell)
    if len(said) > LONGEST_TEXT:
        raise ValueError(f"the text has {len(said):,} characters; {LONGEST_TEXT:,} is the most: shorten it")
    unprintable = _UNPRINTABLE.search(said)
    if unprintable:
        code = f"U+{ord(unprintable.group()):04X}"
        kind = "half a character" if "\ud800" <= unprintable.group() <= "\udfff" else "a control character"
        raise ValueError(f"the text holds {kind} ({code}) that cannot be shown; delete it or save the file as UTF-8")
    return said


def calendar(cell: Cell) -> Calendar:
    """`new` or `old`, any case; nothing else, for thirteen days hang on it."""
    said = shown(cell).strip().lower()
    if said == "":
        raise ValueError("calendar missing, write new or old")
    if said not in ("new", "old"):
        raise ValueError(f"“{shown(cell).strip()}” names no calendar here; write new or old")
    return said


def when(
    cell: Cell,
    in_calendar: Calendar,
    order: DayOrder | None = None,
    zones_are_clock: bool = False,
    day_of_number: Callable[[float], datetime] | None = None,
) -> When:
    """A moment or a whole day.

    Parameters
    ----------
    cell
        `YYYY-MM-DD`, or with `THH:MM[:SS]`, a blank instead of `T`, `24:00` for the next midnight; or a spreadsheet's
        own date.
    in_calendar : {'new', 'old'}
        The calendar in which it is written.
    order : {'day_first', 'month_first'}, optional
        What the user said of `07/11/1917`; without it such a date is an error.
    zones_are_clock : bool
        Whether the user said that hours with a zone mark are the city's clock all the same.
    day_of_number : callable, optional
        What day the file's spreadsheet counts by a number.

    Raises
    ------
    ValueError
        With what is wrong and what to write.
    """
    if isinstance(cell, datetime | date | time | timedelta | bool | int | float | list | dict):
        written = _of_spreadsheet(cell, day_of_number)
    else:
        written = shown(cell).strip()
        zoned = _ZONE.fullmatch(written)
        if zoned and zones_are_clock:
            written = zoned.group(1)
        ordered = _WRITTEN.fullmatch(written)
        if ordered and order and len(ordered.group(4)) == 4:
            written = _in_order(ordered, order)
    found = _ISO.fullmatch(written)
    if not found or written.startswith("0000"):
        raise ValueError(_why_no_moment(written))
    return _moment(written, *(int(part or 0) for part in found.groups()), in_calendar, found.group(4) is None)


def _of_spreadsheet(cell: Cell, day_of_number: Callable[[float], datetime] | None) -> str:
    if isinstance(cell, datetime):
        return str(When(cell.replace(microsecond=0) + timedelta(seconds=round(cell.microsecond / 1e6))))
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, time):
        raise ValueError(f"{cell} is a time without a date; {_EXAMPLE}")
    if isinstance(cell, timedelta):
        raise ValueError(f"{cell} is a length of time, not a date; {_EXAMPLE}")
    if isinstance(cell, bool | list | dict):
        raise ValueError(f"“{shown(cell)}” is not a date; {_EXAMPLE}")
    written = shown(cell)
    if day_of_number is None:
        raise ValueError(f"{written} is a number, not a date; {_EXAMPLE}")
    if re.fullmatch(r"(1[0-9]|20)[0-9]{2}([0-9]{4})?", written):  # a year, or 19171107: what people type into cells
        return written
    raise ValueError(_a_day_number(cell, day_of_number))


def _a_day_number(number: float, day_of_number: Callable[[float], datetime]) -> str:
    try:
        day = day_of_number(number)
    except (ValueError, OverflowError, TypeError):
        return f"{shown(number)} is a number, not a date; {_EXAMPLE}"
    meant = When(day.replace(microsecond=0), whole_day=float(number).is_integer())
    return f"{shown(number)} is a spreadsheet’s day number, write {meant} or format the cell as a date"


def _in_order(written: re.Match[str], order: DayOrder) -> str:
    first, _, second, year, clock = written.groups()
    day, month = (first, second) if order == "day_first" else (second, first)
    hour = f"T{clock.zfill(5) if re.fullmatch(r'[0-9]:[0-9]{2}', clock) else clock}" if clock else ""
    return f"{year}-{month.zfill(2)}-{day.zfill(2)}{hour}"


def _moment(
    written: str, year: int, month: int, day: int, hour: int, minute: int, second: int, style: Calendar, whole_day: bool
) -> When:
    if not 1 <= month <= 12:
        raise ValueError(f"“{written}”: there is no month {month:02d}; {_EXAMPLE}")
    try:
        number = day_number(Day(year, month, day), style)
        midnight = datetime(*day_of(number, "new"))
    except ValueError:
        raise ValueError(f"“{written}”: there is no day {day:02d} in month {month:02d} of {year}; correct it") from None
    if hour > 24 or (hour == 24 and (minute or second)):
        raise ValueError(f"“{written}”: there is no hour {hour}:{minute:02d}; the day ends at 24:00")
    if minute > 59 or second > 59:
        what = f"minute {minute}" if minute > 59 else f"second {second}"
        raise ValueError(f"“{written}”: there is no {what}; correct it")
    try:
        return When(midnight + timedelta(hours=hour, minutes=minute, seconds=second), whole_day)
    except OverflowError:
        raise ValueError(f"“{written}”: the year lies beyond 1 to 9999; correct it") from None


def _why_no_moment(written: str) -> str:
    """The sentence for what is written in a date's cell and is no moment."""
    if written == "":
        return f"the date is missing; {_EXAMPLE}"
    if _SPREADSHEET_ERROR.fullmatch(written):
        return _NOT_WORKED_OUT
    if _NARROW.fullmatch(written):
        return "not a date: the spreadsheet’s column was too narrow to show it; widen it and save again"
    if len(written) > 60:
        return f"“{written[:57]}…” is not a date; {_EXAMPLE}"
    if _ZONE.fullmatch(written):
        return f"“{written}” bears a zone mark; write the hour of the city’s clock without it, like 1917-11-07T02:10"
    for shape, reason in _REASONS:
        found = re.fullmatch(shape, written, re.IGNORECASE)
        if found:
            advice = reason(found) if callable(reason) else reason
            if advice:
                return f"“{written}”: {advice}"
    if _NUMBER.fullmatch(written):
        return f"“{written}” is a number, not a date; {_EXAMPLE}"
    return f"“{written}” is not a date; {_EXAMPLE}"


def _compact(found: re.Match[str]) -> str | None:
    return _as_day(found.group(1), found.group(2), found.group(3))


def _as_day(year: str, month: str, day: str) -> str | None:
    try:
        return f"write as {date(int(year), int(month), int(day)).isoformat()}"
    except ValueError:
        return None


def _two_orders(found: re.Match[str]) -> str:
    first, _, second, year, _ = found.groups()
    if len(year) == 2:
        return "the year has two digits (1917 or 2017?); write as YYYY-MM-DD, like 1917-11-07"
    if int(first) <= 12 and int(second) <= 12 and first != second:
        return "day and month can be read either way; write as YYYY-MM-DD"
    return "write as YYYY-MM-DD"


_REASONS: tuple[tuple[str, str | Callable[[re.Match[str]], str | None]], ...] = (
    (r"[0-9]{4}\.0+", f"this is not a date but a number; {_EXAMPLE}"),
    (r"(?:1[0-9]|20)[0-9]{2}", "the day is missing (this is a year only); write as 1917-11-07"),
    (r"[0-9]{4}[-./][0-9]{1,2}", "the day is missing; write as 1917-11-07"),
    (r"((?:1[0-9]|20)[0-9]{2})([0-9]{2})([0-9]{2})", _compact),
    (r"([0-9]{4})[-./ ]([0-9]{1,2})[-./ ]([0-9]{1,2})", _compact),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{1,2}", "the minutes are missing; write the hour as T02:00"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]+[0-9]{1,2}:?[0-9]{2}(:[0-9]{2})?", "write the hour as T02:10"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+[.,][0-9]+", "leave out the fraction of a second"),
    (r"[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9:]+ ?[ap]\.?m\.?", "write the hour from 00 to 24, like T14:10"),
    (_WRITTEN.pattern, _two_orders),
    (r"[0-9]{1,2}[:.][0-9]{2}(:[0-9]{2})?", f"a time without a date; {_EXAMPLE}"),
    (r"-[0-9]{1,2}(-[0-9]{1,2})?(T.*)?", "the year is missing, or lies before our era; write as 1917-11-07"),
    (r"-[0-9]{2,5}(-[0-9]{1,2})*(T.*)?", "a year before our era cannot be shown; leave the event out"),
    (r"[0-9]{4}[‐-―−][0-9]{2}[‐-―−][0-9]{2}.*", "its dashes are no hyphens; type it again as 1917-11-07"),
)


def written_either_way(cell: Cell) -> re.Match[str] | None:
    """The parts of a date like `07/11/1917`, whose day and month can change places."""
    found = _WRITTEN.fullmatch(cell.strip()) if isinstance(cell, str) else None
    return found if found and len(found.group(4)) == 4 else None


def zoned(cell: Cell) -> bool:
    """Whether a moment bears a zone mark (`Z`, `+03:00`)."""
    return isinstance(cell, str) and bool(_ZONE.fullmatch(cell.strip()))


def comma_number(cell: Cell) -> bool:
    """Whether a number is written with a decimal comma."""
    return isinstance(cell, str) and bool(_COMMA_NUMBER.fullmatch(cell.strip()))


def degrees(cell: Cell, limit: int, decimal_comma: bool = False) -> float:
    """A coordinate in degrees.

    Parameters
    ----------
    cell
        A number, or its text with a decimal point (a comma if `decimal_comma`).
    limit : {90, 180}
        How far latitude or longitude reach.

    Raises
    ------
    ValueError
        If it is no number, or lies outside.
    """
    if isinstance(cell, float | int) and not isinstance(cell, bool):
        value = float(cell)
    elif isinstance(cell, datetime | date | time | timedelta):
        raise ValueError("the spreadsheet made a date of this number; format the cell as a number and type it again")
    else:
        written = shown(cell).strip()
        if _SPREADSHEET_ERROR.fullmatch(written):
            raise ValueError(_NOT_WORKED_OUT)
        if decimal_comma and _COMMA_NUMBER.fullmatch(written):
            written = written.replace(",", ".")
        if not _NUMBER.fullmatch(written) or len(written) > 40:
            raise ValueError(_why_no_number(written))
        value = float(written)
    if not math.isfinite(value):
        raise ValueError(f"“{shown(cell)}” is not a number; write degrees like 59.9404")
    if abs(value) > limit:
        lost = "; decimal mark lost?" if value.is_integer() and abs(value) > 1000 else ""
        raise ValueError(f"{shown(cell)} lies outside -{limit} to {limit}{lost}; write degrees like 59.9404")
    return value


def metres(cell: Cell, decimal_comma: bool = False) -> float:
    """How far a position may be off.

    Raises
    ------
    ValueError
        If it is no number of metres.
    """
    value = degrees(cell, _EARTH_M, decimal_comma) if not spreadsheet_error(cell) else -1.0
    if value < 0:
        raise ValueError(f"“{shown(cell)[:40]}” is no distance in metres; write it like 40")
    return value


def _why_no_number(written: str) -> str:
    short = written if len(written) <= 60 else f"{written[:57]}…"
    if comma_number(written):
        return f"“{short}” is not a number here, where others have a decimal point; write {written.replace(',', '.')}"
    if re.search("[°′″'\"]|[0-9] ?[NSEWСЮВЗ]$|^[NSEW] ?[0-9]", written):
        return f"“{short}” is not a number; write decimal degrees like 59.9404, without letters and signs"
    return f"“{short}” is not a number; write degrees like 59.9404"
