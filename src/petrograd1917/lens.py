"""The record as one of its sources alone tells it."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import cache

import pandas as pd

from petrograd1917.chronicle import Chronicle

_BOUNDS = ["earliest", "start", "end", "latest"]


@cache
def told_by(chronicle: Chronicle, source_id: str) -> Chronicle:
    """The events that a source tells, at the hours that it gives, and the ways and states that rest on them.

    All its claims count here, its slips too. An event's best estimate stays where the source allows it and is the
    source's own span where not. Who is for which side is the whole record's, and so is how a way runs along the streets.

    Parameters
    ----------
    chronicle : Chronicle
        The whole record.
    source_id : str
        One of its sources; another one gives a record without events.
    """
    claims = chronicle.claims
    own = claims[(claims["source_id"] == source_id) & (claims["relation"] != "denies")]
    events = _events(chronicle.events, own)
    return replace(
        chronicle,
        whole=chronicle,
        events=events,
        claims=own.assign(relation="same", counts="yes"),
        movements=_movements(chronicle, events),
        states=_states(chronicle.states, own, events),
        numbers=chronicle.numbers[chronicle.numbers["claim_id"].isin(own["claim_id"])],
    )


def _events(events: pd.DataFrame, own: pd.DataFrame) -> pd.DataFrame:
    """The events of a source's claims within the bounds that these set."""
    claims: dict[str, list] = {}
    for claim in own.itertuples():
        claims.setdefault(claim.event_id, []).append(claim)
    told = events[events["event_id"].isin(claims)].copy()
    rows = list(told.itertuples())
    bounds = [_bounds(row, claims[row.event_id]) for row in rows]
    for bound, moments in zip(_BOUNDS, zip(*bounds)):
        told[bound] = list(moments)
    told["place_id"] = ["" if _only("other_place", claims[row.event_id]) else row.place_id for row in rows]
    told["actor_ids"] = [() if _only("other_actor", claims[row.event_id]) else row.actor_ids for row in rows]
    return told


def _bounds(event: object, claims: list) -> tuple[datetime, datetime, datetime, datetime]:
    """Earliest, start, end and latest by the claims of one source.

    What a claim leaves open ends where the whole record ends it, or in the one minute that the claim gives.
    """
    earliest = min((claim.earliest for claim in claims), key=_or_first)
    latest = max((claim.latest for claim in claims), key=_or_last)
    if pd.isna(earliest):
        earliest = event.earliest if pd.isna(latest) else min(event.earliest, latest)
    if pd.isna(latest):
        latest = max(event.latest, earliest)
    if event.start > latest or event.end < earliest:
        return earliest, earliest, latest, latest
    return earliest, max(event.start, earliest), min(event.end, latest), latest


def _or_first(bound: datetime) -> datetime:
    return datetime.min if pd.isna(bound) else bound


def _or_last(bound: datetime) -> datetime:
    return datetime.max if pd.isna(bound) else bound


def _only(relation: str, claims: list) -> bool:
    """Whether the source says nothing of it but that it was another place, or another's doing."""
    return all(claim.relation == relation for claim in claims)


def _movements(chronicle: Chronicle, events: pd.DataFrame) -> pd.DataFrame:
    """The ways of events that are told, unless they fall in other hours than the source's."""
    hours = {event.event_id: (event.earliest, event.latest) for event in events.itertuples()}
    kept = {
        movement_id
        for movement_id, event_id, first, last in _ways(chronicle)
        if event_id in hours and first <= hours[event_id][1] and last >= hours[event_id][0]
    }
    return chronicle.movements[chronicle.movements["movement_id"].isin(kept)]


@cache
def _ways(chronicle: Chronicle) -> tuple[tuple[str, str, datetime, datetime], ...]:
    """Movement, event, first and last hour of each way of the whole record."""
    spans = chronicle.movements.groupby("movement_id").agg(
        event_id=("event_id", "first"), first=("at", "min"), last=("at", "max")
    )
    return tuple(spans.itertuples(name=None))


def _states(states: pd.DataFrame, own: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """The states that rest on a claim or an event of the source; those of another hour come in the source's own."""
    told = states[states["event_id"].isin(events["event_id"]) | states["claim_id"].isin(own["claim_id"])].copy()
    event_ids = told["event_id"].where(
        told["event_id"] != "", told["claim_id"].map(own.set_index("claim_id")["event_id"])
    )
    spans = events.set_index("event_id").loc[event_ids].set_index(told.index)
    apart = (told["latest"] < spans["earliest"]) | (told["earliest"] > spans["latest"])
    for bound, moment in (("earliest", "earliest"), ("at", "start"), ("latest", "latest")):
        told[bound] = told[bound].where(~apart, spans[moment])
    return told
