"""The record's index: what happened at a place, in what an actor had a part, which events fit what a reader looks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from petrograd1917.chronicle import Chronicle
from petrograd1917.gazetteer import fold
from petrograd1917.moment import day_words
from petrograd1917.scene import Held, holdings


@dataclass(frozen=True)
class Wanted:
    """What a reader looks for; a blank field leaves it open.

    Attributes
    ----------
    episode, place, actor, source : str
        Ids. A place is meant with all its rooms and courts.
    kinds : tuple of str
        Kinds of event, any of them.
    text : str
        Words that must all be found: in title, summary, names of place and actors, what the sources say, or the day
        in either calendar. Either language, any usual spelling.
    """

    episode: str = ""
    kinds: tuple[str, ...] = ()
    place: str = ""
    actor: str = ""
    source: str = ""
    text: str = ""


def events(chronicle: Chronicle, wanted: Wanted) -> tuple[str, ...]:
    """The events that fit, by the hour at which they begin."""
    rows = chronicle.events.sort_values(["start", "end"], kind="stable")
    fits = rows["event_id"].map(lambda event_id: True)
    if wanted.episode:
        fits &= rows["episode"] == wanted.episode
    if wanted.kinds:
        fits &= rows["kind"].isin(wanted.kinds)
    for chosen, entries in ((wanted.place, at_places), (wanted.actor, of_actors), (wanted.source, of_sources)):
        if chosen:
            fits &= rows["event_id"].isin(entries(chronicle).get(chosen, ()))
    words = fold(wanted.text).split()
    if words:
        texts = _texts(chronicle)
        fits &= rows["event_id"].map(lambda event_id: all(word in texts[event_id] for word in words))
    return tuple(rows["event_id"][fits])


@cache
def at_places(chronicle: Chronicle) -> dict[str, tuple[str, ...]]:
    """Place → the events there and in its parts, by the hour at which they begin."""
    whole = dict(zip(chronicle.places["place_id"], chronicle.places["part_of"]))
    found: dict[str, list[str]] = {place_id: [] for place_id in whole}
    for event in chronicle.events.sort_values(["start", "end"], kind="stable").itertuples():
        place_id = event.place_id
        while place_id:
            found[place_id].append(event.event_id)
            place_id = whole[place_id]
    return {place_id: tuple(there) for place_id, there in found.items()}


@cache
def of_actors(chronicle: Chronicle) -> dict[str, tuple[str, ...]]:
    """Actor → the events in which it has a part, by the hour at which they begin.

    A part has who is named with the event, who is on the way for it, and whose side it changes.
    """
    parts = {(actor_id, event.event_id) for event in chronicle.events.itertuples() for actor_id in event.actor_ids}
    for table in (chronicle.movements, chronicle.allegiances):
        parts |= set(zip(table["actor_id"], table["event_id"]))
    ordered = chronicle.events.sort_values(["start", "end"], kind="stable")["event_id"]
    return {
        actor_id: tuple(event_id for event_id in ordered if (actor_id, event_id) in parts)
        for actor_id in chronicle.actors["actor_id"]
    }


@cache
def of_sources(chronicle: Chronicle) -> dict[str, tuple[str, ...]]:
    """Source → the events that it tells, by the hour at which they begin."""
    told = set(zip(chronicle.claims["source_id"], chronicle.claims["event_id"]))
    ordered = chronicle.events.sort_values(["start", "end"], kind="stable")["event_id"]
    return {
        source_id: tuple(event_id for event_id in ordered if (source_id, event_id) in told)
        for source_id in chronicle.sources["source_id"]
    }


def held(chronicle: Chronicle, place_id: str, aspect: str) -> tuple[Held, ...]:
    """What holds of a place from when on, told once as long as it does not change.

    `aspect` is `holder` or `span`. An episode ends what it began: the next one tells its own.
    """
    told: list[Held] = []
    for span in holdings(chronicle).get((place_id, aspect), ()):
        before = told[-1] if told else None
        if before and before.last + 1 == span.first and (before.value, before.mode) == (span.value, span.mode):
            told[-1] = before._replace(last=span.last)
        else:
            told.append(span)
    return tuple(told)


@cache
def _texts(chronicle: Chronicle) -> dict[str, str]:
    """Event → all that can be found of it, folded."""
    places = {
        row.place_id: [row.name, row.name_ru, row.name_modern, row.name_modern_ru, *row.names]
        for row in chronicle.places.itertuples()
    }
    actors = {row.actor_id: [row.name, row.name_ru] for row in chronicle.actors.itertuples()}
    says = chronicle.claims.groupby("event_id")[["says", "says_ru"]].agg(" ".join)
    texts = {}
    for event in chronicle.events.itertuples():
        days = [
            day_words(day.date(), lang)[calendar]
            for day in {event.start.normalize(), event.end.normalize()}
            for lang in ("en", "ru")
            for calendar in ("new", "old")
        ]
        names = [name for actor_id in event.actor_ids for name in actors[actor_id]]
        own = [event.title, event.title_ru, event.summary, event.summary_ru]
        texts[event.event_id] = fold(
            " ".join([*own, *places.get(event.place_id, ()), *names, *days, *says.loc[event.event_id]])
        )
    return texts
