"""What stands beside the map, part by part.

Each part is a `Block`: it knows its height before it is drawn, so that a column can be filled without overlapping. A
`Setter` sets parts in one width and size of type.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import fonts
from petrograd1917.picture.pen import Pen, element
from petrograd1917.picture.plot import said

#: draws with the upper left corner at a point
Draw = Callable[[float, float], str]
#: between two blocks of a column, pixels
GAP = 7.0


@dataclass(frozen=True)
class Block:
    """A part: how high it is, and how it is drawn."""

    height: float
    draw: Draw


def column(blocks: list[Block], x: float, y: float) -> str:
    """Blocks one under the other."""
    drawn = []
    for block in blocks:
        drawn.append(block.draw(x, y))
        y += block.height + GAP
    return "".join(drawn)


def column_up(blocks: list[Block], x: float, bottom: float) -> str:
    """A column that ends at `bottom`."""
    height = sum(block.height for block in blocks) + GAP * (len(blocks) - 1)
    return column(blocks, x, bottom - height)


class Setter:
    """Sets parts in one width and size of type.

    Parameters
    ----------
    chronicle : Chronicle
    pen : Pen
    langs : tuple of str
        The language of the words; a second one stands beside it where there is room for both.
    width : float
        Of the column, pixels.
    unit : float
        How much larger than on a laptop the type is.
    """

    def __init__(self, chronicle: Chronicle, pen: Pen, langs: tuple[str, ...], width: float, unit: float):
        self.chronicle, self.pen, self.langs = chronicle, pen, langs
        self.width, self.unit = width, unit
        self._said = [said(chronicle, lang) for lang in langs]

    def word(self, key: str, **values: object) -> str:
        """A word of the interface in the first language."""
        return self._said[0][key].format(**values)

    def each(self, key: str, **values: object) -> list[str]:
        """The same in every language of the picture."""
        return [said[key].format(**values) for said in self._said]

    def both(self, key: str, **values: object) -> str:
        """The same, side by side."""
        return " · ".join(dict.fromkeys(self.each(key, **values)))

    def say(self, twin: dict[str, str]) -> str:
        """A text of the record in the first language."""
        return twin[self.langs[0]]

    def second(self, twin: dict[str, str]) -> str:
        """A text in the second language; blank where there is none or it is the same."""
        return twin[self.langs[1]] if len(self.langs) > 1 and twin[self.langs[1]] != self.say(twin) else ""

    def rule(self, x: float, y: float) -> str:
        """A hairline over the whole width."""
        ends = {"x1": x, "x2": x + self.width, "y1": y, "y2": y}
        return element("line", **ends, stroke=self.pen["rule"], stroke_width=max(0.8, 0.8 * self.unit))


def fitting(text: str, size: float, width: float, face: fonts.Face, tracking: float = 0.0) -> float:
    """The size, or the smaller one in which a text is no wider than `width`."""
    return min(size, size * width / max(fonts.width(text, size, face, tracking), 1))
