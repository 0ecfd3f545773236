"""Labels beside marks: the most important choose first, among sixteen directions at growing distance.

A label lies on no other label, mark, track or name that ranks above it; one that stands off is tied to its mark by a
line, which crosses none of them either. What finds no room is left out here, and so is numbered and listed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import NamedTuple

from petrograd1917.map import fonts
from petrograd1917.map.drawing import Point
from petrograd1917.map.plane import Box, Plane, meet

#: distances from the edge of the mark, in sizes of the letters; from the second on a line ties the label to its mark
_REACH = (0.3, 1.0, 2.0, 3.4, 5.2, 7.2)
_TIED = 1
#: directions in the order in which they are tried: right, left, above, below, the corners, and between them
_DIRECTIONS = (0, 180, 270, 90, 315, 45, 225, 135, 337.5, 22.5, 202.5, 157.5, 292.5, 67.5, 247.5, 112.5)
LINE = 1.14
_GAP = 3.0


class Words(NamedTuple):
    """A line of a label."""

    text: str
    face: fonts.Face
    size: float

    @property
    def width(self) -> float:
        return fonts.width(self.text, self.size, self.face)


@dataclass(frozen=True)
class Wish:
    """A label that wants room.

    Attributes
    ----------
    key : str
    x, y, half : float
        The middle of its mark, and half the mark's size.
    lines : tuple of Words
    rank : float
        The higher chooses first.
    """

    key: str
    x: float
    y: float
    half: float
    lines: tuple[Words, ...]
    rank: float


@dataclass(frozen=True)
class Label:
    """A label that has found room: its lines, its box, how they are set in it, which spot it is, the line to its mark."""

    wish: Wish
    box: Box
    anchor: str
    spot: int
    leader: tuple[Point, Point] | None = None


class Room:
    """What is taken of a window.

    Parameters
    ----------
    window : Box
        Labels stay inside.
    """

    def __init__(self, window: Box):
        self._window = window
        self._taken = Plane()
        self._leaders: list[tuple[Point, Point]] = []

    def take(self, boxes: Iterable[Box]) -> None:
        for box in boxes:
            self._taken.put(box)

    def place(self, wish: Wish, before: int | None = None) -> Label | None:
        """Give a label the spot that it had `before`, else the best free one, if there is one."""
        own = (wish.x - wish.half, wish.y - wish.half, wish.x + wish.half, wish.y + wish.half)
        spots = enumerate(_spots(wish))
        if before is not None:
            spots = chain(islice(enumerate(_spots(wish)), before, before + 1), spots)
        for index, (box, anchor, tied) in spots:
            if not self.free([box], _GAP):
                continue
            leader = (_nearest(box, (wish.x, wish.y)), (wish.x, wish.y)) if tied else None
            if leader and not self._clear(leader, own):
                continue
            self._taken.put(box)
            if leader:
                self._leaders.append(leader)
            return Label(wish, box, anchor, index, leader)
        return None

    def free(self, boxes: list[Box], gap: float = 0.0) -> bool:
        """Whether boxes lie inside and on nothing that is taken."""
        left, top, right, bottom = self._window
        return all(
            left <= box[0] and top <= box[1] and box[2] <= right and box[3] <= bottom and self._taken.free(box, gap)
            for box in boxes
        ) and not any(crosses(line, box) for line in self._leaders for box in boxes)

    def _clear(self, leader: tuple[Point, Point], own: Box) -> bool:
        """Whether a line to a mark crosses nothing but that mark, and no other line."""
        (x, y), (end_x, end_y) = leader
        along = (min(x, end_x), min(y, end_y), max(x, end_x), max(y, end_y))
        return not any(crosses(leader, box) for box in self._taken.near(along) if not meet(box, own)) and not any(
            _cross(leader, other) for other in self._leaders
        )


def _spots(wish: Wish) -> Iterator[tuple[Box, str, bool]]:
    """Where a label may stand, the best spots first."""
    wide = max(line.width for line in wish.lines)
    size = max(line.size for line in wish.lines)
    high = sum(line.size * LINE for line in wish.lines)
    for step, reach in enumerate(_REACH):
        d = wish.half + reach * size
        for degrees in _DIRECTIONS if step else _DIRECTIONS[:8]:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
            # a label beside its mark begins at it, one above or below is centred on it
            left = wish.x + cos * d - wide * (0.5 - _side(cos))
            top = wish.y + sin * d - high * (0.5 - _side(sin))
            anchor = "start" if cos > 0.2 else "end" if cos < -0.2 else "middle"
            yield (left, top, left + wide, top + high), anchor, step >= _TIED


def _side(part: float) -> float:
    return 0.0 if abs(part) < 0.2 else math.copysign(0.5, part)


def _nearest(box: Box, point: Point) -> Point:
    return min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])


def crosses(line: tuple[Point, Point], box: Box) -> bool:
    """Whether a straight line touches a box (clipped side by side, after Liang and Barsky 1984)."""
    (x, y), (end_x, end_y) = line
    first, last = 0.0, 1.0
    for delta, low, high in ((end_x - x, box[0] - x, box[2] - x), (end_y - y, box[1] - y, box[3] - y)):
        if abs(delta) < 1e-9:
            if low > 0 or high < 0:
                return False
            continue
        a, b = sorted((low / delta, high / delta))
        first, last = max(first, a), min(last, b)
    return first < last


def _cross(a: tuple[Point, Point], b: tuple[Point, Point]) -> bool:
    def side(line: tuple[Point, Point], point: Point) -> float:
        (x, y), (end_x, end_y) = line
        return (end_x - x) * (point[1] - y) - (end_y - y) * (point[0] - x)

    return side(a, b[0]) * side(a, b[1]) < 0 and side(b, a[0]) * side(b, a[1]) < 0


def along(points: Iterable[Point], half: float) -> Iterator[Box]:
    """A line as boxes that labels keep off."""
    line = list(points)
    for a, b in zip(line, line[1:]):
        steps = max(1, int(math.dist(a, b) / (2 * half)))
        for i in range(steps + 1):
            x, y = a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
            yield x - half, y - half, x + half, y + half
