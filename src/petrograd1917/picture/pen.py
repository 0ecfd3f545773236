"""SVG written by hand: elements, and text that always finds its letters.

A letter that the fonts lack is replaced by a drawn ▯ and remembered, so that no text of a record can make a picture fail.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cache, lru_cache
from xml.sax.saxutils import escape, quoteattr

from petrograd1917.map import fonts
from petrograd1917.map.drawing import Point

SERIF, ITALIC, BOLD, SANS, SANS_BOLD = fonts.FACES
#: width of the box that stands for a letter, ems: what `fonts.width` reckons for it
_BOX = 0.5


def family(face: fonts.Face) -> str:
    """The family as SVG names it, with what stands in where the fonts are not embedded."""
    return f"{face.family}, {'sans-serif' if 'Sans' in face.family else 'serif'}"


def number(value: float) -> str:
    """A coordinate, to a tenth of a pixel."""
    return "0" if abs(value) < 0.05 else f"{value:.1f}".removesuffix(".0")


@cache
def _named(name: str) -> str:
    return name.strip("_").replace("_", "-")


#: most attributes of a drawing are a few words, again and again
_quoted = lru_cache(maxsize=4096)(quoteattr)


def element(tag: str, *children: str, **attributes: object) -> str:
    """An SVG element; `_` in names of attributes becomes `-`, None leaves one out."""
    given = "".join(
        [
            f' {_named(name)}="{number(value)}"'
            if isinstance(value, float)
            else f" {_named(name)}={_quoted(str(value))}"
            for name, value in attributes.items()
            if value is not None
        ]
    )
    return f"<{tag}{given}>{''.join(children)}</{tag}>" if children else f"<{tag}{given}/>"


def printable(text: str) -> str:
    """A text without the control characters that neither XML nor an office file can hold."""
    return "".join(letter for letter in text if letter.isprintable() or letter == " ")


def path(points: Iterable[Point], closed: bool = False) -> str:
    """The data of a path through points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def rounded(points: list[Point], closed: bool, reach: float) -> str:
    """The data of a path whose corners are rounded by curves that begin at most `reach` from them, as basemap.js does."""
    n = len(points)
    if not reach or n < 3:
        return path(points, closed)
    pieces = [] if closed else [f"M{number(points[0][0])} {number(points[0][1])}"]
    for i in range(n) if closed else range(1, n - 1):
        corner = points[i]
        start, end = _toward(corner, points[i - 1], reach), _toward(corner, points[(i + 1) % n], reach)
        pieces.append(f"{'L' if pieces else 'M'}{number(start[0])} {number(start[1])}")
        pieces.append(f"Q{number(corner[0])} {number(corner[1])} {number(end[0])} {number(end[1])}")
    pieces.append("Z" if closed else f"L{number(points[-1][0])} {number(points[-1][1])}")
    return "".join(pieces)


def flattened(points: list[Point], closed: bool, reach: float, steps: int = 5) -> list[Point]:
    """The same as a line of many points."""
    n = len(points)
    if not reach or n < 3:
        return [*points, points[0]] if closed else points
    line = [] if closed else [points[0]]
    for i in range(n) if closed else range(1, n - 1):
        corner = points[i]
        start, end = _toward(corner, points[i - 1], reach), _toward(corner, points[(i + 1) % n], reach)
        for step in range(steps + 1):
            t = step / steps
            a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
            line.append(tuple(a * start[k] + b * corner[k] + c * end[k] for k in (0, 1)))
    return [*line, line[0]] if closed else [*line, points[-1]]


def _toward(corner: Point, other: Point, reach: float) -> Point:
    length = ((other[0] - corner[0]) ** 2 + (other[1] - corner[1]) ** 2) ** 0.5 or 1
    share = min(reach, 0.48 * length) / length
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share


class Pen:
    """Writes and draws in the colours of one light.

    Parameters
    ----------
    colours : dict of str
        Names of `tokens.json` → sRGB hex.

    Attributes
    ----------
    lacking : set of str
        The letters that none could write.
    """

    def __init__(self, colours: dict[str, str]):
        self._colours = colours
        self.lacking: set[str] = set()

    def __getitem__(self, name: str) -> str:
        return self._colours[name]

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        face: fonts.Face = SERIF,
        ink: str = "ink",
        *,
        anchor: str = "start",
        halo: str = "",
        halo_width: float = 0,
        tracking: float = 0,
    ) -> str:
        """A line of text.

        Parameters
        ----------
        x, y : float
            Where its anchor and its baseline are, pixels.
        words : str
        size : float
            Pixels.
        face : Face
        ink, halo : str
            Names of colours; no halo where blank.
        anchor : {'start', 'middle', 'end'}
        halo_width : float
            Pixels.
        tracking : float
            Ems between letters.
        """
        pieces = self._pieces(words, face)
        style = {
            "font_family": family(face),
            "font_size": float(size),
            "font_weight": face.weight if face.weight != 400 else None,
            "font_style": face.style if face.style != "normal" else None,
            "letter_spacing": f"{tracking * size:.2f}" if tracking else None,
            "fill": self[ink],
        }
        if halo:
            style |= {"stroke": self[halo], "stroke_width": float(halo_width), "paint_order": "stroke"}
            style["stroke_linejoin"] = "round"
        if len(pieces) == 1 and pieces[0]:
            return element("text", escape(words), x=float(x), y=float(y), text_anchor=anchor, **style)
        wide = fonts.width(words, size, face, tracking)
        done = x - {"start": 0, "middle": 0.5, "end": 1}[anchor] * wide
        parts = []
        for i, piece in enumerate(pieces):
            if i:
                parts.append(self._box(done, y, size, ink))
                done += _BOX * size
            if piece:
                kept = {"xml:space": "preserve"}
                parts.append(element("text", escape(piece), x=float(done), y=float(y), **kept, **style))
                done += fonts.width(piece, size, face, tracking)
        return "".join(parts)

    def _pieces(self, words: str, face: fonts.Face) -> list[str]:
        """The text cut at the letters that the face lacks."""
        if fonts.has(words, face):
            return [words]
        pieces = [""]
        for letter in words:
            if fonts.has(letter, face):
                pieces[-1] += letter
            else:
                self.lacking.add(letter)
                pieces.append("")
        return pieces

    def _box(self, x: float, y: float, size: float, ink: str) -> str:
        wide, high = _BOX * size * 0.7, size * 0.66
        box = {"x": x + _BOX * size * 0.15, "y": y - high, "width": wide, "height": high}
        return element("rect", **box, fill="none", stroke=self[ink], stroke_width=max(size * 0.06, 0.6))

    def letters(
        self,
        words: str,
        places: list[tuple[float, float, float]],
        size: float,
        face: fonts.Face,
        ink: str,
        halo: str = "",
        halo_width: float = 0,
    ) -> str:
        """Letters as outlines, each where `places` says (middle of its baseline, and its turn in radians).

        The whole word stands invisibly at the first of them, so that a search finds it: single letters, tracked or
        turned, would be found by none.
        """
        scale = size / fonts.units(face)
        shapes = []
        for letter, (x, y, angle) in zip(words, places):
            shape = fonts.outline(letter, face)
            half = fonts.width(letter, size, face) / 2
            cos, sin = math.cos(angle), math.sin(angle)
            left, top = x - half * cos, y - half * sin
            turn = (
                f"matrix({scale * cos:.5f} {scale * sin:.5f} {scale * sin:.5f} {-scale * cos:.5f} {left:.2f} {top:.2f})"
            )
            if shape:
                shapes.append(element("path", transform=turn, d=shape))
            elif letter.strip():
                self.lacking.add(letter)
                shapes.append(self._box(left, top, size, ink))
        drawn = "".join(shapes)
        edge = (
            {"stroke": self[halo], "stroke_width": f"{halo_width / scale:.0f}", "stroke_linejoin": "round"}
            if halo
            else {}
        )
        behind = element("g", drawn, fill=self[halo], **edge) if halo else ""
        known = "".join(letter for letter in words if fonts.has(letter, face))
        x, y, _ = places[0]
        hidden = element(
            "text", escape(known), x=float(x), y=float(y), font_family=family(face), font_size=float(size), opacity="0"
        )
        return behind + element("g", drawn, fill=self[ink]) + (hidden if known.strip() else "")


def wrapped(words: str, size: float, width: float, face: fonts.Face = SERIF) -> list[str]:
    """A text in lines that are no wider than `width` pixels, if its words allow it."""
    lines = [""]
    for word in words.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and fonts.width(longer, size, face) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
