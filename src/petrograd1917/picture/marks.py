"""Symbols as SVG: marks of events and actors, holders' hatches, raised spans, tracks; as the stage's style sheet has them."""

from __future__ import annotations

import math

from petrograd1917.map.art import sprite
from petrograd1917.map.drawing import Point
from petrograd1917.picture.pen import SANS_BOLD, Pen, element, number, path
from petrograd1917.picture.plot import Dot, Figure, Holding, Shown, Span, sign_of


def symbols() -> str:
    """The symbols and hatches, to be put once into each drawing."""
    inner = sprite().partition(">")[2].rpartition("</svg>")[0]
    return inner.replace("<defs>", "").replace("</defs>", "")


def _use(name: str, x: float, y: float, size: float, **attributes: object) -> str:
    return element("use", href=f"#{name}", x=x, y=y, width=size, height=size, **attributes)


def event_mark(
    pen: Pen, one: Shown, x: float, y: float, size: float, *, stacked: bool = False, tag: str = "", on_map: bool = True
) -> str:
    """Plate and glyph of an event, its middle at a point.

    Parameters
    ----------
    stacked : bool
        Whether other events lie behind it.
    tag : str
        The number by which the list knows it; blank for none.
    on_map : bool
        Whether it lies on the map, where its edge is the map's keyline.
    """
    sign, hollow = sign_of(one.event), one.form == "hollow"
    family = sign["family"]
    plain, text = ("glyph_light", "ink") if one.own else (family, f"{family}_text")
    fill = pen["panel"] if hollow else pen[plain]
    edge = pen[text] if hollow else pen["keyline" if on_map else "ink"]
    glyph = edge if hollow else pen["glyph_light" if family == "force" else "glyph_dark"]
    stroke = {"stroke": edge, "stroke_width": 2.4 if hollow else 1.8, "stroke_dasharray": "4 2.6" if hollow else None}
    drawn = ""
    if on_map and one.form != "past":
        drawn += _use(
            f"plate-{family}", -1, -1, 34, fill="none", stroke=pen["halo"], stroke_width=6, stroke_opacity=0.85
        )
    if stacked:
        behind = {"fill": pen["panel"], "stroke": pen["keyline" if on_map else "ink"], "stroke_width": 1.4}
        drawn += _use(f"plate-{family}", 2, -4, 34, **behind)
    drawn += _use(f"plate-{family}", -1, -1, 34, fill=fill, **stroke)
    drawn += _use(sign["symbol"], 5.5, 5.5, 21, color=glyph, fill=glyph)
    if tag:
        drawn += _disc(pen, tag)
    return _scaled(drawn, x, y, size, one.form == "past", events=one.event["id"])


def dot(pen: Pen, one: Dot) -> str:
    """One of many: a small white disc, with ink in it where it is sure."""
    at = {"cx": one.x, "cy": one.y}
    drawn = element("circle", **at, r=5, fill=pen["glyph_light"], stroke=pen["keyline"], stroke_width=1.5)
    if one.form != "hollow":
        drawn += element("circle", **at, r=2.3, fill=pen["glyph_dark"])
    return element("g", drawn, opacity=0.5) if one.form == "past" else drawn


def _scaled(drawn: str, x: float, y: float, size: float, pale: bool = False, **data: str) -> str:
    """A drawing of 38 × 38 units about (16, 16), its middle at a point."""
    scale = size / 38
    move = f"translate({number(x)} {number(y)}) scale({scale:.4f}) translate(-16 -16)"
    named = {f"data-{key}": value for key, value in data.items()}
    return element("g", drawn, transform=move, opacity=0.5 if pale else None, **named)


_PLATE = {
    "government": "government",
    "soviet": "soviet",
    "contested": "contested",
    "neutral": "neutral",
    "third": "panel",
}


def actor_mark(pen: Pen, symbol: str, plate: str, letter: str, x: float, y: float, size: float, **data: str) -> str:
    """The plate of a side and the glyph of what the actor is."""
    third = plate == "third"
    glyph = pen["ink" if third else "glyph_dark" if plate == "contested" else "glyph_light"]
    drawn = _use(f"plate-{plate}", -1, -1, 34, fill="none", stroke=pen["halo"], stroke_width=5, stroke_opacity=0.85)
    drawn += _use(f"plate-{plate}", -1, -1, 34, fill=pen[_PLATE[plate]], stroke=pen["keyline"], stroke_width=1.8)
    drawn += _use(f"s-{symbol}", 6, 6, 20, color=glyph, fill=glyph)
    if third and letter:
        drawn += pen.text(25, 12, letter, 11, SANS_BOLD, "ink", anchor="middle")
    return _scaled(drawn, x, y, size, **data)


def side_sign(pen: Pen, side: dict, letter: str, x: float, y: float, size: float) -> str:
    """A side's bare plate, as the legend shows it."""
    plate = side["plate"]
    drawn = _use(f"plate-{plate}", -1, -1, 34, fill=pen[_PLATE[plate]], stroke=pen["ink"], stroke_width=1.8)
    if plate == "third":
        drawn += pen.text(16, 22, letter, 17, SANS_BOLD, "ink", anchor="middle")
    return _scaled(drawn, x, y, size)


def figure(pen: Pen, one: Figure, letter: str, size: float, ship: float, tag: str = "") -> str:
    """An actor on the map: a plate, or the bare silhouette of a ship, in its side's line colour.

    `letter` stands on the plate of a third side; `tag` is the number by which the list knows the actor.
    """
    if one.actor["kind"] == "ship":
        symbol, line = f"s-{one.actor['symbol']}", pen[side_line(one.plate)]
        ink = {"color": line, "fill": line}
        hull = _use(symbol, 0, 0, 24, **ink, stroke=pen["halo"], stroke_width=3, stroke_linejoin="round")
        move = f"translate({number(one.x)} {number(one.y)}) scale({ship / 24:.4f}) translate(-12 -12)"
        drawn = element("g", hull, _use(symbol, 0, 0, 24, **ink), transform=move, **{"data-actor": one.actor_id})
    else:
        drawn = actor_mark(pen, one.actor["symbol"], one.plate, letter, one.x, one.y, size, actor=one.actor_id)
        if (one.x, one.y) != one.spot:
            ends = {"x1": one.x, "y1": one.y, "x2": one.spot[0], "y2": one.spot[1]}
            tie = element("line", **ends, stroke=pen["label"], stroke_width=1.4)
            drawn = tie + element("circle", cx=one.spot[0], cy=one.spot[1], r=2.2, fill=pen["label"]) + drawn
    if tag or one.more:
        drawn += _scaled(_disc(pen, tag or one.more), one.x, one.y, size)
    return element("g", drawn, opacity=0.55) if one.lost else drawn


def _disc(pen: Pen, tag: str) -> str:
    """A number at the upper right of a mark."""
    disc = element("circle", cx=28, cy=3, r=8.2, fill=pen["panel"], stroke=pen["ink"], stroke_width=1.4)
    return disc + pen.text(28, 7.2, tag, 11.5 if len(tag) < 2 else 10, SANS_BOLD, "ink", anchor="middle")


def side_line(plate: str) -> str:
    """The colour of a side's tracks and outlines."""
    return "label" if plate == "third" else f"{plate}_line"


def track(pen: Pen, gone: bool, basis: str, points: tuple[Point, ...], plate: str, person: bool) -> str:
    """A part of a way: broad where a source names it, dotted where only its ends are known, dashed where it lies ahead."""
    computed = basis == "computed"
    dash = "0.1 6" if computed else "0.1 8" if person else None if gone else "9 6"
    width = 2.6 if computed else 4 if person else 5
    data = path(points)
    shape = {"d": data, "fill": "none", "stroke_linejoin": "round"}
    edge = (
        ""
        if computed or person
        else element("path", **shape, stroke=pen["halo"], stroke_width=width + 3, stroke_opacity=0.8)
    )
    cap = "round" if computed or person else "butt"
    return edge + element(
        "path",
        **shape,
        stroke=pen[side_line(plate)],
        stroke_width=width,
        stroke_dasharray=dash,
        stroke_linecap=cap,
        opacity=None if gone else 0.85,
    )


def holding(pen: Pen, one: Holding) -> str:
    """A place in its holder's hatch."""
    line = pen["ink" if one.hatch == "third" else f"{one.hatch}_line"]
    if one.form == "deck":
        data = path(one.lines[0])
        edge = element("path", d=data, fill="none", stroke=pen["halo"], stroke_width=9)
        return edge + element("path", d=data, fill="none", stroke=line, stroke_width=5)
    if one.form == "square":
        (x, y), half = one.lines[0][0], 8
        data = path([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)], True)
    else:
        data = "".join(path(ring, True) for ring in one.lines)
    shape = {"d": data, "fill_rule": "evenodd"}
    edge = element("path", **shape, fill="none", stroke=pen["halo"], stroke_width=6)
    return edge + element("path", **shape, fill=f"url(#hatch-{one.hatch})", stroke=line, stroke_width=2)


def span(pen: Pen, one: Span) -> str:
    """Two leaves across the deck and a gap between them."""
    turn = f"translate({number(one.x)} {number(one.y)}) rotate({math.degrees(one.angle):.1f})"
    leaves = {"d": "M-6 -12V12M6 -12V12", "fill": "none", "stroke_linecap": "round"}
    return element(
        "g",
        element("rect", x=-6, y=-10, width=12, height=20, fill=pen["water"]),
        element("path", **leaves, stroke=pen["bridge_casing"], stroke_width=7.5),
        element("path", **leaves, stroke=pen["contested"], stroke_width=4),
        transform=turn,
        **{"data-span": one.place_id},
    )
