"""`scene_at`: the one account of what stands where at a moment.

Everything a surface draws comes from here, as a `Scene` or as the segments that a `Scene` is made of (the browser's
engine is handed those). A minute m shows an event if earliest ≤ m ≤ latest, surely if start ≤ m ≤ end. Between the last
minute at which one holder is known and the first at which the next is, a place's state is `unknown`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pandas as pd

from petrograd1917 import routes, sun
from petrograd1917.chronicle import Chronicle
from petrograd1917.moment import moment_words, to_minute, write, write_old

#: minutes for which an event stays on the map, faded, after its latest minute
JUST_PAST = 45
#: minutes for which the place where an actor was last known stays marked
LAST_KNOWN = 180
#: metres: a position that may be further off than this gets an open ring of that size
FAR_OFF = 150


class Held(NamedTuple):
    """What holds of a place from minute `first` to `last` (closed, minutes since 1917-01-01T00:00)."""

    first: int
    last: int
    value: str
    mode: str
    certain: bool
    event_id: str


class Loyal(NamedTuple):
    """For whom an actor is from minute `first` to `last` (closed)."""

    first: int
    last: int
    side_id: str


@dataclass(frozen=True)
class SceneEvent:
    event_id: str
    title: str
    place_id: str
    lat: float | None
    lon: float | None
    start: str
    end: str
    earliest: str
    latest: str
    certain: bool


@dataclass(frozen=True)
class SceneActor:
    actor_id: str
    name: str
    side_id: str
    lat: float
    lon: float
    moving: bool
    basis: str


@dataclass(frozen=True)
class SceneState:
    place_id: str
    aspect: str
    value: str
    mode: str
    certain: bool
    event_id: str


@dataclass(frozen=True)
class Scene:
    """All that stands on the map at one moment; empty outside the episodes."""

    moment: datetime
    events: tuple[SceneEvent, ...]
    actors: tuple[SceneActor, ...]
    states: tuple[SceneState, ...]
    altitude_deg: float

    def as_json(self) -> dict[str, object]:
        """The scene as plain values; `moment.words` carries both calendars."""
        return {
            "moment": {
                "new_style": write(self.moment),
                "old_style": write_old(self.moment),
                "words": moment_words(self.moment),
            },
            "events": [asdict(event) for event in self.events],
            "actors": [asdict(actor) for actor in self.actors],
            "states": [asdict(state) for state in self.states],
            "sun": {"altitude_deg": round(self.altitude_deg, 2), "phase": sun.phase(self.altitude_deg)},
        }


@cache
def holdings(chronicle: Chronicle) -> dict[tuple[str, str], tuple[Held, ...]]:
    """For each place and aspect what holds from when to when, episode by episode, gaps as `unknown`."""
    found: dict[tuple[str, str], tuple[Held, ...]] = {}
    events_of_claims = chronicle.claims.set_index("claim_id")["event_id"]
    for key, rows in chronicle.states.groupby(["place_id", "aspect"], sort=False):
        segments: list[Held] = []
        for episode in chronicle.episodes:
            inside = rows[(rows["latest"] >= episode.start) & (rows["earliest"] <= episode.end)].sort_values("latest")
            segments += _held(inside, to_minute(episode.start), to_minute(episode.end), events_of_claims)
        found[key] = tuple(segments)
    return found


def _held(rows: pd.DataFrame, start: int, end: int, events_of_claims: pd.Series) -> list[Held]:
    segments = []
    changes = list(rows.itertuples())
    for row, following in pairwise([*changes, None]):
        event_id = row.event_id or events_of_claims[row.claim_id]
        first, last = max(to_minute(row.earliest), start), to_minute(row.latest)
        if segments:  # one source alone may leave open which of two changes came first
            first = max(first, segments[-1].last + 1)
        if first < last:
            segments.append(Held(first, last - 1, "unknown", "", False, event_id))
        until = end if following is None else to_minute(following.earliest) - 1
        if last <= until:
            segments.append(Held(max(last, start), until, row.value, row.mode, row.value != "unknown", event_id))
    return segments


@cache
def loyalties(chronicle: Chronicle) -> dict[str, tuple[Loyal, ...]]:
    """For each actor the side it is for, from when to when."""
    if chronicle.whole:
        return loyalties(chronicle.whole)
    found: dict[str, list[Loyal]] = {}
    for row in chronicle.allegiances.sort_values("earliest").itertuples():
        span = Loyal(to_minute(row.earliest), to_minute(row.latest), row.side_id)
        found.setdefault(row.actor_id, []).append(span)
    return {actor_id: tuple(spans) for actor_id, spans in found.items()}


def side_of(chronicle: Chronicle, actor_id: str, minute: float) -> str:
    """The side an actor is for at a minute; blank where the record does not say."""
    spans = loyalties(chronicle).get(actor_id, ())
    return next((span.side_id for span in spans if span.first <= minute <= span.last), "")


def scene_at(chronicle: Chronicle, when: datetime) -> Scene:
    """What stands on the map at a moment.

    Parameters
    ----------
    chronicle : Chronicle
        The record.
    when : datetime
        New Style, naive; seconds are cut off.

    Returns
    -------
    Scene
        Events by weight and start, actors and states in the order of their tables.
    """
    when = when.replace(second=0, microsecond=0)
    altitude = sun.altitude(when, chronicle.site)
    if chronicle.episode_at(when) is None:
        return Scene(when, (), (), (), altitude)
    return Scene(
        when,
        _events(chronicle, when),
        _actors(chronicle, to_minute(when)),
        _states(chronicle, to_minute(when)),
        altitude,
    )


def _events(chronicle: Chronicle, when: datetime) -> tuple[SceneEvent, ...]:
    events = chronicle.events
    present = events[(events["earliest"] <= when) & (when <= events["latest"])]
    present = present.sort_values(["weight", "start"], ascending=[False, True], kind="stable")
    found = []
    for event in present.itertuples():
        lat, lon = chronicle.points.get(event.place_id) or (None, None)
        found.append(
            SceneEvent(
                event.event_id,
                event.title,
                event.place_id,
                lat,
                lon,
                *(write(moment) for moment in (event.start, event.end, event.earliest, event.latest)),
                certain=bool(event.start <= when <= event.end),
            )
        )
    return tuple(found)


def _actors(chronicle: Chronicle, minute: int) -> tuple[SceneActor, ...]:
    names = chronicle.actors.set_index("actor_id")["name"]
    found = {}  # where one way ends in the minute in which the next begins, the next counts
    for way in routes.ways(chronicle):
        if (at := routes.standing(way, minute)) is not None:
            side = side_of(chronicle, way.actor_id, minute)
            found[way.actor_id] = SceneActor(
                way.actor_id, names[way.actor_id], side, at.lat, at.lon, at.moving, at.basis
            )
    return tuple(found.values())


def _states(chronicle: Chronicle, minute: int) -> tuple[SceneState, ...]:
    return tuple(
        SceneState(place_id, aspect, held.value, held.mode, held.certain, held.event_id)
        for (place_id, aspect), spans in holdings(chronicle).items()
        for held in spans
        if held.first <= minute <= held.last
    )
