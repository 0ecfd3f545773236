"""PT Serif and PT Sans: where they lie, how wide their letters are, and the subset that browsers get.

The fonts (© ParaType, SIL Open Font License 1.1) come with the packages `fontpkg-pt-serif` and `fontpkg-pt-sans`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.metadata import files
from io import BytesIO
from pathlib import Path
from typing import NamedTuple


class Face(NamedTuple):
    """One cut of one family, as CSS names it."""

    family: str
    weight: int
    style: str
    package: str
    file: str


FACES = (
    Face("PT Serif", 400, "normal", "fontpkg-pt-serif", "PT_Serif-Web-Regular.ttf"),
    Face("PT Serif", 400, "italic", "fontpkg-pt-serif", "PT_Serif-Web-Italic.ttf"),
    Face("PT Serif", 700, "normal", "fontpkg-pt-serif", "PT_Serif-Web-Bold.ttf"),
    Face("PT Sans", 400, "normal", "fontpkg-pt-sans", "PT_Sans-Web-Regular.ttf"),
    Face("PT Sans", 700, "normal", "fontpkg-pt-sans", "PT_Sans-Web-Bold.ttf"),
)
#: Latin, Russian with і ѣ ѳ ѵ, and the punctuation that the texts use
_LETTERS = [*range(0x20, 0x7F), *range(0xC0, 0x100), 0x401, 0x451, *range(0x410, 0x450), 0x406, 0x456, 0x462, 0x463]
_LETTERS += [*range(0x472, 0x476)]
_SIGNS = [ord(sign) for sign in "\u00a0–—‘’“”„…«»№−×¶§©·°"]


def path(face: Face) -> Path:
    """The TrueType file of a face.

    Raises
    ------
    FileNotFoundError
        If the font package is not installed whole.
    """
    for file in files(face.package) or ():
        if file.name == face.file:
            return Path(str(file.locate()))
    raise FileNotFoundError(f"{face.file} of {face.package}")


@cache
def _font(face: Face):
    # fontTools takes a tenth of a second to import and is needed once on a machine: what it makes is kept
    from fontTools.ttLib import TTFont

    return TTFont(path(face), lazy=True)


@cache
def _advances(face: Face) -> dict[int, float]:
    font = _font(face)
    widths, em = font["hmtx"], font["head"].unitsPerEm
    return {code: widths[name][0] / em for code, name in font.getBestCmap().items()}


def rule(family: str, weight: int, style: str, address: str) -> str:
    """The CSS rule that says where a face is to be had."""
    return (
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; font-display: swap;"
        f" src: url({address}) format('woff2'); }}\n"
    )


def has(text: str, face: Face) -> bool:
    """Whether a face can write a letter, or every letter of a text."""
    return _letters(face).issuperset(text)


@cache
def _letters(face: Face) -> frozenset[str]:
    return frozenset(map(chr, _advances(face)))


@cache
def outline(letter: str, face: Face) -> str:
    """A letter as the data of an SVG path, in font units, y upwards; blank for what the face lacks."""
    from fontTools.pens.svgPathPen import SVGPathPen

    font = _font(face)
    name = font.getBestCmap().get(ord(letter))
    if name is None:
        return ""
    pen = SVGPathPen(font.getGlyphSet(), ntos=lambda value: f"{value:g}")
    font.getGlyphSet()[name].draw(pen)
    return pen.getCommands()


def units(face: Face) -> int:
    """Font units an em."""
    return _font(face)["head"].unitsPerEm


def width(text: str, size: float, face: Face = FACES[0], tracking: float = 0.0) -> float:
    """Width of a line of text in pixels.

    Parameters
    ----------
    text : str
    size : float
        Font size, pixels.
    face : Face
    tracking : float
        Extra space between letters, in ems.
    """
    return size * (_ems(text, face) + tracking * max(len(text) - 1, 0))


@lru_cache(maxsize=20_000)
def _ems(text: str, face: Face) -> float:
    advances = _advances(face)
    return sum(advances.get(ord(letter), 0.5) for letter in text)


def web_font(face: Face) -> bytes:
    """The face as woff2 with the letters that this project writes; 12–16 KB."""
    from fontTools import subset

    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = ["kern", "liga", "lnum", "tnum"]
    font = subset.load_font(str(path(face)), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=_LETTERS + _SIGNS)
    subsetter.subset(font)
    out = BytesIO()
    subset.save_font(font, out, options)
    return out.getvalue()
