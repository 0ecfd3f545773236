"""A map to point at a place: the city as one picture, and a ring where something is thought to be."""

from __future__ import annotations

import json
from typing import NamedTuple

import folium
from folium.elements import MacroElement
from folium.template import Template

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import assets
from petrograd1917.map.stage import StageMap


class Spot(NamedTuple):
    """A point in degrees WGS84, how far it may be off in metres, and whether it is the one being placed."""

    lat: float
    lon: float
    error_m: float
    chosen: bool = False


class _City(MacroElement):
    """The city's picture, and the spots on it."""

    _template = Template(
        """{% macro script(this, kwargs) %}
        (() => {
            const map = {{ this._parent.get_name() }};
            map.getContainer().style.background = {{ this.water }};
            L.imageOverlay({{ this.picture }}, {{ this.bounds }}).addTo(map);
            for (const [lat, lon, error, chosen] of {{ this.spots }}) {
                if (error) L.circle([lat, lon], { radius: error, weight: 1.5, color: {{ this.ink }}, fillOpacity: 0.08 }).addTo(map);
                const fillColor = chosen ? {{ this.selection }} : {{ this.ink }};
                L.circleMarker([lat, lon], { radius: chosen ? 9 : 5, color: {{ this.ink }}, weight: 2, fillColor, fillOpacity: 1 }).addTo(map);
            }
        })();
        {% endmacro %}"""
    )

    def __init__(self, picture: str, bounds: list[list[float]], spots: list[Spot]):
        super().__init__()
        self._name = "City"
        ink = assets.tokens()["color"]["day"]
        self.water, self.ink, self.selection = (json.dumps(ink[name]) for name in ("water", "ink", "selection"))
        self.picture, self.bounds, self.spots = (json.dumps(value) for value in (picture, bounds, spots))


def picker(chronicle: Chronicle, spots: list[Spot]) -> folium.Map:
    """A map of the city that reports where it is clicked.

    Parameters
    ----------
    spots : list of Spot
        What stands on it; the map opens on the chosen one, or on the record's centre.
    """
    links = assets.publish_picker(chronicle)
    chosen = next((spot for spot in spots if spot.chosen), None)
    centre = (chosen.lat, chosen.lon, 15.0) if chosen else chronicle.centre
    leaflet = (
        [("leaflet", assets.FROM_FRAME + links["leaflet.js"])],
        [("leaflet", assets.FROM_FRAME + links["leaflet.css"])],
    )
    built = StageMap(centre, *leaflet)
    city = chronicle.city
    bounds = [[city.south, city.west], [city.north, city.east]]
    _City(assets.FROM_FRAME + links["city.svg"], bounds, spots).add_to(built)
    return built
