"""What one session sees: between the address that it opened with and what its stage reports.

The stage is the one that moves; the app only remembers, so that a frame mounted anew (another page and back) shows the
same moment, and adopts what a stage reports whose server was restarted under it.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.view import Codec, Problem

_KEY = "seen"


@dataclass
class Seen:
    """The view of a session as a query string, and the revision under which the stage was asked to show it."""

    query: str
    revision: str
    problems: list[Problem] = field(default_factory=list)

    def hear(self, reported: Mapping[str, object] | None) -> None:
        """Take over where the hand came to rest."""
        if reported and isinstance(reported.get("query"), str):
            self.query = reported["query"]
            self.problems = []
            # a stage older than this session brings its own revision: adopting it, we send it nowhere
            self.revision = str(reported.get("revision") or self.revision)


def seen(chronicle: Chronicle, address: str, reported: Mapping[str, object] | None) -> Seen:
    """The session's view; read from the address only when the session is new and no stage has reported yet."""
    if _KEY not in st.session_state:
        view, problems = Codec(chronicle).decode(address)
        st.session_state[_KEY] = Seen(Codec(chronicle).encode(view), secrets.token_hex(8), problems)
        st.session_state[_KEY].hear(reported)
    return st.session_state[_KEY]
