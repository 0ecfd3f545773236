"""Who is who: persons, bodies, units, ships and crowds, whom they were for, and in what they had a part."""

import streamlit as st

from petrograd1917.gazetteer import fold
from petrograd1917.ui import entries, frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "people")
sought = st.text_input(
    leaf.words("find_person"),
    placeholder=leaf.words("find_person_hint"),
    key="find",
    type="search",
    bind="query-params",
)
wanted = fold(sought or "").split()
kept = [
    actor
    for actor in leaf.actors.values()
    if all(word in fold(f"{actor.name} {actor.name_ru} {actor.who} {actor.who_ru}") for word in wanted)
]
leaf.show("people.html", sought=sought, kinds=entries.people(chronicle, leaf, kept), opened=len(kept) == 1)
