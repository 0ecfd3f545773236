"""What the rival apps share: the same events and base map, and the same locally served Leaflet, or they stay blank."""

from __future__ import annotations

import json

import folium
import pandas as pd

from petrograd1917.chronicle import Chronicle
from petrograd1917.home import data_folder
from petrograd1917.map import assets
from petrograd1917.moment import from_minute
from petrograd1917.rules import open_record

#: all that folium's markers, popups' shim and GeoJSON need of Leaflet
LEAFLET = ("leaflet.js",)


class LocalMap(folium.Map):
    """A plain folium map whose Leaflet comes from this machine."""

    def __init__(self, chronicle: Chronicle):
        lat, lon, zoom = chronicle.centre
        super().__init__(location=(lat, lon), zoom_start=zoom, tiles=None)
        links = assets.publish(chronicle)
        self.default_js = [(name, assets.FROM_FRAME + links[name]) for name in LEAFLET]
        self.default_css = [("leaflet.css", assets.FROM_FRAME + links["leaflet.css"])]


def record() -> Chronicle:
    return open_record(data_folder())


def base_map(chronicle: Chronicle) -> list[folium.GeoJson]:
    """The base map's layers as folium draws them."""
    layers: dict[str, list[dict]] = {}
    for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
        if feature["geometry"]["type"] != "Point":
            layers.setdefault(feature["properties"]["layer"], []).append(feature)
    return [
        folium.GeoJson({"type": "FeatureCollection", "features": found}, name=name) for name, found in layers.items()
    ]


def markers(chronicle: Chronicle, minute: int) -> list[folium.Marker]:
    """The events of a minute, and a stamp that says for which minute they were drawn."""
    now = from_minute(minute)
    events = chronicle.events
    present = events[(events["earliest"] <= now) & (now <= events["latest"])]
    found = []
    for event in present.itertuples():
        point = chronicle.points.get(event.place_id)
        if point is not None and not pd.isna(point[0]):
            found.append(folium.Marker(point, icon=folium.DivIcon(html="<b>●</b>")))
    lat, lon, _ = chronicle.centre
    found.append(folium.Marker((lat, lon), icon=folium.DivIcon(html=f'<i class="stamp">{minute}</i>')))
    return found
