"""The legend: what the signs on a map mean; of what is shown, and nothing else."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from petrograd1917.map import fonts
from petrograd1917.picture import marks
from petrograd1917.picture.chart import Legend
from petrograd1917.picture.panel import Block, Draw, Setter
from petrograd1917.picture.pen import ITALIC, SERIF, element, wrapped
from petrograd1917.picture.plot import Shown, told

#: pixels of a laptop
_SIZE = 11.2
_LEADING = 1.16


@dataclass(frozen=True)
class _Item:
    """A sign and what it means, in as many lines as it needs; sizes in pixels."""

    sign: Draw
    wide: float
    lines: list[str]
    width: float


def legend(put: Setter, shown: Legend) -> Block:
    """Explain the signs of a map."""
    unit = put.unit
    size = _SIZE * unit
    placed, down = _in_rows(list(_items(put, shown, size)), put.width, size)
    key = wrapped(_sentences(put, shown), size * 0.92, put.width, ITALIC)
    top = 7 * unit

    def draw(x: float, y: float) -> str:
        drawn = [put.rule(x, y)]
        for left, under, item in placed:
            drawn.append(item.sign(x + left, y + top + under + size * 0.75))
            for i, line in enumerate(item.lines):
                base = y + top + under + size * (1.08 + _LEADING * i)
                drawn.append(put.pen.text(x + left + item.wide, base, line, size, SERIF, "ink"))
        for i, line in enumerate(key):
            base = y + top + down + size * (0.95 + 1.16 * i)
            drawn.append(put.pen.text(x, base, line, size * 0.92, ITALIC, "ink_soft"))
        return "".join(drawn)

    return Block(top + down + len(key) * size * 1.16 + 4 * unit, draw)


def _items(put: Setter, shown: Legend, size: float) -> Iterator[_Item]:
    for side_id in shown.sides:
        side, holds = told(put.chronicle)["sides"][side_id], side_id in shown.holders
        name = " · ".join(filter(None, (put.say(side["name"]), put.second(side["name"]))))
        yield _item(put, _side(put, side, holds), 34 if holds else 17, name, size)
    if shown.contested:
        yield _item(put, _swatch(put, "contested"), 17, put.both("key_contested"), size)
    for kind in shown.kinds:
        yield _item(put, _kind(put, kind), 17, put.both(f"kind_{kind}"), size)
    if shown.own:
        yield _item(put, _kind(put, "own"), 17, put.both("legend_own"), size)
    if shown.raised:
        yield _item(put, _raised(put), 20, put.both("legend_raised"), size)
    for basis in shown.ways:
        yield _item(put, _way(put, basis), 26, put.both(f"legend_way_{basis}"), size)
    if shown.ring:
        yield _item(put, _ring(put), 17, put.both("key_ring"), size)
    if shown.differ:
        yield _item(put, _differ(put), 17, put.both("sure_differ"), size)


def _item(put: Setter, sign: Draw, wide: float, text: str, size: float) -> _Item:
    room = (wide + 5) * put.unit
    lines = wrapped(text, size, put.width - room, SERIF)
    return _Item(sign, room, lines, room + max(fonts.width(line, size, SERIF) for line in lines))


def _sentences(put: Setter, shown: Legend) -> str:
    """How certainty is drawn, as far as it is drawn here."""
    keys = [key for key, there in (("hollow", shown.hollow), ("past", shown.past), ("number", shown.number)) if there]
    in_each = zip(*(put.each(f"legend_{key}") for key in keys))
    return " ".join("; ".join(parts) + "." for parts in in_each)


def _side(put: Setter, side: dict, holds: bool) -> Draw:
    unit, pen = put.unit, put.pen
    letter = put.say(side["letter"])

    def draw(x: float, y: float) -> str:
        sign = marks.side_sign(pen, side, letter, x + (26 if holds else 9) * unit, y, 15 * unit)
        return (_swatch(put, side["hatch"])(x, y) if holds else "") + sign

    return draw


def _swatch(put: Setter, hatch: str) -> Draw:
    unit, pen = put.unit, put.pen
    line = pen["ink" if hatch == "third" else f"{hatch}_line"]
    shape = {"width": 16 * unit, "height": 11 * unit, "fill": f"url(#hatch-{hatch})", "stroke": line}
    return lambda x, y: element("rect", x=x, y=y - 5.5 * unit, stroke_width=1.4 * unit, **shape)


def _kind(put: Setter, kind: str) -> Draw:
    one = Shown({"id": "", "kind": kind}, "full")
    return lambda x, y: marks.event_mark(put.pen, one, x + 8.5 * put.unit, y, 18 * put.unit, on_map=False)


def _raised(put: Setter) -> Draw:
    unit, pen = put.unit, put.pen

    def draw(x: float, y: float) -> str:
        deck = {"stroke": pen["bridge_casing"], "stroke_width": 4 * unit}
        sides = ((x, x + 6 * unit), (x + 14 * unit, x + 20 * unit))
        drawn = [element("line", x1=a, x2=b, y1=y, y2=y, **deck) for a, b in sides]
        for at in (x + 6 * unit, x + 14 * unit):
            ends = {"x1": at, "x2": at, "y1": y - 6 * unit, "y2": y + 6 * unit, "stroke_linecap": "round"}
            drawn.append(element("line", **ends, stroke=pen["bridge_casing"], stroke_width=4.4 * unit))
            drawn.append(element("line", **ends, stroke=pen["contested"], stroke_width=2.4 * unit))
        return "".join(drawn)

    return draw


def _way(put: Setter, basis: str) -> Draw:
    unit, pen = put.unit, put.pen
    dash = {"attested": None, "computed": "0.1 5", "ahead": "8 5"}[basis]
    style = {"stroke": pen["neutral_line"], "stroke_width": (2.4 if basis == "computed" else 4) * unit}
    cap = "round" if basis == "computed" else "butt"
    return lambda x, y: element(
        "line", x1=x + unit, x2=x + 25 * unit, y1=y, y2=y, stroke_dasharray=dash, stroke_linecap=cap, **style
    )


def _ring(put: Setter) -> Draw:
    unit, pen = put.unit, put.pen
    style = {"fill": "none", "stroke": pen["ink"], "stroke_width": 1.1 * unit, "stroke_dasharray": "2 3"}
    return lambda x, y: element("circle", cx=x + 8 * unit, cy=y, r=7 * unit, **style)


def _differ(put: Setter) -> Draw:
    unit, pen = put.unit, put.pen
    ink = {"color": pen["soviet_line"], "fill": pen["soviet_line"]}
    return lambda x, y: element(
        "use", href="#s-disagree", x=x + 2 * unit, y=y - 6.5 * unit, width=13 * unit, height=13 * unit, **ink
    )


def _in_rows(items: list[_Item], width: float, size: float) -> tuple[list[tuple[float, float, _Item]], float]:
    """Items side by side in columns, each over as many as it needs; and how high they are together, pixels."""
    gap = size * 0.9
    columns = max(6, int(width / (size * 5)))
    step = (width + gap) / columns
    placed = []
    across = down = high = 0.0
    for item in items:
        cells = min(columns, max(2, math.ceil((item.width + gap) / step)))
        if across + cells * step > width + gap + 0.5:
            across, down, high = 0.0, down + high, 0.0
        placed.append((across, down, item))
        across += cells * step
        high = max(high, size * (1.55 + _LEADING * (len(item.lines) - 1)))
    return placed, down + high
