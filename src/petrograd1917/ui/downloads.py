"""What can be taken away: the button that makes a file in its turn, and one for each format of a page's events."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.exporting import FORMATS, export_record
from petrograd1917.map import assets
from petrograd1917.ui import queue
from petrograd1917.ui.words import Words

#: makes a file's content, in a thread that knows nothing of Streamlit
Make = Callable[[], bytes]


def offer(chronicle: Chronicle, event_ids: tuple[str, ...], words: Words) -> None:
    """The buttons that hand out these events; without events there is nothing to take."""
    if not event_ids:
        return
    with st.container(key="downloads", horizontal=True):
        for name, form in FORMATS.items():
            button(
                words("download", format=form.name),
                partial(export_record, chronicle, name, assets.tokens(), words.lang, event_ids),
                f"petrograd1917.{form.suffix}",
                form.media_type,
            )


def button(
    label: str,
    make: Make,
    file_name: str,
    media_type: str,
    key: str | None = None,
) -> None:
    """A button that makes a file when it is pressed and its turn has come, and hands it out.

    Parameters
    ----------
    label : str
    make : callable
        Makes the content.
    file_name, media_type : str
    key : str, optional
        Names the button where its label may change.
    """
    made = _in_turn(make, file_name, media_type)
    st.download_button(label, made, file_name, media_type, on_click="ignore", key=key)


def _in_turn(make: Make, file_name: str, media_type: str) -> Make:
    context = get_script_run_ctx(suppress_warning=True)

    def begin() -> None:
        if context:
            add_script_run_ctx(ctx=context)
        queue.stand_back()

    def gone() -> bool:
        return bool(context) and not runtime.get_instance().is_active_session(context.session_id)

    def wait_and_make() -> bytes:
        try:
            with queue.brief().turn(gone=gone):
                content = make()
        except queue.Left:
            return b""  # nobody will fetch it
        if context:
            # Streamlit drops what a button made as soon as others' pages have run twice, fetched or not: let the
            # session hold it until its own page runs again
            runtime.get_instance().media_file_mgr.add(
                content, media_type, f"made {file_name}", file_name, is_for_static_download=True
            )
        return content

    def made() -> bytes:
        # a thread of its own, for neither session nor priority may stick to Streamlit's
        with ThreadPoolExecutor(1, initializer=begin) as own:
            return own.submit(wait_and_make).result()

    return made
