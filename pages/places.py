"""The gazetteer: every name of 1917 and of today, how exactly a place is known, and what happened there."""

import streamlit as st

from petrograd1917.gazetteer import Gazetteer, gazetteer
from petrograd1917.ui import entries, frame, locator
from petrograd1917.ui.record import record

#: how many places a search offers
MOST = 20

chronicle = record()
leaf = frame.head(chronicle, "places", style=locator.style(chronicle))


@st.cache_resource(show_spinner=False)
def names(folder: str) -> Gazetteer:
    return gazetteer(chronicle)


sought = st.text_input(
    leaf.words("find_place"), placeholder=leaf.words("find_place_hint"), key="find", type="search", bind="query-params"
)
if sought and sought.strip():
    found = names(str(chronicle.folder)).find(sought, MOST)
    recorded = [
        entries.place(chronicle, leaf, match.place.place_id, match.matched) for match in found if match.place.place_id
    ]
    drawn = [match.place for match in found if not match.place.place_id]
    leaf.show("places.html", sought=sought, groups={"": recorded}, drawn=drawn, opened=len(recorded) == 1)
else:
    groups = {
        use: [entries.place(chronicle, leaf, place_id) for place_id in place_ids]
        for use, place_ids in entries.places_by_use(chronicle, leaf.lang).items()
    }
    leaf.show("places.html", sought="", groups=groups, drawn=[], opened=False)
