"""Ways: where an actor is at each minute of a movement.

Legs are straight for now, from stop to stop; what a leg rests on (`attested`, `computed`, `unknown`) is the record's.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from typing import NamedTuple

import pandas as pd
from geopy.distance import geodesic

from petrograd1917 import moment
from petrograd1917.chronicle import Chronicle

#: the fastest that each mode goes, km/h
SPEED_LIMIT = {"foot": 7, "horse": 20, "motor": 60, "ship": 30, "train": 80, "tram": 25}


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
    """The rows of a movement with the coordinates of their places filled in."""
    by_id = places.set_index("place_id")
    rows = stops.sort_values("seq").copy()
    for axis in ("lat", "lon"):
        rows[axis] = rows[axis].fillna(rows["place_id"].map(by_id[axis]))
    return rows


def distance_m(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Length of the geodesic between two points (degrees WGS84), metres."""
    return geodesic(a, b).m


@cache
def ways(chronicle: Chronicle) -> tuple[Way, ...]:
    """Every way of the record. A stop whose hour no source gives is passed in proportion to the distance."""
    return tuple(
        Way(movement_id, rows["actor_id"].iloc[0], rows["event_id"].iloc[0], _timed(located(rows, chronicle.places)))
        for movement_id, rows in chronicle.movements.groupby("movement_id", sort=False)
    )


def _timed(rows: pd.DataFrame) -> tuple[Stop, ...]:
    points = list(zip(rows["lat"], rows["lon"]))
    along = [0.0]
    for before, after in zip(points, points[1:]):
        along.append(along[-1] + distance_m(before, after))
    known = {i: moment.to_minute(at) for i, at in enumerate(rows["at"]) if not pd.isna(at)}
    minutes = [float(known.get(i, 0)) for i in range(len(points))]
    for first, last in zip(sorted(known), sorted(known)[1:]):
        length = along[last] - along[first]
        for i in range(first + 1, last):
            share = (along[i] - along[first]) / length if length else 0
            minutes[i] = known[first] + share * (known[last] - known[first])
    return tuple(Stop(m, lat, lon, leg) for m, (lat, lon), leg in zip(minutes, points, rows["leg"]))


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
