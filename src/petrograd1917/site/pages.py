"""The record page by page in one language: a page for each event, place, chapter and named moment, and the lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

from petrograd1917 import index
from petrograd1917.chapters import Chapter, Stop, chapters
from petrograd1917.chronicle import Chronicle
from petrograd1917.map import assets
from petrograd1917.map.keyframes import LANGUAGES
from petrograd1917.map.page import guarded
from petrograd1917.moment import moment_words
from petrograd1917.picture import PLAIN, Picture, draw, sheet
from petrograd1917.scene import scene_at
from petrograd1917.site.links import MAP, SiteLinks, page_of, plain
from petrograd1917.ui import entries
from petrograd1917.ui.leaf import Leaf, templates
from petrograd1917.ui.words import Words
from petrograd1917.view import Codec, View

TEMPLATES = Path(__file__).resolve().parent / "templates"
#: a preview's pixels, as those who show one want them
PREVIEW = (1200, 630)
#: what a page of the site may ask for: its style sheet with fonts and marks, and pictures
_SOURCES = {"style-src": "'self'", "font-src": "'self'", "img-src": "'self' data:"}
_LOCALES = {"en": "en_GB", "ru": "ru_RU"}
#: the pages that the head of every page leads to besides the map, by the word for each
WAYS = {
    "site_pages": "index.html",
    "nav_places": "places.html",
    "nav_people": "people.html",
    "nav_sources": "sources.html",
    "nav_disagreements": "disagreements.html",
    "nav_trust": "trust.html",
}
_SET_STYLE = re.compile(r' style="([^"]*)"')


class Ground(NamedTuple):
    """What all pages of a site share: its address with a slash at the end (blank if unknown), style sheet and icon."""

    base: str
    style: str
    icon: str


class Pages:
    """The pages of a record in one language.

    Parameters
    ----------
    chronicle : Chronicle
        A record that passed every rule.
    lang : str
        `en` or `ru`.
    ground : Ground
    """

    def __init__(self, chronicle: Chronicle, lang: str, ground: Ground):
        self._chronicle, self.lang, self._ground = chronicle, lang, ground
        self._codec = Codec(chronicle)
        self._moments = [*chronicle.moments.itertuples()]
        self._questions = [*chronicle.disagreements.itertuples()]
        self._numbers = [*chronicle.numbers.itertuples()]
        self._leaves = {depth: Leaf(chronicle, lang, SiteLinks(chronicle, lang, "../" * depth)) for depth in range(3)}

    @property
    def words(self) -> Words:
        """The words of the interface in its language."""
        return self._leaves[0].words

    def made(self) -> Iterator[tuple[str, Callable[[], str]]]:
        """The name of each page below the folder of its language, and what makes it."""
        yield "index.html", self._contents
        yield "places.html", self._places
        for name in ("people", "sources", "disagreements", "trust"):
            yield f"{name}.html", partial(self._told, name)
        for chapter in self._chapters:
            yield page_of("chapter", chapter.id), partial(self._chapter, chapter)
        for row in self._moments:
            yield page_of("moment", row.moment_id), partial(self._moment, row)
        ordered = ["", *self._ordered, ""]
        for before, event_id, after in zip(ordered, ordered[1:], ordered[2:]):
            yield page_of("event", event_id), partial(self._event, event_id, before, after)
        for place_id in self._chronicle.places["place_id"]:
            yield page_of("place", place_id), partial(self._place, place_id)

    def pictures(self) -> Iterator[tuple[str, Callable[[], Picture]]]:
        """The preview of each named moment: its file and what draws it."""
        for row in self._moments:
            yield self._picture_name(row), partial(self._drawn, row)

    # ---- what stands above and about every page

    def about_map(self, title: str, says: str) -> dict[str, object]:
        """What the page of the map says of itself; it lies above all others and speaks every language."""
        return self._about(MAP, self._leaves[0].links.root, title, says) | {"kind": "website", "alternates": {}}

    def _about(self, own: str, root: str, title: str, says: str, at: datetime | None = None) -> dict[str, object]:
        """What a page says of itself, and what it needs; `own` is its name in the site, `root` the way up from it."""
        base = self._ground.base
        return {
            "site": self._leaves[0].plain(self._chronicle, "name"),
            "title": title,
            "says": " ".join(says.split()),
            "kind": "article",
            "locale": _LOCALES[self.lang],
            "address": f"{base}{own}" if base else "",
            "picture": self._preview(root, at),
            "root": root,
            "style": self._ground.style,
            "icon": self._ground.icon,
            "attribution": self._chronicle.attribution,
            "licence": self._chronicle.licence,
        }

    def _leaf(self, name: str) -> Leaf:
        return self._leaves[1 + name.count("/")]

    def _set(
        self,
        template: str,
        name: str,
        title: str,
        says: str,
        /,
        path: tuple[tuple[str, str], ...] = (),
        at: datetime | None = None,
        **values: object,
    ) -> str:
        """A whole page.

        Parameters
        ----------
        template : str
            Sets what the page is about, with `values`.
        name : str
            Of the page, below the folder of its language.
        title, says : str
            Its heading; itself in a sentence or two.
        path : tuple
            Page and its name of what it is a part of.
        at : datetime, optional
            The moment that it tells of.
        """
        leaf = self._leaf(name)
        root = leaf.links.root
        page = self._about(f"{self.lang}/{name}", root, title, says, at)
        page["alternates"] = {one: f"{self._ground.base or root}{one}/{name}" for one in LANGUAGES}
        page["languages"] = {one: f"{root}{one}/{name}" for one in LANGUAGES}
        page["path"] = [(leaf.links.page(where), said) for where, said in path]
        page["here"] = leaf.links.page(name)
        page["map"] = leaf.links.view("")
        page["ways"] = [(leaf.links.page(where), leaf.words(word)) for word, where in WAYS.items()]
        body, rules = _ruled(leaf.set(templates(TEMPLATES).get_template(template), page=page, **values))
        terms = [term for term in leaf.terms if f'popovertarget="{term.key}"' in body]
        whole = templates(TEMPLATES).get_template("page.html")
        return guarded(leaf.set(whole, page=page, body=Markup(body), rules=Markup(rules), terms=terms), _SOURCES)

    # ---- previews

    @cached_property
    def _views(self) -> dict[str, View]:
        """Named moment → what it shows."""
        return {row.moment_id: self._codec.decode(f"{row.view}&lang={self.lang}")[0] for row in self._moments}

    def _preview(self, root: str, at: datetime | None) -> dict[str, object] | None:
        """The named moment that lies nearest to a moment, as a picture; without one, the first, if the record names any."""
        if not self._moments:
            return None
        row = min(self._moments, key=lambda one: abs(self._views[one.moment_id].at - at)) if at else self._moments[0]
        title, when = self._leaves[1].plain(row, "title"), moment_words(self._views[row.moment_id].at, self.lang)
        file = self._picture_name(row)
        wide, high = PREVIEW
        return {
            "file": root + file,
            "address": (self._ground.base or root) + file,
            "says": f"{title}. {when}",
            "width": wide,
            "height": high,
        }

    def _picture_name(self, row: object) -> str:
        return f"pictures/{self.lang}/{plain('moment', row.moment_id)}.png"

    def _drawn(self, row: object) -> Picture:
        return draw(self._chronicle, self._views[row.moment_id], sheet("{}x{}".format(*PREVIEW)), PLAIN)

    # ---- the lists

    @cached_property
    def _ordered(self) -> tuple[str, ...]:
        return index.events(self._chronicle, index.Wanted())

    @cached_property
    def _chapters(self) -> tuple[Chapter, ...]:
        return chapters(self._chronicle, self.lang)

    def _contents(self) -> str:
        leaf = self._leaf("index.html")
        days: dict[str, dict[str, list[str]]] = {episode.id: {} for episode in self._chronicle.episodes}
        for event_id in self._ordered:
            event = leaf.events[event_id]
            days[event.episode].setdefault(leaf.day(event.start), []).append(event_id)
        return self._set(
            "contents.html",
            "index.html",
            leaf.words("site_contents_title"),
            leaf.words("site_contents_lede"),
            chapters=self._chapters,
            moments=[
                {"row": row, "when": moment_words(self._views[row.moment_id].at, self.lang)} for row in self._moments
            ],
            episodes=[
                {"row": episode, "days": days[episode.id], "n": sum(map(len, days[episode.id].values()))}
                for episode in self._chronicle.episodes
            ],
        )

    def _places(self) -> str:
        leaf = self._leaf("places.html")
        groups = {
            use: [leaf.places[place_id] for place_id in place_ids]
            for use, place_ids in entries.places_by_use(self._chronicle, self.lang).items()
        }
        return self._set(
            "places_list.html", "places.html", leaf.words("places_title"), leaf.words("places_lede"), groups=groups
        )

    def _told(self, name: str) -> str:
        """A page that the app has too."""
        leaf = self._leaf(f"{name}.html")
        if name == "people":
            kinds = entries.people(self._chronicle, leaf, [*leaf.actors.values()])
            values = {"kinds": kinds, "sought": "", "opened": False}
        else:
            values = getattr(entries, name)(self._chronicle, leaf)
        template = f"trust.{self.lang}.html" if name == "trust" else f"{name}.html"
        title, says = leaf.words(f"{name}_title"), leaf.words(f"{name}_lede")
        return self._set("told.html", f"{name}.html", title, says, lede=says, template=template, **values)

    # ---- one of a kind each

    def _event(self, event_id: str, before: str, after: str) -> str:
        name = page_of("event", event_id)
        leaf = self._leaf(name)
        event = leaf.events[event_id]
        return self._set(
            "event.html",
            name,
            leaf.plain(event, "title"),
            f"{leaf.when(event_id)}, {leaf.day(event.start)}. {leaf.plain(event, 'summary')}",
            (("index.html", leaf.words("site_pages")), self._episode_path(event.episode)),
            event.start,
            event_id=event_id,
            family=assets.tokens()["kind"][event.kind]["family"],
            estimate=_span(event.start, event.end, self.lang),
            bounds=_span(event.earliest, event.latest, self.lang),
            claims=leaf.claims_of(event_id),
            numbers=[number for number in self._numbers if number.event_id == event_id],
            questions=[question for question in self._questions if event_id in question.event_ids],
            chapters=[one for one in self._chapters if any(event_id in stop.events for stop in one.stops)],
            before=before,
            after=after,
        )

    def _episode_path(self, episode_id: str) -> tuple[str, str]:
        episode = self._chronicle.episode(episode_id)
        return f"index.html#{episode.id}", self._leaves[1].plain(episode, "title")

    def _place(self, place_id: str) -> str:
        name = page_of("place", place_id)
        leaf = self._leaf(name)
        row = leaf.places[place_id]
        place = entries.place(self._chronicle, leaf, place_id)
        happened = leaf.words.counted("events_n", len(place["events"]))
        return self._set(
            "place.html",
            name,
            leaf.plain(row, "name"),
            f"{row.name} · {row.name_ru}. {leaf.words('place_events')}: {happened}.",
            (("places.html", leaf.words("places_title")),),
            leaf.events[place["events"][0]].start if place["events"] else None,
            place=place,
            rooms=[room for room in leaf.places.values() if room.part_of == place_id],
        )

    def _chapter(self, chapter: Chapter) -> str:
        name = page_of("chapter", chapter.id)
        leaf = self._leaf(name)
        views = [self._codec.decode(stop.view)[0] for stop in chapter.stops]
        return self._set(
            "chapter.html",
            name,
            chapter.title,
            "".join(run.text for paragraph in chapter.intro for run in paragraph) or chapter.title,
            (("index.html#chapters", leaf.words("chapters")),),
            views[0].at,
            chapter=chapter,
            stops=[
                {"told": stop, "when": moment_words(view.at, self.lang), "sources": _tellers(leaf, stop)}
                for stop, view in zip(chapter.stops, views)
            ],
        )

    def _moment(self, row: object) -> str:
        name = page_of("moment", row.moment_id)
        leaf, view = self._leaf(name), self._views[row.moment_id]
        events = scene_at(self._chronicle, view.at).events
        groups = {
            heading: [event.event_id for event in events if event.certain == certain]
            for heading, certain in (("group_full", True), ("group_hollow", False))
        }
        when = moment_words(view.at, self.lang)
        return self._set(
            "moment.html",
            name,
            leaf.plain(row, "title"),
            f"{when}. {'; '.join(leaf.plain(leaf.events[one], 'title') for one in groups['group_full'])}",
            (("index.html#moments", leaf.words("moments")), self._episode_path(view.episode)),
            view.at,
            when=when,
            view=row.view,
            groups=groups,
        )


def _tellers(leaf: Leaf, stop: Stop) -> list[str]:
    """The sources of a stop's events, each once."""
    return list(dict.fromkeys(source_id for event_id in stop.events for source_id in leaf.tellers(event_id)))


def _span(first: datetime, last: datetime, lang: str) -> str:
    """From when to when, each with its day in both calendars; the day once if it is the same."""
    if first == last:
        return moment_words(first, lang)
    begins = f"{first:%H:%M}" if first.date() == last.date() else moment_words(first, lang)
    return f"{begins} – {moment_words(last, lang)}"


def _ruled(html: str) -> tuple[str, str]:
    """Set HTML with its style attributes, which a strict policy forbids, turned into rules of a style sheet.

    Only templates write such attributes: in a text of the record their quotation marks are escaped.
    """
    said = {style: f"r{i}" for i, style in enumerate(dict.fromkeys(_SET_STYLE.findall(html)))}
    rules = "".join(f"[data-set={name}]{{{style}}}" for style, name in said.items())
    return _SET_STYLE.sub(lambda found: f' data-set="{said[found[1]]}"', html), rules


def sitemap(base: str, names: list[str]) -> str:
    """The site's pages for search engines; `base` is its address with a slash at the end."""
    return templates(TEMPLATES).get_template("sitemap.xml").render(base=base, names=names)


def missing(site: str, base: str, words: Mapping[str, Callable[[str], str]]) -> str:
    """The page for an address at which there is none; it may be shown at any, so it asks for nothing."""
    return guarded(templates(TEMPLATES).get_template("missing.html").render(site=site, base=base, words=words), {})
