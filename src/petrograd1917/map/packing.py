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
    return {key: on_its_side(value) for key, value in keyframes.items()} | {"ways": ways}


#: the keyframes with many words: they are read in one language at a time
_WORDY = ("words", "places", "actors", "events")


def spoken(keyframes: dict[str, object], lang: str) -> dict[str, object]:
    """What the keyframes say in one language, as it travels: in their own shape, without all that is no text."""
    return {key: on_its_side(_said(keyframes[key], lang)) for key in _WORDY}


def without(keyframes: dict[str, object], lang: str) -> dict[str, object]:
    """The keyframes without what `spoken` holds."""
    return keyframes | {key: _unsaid(keyframes[key], lang) for key in _WORDY}


def _unsaid(value: object, lang: str) -> object:
    if isinstance(value, dict):
        return {key: _unsaid(part, lang) for key, part in value.items() if not (_is_twin(value) and key == lang)}
    return [_unsaid(part, lang) for part in value] if isinstance(value, list) else value


def _said(value: object, lang: str) -> object:
    if isinstance(value, dict):
        if _is_twin(value):
            return value[lang]
        said = {key: _said(part, lang) for key, part in value.items()}
        return {key: part for key, part in said.items() if part is not None} or None
    if isinstance(value, list):
        said = [_said(part, lang) for part in value]
        return said if any(part is not None for part in said) else None
    return None


def _is_twin(value: dict) -> bool:
    return value.keys() == {"en", "ru"}


def _steps(stops: list[list]) -> list[list]:
    """Initials of the legs, then minutes, latitudes and longitudes as steps from stop to stop, the first from nought."""
    *axes, legs = zip(*stops)
    whole = ([round(value * fineness) for value in axis] for axis, fineness in zip(axes, FINENESS))
    return [
        "".join(leg[:1] or "-" for leg in legs),
        *([axis[0], *(after - before for before, after in pairwise(axis))] for axis in whole),
    ]


def on_its_side(value: object) -> object:
    """Things with the same keys as one list for each key (`#`), their names beside it; few words by number (`%`)."""
    if isinstance(value, dict) and _alike(list(value.values())):
        return {"names": list(value), **on_its_side(list(value.values()))}
    if isinstance(value, dict):
        return {key: on_its_side(part) for key, part in value.items()}
    if isinstance(value, list) and _alike(value):
        return {"#": {key: on_its_side([row[key] for row in value]) for key in value[0]}}
    if isinstance(value, list) and all(isinstance(word, str) for word in value) and 3 * len(set(value)) < len(value):
        number = {word: i for i, word in enumerate(dict.fromkeys(value))}
        return {"%": list(number), "at": [number[word] for word in value]}
    return value


def _alike(rows: list) -> bool:
    return (
        len(rows) >= _FEWEST
        and all(isinstance(row, dict) and row for row in rows)
        and all(row.keys() == rows[0].keys() for row in rows)
    )
