"""The part of the map that a picture shows: Leaflet's projection about a centre, in the picture's pixels."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from geopy.distance import geodesic

from petrograd1917.map.drawing import WORLD_ZOOM, Point, unpacked, world

_WORLD = 256 * 2**WORLD_ZOOM


@dataclass(frozen=True)
class Window:
    """A rectangle of the picture, filled by the map.

    Attributes
    ----------
    lat, lon : float
        What lies in its middle, degrees WGS84.
    zoom : float
        Leaflet's zoom, at which one pixel of the picture is one of the screen's.
    left, top, width, height : float
        Where it lies in the picture, pixels.
    """

    lat: float
    lon: float
    zoom: float
    left: float
    top: float
    width: float
    height: float

    @property
    def scale(self) -> float:
        """Pixels of the picture to one world pixel."""
        return 2 ** (self.zoom - WORLD_ZOOM)

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def shift(self) -> Point:
        """What is added to scaled world pixels."""
        x, y = world(self.lat, self.lon)
        return self.left + self.width / 2 - x * self.scale, self.top + self.height / 2 - y * self.scale

    def xy(self, lat: float, lon: float) -> Point:
        """Where a point (degrees WGS84) lies in the picture."""
        x, y = world(lat, lon)
        return x * self.scale + self.shift[0], y * self.scale + self.shift[1]

    def line(self, packed: list[int], origin: tuple[int, int]) -> Iterator[Point]:
        """The points of packed world pixels (see `drawing`) in the picture."""
        scale, (left, top) = self.scale, self.shift
        left, top = left + origin[0] * scale, top + origin[1] * scale
        return ((x * scale + left, y * scale + top) for x, y in unpacked(packed))

    def latlon(self, x: float, y: float) -> tuple[float, float]:
        """What lies at a point of the picture, degrees WGS84; the inverse of `xy`."""
        left, top = self.shift
        across, down = (x - left) / self.scale, (y - top) / self.scale
        lat = math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * down / _WORLD))))
        return lat, across / _WORLD * 360 - 180

    def holds(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Whether a point of the picture lies in the window, or no further than `margin` outside it."""
        return self.left - margin <= x <= self.right + margin and self.top - margin <= y <= self.bottom + margin

    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """South, west, north, east; degrees WGS84."""
        (north, west), (south, east) = self.latlon(self.left, self.top), self.latlon(self.right, self.bottom)
        return south, west, north, east

    @property
    def metres_per_pixel(self) -> float:
        """Along the parallel through the middle, by the geodesic on WGS84."""
        middle = self.top + self.height / 2
        a, b = self.latlon(self.left, middle), self.latlon(self.right, middle)
        return geodesic(a, b).m / self.width
