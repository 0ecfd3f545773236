"""The point of a feature: what GeoJSON and its kin say of where."""

from __future__ import annotations

import math
from typing import Any

from shapely.errors import GEOSException
from shapely.geometry import shape

from petrograd1917.exchange.cells import shown
from petrograd1917.exchange.sheet import Row, Trouble

#: a feature that is more than a point is stood for by a point of its own: the middle of a line, the inside of an area
PLACEABLE = ("Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon")
COLUMN = "geometry"


def put(row: Row, geometry: Any, crs: str = "") -> None:
    """Give a row the `lat` and `lon` of a GeoJSON geometry, or the trouble that it makes.

    Parameters
    ----------
    row : Row
    geometry
        Whatever stands in the feature's `geometry`.
    crs : str
        The coordinate system that the file names, if it is not degrees WGS84.
    """
    if geometry is None:
        row.spot = ""
        return
    kind = geometry.get("type") if isinstance(geometry, dict) else None
    if kind not in PLACEABLE:
        named = shown(kind)[:80] if kind else shown(geometry)[:80]
        message = f"“{named}” is not supported as a geometry; give the feature a point, a line or an area"
        row.troubles.append(Trouble(COLUMN, named, message))
        return
    coordinates = geometry.get("coordinates")
    row.spot = shown(coordinates)[:80]
    try:
        row.cells["lon"], row.cells["lat"] = _point(kind, coordinates, crs)
    except _NoPoint as fault:
        row.troubles.append(Trouble(COLUMN, fault.value, str(fault)))


class _NoPoint(Exception):
    def __init__(self, message: str, value: object):
        super().__init__(message)
        self.value = shown(value)[:80]


def _point(kind: str, coordinates: Any, crs: str) -> tuple[float, float]:
    """Longitude and latitude."""
    if not coordinates:
        raise _NoPoint("coordinates missing: write [longitude, latitude]", coordinates)
    numbers = _checked(coordinates, crs)
    if kind == "Point":
        if not all(isinstance(number, float | int) for number in coordinates) or len(coordinates) < 2:
            raise _NoPoint("a point has one longitude and one latitude; write [longitude, latitude]", coordinates)
        return numbers[0]
    try:
        form = shape({"type": kind, "coordinates": coordinates})
        middle = form.interpolate(0.5, normalized=True) if kind == "LineString" else form.representative_point()
    except (GEOSException, ValueError, TypeError, IndexError, KeyError, AttributeError):
        raise _NoPoint(f"the coordinates make no {kind}; draw it again", coordinates) from None
    if middle.is_empty or not (math.isfinite(middle.x) and math.isfinite(middle.y)):
        raise _NoPoint(f"the coordinates make no {kind}; draw it again", coordinates)
    return round(middle.x, 6), round(middle.y, 6)


def _checked(coordinates: Any, crs: str) -> list[tuple[float, float]]:
    """All positions in a geometry, flat; each a number of degrees."""
    positions, waiting = [], [coordinates]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, list) or not here:
            raise _NoPoint("a part of the coordinates is missing; write [longitude, latitude]", here)
        if isinstance(here[0], list):
            waiting.extend(reversed(here))
            continue
        for number in here:
            if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
                raise _NoPoint(f"“{shown(number)[:40]}” is not a number; write degrees like 30.3138", number)
        if len(here) < 2:
            raise _NoPoint("a position needs a longitude and a latitude", here)
        lon, lat = here[:2]
        if crs or abs(lon) > 180 or abs(lat) > 180:
            named = f" of {crs}" if crs else ""
            raise _NoPoint(
                f"the coordinates are not degrees{f'; crs {crs}' if crs else ''}: {shown(lon)} is a length in metres or "
                f"another unit{named}; save the file with longitude and latitude (WGS84, EPSG:4326)",
                lon,
            )
        if abs(lat) > 90:
            raise _NoPoint(f"latitude {shown(lat)} lies outside -90 to 90; longitude comes first", lat)
        positions.append((float(lon), float(lat)))
    return positions
