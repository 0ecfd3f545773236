"""The record as one of its sources alone tells it."""

from __future__ import annotations

from dataclasses import replace
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
        movements=_movements(chronicle.movements, events),
        states=_states(chronicle.states, own, events),
        numbers=chronicle.numbers[chronicle.numbers["claim_id"].isin(own["claim_id"])],
    )


def _events(events: pd.DataFrame, own: pd.DataFrame) -> pd.DataFrame:
    """The events of a source's claims (a missing bound is open) within the bounds that these set."""
    told = events[events["event_id"].isin(own["event_id"])].copy()
    spans = own.groupby("event_id").agg(
        {"earliest": ["min", "count"], "latest": ["max", "count"], "source_id": "count"}
    )
    spans = spans.loc[told["event_id"]].set_index(told.index)
    earliest = spans["earliest"]["min"].where(spans["earliest"]["count"] == spans["source_id"]["count"])
    latest = spans["latest"]["max"].where(spans["latest"]["count"] == spans["source_id"]["count"])
    # what a claim leaves open ends where the whole record ends it, or in the one minute that the claim gives
    earliest = earliest.fillna(told["earliest"].where(latest.isna() | (told["earliest"] <= latest), latest))
    latest = latest.fillna(told["latest"].where(told["latest"] >= earliest, earliest))
    start, end = told["start"].clip(earliest, latest), told["end"].clip(earliest, latest)
    apart = (told["start"] > latest) | (told["end"] < earliest)
    told["earliest"], told["latest"] = earliest, latest
    told["start"], told["end"] = start.where(~apart, earliest), end.where(~apart, latest)
    elsewhere, others = (_only(own, relation) for relation in ("other_place", "other_actor"))
    told.loc[told["event_id"].isin(elsewhere), "place_id"] = ""
    told["actor_ids"] = [() if row.event_id in others else row.actor_ids for row in told.itertuples()]
    return told


def _only(own: pd.DataFrame, relation: str) -> set[str]:
    """Events of which the source says nothing but that it was another place, or another's doing."""
    differs = (own["relation"] == relation).groupby(own["event_id"]).all()
    return set(differs.index[differs])


def _movements(movements: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """The ways of events that are told, unless they fall in other hours than the source's."""
    spans = movements.groupby("movement_id").agg(
        event_id=("event_id", "first"), first=("at", "min"), last=("at", "max")
    )
    spans = spans.join(events.set_index("event_id")[_BOUNDS], on="event_id", how="inner")
    kept = spans.index[(spans["first"] <= spans["latest"]) & (spans["last"] >= spans["earliest"])]
    return movements[movements["movement_id"].isin(kept)]


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
