"""A file that takes long: made in a thread in its turn, with how far it is, how long it will take, and a way to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping

import streamlit as st

from petrograd1917.picture import Cancelled, PictureError
from petrograd1917.ui import gone, queue
from petrograd1917.ui.export import LongMake, hand_out
from petrograd1917.ui.words import Words

#: seconds between two looks at what is being made
_LOOK = 1.0
_KEY = "making"


class Making:
    """One file in the making, for one session.

    Parameters
    ----------
    make : LongMake
    file_name : str
    clock : callable
        Seconds, ever growing.
    line : queue.Queue, optional
        Where it waits for its turn; that of all long work if left out.

    Attributes
    ----------
    before : int
        How many others must be done first; None until it stands in the queue, 0 once its turn has come.
    done, total : int
        Parts that are done, and all there will be; 0 of 0 before that is known.
    content : bytes or None
        The file, once it is whole.
    fault : str
        Why there is none, in a sentence; blank if nothing is wrong.
    """

    def __init__(
        self,
        make: LongMake,
        file_name: str,
        clock: Callable[[], float] = time.monotonic,
        line: queue.Queue | None = None,
    ):
        self.file_name, self.done, self.total = file_name, 0, 0
        self.content: bytes | None = None
        self.fault = ""
        self.before: int | None = None
        self._make, self._clock, self._start = make, clock, 0.0
        self._line = line or queue.long()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def going_on(self) -> bool:
        """Whether it is still being made."""
        return self._thread.is_alive()

    @property
    def seconds_left(self) -> float | None:
        """How long it will take if it goes on as it went; None before the first part is done."""
        return (self._clock() - self._start) / self.done * (self.total - self.done) if self.done else None

    def cancel(self) -> None:
        """Stop before the next part; nothing of it is kept."""
        self._stop.set()

    def wait(self) -> None:
        """Return when it is no longer being made."""
        self._thread.join()

    def _waits(self, before: int) -> None:
        self.before, self._start = before, self._clock()

    def _tell(self, done: int, total: int) -> None:
        self.done, self.total = done, total

    def _run(self) -> None:
        try:
            with self._line.turn(self._waits, self._stop.is_set):
                queue.stand_back()
                self.content = self._make(self._tell, self._stop.is_set)
        except (Cancelled, queue.Left):
            pass
        except PictureError as error:
            self.fault = str(error)


def offer(words: Words, row: str, offers: Mapping[str, tuple[LongMake, str]]) -> None:
    """Buttons that begin to make a file, and what has become of the one begun in this row; one at a time.

    Parameters
    ----------
    words : Words
    row : str
        Names the row.
    offers : mapping
        What a button says → what makes the file, and the file's name.
    """
    now = _now()
    busy = now is not None and now.going_on
    with st.container(key=f"export_{row}_offers", horizontal=True):
        for label, offered in offers.items():
            st.button(label, key=f"export-{label}", disabled=busy, on_click=_begin, args=(row, *offered))
    if now is None or st.session_state[_KEY][0] != row:
        return
    if busy:
        st.fragment(_going_on, run_every=_LOOK)(words, now)
    elif now.content is not None:
        size = f"{len(now.content) / 1e6:.1f}"
        hand_out(words("export_save", name=now.file_name, size=size), now.content, now.file_name, f"{row}-done")
    elif now.fault:
        st.error(now.fault)
    else:
        st.caption(words("export_stopped"))


def _now() -> Making | None:
    return st.session_state[_KEY][1] if _KEY in st.session_state else None


def _begin(row: str, make: LongMake, file_name: str) -> None:
    making = Making(make, file_name)
    st.session_state[_KEY] = row, making
    gone.after(_KEY, making.cancel)


def _going_on(words: Words, making: Making) -> None:
    """How far it is, and the button that stops it; looked at again and again."""
    if not making.going_on:
        st.rerun()
    share = making.done / making.total if making.total else 0.0
    st.progress(share, text=_how_far(words, making))
    st.button(words("export_cancel"), key="export-cancel", on_click=making.cancel)


def _how_far(words: Words, making: Making) -> str:
    if making.before:
        return words("export_before", n=making.before)
    if making.seconds_left is None:
        return words("export_begun", name=making.file_name)
    left = making.seconds_left
    unit, n = ("s", left) if left < 90 else ("min", left / 60)
    return words(f"export_left_{unit}", done=making.done, total=making.total, n=f"{n:.0f}")
