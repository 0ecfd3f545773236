"""The pack, unpacked and opened file by file; nothing half-written is left."""

from __future__ import annotations

import io
import re
import shutil
import zipfile

import pytest
from PIL import Image
from pptx import Presentation
from pypdf import PdfReader

from petrograd1917 import cli, pack
from petrograd1917.chapters import chapters
from petrograd1917.home import data_folder
from petrograd1917.picture import Cancelled, files
from petrograd1917.rules import open_record

CHAPTER = "6_modern_city"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """The record with one chapter of three stops and one named moment, so that a pack is made soon."""
    folder = shutil.copytree(data_folder(), tmp_path_factory.mktemp("small") / "data")
    for path in (folder / "chapters").iterdir():
        if not path.name.startswith(CHAPTER):
            path.unlink()
        else:
            text = path.read_text("utf-8")
            path.write_text("\n## ".join(text.split("\n## ")[:4]), "utf-8")
    moments = (folder / "moments.csv").read_text("utf-8").splitlines(keepends=True)
    kept = [moments[0], *(line for line in moments if line.startswith("arrest,"))]
    (folder / "moments.csv").write_text("".join(kept), "utf-8")
    return open_record(folder)


@pytest.fixture(scope="module", params=["en", "ru"])
def packed(request, small, tmp_path_factory):
    path = tmp_path_factory.mktemp("pack") / "pack.zip"
    told = []
    pack.write(small, path, request.param, progress=lambda done, total: told.append((done, total)))
    assert told == [(i, len(told)) for i in range(1, len(told) + 1)]
    return request.param, path


def test_every_file_opens_and_the_first_page_leads_to_each(small, packed):
    lang, path = packed
    (chapter,) = chapters(small, lang)
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        held = {name: archive.read(name) for name in archive.namelist()}
    assert next(iter(held)) == pack.START
    start = held[pack.START].decode()
    assert set(re.findall(r'href="([^"]+)"', start)) == held.keys() - {pack.START}
    assert "8 November (26 October O.S.)" in start if lang == "en" else "26 октября (8 ноября н. ст.)" in start
    assert "<script" not in start and "://" not in start
    assert held[pack.PAGE].startswith(b"<!DOCTYPE html>")
    for name, content in held.items():
        if name.endswith(".pdf"):
            assert PdfReader(io.BytesIO(content)).metadata.title == chapter.title
        if name.endswith(".png"):
            assert Image.open(io.BytesIO(content)).size == (1920, 1080)
        if name.endswith(".pptx"):
            slides = Presentation(io.BytesIO(content)).slides
            assert [slide.shapes.title.text_frame.text for slide in slides] == [stop.title for stop in chapter.stops]
            assert all("1917" in slide.notes_slide.notes_text_frame.text for slide in slides)
    assert {name.rpartition(".")[2] for name in held} == {"html", "pdf", "pptx", "png"}
    assert all(name.isascii() for name in held)


@pytest.mark.parametrize("packed", ["en"], indirect=True)
def test_the_same_record_makes_the_same_pack(small, packed, tmp_path):
    lang, path = packed
    again = tmp_path / "again.zip"
    pack.write(small, again, lang)
    assert again.read_bytes() == path.read_bytes()


def test_what_fails_half_way_leaves_nothing(small, tmp_path):
    def full(done: int, total: int) -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(files.PictureError, match="no space left"):
        pack.write(small, tmp_path / "pack.zip", progress=full)
    assert not [*tmp_path.iterdir()]


def test_what_is_stopped_leaves_nothing(small, tmp_path):
    done = []
    with pytest.raises(Cancelled):
        pack.write(small, tmp_path / "pack.zip", progress=lambda *at: done.append(at), cancelled=lambda: bool(done))
    assert len(done) == 1
    assert not [*tmp_path.iterdir()]


def test_a_wrong_name_is_one_sentence(tmp_path, capsys):
    assert cli.main(["pack", "-o", str(tmp_path / "pack.rar")]) == 2
    assert cli.main(["pack", "-o", str(tmp_path / "nowhere" / "pack.zip")]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert not [*tmp_path.iterdir()]
