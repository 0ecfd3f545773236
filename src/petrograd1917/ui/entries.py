"""What the printed pages tell of a question, a source, a place, an actor: the values that their templates are set with."""

from __future__ import annotations

import json
from datetime import date, datetime
from statistics import median

import pandas as pd

from petrograd1917 import hours, index, readings, scene
from petrograd1917.axis import Axis
from petrograd1917.chronicle import Chronicle
from petrograd1917.moment import from_minute, moment_words
from petrograd1917.rules import WITHOUT_POINT
from petrograd1917.ui import locator
from petrograd1917.ui.leaf import Leaf

#: kinds of actors, in the order of the page
ACTOR_KINDS = ("person", "body", "unit", "ship", "crowd")
#: the layers of the base map that a reader sees as such
_LAYERS = "water canal street bridge bridge_opening landmark railway park region_water region_place".split()
#: a day as wide as the longest convention: the night ends at six of the next
_DAY = Axis(hours.PART_OF_DAY["early hours"][0], hours.PART_OF_DAY["night"][1])

Values = dict[str, object]


# ---- disagreements


def disagreements(chronicle: Chronicle, leaf: Leaf) -> Values:
    """Every question with its claims, episode by episode."""
    numbers = {event_id: [*rows.itertuples()] for event_id, rows in chronicle.numbers.groupby("event_id")}
    questions: dict[str, list] = {episode.id: [] for episode in chronicle.episodes}
    for question in chronicle.disagreements.itertuples():
        counted = [number for event_id in question.event_ids for number in numbers.get(event_id, ())]
        told = {**_accounts(chronicle, question), "numbers": counted}
        questions[leaf.events[question.event_ids[0]].episode].append(told)
    return {"episodes": [{"row": episode, "questions": questions[episode.id]} for episode in chronicle.episodes]}


def _accounts(chronicle: Chronicle, question: object) -> Values:
    """A question with its claims, lettered, on an axis of their own."""
    claims = [*readings.on_question(chronicle, question.question_id).itertuples()]
    axis = Axis.over(map(_bounds, claims)) if claims else None
    return {
        "row": question,
        "axis": axis,
        "claims": [
            {
                "row": claim,
                "letter": chr(ord("A") + i),
                "bar": axis.bar(_bounds(claim)),
                "form": "uncounted"
                if claim.counts == "no"
                else "unhoured"
                if claim.time_words == hours.NOT_GIVEN
                else "hour",
                "followed": claim.source_id == question.follows and claim.counts == "yes",
            }
            for i, claim in enumerate(claims)
        ],
    }


def _bounds(claim: object) -> tuple:
    return tuple(None if pd.isna(bound) else bound for bound in (claim.earliest, claim.latest))


# ---- sources


def sources(chronicle: Chronicle, leaf: Leaf) -> Values:
    """The sources by what they rest on, who calls the events what, and what words of the hour mean."""
    by_voice: dict[str, list] = {voice: [] for voice in (*readings.BASES, "")}
    for source_id, voice in sorted(readings.voices(chronicle).items(), key=lambda item: leaf.source(item[0])):
        by_voice[voice].append(_source(chronicle, leaf, source_id))
    return {
        "groups": [{"voice": voice, "sources": told} for voice, told in by_voice.items() if told],
        "callers": readings.callers(chronicle, leaf.lang),
        "conventions": [_convention(leaf, words) for words in hours.examples()],
    }


def _source(chronicle: Chronicle, leaf: Leaf, source_id: str) -> Values:
    bases = chronicle.claims["basis"][chronicle.claims["source_id"] == source_id].value_counts()
    return {
        "row": leaf.sources[source_id],
        "claims": int(bases.sum()),
        "bases": bases.items(),
        "alone": readings.alone(chronicle)[source_id],
        "against": _against(chronicle, leaf, source_id),
        "words": readings.own_words(chronicle, leaf.lang).get(source_id, ()),
        "ground_of": readings.rested_on_by(chronicle)[source_id],
    }


def _against(chronicle: Chronicle, leaf: Leaf, source_id: str) -> list[tuple[str, list, list]]:
    """Event by event the source's own claims and those that contradict them."""
    found: dict[str, tuple[dict, dict]] = {}
    for event_id, claim_id, rival_id in readings.contradictions(chronicle)[source_id]:
        own, rivals = found.setdefault(event_id, ({}, {}))
        own[claim_id], rivals[rival_id] = leaf.claims[claim_id], leaf.claims[rival_id]
    return [(event_id, [*own.values()], [*rivals.values()]) for event_id, (own, rivals) in found.items()]


def _convention(leaf: Leaf, words: str) -> Values:
    first, last = hours.interval(words, date(1917, 1, 1))
    if first and last:
        reading = _clock(first) if first == last else f"{_clock(first)}–{_clock(last)}"
    else:
        reading = leaf.words("from_then" if first else "until_then", hour=_clock(first or last))
    return {"words": hours.spoken(words, leaf.lang), "reading": reading, "bar": _DAY.bar((first, last))}


def _clock(bound: datetime) -> str:
    """The hour of a bound; the day that ends with it ends at 24:00."""
    return "24:00" if bound == datetime(1917, 1, 2) else f"{bound:%H:%M}"


# ---- places


def place(chronicle: Chronicle, leaf: Leaf, place_id: str, matched: str = "") -> Values:
    """A place with what is known of it; `matched` is the name by which it was found."""
    row, point = leaf.places[place_id], chronicle.points[place_id]
    sides = {side.side_id: side for side in chronicle.sides.itertuples()}
    return {
        "row": row,
        "point": point,
        "spot": locator.spot(chronicle, *point, row.error_m) if point else None,
        "matched": "" if matched in (row.name, row.name_ru, row.name_modern) else matched,
        "part_of": leaf.places.get(row.part_of),
        "events": index.at_places(chronicle)[place_id],
        "held": {
            aspect: [
                {"from": from_minute(held.first), "side": sides.get(held.value), "held": held}
                for held in index.held(chronicle, place_id, aspect)
            ]
            for aspect in ("holder", "span")
        },
    }


def places_by_use(chronicle: Chronicle, lang: str) -> dict[str, list[str]]:
    """The places where something happened and the others, by their names in a language."""
    happened = index.at_places(chronicle)
    ordered = chronicle.places.sort_values("name_ru" if lang == "ru" else "name")["place_id"]
    return {
        "places_busy": [place_id for place_id in ordered if happened[place_id]],
        "places_quiet": [place_id for place_id in ordered if not happened[place_id]],
    }


# ---- people


def people(chronicle: Chronicle, leaf: Leaf, actors: list) -> list[tuple[str, list[Values]]]:
    """Actors (rows of their table) by kind and name, with whom they were for and in what they had a part."""
    told = [_actor(chronicle, leaf, actor) for actor in sorted(actors, key=lambda actor: _listed_under(leaf, actor))]
    return [(kind, [one for one in told if one["row"].kind == kind]) for kind in ACTOR_KINDS]


def _actor(chronicle: Chronicle, leaf: Leaf, actor: object) -> Values:
    sides = {side.side_id: side for side in chronicle.sides.itertuples()}
    spells = [
        {"side": sides[loyal.side_id], "when": _spell_words(chronicle, leaf, sides[loyal.side_id], loyal)}
        for loyal in scene.loyalties(chronicle).get(actor.actor_id, ())
    ]
    return {"row": actor, "spells": spells, "events": index.of_actors(chronicle)[actor.actor_id]}


def _spell_words(chronicle: Chronicle, leaf: Leaf, side: object, loyal: scene.Loyal) -> str:
    """From when to when an actor is for a side, as far as that is not the whole episode."""
    first, last = from_minute(loyal.first), from_minute(loyal.last)
    episode = chronicle.episode(side.episode)
    since, until = moment_words(first, leaf.lang), moment_words(last, leaf.lang)
    if first <= episode.start and last >= episode.end:
        return leaf.words("spell_all", episode=leaf.plain(episode, "title"))
    if first <= episode.start:
        return leaf.words("spell_until", until=until)
    return leaf.words("spell_since", since=since) if last >= episode.end else f"{since} – {until}"


def _listed_under(leaf: Leaf, actor: object) -> str:
    """A person by the surname, which stands last in either language; all else by its name."""
    name = leaf.plain(actor, "name")
    return name.rsplit(maxsplit=1)[-1] if actor.kind == "person" else name


# ---- how far to trust it


def trust(chronicle: Chronicle, leaf: Leaf) -> Values:
    """How large the errors of the map are, and how many hours no source gives."""
    errors: dict[str, list[int]] = {}
    for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
        errors.setdefault(feature["properties"]["layer"], []).append(feature["properties"]["error_m"])
    pointless = chronicle.places["kind"].isin(WITHOUT_POINT)
    return {
        "layers": [
            {
                "name": leaf.words(f"base_{layer}"),
                "count": len(errors[layer]),
                "usual": round(median(errors[layer])),
                "largest": max(errors[layer]),
            }
            for layer in _LAYERS
            if layer in errors
        ],
        "places": len(chronicle.places),
        "vague": int((chronicle.places["error_m"][~pointless] > 150).sum()),
        "pointless": int(pointless.sum()),
        "claims": len(chronicle.claims),
        "unhoured": int((chronicle.claims["time_words"] == hours.NOT_GIVEN).sum()),
        "uncounted": int((chronicle.claims["counts"] == "no").sum()),
        "version": chronicle.version,
        "licence": chronicle.licence,
        "attribution": chronicle.attribution,
    }
