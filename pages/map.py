"""The map: one stage that fills the window."""

from urllib.parse import urlencode

import streamlit as st
from streamlit_folium import st_folium

from petrograd1917.map import stage
from petrograd1917.ui import frame, own_events, session
from petrograd1917.ui.record import record
from petrograd1917.ui.words import Words

chronicle = record()
own = own_events.current()
seen = session.seen(chronicle, urlencode(st.query_params.to_dict()))
frame.fill_with_stage(Words(chronicle, seen.lang))
# no fragment: a server that was restarted does not know the fragment that a stage reports to, and would not answer
reported = st_folium(
    stage.stage(chronicle),
    key="stage",
    feature_group_to_add=stage.show(seen.query, seen.revision, seen.problems, own and own.link),
    returned_objects=[],
    use_container_width=True,
)
spoken = seen.lang
seen.hear(reported)
if seen.lang != spoken:
    st.rerun()  # the navigation above the map speaks the map's language
