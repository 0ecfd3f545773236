"""Sizes of pictures, and on what canvas each is drawn.

A picture is drawn on a canvas of about the size of a screen, whatever it becomes: so type keeps its proportion, and a
still shows the ground that the screen shows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from petrograd1917.picture.files import UnknownForm

#: millimetres, lying
PAPERS = {
    "A4": (297.0, 210.0),
    "A3": (420.0, 297.0),
    "letter": (279.4, 215.9),
    "A2": (594.0, 420.0),
    "A1": (841.0, 594.0),
    "A0": (1189.0, 841.0),
}
#: papers that hang on a wall and are read from afar
PANELS = ("A2", "A1", "A0")
LEAST, MOST, LONGEST = 320, 10_000, 2.5
#: the most that is painted at once, pixels
MOST_PIXELS = 50_000_000
#: dots an inch when a paper is wanted as PNG, so that no panel becomes larger than `MOST_PIXELS`
_DPI = {"A4": 300, "A3": 300, "letter": 300, "A2": 200, "A1": 150, "A0": 100}
_MM = 72 / 25.4
#: how far colour runs over the cut, and how far off the crop marks stand, millimetres
BLEED = 3.0
SLUG = 9.0
#: the margin of a paper to its longer side
_MARGIN = 0.026


@dataclass(frozen=True)
class Sheet:
    """What a picture is drawn on.

    Attributes
    ----------
    name : str
    width, height : float
        The canvas, pixels of a screen.
    scale : float
        Points of a PDF, or pixels of a PNG, to one pixel of the canvas.
    paper : str
        The name of a paper, blank for a screen.
    mode : str
        The view's mode whose lettering and marks it takes; blank for the view's own.
    type : float
        How much larger than on a laptop the type beside the map is.
    margin : float
        What stays free at the edge, since no printer reaches it; pixels of the canvas.
    bleed : float
        How far the ground runs over the edge, pixels of the canvas.
    dpi : int
        Dots an inch of a paper as PNG.
    """

    name: str
    width: float
    height: float
    scale: float
    paper: str = ""
    mode: str = ""
    type: float = 1.0
    margin: float = 0.0
    bleed: float = 0.0
    dpi: int = 0

    @property
    def lying(self) -> bool:
        return self.width >= self.height


#: canvases: the longer side in pixels
_LEAST_CANVAS, _PAGE, _PROJECTOR, _PANEL = 1200.0, 1366.0, 1920.0, 1640.0


def sheet(size: str, mode: str = "page", *, bleed: bool = False) -> Sheet:
    """The sheet of a size.

    Parameters
    ----------
    size : str
        `1920x1080` (pixels), a paper's name, or a paper's name with `-portrait`.
    mode : str
        The view's mode: a projector's screen is larger, and so is its lettering.
    bleed : bool
        Whether the paper is to be cut: 3 mm more on each side, with crop marks.

    Raises
    ------
    UnknownForm
        If there is no such size, or it is out of bounds.
    """
    name, _, turned = size.strip().partition("-")
    papers = {known.lower(): known for known in PAPERS}
    if name.lower() in papers and turned in ("", "portrait", "landscape"):
        return _paper(papers[name.lower()], turned == "portrait", bleed)
    shape = re.fullmatch(r"([0-9]{1,9})\s*[x×]\s*([0-9]{1,9})", size.strip())
    if not shape:
        raise UnknownForm(f"“{size}” is not a size; name one like 1920x1080, or a paper: {', '.join(PAPERS)}")
    if bleed:
        raise UnknownForm("only paper is cut, so only paper has a bleed; name A4, A3, letter, A2, A1 or A0")
    return _screen(int(shape[1]), int(shape[2]), mode)


def _screen(width: int, height: int, mode: str) -> Sheet:
    longer, shorter = max(width, height), min(width, height)
    if shorter < LEAST or longer > MOST or width * height > MOST_PIXELS or longer > LONGEST * shorter:
        raise UnknownForm(
            f"{width}x{height} is out of bounds; each side from {LEAST} to {MOST} pixels, {MOST_PIXELS // 1_000_000} million"
            f" in all, and none more than {LONGEST:g} times the other"
        )
    canvas = _PROJECTOR if mode == "projector" else min(max(longer, _LEAST_CANVAS), _PAGE)
    canvas = max(canvas, 700 * longer / shorter)
    grown = canvas / longer
    return Sheet(
        f"{width}x{height}", width * grown, height * grown, 1 / grown, type=1.405 if mode == "projector" else 1.0
    )


def _paper(name: str, upright: bool, bleed: bool) -> Sheet:
    wide, high = PAPERS[name]
    panel = name in PANELS
    canvas = _PANEL if panel else _PAGE
    scale = wide * _MM / canvas
    width, height = (high, wide) if upright else (wide, high)
    return Sheet(
        f"{name}-portrait" if upright else name,
        width * _MM / scale,
        height * _MM / scale,
        scale,
        paper=name,
        mode="projector" if panel else "page",
        type=1.3 if panel else 1.2,
        margin=canvas * _MARGIN,
        bleed=BLEED * _MM / scale if bleed else 0.0,
        dpi=_DPI[name],
    )
