"""Ways from a page to the map: each is a view, written by the one codec."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from petrograd1917 import index
from petrograd1917.chronicle import Chronicle
from petrograd1917.view import Codec, View

#: how near the map is when a link leads to a place
PLACE_ZOOM = 15.0


class MapLinks:
    """Addresses of the map.

    Parameters
    ----------
    chronicle : Chronicle
    lang : str
        The language in which the map opens.
    map_at : callable
        Makes an address of a view's query string (`?at=…`, or blank); by default that of the map beside a page.
    """

    def __init__(self, chronicle: Chronicle, lang: str, map_at: Callable[[str], str] = "./{}".format):
        self._chronicle = chronicle
        self._codec = Codec(chronicle)
        self._lang = lang
        self._map_at = map_at
        events = chronicle.events
        self._weights = dict(zip(events["event_id"], events["weight"]))

    def view(self, query: str) -> str:
        """A view of the record: a named moment, a stop of a chapter."""
        return self._address(self._codec.decode(query)[0])

    def event(self, event_id: str) -> str:
        """The hour at which an event begins, with its card open."""
        return self._address(self._at(event_id))

    def place(self, place_id: str) -> str:
        """A place from near, at its weightiest event if there is one."""
        there = index.at_places(self._chronicle)[place_id]
        view = self._at(self._weightiest(there)) if there else self._codec.opening()
        point = self._chronicle.points[place_id]
        return self._address(replace(view, c=(*point, PLACE_ZOOM)) if point else view)

    def spot(self, lat: float, lon: float) -> str:
        """What the base map names, from near; degrees WGS84."""
        return self._address(replace(self._codec.opening(), c=(lat, lon, PLACE_ZOOM)))

    def source(self, source_id: str) -> str:
        """The map as one source tells it, at the weightiest event that it tells."""
        told = index.of_sources(self._chronicle)[source_id]
        view = replace(self._at(self._weightiest(told)), event="") if told else self._codec.opening()
        return self._address(replace(view, source=source_id))

    def _weightiest(self, event_ids: tuple[str, ...]) -> str:
        """The first of those with the greatest weight."""
        return max(event_ids, key=lambda event_id: self._weights[event_id])

    def _at(self, event_id: str) -> View:
        return self._codec.decode(f"event={event_id}")[0]

    def _address(self, view: View) -> str:
        return self._map_at(self._codec.encode(replace(view, lang=self._lang)))
