"""Printed leaves: what a page shows of the record, set from a template in which every text is escaped."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path

import pandas as pd
import streamlit as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from petrograd1917 import hours
from petrograd1917.chronicle import Chronicle
from petrograd1917.glossary import glossary
from petrograd1917.map.keyframes import claims_by_event, how_sure, when_words
from petrograd1917.moment import day_words
from petrograd1917.ui.links import MapLinks
from petrograd1917.ui.words import Words


@cache
def templates(*more: Path) -> Environment:
    """The templates of `ui/leaves`, and those of further folders beside them."""
    return Environment(
        loader=FileSystemLoader([Path(__file__).parent / "leaves", *more]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class Leaf:
    """Sets templates of `ui/leaves` for one record in one language; they know it as `leaf`.

    Parameters
    ----------
    chronicle : Chronicle
    lang : str
        `en` or `ru`.
    links : MapLinks, optional
        Where its links lead; to the app's map if left out.
    """

    def __init__(self, chronicle: Chronicle, lang: str, links: MapLinks | None = None):
        self.lang = lang
        self.words = Words(chronicle, lang)
        self.links = links or MapLinks(chronicle, lang)
        self.terms = glossary(chronicle, lang).terms
        self.events = {event.event_id: event for event in chronicle.events.itertuples()}
        self.places = {place.place_id: place for place in chronicle.places.itertuples()}
        self.actors = {actor.actor_id: actor for actor in chronicle.actors.itertuples()}
        self.sources = {source.source_id: source for source in chronicle.sources.itertuples()}
        self.claims = {claim.claim_id: claim for claim in chronicle.claims.itertuples()}
        self._glossaries = {one: glossary(chronicle, one) for one in ("en", "ru")}
        self._claims_by_event = claims_by_event(chronicle)
        self._rests_on = {source.source_id: source.rests_on for source in self.sources.values()}

    def show(self, template: str, **values: object) -> None:
        """Set a template with these values on the page."""
        st.html(self.rendered(template, **values))

    def rendered(self, template: str, **values: object) -> str:
        """The same as text."""
        return self.set(templates().get_template(template), **values)

    def set(self, template: Template, /, **values: object) -> str:
        """Set a template from elsewhere."""
        return template.render(leaf=self, words=self.words, lang=self.lang, **values)

    def plain(self, row: object, column: str) -> str:
        """A text of a row in the language of the page, or in English where there is no other."""
        return self._text(row, column)[0]

    def name(self, row: object, column: str) -> Markup:
        """The same for a template, marked where it is in another language than the page."""
        text, lang = self._text(row, column)
        return self._in_its_language(escape(text), lang)

    def said(self, row: object, column: str) -> Markup:
        """The same with the words of the time as buttons that open their meaning."""
        text, lang = self._text(row, column)
        button = '<button type="button" class="term" popovertarget="{}">{}</button>'
        pieces = (
            Markup(button).format(term.key, piece) if term else escape(piece)
            for piece, term in self._glossaries[lang].marked(text)
        )
        return self._in_its_language(Markup().join(pieces), lang)

    def source(self, source_id: str) -> str:
        """What a source is called for short."""
        return self.plain(self.sources[source_id], "short")

    def claims_of(self, event_id: str) -> list:
        """The rows of the claims of an event, in the order of the table."""
        return self._claims_by_event[event_id]

    def tellers(self, event_id: str) -> list[str]:
        """The sources that tell an event, each once."""
        return list(dict.fromkeys(claim.source_id for claim in self._claims_by_event[event_id]))

    def when(self, event_id: str) -> str:
        """The hour of an event in words, without its day."""
        return when_words(self.events[event_id], self._claims_by_event[event_id], self.lang)

    def how_sure(self, event_id: str) -> str:
        """How well that hour is known, as a key of the words."""
        return how_sure(self.events[event_id], self._claims_by_event[event_id], self._rests_on)

    def day(self, moment: datetime) -> str:
        """A day in both calendars."""
        return day_words(moment.date(), self.lang)["both"]

    def days(self, moment: datetime) -> Markup:
        """A day on an axis, in two short lines: `7 November`, `25 October O.S.`."""
        first, _, second = self.day(moment).removesuffix(")").partition(" (")
        return Markup("<b>{}</b><i>{}</i>").format(first, second)

    def number(self, number: object) -> str:
        """How many, of what, and who says so."""
        range_ = f"{number.low:,}" if number.low == number.high else f"{number.low:,}–{number.high:,}"
        return f"{range_.replace(',', ' ')} {self.plain(number, 'what')} ({self.plain(number, 'whose')})"

    def hour(self, claim: object) -> str:
        """The hour that a claim gives, with its day."""
        words = hours.spoken(claim.time_words, self.lang)
        return f"{words}, {self.day(claim.latest if pd.isna(claim.earliest) else claim.earliest)}"

    def _text(self, row: object, column: str) -> tuple[str, str]:
        russian = getattr(row, f"{column}_ru", "") if self.lang == "ru" else ""
        return (russian, "ru") if russian else (getattr(row, column), "en")

    def _in_its_language(self, text: Markup, lang: str) -> Markup:
        return text if lang == self.lang else Markup('<span lang="{}">{}</span>').format(lang, text)


@cache
def leaf(chronicle: Chronicle, lang: str) -> Leaf:
    """The leaf of a record in a language, made once for all sessions."""
    return Leaf(chronicle, lang)
