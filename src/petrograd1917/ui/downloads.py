"""What a reader can take away of the events that a page shows: one button a format."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import pandas as pd
import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.map.keyframes import claims_by_event
from petrograd1917.moment import write, write_old
from petrograd1917.ui.words import Words

#: what a spreadsheet would take for a formula; a number is none
_FORMULA = re.compile(r"\s*[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?[0-9.]+")


class Format(NamedTuple):
    """A format: the button's text, the file's suffix and media type, and what writes it."""

    label: str
    suffix: str
    mime: str
    written: Callable[[Chronicle, tuple[str, ...]], bytes]


def table(chronicle: Chronicle, event_ids: tuple[str, ...]) -> bytes:
    """Events as a CSV that spreadsheets open: UTF-8 with its mark, both calendars, no cell a formula."""
    rows = chronicle.events.set_index("event_id", drop=False)
    places = chronicle.places.set_index("place_id")
    actors = dict(zip(chronicle.actors["actor_id"], chronicle.actors["name"]))
    short = dict(zip(chronicle.sources["source_id"], chronicle.sources["short"]))
    claims = claims_by_event(chronicle)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(
        "event_id title title_ru start end earliest latest start_old_style place lat lon kind actors sources summary".split()
    )
    for event in (rows.loc[event_id] for event_id in event_ids):
        place = places.loc[event.place_id] if event.place_id else None
        point = ("", "") if place is None or pd.isna(place.lat) else (place.lat, place.lon)
        cells = (
            event.event_id,
            event.title,
            event.title_ru,
            *(write(moment) for moment in (event.start, event.end, event.earliest, event.latest)),
            write_old(event.start),
            "" if place is None else place["name"],
            *point,
            event.kind,
            "; ".join(actors[actor_id] for actor_id in event.actor_ids),
            "; ".join(dict.fromkeys(short[claim.source_id] for claim in claims[event.event_id])),
            event.summary,
        )
        writer.writerow(_harmless(str(cell)) for cell in cells)
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


#: a further format is a further row
FORMATS = (Format("CSV", "csv", "text/csv", table),)


def offer(chronicle: Chronicle, event_ids: tuple[str, ...], words: Words) -> None:
    """The buttons that hand out these events; without events there is nothing to take."""
    if not event_ids:
        return
    with st.container(key="downloads", horizontal=True):
        for kind in FORMATS:
            st.download_button(
                words("download", format=kind.label),
                partial(kind.written, chronicle, event_ids),
                file_name=f"petrograd1917.{kind.suffix}",
                mime=kind.mime,
                on_click="ignore",
            )
