"""Events that are not the record's: what a row of somebody's file, or a row of an export, holds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from petrograd1917.chronicle import Box, Chronicle
from petrograd1917.moment import day_words, to_minute, write_old

#: the flat table's columns, in the order in which they are written
FIELDS = ("id", "title", "description", "start", "end", "calendar", "lat", "lon", "place", "category", "source")
#: columns that are understood where they stand, and are not asked for
FURTHER = ("earliest", "latest", "error_m", "located_by")
TEXTS = ("title", "description", "place", "category", "source", "located_by")
#: columns of our own files that tell a reader something and an import nothing
REMARKS = ("start_old_style", "licence", "written_by", "problem_row", "problem")


class When(NamedTuple):
    """A moment, or a whole day: what a cell says about when. New Style, naive, the city's own clock."""

    at: datetime
    whole_day: bool = False

    @property
    def last(self) -> datetime:
        """The last second that belongs to it."""
        return self.at + timedelta(days=1, seconds=-1) if self.whole_day else self.at

    def __str__(self) -> str:
        """`1917-11-07`, `1917-11-07T02:10`, or with seconds where there are any."""
        if self.whole_day:
            return self.at.date().isoformat()
        return self.at.isoformat(timespec="seconds" if self.at.second else "minutes")

    @classmethod
    def day(cls, day: date) -> When:
        return cls(datetime.combine(day, time()), True)


@dataclass(frozen=True, slots=True)
class OwnEvent:
    """One event of a table.

    Attributes
    ----------
    start, end : When
        New Style. `end` is None where none was given: an instant, or the whole day of a `start` without an hour.
    earliest, latest : When or None
        The widest bounds, where the table gives them.
    lat, lon : float or None
        Degrees WGS84; None: in the list, not on the map.
    error_m : float or None
        How far the position may be off, in metres; None: not said.
    located_by : str
        What the position rests on.
    row : int
        Where it stood in its file.
    """

    id: str
    title: str
    start: When
    end: When | None = None
    description: str = ""
    lat: float | None = None
    lon: float | None = None
    place: str = ""
    category: str = ""
    source: str = ""
    earliest: When | None = None
    latest: When | None = None
    error_m: float | None = None
    located_by: str = ""
    row: int = 0

    @property
    def last(self) -> datetime:
        """The last second at which it happens."""
        return (self.end or self.start).last

    @property
    def first(self) -> datetime:
        """The first moment at which it may have begun."""
        return (self.earliest or self.start).at

    @property
    def final(self) -> datetime:
        """The last second at which it may still have happened."""
        return max(self.last, self.latest.last) if self.latest else self.last

    @property
    def point(self) -> tuple[float, float] | None:
        return None if self.lat is None or self.lon is None else (self.lat, self.lon)

    @property
    def start_old_style(self) -> str:
        """Its beginning by the old calendar, for readers: `1917-10-25T02:10`."""
        return write_old(self.start.at)[: 10 if self.start.whole_day else None]

    def cells(self) -> dict[str, object]:
        """The row of a flat table: texts, and numbers for coordinates; blank is ''."""
        return {
            "id": self.id,
            "title": self.title,
            "description": self.description,
            "start": str(self.start),
            "end": str(self.end or ""),
            "calendar": "new",
            "lat": "" if self.lat is None else self.lat,
            "lon": "" if self.lon is None else self.lon,
            "place": self.place,
            "category": self.category,
            "source": self.source,
            "earliest": str(self.earliest or ""),
            "latest": str(self.latest or ""),
            "error_m": "" if self.error_m is None else self.error_m,
            "located_by": self.located_by,
        }


@dataclass(frozen=True)
class Setting:
    """What an import measures plausibility by: where and when the record plays.

    Attributes
    ----------
    region : Box
        Coordinates beyond it are far away.
    first, last : datetime
        New Style; what lies outside is warned of.
    """

    name: str
    region: Box
    first: datetime
    last: datetime

    @classmethod
    def of(cls, chronicle: Chronicle) -> Setting:
        """Of a record: its region, and the years of its episodes.

        The last year ends on 14 February of the next: 1917 did so by the old calendar, whose 31 January 1918 was
        followed by that day.
        """
        years = [episode.start.year for episode in chronicle.episodes]
        return cls(
            chronicle.name, chronicle.region, datetime(min(years), 1, 1), datetime(max(years) + 1, 2, 14, 23, 59)
        )


def as_json(events: Iterable[OwnEvent]) -> list[dict[str, object]]:
    """Events as a stage is handed them: minutes since 1917-01-01T00:00, all closed; every text a plain string.

    `start`–`end` is when it happens, `earliest`–`latest` the widest bounds (the same where none were given), `open`
    that no end was given, `when` the words in both languages, `lat` and `lon` null where there is no place.
    """
    return [
        {
            "id": event.id,
            "title": event.title,
            "description": event.description,
            "start": to_minute(event.start.at),
            "end": to_minute(event.last),
            "earliest": to_minute(event.first),
            "latest": to_minute(event.final),
            "open": event.end is None,
            "when": {lang: when_words(event, lang) for lang in ("en", "ru")},
            "lat": event.lat,
            "lon": event.lon,
            "error_m": event.error_m,
            "place": event.place,
            "category": event.category,
            "source": event.source,
        }
        for event in events
    ]


def when_words(event: OwnEvent, lang: str = "en") -> str:
    """When an event happens, in both calendars: `02:10–03:00, 7 November (25 October O.S.) 1917`."""
    start, end = event.start, event.end
    if end is None or end == start:
        return f"{_hour(start)}{_day(start, lang)}"
    if start.at.date() != end.at.date():
        return f"{_hour(start)}{_day(start, lang)} – {_hour(end)}{_day(end, lang)}"
    hours = [f"{when.at:%H:%M}" for when in (start, end) if not when.whole_day]
    return f"{'–'.join(hours)}{', ' if hours else ''}{_day(start, lang)}"


def _hour(when: When) -> str:
    return "" if when.whole_day else f"{when.at:%H:%M}, "


def _day(when: When, lang: str) -> str:
    return f"{day_words(when.at.date(), lang)['both']} {when.at.year}"
