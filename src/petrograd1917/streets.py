"""The streets and bridges of 1917 as a graph, for the ways of those who walk, ride or drive.

Water is crossed on bridges only, because there is no edge over it elsewhere.
"""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import NamedTuple

import networkx as nx
import shapely
from shapely import LineString, STRtree

from petrograd1917.metric import Point, metres

#: whoever stands further than this from any street is not led along one, metres
REACH_M = 300
#: a way by streets that is so many times longer than the straight line is not taken
DETOUR = 2.5
#: a street that passes so near a square gives onto it, metres
ONTO_SQUARE_M = 40


class Streets:
    """The street and bridge graph of a base map; nodes are points (latitude, longitude in degrees WGS84).

    Parameters
    ----------
    basemap : Path
        GeoJSON whose streets and bridges share their vertices at crossings.
    """

    def __init__(self, basemap: Path):
        self._graph = nx.Graph()
        features = json.loads(basemap.read_text("utf-8"))["features"]
        for feature in features:
            said, form = feature["properties"], feature["geometry"]
            if said["layer"] not in ("street", "bridge"):
                continue
            lines = form["coordinates"] if form["type"] == "MultiLineString" else [form["coordinates"]]
            for line in lines:
                points = [(lat, lon) for lon, lat in line]
                for a, b in zip(points, points[1:]):
                    self._graph.add_edge(a, b, length=metres(a, b), bridge=said.get("place_id", ""))
        self._lay_out()
        squares = [shapely.geometry.shape(f["geometry"]) for f in features if f["properties"]["layer"] == "square_area"]
        for square in squares:
            self._open(square)
        self._lay_out()

    def _lay_out(self) -> None:
        self._stretches = list(self._graph.edges)
        self._tree = STRtree([LineString([_flat(a), _flat(b)]) for a, b in self._stretches])

    def _open(self, square: shapely.Polygon) -> None:
        """Let a square be crossed: along its edge and by way of its middle, from every street that gives onto it."""
        ring = [(lat, lon) for lon, lat in square.exterior.coords]
        middle = (square.representative_point().y, square.representative_point().x)
        feet = [(corner, self._foot(corner)) for corner in ring]
        for a, b in [*zip(ring, ring[1:]), *((corner, middle) for corner in ring[1:])]:
            self._graph.add_edge(a, b, length=metres(a, b), bridge="")
        for corner, foot in feet:
            if foot and metres(corner, foot.point) <= ONTO_SQUARE_M:
                _join(self._graph, foot)
                self._graph.add_edge(corner, foot.point, length=metres(corner, foot.point), bridge="")

    def way(self, start: Point, end: Point, closed: frozenset[str] = frozenset()) -> list[Point] | None:
        """The shortest way between two points, both included.

        Parameters
        ----------
        start, end : tuple of float
            Latitude, longitude, degrees WGS84.
        closed : frozenset of str
            Bridges (place ids) whose span is raised.

        Returns
        -------
        list of tuple of float, or None
            None where no street is near, none leads there, or only in a great detour.
        """
        ends = [self._foot(point) for point in (start, end)]
        if None in ends or start == end:
            return None
        graph = self._without(closed) if closed else self._graph
        joined = [_join(graph, foot) for foot in ends]
        try:
            middle = nx.shortest_path(graph, ends[0].point, ends[1].point, weight="length")
        except nx.NetworkXNoPath:
            return None
        finally:
            for foot, is_new in zip(ends, joined):
                if is_new and foot.point in graph:
                    graph.remove_node(foot.point)
        found = [start, *middle, end]
        found = [point for point, after in zip(found, [*found[1:], None]) if point != after]
        length = sum(metres(a, b) for a, b in zip(found, found[1:]))
        return found if length <= DETOUR * metres(start, end) + REACH_M else None

    def _without(self, closed: frozenset[str]) -> nx.Graph:
        open_streets = self._graph.copy()
        open_streets.remove_edges_from(
            [(a, b) for a, b, bridge in self._graph.edges(data="bridge") if bridge in closed]
        )
        return open_streets

    def nearest(self, point: Point) -> Point:
        """The point of the streets where one passes who passes here; the point itself where no street is near."""
        foot = self._foot(point)
        return point if foot is None else foot.point

    def _foot(self, point: Point) -> _Foot | None:
        """The nearest point of any street, and the stretch that it lies on."""
        flat = shapely.Point(_flat(point))
        a, b = self._stretches[self._tree.nearest(flat)]
        line = LineString([_flat(a), _flat(b)])
        share = line.project(flat, normalized=True)
        foot = (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
        return _Foot(foot, a, b) if metres(point, foot) <= REACH_M else None


class _Foot(NamedTuple):
    point: Point
    a: Point
    b: Point


def _join(graph: nx.Graph, foot: _Foot) -> bool:
    """Make the foot a node of the graph for a while; False if it is one already."""
    if foot.point in graph:
        return False
    for other in (foot.a, foot.b):
        graph.add_edge(foot.point, other, length=metres(foot.point, other), bridge="")
    return True


def _flat(point: Point) -> tuple[float, float]:
    """Degrees of equal length both ways, enough to tell which street is nearest."""
    return point[1] * _SHRINK, point[0]


#: a degree of longitude at the city, in degrees of latitude
_SHRINK = math.cos(math.radians(59.94))


@cache
def streets(basemap: Path) -> Streets:
    """The streets of a base map, read once."""
    return Streets(basemap)
