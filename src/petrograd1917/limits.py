"""What a host allows: each limit has a default, an environment variable and an option of `serve`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache


class LimitError(ValueError):
    """A limit that is no limit; one sentence."""


def _limit(default: int, least: int, most: int, says: str) -> int:
    return field(default=default, metadata={"least": least, "most": most, "says": says})


@dataclass(frozen=True)
class Limits:
    """The limits of one process.

    Attributes
    ----------
    upload_mb : int
        The largest file of own events, in MB of 2**20 bytes.
    rows : int
        The most events in such a file.
    exports : int
        How many pictures, films, sheets and tables are made at the same time; whoever comes later waits in a queue.
    """

    upload_mb: int = _limit(20, 1, 1_000, "largest file of own events that is taken in, MB (default: 20)")
    rows: int = _limit(50_000, 1, 1_000_000, "most events in such a file (default: 50000)")
    # half of the processors, so that the other half draws maps
    exports: int = _limit(
        max(1, (os.cpu_count() or 1) // 2),
        1,
        64,
        "pictures and tables made at the same time, and as many films and packs (default: half the processors)",
    )

    @property
    def upload_bytes(self) -> int:
        return self.upload_mb * 2**20


#: the limits with their meaning, as `serve --help` lists them
FIELDS = fields(Limits)


def variable(name: str) -> str:
    """The environment variable that sets a limit."""
    return f"PETROGRAD1917_{name.upper()}"


def read(environment: Mapping[str, str]) -> Limits:
    """The limits that an environment sets.

    Raises
    ------
    LimitError
        If one is no whole number between its bounds.
    """
    return Limits(**{limit.name: _value(limit, environment.get(variable(limit.name), "")) for limit in FIELDS})


def _value(limit: object, said: str) -> int:
    if not said.strip():
        return limit.default
    least, most = limit.metadata["least"], limit.metadata["most"]
    if not (said.strip().isascii() and said.strip().isdigit() and least <= int(said) <= most):
        raise LimitError(f"{variable(limit.name)}={said} is no limit; give a whole number from {least} to {most}")
    return int(said)


@cache
def limits() -> Limits:
    """The limits of this process, read from its environment once."""
    return read(os.environ)
