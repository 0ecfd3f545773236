"""The index: places with their rooms, actors with their ways, and what a reader looks for."""

import pytest

from petrograd1917 import index, scene
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
    told = index.of_sources(chronicle)
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
        "each arrested man",
        "каждого арестованного",
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


def test_what_holds_is_told_once_as_long_as_it_does_not_change(chronicle):
    for (place_id, aspect), spans in scene.holdings(chronicle).items():
        told = index.held(chronicle, place_id, aspect)
        for first, second in zip(told, told[1:]):
            apart = first.last + 1 < second.first
            assert apart or (first.value, first.mode) != (second.value, second.mode)
        minutes = [minute for span in spans for minute in (span.first, span.last)]
        for minute in minutes:
            values = [{(s.value, s.mode) for s in some if s.first <= minute <= s.last} for some in (spans, told)]
            assert values[0] == values[1]


def test_an_unchanged_holder_is_one_row(record_copy):
    bridge = "liteiny_bridge,span,unknown,,1917-11-06T17:00,1917-11-06T17:00,1917-11-06T18:00,rain,"
    record_copy.write("states.csv", record_copy.text("states.csv") + bridge + "\n")
    record = record_copy.read()
    assert [span.value for span in scene.holdings(record)["liteiny_bridge", "span"]] == [
        "unknown",
        "lowered",
        "unknown",
        "unknown",
    ]
    assert [span.value for span in index.held(record, "liteiny_bridge", "span")] == ["unknown", "lowered", "unknown"]
