"""Still pictures, sheets, storyboards, films and handouts of a view, each with its own date, legend and sources.

    from petrograd1917 import picture

    picture.write(chronicle, view, Path("night.png"), size="3840x2160")
    picture.svg(chronicle, view)

A still equals the screen: the same ground, layers, events and actors at the same spots.
"""

from __future__ import annotations

from pathlib import Path

from petrograd1917.chronicle import Chronicle
from petrograd1917.picture import files, rendering
from petrograd1917.picture.files import PictureError, UnknownForm
from petrograd1917.picture.film import KINDS as FILM_KINDS
from petrograd1917.picture.film import Cancelled, Take, film, takes
from petrograd1917.picture.handout import handout as lesson_sheets
from petrograd1917.picture.lesson import Lesson, chapter_named, of_chapter, of_moment
from petrograd1917.picture.plate import PLAIN, Picture, Style, draw, within
from petrograd1917.picture.rendering import KINDS, file_name, rendered
from petrograd1917.picture.sheets import PANELS, PAPERS, Sheet, sheet
from petrograd1917.picture.slides import slides
from petrograd1917.picture.storyboard import MOST_MOMENTS
from petrograd1917.picture.storyboard import storyboard as board
from petrograd1917.view import View

#: endings of films, without their dot
FILMS = tuple(kind[1:] for kind in FILM_KINDS)

__all__ = [
    "FILMS",
    "Cancelled",
    "Take",
    "film",
    "takes",
    "KINDS",
    "Lesson",
    "PLAIN",
    "PANELS",
    "PAPERS",
    "Picture",
    "PictureError",
    "Sheet",
    "MOST_MOMENTS",
    "Style",
    "UnknownForm",
    "chapter_named",
    "draw",
    "file_name",
    "handout",
    "of_chapter",
    "of_moment",
    "rendered",
    "sheet",
    "storyboard",
    "svg",
    "within",
    "write",
]


def svg(chronicle: Chronicle, view: View, size: str = "1920x1080", style: Style = PLAIN) -> str:
    """A view as one SVG file with its fonts in it."""
    return rendering.standalone(draw(chronicle, view, sheet(size, view.mode), style))


def write(
    chronicle: Chronicle, view: View, path: Path, size: str = "", style: Style = PLAIN, *, bleed: bool = False
) -> Picture:
    """Write a view as a picture whose kind the ending says: `.png`, `.svg` or `.pdf`.

    Parameters
    ----------
    chronicle : Chronicle
    view : View
    path : Path
        The file is whole or not there.
    size : str
        Pixels like `1920x1080`, or a paper like `A4` or `A4-portrait`; blank: 1920x1080, and A4 for a PDF.
    style : Style
        Title, caption, languages.
    bleed : bool
        Whether a paper runs 3 mm over its edge and bears crop marks.

    Raises
    ------
    UnknownForm
        If there is no such size or ending.
    PictureError
        If the record does not tell of the moment, or the file cannot be written.
    """
    kind = files.ending(path, KINDS)[1:]
    made = draw(chronicle, view, sheet(size or ("A4" if kind == "pdf" else "1920x1080"), view.mode, bleed=bleed), style)
    files.write(path, rendered(made, kind))
    return made


def storyboard(
    chronicle: Chronicle,
    views: list[View],
    path: Path,
    size: str = "",
    style: Style = PLAIN,
    *,
    bleed: bool = False,
) -> frozenset[str]:
    """Write moments on one sheet (`.png`, `.svg`, `.pdf`) or as slides (`.pptx`, one a moment).

    Parameters
    ----------
    chronicle, views, path, size, style, bleed
        As for `write`; the views in the order in which they are to be read. Slides have one size.

    Returns
    -------
    frozenset of str
        The letters that the fonts lack.

    Raises
    ------
    UnknownForm, PictureError
        As `write`; and if there are no moments, or too many.
    """
    kind = files.ending(path, (*KINDS, ".pptx"))[1:]
    if kind == "pptx":
        content, lacking = slides(chronicle, views, style)
    else:
        made = board(chronicle, views, size or ("A3" if kind == "pdf" else "1920x1080"), style, bleed=bleed)
        content, lacking = rendered(made, kind), made.lacking
    files.write(path, content)
    return lacking


def handout(chronicle: Chronicle, lesson: Lesson, path: Path) -> None:
    """Write a lesson as sheets to print: handout, map, cards, answer sheet, plan.

    Raises
    ------
    UnknownForm
        If the name does not end in `.pdf`.
    PictureError
        If the file cannot be written.
    """
    files.ending(path, (".pdf",))
    files.write(path, lesson_sheets(chronicle, lesson))
