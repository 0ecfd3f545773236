"""Headings: which column of a file is which field, by its name or, where it bears another, by a guess to be confirmed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from petrograd1917.exchange.events import FIELDS, FURTHER, REMARKS
from petrograd1917.gazetteer import fold

KNOWN = (*FIELDS, *FURTHER)
#: without these no event can be made
NEEDED = ("id", "title", "start", "calendar")
#: what other people call them, in English, Russian, German, French
_OTHER_NAMES = {
    "id": "id key no nr num number code uid unique_id identifier номер код ид nummer",
    "title": "title name headline event label heading subject название имя заголовок событие titel titre nom ereignis",
    "description": "description text notes note summary details comment описание текст примечание beschreibung",
    "start": "start date begin from when time datetime start_date startdate begins дата начало когда datum beginn début",
    "end": "end to until finish end_date enddate ends конец окончание ende fin",
    "calendar": "calendar style календарь стиль kalender calendrier",
    "lat": "lat latitude y широта breite",
    "lon": "lon long lng longitude x долгота länge",
    "place": "place location where address venue место адрес местоположение ort lieu",
    "category": "category type kind group тип категория вид kategorie catégorie",
    "source": "source reference citation sources источник quelle",
}


def plain(heading: str) -> str:
    """A heading as its name is looked up: without outer blanks, in small letters."""
    return heading.strip().lower()


def known_in(headings: Iterable[str]) -> int:
    """How many of the headings name a field by its own name."""
    return len({plain(heading) for heading in headings} & {*KNOWN, *REMARKS})


def matched(headings: list[str], said: Mapping[str, str]) -> dict[str, str]:
    """Field → heading, for those that bear a field's own name or were named by the user.

    Parameters
    ----------
    headings : list of str
        As they stand in the file.
    said : mapping
        Field → heading, as the user said.
    """
    own = {plain(heading): heading for heading in reversed(headings)}
    found = {field: own[field] for field in KNOWN if field in own}
    return {**found, **{field: heading for field, heading in said.items() if heading in headings}}


def guessed(headings: list[str], found: Mapping[str, str]) -> dict[str, str]:
    """Field → heading, for fields that are missing and that another heading probably means."""
    free = [heading for heading in headings if heading not in found.values()]
    guesses: dict[str, str] = {}
    for field, names in _OTHER_NAMES.items():
        if field in found:
            continue
        wanted = [words for name in names.split() if (words := _words(name))]
        fitting = (h for h in free if h not in guesses.values() and _words(h) in wanted)
        partly = (h for h in free if h not in guesses.values() and set(_words(h)) & {words[0] for words in wanted})
        heading = next(fitting, None) or next(partly, None)
        if heading is not None:
            guesses[field] = heading
    return guesses


def _words(heading: str) -> list[str]:
    return fold(re.sub("[_/()№.-]", " ", heading)).split()
