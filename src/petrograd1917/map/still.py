"""The city without a script: the base map, its lettering and the places of the record's events, as one inline SVG."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import NamedTuple

from petrograd1917.chronicle import Box, Chronicle
from petrograd1917.map import fonts
from petrograd1917.map.drawing import STYLES, WORLD_ZOOM, ZOOMS, Drawing, Step, lettered, world

#: the still is drawn as the map is at this zoom, this many pixels large
_ZOOM, _SIZE = 13, (1200, 780)


class Plate(NamedTuple):
    """What a picture shows, in world pixels from the drawing's origin, and as the map is at which zoom."""

    zoom: int
    left: int
    top: int
    wide: int
    high: int

    @property
    def pixel(self) -> int:
        """World pixels to a pixel of that zoom."""
        return 2 ** (WORLD_ZOOM - self.zoom)

    @property
    def level(self) -> int:
        return ZOOMS.index(self.zoom)


def still(drawing: Drawing, chronicle: Chronicle, tokens: dict) -> str:
    """Draw the city about the record's centre with the places of its events, in the colours of the day.

    Returns
    -------
    str
        An `<svg>` without a style of its own: a strict policy lets it stand.
    """
    colour = tokens["color"]["day"]
    x, y = world(*chronicle.centre[:2])
    pixel = 2 ** (WORLD_ZOOM - _ZOOM)
    wide, high = (side * pixel for side in _SIZE)
    left, top = (
        round(middle - side / 2) - origin for middle, side, origin in zip((x, y), (wide, high), drawing.origin)
    )
    plate = Plate(_ZOOM, left, top, wide, high)
    return _svg(drawing, colour, plate, chronicle.name, _dots(drawing, chronicle, colour, plate))


def sheet(drawing: Drawing, box: Box, zoom: int, tokens: dict) -> str:
    """Draw all that lies in a box, as the map is at a zoom (one of `ZOOMS`), in the colours of the day.

    Returns
    -------
    str
        An `<svg>` in Web Mercator, so that a map can lay it over that box.
    """
    (left, top), (right, bottom) = world(box.north, box.west), world(box.south, box.east)
    x, y = drawing.origin
    plate = Plate(zoom, round(left - x), round(top - y), round(right - left), round(bottom - top))
    return _svg(drawing, tokens["color"]["day"], plate, "")


def _svg(drawing: Drawing, colour: dict[str, str], plate: Plate, name: str, more: Iterable[str] = ()) -> str:
    paths = {step.paths for step in drawing.steps}
    frame = " ".join(map(str, plate[1:]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{frame}" role="img" aria-label="{escape(name)}">',
        "<defs>",
        *(_path(name, drawing) for name in sorted(paths)),
        "</defs>",
        f'<rect x="{plate.left}" y="{plate.top}" width="{plate.wide}" height="{plate.high}" fill="{colour["land"]}"/>',
        *(_stroke(step, colour, plate) for step in drawing.steps if step.from_zoom <= plate.zoom),
        *_letters(drawing, colour, plate),
        *more,
        "</svg>",
    ]
    return "\n".join(parts)


def _path(name: str, drawing: Drawing) -> str:
    end = "z" if name in drawing.areas else ""
    lines = "".join(_line(packed) + end for packed in drawing.paths.get(name, ()))
    return f'<path id="still-{name}" d="{lines}"/>'


def _line(packed: list[int]) -> str:
    return f"M{packed[0]} {packed[1]}l{' '.join(map(str, packed[2:]))}"


def _stroke(step: Step, colour: dict[str, str], plate: Plate) -> str:
    shift = " ".join(f"{pixels * plate.pixel:g}" for pixels in step.shift)
    said = {
        "fill": colour[step.fill] if step.fill else "none",
        "fill-rule": "evenodd",
        "opacity": f"{step.opacity:g}",
        "transform": f"translate({shift})",
    }
    if step.stroke and step.width[plate.level]:
        said |= {"stroke": colour[step.stroke], "stroke-width": f"{step.width[plate.level] * plate.pixel:g}"}
        said |= {"stroke-linejoin": "round"}
    if step.dash:
        said["stroke-dasharray"] = " ".join(f"{length * plate.pixel:g}" for length in step.dash)
    return f'<use href="#still-{step.paths}" {_attributes(said)}/>'


def _attributes(said: dict[str, str]) -> str:
    return " ".join(f'{key}="{escape(value)}"' for key, value in said.items())


def _letters(drawing: Drawing, colour: dict[str, str], plate: Plate) -> Iterator[str]:
    for index, *where in drawing.labels["page"]["en"][plate.zoom]:
        name = drawing.names[int(index)]
        style = STYLES[name.style]
        face, size = fonts.FACES[style.face], style.sizes[plate.level] * plate.pixel
        said = {
            "font-family": f"{face.family}, serif",
            "font-weight": str(face.weight),
            "font-style": face.style,
            "font-size": f"{size:g}",
            "fill": colour[style.colour],
            "text-anchor": "middle",
            "letter-spacing": f"{style.tracking * size:g}",
        }
        if style.halo:
            said |= {"stroke": colour[style.halo], "stroke-width": f"{style.halo_width * plate.pixel:g}"}
            said |= {"stroke-linejoin": "round", "paint-order": "stroke"}
        text = escape(lettered(name, "en"))
        if len(where) == 1:
            along = f"still-name-{int(index)}"
            yield f'<path id="{along}" d="{_line(_eastward(name.line))}" fill="none"/>'
            yield f'<text {_attributes(said)}><textPath href="#{along}" startOffset="50%">{text}</textPath></text>'
        else:
            (x, y), (dx, dy) = name.line[:2], where
            yield f'<text {_attributes(said)} x="{x + dx * plate.pixel:g}" y="{y + dy * plate.pixel + size * 0.33:g}">{text}</text>'


def _eastward(packed: list[int]) -> list[int]:
    """A packed line, turned round where it runs west, so that what is written along it stands upright."""
    steps = list(zip(packed[2::2], packed[3::2]))
    if sum(dx for dx, _ in steps) >= 0:
        return packed
    end = [packed[0] + sum(dx for dx, _ in steps), packed[1] + sum(dy for _, dy in steps)]
    return end + [-part for step in reversed(steps) for part in step]


def _dots(drawing: Drawing, chronicle: Chronicle, colour: dict[str, str], plate: Plate) -> Iterator[str]:
    """Where events of the record stand."""
    for place_id in sorted(set(chronicle.events["place_id"]) - {""}):
        if point := chronicle.points[place_id]:
            x, y = (round(part) - origin for part, origin in zip(world(*point), drawing.origin))
            yield (
                f'<circle cx="{x}" cy="{y}" r="{5 * plate.pixel}" fill="{colour["ink"]}" stroke="{colour["halo"]}" '
                f'stroke-width="{1.6 * plate.pixel:g}"/>'
            )
