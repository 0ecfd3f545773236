"""What stands where in a picture: the scene of a view, in the picture's pixels.

The same marks at the same spots as on the screen (`marks.js`, `actors.js`, `holders.js`): places that lie too close
together share one mark, who stands still gives room to the mark of the place.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby, pairwise
from typing import NamedTuple

from petrograd1917 import routes, scene
from petrograd1917.chronicle import Chronicle
from petrograd1917.map.art import tokens
from petrograd1917.map.drawing import WORLD_ZOOM, Line, Point, drawing, world
from petrograd1917.map.keyframes import keyframes, words
from petrograd1917.moment import to_minute
from petrograd1917.picture.window import Window
from petrograd1917.view import View

#: the kinds of marks that are drawn in a size of their own, by the view's mode
_SURFACE = {"page": "laptop", "projector": "projector", "kiosk": "laptop"}
#: places nearer to each other than this share the marks of those who stand there, pixels, as in actors.js
_TOGETHER = 34
#: the surest first
ORDER = {"full": 0, "hollow": 1, "past": 2}


class Shown(NamedTuple):
    """An event and how it is drawn: `full` (certain), `hollow` (possible) or `past` (just over)."""

    event: dict
    form: str

    @property
    def rank(self) -> float:
        """How much it matters that its label finds room."""
        return 0 if self.form == "past" else self.event["weight"] + (0.5 if self.form == "full" else 0)

    @property
    def own(self) -> bool:
        """Whether it is a visitor's, not the record's."""
        return self.event["kind"] == "own"


class Dot(NamedTuple):
    """One of so many of a visitor's own events that they have no marks."""

    x: float
    y: float
    form: str


@dataclass(frozen=True)
class Mark:
    """The mark of one place, or of several that lie too close together; the first of its events is drawn."""

    x: float
    y: float
    shown: tuple[Shown, ...]
    ring: float

    @property
    def current(self) -> tuple[Shown, ...]:
        return tuple(one for one in self.shown if one.form != "past")


@dataclass(frozen=True)
class Figure:
    """Who stands or moves on the map.

    Attributes
    ----------
    x, y : float
        Where the mark is drawn.
    spot : tuple of float
        Where the actor is: beside the mark of one who stands still.
    tracks : tuple
        What of the way is drawn: whether it has been gone, what it rests on, and its points.
    others : tuple of dict
        Those of the same side who stand there too.
    """

    actor_id: str
    actor: dict
    side_id: str
    plate: str
    x: float
    y: float
    spot: Point
    moving: bool
    lost: bool
    tracks: tuple[tuple[bool, str, tuple[Point, ...]], ...] = ()
    others: tuple[dict, ...] = ()

    @property
    def more(self) -> str:
        """How many share the mark; blank where only one does."""
        return str(len(self.others) + 1) if self.others else ""


@dataclass(frozen=True)
class Holding:
    """A place in the hatch of who holds it: as rings of a building, as a bridge's deck, or as a square."""

    place_id: str
    hatch: str
    form: str
    lines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Span:
    """A raised span: where it opens, and the direction of its deck in radians."""

    place_id: str
    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Plot:
    """All that stands in a window at a moment.

    Attributes
    ----------
    marks, figures, holdings, spans
        What is drawn; also what lies outside the window.
    across : tuple of Shown
        Events without a place.
    dots : tuple of Dot
        A visitor's own events, where they are too many for marks.
    """

    marks: tuple[Mark, ...]
    figures: tuple[Figure, ...]
    holdings: tuple[Holding, ...]
    spans: tuple[Span, ...]
    across: tuple[Shown, ...]
    dots: tuple[Dot, ...] = ()

    @property
    def present(self) -> Iterator[Shown]:
        """Every event of the moment, those of the map first."""
        for mark in self.marks:
            yield from mark.current
        yield from self.across


@cache
def told(chronicle: Chronicle) -> dict:
    """The record's words and figures as the screen is handed them."""
    return keyframes(chronicle)


@cache
def said(chronicle: Chronicle, lang: str) -> dict:
    """The words of the interface in a language, as that record came with them."""
    return words(chronicle.folder, lang)


def sizes(view: View) -> dict[str, float]:
    """The sizes of marks in a view's mode, pixels."""
    return tokens()["marker"][_SURFACE[view.mode]]


def grows(view: View) -> float:
    """How much larger the marks of actors are than on a page."""
    return 1.3 if view.mode == "projector" else 1.0


def plot(chronicle: Chronicle, view: View, window: Window) -> Plot:
    """Find out what a view shows in a window."""
    now = scene.scene_at(chronicle, view.at)
    shown = list(_shown(chronicle, view, now))
    places = told(chronicle)["places"]
    return Plot(
        marks=tuple(_marks(chronicle, view, window, [one for one in shown if _point(places, one.event)])),
        figures=tuple(_figures(chronicle, view, window)),
        holdings=tuple(_holdings(chronicle, view, window, now)),
        spans=tuple(_spans(chronicle, view, window, now)),
        across=tuple(one for one in shown if not _point(places, one.event) and one.form != "past"),
    )


def _shown(chronicle: Chronicle, view: View, now: scene.Scene) -> Iterator[Shown]:
    """The events of the layers that are seen, those just over among them."""
    certain = {event.event_id: event.certain for event in now.events}
    minute = to_minute(view.at)
    episode = chronicle.episode_at(view.at)
    for event in told(chronicle)["events"]:
        if episode is None or event["episode"] != episode.id or sign_of(event)["family"] not in view.layers:
            continue
        if event["id"] in certain:
            yield Shown(event, "full" if certain[event["id"]] else "hollow")
        elif "past" in view.layers and event["t"][3] < minute <= event["t"][3] + scene.JUST_PAST:
            yield Shown(event, "past")


#: of a visitor's own events, as engine/own.js has it
_OWN_SIGN = {"family": "own", "symbol": "s-own"}


def sign_of(event: dict) -> dict[str, str]:
    """The family whose plate an event bears, and the symbol on it."""
    return _OWN_SIGN if event["kind"] == "own" else tokens()["kind"][event["kind"]]


def _point(places: dict, event: dict) -> tuple[float, float] | None:
    return places[event["place"]]["at"] if event["place"] else None


def _marks(chronicle: Chronicle, view: View, window: Window, shown: list[Shown]) -> Iterator[Mark]:
    places = told(chronicle)["places"]
    stacked = _stacks(chronicle, view.episode, window.zoom, sizes(view)["event"])
    for lead, mark_ids in stacked.items():
        here = [one for mark in mark_ids for one in shown if places[one.event["place"]]["mark"] == mark]
        if not here:
            continue
        here.sort(key=lambda one: (ORDER[one.form], -one.event["weight"], one.event["t"][1]))
        error = places[here[0].event["place"]]["error"] or 0
        far = error > scene.FAR_OFF and here[0].form != "past"
        yield Mark(*window.xy(*places[lead]["at"]), tuple(here), error / window.metres_per_pixel if far else 0)


def _pixel(place: Point, zoom: float) -> Point:
    """A place (degrees WGS84) in whole pixels of a zoom, as Leaflet counts them: what is near depends on them."""
    scale = 2 ** (zoom - WORLD_ZOOM)
    x, y = world(*place)
    return math.floor(x * scale + 0.5), math.floor(y * scale + 0.5)


@cache
def _stacks(chronicle: Chronicle, episode: str, zoom: float, size: float) -> dict[str, list[str]]:
    """The places of an episode that share a mark at a zoom, by the weightiest of them, where the mark stands."""
    places = told(chronicle)["places"]
    events: dict[str, list[dict]] = {}
    for event in told(chronicle)["events"]:
        if event["episode"] == episode and _point(places, event):
            events.setdefault(places[event["place"]]["mark"], []).append(event)
    stacks: list[tuple[Point, list[str]]] = []
    weight = {mark: max(one["weight"] for one in here) * 100 + len(here) for mark, here in events.items()}
    for mark in sorted(events, key=lambda mark: -weight[mark]):
        point = _pixel(places[mark]["at"], zoom)
        near = next((stack for stack in stacks if math.dist(stack[0], point) < size * 1.05), None)
        if near:
            near[1].append(mark)
        else:
            stacks.append((point, [mark]))
    return {members[0]: members for _, members in stacks}


# ---- who is where


def _figures(chronicle: Chronicle, view: View, window: Window) -> Iterator[Figure]:
    if "actors" not in view.layers or chronicle.episode_at(view.at) is None:
        return
    minute, grown = to_minute(view.at), grows(view)
    standing: list[tuple[Point, Figure]] = []
    for way in routes.ways(chronicle):
        at = routes.standing(way, minute)
        lost = at is None and "past" in view.layers and _last_known(chronicle, way, minute)
        if at is None and not lost:
            continue
        lat, lon = (at.lat, at.lon) if at else (way.stops[-1].lat, way.stops[-1].lon)
        side = scene.side_of(chronicle, way.actor_id, minute)
        plate = told(chronicle)["sides"][side]["plate"] if side else "neutral"
        moving = bool(at and at.moving)
        spot = window.xy(lat, lon)
        tracks = tuple(_tracks(way, minute, (lat, lon), window)) if moving else ()
        actor = told(chronicle)["actors"][way.actor_id]
        one = Figure(way.actor_id, actor, side, plate, *spot, spot, moving, bool(lost), tracks)
        if moving or actor["kind"] == "ship":
            yield one
        else:
            standing.append(((lat, lon), one))
    yield from _companies(chronicle, standing, window, grown)


def _companies(
    chronicle: Chronicle, standing: list[tuple[Point, Figure]], window: Window, grown: float
) -> Iterator[Figure]:
    """Those of one side who stand together under one mark, that of the first; sides at one place beside each other."""
    spots = _spots(chronicle, window.zoom)
    heads: dict[Point, list[list[Figure]]] = {}
    for place, one in standing:
        here = heads.setdefault(spots.get(place, place), [])
        company = next((known for known in here if (known[0].plate, known[0].lost) == (one.plate, one.lost)), None)
        if company is None:
            here.append([one])
        else:
            company.append(one)
    for place, companies in heads.items():
        spot = window.xy(*place)
        for rank, (first, *others) in enumerate(companies):
            x, y = spot[0] - (28 + rank * 30) * grown, spot[1] + 20 * grown
            yield replace(first, x=x, y=y, spot=spot, others=tuple(one.actor for one in others))


@cache
def _spots(chronicle: Chronicle, zoom: float) -> dict[Point, Point]:
    """Each place where anybody ever stands → the one that it shares its marks with at a zoom; degrees WGS84."""
    spots: list[tuple[Point, Point]] = []
    found: dict[Point, Point] = {}
    for way in routes.ways(chronicle):
        if told(chronicle)["actors"][way.actor_id]["kind"] == "ship":
            continue
        for stop in way.stops:
            place = (stop.lat, stop.lon)
            if place in found:
                continue
            point = _pixel(place, zoom)
            near = next((at for at, other in spots if math.dist(other, point) < _TOGETHER), None)
            if near is None:
                spots.append((place, point))
            found[place] = near or place
    return found


def _last_known(chronicle: Chronicle, way: routes.Way, minute: int) -> bool:
    """Whether the end of a way is where its actor was last known, some hours ago at most."""
    last = way.stops[-1].minute
    seen_since = any(
        other.actor_id == way.actor_id and other is not way and last <= other.stops[0].minute <= minute
        for other in routes.ways(chronicle)
    )
    return 0 < minute - last <= scene.LAST_KNOWN and not seen_since


def _tracks(
    way: routes.Way, minute: int, at: tuple[float, float], window: Window
) -> Iterator[tuple[bool, str, tuple[Point, ...]]]:
    """Each leg as what it rests on, up to where the actor is as gone, the rest as ahead; unknown ones not at all."""
    legs: list[tuple[bool, str, Point, Point]] = []
    here = window.xy(*at)
    for before, after in pairwise(way.stops):
        start, end = window.xy(before.lat, before.lon), window.xy(after.lat, after.lon)
        if before.minute <= minute < after.minute:
            legs += [(True, after.leg, start, here), (False, after.leg, here, end)]
        else:
            legs.append((after.minute <= minute, after.leg, start, end))
    for (gone, basis), run in groupby(legs, key=lambda leg: leg[:2]):
        if basis != "unknown":
            points = list(run)
            yield gone, basis, (points[0][2], *(leg[3] for leg in points))


# ---- who holds what


def _holdings(chronicle: Chronicle, view: View, window: Window, now: scene.Scene) -> Iterator[Holding]:
    if "holders" not in view.layers:
        return
    base, record = drawing(chronicle.whole or chronicle), told(chronicle)
    for state in now.states:
        at = record["places"][state.place_id]["at"]
        if state.aspect != "holder" or state.value == "unknown" or not at:
            continue
        hatch = "contested" if state.value == "contested" else record["sides"][state.value]["hatch"]
        bridge, rings = base.bridges.get(state.place_id), base.footprints.get(state.place_id)
        if bridge:
            form, lines = "deck", [_line(window, bridge["deck"], base.origin)]
        elif rings:
            form, lines = "shape", [_line(window, ring, base.origin) for ring in rings]
        else:
            form, lines = "square", [[window.xy(*at)]]
        yield Holding(state.place_id, hatch, form, tuple(map(tuple, lines)))


def _spans(chronicle: Chronicle, view: View, window: Window, now: scene.Scene) -> Iterator[Span]:
    if "bridges" not in view.layers:
        return
    base, places = drawing(chronicle.whole or chronicle), told(chronicle)["places"]
    for state in now.states:
        at = places[state.place_id]["at"]
        if state.aspect != "span" or state.value != "raised" or not at:
            continue
        bridge = base.bridges.get(state.place_id, {})
        deck = _line(window, bridge["deck"], base.origin) if "deck" in bridge else [(0.0, 0.0), (1.0, 0.0)]
        x, y = _line(window, bridge["opening"], base.origin)[0] if "opening" in bridge else window.xy(*at)
        angle = math.atan2(deck[-1][1] - deck[0][1], deck[-1][0] - deck[0][0])
        yield Span(state.place_id, x, y, angle)


def _line(window: Window, packed: list[int], origin: tuple[int, int]) -> Line:
    return list(window.line(packed, origin))
