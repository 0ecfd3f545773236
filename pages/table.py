"""The record as a table: what a reader looks for, how well each hour is known, and what was checked before."""

import streamlit as st

from petrograd1917 import index, rules
from petrograd1917.map import assets
from petrograd1917.ui import downloads, frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "table")
words = leaf.words
kinds = assets.tokens()["kind"]
used = set(chronicle.events["kind"])


def choice(key: str, options: dict[str, str]) -> str:
    """One of several ids, or none; the address holds it, whatever the language."""
    asked, widget = st.query_params.get(key), f"{key}-{leaf.lang}"
    st.session_state.setdefault(widget, asked if asked in options else None)
    chosen = st.selectbox(
        words(key), options, index=None, format_func=options.get, placeholder=words("any"), key=widget
    )
    if chosen:
        st.query_params[key] = chosen
    elif key in st.query_params:
        del st.query_params[key]
    return chosen or ""


def by_name(rows: dict[str, object], column: str = "name") -> dict[str, str]:
    return dict(sorted(((id_, leaf.plain(row, column)) for id_, row in rows.items()), key=lambda item: item[1]))


with st.container(key="filters"):
    text = st.text_input(
        words("find_event"), placeholder=words("find_event_hint"), key="find", type="search", bind="query-params"
    )
    with st.container(key="choices", horizontal=True):
        wanted = index.Wanted(
            text=text or "",
            episode=choice("episode", {episode.id: leaf.plain(episode, "title") for episode in chronicle.episodes}),
            kinds=tuple(filter(None, [choice("kind", {k: words(f"kind_{k}") for k in kinds if k in used})])),
            place=choice("place", by_name({k: p for k, p in leaf.places.items() if index.at_places(chronicle)[k]})),
            actor=choice("actor", by_name({k: a for k, a in leaf.actors.items() if index.of_actors(chronicle)[k]})),
            source=choice("source", by_name(leaf.sources, "short")),
        )

found = index.events(chronicle, wanted)
days: dict[str, list] = {}
for event_id in found:
    days.setdefault(leaf.day(leaf.events[event_id].start), []).append(
        {"row": leaf.events[event_id], "family": kinds[leaf.events[event_id].kind]["family"]}
    )
leaf.show("table_count.html", found=len(found), all=len(chronicle.events), asked=wanted != index.Wanted())
downloads.offer(chronicle, found, words)
if found:
    leaf.show("table.html", days=days)
leaf.show("table_checks.html", rules=[rule.__name__ for rule in (*rules.SHAPE, *rules.SENSE)], record=chronicle)
