"""JSON as it comes from outside: which of the three formats it is, and what all of them have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from petrograd1917.exchange.encoding import decoded
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused


def loaded(content: bytes, encoding: str | None = None) -> tuple[Any, str]:
    """The value that a file holds, and what its encoding is called.

    Raises
    ------
    Refused
        If it is no JSON, or nested too deeply.
    """
    text, name = decoded(content, encoding)
    if not text.strip("\ufeff \r\n\t"):
        raise Refused("the file is empty")
    try:
        return json.loads(text.lstrip("\ufeff")), name
    except json.JSONDecodeError as error:
        message = (
            f"the file is not JSON: {error.msg.lower()} in line {error.lineno}, column {error.colno}; mend it there"
        )
        raise Refused(message) from None
    except ValueError:  # a number of thousands of digits
        raise Refused("the file holds a number too long to be one; correct it") from None
    except RecursionError:
        raise Refused("the file is nested too deeply to be read; save it as plain GeoJSON") from None


def ours(value: Mapping[str, Any]) -> bool:
    """Whether this project wrote the file."""
    return str(value.get("written_by", "")).startswith(WRITTEN_BY)


def as_object(value: Any) -> dict[str, Any]:
    """A value if it is an object; an empty one if not."""
    return value if isinstance(value, dict) else {}


def as_list(value: Any) -> list[Any]:
    """A value if it is a list; an empty one if not."""
    return value if isinstance(value, list) else []


def written(value: Mapping[str, object]) -> bytes:
    """An object as UTF-8 JSON, its lists an item a line: short, and fit to be compared line by line."""
    members = (
        f"{_dumped(key)}: {_listed(said) if isinstance(said, list) else _dumped(said)}" for key, said in value.items()
    )
    return ("{\n" + ",\n".join(members) + "\n}\n").encode("utf-8", "replace")


def _listed(items: list[object]) -> str:
    return "[\n" + ",\n".join(map(_dumped, items)) + "\n]"


def _dumped(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
