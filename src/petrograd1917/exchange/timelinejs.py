"""TimelineJS JSON, in and out: slides with dates in numbers, which a browser shows as they stand.

The format has no place on a map; `location` is what its sister StoryMapJS calls one. It shows its texts as HTML, so a
text is written escaped, and read back unescaped where this project wrote it.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Any

from petrograd1917.exchange.cells import shown
from petrograd1917.exchange.events import OwnEvent, When, when_words
from petrograd1917.exchange.jsonfile import as_object, ours, written
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused, Row, Sheet, not_too_many

_TEXTS = ("title", "description", "place", "category", "source")


def is_it(value: dict[str, Any]) -> bool:
    """Whether an object is a timeline."""
    return isinstance(value.get("events"), list)


def read(value: dict[str, Any], encoding: str = "") -> Sheet:
    """The slides of a timeline.

    Raises
    ------
    Refused
        If its dates are not of the calendar.
    """
    if value.get("scale") not in (None, "human"):
        raise Refused(f"the timeline’s scale is “{shown(value['scale'])[:40]}”; only “human” has days and hours")
    own = ours(value)
    rows = [_row(number, slide, own) for number, slide in enumerate(not_too_many(value["events"], "slides"), start=1)]
    headings = list(dict.fromkeys(heading for row in rows for heading in row.cells))
    sheet = Sheet("TimelineJS", headings, rows, encoding=encoding, calendar="new", ours=own)
    if value.get("eras"):
        sheet.notes.append("the timeline’s eras were left out: an era is no event")
    return sheet


def _row(number: int, slide: Any, own: bool) -> Row:
    said = as_object(slide)
    text, media, place = (as_object(said.get(part)) for part in ("text", "media", "location"))
    bounds = as_object(said.get("bounds"))
    cells = {
        "id": said.get("unique_id", f"slide-{number}"),
        "title": text.get("headline"),
        "description": text.get("text"),
        "start": _date(said.get("start_date")),
        "end": _date(said.get("end_date")),
        "lat": place.get("lat"),
        "lon": place.get("lon", place.get("lng")),
        "place": place.get("name"),
        "category": said.get("group"),
        "source": media.get("credit"),
        **{name: _date(bounds[name]) for name in ("earliest", "latest") if name in bounds},
    }
    if own:
        cells = {name: html.unescape(shown(cell)) if name in _TEXTS else cell for name, cell in cells.items()}
    return Row(number, cells)


def _date(said: Any) -> object:
    """A date in numbers as one text; what is missing in it is missing in the text."""
    if not isinstance(said, dict):
        return said
    parts = [shown(said.get(part, "")).strip() for part in ("year", "month", "day")]
    while parts and not parts[-1]:
        parts.pop()
    day = "-".join(part.zfill(2) if part.isdigit() else part for part in parts)
    clock = [shown(said.get(part, "")).strip() for part in ("hour", "minute", "second")]
    while clock and not clock[-1]:
        clock.pop()
    if not clock:
        return day
    if len(clock) == 1:
        clock.append("00")
    return f"{day}T{':'.join(part.zfill(2) for part in clock)}"


def write(events: Sequence[OwnEvent], about: Sequence[tuple[str, str]] = ()) -> bytes:
    """Events as a timeline whose slides are dated in both calendars.

    Parameters
    ----------
    about : sequence of (str, str)
        The first is the timeline's title; the others are told beneath it.
    """
    told = [html.escape(f"{name}: {said}") for name, said in about[1:]]
    title = html.escape(about[0][1]) if about else WRITTEN_BY
    return written(
        {
            "title": {"text": {"headline": title, "text": "<br>".join(told)}},
            **dict(about),
            "written_by": WRITTEN_BY,
            "events": [_slide(event) for event in events],
        }
    )


def _slide(event: OwnEvent) -> dict[str, object]:
    slide: dict[str, object] = {
        "unique_id": event.id,
        "start_date": _numbers(event.start),
        "text": {"headline": html.escape(event.title), "text": html.escape(event.description)},
        "display_date": when_words(event),
    }
    if event.end:
        slide["end_date"] = _numbers(event.end)
    if event.category:
        slide["group"] = html.escape(event.category)
    if event.source:
        slide["media"] = {"url": "", "credit": html.escape(event.source)}
    if event.place or event.point:
        here = {} if event.point is None else {"lat": event.lat, "lon": event.lon}
        slide["location"] = {"name": html.escape(event.place), **here}
    bounds = {"earliest": event.earliest, "latest": event.latest}
    if any(bounds.values()):
        slide["bounds"] = {name: _numbers(when) for name, when in bounds.items() if when}
    return slide


def _numbers(when: When) -> dict[str, int]:
    at = when.at
    day = {"year": at.year, "month": at.month, "day": at.day}
    if when.whole_day:
        return day
    return {**day, "hour": at.hour, "minute": at.minute, **({"second": at.second} if at.second else {})}
