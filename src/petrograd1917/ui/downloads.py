"""What a reader can take away of the events that a page shows: one button a format."""

from __future__ import annotations

from functools import partial

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.exporting import FORMATS, export_record
from petrograd1917.map import assets
from petrograd1917.ui.queue import in_turn
from petrograd1917.ui.words import Words


def offer(chronicle: Chronicle, event_ids: tuple[str, ...], words: Words) -> None:
    """The buttons that hand out these events; without events there is nothing to take."""
    if not event_ids:
        return
    with st.container(key="downloads", horizontal=True):
        for name, form in FORMATS.items():
            st.download_button(
                words("download", format=form.name),
                in_turn(partial(export_record, chronicle, name, assets.tokens(), words.lang, event_ids)),
                file_name=f"petrograd1917.{form.suffix}",
                mime=form.media_type,
                on_click="ignore",
            )
