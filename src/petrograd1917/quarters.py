"""The parts of the city: on which side of which water a place lies."""

from __future__ import annotations

import json
from functools import cache

from shapely.geometry import LineString, Point, shape
from shapely.geometry.base import BaseGeometry

from petrograd1917.chronicle import Chronicle
from petrograd1917.rules import AFLOAT

#: in the order in which they are listed; a place that is none, or is in several, has no part
PARTS = ("centre", "beyond_fontanka", "vasilievsky", "petrograd_side", "vyborg_side", "water", "beyond_city")
#: islands that are not of the Petrograd Side
_ISLANDS = {
    "Vasilievsky Island": "vasilievsky",
    "Golodai (Dekabristov) Island": "vasilievsky",
    "Serny Island": "vasilievsky",
    "Gutuevsky Island": "beyond_fontanka",
    "Kanonersky Island": "beyond_fontanka",
}
#: the Admiralty's spire, degrees WGS84: who crosses the Fontanka to get there comes from beyond it
_SPIRE = Point(30.3087, 59.9375)


@cache
def quarters(chronicle: Chronicle) -> dict[str, str]:
    """Place → its part of the city, one of `PARTS`; blank for lists, areas and whatever has no point.

    A point belongs to the nearest land of the base map, a bridge to the water that it crosses. The left bank is parted by
    the Fontanka.
    """
    features = json.loads(chronicle.basemap.read_text("utf-8"))["features"]
    lands = list(_lands(features))
    fontanka = next(shape(f["geometry"]) for f in features if _is(f, "canal_line", "Fontanka"))
    return {
        place.place_id: _part(chronicle, place, lands, fontanka) if chronicle.points[place.place_id] else ""
        for place in chronicle.places.itertuples()
    }


def _is(feature: dict, layer: str, name: str) -> bool:
    return (feature["properties"]["layer"], feature["properties"]["name"]) == (layer, name)


def _lands(features: list[dict]):
    for feature in features:
        said = feature["properties"]
        if said["layer"] == "island":
            yield _ISLANDS.get(said["name"], "petrograd_side"), shape(feature["geometry"])
        elif said["layer"] == "land":
            yield "left_bank" if said["name"].startswith("Left bank") else "vyborg_side", shape(feature["geometry"])


def _part(chronicle: Chronicle, place: object, lands: list[tuple[str, BaseGeometry]], fontanka: LineString) -> str:
    if place.kind == "bridge" or place.kind in AFLOAT:
        return "water" if chronicle.city.holds(place.lat, place.lon) else "beyond_city"
    if not chronicle.city.holds(place.lat, place.lon):
        return "beyond_city"
    point = Point(place.lon, place.lat)
    part = min(lands, key=lambda land: land[1].distance(point))[0]
    if part != "left_bank":
        return part
    return "beyond_fontanka" if LineString([point, _SPIRE]).crosses(fontanka) else "centre"
