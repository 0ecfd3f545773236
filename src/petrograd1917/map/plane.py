"""Boxes in a plane, and which of them lie where: what placing of names and labels asks of the room that is taken."""

from __future__ import annotations

from collections.abc import Iterator

#: left, top, right, bottom; pixels
Box = tuple[float, float, float, float]
#: side of the squares into which the plane is cut, so that a box is compared with its neighbours only, pixels
_CELL = 64


def meet(a: Box, b: Box, gap: float = 0.0) -> bool:
    """Whether two boxes overlap, or come closer than `gap`."""
    return a[0] < b[2] + gap and b[0] < a[2] + gap and a[1] < b[3] + gap and b[1] < a[3] + gap


class Plane:
    """The boxes that are taken."""

    def __init__(self):
        self._squares: dict[tuple[int, int], list[Box]] = {}

    def put(self, box: Box) -> None:
        for square in self._touched(box):
            self._squares.setdefault(square, []).append(box)

    def near(self, box: Box) -> Iterator[Box]:
        """The boxes in the squares that a box touches; some more than once."""
        for square in self._touched(box):
            yield from self._squares.get(square, ())

    def free(self, box: Box, gap: float = 0.0) -> bool:
        """Whether a box meets none, and comes no closer than `gap` to any."""
        wide = (box[0] - gap, box[1] - gap, box[2] + gap, box[3] + gap)
        return not any(meet(wide, other) for other in self.near(wide))

    @staticmethod
    def _touched(box: Box) -> list[tuple[int, int]]:
        left, top, right, bottom = (int(edge // _CELL) for edge in box)
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]
