"""What the page Export hands out: each made when its button is pressed, in a thread that knows nothing of Streamlit."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Callable, Sequence
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import streamlit as st

from petrograd1917 import picture
from petrograd1917.chapters import Chapter
from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.picture.plate import title_of
from petrograd1917.ui import downloads
from petrograd1917.ui.downloads import Make
from petrograd1917.view import View

#: pixels of the preview
_PREVIEW = "1366x768"
#: minutes from one picture of a film to the next
_STEP = 5

#: makes one that takes long: tells how many parts of how many are done, and asks before each whether to stop
LongMake = Callable[[Callable[[int, int], None], Callable[[], bool]], bytes]


class Preview(NamedTuple):
    """The picture as the page shows it, and in words for those who do not see it."""

    address: str
    says: str


@st.cache_data(show_spinner=False, max_entries=32, hash_funcs={Chronicle: id, picture.Style: hash})
def preview(chronicle: Chronicle, view: View, style: picture.Style) -> Preview:
    """The picture of a view."""
    made = picture.draw(chronicle, view, picture.sheet(_PREVIEW, view.mode), style)
    return Preview(f"data:image/png;base64,{base64.b64encode(picture.rendered(made, 'png')).decode()}", made.says)


def namer(chronicle: Chronicle, view: View, style: picture.Style) -> Callable[..., str]:
    """Names files after moment and title; a word before the ending says what else they are."""
    title = style.title or title_of(chronicle, view)["en"]

    def name(ending: str, what: str = "") -> str:
        return picture.file_name(view, f"{title} {what}", ending)

    return name


def button(label: str, make: Make, file_name: str, key: str | None = None) -> None:
    """A button that makes a file, in its turn, and hands it out."""
    downloads.button(label, make, file_name, _media_type(file_name), f"export-{key or label}")


def hand_out(label: str, content: bytes, file_name: str, key: str) -> None:
    """The button that hands out a file that is made."""
    mime = _media_type(file_name)
    st.download_button(
        label, content, file_name=file_name, mime=mime, on_click="ignore", key=f"export-{key}", type="primary"
    )


def _media_type(file_name: str) -> str:
    return mimetypes.guess_type(file_name)[0] or "application/octet-stream"


def fault(size: str, mode: str) -> str:
    """What is wrong with a size; blank if nothing is."""
    try:
        picture.sheet(size, mode)
    except picture.UnknownForm as error:
        return str(error)
    return ""


def still(chronicle: Chronicle, view: View, size: str, style: picture.Style, kind: str, *, bleed: bool = False) -> Make:
    """A view as `png`, `svg` or `pdf`; a paper with `bleed` is to be cut."""
    return lambda: picture.rendered(
        picture.draw(chronicle, view, picture.sheet(size, view.mode, bleed=bleed), style), kind
    )


def lesson(chronicle: Chronicle, view: View) -> Make:
    """The lesson of a view's moment."""
    return _written("lesson.pdf", lambda path: picture.handout(chronicle, picture.of_moment(chronicle, view), path))


def chapter(chronicle: Chronicle, told: Chapter) -> Make:
    """The lesson of a chapter."""
    return _written("lesson.pdf", lambda path: picture.handout(chronicle, picture.of_chapter(chronicle, told), path))


def board(chronicle: Chronicle, views: list[View], style: picture.Style, kind: str) -> Make:
    """Moments on one sheet (`pdf`) or as slides (`pptx`)."""
    return _written(f"board.{kind}", lambda path: picture.storyboard(chronicle, views, path, style=style))


def can_film(kind: str) -> bool:
    """Whether films of a kind can be made here: an MP4 needs the extra `video`."""
    return kind != "mp4" or find_spec("av") is not None


def film(
    chronicle: Chronicle, view: View, last: datetime, style: picture.Style, kind: str, *, story: bool = False
) -> LongMake:
    """A film from a view's moment to another."""

    def make(progress: Callable[[int, int], None], cancelled: Callable[[], bool]) -> bytes:
        reel = picture.takes(chronicle, view.at, last, _STEP, story=story)
        told = {"style": style, "progress": progress, "cancelled": cancelled}
        return _written(f"film.{kind}", lambda path: picture.film(chronicle, view, reel, path, **told))()

    return make


def page(chronicle: Chronicle, own: Sequence[OwnEvent]) -> Make:
    """The saved page, with a visitor's own events."""
    from petrograd1917.map.page import page as saved

    return lambda: saved(chronicle, own).encode()


def pack(chronicle: Chronicle, lang: str) -> LongMake:
    """The pack."""
    from petrograd1917 import pack as packs

    def make(progress: Callable[[int, int], None], cancelled: Callable[[], bool]) -> bytes:
        told = {"progress": progress, "cancelled": cancelled}
        return _written("pack.zip", lambda path: packs.write(chronicle, path, lang, **told))()

    return make


def _written(name: str, write: Callable[[Path], object]) -> Make:
    """The content of a file that is only known how to be written."""

    def make() -> bytes:
        with TemporaryDirectory() as folder:
            path = Path(folder) / name
            write(path)
            return path.read_bytes()

    return make
