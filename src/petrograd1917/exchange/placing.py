"""Where events without coordinates lie: names are looked up and offered, a person chooses or points."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from petrograd1917.exchange.events import OwnEvent
from petrograd1917.gazetteer import Match

#: how far a place that was pointed at on the map may be off: the map's own error, and a hand's
BY_HAND_M = 50.0
BY_HAND = "pointed at on the map"


class Position(NamedTuple):
    """Degrees WGS84, how far off they may be in metres, and what they rest on."""

    lat: float
    lon: float
    error_m: float
    located_by: str


def position(match: Match, located_by: str) -> Position:
    """The position of a place that was found by its name."""
    return Position(match.place.lat, match.place.lon, match.place.error_m, located_by)


def unplaced(events: Iterable[OwnEvent]) -> dict[str, list[OwnEvent]]:
    """Name of a place → the events there that have no point; without a name they happen nowhere in particular."""
    found: dict[str, list[OwnEvent]] = {}
    for event in events:
        if event.point is None and event.place.strip():
            found.setdefault(event.place.strip(), []).append(event)
    return found


def placed(events: Sequence[OwnEvent], positions: Mapping[str, Position]) -> list[OwnEvent]:
    """Events with the positions that were chosen for them, by their id."""
    return [replace(e, **positions[e.id]._asdict()) if e.id in positions else e for e in events]
