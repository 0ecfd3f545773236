"""What one session sees: between the address that it opened with and what its stage reports.

The stage is the one that moves; the app only remembers, so that a frame mounted anew (another page and back) shows the
same moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.view import CHOICES, Codec, Problem

_KEY = "seen"


@dataclass
class Seen:
    """The view of a session.

    Attributes
    ----------
    query : str
        What the stage shows, as it last reported.
    revision : str
        Names the wish to show it. One that ends in `.0` is an opening, obeyed only by a stage that shows nothing yet:
        a stage whose server was restarted under it keeps its minute and teaches it to the new session.
    problems : list of Problem
        What was not understood in the address.
    """

    query: str
    revision: str
    problems: list[Problem]

    @property
    def lang(self) -> str:
        """The language that this view speaks."""
        return _lang(self.query)

    def hear(self, reported: Mapping[str, object] | None) -> None:
        """Take over where the hand came to rest."""
        if reported and isinstance(reported.get("query"), str):
            self.query, self.problems = reported["query"], []


def seen(chronicle: Chronicle, address: str) -> Seen:
    """The session's view; the address is read only when the session is new."""
    if _KEY not in st.session_state:
        codec = Codec(chronicle)
        view, problems = codec.decode(address)
        st.session_state[_KEY] = Seen(codec.encode(view), f"{secrets.token_hex(8)}.0", problems)
    return st.session_state[_KEY]


def language() -> str:
    """The language of the session, before anything is shown: its view's, or what the address asks for."""
    return st.session_state[_KEY].lang if _KEY in st.session_state else _lang(urlencode(st.query_params.to_dict()))


def speak(chronicle: Chronicle, lang: str) -> None:
    """Let map and pages speak this language from now on."""
    _change(chronicle, lang=lang)


def go(chronicle: Chronicle, at: datetime) -> None:
    """Let the map, once it is shown again, stand at a moment of an episode."""
    _change(chronicle, at=at, episode=chronicle.episode_at(at).id, event="")


def show_own(chronicle: Chronicle) -> None:
    """Let the map, once it is shown again, have the layer of own events: a link from before them may leave it out."""
    view, _ = Codec(chronicle).decode(seen(chronicle, "").query)
    if "own" not in view.layers:
        _change(chronicle, layers=view.showing("own").layers)


def _change(chronicle: Chronicle, **changes: object) -> None:
    now = seen(chronicle, "")
    codec = Codec(chronicle)
    view, _ = codec.decode(now.query)
    # not an opening: the stage of this window, once it is shown again, must not go back to what it remembers
    now.query, now.revision = codec.encode(replace(view, **changes)), f"{secrets.token_hex(8)}.1"


def _lang(query: str) -> str:
    asked = dict(parse_qsl(query.removeprefix("?"))).get("lang")
    return asked if asked in CHOICES["lang"] else CHOICES["lang"][0]
