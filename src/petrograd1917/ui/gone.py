"""What is done when a session is gone for good.

Streamlit keeps a session for a while after its window was closed, for a window that only lost its way, and drops it when
the next one comes or goes: on a quiet server never. What must not outlive its visitor is taken away here, in time.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable
from functools import cache

from streamlit import config, runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

#: how often is looked who is gone, seconds
_LOOK = 5.0


class Watch:
    """Sessions with what is to be done after them.

    Parameters
    ----------
    here : callable
        Whether a session has an open window.
    kept : float
        For how long a session without one may come back, seconds.
    """

    def __init__(self, here: Callable[[str], bool], kept: float):
        self._here, self._kept = here, kept
        self._after: dict[str, dict[object, Callable[[], object]]] = {}
        self._seen: dict[str, float] = {}
        self._lock = threading.Lock()

    def after(self, session: str, name: object, do: Callable[[], object]) -> None:
        """Let something be done when the session is gone; it replaces what was to be done under the same name."""
        with self._lock:
            self._after.setdefault(session, {})[name] = do
            self._seen[session] = time.monotonic()

    def look(self) -> None:
        """Do what is to be done for the sessions that are gone."""
        now, due = time.monotonic(), []
        with self._lock:
            for session in list(self._after):
                if self._here(session):
                    self._seen[session] = now
                elif now - self._seen[session] > self._kept:
                    due += self._after.pop(session).values()
                    del self._seen[session]
        for do in due:
            do()
        if due:
            gc.collect()  # they held one another: nobody else looks for them soon


@cache
def _watch() -> Watch:
    watch = Watch(runtime.get_instance().is_active_session, config.get_option("server.disconnectedSessionTTL"))

    def keep_looking() -> None:
        while True:
            time.sleep(_LOOK)
            watch.look()

    threading.Thread(target=keep_looking, name="gone", daemon=True).start()
    return watch


def after(name: object, do: Callable[[], object]) -> None:
    """Let something be done once this session is gone; outside of a running app nothing ever is."""
    context = get_script_run_ctx(suppress_warning=True)
    if context and runtime.exists():
        _watch().after(context.session_id, name, do)
