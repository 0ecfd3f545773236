"""The pictures' part of the command line: `snapshot`, `storyboard`, `animate`, `handout`."""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from petrograd1917 import moment, picture
from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.picture import PictureError, Style, UnknownForm
from petrograd1917.view import Codec, View

#: reads the record that a command asks for
Reader = Callable[[argparse.Namespace], Chronicle]
#: reads the file of one's own events that a command asks for
OwnReader = Callable[[argparse.Namespace], list[OwnEvent]]


def add_commands(
    commands: argparse._SubParsersAction, with_record: Callable, record: Reader, with_own: Callable, own: OwnReader
) -> None:
    """Add the commands that make pictures.

    Parameters
    ----------
    commands
        The subparsers of the command line.
    with_record : callable
        Gives a parser the option that names another record.
    record : callable
        Reads the record that was asked for.
    with_own : callable
        Gives a parser the options that name a file of one's own events, and the record.
    own : callable
        Reads that file; no events if none was named.
    """
    snapshot = commands.add_parser("snapshot", help="a still picture of a moment: PNG, SVG or PDF")
    snapshot.add_argument("--at", metavar="MOMENT", help="like 1917-11-08T02:10; without it that of --view")
    _with_view(snapshot)
    snapshot.add_argument(
        "--size", default="", help=f"pixels like 1920x1080, or {', '.join(picture.PAPERS)} (-portrait)"
    )
    snapshot.add_argument("--title", default="", help="what stands above the picture")
    snapshot.add_argument("--caption", default="", help="a sentence below the title")
    snapshot.add_argument(
        "--bleed", action="store_true", help="3 mm over the edge and crop marks, for a paper that is cut"
    )
    with_own(snapshot)
    snapshot.set_defaults(run=lambda asked: _snapshot(asked, record(asked), own(asked)))

    storyboard = commands.add_parser(
        "storyboard", help="several moments on one sheet or as slides: PNG, SVG, PDF, PPTX"
    )
    storyboard.add_argument("--at", metavar="MOMENT", nargs="+", default=[], help="the moments, in their order")
    storyboard.add_argument("--from", dest="first", metavar="MOMENT", help="instead: moments from here …")
    storyboard.add_argument("--to", dest="last", metavar="MOMENT", help="… to here …")
    storyboard.add_argument("--every", metavar="STEP", default="1h", help="… a step apart, like 30m or 1h (default)")
    storyboard.add_argument(
        "--named", action="store_true", help="instead: the record's named moments, each in its own view"
    )
    storyboard.add_argument("--chapter", metavar="NAME", help="instead: the stops of a chapter, like second_night")
    _with_view(storyboard)
    storyboard.add_argument("--size", default="", help="as for a snapshot; slides have one size")
    storyboard.add_argument("--title", default="", help="what stands above all")
    storyboard.add_argument("--bleed", action="store_true", help="3 mm over the edge and crop marks")
    with_own(storyboard)
    storyboard.set_defaults(run=lambda asked: _storyboard(asked, record(asked), own(asked)))

    animate = commands.add_parser("animate", help="a stretch of time as a film: GIF, or MP4 with the extra “video”")
    animate.add_argument("--from", dest="first", metavar="MOMENT", required=True, help="its first picture")
    animate.add_argument("--to", dest="last", metavar="MOMENT", required=True, help="its last picture")
    animate.add_argument("--step", default="10m", help="from one picture to the next, like 5m (default: 10m)")
    animate.add_argument("--story", action="store_true", help="rest where something begins that a class must not miss")
    _with_view(animate)
    animate.add_argument("--size", default="", help="pixels (default: 1280x720 for a GIF, 1920x1080 for an MP4)")
    animate.add_argument("--title", default="", help="what stands above the film")
    with_own(animate)
    animate.set_defaults(run=lambda asked: _animate(asked, record(asked), own(asked)))

    handout = commands.add_parser("handout", help="a lesson to print: handout, map, cards, answer sheet, plan; PDF, A4")
    subject = handout.add_mutually_exclusive_group(required=True)
    subject.add_argument("--chapter", metavar="NAME", help="like second_night")
    subject.add_argument("--at", metavar="MOMENT", help="like 1917-11-08T02:10")
    _with_view(handout, both_languages=False)
    with_record(handout)
    handout.set_defaults(run=lambda asked: _handout(asked, record(asked)))


def _with_view(parser: argparse.ArgumentParser, *, both_languages: bool = True) -> None:
    parser.add_argument(
        "--view",
        default="",
        metavar="QUERY",
        help="a view as the map's address has it: “?c=59.94,30.31,14&layers=force”",
    )
    parser.add_argument(
        "--calendar", choices=("new", "old"), default="new", help="the calendar of MOMENT (default: new)"
    )
    parser.add_argument("--lang", choices=("en", "ru"), help="the language (default: the view's)")
    if both_languages:
        parser.add_argument("--both-languages", action="store_true", help="the other language beside it")
    parser.add_argument("-o", dest="file", type=Path, required=True, metavar="FILE", help="where to write it")


def _snapshot(asked: argparse.Namespace, chronicle: Chronicle, own: list[OwnEvent]) -> int:
    view = view_of(chronicle, asked, moment_of(asked.at, asked.calendar) if asked.at else None)
    style = Style(asked.title, asked.caption, asked.both_languages, own=tuple(own))
    warn(picture.write(chronicle, _showing(view, own), asked.file, asked.size, style, bleed=asked.bleed).lacking)
    return 0


def _storyboard(asked: argparse.Namespace, chronicle: Chronicle, own: list[OwnEvent]) -> int:
    title = asked.title
    if asked.chapter:
        lesson = picture.of_chapter(chronicle, picture.chapter_named(chronicle, asked.chapter, asked.lang or "en"))
        views, title = [asked_of.view for asked_of in lesson.questions], title or lesson.title
    elif asked.named:
        codec = Codec(chronicle)
        views = [codec.decode(query)[0] for query in chronicle.moments["view"]]
        views = [replace(view, lang=asked.lang or view.lang) for view in views]
    elif asked.first or asked.last:
        moments = list(between(asked.first, asked.last, asked.every, asked.calendar))
        views = [view_of(chronicle, asked, at) for at in moments]
    else:
        views = [view_of(chronicle, asked, moment_of(at, asked.calendar)) for at in asked.at]
    style = Style(title=title, bilingual=asked.both_languages, own=tuple(own))
    views = [_showing(view, own) for view in views]
    warn(picture.storyboard(chronicle, views, asked.file, asked.size, style, bleed=asked.bleed))
    return 0


def between(first: str | None, last: str | None, step: str, calendar: str) -> Iterator[datetime]:
    """The moments from one to another, a step like `30m` or `1h` apart; both ends belong to them.

    Raises
    ------
    UnknownForm
        If an end is missing, the step is none, or the end comes before the beginning.
    """
    if not first or not last:
        raise UnknownForm("a stretch of time needs both --from and --to")
    minutes = step_of(step)
    at, end = moment_of(first, calendar), moment_of(last, calendar)
    if end < at:
        raise UnknownForm(f"--to {last} comes before --from {first}; exchange them")
    while at <= end:
        yield at
        at += timedelta(minutes=minutes)


def moment_of(text: str, calendar: str) -> datetime:
    """A moment as the command line writes it.

    Raises
    ------
    PictureError
        If it is none.
    """
    try:
        return moment.parse(text, calendar)
    except ValueError as error:
        raise PictureError(str(error)) from None


def view_of(chronicle: Chronicle, asked: argparse.Namespace, at: datetime | None) -> View:
    """The view that a command asks for, at a moment.

    Raises
    ------
    PictureError
        If the view has a part that this record does not know, or the record does not tell of the moment.
    """
    codec = Codec(chronicle)
    query = asked.view.partition("?")[2] or asked.view
    if at is not None:
        query = f"{query}&at={moment.write(picture.within(chronicle, at))}"
    view, problems = codec.decode(query)
    if problems:
        raise PictureError(
            f"the view’s {problems[0].key} “{problems[0].value}” is not known to this record; leave it out or mend it"
        )
    return replace(view, lang=asked.lang or view.lang)


def _showing(view: View, own: list[OwnEvent]) -> View:
    """The view with the layer of own events, where some are asked for: a view written before them may leave it out."""
    return view.showing("own") if own else view


def step_of(text: str) -> int:
    """Minutes of a step like `10m` or `1h`.

    Raises
    ------
    UnknownForm
        If it is none.
    """
    shape = re.fullmatch(r"([0-9]{1,4})(m|h)", text)
    minutes = int(shape[1]) * (60 if shape[2] == "h" else 1) if shape else 0
    if not minutes:
        raise UnknownForm(f"“{text}” is no step; write it like 10m or 1h")
    return minutes


def _animate(asked: argparse.Namespace, chronicle: Chronicle, own: list[OwnEvent]) -> int:
    first, last = (moment_of(text, asked.calendar) for text in (asked.first, asked.last))
    reel = picture.takes(chronicle, first, last, step_of(asked.step), story=asked.story)
    view = _showing(view_of(chronicle, asked, first), own)
    style = Style(title=asked.title, bilingual=asked.both_languages, own=tuple(own))
    try:
        picture.film(chronicle, view, reel, asked.file, asked.size, style, progress=Bar())
    except KeyboardInterrupt:
        raise picture.Cancelled from None
    finally:
        Bar.end()
    return 0


def _handout(asked: argparse.Namespace, chronicle: Chronicle) -> int:
    if asked.chapter:
        lesson = picture.of_chapter(chronicle, picture.chapter_named(chronicle, asked.chapter, asked.lang or "en"))
    else:
        lesson = picture.of_moment(chronicle, view_of(chronicle, asked, moment_of(asked.at, asked.calendar)))
    picture.handout(chronicle, lesson, asked.file)
    return 0


class Bar:
    """Says how many pictures (or `what`) are done and how long the rest will take, on one line of a terminal."""

    def __init__(self, what: str = "pictures"):
        self._start, self._what = time.monotonic(), what

    def __call__(self, done: int, total: int) -> None:
        if not sys.stderr.isatty():
            return
        left = (time.monotonic() - self._start) / done * (total - done)
        print(f"\r{done} of {total} {self._what}, about {left:.0f} s left ", end="", file=sys.stderr, flush=True)

    @staticmethod
    def end() -> None:
        if sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def warn(lacking: frozenset[str]) -> None:
    """Say which letters ▯ stands for."""
    if lacking:
        letters = " ".join(sorted(lacking))
        print(f"petrograd1917: the fonts lack {letters}; ▯ stands for what they lack", file=sys.stderr)
