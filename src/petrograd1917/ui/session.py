"""What one session sees: between the address that it opened with and what its stage reports.

The stage is the one that moves; the app only remembers, so that a frame mounted anew (another page and back) shows the
same moment.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.view import Codec, Problem

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
