"""A visitor's own events where the engine finds them: a file under a name that nobody can guess.

It lies beside what the app serves to everybody, on a shelf that only this process uses, and goes when the session that
holds it goes. What a process that was killed left behind goes when the next one starts.
"""

from __future__ import annotations

import atexit
import json
import os
import secrets
import shutil
import threading
import weakref
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent, as_json
from petrograd1917.map import assets
from petrograd1917.map.keyframes import LANGUAGES, words
from petrograd1917.map.packing import on_its_side

if os.name == "nt":
    import msvcrt

    def _lock(file: IO) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _lock(file: IO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


#: how a shelf's name begins, and the file in it that its process keeps locked while it lives
_SHELF, _HELD = "own-", "held"
_RANDOM_BYTES = 16
_ONCE = threading.Lock()


class Published:
    """The file with a session's events; it is removed when nobody holds this object any more, or on `remove()`.

    Attributes
    ----------
    link : str
        Its address without its beginning (`assets.FROM_FRAME`).
    """

    def __init__(self, chronicle: Chronicle, events: Sequence[OwnEvent]):
        file = shelf() / f"{secrets.token_hex(_RANDOM_BYTES)}.json"
        assets.write(file, contents(chronicle, events))
        self.link = assets.address(file)
        self.remove = weakref.finalize(self, file.unlink, missing_ok=True)


def contents(chronicle: Chronicle, events: Sequence[OwnEvent]) -> bytes:
    """What the engine is handed: the events in the order in which they begin, and the words that their layer needs."""
    said = {lang: words(chronicle.folder, lang)["pages"]["own_on_stage"] for lang in LANGUAGES}
    ordered = sorted(as_json(events), key=lambda event: (event["earliest"], event["start"]))
    return json.dumps(
        {"words": said, "events": on_its_side(ordered)}, ensure_ascii=False, separators=(",", ":")
    ).encode()


def shelf() -> Path:
    """The folder of this process; those of processes that are gone are removed when it is first asked for."""
    with _ONCE:
        return _opened()[0]


@cache
def _opened() -> tuple[Path, IO]:
    for left in assets.web_folder().glob(f"{_SHELF}*"):
        if _abandoned(left):
            shutil.rmtree(left, ignore_errors=True)
    mine = assets.web_folder() / f"{_SHELF}{secrets.token_hex(_RANDOM_BYTES)}"
    mine.mkdir()
    held = (mine / _HELD).open("w")
    _lock(held)
    atexit.register(shutil.rmtree, mine, ignore_errors=True)
    return mine, held


def _abandoned(left: Path) -> bool:
    try:
        with (left / _HELD).open("a") as held:
            _lock(held)
    except OSError:
        return False
    return True
