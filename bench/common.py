"""What the rivals share: the same events and base map, and the same locally served Leaflet, or they stay blank."""

from __future__ import annotations

import json
import os
from functools import cache

import folium
import pandas as pd

from petrograd1917.chronicle import Chronicle
from petrograd1917.home import data_folder
from petrograd1917.map import assets
from petrograd1917.moment import from_minute
from petrograd1917.rules import open_record

#: the environment variable that names a file of other events for a rival's app, as `crowd.py` makes them
EVENTS = "BENCH_EVENTS"


class LocalMap(folium.Map):
    """A plain folium map whose Leaflet comes from this machine."""

    def __init__(self, chronicle: Chronicle):
        lat, lon, zoom = chronicle.centre
        super().__init__(location=(lat, lon), zoom_start=zoom, tiles=None)
        links = assets.publish(chronicle)
        self.default_js = [("leaflet.js", assets.FROM_FRAME + links["leaflet.js"])]
        self.default_css = [("leaflet.css", assets.FROM_FRAME + links["leaflet.css"])]


def record() -> Chronicle:
    return open_record(data_folder())


@cache
def events(file: str | None) -> pd.DataFrame:
    """The record's with a place, or a file's: `earliest`, `latest`, `lat`, `lon`."""
    if file:
        found = pd.read_csv(file, parse_dates=["start", "end"])
        return found.rename(columns={"start": "earliest", "end": "latest"})
    chronicle = record()
    points = [chronicle.points.get(place) or (None, None) for place in chronicle.events["place_id"]]
    placed = pd.DataFrame(points, columns=["lat", "lon"], index=chronicle.events.index, dtype=float)
    return chronicle.events[["earliest", "latest"]].join(placed).dropna()


def base_map(chronicle: Chronicle) -> list[folium.GeoJson]:
    """The base map's layers as folium draws them."""
    layers: dict[str, list[dict]] = {}
    for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
        if feature["geometry"]["type"] != "Point":
            layers.setdefault(feature["properties"]["layer"], []).append(feature)
    return [
        folium.GeoJson({"type": "FeatureCollection", "features": found}, name=name) for name, found in layers.items()
    ]


def markers(minute: int) -> list[folium.Marker]:
    """The events of a minute, and a stamp that says for which minute they were drawn."""
    now, found = from_minute(minute), events(os.environ.get(EVENTS))
    present = found[(found["earliest"] <= now) & (now <= found["latest"])]
    points = zip(present["lat"], present["lon"])
    return [
        *(folium.Marker(point, icon=folium.DivIcon(html="<b>●</b>")) for point in points),
        folium.Marker(record().centre[:2], icon=folium.DivIcon(html=f'<i class="stamp">{minute}</i>')),
    ]
