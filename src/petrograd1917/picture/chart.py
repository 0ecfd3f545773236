"""The map of a view as SVG, its labels placed; and what it shows, for the list and the legend beside it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.map.art import tokens
from petrograd1917.map.keyframes import claims_by_event, short_names
from petrograd1917.map.plane import Box, meet
from petrograd1917.moment import moment_words
from petrograd1917.picture import marks
from petrograd1917.picture.basemap import Lettered, base_map, lettering
from petrograd1917.picture.guests import with_guests
from petrograd1917.picture.labels import LINE, Label, Room, Wish, Words, along, crosses
from petrograd1917.picture.pen import BOLD, ITALIC, SERIF, Pen, element
from petrograd1917.picture.plot import Figure, Mark, Shown, grows, plot, said, sizes, told
from petrograd1917.picture.window import Window
from petrograd1917.view import View

#: how many events may bear a label at once: a still may be looked at longer than a screen
MOST_LABELS = 12
#: how many actors may
MOST_NAMES = 20
#: a title that is longer than this is broken, letters
_LONGEST_LINE = 20
#: names that rank above every event: the broad river and the prime places
_ABOVE_EVENTS = 2


@dataclass(frozen=True)
class Row:
    """A line of the list beside a map: an event, or an actor whose name found no room.

    Attributes
    ----------
    hour, title : dict
        In both languages; the hour is blank for an actor.
    one : Shown or None
        The event.
    tag : str
        The number by which the map shows it.
    angle : float or None
        In which direction it lies beyond the map's edge, radians.
    """

    hour: dict[str, str]
    title: dict[str, str]
    one: Shown | None = None
    tag: str = ""
    angle: float | None = None

    @property
    def own(self) -> bool:
        """Whether it is a visitor's."""
        return self.one is not None and self.one.own


@dataclass(frozen=True)
class Legend:
    """Which signs are on a map.

    Attributes
    ----------
    sides, kinds : tuple of str
        Sides that hold something or have somebody here, and kinds of events.
    holders : frozenset of str
        The sides that hold something.
    ways : tuple of str
        What the ways rest on: `attested`, `computed`; `ahead` where one has not been gone yet.
    contested, raised, ring, hollow, past, number, differ, own : bool
        Whether there is such a sign.
    """

    sides: tuple[str, ...]
    holders: frozenset[str]
    kinds: tuple[str, ...]
    ways: tuple[str, ...]
    contested: bool
    raised: bool
    ring: bool
    hollow: bool
    past: bool
    number: bool
    differ: bool
    own: bool


def merged(legends: list[Legend]) -> Legend:
    """One legend for several maps."""

    def together(name: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for legend in legends for one in getattr(legend, name)))

    signs = {name: any(getattr(legend, name) for legend in legends) for name in _SIGNS}
    return Legend(together("sides"), frozenset(together("holders")), together("kinds"), together("ways"), **signs)


_SIGNS = ("contested", "raised", "ring", "hollow", "past", "number", "differ", "own")


class Chart:
    """The map of a view in a window.

    Parameters
    ----------
    chronicle : Chronicle
    view : View
        Its mode says how large lettering and marks are.
    window : Window
    light : str
        A palette of `tokens.json`.
    langs : tuple of str
        The language of the labels; that of a second line under each, if there are two.
    most_labels, most_names : int
        How many events, and how many actors, may bear a label.
    before : dict, optional
        The spots of the labels of the map that is seen before this one: they stay where they are if they can.
    own : sequence of OwnEvent
        A visitor's own events, a layer over the record's.

    Attributes
    ----------
    ground, svg : str
        The base map, and what lies on it, both overflowing the window: a frame must cover what lies beyond.
    marks, figures : list
        Those in the window.
    labels : dict
        Event or actor → its label.
    spots : dict
        Event or actor → the spot of its label.
    tags : dict
        Event or actor → its number, where no label says what it is.
    """

    def __init__(
        self,
        chronicle: Chronicle,
        view: View,
        window: Window,
        light: str,
        langs: tuple[str, ...],
        most_labels: int = MOST_LABELS,
        most_names: int = MOST_NAMES,
        before: dict[str, int] | None = None,
        own: Sequence[OwnEvent] = (),
    ):
        self.pen = Pen(tokens()["color"][light])
        self.window = window
        self._chronicle, self._view, self._light, self._langs = chronicle, view, light, langs
        self._scale = "projector" if view.mode == "projector" else "page"
        self._words = said(chronicle, langs[0])
        self._plot = with_guests(plot(chronicle, view, window), own, view, window)
        self.marks = [mark for mark in self._plot.marks if window.holds(mark.x, mark.y)]
        self.figures = [one for one in self._plot.figures if window.holds(*one.spot)]
        room = self._room()
        names, lacking = lettering(chronicle, window, light, langs[0], self._scale, view.names)
        self.pen.lacking |= lacking
        self._names = list(that_fit(room, (name for name in names if name.rank <= _ABOVE_EVENTS)))
        self.labels = self._placed(room, most_labels, most_names, before or {})
        self._names += that_fit(room, (name for name in names if name.rank > _ABOVE_EVENTS))
        self.tags = self._numbered()
        self.spots = {key: label.spot for key, label in self.labels.items()}
        self.ground = base_map(chronicle, window, light)
        self.svg = self._drawn()

    # ---- what it shows

    @property
    def present(self) -> list[Shown]:
        """Every event of the moment, wherever it is."""
        return list(self._plot.present)

    @property
    def said(self) -> list[Row]:
        """The events that the map itself names."""
        return [self._row(one) for one in self._on_map() if one.event["id"] in self.labels]

    @property
    def numbered(self) -> list[Row]:
        """What the map only numbers."""
        rows = [
            self._row(one, self.tags[one.event["id"]]) for one in self._on_map() if one.event["id"] not in self.labels
        ]
        rows += [
            Row({"en": "", "ru": ""}, _names(one), tag=self.tags[one.actor_id])
            for one in self.figures
            if one.actor_id in self.tags
        ]
        return sorted(rows, key=lambda row: int(row.tag))

    @property
    def across(self) -> list[Row]:
        """What happens across the city."""
        return [self._row(one) for one in sorted(self._plot.across, key=lambda one: -one.rank)]

    @property
    def beyond(self) -> list[Row]:
        """What happens outside the window."""
        window = self.window
        middle = window.left + window.width / 2, window.top + window.height / 2
        outside = [
            (one, math.atan2(mark.y - middle[1], mark.x - middle[0]))
            for mark in self._plot.marks
            if not window.holds(mark.x, mark.y)
            for one in mark.current
        ]
        return [self._row(one, angle=angle) for one, angle in sorted(outside, key=lambda found: -found[0].rank)]

    def _on_map(self) -> list[Shown]:
        return sorted((one for mark in self.marks for one in mark.current), key=lambda one: -one.rank)

    def _row(self, one: Shown, tag: str = "", angle: float | None = None) -> Row:
        return Row(one.event["when"], one.event["title"], one, tag, angle)

    @property
    def sources(self) -> list[str]:
        """The sources whose claims stand behind what is shown, by their short names, those of most first."""
        behind = _sources_behind(self._chronicle, self._langs[0])
        counted = Counter(name for one in self._plot.present for name in behind.get(one.event["id"], ()))
        own = [self._words["key_own"]] if self._has_own else []
        return [name for name, _ in counted.most_common()] + own

    @property
    def _has_own(self) -> bool:
        """Whether some of what it shows is a visitor's."""
        return bool(self._plot.dots) or any(one.own for one in self._plot.present)

    @property
    def legend(self) -> Legend:
        """What must be explained: the signs that are seen in the window, and nothing else."""
        holds = self.window.holds
        held = [one for one in self._plot.holdings if any(holds(*point) for line in one.lines for point in line)]
        hatches = {one.hatch for one in held}
        sides = {
            side_id: side
            for side_id, side in told(self._chronicle)["sides"].items()
            if side["episode"] == self._view.episode
        }
        holders = frozenset(side_id for side_id, side in sides.items() if side["hatch"] in hatches)
        seen = holders | {one.side_id for one in self.figures}
        tracks = [
            track for one in self._plot.figures for track in one.tracks if any(holds(*point) for point in track[2])
        ]
        ways = [basis for basis in ("attested", "computed") if any(track[1] == basis for track in tracks)]
        ahead = any(not gone and basis == "attested" for gone, basis, _ in tracks)
        kinds = {mark.shown[0].event["kind"] for mark in self.marks}
        return Legend(
            sides=tuple(side_id for side_id in sides if side_id in seen),
            holders=holders,
            kinds=tuple(kind for kind in tokens()["kind"] if kind in kinds),
            ways=(*ways, *(("ahead",) if ahead else ())),
            contested="contested" in hatches,
            raised=any(holds(one.x, one.y) for one in self._plot.spans),
            ring=any(mark.ring for mark in self.marks),
            hollow=any(one.form == "hollow" for one in self._plot.present),
            past=any(mark.shown[0].form == "past" for mark in self.marks) or any(one.lost for one in self.figures),
            number=bool(self.tags),
            differ=any(one.event["sure"] == "sure_differ" for one in self._plot.present),
            own=any(mark.shown[0].own for mark in self.marks) or any(holds(one.x, one.y) for one in self._plot.dots),
        )

    def says(self) -> str:
        """All that it shows, in words."""
        lines = [f"{moment_words(self._view.at, self._langs[0])}."]
        for form in ("full", "hollow"):
            here = [one.event for one in self._plot.present if one.form == form]
            if here:
                said = "; ".join(f"{self._say(event['title'])} ({self._say(event['when'])})" for event in here)
                lines.append(f"{self._words[f'group_{form}']}: {said}.")
        people = [self._say(_names(one)) for one in self._plot.figures if not one.lost]
        if people:
            lines.append(f"{self._words['layer_actors']}: {'; '.join(people)}.")
        if self.sources:
            lines.append(f"{self._words['key_sources'].format(names='; '.join(self.sources))}.")
        return " ".join(lines)

    def _say(self, twin: dict[str, str]) -> str:
        return twin[self._langs[0]]

    # ---- labels

    def _room(self) -> Room:
        window, size = self.window, sizes(self._view)["event"]
        seen = (window.left + 3, window.top + 3, window.right - 3, window.bottom - 3)
        room = Room(seen)
        room.take(_around(mark.x, mark.y, size * 0.56) for mark in self.marks)
        for one in self._plot.figures:
            room.take([_around(one.x, one.y, self._half(one))])
            room.take(along(((one.x, one.y), one.spot), 2))
            for _, _, points in one.tracks:
                for leg in pairwise(points):
                    if crosses(leg, seen):
                        room.take(box for box in along(leg, 4) if meet(box, seen))
        room.take(_around(span.x, span.y, 13) for span in self._plot.spans)
        room.take(_around(*one.lines[0][0], 9) for one in self._plot.holdings if one.form == "square")
        return room

    def _half(self, one: Figure) -> float:
        return (25 if one.actor["kind"] == "ship" else 13.5) * grows(self._view)

    def _wishes(self) -> list[Wish]:
        """The labels that want room, the most important first."""
        size = tokens()["type"]["projector" if self._scale == "projector" else "laptop"]["map_event"]
        half = sizes(self._view)["event"] / 2
        wishes = []
        for mark in self.marks:
            one = mark.shown[0]
            if one.form == "past":
                continue
            # of own events the list alone says the day and hour, as on the stage
            lines = [] if one.own else [Words(self._say(one.event["when"]), ITALIC, size * 0.9)]
            face = ITALIC if one.form == "hollow" else BOLD
            lines += [Words(line, face, size) for line in broken(self._say(one.event["title"]))]
            for lang in self._langs[1:]:
                lines += [Words(line, ITALIC, size * 0.8) for line in broken(one.event["title"][lang], 26)]
            selected = any(other.event["id"] == self._view.event for other in mark.shown)
            wishes.append(Wish(one.event["id"], mark.x, mark.y, half, tuple(lines), 9 if selected else one.rank))
        for one in self.figures:
            lines = [Words(self._words["last_known"], ITALIC, size * 0.85)] if one.lost else []
            face = SERIF if one.lost else BOLD
            lines += [Words(line, face, size * 0.88) for line in broken(self._called(one))]
            rank = 1.2 if one.lost else 3.2 if one.moving else 2.8
            wishes.append(Wish(one.actor_id, one.x, one.y, self._half(one), tuple(lines), rank))
        return sorted(wishes, key=lambda wish: -wish.rank)

    def _called(self, one: Figure) -> str:
        """The name of an actor, and how many stand with it."""
        name, more = self._say(one.actor["name"]), len(one.others)
        if not more:
            return name
        # a number does not stand on a line of its own
        return self._words["with_more"].format(name=name, n=more).replace(f" {more}", f"\u00a0{more}")

    def _placed(self, room: Room, most_labels: int, most_names: int, before: dict[str, int]) -> dict[str, Label]:
        """Event or actor → its label, for those that found room."""
        people = {one.actor_id for one in self.figures}
        left = {True: most_names, False: most_labels}
        labels: dict[str, Label] = {}
        for wish in self._wishes():
            if left[wish.key in people] and (label := room.place(wish, before.get(wish.key))):
                labels[wish.key] = label
                left[wish.key in people] -= 1
        return labels

    def _numbered(self) -> dict[str, str]:
        """The numbers of marks whose events the map does not name, and of figures; one number a mark."""
        unsaid = [mark for mark in self.marks if any(one.event["id"] not in self.labels for one in mark.current)]
        unsaid.sort(key=lambda mark: -mark.shown[0].rank)
        nameless = [one.actor_id for one in self.figures if one.actor_id not in self.labels or one.others]
        groups = [[one.event["id"] for one in mark.current] for mark in unsaid] + [[one] for one in nameless]
        return {key: str(i) for i, group in enumerate(groups, start=1) for key in group}

    # ---- the drawing

    def _drawn(self) -> str:
        pen, holds = self.pen, self.window.holds
        drawn = [
            marks.holding(pen, one) for one in self._plot.holdings if any(holds(x, y, 100) for x, y in one.lines[0])
        ]
        for one in self._plot.figures:
            person = one.actor["kind"] == "person"
            drawn += [marks.track(pen, *part, one.plate, person) for part in one.tracks]
        drawn += [marks.span(pen, one) for one in self._plot.spans if holds(one.x, one.y, 20)]
        drawn += [name.drawn for name in self._names]
        drawn += [_leader(pen, label) for label in self.labels.values() if label.leader]
        drawn += [marks.dot(pen, one) for one in self._plot.dots if holds(one.x, one.y)]
        for mark in sorted(self.marks, key=lambda mark: (mark.shown[0].form != "past", mark.shown[0].rank)):
            drawn.append(self._mark(mark))
        drawn += [self._figure(one) for one in self.figures]
        drawn += [_label(pen, label) for label in self.labels.values()]
        return "".join(drawn)

    def _mark(self, mark: Mark) -> str:
        pen, one, size = self.pen, mark.shown[0], sizes(self._view)["event"]
        circle = {"cx": mark.x, "cy": mark.y, "fill": "none"}
        drawn = ""
        if mark.ring:
            dots = {"stroke": pen["label"], "stroke_width": 1.2, "stroke_dasharray": "2 5", "stroke_opacity": 0.7}
            drawn += element("circle", **circle, r=mark.ring, **dots)
        if any(other.event["id"] == self._view.event for other in mark.shown):
            for width, ink in ((7.5, "#0b1017"), (4, pen["selection"])):
                drawn += element("circle", **circle, r=size / 2 + 5, stroke=ink, stroke_width=width)
        tag = self.tags.get(one.event["id"], "")
        return drawn + marks.event_mark(pen, one, mark.x, mark.y, size, stacked=len(mark.current) > 1, tag=tag)

    def _figure(self, one: Figure) -> str:
        grown = grows(self._view)
        side = told(self._chronicle)["sides"].get(one.side_id)
        letter = self._say(side["letter"]) if side else ""
        return marks.figure(self.pen, one, letter, 27 * grown, 50 * grown, self.tags.get(one.actor_id, ""))


@cache
def _sources_behind(chronicle: Chronicle, lang: str) -> dict[str, list[str]]:
    """Event → the short names of the sources that tell of it."""
    names = short_names(chronicle)
    return {
        event_id: [names[claim.source_id][lang] for claim in claims]
        for event_id, claims in claims_by_event(chronicle).items()
    }


def _names(one: Figure) -> dict[str, str]:
    """All who share a mark, in both languages."""
    return {lang: ", ".join(actor["name"][lang] for actor in (one.actor, *one.others)) for lang in ("en", "ru")}


def that_fit(room: Room, names: Iterable[Lettered]) -> Iterator[Lettered]:
    """The names that lie on no mark, label or track; each takes its room."""
    for name in names:
        if room.free(name.boxes):
            room.take(name.boxes)
            yield name


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def broken(title: str, longest: int = _LONGEST_LINE) -> list[str]:
    """A title in lines of not many letters, as labels.js breaks it."""
    lines = [""]
    for word in title.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) > longest:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _label(pen: Pen, label: Label) -> str:
    left, top, right, _ = label.box
    x = {"start": left, "middle": (left + right) / 2, "end": right}[label.anchor]
    drawn, y = [], top
    for line in label.wish.lines:
        halo = {"halo": "halo", "halo_width": line.size * 0.28}
        drawn.append(
            pen.text(x, y + line.size * 0.93, line.text, line.size, line.face, "label", anchor=label.anchor, **halo)
        )
        y += line.size * LINE
    return element("g", *drawn, **{"data-label": label.wish.key})


def _leader(pen: Pen, label: Label) -> str:
    (x1, y1), (x2, y2) = label.leader
    # it ends a little before the letters
    share = 2.5 / (math.dist(*label.leader) or 1)
    ends = {"x1": x1 + (x2 - x1) * share, "y1": y1 + (y2 - y1) * share, "x2": x2, "y2": y2}
    edge = element("line", **ends, stroke=pen["halo"], stroke_width=3.4)
    return edge + element("line", **ends, stroke=pen["label"], stroke_width=1.2)
