"""Words of the time, found where they stand in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from petrograd1917.chronicle import Chronicle

#: the endings with which a term may stand, besides its own
_ENDINGS = {
    "en": "s|es|’s",
    "ru": "ого|ому|ыми|ими|ами|ями|ов|ев|ей|ой|ый|ий|ая|яя|ое|ее|ые|ие|ую|юю|ым|им|ых|их|ом|ем|ам|ям|ах|ях|ою|ию|ия|ии"
    "|а|у|е|ы|и|о|я|ю|й|ь",
}
#: what is taken off a word before an ending is put on
_OWN_ENDING = {"en": r"s?$", "ru": r"(ая|яя|ое|ее|ые|ие|ый|ий|ой|ия|а|о|е|ы|и|я|ь)?$"}


class Term(NamedTuple):
    """A word of the time: `key` names it in an address or id."""

    key: str
    term: str
    meaning: str


class Glossary:
    """Finds a record's terms in a text of one language.

    Parameters
    ----------
    chronicle : Chronicle
    lang : str
        `en` or `ru`: of the texts, and of terms and meanings.
    """

    def __init__(self, chronicle: Chronicle, lang: str):
        suffix = "_ru" if lang == "ru" else ""
        rows = chronicle.glossary.reset_index(drop=True).itertuples()
        said = [
            Term(f"term-{row.Index}", getattr(row, f"term{suffix}"), getattr(row, f"meaning{suffix}")) for row in rows
        ]
        # the longer term first: “Soviet Executive” is not a soviet
        self.terms = sorted((term for term in said if term.term and term.meaning), key=lambda term: -len(term.term))
        forms = "|".join(f"({_form(term.term, lang)})" for term in self.terms)
        self._pattern = re.compile(rf"(?<!\w)(?:{forms or '(?!)'})(?!\w)", re.IGNORECASE)

    def marked(self, text: str) -> Iterator[tuple[str, Term | None]]:
        """The text in pieces, in order; with its term where one stands for the first time."""
        seen: set[Term] = set()
        end = 0
        for found in self._pattern.finditer(text):
            term = self.terms[found.lastindex - 1]
            if term in seen:
                continue
            seen.add(term)
            if found.start() > end:
                yield text[end : found.start()], None
            yield found[0], term
            end = found.end()
        if end < len(text):
            yield text[end:], None


def _form(term: str, lang: str) -> str:
    return r"\s+".join(_word(word, lang) for word in term.split())


def _word(word: str, lang: str) -> str:
    stem = re.sub(_OWN_ENDING[lang], "", word, count=1)
    return rf"(?:{re.escape(word)}|{re.escape(stem)}(?:{_ENDINGS[lang]})?)"


@cache
def glossary(chronicle: Chronicle, lang: str) -> Glossary:
    """The glossary of a record in a language."""
    return Glossary(chronicle, lang)
