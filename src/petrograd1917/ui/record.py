"""The record as the pages get it: opened once for all sessions, whole or not at all."""

from __future__ import annotations

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from petrograd1917.chronicle import Chronicle, RecordError
from petrograd1917.home import data_folder
from petrograd1917.rules import open_record

#: findings shown on the page; the command line shows all
_SHOWN = 20


def _through_the_door() -> None:
    """Start again by way of app.py if the very first visitor of a server came in by a page's own address.

    Until app.py has run once, Streamlit takes `pages/` for a directory of stand-alone pages.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()


def record() -> Chronicle:
    """The record; where it is broken, the page says what is to be mended and ends here."""
    _through_the_door()
    try:
        return open_record(data_folder())
    except RecordError as error:
        st.title("The record needs mending")
        st.write("Nothing is shown until every table is whole. Mend these and reload the page:")
        for finding in error.findings[:_SHOWN]:
            st.text(str(finding))
        if len(error.findings) > _SHOWN:
            st.text(f"… and {len(error.findings) - _SHOWN} more; “petrograd1917 check” lists all.")
        st.stop()
