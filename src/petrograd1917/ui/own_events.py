"""A visitor's own events: they live in the session and in the project file that the visitor takes away, nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange import outcome, project
from petrograd1917.exchange.events import OwnEvent, Setting
from petrograd1917.exchange.importing import Import, read_events
from petrograd1917.exchange.placing import Position, placed
from petrograd1917.map.own import Published
from petrograd1917.ui import gone

_KEY, _ROUND = "own", "own-round"


@dataclass
class Own:
    """The file of a session.

    Attributes
    ----------
    upload : str
        Names the upload, so that the same one is not taken in twice.
    answers : dict
        What the visitor said of it, as `importing.ANSWERS` has it.
    positions : dict
        Event → where the visitor put it.
    """

    upload: str
    name: str
    content: bytes
    answers: dict[str, str] = field(default_factory=dict)
    positions: dict[str, Position] = field(default_factory=dict)
    _read: tuple[dict[str, str], Import] | None = None
    _shown: tuple[object, Published, tuple[OwnEvent, ...]] | None = None

    def result(self, setting: Setting, progress: Callable[[float], None]) -> Import:
        """What came of the file with these answers, the events where they were put."""
        if self._read is None or self._read[0] != self.answers:
            self._read = dict(self.answers), read_events(self.content, self.name, setting, self.answers, progress)
        result = self._read[1]
        return replace(result, events=placed(result.events, self.positions))

    @property
    def link(self) -> str | None:
        """Where the map finds the events, while they are on it."""
        return self._shown and self._shown[1].link

    def show(self, chronicle: Chronicle, events: list[OwnEvent]) -> None:
        """Put the events on the session's map, as they are now."""
        told = self._told()
        if self._shown is None or self._shown[0] != told:
            self.take_off()
            self._shown = told, Published(chronicle, events), tuple(events)
            gone.after(Published, self._shown[1].remove)

    @property
    def on_map(self) -> tuple[OwnEvent, ...]:
        """The events that are on the map."""
        return self._shown[2] if self._shown else ()

    def take_off(self) -> None:
        """Take the events off the map."""
        if self._shown:
            self._shown[1].remove()
            self._shown = None

    def _told(self) -> object:
        """All that the events depend on besides the file."""
        return dict(self.answers), dict(self.positions)

    def answer(self, answers: Mapping[str, str]) -> None:
        """Take over what the visitor said."""
        self.answers |= answers

    def put(self, events: list[OwnEvent], where: Position) -> None:
        """Let events have happened at a place."""
        self.positions |= dict.fromkeys((event.id for event in events), where)


def current() -> Own | None:
    """The session's file, if there is one."""
    return st.session_state.get(_KEY)


def on_map() -> tuple[OwnEvent, ...]:
    """The session's events that are on its map."""
    own = current()
    return own.on_map if own else ()


def take(upload: str, name: str, content: bytes) -> Own:
    """Take in an upload; the same one again changes nothing."""
    own = current()
    if own is None or own.upload != upload:
        if own:
            own.take_off()
        st.session_state[_KEY] = own = Own(upload, name, content)
    return own


def put_away() -> None:
    """Forget the session's file."""
    if own := current():
        own.take_off()
    st.session_state.pop(_KEY, None)
    st.session_state[_ROUND] = round_() + 1


def round_() -> int:
    """Counts the files that were put away: an uploader forgets its file only by bearing another key."""
    return st.session_state.get(_ROUND, 0)


def saved(result: Import) -> bytes:
    """The project file of an import."""
    return project.packed(outcome.tables(result))
