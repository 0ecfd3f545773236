"""The index: places with their rooms, actors with their ways, and what a reader looks for."""

import pytest

from petrograd1917 import index
from petrograd1917.index import Wanted


def found(chronicle, **wanted) -> set[str]:
    return set(index.events(chronicle, Wanted(**wanted)))


def test_nothing_wanted_is_everything_in_the_order_of_the_hours(chronicle):
    everything = index.events(chronicle, Wanted())
    starts = chronicle.events.set_index("event_id")["start"]
    assert set(everything) == set(chronicle.events["event_id"])
    assert [starts[event_id] for event_id in everything] == sorted(starts)


def test_a_place_is_meant_with_its_rooms(chronicle):
    in_palace = set(index.at_places(chronicle)["winter_palace"])
    in_room = set(index.at_places(chronicle)["winter_palace_small_dining_room"])
    assert in_room and in_room < in_palace
    assert found(chronicle, place="winter_palace") == in_palace


def test_who_is_on_the_way_has_a_part(record_copy):
    record_copy.change("events", "rain", "actor_ids", "")
    record = record_copy.read()
    assert index.of_actors(record) == {"lenin": ("rain",), "aurora": ("rain",), "kerensky": ()}


def test_told_by(chronicle):
    told = index.told_by(chronicle)
    assert set(told["reed"]) == set(chronicle.claims.loc[chronicle.claims["source_id"] == "reed", "event_id"])


@pytest.mark.parametrize(
    "text",
    [
        "ministers arrested",
        "министры арестованы",
        "26 October",
        "8 November",
        "26 октября",
        "Малая столовая",
        "small dining room",
        "Antonov",
    ],
)
def test_text_is_found_in_both_languages_and_calendars(chronicle, text):
    assert "ministers_arrested" in found(chronicle, text=text)


def test_all_words_must_be_found(chronicle):
    assert "ministers_arrested" not in found(chronicle, text="ministers zeppelin")
    assert found(chronicle, text="zeppelin") == set()


def test_filters_narrow_each_other(chronicle):
    arrests = found(chronicle, episode="october", kinds=("arrest",))
    assert "ministers_arrested" in arrests
    assert arrests == found(chronicle, episode="october") & found(chronicle, kinds=("arrest",))
    assert found(chronicle, episode="october", kinds=("arrest",), place="winter_palace", actor="lenin") == set()
    assert found(chronicle, source="reed", kinds=("arrest",)) <= arrests | found(chronicle, episode="july")


def test_an_id_that_is_none_finds_nothing(chronicle):
    assert found(chronicle, place="nowhere") == found(chronicle, actor="nobody") == set()
