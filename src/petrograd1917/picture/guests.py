"""A visitor's own events in a picture, as `engine/own.js` has them on the stage: a white plate, or dots where there are many."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from petrograd1917.exchange.events import OwnEvent, as_json
from petrograd1917.moment import to_minute
from petrograd1917.picture.plot import ORDER, Dot, Mark, Plot, Shown
from petrograd1917.picture.window import Window
from petrograd1917.scene import FAR_OFF, JUST_PAST
from petrograd1917.view import View

#: from how many at once on they are dots: a still can be asked nothing, and what it marks stands in its list
_MOST_MARKS = 40
#: their labels come after those of the record's sure events
_WEIGHT = 0.7


def with_guests(plot: Plot, own: Sequence[OwnEvent], view: View, window: Window) -> Plot:
    """A plot with the own events of the view's moment over the record's."""
    shown = list(_shown(own, view)) if "own" in view.layers else []
    placed = [one for one in shown if one.event["at"]]
    across = tuple(one for one in shown if not one.event["at"] and one.form != "past")
    if len(placed) > _MOST_MARKS:
        dots = tuple(Dot(*window.xy(*one.event["at"]), one.form) for one in placed)
        return replace(plot, dots=dots, across=plot.across + across)
    return replace(plot, marks=(*plot.marks, *_marks(placed, window)), across=plot.across + across)


def _shown(own: Sequence[OwnEvent], view: View) -> Iterator[Shown]:
    minute, past = to_minute(view.at), timedelta(minutes=JUST_PAST + 1)
    near = (event for event in own if event.first <= view.at + past and view.at <= event.final + past)
    for number, told in enumerate(as_json(near)):
        earliest, start, end, latest = times = [told[name] for name in ("earliest", "start", "end", "latest")]
        if not earliest <= minute <= latest + JUST_PAST:
            continue
        form = "full" if start <= minute <= end else "hollow" if minute <= latest else "past"
        if form == "past" and "past" not in view.layers:
            continue
        title = {lang: " ".join(told["title"].split()) for lang in told["when"]}
        at = None if told["lat"] is None else (told["lat"], told["lon"])
        event = {"id": f"own|{number}", "kind": "own", "sure": "", "weight": _WEIGHT, "t": times, "title": title}
        yield Shown(event | {"when": told["when"], "at": at, "error": told["error_m"] or 0}, form)


def _marks(placed: list[Shown], window: Window) -> Iterator[Mark]:
    """Those at one point share a mark, the surest on top."""
    stacks: dict[tuple[float, float], list[Shown]] = {}
    for one in placed:
        stacks.setdefault(one.event["at"], []).append(one)
    for at, here in stacks.items():
        here.sort(key=lambda one: ORDER[one.form])
        error = here[0].event["error"]
        ring = error / window.metres_per_pixel if error > FAR_OFF and here[0].form != "past" else 0
        yield Mark(*window.xy(*at), tuple(here), ring)
