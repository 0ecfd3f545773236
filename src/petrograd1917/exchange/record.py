"""The record as the events of a flat table: what an export holds of it."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent, When


def record_events(chronicle: Chronicle, only: Sequence[str] | None = None, lang: str = "en") -> list[OwnEvent]:
    """The record's events, each with its place, its bounds and the sources that count for it.

    Parameters
    ----------
    only : sequence of str, optional
        Ids of the events wanted, in this order; all in the order of their beginning if left out.
    lang : {'en', 'ru'}
        The language of the texts; English where no Russian one was written.

    Returns
    -------
    list of OwnEvent
        An event across the city has no point.
    """
    places = chronicle.places.set_index("place_id")
    sources = _sources(chronicle, lang)
    events = {event.event_id: event for event in chronicle.events.sort_values(["start", "event_id"]).itertuples()}
    found = []
    for event in events.values() if only is None else (events[event_id] for event_id in only):
        place = places.loc[event.place_id] if event.place_id else None
        found.append(_event(event, place, sources.get(event.event_id, ""), lang))
    return found


def _event(event: object, place: pd.Series | None, sources: str, lang: str) -> OwnEvent:
    on_map = place is not None and not pd.isna(place["lat"])
    return OwnEvent(
        id=event.event_id,
        title=_in(lang, event.title, event.title_ru),
        description=_in(lang, event.summary, event.summary_ru),
        start=_when(event.start),
        end=_when(event.end),
        earliest=_when(event.earliest),
        latest=_when(event.latest),
        lat=float(place["lat"]) if on_map else None,
        lon=float(place["lon"]) if on_map else None,
        error_m=float(place["error_m"]) if on_map and not pd.isna(place["error_m"]) else None,
        located_by=place["located_by"] if on_map else "",
        place="" if place is None else _in(lang, place["name"], place["name_ru"]),
        category=event.kind,
        source=sources,
        row=int(event.Index),
    )


def _in(lang: str, english: str, russian: str) -> str:
    return russian if lang == "ru" and russian else english


def _when(moment: pd.Timestamp) -> When:
    return When(moment.to_pydatetime())


def _sources(chronicle: Chronicle, lang: str) -> dict[str, str]:
    """Event → `Reed, ch. IV; Trotsky, ch. 1`: the claims that count, each with its place in the source."""
    names = {source.source_id: _in(lang, source.short, source.short_ru) for source in chronicle.sources.itertuples()}
    told: dict[str, list[str]] = {}
    for claim in chronicle.claims[chronicle.claims["counts"] == "yes"].itertuples():
        where = f"{names[claim.source_id]}, {_in(lang, claim.locator, claim.locator_ru)}"
        told.setdefault(claim.event_id, []).append(where)
    return {event_id: "; ".join(dict.fromkeys(claims)) for event_id, claims in told.items()}
