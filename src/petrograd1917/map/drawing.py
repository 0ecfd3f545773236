"""The base map as an ordered drawing, and its lettering placed once for each zoom; every surface draws from this.

World pixels: Web Mercator at zoom `WORLD_ZOOM` (Leaflet's pixels, 256 a tile), about 0.3 m each at 60° N, rounded to
whole numbers and counted from the north-west corner of the region.
"""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from shapely.geometry import LineString, shape
from shapely.geometry.base import BaseGeometry

from petrograd1917.chronicle import Box as Region
from petrograd1917.chronicle import Chronicle
from petrograd1917.map import fonts
from petrograd1917.map.art import tokens
from petrograd1917.map.plane import Box, Plane
from petrograd1917.spelling import exceptions, spelt_in_1917

WORLD_ZOOM = 18
ZOOMS = (12, 13, 14, 15, 16)
LANGUAGES = ("en", "ru")
#: lettering for a laptop, and for a wall read from the back row
SCALES = {"page": 1.0, "projector": 1.56}

Point = tuple[float, float]
Line = list[Point]

#: what each kind of landmark is drawn as; all others are `landmark`
_PALE = [
    "barracks",
    "military_school",
    "academy",
    "cadet_corps",
    "arsenal",
    "prison",
    "press",
    "ravelin",
    "power",
    "university",
    "institute",
    "exchange",
    "naval",
]
_OUTLINED = ["shipyard", "factory", "gate", "ruin", "villa"]


@dataclass(frozen=True)
class Step:
    """One pass of the pen over the paths of a class.

    Colours are names of `tokens.json`; widths are pixels at zooms 12–16, `round` is the greatest distance in metres
    from a corner at which its rounding begins, `shift` moves the pass by pixels (a shadow).
    """

    paths: str
    fill: str = ""
    stroke: str = ""
    width: tuple[float, ...] = ()
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    shift: tuple[float, float] = (0.0, 0.0)
    from_zoom: float = 0.0
    round: float = 0.0
    texture: str = ""


def _widths(name: str, more: float = 0.0) -> tuple[float, ...]:
    return tuple(width + more if width else 0.0 for width in tokens()["line"][name])


def steps() -> tuple[Step, ...]:
    """The drawing order, bottom to top."""
    main, minor = _widths("street_main"), _widths("street_minor")
    rail, bridge, shore = _widths("rail"), _widths("bridge"), _widths("shore")
    canal = (1.2, 1.8, 3.0, 3.0, 3.0)
    small = tuple(width * 0.7 for width in bridge)
    sleepers = tuple(max(width - 1.8, 0.6) for width in rail)
    return (
        Step("region_water", fill="water"),
        Step("region_island", fill="land", stroke="shore", width=shore),
        Step("land", fill="land"),
        Step("region_rail", stroke="rail", width=tuple(width * 0.6 for width in rail)),
        Step("shore", stroke="land_shore", width=(8, 10, 14, 18, 22), round=110),
        Step("square", fill="block", from_zoom=13),
        Step("park", fill="park", stroke="park_edge", width=(0.6, 0.7, 0.9, 1, 1.2), texture="trees"),
        Step(
            "street_minor",
            stroke="street_minor_casing",
            width=_widths("street_minor", 1.6),
            from_zoom=13,
            round=30,
        ),
        Step("street_main", stroke="street_main_casing", width=_widths("street_main", 2), round=30),
        Step("street_minor", stroke="street_minor", width=minor, from_zoom=13, round=30),
        Step("street_main", stroke="street_main", width=main, round=30),
        Step("canal_line", stroke="shore", width=tuple(width + 1.6 for width in canal), round=45),
        Step("water", fill="water", texture="water_lines", round=110),
        Step("canal_line", stroke="water", width=canal, round=45),
        Step("shore", stroke="shore", width=shore, round=110),
        Step(
            "canal", fill="water", stroke="shore", width=tuple(width * 0.8 for width in shore), round=45, from_zoom=13
        ),
        Step("rail", stroke="rail", width=rail, round=60),
        Step("rail", stroke="land", width=sleepers, dash=(7, 7), round=60),
        Step("bridge_minor", stroke="bridge_casing", width=tuple(width + 1.4 for width in small), from_zoom=14),
        Step("bridge_minor", stroke="bridge", width=small, from_zoom=14),
        Step("bridge_main", stroke="bridge_casing", width=tuple(width + 3 for width in bridge)),
        Step("bridge_main", stroke="bridge", width=bridge),
        Step("outlined", fill="block", stroke="building", width=(0.6, 0.8, 1, 1, 1), dash=(4, 3), from_zoom=12.5),
        Step("building", fill="building", stroke="building_edge", width=(0.5, 0.6, 0.8, 0.8, 0.8), from_zoom=12.5),
        Step("landmark", fill="landmark_edge", opacity=0.32, shift=(1.4, 1.6), from_zoom=13),
        Step("landmark", fill="landmark", stroke="landmark_edge", width=(0.5, 0.6, 0.9, 1, 1.1), from_zoom=11.5),
    )


def at_zoom(figures: tuple[float, ...], zoom: float) -> float:
    """A figure given for zooms 12–16, at any zoom between and beyond."""
    place = min(max(zoom - ZOOMS[0], 0), len(ZOOMS) - 1)
    low = int(place)
    high = min(low + 1, len(ZOOMS) - 1)
    figure = figures[low] + (figures[high] - figures[low]) * (place - low)
    return figure * 2 ** ((zoom - ZOOMS[0]) / 2) if zoom < ZOOMS[0] else figure


class WaterLine(NamedTuple):
    """A parallel of the shore: how far out and how broad, pixels; how opaque. Nearer the shore both grow."""

    offset: float
    width: float
    opacity: float


def water_lines() -> tuple[WaterLine, ...]:
    """The parallels of the shore, the furthest first. They stand closer below zoom 13, and are left out below 12."""
    offsets = sorted(tokens()["line"]["water_lines"]["offsets"], reverse=True)
    nearness = [(i + 1) / len(offsets) for i in range(len(offsets))]
    return tuple(
        WaterLine(offset, round(0.63 + 0.42 * near, 3), round(0.21 + 0.74 * near, 3))
        for offset, near in zip(offsets, nearness)
    )


class Style(NamedTuple):
    """How a kind of name is lettered; `sizes` in pixels at zooms 12–16, 0 where it is not shown; tracking in ems."""

    face: int
    sizes: tuple[float, ...]
    colour: str
    halo: str
    halo_width: float
    tracking: float = 0.0
    capitals: bool = False


STYLES: dict[str, Style] = {
    "broad": Style(1, (19, 22, 26, 30, 34), "label_water", "", 0, 0.5),
    "river": Style(1, (12.5, 14, 17, 20, 22), "label_water", "", 0, 0.12),
    "prime": Style(2, (13, 14, 15.7, 16.5, 17.5), "label", "halo", 4.5),
    "prime_ru": Style(1, (0, 12.5, 13, 13.5, 14), "label", "halo", 4.5),
    "avenue": Style(0, (0, 12.5, 12.5, 13.5, 15), "label_street", "street_main", 3),
    "bridge": Style(1, (0, 12.5, 13, 14, 15), "label", "halo", 4),
    "station": Style(0, (12.5, 12.5, 13.5, 14, 15), "label", "halo", 4.5),
    "place": Style(0, (0, 0, 13, 13.5, 14.5), "label", "halo", 4.5),
    "minor_place": Style(0, (0, 0, 0, 12.5, 13.5), "label_street", "halo", 4),
    "district": Style(0, (13, 15, 17, 0, 0), "label_district", "halo", 3, 0.22, True),
    "canal": Style(1, (0, 0, 12.5, 13, 14), "label_water", "halo", 3.4, 0.06),
    "square": Style(1, (0, 0, 0, 12.5, 14), "label_street", "halo", 3.4),
    "park": Style(1, (0, 0, 0, 12.5, 14), "label_park", "park", 3.4),
    "region": Style(0, (0, 0, 0, 0, 0), "label", "halo", 4),
    "street": Style(0, (0, 0, 0, 12.5, 13), "label_street", "halo", 3.4, 0.04),
}
PRIME = ("winter_palace", "smolny", "peter_paul_fortress", "tauride_palace")
_AVENUES = ("Nevsky Prospekt", "Liteiny Prospekt")


class Name(NamedTuple):
    """A name that wants room on the map.

    Attributes
    ----------
    rank : int
        The lower takes its room first.
    style : str
        A key of `STYLES`.
    en, ru : str
    line : list of int
        Packed world pixels: the line that the name runs along, or one point.
    beside : bool
        It stands beside its point (a mark may be there) rather than on it.
    half : tuple of int
        Half the width and height of what it names, world pixels: the name keeps off that.
    """

    rank: int
    style: str
    en: str
    ru: str
    line: list[int]
    beside: bool
    half: tuple[int, int] = (0, 0)


#: index of a name and where it is: `(i, share)` of the free length before it, or `(i, dx, dy)` pixels from its point
Placed = tuple[float, ...]
#: scale, language and zoom → the names that have room
Labels = dict[str, dict[str, dict[int, list[Placed]]]]


class Lettering(NamedTuple):
    """Names by rank, and which of them have room where."""

    names: list[Name]
    labels: Labels


@dataclass(frozen=True)
class Drawing:
    """The whole base map.

    Attributes
    ----------
    origin : tuple of int
        What the packed world pixels are counted from.
    steps : tuple of Step
        In the order in which they are drawn.
    water_lines : tuple of WaterLine
        The engraved parallels of the shore, the furthest first.
    paths : dict
        Class of paths → lists of rings or lines as `[x, y, dx, dy, …]` in world pixels, closed classes in `areas`.
    footprints : dict
        Place → the rings of its building, for those that are known well enough to be filled.
    bridges : dict
        Place → its `deck`, and the `opening` span of 1917 where it is known.
    names : list of Name
        By rank.
    labels : dict
        `labels[scale][language][zoom]` → which names have room there, and where.
    letterings : dict
        The same with other names: `today` those that the city bears today, `old` the Russian ones as spelt in 1917.
    """

    origin: tuple[int, int]
    steps: tuple[Step, ...]
    water_lines: tuple[WaterLine, ...]
    paths: dict[str, list[list[int]]]
    areas: tuple[str, ...]
    footprints: dict[str, list[list[int]]]
    bridges: dict[str, dict[str, list[int]]]
    names: list[Name]
    labels: Labels
    letterings: dict[str, Lettering]

    def as_json(self) -> dict[str, object]:
        """The drawing with all that is needed to draw it but the colours and the other letterings."""
        faces = [(face.family, face.weight, face.style) for face in fonts.FACES]
        fixed = {"zoom": WORLD_ZOOM, "zooms": ZOOMS, "styles": STYLES, "faces": faces, "scales": SCALES}
        names = [(name.style, name.en, name.ru, name.line) for name in self.names]
        drawn = asdict(self)
        del drawn["letterings"]
        return {**fixed, **drawn, "names": names}

    def letterings_as_json(self) -> dict[str, dict[str, object]]:
        """The other letterings: the names that differ, by their index, and where all find room."""
        return {
            key: {
                "names": {
                    index: (other.en, other.ru)
                    for index, (name, other) in enumerate(zip(self.names, lettering.names))
                    if other != name
                },
                "labels": lettering.labels,
            }
            for key, lettering in self.letterings.items()
        }


def world(lat: float, lon: float) -> Point:
    """Web Mercator pixels at `WORLD_ZOOM` (EPSG:3857 scaled as Leaflet does), from degrees WGS84."""
    size = 256 * 2**WORLD_ZOOM
    x = (lon + 180) / 360 * size
    y = (1 - math.asinh(math.tan(math.radians(lat))) / math.pi) / 2 * size
    return x, y


@cache
def drawing(chronicle: Chronicle) -> Drawing:
    """The drawing of a record's base map, in the widths of `tokens.json`."""
    region = chronicle.region
    origin = tuple(int(value) for value in world(region.north, region.west))
    features = json.loads(chronicle.basemap.read_text("utf-8"))["features"]
    called = {place.place_id: (place.name, place.name_ru) for place in chronicle.places.itertuples()}
    marks = [_Spot(x - origin[0], y - origin[1], row) for x, y, row in _spots(chronicle)]
    named = sorted(_names(features, called, chronicle.folder / "lettering.csv", origin), key=lambda name: name.rank)
    names = list(_once(named))
    others = {
        "today": list(_today(names, chronicle.folder / "names_today.csv")),
        "old": list(_spelt_in_1917(names, chronicle.folder / "spelling_1917.csv")),
    }
    return Drawing(
        origin,
        steps(),
        water_lines(),
        *_paths(features, origin, chronicle.city),
        footprints=_footprints(
            features, origin, set(chronicle.places.loc[chronicle.places["error_m"] <= 60, "place_id"])
        ),
        bridges=_bridges(features, origin),
        names=names,
        labels=_labels(names, marks),
        letterings={key: Lettering(names, _labels(names, marks)) for key, names in others.items()},
    )


def _labels(names: list[Name], marks: list[_Spot]) -> Labels:
    return {
        scale: {lang: {zoom: _Placing(zoom, factor, lang, marks).place(names) for zoom in ZOOMS} for lang in LANGUAGES}
        for scale, factor in SCALES.items()
    }


def _spots(chronicle: Chronicle) -> Iterator[_Spot]:
    """Where events of some weight stand, and who stops there; rooms stand at their house."""
    house = {place.place_id: place.part_of or place.place_id for place in chronicle.places.itertuples()}
    weighty = set(chronicle.events.loc[chronicle.events["weight"] > 1, "place_id"]) - {""}
    stops = chronicle.movements[chronicle.movements["place_id"] != ""].merge(chronicle.allegiances, on="actor_id")
    sides = stops.groupby(stops["place_id"].map(house))["side_id"].nunique()
    for place_id in sorted({house[one] for one in weighty}):
        if point := chronicle.points[place_id]:
            yield _Spot(*world(*point), min(int(sides.get(place_id, 0)), _LONGEST_ROW))


_CLASS = {
    "region_water": "region_water",
    "region_island": "region_island",
    "region_railway": "region_rail",
    "land": "land",
    "island": "land",
    "square_area": "square",
    "park": "park",
    "water": "water",
    "canal": "canal",
    "canal_line": "canal_line",
    "railway": "rail",
}
_AREAS = (
    "region_water",
    "region_island",
    "land",
    "square",
    "park",
    "water",
    "canal",
    "outlined",
    "building",
    "landmark",
)


def _class_of(said: dict) -> str:
    layer = said["layer"]
    if layer in ("street", "bridge"):
        return f"{layer}_{said['class']}"
    if layer == "landmark":
        return "building" if said["kind"] in _PALE else "outlined" if said["kind"] in _OUTLINED else "landmark"
    return _CLASS.get(layer, "")


def _paths(features: list[dict], origin: Point, city: Region) -> tuple[dict[str, list[list[int]]], tuple[str, ...]]:
    paths: dict[str, list[list[int]]] = {}
    for feature in features:
        kind = _class_of(feature["properties"])
        if not kind:
            continue
        lines = list(_lines(shape(feature["geometry"])))
        paths.setdefault(kind, []).extend(_packed(line, origin) for line in lines)
        if kind == "water":
            paths.setdefault("shore", []).extend(_packed(bank, origin) for line in lines for bank in _banks(line, city))
    return paths, _AREAS


def _lines(form: BaseGeometry) -> Iterator[Line]:
    if hasattr(form, "geoms"):
        for part in form.geoms:
            yield from _lines(part)
    elif form.geom_type == "Polygon":
        for ring in (form.exterior, *form.interiors):
            yield list(ring.coords)[:-1]
    elif form.geom_type == "LineString":
        yield list(form.coords)


def _banks(ring: Line, city: Region) -> Iterator[Line]:
    """A ring of water without the stretches that are only the edge of the map."""
    edges = ((0, city.west), (0, city.east), (1, city.south), (1, city.north))

    def on_edge(a: Point, b: Point) -> bool:
        return any(a[axis] == b[axis] == edge for axis, edge in edges)

    cuts = [i for i in range(len(ring)) if on_edge(ring[i - 1], ring[i])]
    if not cuts:
        yield [*ring, ring[0]]
        return
    turned = ring[cuts[0] :] + ring[: cuts[0]]
    bank: Line = [turned[0]]
    for a, b in zip(turned, turned[1:]):
        if on_edge(a, b):
            if len(bank) > 1:
                yield bank
            bank = []
        bank.append(b)
    if len(bank) > 1:
        yield bank


def _packed(line: Iterable[Point], origin: Point) -> list[int]:
    packed: list[int] = []
    last = (0, 0)
    for lon, lat in line:
        x, y = world(lat, lon)
        now = (round(x) - origin[0], round(y) - origin[1])
        packed += [now[0] - last[0], now[1] - last[1]]
        last = now
    return packed


def _footprints(features: list[dict], origin: Point, exact: set[str]) -> dict[str, list[list[int]]]:
    """The shapes of places whose position is good enough for their holder to be drawn on them."""
    shapes: dict[str, list[list[int]]] = {}
    for feature in features:
        said = feature["properties"]
        if said["layer"] == "landmark" and said["place_id"] in exact and _class_of(said) != "outlined":
            shapes.setdefault(said["place_id"], []).extend(
                _packed(line, origin) for line in _lines(shape(feature["geometry"]))
            )
    return shapes


def _bridges(features: list[dict], origin: Point) -> dict[str, dict[str, list[int]]]:
    """Deck of each bridge that is a place of the record, and where its span opened in 1917, if that is known."""
    found: dict[str, dict[str, list[int]]] = {}
    for feature in features:
        said = feature["properties"]
        place_id = said.get("place_id")
        if place_id and said["layer"] == "bridge":
            found.setdefault(place_id, {})["deck"] = _packed(feature["geometry"]["coordinates"], origin)
        if place_id and said["layer"] == "bridge_opening":
            found.setdefault(place_id, {})["opening"] = _packed([feature["geometry"]["coordinates"]], origin)
    return found


def _names(features: list[dict], called: dict[str, tuple[str, str]], rivers: Path, origin: Point) -> Iterator[Name]:
    """All that is lettered; a place of the record by the record's name for it (`called`)."""
    with rivers.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            line = [tuple(float(part) for part in point.split()) for point in row["line"].split(";")]
            rank = 1 if row["kind"] == "broad" else 6
            yield Name(rank, row["kind"], row["name"], row["name_ru"], _packed(line, origin), False)
    for feature in features:
        said, form = feature["properties"], shape(feature["geometry"])
        kind = _lettered(said)
        if kind is None or not said["name"]:
            continue
        rank, style = kind
        if style in ("avenue", "street", "canal"):
            line = max(_lines(form), key=lambda part: LineString(part).length)
        else:
            west, south, east, north = form.bounds
            line = [((west + east) / 2, (south + north) / 2)]
        beside = len(line) == 1 and style not in ("district", "park", "square")
        half = _half(form) if said["layer"] == "landmark" else (0, 0)
        en, ru = called.get(said.get("place_id", ""), (_short(said["name"]), _short(said["name_ru"])))
        yield Name(rank, style, en, ru, _packed(line, origin), beside, half)


#: a square and the garden in it bear one name: points nearer than this to each other are lettered once, world pixels
_SAME_SPOT = 700


def _once(names: Iterable[Name]) -> Iterator[Name]:
    seen: dict[str, Point] = {}
    for name in names:
        x, y = name.line[:2]
        if len(name.line) == 2:
            if name.en in seen and math.dist(seen[name.en], (x, y)) < _SAME_SPOT:
                continue
            seen[name.en] = (x, y)
        yield name


def _today(names: Iterable[Name], table: Path) -> Iterator[Name]:
    """The names as they are today; those that have not changed stay."""
    with table.open(encoding="utf-8", newline="") as file:
        changed = {row["name"]: row for row in csv.DictReader(file)}
    for name in names:
        row = changed.get(name.en)
        yield name._replace(en=row["today"], ru=row["today_ru"]) if row else name


def _spelt_in_1917(names: Iterable[Name], table: Path) -> Iterator[Name]:
    known = exceptions(table)
    for name in names:
        yield name._replace(ru=spelt_in_1917(name.ru, known))


def _half(form: BaseGeometry) -> tuple[int, int]:
    west, south, east, north = form.bounds
    (left, bottom), (right, top) = world(south, west), world(north, east)
    return round((right - left) / 2), round((bottom - top) / 2)


def _lettered(said: dict) -> tuple[int, str] | None:
    """Rank and style of a feature's name; None where it is not lettered."""
    layer, kind = said["layer"], said["kind"]
    if layer == "landmark":
        if said["place_id"] in PRIME:
            return 2, "prime"
        if kind == "station":
            return 5, "station"
        if kind in ("bastion", "ravelin", "press", "gate", "ruin"):
            return None
        return (6, "place") if said["place_id"] else (9, "minor_place")
    if layer == "street":
        if said["name"] in _AVENUES:
            return 4, "avenue"
        return (8, "street") if said["class"] == "main" else (10, "street")
    if layer == "bridge":
        return (6, "bridge") if said["class"] == "main" else None
    simple = {
        "region_place": (11, "region"),
        "canal_line": (6, "canal"),
        "area_label": (7, "district"),
        "square": (8, "square"),
        "park": (9, "park"),
    }
    return simple.get(layer)


def _short(name: str) -> str:
    return re.sub(r" \([^)]*\)", "", name).partition(", ")[0]


#: where a name may stand about its point, the likeliest first: direction of the name's middle
_AROUND = (
    *((1, 0), (-1, 0), (0, -1), (0, 1)),
    *((0.8, -0.8), (-0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
    *((1, -0.5), (-1, -0.5), (1, 0.5), (-1, 0.5), (1, -1), (-1, -1), (1, 1), (-1, 1)),
)
_FURTHER = ((0, 1.5), (0, -1.5), (-0.8, 1.5), (0.8, 1.5), (-0.8, -1.5), (0.8, -1.5))
#: pixels kept free about a point for the mark that may stand on it
_MARK = 17
#: those who stand at a place stand in a row to the left and below it, one mark for each side: how far off its first is, how
#: far apart they are, how far below, pixels (the engine's actors.js and stage.css draw it so)
_ROW = (28, 30, 20)
#: for how many sides a row keeps its room free
_LONGEST_ROW = 3


class _Spot(NamedTuple):
    """Where a mark may stand, and how many sides' people in a row beside it."""

    x: float
    y: float
    row: int


class _Placing:
    """Greedy placing at one zoom, scale and language: a name that finds no free room is left out."""

    def __init__(self, zoom: int, scale: float, lang: str, marks: list[_Spot]):
        self._zoom, self._scale, self._lang = zoom, scale, lang
        self._taken, self._spots = Plane(), Plane()
        self._rows: list[tuple[Point, Box]] = []
        half = _MARK * scale * 0.8
        pixel = 2 ** (WORLD_ZOOM - zoom)
        for x, y, row in marks:
            x, y = x / pixel, y / pixel
            self._spots.put((x - half, y - half, x + half, y + half))
            if row:
                left, right = (_ROW[0] + _ROW[1] * (row - 0.5)) * scale, (_ROW[0] - _ROW[1] / 2) * scale
                low = y + _ROW[2] * scale
                self._rows.append(((x, y), (x - left, low - half, x - right, low + half)))

    def place(self, names: list[Name]) -> list[Placed]:
        placed = []
        for index, name in enumerate(names):
            where = self._where(name) if self._size(name.style) else None
            if where is not None:
                placed.append((index, *where))
        return placed

    def _size(self, style: str) -> float:
        return STYLES[style].sizes[ZOOMS.index(self._zoom)] * self._scale

    def _where(self, name: Name) -> tuple[float, ...] | None:
        points = [(x, y) for x, y in unpacked(name.line, 2 ** (WORLD_ZOOM - self._zoom))]
        text = lettered(name, self._lang)
        return self._along(text, name.style, points) if len(points) > 1 else self._at(text, name, points[0])

    def _at(self, text: str, name: Name, point: Point) -> tuple[int, int] | None:
        wide, size = _width(text, name.style, self._size(name.style)), self._size(name.style)
        under = self._size("prime_ru") if name.style == "prime" and self._lang == "en" else 0
        if under:
            wide = max(wide, _width(name.ru, "prime_ru", under))
        high = (size + under) * 1.1
        around = _AROUND if name.beside else ((0, 0), (0, -1), (0, 1))
        tries = [(*way, (self._spots,)) for way in around]
        if name.style == "prime":
            # clear of who stands in front of it, a little further off if need be; but it always bears its name
            in_front = Plane()
            for spot, box in self._rows:
                if math.dist(spot, point) < _MARK:
                    in_front.put(box)
            tries = [(*way, (self._spots, in_front)) for way in (*around, *_FURTHER)] + tries
            tries += [(*way, ()) for way in around]
        for dx, dy, planes in tries:
            keep_off = _MARK * self._scale if name.beside else size
            reach_x, reach_y = (max(keep_off, half / 2 ** (WORLD_ZOOM - self._zoom) + 4) for half in name.half)
            off = (dx * (reach_x + wide / 2 * (abs(dx) > 0.5)), dy * (reach_y + high / 2))
            x, y = point[0] + off[0], point[1] + off[1]
            if self._take([(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)], planes):
                return round(off[0]), round(off[1])
        return None

    def _along(self, text: str, style: str, line: Line) -> tuple[float] | None:
        size = self._size(style)
        wide = _width(text, style, size)
        path = LineString(line)
        room = path.length - wide - size * 0.4
        if room < 0:
            return None
        for share in (0.5, 0.35, 0.65, 0.2, 0.8, 0.05, 0.95):
            stretch = [path.interpolate(room * share + wide * step / 12) for step in range(13)]
            points = [(point.x, point.y) for point in stretch]
            half = size * 0.55
            boxes = [(x - half, y - half, x + half, y + half) for x, y in points]
            planes = () if style == "broad" else (self._spots,)
            if _bends(points) <= _MOST_BENT.get(style, 0.35) and self._take(boxes, planes):
                return (share,)
        return None

    def _take(self, boxes: list[Box], planes: tuple[Plane, ...]) -> bool:
        """Take the room of all boxes if it is free: of other names, and on planes of where marks will stand."""
        gap = 3
        if not all(self._taken.free(box, gap) for box in boxes):
            return False
        if not all(plane.free(box) for plane in planes for box in boxes):
            return False
        for box in boxes:
            self._taken.put(box)
        return True


#: how far a name may bend along its line, radians; streets are straight, water may wind
_MOST_BENT = {"broad": 0.9, "river": 0.9, "canal": 0.9}


def lettered(name: Name, lang: str) -> str:
    """A name as it is lettered in a language."""
    text = name.ru if lang == "ru" else name.en
    return text.upper() if STYLES[name.style].capitals else text


def _width(text: str, style: str, size: float) -> float:
    return fonts.width(text, size, fonts.FACES[STYLES[style].face], STYLES[style].tracking)


def unpacked(packed: list[int], pixel: float = 1) -> Iterator[Point]:
    """The points of packed world pixels, each divided by `pixel`."""
    x = y = 0
    for dx, dy in zip(packed[::2], packed[1::2]):
        x, y = x + dx, y + dy
        yield x / pixel, y / pixel


def _bends(points: Line) -> float:
    """The greatest turn between any two stretches of a line, radians."""
    angles = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in zip(points, points[1:])]
    turns = [abs(math.remainder(angle - angles[0], math.tau)) for angle in angles]
    return max(turns)
