"""The page Export: it shows the view that the session saw, in both languages, and what its buttons make opens."""

from __future__ import annotations

import io
from pathlib import Path
from threading import Event

import pytest
from PIL import Image
from pypdf import PdfReader
from streamlit.testing.v1 import AppTest

from petrograd1917 import picture
from petrograd1917.map.keyframes import words
from petrograd1917.ui import export
from petrograd1917.ui.making import Making
from petrograd1917.ui.queue import Queue
from petrograd1917.view import Codec

ROOT = Path(__file__).resolve().parents[1]
NIGHT = "1917-11-08T02:10"
#: points to a millimetre
MM = 72 / 25.4


def opened(lang: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.switch_page("pages/export.py")
    app.query_params.update(at=NIGHT, lang=lang)
    app.run()
    assert not app.exception
    return app


def printed(app: AppTest) -> str:
    return "\n".join(html.proto.body for html in app.get("html") if "<style>" not in html.proto.body)


@pytest.fixture
def view(chronicle):
    return Codec(chronicle).decode(f"?at={NIGHT}&c=59.9420,30.3140,14.5")[0]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_it_shows_the_moment_of_the_address_and_offers_every_kind(chronicle, lang):
    app, said = opened(lang), words(chronicle.folder, lang)["pages"]
    html = printed(app)
    assert "8 November (26 October O.S.)" in html if lang == "en" else "26 октября (8 ноября н. ст.)" in html
    assert 'src="data:image/png;base64,' in html
    labels = [button.proto.label for button in app.get("download_button")]
    wanted = [f"PDF {paper}" for paper in picture.PAPERS]
    wanted += ["PNG 1920 × 1080", "PNG 3840 × 2160", "SVG", "PPTX"]
    wanted += [said[f"export_{key}"] for key in ("this_moment", "handout", "board", "page")]
    assert set(wanted) <= set(labels)
    assert {"GIF", "MP4", said["export_pack"]} <= {button.label for button in app.button}


def test_an_absurd_size_is_answered_in_one_sentence_and_the_rest_stays(chronicle):
    app = opened("en")
    before = len(app.get("download_button"))
    app.text_input(key="export_size").set_value("100x999999").run()
    assert not app.exception
    (error,) = app.error
    assert "out of bounds" in error.value
    assert len(app.get("download_button")) == before - 1


def test_a_title_of_ones_own_is_on_the_picture(chronicle):
    app = opened("en")
    app.text_input(key="export_title").set_value("A <b>night</b>").run()
    assert "A &lt;b&gt;night&lt;/b&gt;. 02:10" in printed(app)


def test_what_the_buttons_make_opens(chronicle, view):
    png = export.still(chronicle, view, "640x480", picture.PLAIN, "png")()
    assert Image.open(io.BytesIO(png)).size == (640, 480)
    lesson = PdfReader(io.BytesIO(export.lesson(chronicle, view)()))
    assert lesson.metadata.title == "The ministers are arrested"
    board = PdfReader(io.BytesIO(export.board(chronicle, [view, view], picture.PLAIN, "pdf")()))
    assert len(board.pages) == 1
    cut = PdfReader(io.BytesIO(export.still(chronicle, view, "A4", picture.PLAIN, "pdf", bleed=True)()))
    assert [float(side) for side in cut.pages[0].mediabox[2:]] == pytest.approx([321 * MM, 234 * MM], abs=0.2)
    assert export.page(chronicle, ())().startswith(b"<!DOCTYPE html>")


def test_a_film_is_made_beside_the_page_and_then_handed_out(monkeypatch):
    monkeypatch.setattr(export, "_STEP", 60)
    app = opened("en")
    app.select_slider(key="export_hours").set_value(1).run()
    app.button(key="export-GIF").click().run()
    _, film = app.session_state["making"]
    film.wait()
    app.run()
    assert not app.exception and not app.error
    (label,) = [one.proto.label for one in app.get("download_button") if one.proto.label.startswith("Save ")]
    assert label.startswith("Save petrograd-1917-11-08_0210_the-ministers-are-arrested-film.gif (")
    assert Image.open(io.BytesIO(film.content)).n_frames == 2


def test_what_is_being_made_tells_how_far_it_is_and_can_be_stopped():
    begun, go_on = Event(), Event()
    hours = iter([100.0, 110.0])

    def make(tell, cancelled):
        tell(1, 4)
        begun.set()
        go_on.wait()
        if cancelled():
            raise picture.Cancelled
        return b""

    film = Making(make, "a.gif", clock=lambda: next(hours))
    begun.wait()
    assert film.going_on and (film.done, film.total) == (1, 4)
    assert film.seconds_left == 30
    film.cancel()
    go_on.set()
    film.wait()
    assert not film.going_on and film.content is None and film.fault == ""


def test_one_at_a_time_is_made_and_the_others_are_told_how_many_are_before_them():
    line, go_on = Queue(1), Event()
    first = Making(lambda tell, cancelled: str(go_on.wait()).encode(), "a.gif", line=line)
    while first.before is None:
        go_on.wait(0.01)
    others = [Making(lambda tell, cancelled: b"made", f"{n}.gif", line=line) for n in range(2)]
    while others[1].before is None:
        go_on.wait(0.01)
    assert sorted(one.before for one in others) == [1, 2]
    others[0].cancel()  # who waits and leaves is not waited for
    others[0].wait()
    assert others[0].content is None
    go_on.set()
    others[1].wait()
    assert (first.content, others[1].content) == (b"True", b"made")


def test_what_cannot_be_made_says_why():
    def make(tell, cancelled):
        raise picture.PictureError("there is no room")

    film = Making(make, "a.gif")
    film.wait()
    assert (film.content, film.fault) == (None, "there is no room")


def test_where_no_mp4_can_be_made_a_sentence_says_how(monkeypatch):
    monkeypatch.setattr(export, "can_film", lambda kind: kind != "mp4")
    app = opened("en")
    assert "MP4" not in {button.label for button in app.button}
    assert any("petrograd1917[video]" in caption.value for caption in app.caption)


def test_names_tell_moment_and_title(chronicle, view):
    name = export.namer(chronicle, view, picture.PLAIN)
    assert name("png") == "petrograd-1917-11-08_0210_the-ministers-are-arrested.png"
    assert name("gif", "film") == "petrograd-1917-11-08_0210_the-ministers-are-arrested-film.gif"
