"""The city without a script: the base map, its lettering and the places of the record's events, as one inline SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import fonts
from petrograd1917.map.drawing import STYLES, WORLD_ZOOM, ZOOMS, Drawing, Step, lettered, world

#: the picture is drawn as the map is at this zoom, this many pixels large
_ZOOM, _SIZE = 13, (1200, 780)
_PIXEL = 2 ** (WORLD_ZOOM - _ZOOM)
_LEVEL = ZOOMS.index(_ZOOM)


def still(drawing: Drawing, chronicle: Chronicle, tokens: dict) -> str:
    """Draw it about the record's centre, in the colours of the day.

    Returns
    -------
    str
        An `<svg>` without a style of its own: a strict policy lets it stand.
    """
    colour = tokens["color"]["day"]
    x, y = world(*chronicle.centre[:2])
    wide, high = (side * _PIXEL for side in _SIZE)
    left, top = (
        round(middle - side / 2) - origin for middle, side, origin in zip((x, y), (wide, high), drawing.origin)
    )
    paths = {step.paths for step in drawing.steps}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {wide} {high}" role="img" aria-label="{escape(chronicle.name)}">',
        "<defs>",
        *(_path(name, drawing) for name in sorted(paths)),
        "</defs>",
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{colour["land"]}"/>',
        *(_stroke(step, colour) for step in drawing.steps if step.from_zoom <= _ZOOM),
        *_letters(drawing, colour),
        *_dots(drawing, chronicle, colour),
        "</svg>",
    ]
    return "\n".join(parts)


def _path(name: str, drawing: Drawing) -> str:
    end = "z" if name in drawing.areas else ""
    lines = "".join(_line(packed) + end for packed in drawing.paths.get(name, ()))
    return f'<path id="still-{name}" d="{lines}"/>'


def _line(packed: list[int]) -> str:
    return f"M{packed[0]} {packed[1]}l{' '.join(map(str, packed[2:]))}"


def _stroke(step: Step, colour: dict[str, str]) -> str:
    shift = " ".join(f"{pixels * _PIXEL:g}" for pixels in step.shift)
    said = {
        "fill": colour[step.fill] if step.fill else "none",
        "fill-rule": "evenodd",
        "opacity": f"{step.opacity:g}",
        "transform": f"translate({shift})",
    }
    if step.stroke and step.width[_LEVEL]:
        said |= {"stroke": colour[step.stroke], "stroke-width": f"{step.width[_LEVEL] * _PIXEL:g}"}
        said |= {"stroke-linejoin": "round"}
    if step.dash:
        said["stroke-dasharray"] = " ".join(f"{length * _PIXEL:g}" for length in step.dash)
    return f'<use href="#still-{step.paths}" {_attributes(said)}/>'


def _attributes(said: dict[str, str]) -> str:
    return " ".join(f'{key}="{escape(value)}"' for key, value in said.items())


def _letters(drawing: Drawing, colour: dict[str, str]) -> Iterator[str]:
    for index, *where in drawing.labels["page"]["en"][_ZOOM]:
        name = drawing.names[int(index)]
        style = STYLES[name.style]
        face, size = fonts.FACES[style.face], style.sizes[_LEVEL] * _PIXEL
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
            said |= {"stroke": colour[style.halo], "stroke-width": f"{style.halo_width * _PIXEL:g}"}
            said |= {"stroke-linejoin": "round", "paint-order": "stroke"}
        text = escape(lettered(name, "en"))
        if len(where) == 1:
            along = f"still-name-{int(index)}"
            yield f'<path id="{along}" d="{_line(_eastward(name.line))}" fill="none"/>'
            yield f'<text {_attributes(said)}><textPath href="#{along}" startOffset="50%">{text}</textPath></text>'
        else:
            (x, y), (dx, dy) = name.line[:2], where
            yield f'<text {_attributes(said)} x="{x + dx * _PIXEL:g}" y="{y + dy * _PIXEL + size * 0.33:g}">{text}</text>'


def _eastward(packed: list[int]) -> list[int]:
    """A packed line, turned round where it runs west, so that what is written along it stands upright."""
    steps = list(zip(packed[2::2], packed[3::2]))
    if sum(dx for dx, _ in steps) >= 0:
        return packed
    end = [packed[0] + sum(dx for dx, _ in steps), packed[1] + sum(dy for _, dy in steps)]
    return end + [-part for step in reversed(steps) for part in step]


def _dots(drawing: Drawing, chronicle: Chronicle, colour: dict[str, str]) -> Iterator[str]:
    """Where events of the record stand."""
    for place_id in sorted(set(chronicle.events["place_id"]) - {""}):
        if point := chronicle.points[place_id]:
            x, y = (round(part) - origin for part, origin in zip(world(*point), drawing.origin))
            yield (
                f'<circle cx="{x}" cy="{y}" r="{5 * _PIXEL}" fill="{colour["ink"]}" stroke="{colour["halo"]}" '
                f'stroke-width="{1.6 * _PIXEL:g}"/>'
            )
