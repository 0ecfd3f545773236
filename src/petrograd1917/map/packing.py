"""The keyframes in few bytes: what is said once for all is not said again for each. `engine/unpack.js` undoes it."""

from __future__ import annotations

from itertools import pairwise

#: from how many things on a list is turned on its side
_FEWEST = 4
#: thousandths of a minute, millionths of a degree: how finely ways are given (routes.py)
FINENESS = (1_000, 1_000_000, 1_000_000)


def packed(keyframes: dict[str, object]) -> dict[str, object]:
    """Keyframes as they travel: ways as differences of whole numbers, tables on their side."""
    ways = [[actor, event, *_steps(stops)] for actor, event, stops in keyframes["ways"]]
    return {key: _on_its_side(value) for key, value in keyframes.items()} | {"ways": ways}


def _steps(stops: list[list]) -> list[list]:
    """Initials of the legs, then minutes, latitudes and longitudes as steps from stop to stop, the first from nought."""
    *axes, legs = zip(*stops)
    whole = ([round(value * fineness) for value in axis] for axis, fineness in zip(axes, FINENESS))
    return [
        "".join(leg[:1] or "-" for leg in legs),
        *([axis[0], *(after - before for before, after in pairwise(axis))] for axis in whole),
    ]


def _on_its_side(value: object) -> object:
    """Things with the same keys as one list for each key (`#`), their names beside it; few words by number (`%`)."""
    if isinstance(value, dict) and _alike(list(value.values())):
        return {"names": list(value), **_on_its_side(list(value.values()))}
    if isinstance(value, dict):
        return {key: _on_its_side(part) for key, part in value.items()}
    if isinstance(value, list) and _alike(value):
        return {"#": {key: _on_its_side([row[key] for row in value]) for key in value[0]}}
    if isinstance(value, list) and all(isinstance(word, str) for word in value) and 3 * len(set(value)) < len(value):
        words = list(dict.fromkeys(value))
        return {"%": words, "at": [words.index(word) for word in value]}
    return value


def _alike(rows: list) -> bool:
    return (
        len(rows) >= _FEWEST
        and all(isinstance(row, dict) and row for row in rows)
        and all(row.keys() == rows[0].keys() for row in rows)
    )
