"""Several moments as slides: a picture each, title and date as text that can be edited, the sources in the notes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from pptx import Presentation
from pptx.dml.color import RGBColor
from pptx.enum.text import PP_ALIGN
from pptx.util import Inches, Pt

from petrograd1917.chronicle import Chronicle
from petrograd1917.map.art import tokens
from petrograd1917.moment import day_words
from petrograd1917.picture import files
from petrograd1917.picture.pen import printable
from petrograd1917.picture.plate import PLAIN, Style, draw, title_of
from petrograd1917.picture.rendering import light_png
from petrograd1917.picture.sheets import sheet
from petrograd1917.view import View

#: inches: a wide slide, and the picture on it, which has one pixel for each of a projector that is 1920 wide
_SLIDE = (13.333, 7.5)
_PICTURE = (0.3, 1.12, 12.733, 6.1)
_PIXELS = "1834x878"
#: a serif that every office has
_FONT = "Georgia"
_EPOCH = datetime(1917, 11, 7)


def slides(
    chronicle: Chronicle,
    views: list[View],
    style: Style = PLAIN,
    *,
    titles: Sequence[str] = (),
) -> tuple[bytes, frozenset[str]]:
    """A PowerPoint file with one slide a moment, and the letters that its pictures' fonts lack.

    Parameters
    ----------
    chronicle : Chronicle
    views : list of View
    style : Style
        Its title is the file's; each slide has that of its moment.
    titles : sequence of str
        Those of the slides, where they are not those of their moments.
    """
    deck = Presentation()
    deck.slide_width, deck.slide_height = Inches(_SLIDE[0]), Inches(_SLIDE[1])
    # the same bytes for the same slides
    deck.core_properties.created = deck.core_properties.modified = _EPOCH
    deck.core_properties.title = printable(style.title) or title_of(chronicle, views[0])[views[0].lang]
    deck.core_properties.author, deck.core_properties.last_modified_by = "Petrograd 1917", ""
    lacking: set[str] = set()
    for view, title in zip_longest(views, titles[: len(views)], fillvalue=""):
        lacking |= _slide(deck, chronicle, view, style, printable(title))
    return _saved(deck), frozenset(lacking)


def _saved(deck: Presentation) -> bytes:
    """The file, without the hour at which it was written."""
    saved, out = io.BytesIO(), io.BytesIO()
    deck.save(saved)
    with zipfile.ZipFile(saved) as parts, zipfile.ZipFile(out, "w") as file:
        for name in parts.namelist():
            files.pack(file, name, parts.read(name))
    return out.getvalue()


def _slide(deck: Presentation, chronicle: Chronicle, view: View, style: Style, title: str) -> frozenset[str]:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    bare = replace(style, headed=False)
    made = draw(chronicle, view, sheet(_PIXELS, view.mode), bare)
    left, top, wide, high = map(Inches, _PICTURE)
    picture = slide.shapes.add_picture(io.BytesIO(light_png(made)), left, top, wide, high)
    picture._element.nvPicPr.cNvPr.set("descr", made.says)
    title = title or title_of(chronicle, view)[view.lang]
    heading = slide.shapes.title
    heading.left, heading.top, heading.width, heading.height = Inches(0.3), Inches(0.12), Inches(8.6), Inches(0.95)
    _write(heading.text_frame, [(title, 30, True)], PP_ALIGN.LEFT)
    day = day_words(view.at.date(), view.lang)
    date = slide.shapes.add_textbox(Inches(8.9), Inches(0.12), Inches(4.133), Inches(0.95))
    _write(date.text_frame, [(f"{view.at:%H:%M}", 28, True), (day["both"], 14, False)], PP_ALIGN.RIGHT)
    slide.notes_slide.notes_text_frame.text = made.says
    return made.lacking


def _write(frame: object, lines: list[tuple[str, int, bool]], align: object) -> None:
    ink = RGBColor.from_string(tokens()["color"]["day"]["ink"].removeprefix("#"))
    frame.word_wrap = True
    for i, (text, size, bold) in enumerate(lines):
        paragraph = frame.paragraphs[0] if i == 0 else frame.add_paragraph()
        paragraph.alignment = align
        run = paragraph.add_run()
        run.text = text
        run.font.size, run.font.bold, run.font.name = Pt(size), bold, _FONT
        run.font.color.rgb = ink
