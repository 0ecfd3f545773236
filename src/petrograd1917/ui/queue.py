"""Who is served when many want something made at the same time: a few at once, the others in the order in which they came.

Whatever takes long draws on every processor, and the map of everybody else would wait for it.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

from petrograd1917.limits import limits

#: how often one who waits is asked whether it is still wanted, seconds
_ASKED_EVERY = 0.5
#: how far an export stands back behind those who draw maps (`nice`)
_STANDS_BACK = 10


class Left(Exception):
    """Whoever waited is gone, or wants it no longer."""


class Queue:
    """Places at a counter.

    Parameters
    ----------
    places : int
        How many are served at once.
    """

    def __init__(self, places: int):
        self._places = places
        self._line: list[object] = []
        self._moved = threading.Condition()

    @contextmanager
    def turn(
        self, waits: Callable[[int], None] = lambda before: None, gone: Callable[[], bool] = lambda: False
    ) -> Iterator[None]:
        """Wait for a place, and hold it as long as the block runs; leaving it in any way frees it.

        Parameters
        ----------
        waits : callable
            Is told how many must leave first, now and whenever that may have changed; 0 when the turn has come.
        gone : callable
            Whether nobody waits any more.

        Raises
        ------
        Left
            If nobody does.
        """
        ticket = object()
        with self._moved:
            self._line.append(ticket)
        try:
            self._wait(ticket, waits, gone)
            yield
        finally:
            with self._moved:
                self._line.remove(ticket)
                self._moved.notify_all()

    def _wait(self, ticket: object, waits: Callable[[int], None], gone: Callable[[], bool]) -> None:
        while True:
            with self._moved:
                before = self._before(ticket)
            waits(before)
            if gone():
                raise Left
            if not before:
                return
            with self._moved:
                self._moved.wait_for(lambda was=before: self._before(ticket) != was, _ASKED_EVERY)

    def _before(self, ticket: object) -> int:
        return max(0, self._line.index(ticket) - self._places + 1)


@cache
def brief() -> Queue:
    """The queue for what is made in a moment: a picture, a sheet, a table."""
    return Queue(limits().exports)


@cache
def long() -> Queue:
    """The queue for what takes minutes, a film or a pack, so that nobody waits for one who wants a picture."""
    return Queue(limits().exports)


def stand_back() -> None:
    """Let this thread, and those that it starts, give way to all others; only Linux knows the priority of a thread."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        os.setpriority(os.PRIO_PROCESS, thread, max(_STANDS_BACK, os.getpriority(os.PRIO_PROCESS, thread)))
