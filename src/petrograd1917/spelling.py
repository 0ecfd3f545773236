"""Russian names in the spelling of 1917, before the reform of 1918.

The rules are those of the school grammars of the time (after Ya. K. Grot, *Russkoe pravopisanie*, 1885): ъ after a last
consonant, і before a vowel, -аго in most adjectives. Which words have ѣ no rule tells: these stand in a table, and with them
whatever else a rule would get wrong.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path

_WORD = re.compile(r"[А-Яа-яЁё]+")
_RULES = (
    (re.compile("ё"), "е"),
    (re.compile("(?<=[кнвтмлр])ого$"), "аго"),
    (re.compile("(?<=н)его$"), "яго"),
    (re.compile("и(?=[аеиоуыэюяй])"), "і"),
    (re.compile("И(?=[аеиоуыэюяй])"), "І"),
    (re.compile("(?<=[бвгджзклмнпрстфхцчшщ])$"), "ъ"),
)


def exceptions(table: Path) -> dict[str, str]:
    """Words that the rules do not get right, in small letters, and how they were spelt."""
    with table.open(encoding="utf-8", newline="") as file:
        return {row["word"]: row["spelt"] for row in csv.DictReader(file)}


def spelt_in_1917(name: str, exceptions: Mapping[str, str]) -> str:
    """A Russian name of today's spelling as it was spelt in 1917; what is not in Cyrillic letters stays.

    Examples
    --------
    >>> spelt_in_1917("Невский проспект", {})
    'Невскій проспектъ'
    >>> spelt_in_1917("Петропавловская крепость", {"крепость": "крѣпость"})
    'Петропавловская крѣпость'
    """
    # ordinals such as 1-го keep their ending as it is
    return re.sub(r"(?<!\d-)" + _WORD.pattern, lambda found: _word(found[0], exceptions), name)


def _word(word: str, exceptions: Mapping[str, str]) -> str:
    known = exceptions.get(word.lower())
    if known is not None:
        return known.capitalize() if word[0].isupper() else known
    for pattern, put in _RULES:
        word = pattern.sub(put, word)
    return word
