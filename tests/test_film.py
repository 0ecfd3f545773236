"""Storyboards, slides and films, read back."""

from __future__ import annotations

import re
import sys
from datetime import datetime

import av
import pytest
from PIL import Image
from pptx import Presentation
from pypdf import PdfReader

from petrograd1917 import picture
from petrograd1917.map.art import tokens
from petrograd1917.picture.film import RATE, REST
from petrograd1917.picture.storyboard import storyboard
from petrograd1917.view import Codec

NIGHT = ("1917-11-07T20:00", "1917-11-07T22:40", "1917-11-08T02:10")


@pytest.fixture(scope="module")
def views(chronicle):
    return [Codec(chronicle).decode(f"?at={at}&c=59.9400,30.3130,14")[0] for at in NIGHT]


def test_a_storyboard_tells_each_moment(chronicle, views, tmp_path):
    file = tmp_path / "night.pdf"
    picture.storyboard(chronicle, views, file)
    text = re.sub(r"\s+", " ", PdfReader(file).pages[0].extract_text())
    for words in (
        "20:00",
        "22:40",
        "02:10",
        "Wed 7 November",
        "Thu 8 November",
        "26 October",
        "The ministers are arrested",
    ):
        assert words in text, words


def test_a_storyboards_legend_lies_below_its_captions_and_on_its_sheet(chronicle, views):
    board = storyboard(chronicle, views * 2, "A3", picture.Style(bilingual=True))
    captions = [float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"[^>]* font-size="10.6"', board.svg)]
    rule = tokens()["color"]["print"]["rule"]
    rules = [float(y) for y in re.findall(rf'<line[^>]* y1="([0-9.]+)"[^>]* stroke="{rule}"', board.svg)]
    assert len(captions) > 6
    assert max(captions) < max(rules)
    lines = [float(y) for y in re.findall(r'<text[^>]* y="([0-9.]+)"', board.svg)]
    assert max(lines) < board.sheet.height - board.sheet.margin


def test_slides_can_be_edited_and_name_their_sources(chronicle, views, tmp_path):
    file = tmp_path / "night.pptx"
    picture.storyboard(chronicle, views[1:], file)
    slides = list(Presentation(file).slides)
    assert len(slides) == 2
    last = slides[1]
    assert last.shapes.title.text_frame.text == "The ministers are arrested"
    texts = [shape.text_frame.text for shape in last.shapes if shape.has_text_frame]
    assert "02:10\n8 November (26 October O.S.)" in texts
    drawn = next(shape for shape in last.shapes if shape.shape_type == 13)
    assert drawn.image.size == (1834, 878)
    assert "The ministers are arrested" in drawn._element.nvPicPr.cNvPr.get("descr")
    notes = last.notes_slide.notes_text_frame.text
    assert "Sources: " in notes and "Reed" in notes and "OpenStreetMap" in notes


def test_a_gif_has_its_frames_and_rests(chronicle, views, tmp_path):
    file = tmp_path / "night.gif"
    reel = picture.takes(chronicle, datetime(1917, 11, 8, 2, 0), datetime(1917, 11, 8, 2, 12), 4, story=True)
    progress = []
    picture.film(chronicle, views[0], reel, file, "480x320", progress=lambda *at: progress.append(at))
    gif = Image.open(file)
    assert gif.size == (480, 320)
    assert gif.n_frames == len(reel)
    durations = []
    for i in range(gif.n_frames):
        gif.seek(i)
        durations.append(gif.info["duration"])
    assert durations == [take.frames * 1000 // RATE for take in reel]
    assert REST * 1000 in durations  # the arrest at 02:10
    # the pictures from which the colours are chosen are painted too
    assert progress == [(i, len(progress)) for i in range(1, len(progress) + 1)]
    assert len(progress) > len(reel)


def test_an_mp4_has_its_frames_and_length(chronicle, views, tmp_path):
    file = tmp_path / "night.mp4"
    reel = picture.takes(chronicle, datetime(1917, 11, 8, 1, 0), datetime(1917, 11, 8, 2, 0), 20)
    picture.film(chronicle, views[0], reel, file, "640x360")
    with av.open(str(file)) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == (640, 360)
        assert len(list(container.decode(video=0))) == 4
        assert float(stream.duration * stream.time_base) == pytest.approx(4 / RATE)


def test_a_film_that_is_stopped_leaves_nothing(chronicle, views, tmp_path):
    reel = picture.takes(chronicle, datetime(1917, 11, 8, 1, 0), datetime(1917, 11, 8, 2, 0), 10)
    done = []
    with pytest.raises(picture.Cancelled, match="nothing was written"):
        picture.film(
            chronicle,
            views[0],
            reel,
            tmp_path / "night.mp4",
            "640x360",
            progress=lambda *at: done.append(at),
            cancelled=lambda: bool(done),
        )
    assert not list(tmp_path.iterdir())


def test_without_the_extra_an_mp4_is_one_sentence(chronicle, views, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "av", None)
    reel = picture.takes(chronicle, views[0].at, views[0].at, 10)
    with pytest.raises(picture.PictureError, match=r"petrograd1917\[video\]"):
        picture.film(chronicle, views[0], reel, tmp_path / "night.mp4")
    assert not list(tmp_path.iterdir())


def test_a_film_has_bounds(chronicle, views, tmp_path):
    first, last = datetime(1917, 11, 6), datetime(1917, 11, 9)
    with pytest.raises(picture.UnknownForm, match="3000 are the most"):
        picture.takes(chronicle, first, last, 1)
    with pytest.raises(picture.UnknownForm, match="exchange"):
        picture.takes(chronicle, last, first, 10)
    reel = picture.takes(chronicle, first, first, 10)
    with pytest.raises(picture.UnknownForm, match="no paper"):
        picture.film(chronicle, views[0], reel, tmp_path / "a.gif", "A4")
    with pytest.raises(picture.UnknownForm, match="even sides"):
        picture.film(chronicle, views[0], reel, tmp_path / "a.mp4", "641x401")
    assert not list(tmp_path.iterdir())
