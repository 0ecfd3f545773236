"""The events as a table, to be searched and sorted."""

import pandas as pd
import streamlit as st

from petrograd1917.map.keyframes import claims_by_event, when_words
from petrograd1917.moment import day_words
from petrograd1917.ui.leaf import leaf
from petrograd1917.ui.record import record

chronicle = record()
leaf("table.html", episodes=[episode.title for episode in chronicle.episodes])
titles = {episode.id: episode.title for episode in chronicle.episodes}
places = dict(zip(chronicle.places["place_id"], chronicle.places["name"]))
claims = claims_by_event(chronicle)
short = dict(zip(chronicle.sources["source_id"], chronicle.sources["short"]))

chosen = st.segmented_control("Episode", list(titles.values()), default=titles[chronicle.opens_with])
sought = st.text_input("Find", placeholder="a word of the title, the place or the summary").casefold()

rows = [
    {
        "Day (New Style)": day_words(event.start.date())["new"],
        "Day (Old Style)": day_words(event.start.date())["old"],
        "Hour": when_words(event, claims[event.event_id]),
        "Event": event.title,
        "Place": places.get(event.place_id, "across the city"),
        "What happened": event.summary,
        "Sources": ", ".join(dict.fromkeys(short[claim.source_id] for claim in claims[event.event_id])),
    }
    for event in chronicle.events.sort_values("start").itertuples()
    if chosen in (None, titles[event.episode])
]
table = pd.DataFrame(rows)
if sought and len(table):
    table = table[
        table[["Event", "Place", "What happened"]]
        .agg(" ".join, axis=1)
        .str.casefold()
        .str.contains(sought, regex=False)
    ]
st.dataframe(table, hide_index=True, width="stretch", height=560)
st.caption(f"{len(table)} of {len(chronicle.events)} events")
