"""The format of chapters: what is read, and one clear sentence for each thing that can be wrong."""

import shutil
from pathlib import Path

import pytest

from petrograd1917.chapters import Run, chapters, faults
from petrograd1917.rules import check
from petrograd1917.view import CHOICES

TOUR = """\
# A wet morning

Two stops
in the rain.

## [The first drops](?at=1917-11-07T10:15&c=59.9460,30.3960,14)

It begins [to rain
at Smolny](?event=rain). Who minds?

It goes on.

> What is rain
> good for?

- One note.
- Another.

## [Still raining](?at=1917-11-07T11:00&source=reed)

[Rain](?event=rain).
"""
DRY = TOUR.replace("drops", "drops, told in Russian").replace("It begins", "Начинается")


@pytest.fixture
def tour(record_copy):
    """Writes chapters into a small record."""
    folder = record_copy.folder / "chapters"
    folder.mkdir()

    def write(text, name="1_wet.md"):
        (folder / name).write_text(text, "utf-8")
        return record_copy.read()

    yield write
    shutil.rmtree(folder)


def wrong(record):
    """Line and sentence of each finding."""
    return [(finding.row, finding.message) for finding in faults(record)]


def test_a_chapter_is_read(tour):
    record = tour(TOUR)
    assert wrong(record) == []
    (chapter,) = chapters(record)
    assert (chapter.id, chapter.lang, chapter.title) == ("wet", "en", "A wet morning")
    assert chapter.intro == ((Run("Two stops"), Run(" "), Run("in the rain.")),)
    first, second = chapter.stops
    assert (first.line, first.title) == (6, "The first drops")
    assert first.view == "?at=1917-11-07T10:15&c=59.9460,30.3960,14"
    assert first.text[0] == (Run("It begins "), Run("to rain at Smolny", "rain"), Run(". Who minds?"))
    assert first.question == "What is rain good for?"
    assert first.notes == ("One note.", "Another.")
    assert first.events == second.events == ("rain",)
    assert second.question == ""


def test_a_chapter_is_told_in_the_language_asked_for_or_in_what_there_is(tour):
    tour(DRY, "1_wet.ru.md")
    tour(TOUR)
    record = tour(TOUR.replace("wet", "dry"), "9_alone.ru.md")
    assert wrong(record) == []
    assert [(c.id, c.lang) for c in chapters(record, "ru")] == [("wet", "ru"), ("alone", "ru")]
    assert [(c.id, c.lang) for c in chapters(record, "en")] == [("wet", "en"), ("alone", "ru")]


def test_chapters_stand_in_the_order_of_their_numbers(tour):
    for name in ("10_late.md", "2_early.md", "own.md", "another.md"):
        record = tour(TOUR, name)
    assert [chapter.id for chapter in chapters(record)] == ["early", "late", "another", "own"]


def test_a_record_needs_no_chapters(tour, record_copy):
    assert chapters(record_copy.read()) == ()
    assert wrong(record_copy.read()) == []


@pytest.mark.parametrize(
    ("before", "after", "line", "says"),
    [
        ("# A wet morning", "A wet morning", 1, "the title is missing"),
        ("## [Still raining]", "# Again\n\n## [Still raining]", 19, "second title"),
        ("## [Still raining](?at=1917-11-07T11:00&source=reed)", "## Still raining", 19, "one link to a view"),
        ("It goes on.", "### It goes on.", 11, "below a stop"),
        ("It goes on.", "1. It goes on.", 11, "below a stop"),
        ("in the rain.", "in the rain.\n\n> Too early?", 6, "below a stop"),
        ("It goes on.", "It goes *on*.", 11, "“em” is not shown"),
        ("It goes on.", "It goes <b>on</b>.", 11, "“html_inline” is not shown"),
        ("- Another.", "- Another.\n  - Deeper.", 18, "only plain lines"),
        ("(?event=rain). Who", "(https://example.org). Who", 8, "a link in the text leads to an event"),
        ("- One note.", "- One note.\n\n> And what is it bad for?", 18, "has a question already"),
        ("\n[Rain](?event=rain).\n", "", 19, "the stop has no text"),
        ("\n[Rain](?event=rain).\n", "\nRain.\n", 19, "rests on no event"),
        ("[Rain](?event=rain)", "[Snow](?event=snow)", 19, "“snow” is not in events.csv"),
        ("in the rain.", "in the [rain](?event=hail).", 1, "“hail” is not in events.csv"),
        ("?at=1917-11-07T11:00", "?at=1917-11-07T25:00", 19, "“at=1917-11-07T25:00” is not a view"),
        ("?at=1917-11-07T11:00&source=reed", "?source=reed", 19, "names no moment"),
        ("?at=1917-11-07T11:00", "?at=1917-11-07T12:01", 19, "none of the events of this stop is on the map"),
        ("&source=reed", "&source=sukhanov", 19, "“sukhanov” says nothing of the events"),
        ("&source=reed", "&lang=ru", 19, "“lang” is the reader’s own choice"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tour, before, after, line, says):
    assert TOUR.count(before) == 1
    found = wrong(tour(TOUR.replace(before, after)))
    assert {at for at, message in found if says in message} == {line}, found


def test_a_chapter_without_stops(tour):
    assert [message for _, message in wrong(tour("# Title\n"))] == [
        "there is no stop; write one as “## [Title](?at=…)” with its text below"
    ]


@pytest.mark.parametrize("name", ["Wet.md", "1-wet.md", "wet.xx.md", "README.md"])
def test_a_file_must_be_named_like_a_chapter(tour, name):
    ((_, message),) = wrong(tour(TOUR, name))
    assert "name the file like 1_first_night.md" in message


def test_a_file_that_is_not_utf8(tour, record_copy):
    (record_copy.folder / "chapters" / "1_wet.md").write_bytes(TOUR.replace("rain", "règne").encode("latin-1"))
    ((_, message),) = wrong(record_copy.read())
    assert "not UTF-8" in message


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("?at=1917-11-07T11:00", "?at=1917-11-07T11:01", "link the heading to the same view"),
        ("\n## [Still raining](?at=1917-11-07T11:00&source=reed)\n\n[Rain](?event=rain).\n", "", "make them as many"),
    ],
)
def test_two_languages_of_a_chapter_have_the_same_stops(tour, before, after, says):
    assert DRY.count(before) == 1
    tour(TOUR)
    ((_, message),) = wrong(tour(DRY.replace(before, after), "1_wet.ru.md"))
    assert says in message


def test_two_languages_of_a_chapter_rest_on_the_same_events(tour, record_copy):
    (rain,), (reed, _) = record_copy.rows("events"), record_copy.rows("claims")
    record_copy.add("events", {**rain, "event_id": "snow"})
    record_copy.add("claims", {**reed, "event_id": "snow", "claim_id": "snow_reed"})
    tour(TOUR)
    ((line, message),) = wrong(tour(DRY.replace("[Rain](?event=rain)", "[Rain](?event=snow)"), "1_wet.ru.md"))
    assert (line, "rests on other events (rain, snow)" in message) == (19, True)


def test_two_files_for_one_chapter(tour):
    tour(TOUR)
    assert ["the same chapter in the same language" in message for _, message in wrong(tour(TOUR, "2_wet.md"))] == [
        True
    ]


def test_check_names_file_and_line(tour, record_copy):
    tour(TOUR.replace("[Rain](?event=rain)", "Rain"))
    _, findings = check(record_copy.folder)
    assert [str(finding).split(": ")[0] for finding in findings] == ["chapters/1_wet.md, line 19"]


def test_every_chapter_is_told_in_every_language_with_questions(chronicle):
    for lang in CHOICES["lang"]:
        told = chapters(chronicle, lang)
        assert {chapter.lang for chapter in told} == {lang}
        assert all(chapter.intro for chapter in told)
        assert [stop.title for chapter in told for stop in chapter.stops if not stop.question] == []


def test_no_file_of_the_record_is_passed_over(chronicle):
    files = {file.name for file in (Path(chronicle.folder) / "chapters").iterdir()}
    assert {Path(c.file).name for lang in CHOICES["lang"] for c in chapters(chronicle, lang)} == files
