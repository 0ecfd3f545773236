"""The door: page set-up and navigation."""

import streamlit as st

from petrograd1917.home import home
from petrograd1917.ui import frame, session
from petrograd1917.ui.record import record
from petrograd1917.ui.words import Words

#: a file of `pages/` each, in the order in which they are offered
PAGES = ("map", "sources", "disagreements", "places", "people", "table", "export", "your_events", "trust")

st.set_page_config(page_title="Petrograd 1917", page_icon=frame.ICON, layout="wide", initial_sidebar_state="collapsed")
frame.dress()
words = Words(record(), session.language())
files = home() / "pages"
st.navigation(
    [st.Page(files / f"{page}.py", title=words(f"nav_{page}"), default=page == "map") for page in PAGES],
    position="top",
).run()
