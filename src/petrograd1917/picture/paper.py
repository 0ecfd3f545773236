"""The maps of a handout, for a printer without colour: the scene of a moment, numbered places, and a map to draw on."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import median

from petrograd1917.chronicle import Chronicle
from petrograd1917.lens import told_by
from petrograd1917.map.art import tokens
from petrograd1917.map.drawing import Point
from petrograd1917.map.plane import Box
from petrograd1917.picture.basemap import base_map, lettering
from petrograd1917.picture.chart import Chart, broken, that_fit
from petrograd1917.picture.foot import north, scale
from petrograd1917.picture.frame import FRAME, neatline
from petrograd1917.picture.key import legend
from petrograd1917.picture.labels import LINE, Label, Room, Wish, Words
from petrograd1917.picture.lesson import Lesson, printed
from petrograd1917.picture.panel import Block, Setter
from petrograd1917.picture.pen import ITALIC, SANS_BOLD, Pen, element, wrapped
from petrograd1917.picture.plate import Picture, whole, window_in
from petrograd1917.picture.plot import told
from petrograd1917.picture.sheets import Sheet
from petrograd1917.picture.window import Window
from petrograd1917.routes import distance_m

#: the canvas of a map above a list, as wide as the text of an A4 page; and that of one which has a lying page for itself
_BESIDE_TEXT, _ALONE = (860.0, 520.0), (1280.0, 700.0)
_LIGHT = "print"
#: what a map that shows places keeps free at its edge, pixels; how near it goes; what lies further off than this from
#: the middle of them all is left out, metres
_EDGE, _NEAREST, _FAR = 60.0, 14.75, 5000.0
_DOT, _NUMBER, _TYPE = 3.2, 12.5, 1.15
#: what the scale takes beside the legend, pixels
_SCALE = 150.0


def scene(chronicle: Chronicle, lesson: Lesson) -> tuple[Picture, dict[str, str]]:
    """The map of a moment with its legend; and event → number for those that it does not name."""
    view = replace(lesson.view, mode="page", event="")
    reading = told_by(chronicle, view.source) if view.source else chronicle
    chart = Chart(reading, view, window_in(view, (0, 0, *_BESIDE_TEXT)), _LIGHT, (lesson.lang,))
    put = _setter(reading, chart.pen, lesson.lang, chart.window)
    drawn = [chart.ground, chart.svg]
    return _framed(put, chart.window, drawn, legend(put, chart.legend), lesson, chart.says()), chart.tags


def numbered(chronicle: Chronicle, lesson: Lesson) -> tuple[Picture, dict[str, str]]:
    """The map of a chapter: where its events lie; and event → number for those that lie on it."""
    points = {event_id: point for event_id, point in _points(chronicle, lesson).items() if point}
    window = _over(chronicle, lesson, (0, 0, *_BESIDE_TEXT))
    seen = [
        event_id for event_id in lesson.events if event_id in points and window.holds(*window.xy(*points[event_id]))
    ]
    tags = {event_id: str(i) for i, event_id in enumerate(seen, start=1)}
    at: dict[Point, list[str]] = {}
    for event_id, tag in tags.items():
        at.setdefault(points[event_id], []).append(tag)
    pen = Pen(tokens()["color"][_LIGHT])
    room = _room(window)
    spots = {point: window.xy(*point) for point in at}
    room.take((x - _DOT, y - _DOT, x + _DOT, y + _DOT) for x, y in spots.values())
    labels = [
        room.place(_wish(*spots[point], numbers)) for point, numbers in sorted(at.items(), key=lambda one: -len(one[1]))
    ]
    names = _names(chronicle, window, lesson.lang, room, pen)
    marks = [*(_dot(pen, *spot) for spot in spots.values()), *(_pill(pen, label) for label in labels if label)]
    put = _setter(chronicle, pen, lesson.lang, window)
    drawn = [base_map(chronicle, window, _LIGHT), *names, *marks]
    titles = {event["id"]: event["title"][lesson.lang] for event in told(chronicle)["events"]}
    says = "; ".join(f"{tag} {titles[event_id]}" for event_id, tag in tags.items())
    return _framed(put, window, drawn, _said(put, printed(chronicle, lesson.lang)["print_numbers"]), lesson, says), tags


def blank(chronicle: Chronicle, lesson: Lesson) -> Picture:
    """The same part of the city without anything that happens, on a page of its own."""
    window = _over(chronicle, lesson, (0, 0, *_ALONE))
    pen = Pen(tokens()["color"][_LIGHT])
    put = _setter(chronicle, pen, lesson.lang, window)
    drawn = [base_map(chronicle, window, _LIGHT), *_names(chronicle, window, lesson.lang, _room(window), pen)]
    note = printed(chronicle, lesson.lang)["print_blank_note"]
    return _framed(put, window, drawn, _said(put, note), lesson, note)


def _points(chronicle: Chronicle, lesson: Lesson) -> dict[str, Point | None]:
    place = dict(zip(chronicle.events["event_id"], chronicle.events["place_id"]))
    return {event_id: chronicle.points.get(place[event_id]) for event_id in lesson.events}


def _over(chronicle: Chronicle, lesson: Lesson, rectangle: Box) -> Window:
    """A window over all that lies in the city; over the lesson's view if nothing does."""
    window = window_in(lesson.view, rectangle)
    points = [point for point in _points(chronicle, lesson).values() if point and chronicle.city.holds(*point)]
    if not points:
        return window
    middle = median(lat for lat, _ in points), median(lon for _, lon in points)
    inside = [window.xy(*point) for point in points if distance_m(point, middle) <= _FAR] or [window.xy(*middle)]
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*inside))
    share = min(
        (window.width - 2 * _EDGE) / max(right - left, 1.0), (window.height - 2 * _EDGE) / max(bottom - top, 1.0)
    )
    lat, lon = window.latlon((left + right) / 2, (top + bottom) / 2)
    return replace(window, lat=lat, lon=lon, zoom=min(window.zoom + math.log2(share), _NEAREST))


def _room(window: Window) -> Room:
    return Room((window.left + 3, window.top + 3, window.right - 3, window.bottom - 3))


def _names(chronicle: Chronicle, window: Window, lang: str, room: Room, pen: Pen) -> list[str]:
    names, lacking = lettering(chronicle, window, _LIGHT, lang, "page")
    pen.lacking |= lacking
    return [name.drawn for name in that_fit(room, names)]


def _wish(x: float, y: float, numbers: list[str]) -> Wish:
    lines = tuple(Words(line, SANS_BOLD, _NUMBER) for line in broken(" ".join(numbers), 12))
    return Wish(numbers[0], x, y, _DOT + 3, lines, len(numbers))


def _dot(pen: Pen, x: float, y: float) -> str:
    return element("circle", cx=x, cy=y, r=_DOT, fill=pen["ink"], stroke=pen["halo"], stroke_width=1.4)


def _pill(pen: Pen, label: Label) -> str:
    left, top, right, bottom = label.box
    wish = label.wish
    near = min(max(wish.x, left), right), min(max(wish.y, top), bottom)
    tie = {"x1": near[0], "y1": near[1], "x2": wish.x, "y2": wish.y}
    drawn = [element("line", **tie, stroke=pen["ink"], stroke_width=1.1)]
    size = {"width": right - left + 6, "height": bottom - top + 2}
    drawn.append(
        element("rect", x=left - 3, y=top - 1, rx=3.0, **size, fill=pen["panel"], stroke=pen["ink"], stroke_width=1.1)
    )
    for i, line in enumerate(wish.lines):
        base = top + _NUMBER * (0.93 + LINE * i)
        drawn.append(pen.text((left + right) / 2, base, line.text, _NUMBER, SANS_BOLD, "ink", anchor="middle"))
    return "".join(drawn)


def _setter(chronicle: Chronicle, pen: Pen, lang: str, window: Window) -> Setter:
    """Sets what stands under a map, beside its scale."""
    return Setter(chronicle, pen, (lang,), window.right + FRAME - _SCALE - 20, _TYPE)


def _said(put: Setter, text: str) -> Block:
    """A sentence under a map."""
    size = 12.6
    lines = wrapped(text, size, put.width, ITALIC)
    return Block(
        size * 1.2 * len(lines),
        lambda x, y: "".join(
            put.pen.text(x, y + size * (1 + 1.2 * i), line, size, ITALIC, "ink_soft") for i, line in enumerate(lines)
        ),
    )


def _framed(put: Setter, window: Window, drawn: list[str], under: Block, lesson: Lesson, says: str) -> Picture:
    """A map in its neat line; under it a block, and the scale."""
    bottom = window.bottom + FRAME
    wide, high = window.right + FRAME, bottom + 8 + max(under.height, 26.0)
    on = Sheet("handout", wide, high, 1.0, paper="A4")
    frame = neatline(put.pen, window, _TYPE, (-_EDGE, -_EDGE, wide + _EDGE, high + _EDGE))
    measure = scale(put, window, wide - _SCALE, bottom + 12, _SCALE - 40) + north(put, wide - 14, bottom + 4)
    parts = [*drawn, frame, under.draw(0, bottom + 4), measure]
    return whole(on, parts, {_LIGHT}, lesson.title, lesson.lang, f"{lesson.title}. {says}", put.pen.lacking)
