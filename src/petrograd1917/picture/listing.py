"""The list beside a map: mark or number, hour and title of all that happens."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from petrograd1917.map import fonts
from petrograd1917.picture import marks
from petrograd1917.picture.chart import Row
from petrograd1917.picture.panel import Block, Draw, Setter
from petrograd1917.picture.pen import BOLD, ITALIC, SANS, SANS_BOLD, SERIF, element, number, wrapped

#: sizes of the list, pixels of a laptop: the largest that has room is taken
_SIZES = (16.0, 14.5, 13.2, 12.4, 11.6, 10.8, 10.2, 9.5)
_ORDINARY = 13.2
#: the same as running text
_RUNNING = (12.4, 11.2, 10.2, 9.5)


@dataclass(frozen=True)
class Group:
    """Rows under one heading; without rows it is not set."""

    heading: str
    rows: tuple[Row, ...]


def fits(put: Setter, groups: list[Group], room: float) -> bool:
    """Whether a list has room in its ordinary size."""
    return _set(put, ".", "", groups, _ORDINARY * put.unit).height <= room


def listing(put: Setter, heading: str, note: str, groups: list[Group], room: float) -> tuple[Block, bool]:
    """What happens, as large as the room allows, else as running text; what finds no room even so is counted.

    Returns
    -------
    Block
    bool
        Whether each row found room.
    """
    in_rows = [partial(_set, put, heading, note, groups, size * put.unit) for size in _SIZES]
    running = [partial(_running, put, heading, note, groups, size * put.unit) for size in _RUNNING]
    rows = sum(len(group.rows) for group in groups)
    cut = [partial(_running, put, heading, note, groups, _RUNNING[-1] * put.unit, left) for left in range(1, rows)]
    for ways in (in_rows, running, cut or running[-1:]):
        # each takes less room than the one before
        first = bisect_left(ways, True, key=lambda way: way().height <= room)
        if first < len(ways):
            break
    return ways[min(first, len(ways) - 1)](), ways is in_rows or ways is running


def _running(put: Setter, heading: str, note: str, groups: list[Group], size: float, left_out: int = 0) -> Block:
    """The list as running text, for an hour in which too much happens for a line each; the last rows left out."""
    pen = put.pen
    words: list[tuple[str, fonts.Face, str]] = []
    rows = [(group.heading, row) for group in groups for row in group.rows]
    under, last = "", ""
    for name, row in rows[: len(rows) - left_out]:
        if name != under:
            words += [(word, SANS, "ink_soft") for word in f"{name}:".split()]
        if row.tag != last and row.tag:
            words.append((row.tag, SANS_BOLD, "ink"))
        under, last = name, row.tag
        face = ITALIC if row.one and row.one.form == "hollow" else BOLD
        words += [(word, ITALIC, "ink_soft") for word in put.say(row.hour).split()]
        words += [(word, face, "ink") for word in f"{put.say(row.title)};".split()]
    if words and not left_out:
        word, face, ink = words[-1]
        words[-1] = word.removesuffix(";"), face, ink
    if left_out:
        words += [(word, SANS, "ink_soft") for word in put.word("picture_more", n=left_out).split()]
    lines: list[list[tuple[float, str, fonts.Face, str]]] = [[]]
    across = 0.0
    for word, face, ink in words:
        wide = fonts.width(word, size, face)
        if lines[-1] and across + wide > put.width:
            lines.append([])
            across = 0.0
        lines[-1].append((across, word, face, ink))
        across += wide + size * 0.27
    top = 20 * put.unit

    def draw(x: float, y: float) -> str:
        drawn = [_heading(put, heading, note)(x, y)]
        for i, line in enumerate(lines):
            for face, ink, start, text in _joined(line):
                drawn.append(pen.text(x + start, y + top + size * (0.9 + 1.2 * i), text, size, face, ink))
        return "".join(drawn)

    return Block(top + size * 1.2 * len(lines), draw)


def _set(put: Setter, heading: str, note: str, groups: list[Group], size: float) -> Block:
    unit = put.unit
    parts: list[tuple[float, Draw]] = []
    if heading:
        parts.append((20 * unit, _heading(put, heading, note)))
    for group in groups:
        if group.heading and group.rows:
            parts.append((size * 1.5, _group(put, group.heading, size * 0.82)))
        parts += [_row(put, row, size) for row in group.rows]

    def draw(x: float, y: float) -> str:
        drawn = []
        for height, part in parts:
            drawn.append(part(x, y))
            y += height
        return "".join(drawn)

    return Block(sum(height for height, _ in parts), draw)


def _heading(put: Setter, heading: str, note: str) -> Draw:
    unit, pen, width = put.unit, put.pen, put.width

    def draw(x: float, y: float) -> str:
        size = 10.4 * unit
        rule = element(
            "line",
            x1=x,
            x2=x + width,
            y1=y + 14.5 * unit,
            y2=y + 14.5 * unit,
            stroke=pen["ink"],
            stroke_width=1.1 * unit,
        )
        head = pen.text(x, y + 10.5 * unit, heading.upper(), size, BOLD, "ink", tracking=0.1)
        taken = fonts.width(heading.upper(), size, BOLD, 0.1) + fonts.width(note, 10 * unit, SANS) + 8 * unit
        if taken > width:
            return rule + head
        return rule + head + pen.text(x + width, y + 10.5 * unit, note, 10 * unit, SANS, "ink_soft", anchor="end")

    return draw


def _group(put: Setter, heading: str, size: float) -> Draw:
    pen = put.pen
    return lambda x, y: pen.text(x, y + size * 1.25, heading, size, SANS, "ink_soft")


def _row(put: Setter, row: Row, size: float) -> tuple[float, Draw]:
    """Mark, hour and title, wrapped; the title in the second language under it."""
    pen, one = put.pen, row.one
    left = size * 1.75
    hour, title = put.say(row.hour).split(), put.say(row.title).split()
    face = ITALIC if one and one.form == "hollow" else BOLD
    runs = [(word, ITALIC) for word in hour] + [(word, face) for word in title]
    lines: list[list[tuple[float, str, fonts.Face, str]]] = [[]]
    across = left
    for i, (word, face) in enumerate(runs):
        wide = fonts.width(word, size, face)
        if lines[-1] and across + wide > put.width:
            lines.append([])
            across = left
        lines[-1].append((across, word, face, "ink_soft" if i < len(hour) else "ink"))
        gap = 0.5 if i == len(hour) - 1 else 0.27
        across += wide + size * gap
    if one and one.event["sure"] == "sure_differ":
        if across + size * 0.9 > put.width:
            lines.append([])
            across = left
        lines[-1].append((across, "", SERIF, "differ"))
    also = put.second(row.title)
    second = wrapped(also, size * 0.86, put.width - left, ITALIC) if also else []
    leading = size * 1.17
    height = leading * len(lines) + size * 1.0 * len(second) + size * (0.34 if size > 10.5 * put.unit else 0.22)

    def draw(x: float, y: float) -> str:
        drawn = [_sign(put, row, x + size * 0.72, y + size * 0.66, size)]
        for i, line in enumerate(lines):
            base = y + leading * i + size * 0.98
            for face, ink, start, text in _joined(line):
                if ink == "differ":
                    mark = {"x": x + start, "y": base - size * 0.78, "width": size * 0.86, "height": size * 0.86}
                    drawn.append(
                        element("use", href="#s-disagree", color=pen["soviet_line"], fill=pen["soviet_line"], **mark)
                    )
                else:
                    drawn.append(pen.text(x + start, base, text, size, face, ink))
        base = y + leading * len(lines) + size * 0.7
        for i, line in enumerate(second):
            drawn.append(pen.text(x + left, base + i * size, line, size * 0.86, ITALIC, "ink_soft"))
        return "".join(drawn)

    return height, draw


def _sign(put: Setter, row: Row, x: float, y: float, size: float) -> str:
    pen = put.pen
    if row.tag:
        disc = element(
            "circle", cx=x, cy=y, r=size * 0.62, fill=pen["panel"], stroke=pen["ink"], stroke_width=size * 0.1
        )
        figures = size * (0.86 if len(row.tag) < 2 else 0.72)
        return disc + pen.text(x, y + figures * 0.36, row.tag, figures, SANS_BOLD, "ink", anchor="middle")
    sign = marks.event_mark(pen, row.one, x, y, size * 1.45, on_map=False)
    if row.angle is not None:
        turn = f"translate({number(x)} {number(y)}) rotate({math.degrees(row.angle):.0f}) scale({size / 15:.3f})"
        return element("path", d="M-8 -5L8 0L-8 5L-4 0Z", transform=turn, fill=pen["ink"])
    return sign


def _joined(line: list[tuple[float, str, fonts.Face, str]]) -> Iterable[tuple[fonts.Face, str, float, str]]:
    """Words of one face and ink that follow each other, as one text."""
    runs: list[list] = []
    for start, word, face, ink in line:
        if runs and runs[-1][0] == face and runs[-1][1] == ink and ink != "differ":
            runs[-1][3] += f" {word}"
        else:
            runs.append([face, ink, start, word])
    return [tuple(run) for run in runs]
