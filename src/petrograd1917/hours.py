"""How the words of a source become an interval: one table of conventions, shown to the readers.

A source says "about eight in the evening", "towards morning", "by noon". The record writes that in a small
vocabulary (`about 20:00`, `early hours`, `by 12:00`), and this module says which minutes it means. The widths are
conventions of this project, not of any source.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

Interval = tuple[datetime | None, datetime | None]

#: minutes before and after the named hour; None: open on that side
AROUND_HOUR: dict[str, tuple[int | None, int | None]] = {
    "": (0, 0),
    "at": (15, 15),
    "about": (30, 30),
    "toward": (60, 0),
    "soon after": (0, 60),
    "by": (None, 0),
    "after": (0, None),
}
#: minutes after midnight; beyond 1440 is the next day
PART_OF_DAY: dict[str, tuple[int, int]] = {
    "early hours": (0, 360),
    "dawn": (300, 480),
    "morning": (360, 720),
    "midday": (660, 840),
    "afternoon": (720, 1080),
    "late afternoon": (900, 1080),
    "evening": (1080, 1380),
    "late evening": (1260, 1440),
    "night": (1320, 1800),
    "day": (0, 1439),
}
NOT_GIVEN = "not given"
#: a side that no counted claim closes lies this many minutes from the other
OPEN_SIDE = 120
#: the widest that the best counted claim of an event may be, in minutes, for its stated precision
PRECISION = {"minute": 10, "hour": 90, "part_of_day": 480, "day": 100_000}

_HOUR = r"([01][0-9]|2[0-3]|24(?=:00)):([0-5][0-9])"
_AROUND = re.compile(rf"(?:({'|'.join(word for word in AROUND_HOUR if word)}) )?{_HOUR}")
_BETWEEN = re.compile(rf"{_HOUR}–{_HOUR}")


def interval(words: str, day: date) -> Interval:
    """The minutes that an hour in the record's vocabulary stands for.

    Parameters
    ----------
    words : str
        `02:10`, `at 20:00`, `about 20:00`, `20:00–23:30`, `by 18:00`, `after 10:00`, `early hours`,
        `morning–evening`.
    day : date
        The New Style day on which it begins.

    Returns
    -------
    tuple of datetime or None
        Closed interval; None where it is open.

    Raises
    ------
    ValueError
        If the words are not in the vocabulary, or are `not given` (then the editor sets the bounds).
    """
    midnight = datetime(day.year, day.month, day.day)

    def at(minutes: int | None) -> datetime | None:
        return None if minutes is None else midnight + timedelta(minutes=minutes)

    if shape := _BETWEEN.fullmatch(words):
        first, last = (int(shape[i]) * 60 + int(shape[i + 1]) for i in (1, 3))
        return at(first), at(last + (1440 if last < first else 0))
    if shape := _AROUND.fullmatch(words):
        before, after = AROUND_HOUR[shape[1] or ""]
        hour = int(shape[2]) * 60 + int(shape[3])
        return at(None if before is None else hour - before), at(None if after is None else hour + after)
    first_part, dash, last_part = words.partition("–")
    last_part = last_part if dash else first_part
    if first_part in PART_OF_DAY and last_part in PART_OF_DAY:
        first, last = PART_OF_DAY[first_part][0], PART_OF_DAY[last_part][1]
        return at(first), at(last + (1440 if last <= first else 0))
    raise ValueError(f"“{words}” is not an hour of the record’s vocabulary")


def examples(hour: str = "20:00") -> tuple[str, ...]:
    """Every word of the vocabulary once, those around an hour with this one."""
    around = (f"{word} {hour}".strip() for word in AROUND_HOUR)
    return (*around, *PART_OF_DAY)


def envelope(intervals: list[Interval]) -> tuple[datetime, datetime] | None:
    """The widest that several claims allow; a side that all leave open is drawn `OPEN_SIDE` minutes wide.

    Returns None if there is no interval with a closed side.
    """
    firsts = [first for first, _ in intervals if first is not None]
    lasts = [last for _, last in intervals if last is not None]
    reach = timedelta(minutes=OPEN_SIDE)
    if firsts and lasts:
        # a bound that is only named ("by six") lies inside too
        return min(firsts + lasts), max(firsts + lasts)
    if firsts:
        return min(firsts), max(firsts) + reach
    if lasts:
        return min(lasts) - reach, max(lasts)
    return None


_RUSSIAN = {
    "at": "в",
    "about": "около",
    "toward": "к",
    "soon after": "вскоре после",
    "by": "не позднее",
    "after": "после",
    "early hours": "после полуночи",
    "dawn": "на рассвете",
    "morning": "утром",
    "midday": "в полдень",
    "afternoon": "днём",
    "late afternoon": "под вечер",
    "evening": "вечером",
    "late evening": "поздно вечером",
    "night": "ночью",
    "day": "в течение дня",
    NOT_GIVEN: "час не указан",
}
_ENGLISH = {
    "early hours": "in the early hours",
    "dawn": "at dawn",
    "morning": "in the morning",
    "midday": "around midday",
    "afternoon": "in the afternoon",
    "late afternoon": "late in the afternoon",
    "evening": "in the evening",
    "late evening": "late in the evening",
    "night": "in the night",
    "day": "during the day",
    NOT_GIVEN: "hour not given",
}


def spoken(words: str, lang: str = "en") -> str:
    """The vocabulary's words as a reader meets them: `in the night`, `около 20:00`."""
    known = _RUSSIAN if lang == "ru" else _ENGLISH
    if words in known:
        return known[words]
    first, dash, last = words.partition("–")
    if dash and first in PART_OF_DAY:
        return f"{known[first]} – {known[last]}" if lang == "ru" else f"{first} to {last}"
    if lang == "ru" and (shape := _AROUND.fullmatch(words)) and shape[1]:
        return f"{_RUSSIAN[shape[1]]} {shape[2]}:{shape[3]}"
    return words
