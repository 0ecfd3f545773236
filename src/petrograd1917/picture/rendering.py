"""A drawn picture as a file: SVG with its fonts, PNG, PDF."""

from __future__ import annotations

import base64
import io
import re
from functools import cache

from PIL import Image

from petrograd1917.map import fonts
from petrograd1917.moment import write as written
from petrograd1917.picture import typeset
from petrograd1917.picture.plate import Picture
from petrograd1917.picture.sheets import SLUG
from petrograd1917.view import View

KINDS = (".png", ".svg", ".pdf")
#: points of a PDF to a pixel of a screen's sheet
_POINTS = 0.75
_MM = 72 / 25.4


def rendered(picture: Picture, kind: str) -> bytes:
    """The bytes of a file of a kind: `png`, `svg` or `pdf`."""
    if kind == "svg":
        return standalone(picture).encode()
    return png(picture) if kind == "png" else pdf(picture)


def png(picture: Picture) -> bytes:
    """A picture in pixels: those of its size, or of a paper at its dots an inch."""
    ground, over = picture.layers() if picture.ground else ("", picture.svg)
    # typst keeps what it painted: the base map is painted once for many moments
    given = {"map.svg": over} | ({"ground.svg": ground} if ground else {})
    return typeset.compiled(page(picture, 1.0, *given), given, "png", ppi=picture.sheet.dpi or 72)


def light_png(picture: Picture) -> bytes:
    """The same in 256 colours, which weighs a third: for files of many pictures."""
    out = io.BytesIO()
    few = (
        Image.open(io.BytesIO(png(picture)))
        .convert("RGB")
        .quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    )
    few.save(out, "PNG", compress_level=6)
    return out.getvalue()


def pdf(picture: Picture) -> bytes:
    """A picture as a tagged PDF (PDF/UA-1) with its fonts."""
    scale = 1.0 if picture.sheet.paper else _POINTS
    head = (
        f"#set document(title: {typeset.text(picture.title)}, date: none)\n"
        f"#set text(lang: {typeset.text(picture.lang)})\n"
    )
    return typeset.compiled(head + page(picture, scale, "map.svg"), {"map.svg": picture.svg}, "pdf")


def page(picture: Picture, scale: float, *layers: str) -> str:
    """A typst page that is the picture, with crop marks about it if it is to be cut.

    `layers` are the names of its drawings, the uppermost first; that one says in words what is seen.
    """
    on = picture.sheet
    points = on.scale * scale
    over = on.bleed * points
    slug = SLUG * _MM if on.bleed else 0.0
    wide, high = on.width * points, on.height * points
    more = ", fill: white"
    if on.bleed:
        more += f", background: {_crop_marks(wide, high, slug + over, slug)}"
    size = f"width: {wide + 2 * (slug + over):.3f}pt, height: {high + 2 * (slug + over):.3f}pt"
    shape = f"width: {wide + 2 * over:.3f}pt, height: {high + 2 * over:.3f}pt"
    top, *below = layers
    return (
        f"#set page({size}, margin: {slug:.3f}pt{more})\n"
        + "".join(f'#place(image("{name}", {shape}))\n' for name in below)
        + f'#image("{top}", {shape}, alt: {typeset.text(picture.says)})\n'
    )


def _crop_marks(wide: float, high: float, edge: float, slug: float) -> str:
    """Short lines at the corners along which the sheet is cut; none enters the bleed."""
    marks = []
    for x, y, left, up in ((0, 0, -1, -1), (wide, 0, 1, -1), (0, high, -1, 1), (wide, high, 1, 1)):
        start, end = edge - slug * 0.9, edge
        across = sorted((x + left * start, x + left * (start + slug * 0.75)))
        down = sorted((y + up * start, y + up * (start + slug * 0.75)))
        marks.append(_line(across[0] + end, y + end, across[1] - across[0], "0deg"))
        marks.append(_line(x + end, down[0] + end, down[1] - down[0], "90deg"))
    return "{" + "; ".join(marks) + "}"


def _line(x: float, y: float, length: float, angle: str) -> str:
    line = f"line(length: {length:.2f}pt, angle: {angle}, stroke: 0.25pt)"
    return f"place(top + left, dx: {x:.2f}pt, dy: {y:.2f}pt, {line})"


def standalone(picture: Picture) -> str:
    """The SVG with the faces that it uses inside, so that it looks the same everywhere."""
    used = [face for face in fonts.FACES if _uses(picture.svg, face)]
    rules = "".join(_font_face(face) for face in used)
    return picture.svg.replace("<defs>", f"<defs><style>{rules}</style>", 1)


def _uses(svg: str, face: fonts.Face) -> bool:
    return any(
        (f'font-weight="{face.weight}"' in attributes) == (face.weight != 400)
        and (f'font-style="{face.style}"' in attributes) == (face.style != "normal")
        for attributes in re.findall(rf'font-family="{face.family}[^"]*"([^>]*)>', svg)
    )


@cache
def _font_face(face: fonts.Face) -> str:
    data = base64.b64encode(fonts.web_font(face)).decode()
    return fonts.rule(face.family, face.weight, face.style, f"data:font/woff2;base64,{data}")


def file_name(view: View, title: str, ending: str) -> str:
    """A name that tells moment and title: `petrograd-1917-11-08_0210_the-ministers-are-arrested.png`.

    `ending` is without its dot. Letters that a file system may not bear are left out; a Russian title keeps its own.
    """
    at = written(view.at).replace("T", "_").replace(":", "")
    words = re.findall(r"\w+", title.lower().replace("’", ""))
    return f"petrograd-{'_'.join(filter(None, (at, '-'.join(words)[:60].rstrip('-'))))}.{ending}"
