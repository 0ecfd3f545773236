from datetime import datetime
from itertools import pairwise

import pandas as pd
import pytest

from petrograd1917 import routes
from petrograd1917.lens import told_by
from petrograd1917.moment import parse
from petrograd1917.scene import holdings, scene_at


@pytest.fixture(scope="module")
def readings(chronicle):
    return {source_id: told_by(chronicle, source_id) for source_id in chronicle.sources["source_id"]}


def test_a_source_tells_what_it_has_a_claim_of(chronicle, readings):
    for source_id, reading in readings.items():
        own = chronicle.claims[chronicle.claims["source_id"] == source_id]
        assert set(reading.events["event_id"]) == set(own.loc[own["relation"] != "denies", "event_id"])


def test_the_hours_are_the_sources_own(readings):
    for source_id, reading in readings.items():
        bounds = reading.claims.groupby("event_id")[["earliest", "latest"]].agg({"earliest": "min", "latest": "max"})
        for event in reading.events.itertuples():
            assert event.earliest <= event.start <= event.end <= event.latest, (source_id, event.event_id)
            claims = reading.claims[reading.claims["event_id"] == event.event_id]
            if not claims[["earliest", "latest"]].isna().any(axis=None):
                assert (event.earliest, event.latest) == tuple(bounds.loc[event.event_id]), (source_id, event.event_id)


def test_an_open_claim_does_not_reach_beyond_its_one_minute():
    """“By noon” of an event that the record puts at one: the source has it at noon at the latest."""
    events = _events("1917-11-07T13:00", "1917-11-07T13:10")
    told = _told(events, earliest=None, latest="1917-11-07T12:00")
    assert (told.earliest, told.start, told.end, told.latest) == (datetime(1917, 11, 7, 12),) * 4


def test_the_best_estimate_stays_where_the_source_allows_it():
    events = _events("1917-11-07T13:00", "1917-11-07T13:10")
    told = _told(events, earliest="1917-11-07T12:00", latest="1917-11-07T13:05")
    assert (told.start, told.end) == (datetime(1917, 11, 7, 13), datetime(1917, 11, 7, 13, 5))


def test_another_place_is_not_the_records_place():
    events = _events("1917-11-07T13:00", "1917-11-07T13:10")
    assert _told(events, relation="other_place").place_id == ""
    assert _told(events, relation="other_actor").actor_ids == ()
    assert _told(events, relation="same").place_id == "smolny"


def _events(earliest, latest):
    bounds = dict(zip(("earliest", "start", "end", "latest"), map(parse, (earliest, earliest, latest, latest))))
    return pd.DataFrame([{"event_id": "one", "place_id": "smolny", "actor_ids": ("lenin",), **bounds}])


def _told(events, earliest=None, latest=None, relation="same"):
    from petrograd1917.lens import _events as told

    claim = {"event_id": "one", "source_id": "reed", "relation": relation}
    times = {"earliest": earliest and parse(earliest), "latest": latest and parse(latest)}
    own = pd.DataFrame([claim | times]).astype({"earliest": "datetime64[ns]", "latest": "datetime64[ns]"})
    return next(told(events, own).itertuples())


def test_ways_and_states_rest_on_what_is_told(chronicle, readings):
    for source_id, reading in readings.items():
        told = set(reading.events["event_id"])
        assert {way.event_id for way in routes.ways(reading)} <= told
        whole = {way.movement_id: way for way in routes.ways(chronicle)}
        assert all(whole[way.movement_id] == way for way in routes.ways(reading))
        for moment in (datetime(1917, 11, 7, 2), datetime(1917, 11, 8, 2, 10), datetime(1917, 7, 17, 15)):
            scene = scene_at(reading, moment)
            assert {state.event_id for state in scene.states} <= told, (source_id, moment)
            assert {event.event_id for event in scene.events} <= told


def test_a_place_is_held_in_one_way_at_a_time(readings):
    for reading in readings.values():
        for key, spans in holdings(reading).items():
            assert all(before.last < after.first for before, after in pairwise(spans)), key


def test_a_source_that_the_record_does_not_have_tells_nothing(chronicle):
    assert told_by(chronicle, "nobody").events.empty
