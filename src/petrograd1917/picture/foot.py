"""The foot of a picture: scale, north, the sources of what is shown, attribution."""

from __future__ import annotations

import math

from petrograd1917.map import fonts
from petrograd1917.picture.panel import Block, Setter
from petrograd1917.picture.pen import BOLD, SERIF, element, number, wrapped
from petrograd1917.picture.window import Window


def foot(put: Setter, window: Window | None, sources: list[str]) -> Block:
    """Scale and north (of one map, if there is one), the sources of what is shown, attribution."""
    unit, width, pen = put.unit, put.width, put.pen
    size = 9.6 * unit
    named = put.word("key_sources", names="; ".join(sources)) if sources else ""
    lines = wrapped(named, size, width, SERIF) if named else []
    rights = wrapped(put.chronicle.attribution, size * 0.95, width, SERIF)
    top = (34 if window else 7) * unit
    height = top + size * 1.2 * len(lines) + size * 1.16 * len(rights) + 3 * unit

    def draw(x: float, y: float) -> str:
        drawn = [put.rule(x, y)]
        if window:
            drawn.append(scale(put, window, x + 2 * unit, y + 9 * unit, width * 0.62))
            drawn.append(north(put, x + width - 9 * unit, y + 7 * unit))
        base = y + top
        for i, line in enumerate(lines):
            drawn.append(pen.text(x, base + size * (0.9 + 1.2 * i), line, size, SERIF, "ink_soft"))
        base += size * 1.2 * len(lines)
        for i, line in enumerate(rights):
            drawn.append(pen.text(x, base + size * (1.05 + 1.16 * i), line, size * 0.95, SERIF, "ink_soft"))
        return "".join(drawn)

    return Block(height, draw)


def scale(put: Setter, window: Window, x: float, y: float, most: float) -> str:
    """A scale bar of a round length, `most` pixels at most; true along the parallel through the middle of the window."""
    unit, pen = put.unit, put.pen
    metres, bar = scale_bar(window.metres_per_pixel, most)
    quarter, edge = bar / 4, {"stroke": pen["ink"], "stroke_width": 0.8 * unit}
    drawn = []
    for i in range(4):
        fill = pen["panel" if i % 2 else "ink"]
        drawn.append(element("rect", x=x + quarter * i, y=y, width=quarter, height=4 * unit, fill=fill, **edge))
    size = 9.4 * unit
    middle = fonts.width(_distance(put, metres / 2), size)
    # a short bar has no room for its half
    for share, anchor in ((0, "start"), *([(0.5, "middle")] if middle < 0.36 * bar else []), (1, "middle")):
        text = _distance(put, metres * share) if share else "0"
        drawn.append(pen.text(x + bar * share, y + 14 * unit, text, size, SERIF, "ink", anchor=anchor))
    return "".join(drawn)


def north(put: Setter, x: float, y: float) -> str:
    """A needle that points up."""
    unit, pen = put.unit, put.pen
    half, high = 5 * unit, 15 * unit
    top = y + 8 * unit
    needle = (
        f"M{number(x)} {number(top)}L{number(x + half)} {number(top + high)}L{number(x)} {number(top + high * 0.72)}"
    )
    letter = put.word("north")
    return (
        pen.text(x, y + 5.5 * unit, letter, 9.6 * unit, BOLD, "ink", anchor="middle")
        + element(
            "path",
            d=f"{needle}L{number(x - half)} {number(top + high)}Z",
            fill="none",
            stroke=pen["ink"],
            stroke_width=0.9 * unit,
        )
        + element("path", d=f"{needle}Z", fill=pen["ink"])
    )


def scale_bar(metres_per_pixel: float, most: float) -> tuple[float, float]:
    """A round number of metres, and its length in pixels, `most` at most."""
    wanted = metres_per_pixel * most
    power = 10 ** math.floor(math.log10(wanted))
    metres = max(step * power for step in (1, 2, 4, 5) if step * power <= wanted)
    return metres, metres / metres_per_pixel


def _distance(put: Setter, metres: float) -> str:
    """`500 m`, `1.5 km`."""
    return f"{metres:g} {put.word('unit_m')}" if metres < 1000 else f"{metres / 1000:g} {put.word('unit_km')}"
