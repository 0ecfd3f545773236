"""The door: page set-up and navigation."""

import streamlit as st

from petrograd1917.home import home
from petrograd1917.ui import frame

st.set_page_config(page_title="Petrograd 1917", page_icon=frame.ICON, layout="wide", initial_sidebar_state="collapsed")
frame.dress()
pages = home() / "pages"
st.navigation(
    [
        st.Page(pages / "map.py", title="Map", default=True),
        st.Page(pages / "sources.py", title="Sources"),
        st.Page(pages / "disagreements.py", title="Disagreements"),
        st.Page(pages / "places.py", title="Places"),
        st.Page(pages / "table.py", title="Table"),
        st.Page(pages / "trust.py", title="How far to trust it"),
    ],
    position="top",
).run()
