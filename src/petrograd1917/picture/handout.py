"""A lesson on paper, A4: the handout, a map to draw on, cards to cut, the answer sheet, a plan for 45 minutes.

What is printed is gathered here; how it is set stands in `handout.typ`, which takes every text as text.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

import pandas as pd

from petrograd1917 import hours, readings
from petrograd1917.axis import Axis
from petrograd1917.chronicle import Chronicle
from petrograd1917.map import fonts
from petrograd1917.map.art import tokens
from petrograd1917.moment import day_words, from_minute, moment_words, span_words
from petrograd1917.moment import write as written
from petrograd1917.picture import paper, typeset
from petrograd1917.picture.lesson import MOST_DISAGREEMENTS, Lesson, detailed, printed, tellers
from petrograd1917.picture.pen import SERIF, printable
from petrograd1917.picture.plot import told

_TEMPLATE = Path(__file__).with_name("handout.typ")
#: minutes of a lesson's steps; what a lesson lacks goes to the last but one
_STEPS = (("hour", 6), ("walk", 10), ("cards", 9), ("disagree", 10), ("write", 7), ("end", 3))
#: what stands for a letter that the fonts lack
_LACKING = "?"


def handout(chronicle: Chronicle, lesson: Lesson) -> bytes:
    """A lesson as a tagged PDF (PDF/UA-1) with its fonts; the same bytes for the same lesson.

    Parameters
    ----------
    chronicle : Chronicle
    lesson : Lesson
    """
    draw = paper.scene if lesson.at else paper.numbered
    chart, tags = draw(chronicle, lesson)
    blank = paper.blank(chronicle, lesson)
    said = _Setter(chronicle, lesson, tags).all()
    said["map"] = {"alt": chart.says, "ratio": chart.sheet.height / chart.sheet.width}
    said["blank"] = {"alt": blank.says}
    files = {
        "handout.json": json.dumps(_legible(said), ensure_ascii=False),
        "map.svg": chart.svg,
        "blank.svg": blank.svg,
    }
    return typeset.compiled(_TEMPLATE.read_text("utf-8"), files, "pdf")


class _Setter:
    """Gathers what a lesson prints, in its language."""

    def __init__(self, chronicle: Chronicle, lesson: Lesson, tags: dict[str, str]):
        self._chronicle, self._lesson, self._tags = chronicle, lesson, tags
        self._lang = lesson.lang
        self._words = printed(chronicle, self._lang)
        self._events = {event["id"]: event for event in told(chronicle)["events"]}
        self._name = told(chronicle)["title"][self._lang]
        self._sources = {source.source_id: source for source in chronicle.sources.itertuples()}

    def all(self) -> dict[str, object]:
        lesson, words = self._lesson, self._words
        left_out = len(lesson.disagreements) - MOST_DISAGREEMENTS
        return {
            "lang": self._lang,
            "words": {key: text for key, text in words.items() if isinstance(text, str)},
            "ink": {key: value for key, value in tokens()["color"]["print"].items() if isinstance(value, str)},
            "name": self._name,
            "title": lesson.title,
            "lede": lesson.lede,
            "clock": self._clock(),
            "days": self._days(),
            "disputed": [self._disputed(one) for one in lesson.disagreements[:MOST_DISAGREEMENTS]],
            "more": words["print_more_disagree"].format(n=left_out) if left_out > 0 else "",
            "questions": [
                {"title": asked.title, "hour": f"{asked.view.at:%H:%M}" if asked.title else "", "text": asked.text}
                for asked in lesson.questions
                if asked.text
            ],
            "how": words["print_how_text"].format(differ=words["sure_differ"], inferred=words["sure_inferred"]),
            "sources": words["key_sources"].format(names="; ".join(self._short_names())),
            "rights": self._chronicle.attribution,
            "mark": f"{self._name} · {words['print_handout']} · {written(lesson.view.at)}",
            "cards": [{**self._told(event_id), "letter": _letter(i)} for i, event_id in enumerate(lesson.cards)],
            "order": [
                {**self._told(event_id), "letter": _letter(lesson.cards.index(event_id))} for event_id in lesson.order
            ],
            "notes": [{"title": asked.title, "notes": asked.notes} for asked in lesson.questions if asked.notes],
            "steps": self._steps(),
            "stops": [
                {"title": asked.title, "when": moment_words(asked.view.at, self._lang), "text": asked.text}
                for asked in lesson.questions
                if asked.title
            ],
        }

    def _clock(self) -> dict[str, str]:
        """The moment of the lesson, or the days from its first event to its last."""
        lesson, lang = self._lesson, self._lang
        styles = [self._words["style_new"], self._words["style_old"]]
        if lesson.at:
            day = day_words(lesson.at.date(), lang)
            days, hour = [f"{day['weekday']} {day['new']}", day["old"]], f"{lesson.at:%H:%M}"
        else:
            seen = [asked.view.at.date() for asked in lesson.questions]
            span = span_words(min(seen), max(seen), lang)
            days, hour = [span["new"], span["old"]], ""
        both = [{"style": style, "day": day} for style, day in zip(styles, days)]
        return {"hour": hour, "days": both[::-1] if lang == "ru" else both}

    def _days(self) -> list[dict[str, object]]:
        """The listed events under the days on which they begin, in both calendars."""
        by_day = groupby(self._lesson.events, key=lambda event_id: from_minute(self._events[event_id]["t"][1]).date())
        found = []
        for day, event_ids in by_day:
            said = day_words(day, self._lang)
            found.append(
                {"weekday": said["weekday"], "day": said["both"], "rows": [self._told(one) for one in event_ids]}
            )
        return found

    def _told(self, event_id: str) -> dict[str, object]:
        event = self._events[event_id]
        day = day_words(from_minute(event["t"][1]).date(), self._lang)
        return {
            "tag": self._tags.get(event_id, ""),
            "when": event["when"][self._lang],
            "day": day["both"],
            "title": event["title"][self._lang],
            "summary": detailed(self._chronicle)["events"][event_id]["summary"][self._lang],
            "sure": self._words[event["sure"]],
            "doubtful": event["sure"] in ("sure_differ", "sure_inferred"),
            "tellers": "; ".join(dict.fromkeys(tellers(self._chronicle, self._lang)[event_id])),
        }

    def _disputed(self, question_id: str) -> dict[str, object]:
        """A disagreement: its claims as bars on one axis of time, and what each source says."""
        told_of = detailed(self._chronicle)["questions"][question_id]
        claims = [*readings.on_question(self._chronicle, question_id).itertuples()]
        axis = Axis.over(map(_bounds, claims))
        return {
            "question": told_of["question"][self._lang],
            "why": told_of["why"][self._lang],
            "follows": self._short(told_of["follows"]) if told_of["follows"] in self._sources else "",
            "ticks": [{"left": tick.left, "text": f"{tick.at:%H:%M}"} for tick in axis.ticks],
            "claims": [self._claim(claim, axis, _letter(i)) for i, claim in enumerate(claims)],
        }

    def _claim(self, claim: object, axis: Axis, letter: str) -> dict[str, object]:
        bar = axis.bar(_bounds(claim))
        first = claim.latest if pd.isna(claim.earliest) else claim.earliest
        return {
            "letter": letter,
            "left": bar.left,
            "width": bar.width,
            "open_left": bar.open_left,
            "open_right": bar.open_right,
            "counted": claim.counts == "yes",
            "unhoured": claim.time_words == hours.NOT_GIVEN,
            "says": self._said(claim, "says"),
            "when": f"{hours.spoken(claim.time_words, self._lang)}, {day_words(first.date(), self._lang)['both']}",
            "source": self._short(claim.source_id),
            "locator": self._said(claim, "locator"),
            "basis": self._words.get(f"basis_{claim.basis}", claim.basis),
        }

    def _short(self, source_id: str) -> str:
        return self._said(self._sources[source_id], "short")

    def _said(self, row: object, column: str) -> str:
        """A text of a row in the lesson's language; the English one where no other was written."""
        return (self._lang == "ru" and getattr(row, f"{column}_ru")) or getattr(row, column)

    def _short_names(self) -> list[str]:
        claims = self._chronicle.claims
        behind = claims[claims["event_id"].isin(self._lesson.events)]["source_id"].value_counts()
        return [self._short(source_id) for source_id in behind.index]

    def _steps(self) -> list[dict[str, str]]:
        """The steps of 45 minutes; without cards the blank map takes their place."""
        lesson, words = self._lesson, self._words
        absent = {"disagree"} if not lesson.disagreements else set()
        free = sum(minutes for key, minutes in _STEPS if key in absent)
        steps, start = [], 0
        for key, minutes in _STEPS:
            if key in absent:
                continue
            end = start + minutes + (free if key == "write" else 0)
            named = "blank" if key == "cards" and not lesson.cards else key
            text = words[f"print_step_{named}_text"].format(at=moment_words(lesson.view.at, self._lang))
            steps.append({"minutes": f"{start}–{end}", "what": words[f"print_step_{named}"], "how": text})
            start = end
        return steps


def _bounds(claim: object) -> tuple:
    return tuple(None if pd.isna(bound) else bound.to_pydatetime() for bound in (claim.earliest, claim.latest))


def _letter(i: int) -> str:
    return chr(ord("A") + i)


def _legible(value: object) -> object:
    """The same with only such letters as the fonts have."""
    if isinstance(value, str):
        return "".join(one if fonts.has(one, SERIF) else _LACKING for one in printable(value))
    if isinstance(value, dict):
        return {key: _legible(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_legible(one) for one in value]
    return value
