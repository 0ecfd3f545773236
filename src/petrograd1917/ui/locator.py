"""A small map that shows where in the city a place lies: two pictures for all places, and a dot for each.

The picture is the base map's land, parks and main streets on its water, in the map's colours.
"""

from __future__ import annotations

import json
from functools import cache
from math import cos, radians
from typing import NamedTuple
from urllib.parse import quote

from shapely.geometry import box, shape
from shapely.geometry.base import BaseGeometry

from petrograd1917.chronicle import Box, Chronicle
from petrograd1917.map import assets

#: width of the picture in its own units
_WIDTH = 300
#: metres in a degree of latitude
_DEGREE_M = 111_320
#: how much of the city, each way, the nearer of the two pictures shows
_CENTRE = 0.6
#: what is drawn, in this order: layer → colour of its fill and of its line
_DRAWN = (
    ("land", "land", "shore"),
    ("island", "land", "shore"),
    ("park", "park", None),
    ("street", None, "street_main_casing"),
)


class Spot(NamedTuple):
    """Where a place stands on its picture: `left`, `top` and the width of its error in percent of the picture's width."""

    picture: str
    left: float
    top: float
    error: float


@cache
def _boxes(chronicle: Chronicle) -> dict[str, Box]:
    city = chronicle.city
    south, north = _middle(city.south, city.north)
    west, east = _middle(city.west, city.east)
    return {"centre": Box(south, west, north, east), "city": city}


def _middle(low: float, high: float) -> tuple[float, float]:
    aside = (high - low) * (1 - _CENTRE) / 2
    return low + aside, high - aside


def spot(chronicle: Chronicle, lat: float, lon: float, error_m: float) -> Spot | None:
    """Where a place stands on the nearer picture that shows it; None beyond the city.

    `lat` and `lon` in degrees WGS84, `error_m` in metres.
    """
    for name, shown in _boxes(chronicle).items():
        if shown.holds(lat, lon):
            x, y = _on_picture(shown, lon, lat)
            width_m = (shown.east - shown.west) * _DEGREE_M * cos(radians(lat))
            height = _height(shown)
            return Spot(name, *(round(100 * part, 2) for part in (x / _WIDTH, y / height, 2 * error_m / width_m)))
    return None


@cache
def style(chronicle: Chronicle) -> str:
    """The rules that paint the pictures: `.locator.centre`, `.locator.city`."""
    return "\n".join(
        f".locator.{name}{{aspect-ratio:{_WIDTH}/{_height(shown):.0f};"
        f'background-image:url("data:image/svg+xml,{quote(_picture(chronicle, shown), safe=" =:/")}")}}'
        for name, shown in _boxes(chronicle).items()
    )


def _picture(chronicle: Chronicle, shown: Box) -> str:
    ink = assets.tokens()["color"]["day"]
    frame = box(shown.west, shown.south, shown.east, shown.north)
    unit = (shown.east - shown.west) / _WIDTH
    features = json.loads(chronicle.basemap.read_text("utf-8"))["features"]
    paths = []
    for layer, fill, line in _DRAWN:
        drawn = [
            _path(shown, shape(feature["geometry"]).intersection(frame).simplify(unit))
            for feature in features
            if feature["properties"]["layer"] == layer and feature["properties"].get("class") != "minor"
        ]
        paint = f'fill="{ink[fill] if fill else "none"}" stroke="{ink[line] if line else "none"}"'
        paths.append(f'<path {paint} stroke-width=".8" d="{"".join(drawn)}"/>')
    size = f"{_WIDTH} {_height(shown):.0f}"
    ground = f'<rect width="100%" height="100%" fill="{ink["water"]}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">{ground}{"".join(paths)}</svg>'


def _path(shown: Box, form: BaseGeometry) -> str:
    """Lines and outlines of a shape as the `d` of a path."""
    if hasattr(form, "geoms"):
        return "".join(_path(shown, part) for part in form.geoms)
    if form.is_empty or form.geom_type == "Point":
        return ""
    closed = form.geom_type == "Polygon"
    lines = [form.exterior, *form.interiors] if closed else [form]
    written = (
        "L".join("{:.0f} {:.0f}".format(*_on_picture(shown, lon, lat)) for lon, lat in line.coords) for line in lines
    )
    return "".join(f"M{points}{'Z' if closed else ''}" for points in written)


def _on_picture(shown: Box, lon: float, lat: float) -> tuple[float, float]:
    """A point in the picture's units, from its upper left corner; a degree of longitude shrinks with the latitude."""
    x = (lon - shown.west) / (shown.east - shown.west) * _WIDTH
    return x, (shown.north - lat) / (shown.north - shown.south) * _height(shown)


def _height(shown: Box) -> float:
    shrunk = cos(radians((shown.south + shown.north) / 2))
    return _WIDTH * (shown.north - shown.south) / ((shown.east - shown.west) * shrunk)
