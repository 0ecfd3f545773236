"""Chapters: guided tours, each a plain Markdown file whose second headings are links to views.

What a chapter tells rests on the record: a link in its text names the event that the words rest on, and so the sources
of a stop need no list of their own. A chapter in several languages is several files with the same stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from petrograd1917.chronicle import Chronicle
from petrograd1917.moment import write
from petrograd1917.tables import Finding, TableReader
from petrograd1917.view import CHOICES, Codec

FOLDER = "chapters"
#: `2_second_night.ru.md`: the place in the row (may be left out), the id, the language (English if left out)
_NAME = re.compile(r"(?:([0-9]+)_)?([a-z][a-z0-9_]*)(?:\.([a-z]{2}))?\.md")
_EVENT_LINK = re.compile(r"\?event=([a-z0-9_]+)")
_LAST = 10**9
_UNKNOWN = "“{}” is not in events.csv; add it there or correct the link in the text"


class Run(NamedTuple):
    """Words of a chapter, and the event that they rest on; blank for none."""

    text: str
    event_id: str = ""


Paragraph = tuple[Run, ...]


@dataclass(frozen=True)
class Stop:
    """One stop of a tour.

    Attributes
    ----------
    line : int
        Of its heading in the file, the first line being 1.
    view : str
        What is seen, as a query string.
    text : tuple of Paragraph
        What is told.
    question : str
        To be discussed; blank for none.
    notes : tuple of str
        For the teacher.
    """

    line: int
    title: str
    view: str
    text: tuple[Paragraph, ...] = ()
    question: str = ""
    notes: tuple[str, ...] = ()

    @property
    def events(self) -> tuple[str, ...]:
        """The events that the text rests on, in its order."""
        return _events(self.text)


def _events(text: tuple[Paragraph, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(run.event_id for paragraph in text for run in paragraph if run.event_id))


@dataclass(frozen=True)
class Chapter:
    """A tour in one language; `file` is relative to the record's folder, `rank` its place in the row."""

    id: str
    lang: str
    file: str
    rank: int
    title: str
    intro: tuple[Paragraph, ...]
    stops: tuple[Stop, ...]


@cache
def chapters(chronicle: Chronicle, lang: str = "en") -> tuple[Chapter, ...]:
    """The chapters of a record in their order, each in a language if it is told in it, in another one if not."""
    told = _by_id(_read(chronicle.folder)[0]).values()
    return tuple(sorted((telling.get(lang) or next(iter(telling.values())) for telling in told), key=_order))


def faults(chronicle: Chronicle) -> Iterator[Finding]:
    """All that is wrong with the chapters of a record, with file, line and remedy."""
    told, findings = _read(chronicle.folder)
    yield from findings
    yield from _told_twice(told)
    codec = Codec(chronicle)
    for chapter in told:
        for event_id in sorted({*_events(chapter.intro)} - {*chronicle.events["event_id"]}):
            yield Finding(chapter.file, 1, None, event_id, _UNKNOWN.format(event_id))
        for stop in chapter.stops:
            for value, message in _stop_faults(chronicle, codec, stop):
                yield Finding(chapter.file, stop.line, None, value, message)
    for telling in _by_id(told).values():
        first, *others = telling.values()
        for other in others:
            yield from _differences(first, other)


def _by_id(told: list[Chapter]) -> dict[str, dict[str, Chapter]]:
    found: dict[str, dict[str, Chapter]] = {}
    for chapter in sorted(told, key=lambda chapter: CHOICES["lang"].index(chapter.lang)):
        found.setdefault(chapter.id, {}).setdefault(chapter.lang, chapter)
    return found


def _order(chapter: Chapter) -> tuple[int, str]:
    return chapter.rank, chapter.id


# ---- what a stop must fulfil


def _stop_faults(chronicle: Chronicle, codec: Codec, stop: Stop) -> Iterator[tuple[str, str]]:
    """What is wrong with a stop, as value and message."""
    view, problems = codec.decode(stop.view)
    for problem in problems:
        yield stop.view, f"“{problem.key}={problem.value}” is not a view of this record; correct the heading’s link"
    keys = {key for key, _ in parse_qsl(stop.view.removeprefix("?"), keep_blank_values=True)}
    if not keys & {"at", "event"}:
        yield stop.view, "the heading’s link names no moment; add at=…"
    for key in sorted(keys & CHOICES.keys()):
        yield stop.view, f"“{key}” is the reader’s own choice; take it out of the heading’s link"
    known = _spans(chronicle)
    for event_id in stop.events:
        if event_id not in known:
            yield event_id, _UNKNOWN.format(event_id)
    told = [known[event_id] for event_id in stop.events if event_id in known]
    if not stop.events:
        yield stop.title, "the text rests on no event; link the words to the events they tell of: [words](?event=…)"
    elif not problems and not any(earliest <= view.at <= latest for earliest, latest in told):
        yield stop.view, f"none of the events of this stop is on the map at {write(view.at)}; correct at= or the events"
    elif view.source and not _speaks(chronicle, view.source, stop):
        yield view.source, f"“{view.source}” says nothing of the events of this stop; link one of which it does"


@cache
def _spans(chronicle: Chronicle) -> dict[str, tuple[datetime, datetime]]:
    """Event → its widest bounds."""
    events = chronicle.events
    return dict(zip(events["event_id"], zip(events["earliest"], events["latest"])))


def _speaks(chronicle: Chronicle, source_id: str, stop: Stop) -> bool:
    claims = chronicle.claims
    return bool((claims["event_id"].isin(stop.events) & (claims["source_id"] == source_id)).any())


def _told_twice(told: list[Chapter]) -> Iterator[Finding]:
    seen: dict[tuple[str, str], Chapter] = {}
    for chapter in told:
        first = seen.setdefault((chapter.id, chapter.lang), chapter)
        if first is not chapter:
            message = f"{first.file} tells the same chapter in the same language; rename or delete one of them"
            yield Finding(chapter.file, None, None, chapter.id, message)


def _differences(first: Chapter, other: Chapter) -> Iterator[Finding]:
    for number, (stop, same) in enumerate(zip_longest(first.stops, other.stops), start=1):
        if stop is None or same is None:
            message = f"there are {len(other.stops)} stops, in {first.file} {len(first.stops)}; make them as many"
            yield Finding(other.file, None, None, "", message)
            return
        if stop.view != same.view:
            message = f"stop {number} of {first.file} shows {stop.view}; link the heading to the same view"
            yield Finding(other.file, same.line, None, same.view, message)
        if missing := set(stop.events) ^ set(same.events):
            message = (
                f"stop {number} of {first.file} rests on other events ({', '.join(sorted(missing))}); link the same"
            )
            yield Finding(other.file, same.line, None, "", message)


# ---- reading


def _read(folder: Path) -> tuple[list[Chapter], list[Finding]]:
    reader = TableReader(folder)
    files = sorted(file.name for file in (folder / FOLDER).glob("*.md"))
    read = [_chapter(reader, name) for name in files]
    return sorted(filter(None, read), key=_order), reader.findings


def _chapter(reader: TableReader, name: str) -> Chapter | None:
    file, named = f"{FOLDER}/{name}", _NAME.fullmatch(name)
    if named is None or (named[3] or "en") not in CHOICES["lang"]:
        shape = f"name the file like 1_first_night.md, or 1_first_night.ru.md ({', '.join(CHOICES['lang'])})"
        reader.note(file, None, None, name, shape)
        return None
    text = reader.text(file)
    if text is None:
        return None
    page = _Page(reader, file)
    for block in SyntaxTreeNode(MarkdownIt("commonmark").parse(text)).children:
        page.take(block)
    rank = int(named[1]) if named[1] else _LAST
    return page.chapter(named[2], named[3] or "en", rank)


class _Page:
    """Takes a chapter's blocks one by one; what does not fit is noted."""

    def __init__(self, reader: TableReader, file: str):
        self._reader, self._file = reader, file
        self._title = ""
        self._intro: list[Paragraph] = []
        self._stops: list[dict] = []

    def chapter(self, chapter_id: str, lang: str, rank: int) -> Chapter | None:
        """What was taken; None if it is no chapter."""
        if not self._title:
            self._note(1, "", "the title is missing; begin the file with “# Title”")
        if not self._stops:
            self._note(None, "", "there is no stop; write one as “## [Title](?at=…)” with its text below")
        for stop in self._stops:
            if not stop.get("text"):
                self._note(stop["line"], stop["title"], "the stop has no text; write two or three sentences")
        if not self._title or not self._stops:
            return None
        stops = tuple(Stop(**stop) for stop in self._stops)
        return Chapter(chapter_id, lang, self._file, rank, self._title, tuple(self._intro), stops)

    def take(self, block: SyntaxTreeNode) -> None:
        line = block.map[0] + 1
        if block.type == "heading" and block.tag == "h1":
            self._take_title(line, block)
        elif block.type == "heading" and block.tag == "h2":
            self._take_heading(line, block)
        elif block.type == "paragraph":
            self._take_text(line, block)
        elif block.type == "blockquote" and self._stops:
            self._take_question(line, block)
        elif block.type == "bullet_list" and self._stops:
            self._take_notes(block)
        else:
            what = "a chapter has a title (#), stops (##), text, one question (>) and notes (-) to a stop"
            self._note(line, block.type, f"{what}; write this as one of them, below a stop")

    def _take_title(self, line: int, block: SyntaxTreeNode) -> None:
        if self._title or self._stops:
            self._note(line, "", "this is a second title (#); a stop’s heading begins with ##")
        self._title = self._words(block)

    def _take_heading(self, line: int, block: SyntaxTreeNode) -> None:
        (inline,) = block.children
        if len(inline.children) != 1 or inline.children[0].type != "link":
            self._note(line, self._words(block), "a stop’s heading is one link to a view; write “## [Title](?at=…)”")
            return
        (link,) = inline.children
        self._stops.append({"line": line, "title": _plain(link), "view": str(link.attrs["href"])})

    def _take_text(self, line: int, block: SyntaxTreeNode) -> None:
        paragraph = tuple(self._runs(line, block))
        if self._stops:
            self._stops[-1]["text"] = (*self._stops[-1].get("text", ()), paragraph)
        else:
            self._intro.append(paragraph)

    def _take_question(self, line: int, block: SyntaxTreeNode) -> None:
        if "question" in self._stops[-1]:
            self._note(line, "", "the stop has a question already; put both into one, or make another stop")
        self._stops[-1]["question"] = " ".join(self._words(part) for part in block.children)

    def _take_notes(self, block: SyntaxTreeNode) -> None:
        notes = tuple(" ".join(self._words(part) for part in item.children) for item in block.children)
        self._stops[-1]["notes"] = (*self._stops[-1].get("notes", ()), *notes)

    def _words(self, block: SyntaxTreeNode) -> str:
        return "".join(run.text for run in self._runs(block.map[0] + 1, block))

    def _runs(self, line: int, block: SyntaxTreeNode) -> Iterator[Run]:
        if [child.type for child in block.children] != ["inline"]:
            self._note(line, block.type, "only plain lines are shown here; write a sentence")
            return
        for node in block.children[0].children:
            if node.type in ("text", "softbreak"):
                yield Run(_plain(node))
            elif node.type == "link" and (event := _EVENT_LINK.fullmatch(str(node.attrs["href"]))):
                yield Run(_plain(node), event[1])
            elif node.type == "link":
                self._note(
                    line, str(node.attrs["href"]), "a link in the text leads to an event; write [words](?event=…)"
                )
            else:
                self._note(line, node.type, f"“{node.type}” is not shown; only links are, leave other marks away")

    def _note(self, line: int | None, value: str, message: str) -> None:
        self._reader.note(self._file, line, None, value, message)


def _plain(node: SyntaxTreeNode) -> str:
    if node.type == "softbreak":
        return " "
    return node.content if node.type == "text" else "".join(map(_plain, node.children))
