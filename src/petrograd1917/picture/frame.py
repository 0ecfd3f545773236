"""The neat line about a map: a double line with bars of arc between, and degrees beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator

from petrograd1917.map import fonts
from petrograd1917.map.plane import Box
from petrograd1917.picture.pen import ITALIC, Pen, element, path
from petrograd1917.picture.window import Window

#: from the edge of a map's rectangle to the window within the neat line, pixels
FRAME = 8.0
#: minutes of arc that a bar may be long
_STEPS = (0.5, 1, 2, 5, 10, 15, 30, 60)
#: the least length of a bar, and the least distance between two figures, pixels
_LEAST_BAR, _LEAST_FIGURES = 20, 150


def neatline(pen: Pen, window: Window, unit: float, paper: Box) -> str:
    """Draw the frame into the margin about a window, over paper that hides all of the map but the window.

    `paper` is the whole sheet: left, top, right, bottom.
    """
    out = 6.5
    left, top, right, bottom = window.left, window.top, window.right, window.bottom
    ink = pen["ink"]
    cover = "".join(
        path([(x1, y1), (x2, y1), (x2, y2), (x1, y2)], True) for x1, y1, x2, y2 in (paper, (left, top, right, bottom))
    )
    drawn = [element("path", d=cover, fill=pen["panel"], fill_rule="evenodd")]
    south, west, north, east = window.bounds
    for axis, low, high, size in (("x", west, east, window.width), ("y", south, north, window.height)):
        per_minute = size / ((high - low) * 60)
        step = next((one for one in _STEPS if one * per_minute >= _LEAST_BAR), _STEPS[-1])
        for first, last in _bars(low, high, step):
            drawn += _bar(pen, window, axis, first, last)
        figures = next((one for one in _STEPS if one >= 1 and one * per_minute >= _LEAST_FIGURES), _STEPS[-1])
        drawn += _figures(pen, window, axis, low, high, figures, unit)
    box = {"fill": "none", "stroke": ink}
    drawn.append(element("rect", x=left, y=top, width=window.width, height=window.height, stroke_width=1, **box))
    outer = {"x": left - out, "y": top - out, "width": window.width + 2 * out, "height": window.height + 2 * out}
    drawn.append(element("rect", **outer, stroke_width=1.4, **box))
    return element("g", *drawn)


def _bars(low: float, high: float, step: float) -> Iterator[tuple[float, float]]:
    """Every second stretch of `step` minutes of arc, cut to the window; degrees."""
    i = math.floor(low * 60 / step)
    while i * step / 60 < high:
        if i % 2 == 0:
            yield max(i * step / 60, low), min((i + 1) * step / 60, high)
        i += 1


def _bar(pen: Pen, window: Window, axis: str, first: float, last: float) -> Iterator[str]:
    style = {"fill": pen["ink"]}
    if axis == "x":
        left, right = window.xy(window.lat, first)[0], window.xy(window.lat, last)[0]
        for y in (window.top - 5, window.bottom + 1.6):
            yield element("rect", x=left, y=y, width=right - left, height=3.4, **style)
    else:
        top, bottom = window.xy(last, window.lon)[1], window.xy(first, window.lon)[1]
        for x in (window.left - 5, window.right + 1.6):
            yield element("rect", x=x, y=top, width=3.4, height=bottom - top, **style)


def _figures(pen: Pen, window: Window, axis: str, low: float, high: float, step: float, unit: float) -> Iterator[str]:
    size = 9.2 * unit
    i = math.ceil(low * 60 / step)
    while i * step / 60 <= high:
        at = i * step / 60
        degrees, minutes = divmod(round(at * 60), 60)
        text = f"{degrees}°{minutes:02d}"
        wide = fonts.width(text, size, ITALIC) + size * 0.2
        if axis == "x":
            x, y = window.xy(window.lat, at)[0] - wide / 2, window.top + size * 1.15
        else:
            x, y = window.left + 4, window.xy(at, window.lon)[1] + size * 0.35
        if window.holds(x - 6, y - size - 6) and window.holds(x + wide + 6, y + 6):
            yield pen.text(x, y, text, size, ITALIC, "label_street", halo="halo", halo_width=2.5)
            # the fonts have no sign for a minute of arc
            prime = {
                "x1": x + wide - size * 0.02,
                "y1": y - size * 0.7,
                "x2": x + wide - size * 0.12,
                "y2": y - size * 0.45,
            }
            yield element("line", **prime, stroke=pen["label_street"], stroke_width=size * 0.09)
        i += 1
