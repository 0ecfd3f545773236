"""Questions to a class, made from the record: put in order, show on the map, who says so, whom do you believe.

The same seed gives the same questions, and nothing is kept of the answers. What the record does not know is not asked:
events whose widest intervals meet, or that one disagreement joins, are never to be put in order; a place that is not
known well, or that sources place elsewhere, is never to be shown; who says so is asked only among sources that cannot
both be meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, cycle, islice
from random import Random
from typing import Literal

import pandas as pd

from petrograd1917 import hours
from petrograd1917.chronicle import Chronicle
from petrograd1917.routes import distance_m

Kind = Literal["order", "locate", "who_says", "believe"]
KINDS: tuple[Kind, ...] = ("order", "locate", "who_says", "believe")

#: how many events are to be put in order, and among how many following ones each next one is chosen
IN_ORDER, AHEAD = 4, 8
#: a place with a larger error, in metres, is never asked for; a finger may miss it by so much besides
KNOWN_WITHIN_M, FINGER_M = 100, 200
#: what a class can be expected to have seen
WEIGHTY = 2


@dataclass(frozen=True)
class Question:
    """One question; all ids are those of the record.

    Attributes
    ----------
    kind : Kind
    subject : str
        The event asked about; the disagreement if the kind is `believe`; blank if it is `order`.
    choices : tuple of str
        Shuffled: events to put in order, sources of which one is right, claims to choose among freely; none for `locate`.
    answer : tuple of str
        The events in their order, the place, or the source; none for `believe`, which has no right answer.
    evidence : tuple of str
        The claims that the answer rests on.
    within_m : int
        How far from the place, in metres, an answer still counts; 0 unless the kind is `locate`.
    """

    kind: Kind
    subject: str
    choices: tuple[str, ...]
    answer: tuple[str, ...]
    evidence: tuple[str, ...]
    within_m: int = 0


def quiz(chronicle: Chronicle, seed: int | str, number: int = 10, episode_id: str = "") -> list[Question]:
    """A quiz: the kinds of questions by turns, no question twice.

    Parameters
    ----------
    chronicle : Chronicle
    seed : int or str
        The same seed gives the same quiz for the same record.
    number : int
        How many questions; fewer come if the record bears no more.
    episode_id : str
        Only of this episode; of all if blank.
    """
    random = Random(f"{seed}")
    asking = {kind: make(chronicle, random, episode_id) for kind, make in _MAKERS.items()}
    asked: list[Question] = []
    for kind in cycle(KINDS):
        if len(asked) >= number or not asking:
            return asked
        if kind in asking:
            question = next(asking[kind], None)
            if question is None:
                del asking[kind]
            else:
                asked.append(question)
    return asked


def is_right(chronicle: Chronicle, question: Question, given: tuple[str, ...] | tuple[float, float]) -> bool | None:
    """Whether an answer is right: ids in order, or latitude and longitude (degrees WGS84); None if none is right or wrong."""
    if question.kind == "believe":
        return None
    if question.kind == "locate":
        return distance_m(chronicle.points[question.answer[0]], given) <= question.within_m
    return given == question.answer


# ---- in order


def _orders(chronicle: Chronicle, random: Random, episode_id: str) -> Iterator[Question]:
    events = list(_events(chronicle, episode_id).sort_values("earliest", kind="stable").itertuples())
    claims, joined = _counted(chronicle), _joined(chronicle)
    used: set[str] = set()
    for start in random.sample(events, len(events)):
        right = [start]
        barred = used.union(joined.get(start.event_id, ()))
        while len(right) < IN_ORDER and start.event_id not in used:
            last = right[-1]
            later = (one for one in events if one.episode == last.episode and one.earliest > last.latest)
            ahead = list(islice((one for one in later if one.event_id not in barred), AHEAD))
            if not ahead:
                break
            right.append(random.choice(ahead))
            barred |= joined.get(right[-1].event_id, set())
        if len(right) == IN_ORDER:
            ids = tuple(event.event_id for event in right)
            used.update(ids)
            yield Question("order", "", shuffled(ids, random), ids, tuple(_narrowest(claims[one]) for one in ids))


def in_order(chronicle: Chronicle, event_ids: Iterable[str]) -> tuple[str, ...]:
    """The most of these events whose order nobody doubts, in that order.

    Each is over, at its widest, before the next can begin, and no disagreement names two of them together.
    """
    joined = _joined(chronicle)
    asked = chronicle.events[chronicle.events["event_id"].isin([*event_ids])]
    kept: list = []
    for event in asked.sort_values(["latest", "earliest"], kind="stable").itertuples():
        apart = not any(one.event_id in joined.get(event.event_id, ()) for one in kept)
        if apart and (not kept or event.earliest > kept[-1].latest):
            kept.append(event)
    return tuple(event.event_id for event in kept)


def _joined(chronicle: Chronicle) -> dict[str, set[str]]:
    """Event → the events that a disagreement names together with it."""
    found: dict[str, set[str]] = {}
    for event_ids in chronicle.disagreements["event_ids"]:
        for one, other in combinations(event_ids, 2):
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return found


# ---- on the map


def _places(chronicle: Chronicle, random: Random, episode_id: str) -> Iterator[Question]:
    events = _events(chronicle, episode_id).merge(
        chronicle.places[["place_id", "lat", "lon", "error_m"]], on="place_id"
    )
    elsewhere = chronicle.claims[chronicle.claims["relation"] == "other_place"]["event_id"]
    known = events[(events["error_m"] <= KNOWN_WITHIN_M) & ~events["event_id"].isin(elsewhere)]
    in_city = [chronicle.city.holds(lat, lon) for lat, lon in zip(known["lat"], known["lon"])]
    claims = _counted(chronicle)
    asked = list(known[in_city].itertuples())
    random.shuffle(asked)
    for event in {event.place_id: event for event in asked}.values():
        evidence = tuple(claim.claim_id for claim in claims[event.event_id])
        within = int(event.error_m) + FINGER_M
        yield Question("locate", event.event_id, (), (event.place_id,), evidence, within)


# ---- who says so


def _sayings(chronicle: Chronicle, random: Random, episode_id: str) -> Iterator[Question]:
    events = list(_events(chronicle, episode_id, weight=1)["event_id"])
    random.shuffle(events)
    claims = _counted(chronicle)
    for event_id in events:
        told = list(claims[event_id])
        random.shuffle(told)
        for claim in told:
            others = {other.source_id for other in told} - {claim.source_id}
            apart = {source for source in others if all(_apart(claim, o) for o in told if o.source_id == source)}
            if _has_hour(claim) and len(apart) >= 2:
                choices = shuffled((claim.source_id, *sorted(apart)), random)
                yield Question("who_says", event_id, choices, (claim.source_id,), (claim.claim_id,))
                break


def _apart(claim: object, other: object) -> bool:
    """Whether two claims give hours that cannot both be right."""
    return _has_hour(claim) and _has_hour(other) and (claim.latest < other.earliest or other.latest < claim.earliest)


def _has_hour(claim: object) -> bool:
    return claim.time_words != hours.NOT_GIVEN and not pd.isna(claim.earliest) and not pd.isna(claim.latest)


# ---- whom do you believe


def _beliefs(chronicle: Chronicle, random: Random, episode_id: str) -> Iterator[Question]:
    events = set(_events(chronicle, episode_id, weight=1)["event_id"])
    by_question = dict(tuple(chronicle.claims.groupby("question_id")))
    questions = list(chronicle.disagreements.itertuples())
    random.shuffle(questions)
    for question in questions:
        claims = by_question.get(question.question_id)
        if claims is None or claims["source_id"].nunique() < 2 or not events & set(question.event_ids):
            continue
        ids = tuple(claims["claim_id"])
        yield Question("believe", question.question_id, shuffled(ids, random), (), ids)


_MAKERS: dict[Kind, Callable[[Chronicle, Random, str], Iterator[Question]]] = {
    "order": _orders,
    "locate": _places,
    "who_says": _sayings,
    "believe": _beliefs,
}


# ---- the record


def _events(chronicle: Chronicle, episode_id: str, weight: int = WEIGHTY) -> pd.DataFrame:
    events = chronicle.events[chronicle.events["weight"] >= weight]
    return events[events["episode"] == episode_id] if episode_id else events


@cache
def _counted(chronicle: Chronicle) -> dict[str, list]:
    """The counted claims of each event."""
    found: dict[str, list] = {}
    for claim in chronicle.claims[chronicle.claims["counts"] == "yes"].itertuples():
        found.setdefault(claim.event_id, []).append(claim)
    return found


def _narrowest(claims: list) -> str:
    """The claim with the smallest interval: an open side is wider than any."""
    return min(
        claims, key=lambda claim: (pd.isna(claim.latest - claim.earliest), claim.latest - claim.earliest)
    ).claim_id


def shuffled(items: tuple[str, ...], random: Random) -> tuple[str, ...]:
    """The items in another order; fewer than two have none."""
    mixed = list(items)
    while len(items) > 1 and tuple(mixed) == items:
        random.shuffle(mixed)
    return tuple(mixed)
