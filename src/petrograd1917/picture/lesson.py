"""What a printed lesson tells: of a chapter, or of the hours about a moment; all of it from the record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from random import Random

from petrograd1917.chapters import Chapter, Paragraph, chapters
from petrograd1917.chronicle import Chronicle
from petrograd1917.map.keyframes import claims_by_event, details, words
from petrograd1917.moment import moment_words
from petrograd1917.picture.files import PictureError
from petrograd1917.picture.plate import named
from petrograd1917.picture.plot import told
from petrograd1917.quiz import in_order, shuffled
from petrograd1917.scene import scene_at
from petrograd1917.view import Codec, View

#: how far about a moment its list reaches, and its cards; how many events it lists, if no more happen at the very moment
_LISTED, _SORTED, _MOST_EVENTS = timedelta(hours=4), timedelta(hours=12), 16
#: only these are listed besides what happens at the very moment
_WEIGHTY = 2
#: how many disagreements have room on paper, and how many cards a group can lay out
MOST_DISAGREEMENTS, MOST_CARDS, LEAST_CARDS = 3, 8, 3
#: a dispute of more claims than these is too long for paper
_MOST_CLAIMS = 5
#: questions that can be put to any moment, as keys of the words
_QUESTIONS = ("print_q_map", "print_q_hours", "print_q_sources", "print_q_next")


@dataclass(frozen=True)
class Asked:
    """A question to the class.

    Attributes
    ----------
    title : str
        Of the stop that asks it; blank for a moment.
    view : View
        What is to be seen with it.
    text : str
    notes : tuple of str
        For the teacher.
    """

    title: str
    view: View
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Lesson:
    """What a lesson is made of; events and disagreements by their ids.

    Attributes
    ----------
    title, lede, lang : str
    view : View
        What its map shows.
    at : datetime or None
        The moment; None for a chapter, whose map shows where its events lie.
    events : tuple of str
        By the hour at which they begin.
    questions : tuple of Asked
    disagreements : tuple of str
        The best for a class first.
    order : tuple of str
        The events of the cards, in their order; empty where too few can be put in order without doubt.
    cards : tuple of str
        The same shuffled, always alike.
    """

    title: str
    lede: str
    lang: str
    view: View
    at: datetime | None
    events: tuple[str, ...]
    questions: tuple[Asked, ...]
    disagreements: tuple[str, ...]
    order: tuple[str, ...]
    cards: tuple[str, ...]


def chapter_named(chronicle: Chronicle, name: str, lang: str) -> Chapter:
    """A chapter by its id.

    Raises
    ------
    PictureError
        If there is none of that name.
    """
    known = {chapter.id: chapter for chapter in chapters(chronicle, lang)}
    if name not in known:
        raise PictureError(f"there is no chapter “{name}”; name one of {', '.join(known)}")
    return known[name]


def of_chapter(chronicle: Chronicle, chapter: Chapter) -> Lesson:
    """The lesson of a chapter, in its language."""
    codec = Codec(chronicle)
    asked = tuple(
        Asked(stop.title, codec.decode(f"{stop.view}&lang={chapter.lang}")[0], stop.question, stop.notes)
        for stop in chapter.stops
    )
    events = (event_id for stop in chapter.stops for event_id in stop.events)
    lede = " ".join(map(_plain, chapter.intro))
    return _lesson(chronicle, chapter.title, lede, chapter.lang, asked[0].view, None, events, asked)


def of_moment(chronicle: Chronicle, view: View) -> Lesson:
    """The lesson of a view's moment: what happens then, and what weighs in the hours about it."""
    said = printed(chronicle, view.lang)
    asked = tuple(Asked("", view, said[key]) for key in _QUESTIONS)
    title = named(chronicle, view).get(view.lang) or moment_words(view.at, view.lang)
    now = [event.event_id for event in scene_at(chronicle, view.at).events]
    listed = list(dict.fromkeys([*now, *_about(chronicle, view.at, _LISTED)]))[: max(_MOST_EVENTS, len(now))]
    sortable = _about(chronicle, view.at, _SORTED)
    return _lesson(chronicle, title, said["print_moment_lede"], view.lang, view, view.at, listed, asked, sortable)


def _about(chronicle: Chronicle, at: datetime, reach: timedelta) -> list[str]:
    """What is weighty and begins near a moment, the nearest first."""
    events = chronicle.events.assign(far=(chronicle.events["start"] - at).abs())
    near = events[(events["weight"] >= _WEIGHTY) & (events["far"] <= reach)]
    return list(near.sort_values("far", kind="stable")["event_id"])


def _lesson(
    chronicle: Chronicle,
    title: str,
    lede: str,
    lang: str,
    view: View,
    at: datetime | None,
    events: Iterable[str],
    asked: tuple[Asked, ...],
    sortable: Iterable[str] = (),
) -> Lesson:
    wanted = set(events)
    listed = tuple(event["id"] for event in told(chronicle)["events"] if event["id"] in wanted)
    order = _cards(chronicle, sortable or listed)
    cards = shuffled(order, Random("cards"))
    return Lesson(title, lede, lang, view, at, listed, asked, _disputed(chronicle, listed), order, cards)


def _cards(chronicle: Chronicle, event_ids: Iterable[str]) -> tuple[str, ...]:
    """The weightiest of the events that can be put in order."""
    weights = dict(zip(chronicle.events["event_id"], chronicle.events["weight"]))
    order = in_order(chronicle, event_ids)
    kept = set(sorted(order, key=lambda event_id: -weights[event_id])[:MOST_CARDS])
    return tuple(event_id for event_id in order if event_id in kept) if len(kept) >= LEAST_CARDS else ()


def _disputed(chronicle: Chronicle, event_ids: tuple[str, ...]) -> tuple[str, ...]:
    """The disagreements on some of these events, the best for a class first: weighty, and short enough to be read."""
    claims = chronicle.claims["question_id"].value_counts()
    weights = dict(zip(chronicle.events["event_id"], chronicle.events["weight"]))
    found: dict[str, tuple[bool, int, int]] = {}
    for row in chronicle.disagreements.itertuples():
        met, told_by = set(row.event_ids) & set(event_ids), int(claims.get(row.question_id, 0))
        if met and told_by > 1:
            weight = max(weights[event_id] for event_id in met)
            found[row.question_id] = (told_by > _MOST_CLAIMS, -weight, -told_by)
    return tuple(sorted(found, key=found.get))


def _plain(paragraph: Paragraph) -> str:
    return "".join(run.text for run in paragraph)


def printed(chronicle: Chronicle, lang: str) -> dict[str, str]:
    """The words that stand in print, and those of the screen."""
    said = words(chronicle.folder, lang)
    return {**said, **said["pages"]}


@cache
def detailed(chronicle: Chronicle) -> dict:
    """Summaries, claims and disagreements, as the screen's card has them."""
    return details(chronicle)


@cache
def tellers(chronicle: Chronicle, lang: str) -> dict[str, tuple[str, ...]]:
    """Event → who tells of it and where, in a language: `Reed, ch. IV`."""
    tail = "_ru" if lang == "ru" else ""
    short = dict(zip(chronicle.sources["source_id"], chronicle.sources[f"short{tail}"]))
    return {
        event_id: tuple(f"{short[claim.source_id]}, {getattr(claim, f'locator{tail}')}" for claim in claims)
        for event_id, claims in claims_by_event(chronicle).items()
    }
