"""A lesson on paper says what the record says, in both languages, and gives away no answer."""

from __future__ import annotations

import re
from dataclasses import replace
from io import BytesIO

import pytest
from pypdf import PdfReader

from petrograd1917 import cli
from petrograd1917.chapters import chapters
from petrograd1917.map.keyframes import words
from petrograd1917.picture import PictureError, chapter_named, of_chapter, of_moment
from petrograd1917.picture.handout import handout
from petrograd1917.quiz import in_order
from petrograd1917.view import Codec

NIGHT = "?at=1917-11-08T02:10&c=59.9420,30.3140,14.5"


def lesson_of(chronicle, name: str, lang: str = "en"):
    if name.startswith("?"):
        return of_moment(chronicle, Codec(chronicle).decode(f"{name}&lang={lang}")[0])
    return of_chapter(chronicle, chapter_named(chronicle, name, lang))


def pages(pdf: bytes) -> list[str]:
    """What each page says, on one line."""
    return [re.sub(r"\s+", " ", page.extract_text()) for page in PdfReader(BytesIO(pdf)).pages]


def letters(text: str) -> str:
    """A text without spaces and signs: lines may be broken anywhere."""
    return re.sub(r"\W", "", text).lower()


@pytest.fixture(scope="module", params=[("second_night", "en"), (NIGHT, "ru")])
def printed(request, chronicle):
    """A lesson, its file, and what each page of it says."""
    lesson = lesson_of(chronicle, *request.param)
    pdf = handout(chronicle, lesson)
    return lesson, pdf, pages(pdf)


def test_every_part_is_there_in_its_language_with_both_dates(chronicle, printed):
    lesson, _, said_on = printed
    said, text = words(chronicle.folder, lesson.lang)["pages"], letters(" ".join(said_on))
    for key in ("name", "list", "disagree", "questions", "blank", "cards", "answers", "order_is", "evidence", "plan"):
        assert letters(said[f"print_{key}"]) in text, key
    both = "8 November (26 October O.S.)" if lesson.lang == "en" else "26 октября (8 ноября н. ст.)"
    assert letters(both) in text
    assert ("нева" if lesson.lang == "ru" else "neva") in text
    for asked in lesson.questions:
        assert letters(asked.text) in text


def test_every_listed_event_stands_with_its_hour(chronicle, printed):
    lesson, _, said_on = printed
    text = letters(" ".join(said_on))
    titles = chronicle.events.set_index("event_id")["title_ru" if lesson.lang == "ru" else "title"]
    for event_id in lesson.events:
        assert letters(titles[event_id]) in text, event_id


def test_it_is_tagged_and_its_fonts_are_inside(printed):
    reader = PdfReader(BytesIO(printed[1]))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.trailer["/Root"]["/Lang"] == printed[0].lang
    assert {str(page.mediabox) for page in reader.pages} == {
        "RectangleObject([0, 0, 595.2756, 841.8898])",
        "RectangleObject([0, 0, 841.8898, 595.2756])",
    }
    faces = [
        face.get_object()["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
        for page in reader.pages
        for face in page["/Resources"]["/Font"].values()
    ]
    assert faces
    assert all(face.keys() & {"/FontFile2", "/FontFile3"} for face in faces)
    assert {re.sub(r"^/\w{6}\+(PT\w+)-.*", r"\1", face["/FontName"]) for face in faces} <= {"PTSerif", "PTSans"}


def test_the_same_lesson_is_the_same_file(chronicle, printed):
    assert handout(chronicle, printed[0]) == printed[1]


def test_the_cards_do_not_tell_their_order(chronicle, printed):
    lesson, _, said_on = printed
    head = words(chronicle.folder, lesson.lang)["pages"]["print_cards"]
    (cards,) = [page for page in said_on if letters(head) in letters(page[:80])]
    assert not re.search(r"\d\d:\d\d", cards.partition("©")[0])
    assert sorted(lesson.cards) == sorted(lesson.order)
    assert lesson.cards != lesson.order


def test_what_is_put_in_order_cannot_change_places(chronicle):
    events = chronicle.events.set_index("event_id")
    joined = [set(row.event_ids) for row in chronicle.disagreements.itertuples()]
    for chapter in chapters(chronicle):
        order = in_order(chronicle, [event_id for stop in chapter.stops for event_id in stop.events])
        for i, (first, then) in enumerate(zip(order, order[1:])):
            assert events.loc[first, "latest"] < events.loc[then, "earliest"]
            assert not any({first, other} <= question for question in joined for other in order[i + 1 :])


def test_a_letter_that_the_fonts_lack_stops_nothing(chronicle):
    lesson = replace(lesson_of(chronicle, NIGHT), title="漢字 \x07 #pagebreak()")
    first = PdfReader(BytesIO(handout(chronicle, lesson))).pages[0].extract_text()
    assert "?? #pagebreak()" in re.sub(r"\s+", " ", first)


def test_an_unknown_chapter_is_named(chronicle):
    with pytest.raises(PictureError, match="second_night"):
        chapter_named(chronicle, "third_night", "en")


def test_the_command_writes_it(tmp_path, capsys):
    file = tmp_path / "lesson.pdf"
    assert cli.main(["handout", "--chapter", "first_night", "--lang", "ru", "-o", str(file)]) == 0
    assert "раздаточныйлист" in letters(PdfReader(file).pages[0].extract_text())
    assert cli.main(["handout", "--at", "1917-11-08T02:10", "-o", str(tmp_path / "lesson.docx")]) == 2
    assert cli.main(["handout", "--at", "1917-09-08T02:10", "-o", str(file)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["lesson.pdf"]
