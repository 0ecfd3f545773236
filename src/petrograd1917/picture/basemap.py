"""The base map and its lettering as SVG: the steps of `map/drawing.py`, in their order, in the colours of a light."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import fonts
from petrograd1917.map.art import tokens
from petrograd1917.map.drawing import (
    SCALES,
    STYLES,
    ZOOMS,
    Drawing,
    Lettering,
    Line,
    Name,
    Point,
    Step,
    at_zoom,
    drawing,
    lettered,
)
from petrograd1917.map.plane import Box, Plane
from petrograd1917.picture.pen import Pen, element, flattened, path, rounded
from petrograd1917.picture.window import Window

#: below this zoom only the towns around are named
REGION_ZOOM = 11.5


@lru_cache(maxsize=16)
def base_map(chronicle: Chronicle, window: Window, palette: str) -> str:
    """The base map in a window, without names.

    Parameters
    ----------
    chronicle : Chronicle
    window : Window
    palette : str
        A palette of `tokens.json`: `day`, `dusk`, `night` or `print`.
    """
    base = drawing(chronicle.whole or chronicle)
    ground = {"x": window.left, "y": window.top, "width": window.width, "height": window.height}
    drawn = [element("rect", **ground, fill=tokens()["color"][palette]["land"])]
    for step in base.steps:
        if window.zoom >= step.from_zoom:
            drawn.append(_step(base, step, window, palette))
    return element("g", *drawn, stroke_linejoin="round")


def _step(base: Drawing, step: Step, window: Window, palette: str) -> str:
    colour = tokens()["color"][palette]
    closed = step.paths in base.areas
    reach = step.round * _pixels_per_metre(window)
    lines = list(_seen(base, step.paths, window))
    data = "".join(rounded(line, closed, reach) for line in lines)
    if not data:
        return ""
    shift = f"translate({step.shift[0]} {step.shift[1]})" if any(step.shift) else None
    shared = {"transform": shift}
    opacity = step.opacity if step.opacity < 1 else None
    drawn = ""
    if step.fill:
        drawn += element("path", d=data, fill=colour[step.fill], fill_rule="evenodd", fill_opacity=opacity, **shared)
    if step.texture == "trees":
        drawn += element("path", d=data, fill=f"url(#trees-{palette})", fill_rule="evenodd", fill_opacity=0.75)
    if step.texture == "water_lines" and window.zoom >= ZOOMS[0]:
        drawn += _water_lines(base, lines, list(_seen(base, "shore", window)), reach, window.zoom, colour)
    width = at_zoom(step.width, window.zoom) if step.width else 0
    if step.stroke and width > 0:
        dash = " ".join(map(str, step.dash)) or None
        drawn += element(
            "path",
            d=data,
            fill="none",
            stroke=colour[step.stroke],
            stroke_width=f"{width:.2f}",
            stroke_dasharray=dash,
            **shared,
        )
    return drawn


def trees(palette: str) -> str:
    """The pattern of parks in a palette, to be put once into each drawing."""
    colour = tokens()["color"][palette]
    dots = (element("circle", cx=x, cy=y, r=1.1, fill=colour["park_edge"]) for x, y in ((4.25, 3.5), (12.75, 10.5)))
    return element("pattern", *dots, id=f"trees-{palette}", width=17, height=14, patternUnits="userSpaceOnUse")


def _pixels_per_metre(window: Window) -> float:
    return 1 / window.metres_per_pixel


def _seen(base: Drawing, paths: str, window: Window, margin: float = 60) -> Iterator[Line]:
    """The lines of a class that touch the window or its near surroundings."""
    for packed in base.paths.get(paths, ()):
        line = list(window.line(packed, base.origin))
        across, down = [x for x, _ in line], [y for _, y in line]
        if (
            max(across) >= window.left - margin
            and min(across) <= window.right + margin
            and max(down) >= window.top - margin
            and min(down) <= window.bottom + margin
        ):
            yield line


def _water_lines(
    base: Drawing, water: list[Line], shore: list[Line], reach: float, zoom: float, colour: dict[str, str]
) -> str:
    """Engraved parallels of the shore, as lines of their own: what basemap.js paints by strokes within strokes."""
    ground = _evenodd(Polygon(flattened(ring, True, reach)) for ring in water)
    banks = MultiLineString([flattened(bank, bank[0] == bank[-1], reach) for bank in shore])
    nearer = 1 if zoom >= 13 else 0.6
    drawn = []
    for offset, width, opacity in base.water_lines:
        parallels = banks.buffer(offset * nearer, quad_segs=4).boundary.intersection(ground).simplify(0.3)
        data = "".join(path(line) for line in _line_parts(parallels))
        if data:
            drawn.append(element("path", d=data, stroke_width=f"{width:.2f}", stroke_opacity=opacity))
    return element("g", *drawn, fill="none", stroke=colour["water_line"])


def _evenodd(rings: Iterator[Polygon]) -> BaseGeometry:
    area: BaseGeometry = MultiPolygon()
    for ring in rings:
        area = area.symmetric_difference(ring.buffer(0))
    return area


def _line_parts(form: BaseGeometry) -> Iterator[Line]:
    for part in getattr(form, "geoms", [form]):
        if isinstance(part, LineString) and not part.is_empty:
            yield list(part.coords)


class Lettered(NamedTuple):
    """A name as it stands in the window.

    Attributes
    ----------
    rank : int
        The lower is the more important.
    boxes : list of tuple
        The room it takes: left, top, right, bottom.
    drawn : str
        SVG.
    """

    rank: int
    boxes: list[Box]
    drawn: str


@lru_cache(maxsize=16)
def lettering(
    chronicle: Chronicle, window: Window, palette: str, lang: str, scale: str, of: str = "1917"
) -> tuple[tuple[Lettered, ...], frozenset[str]]:
    """The names in a window, as `map/drawing.py` has placed them; and the letters that the fonts lack.

    `of` says which: one of `view.CHOICES`.
    """
    pen = Pen(tokens()["color"][palette])
    base = drawing(chronicle.whole or chronicle)
    names = (
        _towns(pen, base, window, lang, scale)
        if window.zoom < REGION_ZOOM
        else _names(pen, base, base.letterings.get(of, base), window, lang, scale)
    )
    return tuple(names), frozenset(pen.lacking)


def label_zoom(zoom: float) -> int:
    """The zoom whose placed names serve a fractional one: the next lower, where they had less room."""
    return min(max(int(zoom + 0.01), ZOOMS[0]), ZOOMS[-1])


def _names(
    pen: Pen, base: Drawing, given: Drawing | Lettering, window: Window, lang: str, scale: str
) -> Iterator[Lettered]:
    zoom, factor = label_zoom(window.zoom), SCALES[scale]
    for index, *where in given.labels[scale][lang][zoom]:
        name = given.names[int(index)]
        points = list(window.line(name.line, base.origin))
        size = STYLES[name.style].sizes[zoom - ZOOMS[0]] * factor
        if len(where) == 1:
            found = _along(pen, name, lettered(name, lang), points, size, factor, where[0])
        else:
            under = STYLES["prime_ru"].sizes[zoom - ZOOMS[0]] * factor if name.style == "prime" and lang == "en" else 0
            found = _at(
                pen, name, lettered(name, lang), points[0][0] + where[0], points[0][1] + where[1], size, under, factor
            )
        if all(window.holds(left, top) and window.holds(right, bottom) for left, top, right, bottom in found.boxes):
            yield found


def _at(pen: Pen, name: Name, text: str, x: float, y: float, size: float, under: float, factor: float) -> Lettered:
    style = STYLES[name.style]
    face = fonts.FACES[style.face]
    wide = fonts.width(text, size, face, style.tracking)
    middle = y - under * 0.55
    halo = {"halo": style.halo, "halo_width": style.halo_width * factor}
    if style.tracking > 0.1:
        step, places = x - wide / 2, []
        for letter in text:
            own = fonts.width(letter, size, face)
            places.append((step + own / 2, middle + size * _MIDDLE, 0.0))
            step += own + style.tracking * size
        drawn = pen.letters(text, places, size, face, style.colour, **halo)
    else:
        drawn = pen.text(x, middle + size * _MIDDLE, text, size, face, style.colour, anchor="middle", **halo)
    if under:
        below = STYLES["prime_ru"]
        wide = max(wide, fonts.width(name.ru, under, fonts.FACES[below.face]))
        drawn += pen.text(
            x,
            y + size * 0.55 + under * _MIDDLE,
            name.ru,
            under,
            fonts.FACES[below.face],
            below.colour,
            anchor="middle",
            **halo,
        )
    high = (size + under) * 1.1
    return Lettered(name.rank, [(x - wide / 2, y - high / 2, x + wide / 2, y + high / 2)], drawn)


#: from the middle of a line of text down to its baseline, ems
_MIDDLE = 0.34


def _along(pen: Pen, name: Name, text: str, points: list[Point], size: float, factor: float, share: float) -> Lettered:
    style = STYLES[name.style]
    face = fonts.FACES[style.face]
    widths = [fonts.width(letter, size, face) + style.tracking * size for letter in text]
    wide = sum(widths)
    line = LineString(points)
    start = max(0.0, line.length - wide - size * 0.4) * share
    if line.interpolate(start + wide).x < line.interpolate(start).x:
        line = LineString(points[::-1])
        start = line.length - wide - start
    places, boxes, done = [], [], start
    for width in widths:
        here = done + width / 2
        x, y, angle = _on(line, here, size)
        places.append((x - size * _MIDDLE * math.sin(angle), y + size * _MIDDLE * math.cos(angle), angle))
        half = size * 0.55
        boxes.append((x - half, y - half, x + half, y + half))
        done += width
    drawn = pen.letters(text, places, size, face, style.colour, style.halo, style.halo_width * factor)
    return Lettered(name.rank, boxes, drawn)


def _on(line: LineString, distance: float, size: float) -> tuple[float, float, float]:
    """A point of a line and the line's direction there, evened out over corners."""
    here = line.interpolate(distance)
    before, after = line.interpolate(max(distance - size, 0)), line.interpolate(distance + size)
    return here.x, here.y, math.atan2(after.y - before.y, after.x - before.x)


def _towns(pen: Pen, base: Drawing, window: Window, lang: str, scale: str) -> Iterator[Lettered]:
    """Far out only the towns around are named; there are few, and they stand apart."""
    style, size = STYLES["region"], TOWN * SCALES[scale]
    face = fonts.FACES[style.face]
    taken = Plane()
    for name in base.names:
        if name.style != "region":
            continue
        x, y = next(window.line(name.line, base.origin))
        text = lettered(name, lang)
        box = (x - 4, y - size * 0.6, x + 8 + fonts.width(text, size, face), y + size * 0.6)
        if not (window.holds(box[0], box[1]) and window.holds(box[2], box[3])) or not taken.free(box):
            continue
        taken.put(box)
        dot = element("circle", cx=x, cy=y, r=2.6, fill=pen[style.colour])
        yield Lettered(
            name.rank,
            [box],
            dot + pen.text(x + 7, y + size * _MIDDLE, text, size, face, style.colour, halo="halo", halo_width=4),
        )


#: size of the names of towns, pixels
TOWN = 13.5
