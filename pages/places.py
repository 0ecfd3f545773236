"""The gazetteer: every name of 1917 and of today, how exactly a place is known, and what happened there."""

import streamlit as st

from petrograd1917 import index
from petrograd1917.gazetteer import Gazetteer, gazetteer
from petrograd1917.moment import from_minute
from petrograd1917.ui import frame, locator
from petrograd1917.ui.record import record

#: how many places a search offers
MOST = 20

chronicle = record()
leaf = frame.head(chronicle, "places", style=locator.style(chronicle))
happened = index.at_places(chronicle)
sides = {side.side_id: side for side in chronicle.sides.itertuples()}


@st.cache_resource(show_spinner=False)
def names(folder: str) -> Gazetteer:
    return gazetteer(chronicle)


def entry(place_id: str, matched: str = "") -> dict[str, object]:
    """A place with what is known of it; `matched` is the name by which it was found."""
    place, point = leaf.places[place_id], chronicle.points[place_id]
    return {
        "row": place,
        "point": point,
        "spot": locator.spot(chronicle, *point, place.error_m) if point else None,
        "matched": "" if matched in (place.name, place.name_ru, place.name_modern) else matched,
        "part_of": leaf.places.get(place.part_of),
        "events": happened[place_id],
        "held": {
            aspect: [
                {"from": from_minute(held.first), "side": sides.get(held.value), "held": held}
                for held in index.held(chronicle, place_id, aspect)
            ]
            for aspect in ("holder", "span")
        },
    }


sought = st.text_input(
    leaf.words("find_place"), placeholder=leaf.words("find_place_hint"), key="find", type="search", bind="query-params"
)
if sought and sought.strip():
    found = names(str(chronicle.folder)).find(sought, MOST)
    recorded = [entry(match.place.place_id, match.matched) for match in found if match.place.place_id]
    drawn = [match.place for match in found if not match.place.place_id]
    leaf.show("places.html", sought=sought, groups={"": recorded}, drawn=drawn, opened=len(recorded) == 1)
else:
    ordered = chronicle.places.sort_values("name_ru" if leaf.lang == "ru" else "name")["place_id"]
    groups = {
        "places_busy": [entry(place_id) for place_id in ordered if happened[place_id]],
        "places_quiet": [entry(place_id) for place_id in ordered if not happened[place_id]],
    }
    leaf.show("places.html", sought="", groups=groups, drawn=[], opened=False)
