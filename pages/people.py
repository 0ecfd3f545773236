"""Who is who: persons, bodies, units, ships and crowds, whom they were for, and in what they had a part."""

import streamlit as st

from petrograd1917 import index, scene
from petrograd1917.gazetteer import fold
from petrograd1917.moment import from_minute, moment_words
from petrograd1917.ui import frame
from petrograd1917.ui.record import record

KINDS = ("person", "body", "unit", "ship", "crowd")

chronicle = record()
leaf = frame.head(chronicle, "people")
events = index.of_actors(chronicle)
loyalties = scene.loyalties(chronicle)
sides = {side.side_id: side for side in chronicle.sides.itertuples()}


def spell_words(loyal: scene.Loyal) -> str:
    """From when to when an actor is for a side, as far as that is not the whole episode."""
    first, last = from_minute(loyal.first), from_minute(loyal.last)
    episode = chronicle.episode(sides[loyal.side_id].episode)
    since, until = moment_words(first, leaf.lang), moment_words(last, leaf.lang)
    if first <= episode.start and last >= episode.end:
        return leaf.words("spell_all", episode=leaf.plain(episode, "title"))
    if first <= episode.start:
        return leaf.words("spell_until", until=until)
    return leaf.words("spell_since", since=since) if last >= episode.end else f"{since} – {until}"


def entry(actor: object) -> dict[str, object]:
    spells = [{"side": sides[loyal.side_id], "when": spell_words(loyal)} for loyal in loyalties.get(actor.actor_id, ())]
    return {"row": actor, "spells": spells, "events": events[actor.actor_id]}


def listed_under(actor: object) -> str:
    """A person by the surname, which stands last in either language; all else by its name."""
    name = leaf.plain(actor, "name")
    return name.rsplit(maxsplit=1)[-1] if actor.kind == "person" else name


sought = st.text_input(
    leaf.words("find_person"),
    placeholder=leaf.words("find_person_hint"),
    key="find",
    type="search",
    bind="query-params",
)
wanted = fold(sought or "").split()
kept = [
    entry(actor)
    for actor in leaf.actors.values()
    if all(word in fold(f"{actor.name} {actor.name_ru} {actor.who} {actor.who_ru}") for word in wanted)
]
kept.sort(key=lambda one: listed_under(one["row"]))
leaf.show(
    "people.html",
    sought=sought,
    kinds=[(kind, [one for one in kept if one["row"].kind == kind]) for kind in KINDS],
    opened=len(kept) == 1,
)
