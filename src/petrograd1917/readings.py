"""The sources read against one another: what each tells alone, what it contradicts, what it calls the events.

Nothing here says who is right; that stands in `disagreements.csv`, with its reason.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations
from typing import NamedTuple

import pandas as pd

from petrograd1917.chronicle import Chronicle
from petrograd1917.hours import NOT_GIVEN

#: what a claim can rest on, nearest to the events first
BASES = ("document", "eyewitness", "memoir", "hearsay", "scholarship", "popular")


class Contradiction(NamedTuple):
    """A claim, and one of another source that cannot stand beside it; both are of one event."""

    event_id: str
    claim_id: str
    rival_id: str


@cache
def alone(chronicle: Chronicle) -> dict[str, tuple[str, ...]]:
    """Source → the events that no other source tells, by the hour at which they begin."""
    tellers = chronicle.claims.groupby("event_id")["source_id"].unique()
    found: dict[str, list[str]] = {source_id: [] for source_id in chronicle.sources["source_id"]}
    for event_id in chronicle.events.sort_values("start", kind="stable")["event_id"]:
        if len(tellers[event_id]) == 1:
            found[tellers[event_id][0]].append(event_id)
    return {source_id: tuple(events) for source_id, events in found.items()}


@cache
def contradictions(chronicle: Chronicle) -> dict[str, tuple[Contradiction, ...]]:
    """Source → its claims that those of other sources contradict, in the order of the table of claims.

    Two claims of one event contradict each other if the hours that they give do not meet, or if one tells another
    place, other people or another order than the event as drawn and the other does not. An hour that no source gives
    contradicts nothing.
    """
    found: dict[str, list[Contradiction]] = {source_id: [] for source_id in chronicle.sources["source_id"]}
    for event_id, claims in chronicle.claims.groupby("event_id", sort=False):
        for claim, rival in permutations(claims.itertuples(), 2):
            if claim.source_id != rival.source_id and _contradict(claim, rival):
                found[claim.source_id].append(Contradiction(event_id, claim.claim_id, rival.claim_id))
    return {source_id: tuple(pairs) for source_id, pairs in found.items()}


def _contradict(claim: object, rival: object) -> bool:
    return _apart(claim, rival) or _departs(claim, rival) or _departs(rival, claim)


def _apart(claim: object, rival: object) -> bool:
    """Whether both give an hour and the two do not meet; a side left open (NaT) reaches as far as it must."""
    told = all(one.time_words != NOT_GIVEN or one.relation == "other_hour" for one in (claim, rival))
    return told and bool(claim.latest < rival.earliest or rival.latest < claim.earliest)


def _departs(claim: object, rival: object) -> bool:
    return claim.relation not in ("same", "other_hour") and rival.relation == "same"


@cache
def own_words(chronicle: Chronicle, lang: str = "en") -> dict[str, tuple[str, ...]]:
    """Source → its own words for what was going on, in a language (`en` or `ru`), the most frequent first."""
    column = "their_word_ru" if lang == "ru" else "their_word"
    said = chronicle.claims[chronicle.claims[column] != ""]
    return {
        source_id: tuple(word for word, _ in Counter(words).most_common())
        for source_id, words in said.groupby("source_id", sort=False)[column]
    }


@cache
def callers(chronicle: Chronicle, lang: str = "en") -> dict[str, tuple[str, ...]]:
    """Word for the events → the sources that use it; the word that most sources share first."""
    found: dict[str, list[str]] = {}
    for source_id, words in own_words(chronicle, lang).items():
        for word in words:
            found.setdefault(word, []).append(source_id)
    return {word: tuple(found[word]) for word in sorted(found, key=lambda word: (-len(found[word]), word))}


@cache
def voices(chronicle: Chronicle) -> dict[str, str]:
    """Source → what most of its claims rest on, one of `BASES`; blank for a source of which nothing is told yet."""
    most = {
        source_id: max(BASES, key=list(bases).count)  # of two equally frequent the one nearer to the events
        for source_id, bases in chronicle.claims.groupby("source_id", sort=False)["basis"]
    }
    return {source_id: most.get(source_id, "") for source_id in chronicle.sources["source_id"]}


@cache
def rested_on_by(chronicle: Chronicle) -> dict[str, tuple[str, ...]]:
    """Source → the sources that rest on it."""
    found: dict[str, list[str]] = {source_id: [] for source_id in chronicle.sources["source_id"]}
    for source in chronicle.sources.itertuples():
        for ground in source.rests_on:
            found[ground].append(source.source_id)
    return {source_id: tuple(others) for source_id, others in found.items()}


def on_question(chronicle: Chronicle, question_id: str) -> pd.DataFrame:
    """The claims on a question by the first moment that they name; those that are shown and not counted last."""
    claims = chronicle.claims[chronicle.claims["question_id"] == question_id]
    first = claims["earliest"].fillna(claims["latest"])
    order = pd.DataFrame({"uncounted": claims["counts"] == "no", "first": first})
    return claims.loc[order.sort_values(["uncounted", "first"], kind="stable").index]
