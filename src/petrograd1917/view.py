"""The view state: all that is seen, as one small value, and its one codec.

A view is a link (`?at=1917-11-07T02:00&lang=ru`), a row of `moments.csv`, a chapter's heading and what the stage
reports. Only what differs from the default is written. The browser has the same codec in `engine/view.js`; a test
holds the two together.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import parse_qsl, quote

from petrograd1917 import moment
from petrograd1917.chronicle import Chronicle

LAYERS = ("force", "words", "movement", "city", "holders", "actors", "bridges", "own", "past")
CHOICES = {
    "cal": ("both", "new", "old"),
    "lang": ("en", "ru"),
    "light": ("sun", "paper"),
    "names": ("1917", "today", "old"),
    "labels": ("plain", "large", "none"),
    "mode": ("page", "projector", "kiosk"),
}
#: zoom levels that the map has
ZOOM = (9.0, 17.0)
_CENTRE = re.compile(r"(-?[0-9]{1,9}(\.[0-9]+)?,){2}-?[0-9]{1,9}(\.[0-9]+)?")


@dataclass(frozen=True)
class View:
    """What is seen.

    Attributes
    ----------
    at : datetime
        The moment, New Style.
    episode : str
        The episode that holds it.
    event, source : str
        The selected event, and the source whose claims alone are shown; blank for none.
    c : tuple of float
        Latitude and longitude of the centre, degrees WGS84, and Leaflet zoom.
    layers : tuple of str
        Those of `LAYERS` that are drawn.
    cal, lang, light, names, labels, mode : str
        One of `CHOICES` each; `names` says whether the map is lettered with those of 1917 or with today's, `labels` whether
        larger than usual or not at all.
    """

    at: datetime
    episode: str
    c: tuple[float, float, float]
    event: str = ""
    source: str = ""
    layers: tuple[str, ...] = LAYERS
    cal: str = "both"
    lang: str = "en"
    light: str = "sun"
    names: str = "1917"
    labels: str = "plain"
    mode: str = "page"

    def showing(self, layer: str) -> View:
        """The same with a layer of `LAYERS` drawn for certain."""
        return replace(self, layers=tuple(one for one in LAYERS if one in self.layers or one == layer))


@dataclass(frozen=True)
class Problem:
    """A part of a link that was not understood, and so was left at its default."""

    key: str
    value: str


class Codec:
    """Writes views as query strings and reads them back, for one record.

    Parameters
    ----------
    chronicle : Chronicle
        Gives the episodes with their openings, and which events and sources exist.
    """

    def __init__(self, chronicle: Chronicle):
        self._chronicle = chronicle
        rows = chronicle.events
        self._events = dict(zip(rows["event_id"], zip(rows["start"], rows["episode"])))
        self._sources = frozenset(chronicle.sources["source_id"])
        lat, lon, zoom = chronicle.centre
        self._openings: dict[str, View] = {}
        for episode in chronicle.episodes:
            bare = View(at=episode.start, episode=episode.id, c=(lat, lon, zoom))
            self._openings[episode.id] = self._read(episode.opening, bare, [])

    def opening(self, episode_id: str | None = None) -> View:
        """The view in which an episode opens; without an id, the one a bare link shows."""
        return self._openings[episode_id or self._chronicle.opens_with]

    def decode(self, query: str) -> tuple[View, list[Problem]]:
        """Read a query string (with or without `?`).

        Returns
        -------
        View
            What was understood, the rest at its default: a broken moment opens the episode's start.
        list of Problem
            What was not understood.
        """
        asked = dict(parse_qsl(query.removeprefix("?"), keep_blank_values=True))
        problems: list[Problem] = []
        view = self.opening()
        if "at" not in asked and asked.get("event") in self._events:
            query = f"at={moment.write(self._hour(asked['event']))}&{query.removeprefix('?')}"
        if "episode" in asked:
            if asked["episode"] in self._openings:
                view = self.opening(asked["episode"])
            else:
                problems.append(Problem("episode", asked["episode"]))
        return self._read(query, view, problems), problems

    def encode(self, view: View) -> str:
        """The shortest query string that shows this view: `?at=…`, or blank for the opening."""
        default = self.opening(view.episode)
        parts = []
        # a link that names an event and no hour would lead to the event's
        hour_told = view.at != default.at or bool(view.event)
        if view.episode != self.opening().episode and not hour_told:
            parts.append(("episode", view.episode))
        if hour_told:
            parts.append(("at", moment.write(view.at)))
        if _place(view.c) != _place(default.c):
            parts.append(("c", _place(view.c)))
        for key in ("event", "source"):
            if getattr(view, key):
                parts.append((key, getattr(view, key)))
        if view.layers != default.layers:
            parts.append(("layers", ",".join(view.layers) or "none"))
        parts += [(key, getattr(view, key)) for key in CHOICES if getattr(view, key) != getattr(default, key)]
        return "?" + "&".join(f"{key}={quote(value, safe=',:')}" for key, value in parts) if parts else ""

    def _read(self, query: str, view: View, problems: list[Problem]) -> View:
        asked = parse_qsl(query.removeprefix("?"), keep_blank_values=True)
        # the moment first: another episode brings its own centre, which the link may then change
        for key, value in sorted(asked, key=lambda part: part[0] != "at"):
            change = self._change(key, value)
            if change is None:
                problems.append(Problem(key, value))
            elif "at" in change and change["episode"] != view.episode:
                at_home = self._openings.get(change["episode"], view)
                view = replace(view, c=at_home.c, **change)
            else:
                view = replace(view, **change)
        return view

    def _change(self, key: str, value: str) -> dict[str, object] | None:
        if key == "at":
            return self._moment(value)
        if key == "c":
            return self._centre(value)
        if key == "event":
            return {"event": value} if value in self._events or not value else None
        if key == "source":
            return {"source": value} if value in self._sources or not value else None
        if key == "layers":
            wanted = () if value == "none" else tuple(value.split(","))
            return (
                {"layers": tuple(layer for layer in LAYERS if layer in wanted)} if set(wanted) <= set(LAYERS) else None
            )
        if key in CHOICES:
            return {key: value} if value in CHOICES[key] else None
        return {}  # `episode` is read first; a foreign key (an advertiser’s, say) is nobody's mistake

    def _hour(self, event_id: str) -> datetime:
        """When an event begins, as far as its episode shows it: where a link leads that names the event alone."""
        start, episode_id = self._events[event_id]
        episode = self._chronicle.episode(episode_id)
        return min(max(start, episode.start), episode.end)

    def _centre(self, value: str) -> dict[str, object] | None:
        if not _CENTRE.fullmatch(value):
            return None
        lat, lon, zoom = map(float, value.split(","))
        if not self._chronicle.region.holds(lat, lon):
            return None
        return {"c": (lat, lon, min(max(zoom, ZOOM[0]), ZOOM[1]))}

    def _moment(self, value: str) -> dict[str, object] | None:
        try:
            at = moment.parse(value)
        except ValueError:
            return None
        episode = self._chronicle.episode_at(at)
        return {"at": at, "episode": episode.id} if episode else None


def _place(c: tuple[float, float, float]) -> str:
    zoom = f"{c[2]:.2f}".rstrip("0").rstrip(".")
    return f"{c[0]:.4f},{c[1]:.4f},{zoom}"
