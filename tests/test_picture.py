"""What a still picture says, and that it fails in one sentence or not at all."""

from __future__ import annotations

import re
import resource
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from geographiclib.geodesic import Geodesic
from PIL import Image
from pypdf import PdfReader

from petrograd1917 import cli, moment, picture
from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.map import fonts
from petrograd1917.map.plane import meet
from petrograd1917.picture.chart import Chart
from petrograd1917.picture.foot import scale_bar
from petrograd1917.picture.plate import chart_of, window_of
from petrograd1917.picture.rendering import rendered
from petrograd1917.scene import scene_at
from petrograd1917.view import Codec

GOLDEN = Path(__file__).parent / "golden"
SCREEN = "1920x1080"
NIGHT = "?at=1917-11-08T02:10&c=59.9420,30.3140,14.5"


@pytest.fixture(scope="module")
def codec(chronicle):
    return Codec(chronicle)


@pytest.fixture(scope="module")
def night(codec):
    return codec.decode(NIGHT)[0]


@pytest.fixture(scope="module")
def named(chronicle, codec):
    return [codec.decode(query)[0] for query in chronicle.moments["view"]]


def _chart(chronicle, view, size=SCREEN, style=picture.PLAIN) -> Chart:
    return chart_of(chronicle, view, picture.sheet(size, view.mode), style)


def _text(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


# ---- what it shows


def test_a_screens_picture_shows_the_ground_of_the_screen(night):
    window = window_of(night, picture.sheet(SCREEN))
    assert (window.lat, window.lon, window.zoom) == night.c
    assert window.xy(59.9420, 30.3140) == pytest.approx(
        (window.left + window.width / 2, window.top + window.height / 2)
    )


@pytest.mark.parametrize("size", ["1024x768", "A4", "A4-portrait", "letter", "A2", "A0-portrait", "3840x2160"])
def test_every_size_shows_no_less_of_the_ground(size, night):
    south, west, north, east = window_of(night, picture.sheet(SCREEN)).bounds
    bounds = window_of(night, picture.sheet(size)).bounds
    slack = 1e-6
    assert bounds[0] <= south + slack and bounds[1] <= west + slack
    assert bounds[2] >= north - slack and bounds[3] >= east - slack


def test_nothing_lettered_lies_on_a_mark_or_a_label(chronicle, named):
    for view in named:
        chart = _chart(chronicle, view)
        boxes = [label.box for label in chart.labels.values()]
        assert boxes
        assert not [(a, b) for i, a in enumerate(boxes) for b in boxes[:i] if meet(a, b)], view.at
        marks = [(mark.x - 14, mark.y - 14, mark.x + 14, mark.y + 14) for mark in chart.marks]
        marks += [(one.x - 13, one.y - 13, one.x + 13, one.y + 13) for one in chart.figures]
        assert not [(a, b) for a in boxes for b in marks if meet(a, b)], view.at


def test_what_the_map_does_not_name_is_numbered_and_listed(chronicle, named):
    for view in named:
        chart = _chart(chronicle, view)
        on_map = {one.event["id"] for mark in chart.marks for one in mark.current}
        listed = {row.one.event["id"] for row in [*chart.numbered, *chart.across, *chart.beyond] if row.one}
        present = {event.event_id for event in scene_at(chronicle, view.at).events}
        assert present == listed | (on_map & set(chart.labels)), view.at
        for row in chart.numbered:
            if row.one:
                assert row.tag == chart.tags[row.one.event["id"]]
        nameless = {one.actor_id for one in chart.figures} - set(chart.labels)
        assert nameless <= set(chart.tags)


def test_the_legend_explains_what_is_shown_and_nothing_else(chronicle, night, codec):
    kinds = {mark.shown[0].event["kind"] for mark in _chart(chronicle, night).marks}
    assert set(_chart(chronicle, night).legend.kinds) == kinds
    bare = _chart(chronicle, replace(night, layers=("holders",))).legend
    assert bare.kinds == () and bare.sides and not bare.number and not bare.hollow
    assert not _chart(chronicle, replace(night, layers=())).legend.sides


def test_the_scale_is_true(night):
    window = window_of(night, picture.sheet(SCREEN))
    metres, pixels = scale_bar(window.metres_per_pixel, 200)
    y = window.top + window.height / 2
    (lat, lon), (other, east) = window.latlon(300, y), window.latlon(300 + pixels, y)
    assert pixels <= 200
    assert Geodesic.WGS84.Inverse(lat, lon, other, east)["s12"] == pytest.approx(metres, rel=1e-4)


def test_a_source_alone(chronicle, night):
    reed = picture.draw(chronicle, replace(night, source="reed"), picture.sheet(SCREEN))
    assert "The map as Reed tells it" in reed.svg
    assert "Sources: Reed<" in reed.svg
    in_russian = picture.draw(chronicle, replace(night, source="reed", lang="ru"), picture.sheet(SCREEN))
    assert "(Рид)" in in_russian.svg and ": Рид<" in in_russian.svg


def test_a_picture_like_the_last(record_copy):
    """The drawing of a small record, mark by mark; a change of the art is a change of this file."""
    record = record_copy.read()
    view = Codec(record).decode("?at=1917-11-07T10:15&c=59.9463,30.3950,16")[0]
    drawn = re.sub(r"><", ">\n<", _chart(record, view).svg) + "\n"
    golden = GOLDEN / "rain.svg"
    assert drawn == golden.read_text("utf-8")


# ---- files


def test_pdf_is_tagged_and_its_words_are_found(chronicle, night):
    made = picture.draw(chronicle, replace(night, lang="ru"), picture.sheet("A4"))
    pdf = rendered(made, "pdf")
    assert pdf == rendered(made, "pdf")
    text = _text(pdf)
    for words in ("Нева", "Арест министров", "8 ноября", "26 октября", "Петропавловская крепость", "OpenStreetMap"):
        assert words in text, words
    reader = PdfReader(BytesIO(pdf))
    assert "<pdfuaid:part>1</pdfuaid:part>" in reader.xmp_metadata.stream.get_data().decode().replace(" ", "")
    assert reader.root_object["/MarkInfo"]["/Marked"] and reader.root_object["/Lang"] == "ru"
    width, height = (float(side) for side in reader.pages[0].mediabox[2:])
    assert (width, height) == pytest.approx((297 / 25.4 * 72, 210 / 25.4 * 72), abs=0.1)


@pytest.mark.parametrize("size", ["A2", "A0-portrait"])
def test_a_panel_speaks_both_languages_and_can_be_cut(size, chronicle, night):
    panel = picture.draw(chronicle, night, picture.sheet(size, bleed=True), picture.Style(bilingual=True))
    pdf = rendered(panel, "pdf")
    text = _text(pdf)
    assert "The ministers are arrested" in re.sub(r"\s+", " ", text) and "Арест министров" in re.sub(r"\s+", " ", text)
    wide, high = picture.PAPERS[size.partition("-")[0]]
    sides = sorted(float(side) for side in PdfReader(BytesIO(pdf)).pages[0].mediabox[2:])
    assert sides == pytest.approx(sorted((side + 2 * (3 + 9)) / 25.4 * 72 for side in (wide, high)), abs=0.2)


@pytest.mark.parametrize("size", ["1920x1080", "3840x2160", "1024x768", "1080x1920"])
def test_png_has_the_pixels_asked_for(size, chronicle, night):
    png = rendered(picture.draw(chronicle, night, picture.sheet(size)), "png")
    assert "x".join(map(str, Image.open(BytesIO(png)).size)) == size


def test_svg_holds_its_fonts_and_its_text(chronicle, night):
    svg = picture.svg(chronicle, night)
    root = ElementTree.fromstring(svg)
    texts = {"".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Neva", "02:10", "Peter and Paul Fortress", "Петропавловская крепость"} <= texts
    assert svg.count("@font-face") == 5
    assert not re.search(r"(href|url\()=?[\"']?https?:", svg)


def test_every_name_of_the_record_can_be_written(chronicle):
    columns = [table[column] for table, column in ((chronicle.places, "name"), (chronicle.places, "name_ru"))]
    columns += [chronicle.events["title"], chronicle.events["title_ru"], chronicle.events["summary_ru"]]
    columns += [chronicle.actors["name"], chronicle.actors["name_ru"]]
    columns += [chronicle.sources["short"], chronicle.sources["short_ru"]]
    letters = {letter for column in columns for text in column for letter in text}
    assert not [letter for letter in letters for face in fonts.FACES if not fonts.has(letter, face)]


def test_letters_that_the_fonts_lack_are_drawn_as_boxes(chronicle, night, tmp_path, capsys):
    made = picture.draw(chronicle, night, picture.sheet("A4"), picture.Style(title="At 漢 & <b>\x00", caption="☭"))
    assert made.lacking == {"漢", "\x00", "☭"}
    assert "&lt;b&gt;" in made.svg
    assert rendered(made, "pdf").startswith(b"%PDF")
    file = tmp_path / "night.pdf"
    assert cli.main(["snapshot", "--view", NIGHT, "--title", "漢", "-o", str(file)]) == 0
    assert capsys.readouterr().err == "petrograd1917: the fonts lack 漢; ▯ stands for what they lack\n"


# ---- what cannot be done


def _fails(capsys, status: int, *arguments: str) -> str:
    assert cli.main(list(arguments)) == status
    said = capsys.readouterr().err
    assert said.startswith("petrograd1917: ") and said.count("\n") == 1
    return said


def test_errors_are_one_sentence_and_leave_nothing(capsys, tmp_path):
    png, at = str(tmp_path / "a.png"), ("--at", "1917-11-07T02:00")
    assert "outside the record" in _fails(capsys, 1, "snapshot", "--at", "1917-03-08T02:00", "-o", png)
    assert "not a moment" in _fails(capsys, 1, "snapshot", "--at", "noon", "-o", png)
    assert ".pdf or .png or .svg" in _fails(capsys, 2, "snapshot", *at, "-o", str(tmp_path / "a.bmp"))
    assert "no ending" in _fails(capsys, 2, "snapshot", *at, "-o", str(tmp_path / "a"))
    assert "320 to 10000" in _fails(capsys, 2, "snapshot", *at, "--size", "90000x90000", "-o", png)
    assert "320 to 10000" in _fails(capsys, 2, "snapshot", *at, "--size", "1x1", "-o", png)
    assert "not a size" in _fails(capsys, 2, "snapshot", *at, "--size", "A9", "-o", png)
    assert "bleed" in _fails(capsys, 2, "snapshot", *at, "--bleed", "-o", png)
    assert "no folder" in _fails(capsys, 1, "snapshot", *at, "-o", str(tmp_path / "no" / "a.png"))
    assert "nobody" in _fails(capsys, 1, "snapshot", *at, "--view", "?source=nobody", "-o", png)
    (tmp_path / "b.png").mkdir()
    assert "is a folder" in _fails(capsys, 1, "snapshot", *at, "-o", str(tmp_path / "b.png"))
    assert "1 to 24" in _fails(capsys, 2, "storyboard", "-o", png)
    assert "one episode" in _fails(
        capsys, 1, "animate", "--from", "1917-07-17T02:00", "--to", "1917-11-07T02:00", "-o", str(tmp_path / "a.gif")
    )
    assert [file.name for file in tmp_path.iterdir()] == ["b.png"]


def test_a_disk_that_fills_up_leaves_nothing(tmp_path):
    command = [
        sys.executable,
        "-m",
        "petrograd1917",
        "snapshot",
        "--at",
        "1917-11-07T02:00",
        "-o",
        str(tmp_path / "a.png"),
    ]
    full = subprocess.run(
        command,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )
    assert full.returncode == 1
    assert "cannot be written" in full.stderr and full.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_name_for_a_file(night):
    name = picture.file_name(night, "The ministers’ arrest: Winter Palace", "png")
    assert name == "petrograd-1917-11-08_0210_the-ministers-arrest-winter-palace.png"


def test_a_moment_in_the_old_calendar(tmp_path):
    file = tmp_path / "a.svg"
    assert cli.main(["snapshot", "--at", "1917-10-26T02:10", "--calendar", "old", "-o", str(file)]) == 0
    assert "Thu 8 November" in file.read_text("utf-8")


# ---- a visitor's own events


def _own(name, start="1917-11-08T02:00", end="1917-11-08T02:20", lat=59.9435, lon=30.3250):
    return OwnEvent(name, name, When(moment.parse(start)), When(moment.parse(end)), lat=lat, lon=lon)


def test_own_events_stand_on_the_map_in_the_legend_and_among_the_sources(chronicle, night):
    style = picture.Style(own=(_own("Here & now"), _own("Later", start="1917-11-08T02:11"), _own("Rain", lat=None)))
    made, chart = picture.draw(chronicle, night, picture.sheet(SCREEN), style), _chart(chronicle, night, style=style)
    mark = next(mark for mark in chart.marks if mark.shown[0].own)
    assert (mark.x, mark.y) == pytest.approx(chart.window.xy(59.9435, 30.3250))
    assert [one.event["title"]["en"] for one in mark.shown] == ["Here & now"]
    assert [row.title["en"] for row in chart.across if row.own] == ["Rain"]
    assert chart.legend.own and chart.sources[-1] == "own events"
    assert "Here &amp; now" in made.svg and "Here & now" in made.says and "#s-own" in made.svg
    hidden = _chart(chronicle, replace(night, layers=("force",)), style=style)
    assert not hidden.legend.own and "own events" not in hidden.sources


def test_an_own_event_is_sure_possible_or_just_past_as_on_the_stage(chronicle, night):
    wide = replace(_own("wide", end="1917-11-08T02:05"), latest=When(moment.parse("1917-11-08T02:30")))
    forms = {}
    for own in (wide, _own("sure"), _own("past", end="1917-11-08T02:09"), _own("over", end="1917-11-08T01:24")):
        start = min(own.start.at, own.last)
        own = replace(own, start=When(start))
        shown = [one for mark in _chart(chronicle, night, style=picture.Style(own=(own,))).marks for one in mark.shown]
        forms[own.id] = [one.form for one in shown if one.own]
    assert forms == {"wide": ["hollow"], "sure": ["full"], "past": ["past"], "over": []}


def test_many_own_events_are_dots(chronicle, night):
    own = tuple(_own(str(n), lat=59.9435 + n / 1e5) for n in range(500))
    chart = _chart(chronicle, night, style=picture.Style(own=own))
    assert not [mark for mark in chart.marks if mark.shown[0].own]
    assert chart.svg.count("<circle") >= 1000 and chart.legend.own


def test_a_view_from_before_them_shows_own_events_that_are_asked_for(tmp_path):
    table, made = tmp_path / "own.csv", tmp_path / "own.svg"
    table.write_text(
        "id,title,description,start,end,calendar,lat,lon,place,category,source\n"
        "a,Our school,,1917-11-08T01:00,1917-11-08T03:00,new,59.9435,30.3250,,,\n"
    )
    view = ["--view", "?c=59.9420,30.3140,14.5&layers=force"]
    asked = ["snapshot", "--at", "1917-11-08T02:10", *view, "--own", str(table), "-o", str(made)]
    assert cli.main(asked) == 0
    assert "Our school" in made.read_text()
