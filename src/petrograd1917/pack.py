"""The pack: one zip for a teacher, with the map as a page, lessons to print, slides and pictures; it needs no Python."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from petrograd1917.chapters import Chapter, chapters
from petrograd1917.chronicle import Chronicle
from petrograd1917.map.keyframes import words
from petrograd1917.map.page import page
from petrograd1917.moment import moment_words
from petrograd1917.picture import Cancelled, Style, draw, file_name, files, of_chapter, sheet
from petrograd1917.picture.handout import handout
from petrograd1917.picture.plate import title_of
from petrograd1917.picture.rendering import light_png
from petrograd1917.picture.slides import slides
from petrograd1917.view import Codec, View

#: what is opened first stands first
START, PAGE = "start-here.html", "petrograd-1917.html"
_SIZE = "1920x1080"

#: a file of the pack: its name, and what makes it
_File = tuple[str, Callable[[], bytes | str]]


def write(
    chronicle: Chronicle,
    path: Path,
    lang: str = "en",
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write the pack of a record; the same bytes for the same record.

    Parameters
    ----------
    chronicle : Chronicle
    path : Path
        The zip; it is whole or not there.
    lang : str
        The language of what is printed; the page in it speaks both.
    progress, cancelled : callable
        Told how many files are done, and how many there are; asked before each whether to stop.

    Raises
    ------
    UnknownForm
        If the name does not end in `.zip`.
    PictureError
        If it cannot be written.
    Cancelled
        If `cancelled` said so.
    """
    files.ending(path, (".zip",))
    contents = list(_contents(chronicle, lang))
    with files.whole(path) as partial, zipfile.ZipFile(partial, "w") as archive:
        for done, (name, make) in enumerate(contents, start=1):
            if cancelled():
                raise Cancelled
            files.pack(archive, name, make())
            progress(done, len(contents))


def _contents(chronicle: Chronicle, lang: str) -> Iterator[_File]:
    yield START, lambda: start(chronicle, lang)
    yield PAGE, lambda: page(chronicle)
    for chapter in chapters(chronicle, lang):
        yield _handout_name(chapter), lambda chapter=chapter: handout(chronicle, of_chapter(chronicle, chapter))
        yield _slides_name(chapter), lambda chapter=chapter: _slides(chronicle, chapter, lang)
    for view in _named_moments(chronicle, lang):
        yield _picture_name(chronicle, view), lambda view=view: light_png(draw(chronicle, view, sheet(_SIZE)))


def _named_moments(chronicle: Chronicle, lang: str) -> list[View]:
    return [_view(chronicle, query, lang) for query in chronicle.moments["view"]]


def _view(chronicle: Chronicle, query: str, lang: str) -> View:
    return Codec(chronicle).decode(f"{query}&lang={lang}")[0]


def _slides(chronicle: Chronicle, chapter: Chapter, lang: str) -> bytes:
    views = [_view(chronicle, stop.view, lang) for stop in chapter.stops]
    return slides(chronicle, views, Style(title=chapter.title), titles=[stop.title for stop in chapter.stops])[0]


def _stem(chapter: Chapter) -> str:
    """`2-second-night`: the file's name without its language."""
    return Path(chapter.file).name.partition(".")[0].replace("_", "-")


def _handout_name(chapter: Chapter) -> str:
    return f"handouts/{_stem(chapter)}.pdf"


def _slides_name(chapter: Chapter) -> str:
    return f"slides/{_stem(chapter)}.pptx"


def _picture_name(chronicle: Chronicle, view: View) -> str:
    # in English whatever the language: old zip programs stumble over other letters
    return f"pictures/{file_name(view, title_of(chronicle, view)['en'], 'png')}"


def start(chronicle: Chronicle, lang: str) -> str:
    """The page to be opened first, or printed: what is in here, and what to do with it."""
    templates = Environment(
        loader=FileSystemLoader(Path(__file__).parent), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    said = words(chronicle.folder, lang)
    return templates.get_template("start_here.html").render(
        lang=lang,
        words={**said, **said["pages"]},
        name=chronicle.name_ru if lang == "ru" else chronicle.name,
        attribution=chronicle.attribution,
        licence=chronicle.licence,
        page=PAGE,
        chapters=[
            {"title": one.title, "stops": len(one.stops), "handout": _handout_name(one), "slides": _slides_name(one)}
            for one in chapters(chronicle, lang)
        ],
        pictures=[
            {
                "title": title_of(chronicle, view)[lang],
                "when": moment_words(view.at, lang),
                "file": _picture_name(chronicle, view),
            }
            for view in _named_moments(chronicle, lang)
        ],
    )
