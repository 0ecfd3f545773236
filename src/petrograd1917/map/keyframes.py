"""The record as the engine in the browser is handed it: intervals, waypoints, changes, and every word, ready to show.

The engine compares minutes and interpolates between waypoints; all else is decided here. Moments are minutes since
1917-01-01T00:00, coordinates degrees WGS84.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pandas as pd

from petrograd1917 import hours, quarters, routes, scene, sun
from petrograd1917.chapters import Paragraph, chapters
from petrograd1917.chronicle import Chronicle, Episode
from petrograd1917.lens import told_by
from petrograd1917.moment import day_words, span_words, to_minute
from petrograd1917.quiz import Question, quiz
from petrograd1917.view import CHOICES, LAYERS, ZOOM, Codec

LANGUAGES = ("en", "ru")


def keyframes(chronicle: Chronicle) -> dict[str, object]:
    """All that the stage shows of a record that passed every rule, as plain values for JSON."""
    return {
        "attribution": chronicle.attribution,
        "title": {"en": chronicle.name, "ru": chronicle.name_ru},
        "words": {lang: _stage_words(chronicle.folder, lang) for lang in LANGUAGES},
        "view": _vocabulary(chronicle),
        "shown": {"justPast": scene.JUST_PAST, "lastKnown": scene.LAST_KNOWN, "farOff": scene.FAR_OFF},
        "sourceIds": list(chronicle.sources["source_id"]),
        "episodes": [_episode(chronicle, episode) for episode in chronicle.episodes],
        "places": _places(chronicle),
        "parts": list(quarters.PARTS),
        "sides": _sides(chronicle),
        "actors": _actors(chronicle),
        "events": _events(chronicle),
        "ways": [[way.actor_id, way.event_id, [list(stop) for stop in way.stops]] for way in routes.ways(chronicle)],
        "loyal": {actor: [list(span) for span in spans] for actor, spans in scene.loyalties(chronicle).items()},
        "held": _held(chronicle),
        "moments": [
            {"id": m.moment_id, "title": _twin(m, "title"), "view": m.view} for m in chronicle.moments.itertuples()
        ],
    }


def details(chronicle: Chronicle) -> dict[str, object]:
    """What only cards and panels show: fetched when the map stands already."""
    claims = claims_by_event(chronicle)
    numbers: dict[str, list] = {}
    for number in chronicle.numbers.itertuples():
        numbers.setdefault(number.event_id, []).append(_number(number))
    asked: dict[str, list[str]] = {}
    for question in chronicle.disagreements.itertuples():
        for event_id in question.event_ids:
            asked.setdefault(event_id, []).append(question.question_id)
    return {
        "sources": _sources(chronicle),
        "told": _tellers(chronicle),
        "questions": _questions(chronicle),
        "today": {
            place.place_id: _twin(place, "name_modern")
            for place in chronicle.places.itertuples()
            if place.name_modern and place.name_modern != place.name
        },
        "actors": {actor.actor_id: _twin(actor, "who") for actor in chronicle.actors.itertuples()},
        "glossary": [
            {"term": _twin(g, "term"), "meaning": _twin(g, "meaning")} for g in chronicle.glossary.itertuples()
        ],
        "events": {
            event.event_id: {
                "summary": _twin(event, "summary"),
                "claims": [_claim(claim) for claim in claims[event.event_id]],
                "questions": asked.get(event.event_id, []),
                "numbers": numbers.get(event.event_id, []),
            }
            for event in chronicle.events.itertuples()
        },
    }


#: what an event is by another reading of the record
_READING = ("id", "t", "when", "sure", "place", "actors", "side")


def lenses(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    """The record as each source that tells something tells it: its events, which of the ways, and what it says is held."""
    index = {way: i for i, way in enumerate(routes.ways(chronicle))}
    told = {source_id: told_by(chronicle, source_id) for source_id in chronicle.sources["source_id"]}
    return {
        source_id: {
            "events": [{key: event[key] for key in _READING} for event in _events(reading)],
            "ways": [index[way] for way in routes.ways(reading)],
            "held": _held(reading),
        }
        for source_id, reading in told.items()
        if len(reading.events)
    }


def tours(chronicle: Chronicle) -> list[dict[str, object]]:
    """The chapters, fetched when the reader asks for one; a text is a list of paragraphs of words and [words, event]."""
    told = zip(*(chapters(chronicle, lang) for lang in LANGUAGES))
    return [
        {
            "id": telling[0].id,
            "title": _tellings(telling, "title"),
            "intro": _tellings(telling, "intro", _paragraphs),
            "stops": [
                {
                    "view": stop[0].view,
                    "title": _tellings(stop, "title"),
                    "text": _tellings(stop, "text", _paragraphs),
                    "question": _tellings(stop, "question"),
                    "notes": _tellings(stop, "notes"),
                }
                for stop in zip(*(chapter.stops for chapter in telling))
            ],
        }
        for telling in told
    ]


#: how many quizzes of how many questions there are
QUIZZES, QUESTIONS = 8, 10


def quizzes(chronicle: Chronicle) -> list[list[dict[str, object]]]:
    """The quizzes, fetched with the chapters: the first is the same on every machine of a class, and so are the others."""
    claims = {claim.claim_id: claim for claim in chronicle.claims.itertuples()}
    return [
        [_question(question, claims) for question in quiz(chronicle, seed, QUESTIONS)] for seed in range(1, QUIZZES + 1)
    ]


def _question(question: Question, claims: dict[str, object]) -> dict[str, object]:
    rests_on = [claims[claim_id] for claim_id in question.evidence]
    voices = [claims[claim_id] for claim_id in question.choices] if question.kind == "believe" else []
    return {
        "kind": question.kind,
        "subject": question.subject,
        "choices": list(question.choices),
        "answer": list(question.answer),
        "within": question.within_m,
        "voices": [{"source": claim.source_id, "says": _twin(claim, "says")} for claim in voices],
        "evidence": [
            {
                "event": claim.event_id,
                "source": claim.source_id,
                "locator": _twin(claim, "locator"),
                "when": {lang: hours.spoken(claim.time_words, lang) for lang in LANGUAGES},
            }
            for claim in rests_on
        ],
    }


def _tellings(told: tuple, what: str, shape: Callable = lambda text: text) -> dict[str, object]:
    return {lang: shape(getattr(telling, what)) for lang, telling in zip(LANGUAGES, told)}


def _paragraphs(text: tuple[Paragraph, ...]) -> list[list]:
    return [[list(run) if run.event_id else run.text for run in paragraph] for paragraph in text]


def words(folder: Path, lang: str) -> dict[str, object]:
    """The interface's words in a language; under `pages` those that only the printed pages need."""
    return json.loads((folder / "words" / f"{lang}.json").read_text("utf-8"))


def _stage_words(folder: Path, lang: str) -> dict[str, object]:
    return {key: text for key, text in words(folder, lang).items() if key != "pages"}


def _twin(row: object, column: str) -> dict[str, str]:
    """A text in both languages; the English one where no Russian one was written."""
    english = getattr(row, column)
    return {"en": english, "ru": getattr(row, f"{column}_ru") or english}


def _vocabulary(chronicle: Chronicle) -> dict[str, object]:
    """What the view codec of the browser needs to know of the record."""
    codec = Codec(chronicle)
    openings = {}
    for episode in chronicle.episodes:
        view = codec.opening(episode.id)
        openings[episode.id] = {"at": to_minute(view.at), "c": list(view.c)}
    region = chronicle.region
    return {
        "region": [region.south, region.west, region.north, region.east],
        "opening": codec.opening().episode,
        "openings": openings,
        "layers": LAYERS,
        "choices": CHOICES,
        "zoom": ZOOM,
    }


def _episode(chronicle: Chronicle, episode: Episode) -> dict[str, object]:
    days = []
    midnight = episode.start.replace(hour=0, minute=0)
    while midnight <= episode.end:
        days.append({"minute": to_minute(midnight), **{lang: day_words(midnight.date(), lang) for lang in LANGUAGES}})
        midnight += timedelta(days=1)
    # a day counts as the episode's own if its noon does: the last hours of a night belong to the evening before
    own = [day for day in _noons(episode) if episode.holds(day)]
    whole_days = (episode.start.replace(hour=0, minute=0), midnight - timedelta(minutes=1))
    return {
        "id": episode.id,
        **{text: _twin(episode, text) for text in ("title", "says", "play")},
        "from": to_minute(episode.start),
        "to": to_minute(episode.end),
        "nights": [
            {"until": to_minute(night.until), "asks": _twin(night, "asks"), "on": _twin(night, "on")}
            for night in episode.nights
        ],
        "span": {lang: span_words(own[0].date(), own[-1].date(), lang) for lang in LANGUAGES},
        "days": days,
        "phases": [[to_minute(first), name] for first, name in sun.changes(*whole_days, chronicle.site)],
        "light": [[to_minute(first), name] for first, name in sun.changes(*whole_days, chronicle.site, sun.LIGHT)],
    }


def _noons(episode: Episode) -> list[datetime]:
    noon = episode.start.replace(hour=12, minute=0)
    return [noon + timedelta(days=day) for day in range((episode.end - noon).days + 2)]


def _held(chronicle: Chronicle) -> list[list[object]]:
    holdings = scene.holdings(chronicle).items()
    return [[place, aspect, [list(span) for span in spans]] for (place, aspect), spans in holdings]


def _places(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    parts = quarters.quarters(chronicle)
    return {
        place.place_id: {
            "name": _twin(place, "name"),
            "at": None if pd.isna(place.lat) else [place.lat, place.lon],
            "error": None if pd.isna(place.error_m) else int(place.error_m),
            # rooms and courts share the mark of the house that they are part of
            "mark": place.part_of or place.place_id,
            "part": parts[place.place_id],
        }
        for place in chronicle.places.itertuples()
    }


def _sources(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    said = ("short", "author", "title", "edition", "standpoint")
    return {
        source.source_id: {
            **{text: _twin(source, text) for text in said},
            "calendar": source.calendar,
            "rests_on": list(source.rests_on),
        }
        for source in chronicle.sources.itertuples()
    }


def short_names(chronicle: Chronicle) -> dict[str, dict[str, str]]:
    """Source → what it is called for short, in both languages."""
    return {source.source_id: _twin(source, "short") for source in chronicle.sources.itertuples()}


def _tellers(chronicle: Chronicle) -> list[str]:
    """The sources that tell of something, those that tell most first."""
    return list(chronicle.claims["source_id"].value_counts().index)


def _sides(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    return {
        side.side_id: {
            "name": _twin(side, "name"),
            "plate": side.plate,
            "hatch": side.hatch,
            "letter": _twin(side, "letter"),
            "episode": side.episode,
        }
        for side in chronicle.sides.itertuples()
    }


def _actors(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    return {
        actor.actor_id: {
            "name": _twin(actor, "name"),
            "kind": actor.kind,
            "symbol": actor.symbol,
        }
        for actor in chronicle.actors.itertuples()
    }


def _events(chronicle: Chronicle) -> list[dict[str, object]]:
    claims = claims_by_event(chronicle)
    rests_on = dict(zip(chronicle.sources["source_id"], chronicle.sources["rests_on"]))
    events = []
    for event in chronicle.events.sort_values(["start", "end"], kind="stable").itertuples():
        own = claims[event.event_id]
        events.append(
            {
                "id": event.event_id,
                "episode": event.episode,
                "title": _twin(event, "title"),
                "t": [to_minute(moment) for moment in (event.earliest, event.start, event.end, event.latest)],
                "when": {lang: when_words(event, own, lang) for lang in LANGUAGES},
                "sure": how_sure(event, own, rests_on),
                "place": event.place_id,
                "kind": event.kind,
                "weight": int(event.weight),
                "actors": list(event.actor_ids),
                "side": _side(chronicle, event),
            }
        )
    return events


def _side(chronicle: Chronicle, event: object) -> str:
    """The side of the first actor that has one when the event begins; blank if none has."""
    minute = to_minute(
        min(max(event.start, chronicle.episode(event.episode).start), chronicle.episode(event.episode).end)
    )
    sides = (scene.side_of(chronicle, actor_id, minute) for actor_id in event.actor_ids)
    return next(filter(None, sides), "")


def claims_by_event(chronicle: Chronicle) -> dict[str, list]:
    """The rows of the claims of each event, in the order of the table."""
    found: dict[str, list] = {}
    for claim in chronicle.claims.itertuples():
        found.setdefault(claim.event_id, []).append(claim)
    return found


def _claim(claim: object) -> dict[str, object]:
    return {
        "source": claim.source_id,
        "locator": _twin(claim, "locator"),
        "says": _twin(claim, "says"),
        "when": {lang: hours.spoken(claim.time_words, lang) for lang in LANGUAGES},
        "t": [None if pd.isna(bound) else to_minute(bound) for bound in (claim.earliest, claim.latest)],
        "relation": claim.relation,
        "counts": claim.counts == "yes",
        "basis": claim.basis,
        "word": _twin(claim, "their_word"),
        "note": _twin(claim, "note"),
    }


def _number(number: object) -> dict[str, object]:
    said = {text: _twin(number, text) for text in ("what", "whose")}
    return {**said, "low": int(number.low), "high": int(number.high)}


def _questions(chronicle: Chronicle) -> dict[str, dict[str, object]]:
    return {
        question.question_id: {
            "question": _twin(question, "question"),
            "follows": question.follows,
            "why": _twin(question, "why"),
        }
        for question in chronicle.disagreements.itertuples()
    }


def when_words(event: object, claims: list, lang: str = "en") -> str:
    """The hour of an event in words: the sources' own where they agree on them, both where two stand far apart.

    `event` and `claims` are rows (`itertuples`) of the tables.
    """
    counted = _with_an_hour(claims)
    said = list(dict.fromkeys(claim.time_words for claim in counted))
    if len(said) == 1 and said[0] != hours.NOT_GIVEN and _covers(counted[0], event):
        return hours.spoken(said[0], lang)
    apart = _far_apart(counted)
    if apart:
        either = " или " if lang == "ru" else " or "
        return either.join(hours.spoken(word, lang) for word in apart)
    if event.start == event.end:
        return f"{event.start:%H:%M}"
    if event.start.date() == event.end.date() or event.end - event.start < timedelta(hours=12):
        return f"{event.start:%H:%M}–{event.end:%H:%M}"
    first, last = (day_words(moment.date(), lang)["new"] for moment in (event.start, event.end))
    return f"{first} – {last}"


def _covers(claim: object, event: object) -> bool:
    """Whether the hour of a claim is that of the whole event, and not of a part of it."""
    begins = pd.isna(claim.earliest) or claim.earliest <= event.start
    return begins and (pd.isna(claim.latest) or event.end <= claim.latest)


def _with_an_hour(claims: list) -> list:
    """The counted claims that give an hour; all counted ones where none does."""
    counted = [claim for claim in claims if claim.counts == "yes"]
    return [claim for claim in counted if claim.time_words != hours.NOT_GIVEN] or counted


def _far_apart(claims: list) -> tuple[str, str] | None:
    """The words of the two claims that cannot both be right, if there are just two such groups of claims."""
    closed = [claim for claim in claims if not pd.isna(claim.earliest) and not pd.isna(claim.latest)]
    groups: list[tuple[str, datetime]] = []
    for claim in sorted(closed, key=lambda claim: claim.earliest):
        if groups and claim.earliest <= groups[-1][1]:
            groups[-1] = (groups[-1][0], max(groups[-1][1], claim.latest))
        else:
            groups.append((claim.time_words, claim.latest))
    return (groups[0][0], groups[1][0]) if len(groups) == 2 else None


def how_sure(event: object, claims: list, rests_on: dict[str, tuple[str, ...]]) -> str:
    """A key of the interface's words: how well the hour is known."""
    counted = _with_an_hour(claims)
    witnesses = {claim.source_id for claim in counted}
    if (
        len(witnesses) > 1
        and _far_apart(counted) is not None
        or any(claim.relation == "other_hour" for claim in claims)
    ):
        return "sure_differ"
    if {claim.time_words for claim in counted} == {hours.NOT_GIVEN}:
        return "sure_inferred"
    if _witnesses(witnesses, rests_on) == 1:
        return "sure_one"
    return "sure_minute" if event.precision == "minute" else "sure_agree"


def _witnesses(source_ids: set[str], rests_on: dict[str, tuple[str, ...]]) -> int:
    """How many of the sources are independent: one that rests on another of them is no second witness."""
    return sum(1 for source in source_ids if not source_ids & set(rests_on[source])) or 1
