"""Ways: where an actor is at each minute of a movement.

Who walks, rides or drives in the city goes by its streets and bridges, and not over a raised span; ships go straight
from stop to stop. What a leg rests on (`attested`, `computed`, `unknown`) is the record's.
"""

from __future__ import annotations

from bisect import bisect_right
from datetime import datetime
from functools import cache
from typing import NamedTuple

import pandas as pd
from geopy.distance import geodesic

from petrograd1917 import moment
from petrograd1917.chronicle import Chronicle
from petrograd1917.metric import Point, metres
from petrograd1917.streets import streets

#: the fastest that each mode goes, km/h
SPEED_LIMIT = {"foot": 7, "horse": 20, "motor": 60, "ship": 30, "train": 80, "tram": 25}
#: the modes that keep to streets and bridges
BY_STREET = ("foot", "horse", "motor", "tram")


class Stop(NamedTuple):
    """A point of a way: when (minutes since 1917-01-01T00:00), where (degrees WGS84), and how the leg to it is known."""

    minute: float
    lat: float
    lon: float
    leg: str


class Way(NamedTuple):
    """One movement of one actor, its stops in the order of time."""

    movement_id: str
    actor_id: str
    event_id: str
    stops: tuple[Stop, ...]


class Standing(NamedTuple):
    """Where an actor is: degrees WGS84, whether under way, and what that rests on."""

    lat: float
    lon: float
    moving: bool
    basis: str


def located(stops: pd.DataFrame, places: pd.DataFrame) -> pd.DataFrame:
    """The rows of movements in the order of their stops, with the coordinates of their places filled in."""
    by_id = places.set_index("place_id")
    rows = stops.sort_values("seq", kind="stable")
    for axis in ("lat", "lon"):
        rows[axis] = rows[axis].fillna(rows["place_id"].map(by_id[axis]))
    return rows


def distance_m(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Length of the geodesic between two points (degrees WGS84), metres."""
    return geodesic(a, b).m


@cache
def ways(chronicle: Chronicle) -> tuple[Way, ...]:
    """Every way of the record. A point whose hour no source gives is passed in proportion to the distance."""
    if chronicle.whole:
        kept = set(chronicle.movements["movement_id"])
        return tuple(way for way in ways(chronicle.whole) if way.movement_id in kept)
    return tuple(
        Way(
            movement_id,
            rows["actor_id"].iloc[0],
            rows["event_id"].iloc[0],
            _way(chronicle, rows),
        )
        for movement_id, rows in located(chronicle.movements, chronicle.places).groupby("movement_id", sort=False)
    )


class _Passed(NamedTuple):
    """A point of a way before its minute is reckoned; `at` where a source gives the hour."""

    at: int | None
    point: Point
    leg: str


def _way(chronicle: Chronicle, rows: pd.DataFrame) -> tuple[Stop, ...]:
    passed: list[_Passed] = []
    closed: frozenset[str] = frozenset()
    for row in rows.itertuples():
        here = (row.lat, row.lon)
        moved = bool(passed) and here != passed[-1].point
        if moved and row.mode in BY_STREET and row.leg != "unknown":
            if pd.isna(row.at):
                here = streets(chronicle.basemap).nearest(here)  # else one would turn aside to the middle of a park
            between = streets(chronicle.basemap).way(passed[-1].point, here, closed)
            passed += [_Passed(None, point, row.leg) for point in (between or [])[1:-1]]
        if not pd.isna(row.at):
            closed = raised(chronicle, row.at)
        passed.append(_Passed(None if pd.isna(row.at) else moment.to_minute(row.at), here, row.leg))
    return _timed(passed)


def raised(chronicle: Chronicle, when: datetime) -> frozenset[str]:
    """The bridges whose span is surely up at a moment (New Style)."""
    up: dict[str, bool] = {}
    for place_id, value, earliest, latest in _spans(chronicle):
        if latest <= when:
            up[place_id] = value == "raised"
        elif earliest <= when:
            up[place_id] = False  # it may just be moving
    return frozenset(place_id for place_id, is_up in up.items() if is_up)


@cache
def _spans(chronicle: Chronicle) -> tuple[tuple[str, str, datetime, datetime], ...]:
    """What each bridge's span becomes, between which moments, in the order of time."""
    states = chronicle.states[chronicle.states["aspect"] == "span"].sort_values("latest")
    return tuple(zip(states["place_id"], states["value"], states["earliest"], states["latest"]))


def _timed(passed: list[_Passed]) -> tuple[Stop, ...]:
    along = [0.0]
    for before, after in zip(passed, passed[1:]):
        along.append(along[-1] + metres(before.point, after.point))
    known = [i for i, point in enumerate(passed) if point.at is not None]
    minutes = [float(point.at or 0) for point in passed]
    for first, last in zip(known, known[1:]):
        length = along[last] - along[first]
        for i in range(first + 1, last):
            share = (along[i] - along[first]) / length if length else 0
            minutes[i] = minutes[first] + share * (minutes[last] - minutes[first])
    # a tenth of a second and a tenth of a metre are finer than any source
    return tuple(
        Stop(round(minute, 3), *(round(degrees, 6) for degrees in point.point), point.leg)
        for minute, point in zip(minutes, passed)
    )


def standing(way: Way, minute: float) -> Standing | None:
    """Where the way's actor is, or None: before its first stop, after its last, or on a leg that is not known."""
    stops = way.stops
    if not stops[0].minute <= minute <= stops[-1].minute:
        return None
    i = min(bisect_right(stops, minute, key=lambda stop: stop.minute), len(stops) - 1)
    before, after = stops[i - 1], stops[i]
    if minute == after.minute:
        return Standing(after.lat, after.lon, False, "attested")
    if minute == before.minute:
        return Standing(before.lat, before.lon, False, "attested")
    if after.leg == "unknown":
        return None
    share = (minute - before.minute) / (after.minute - before.minute)
    lat = before.lat + share * (after.lat - before.lat)
    lon = before.lon + share * (after.lon - before.lon)
    moving = (before.lat, before.lon) != (after.lat, after.lon)
    return Standing(lat, lon, moving, after.leg)
