import json
import sys
from dataclasses import replace
from datetime import date, datetime, timedelta

import pandas as pd
import pytest

from petrograd1917 import sun
from petrograd1917.moment import to_minute
from petrograd1917.routes import ways
from petrograd1917.scene import Scene, SceneActor, SceneState, holdings, loyalties, scene_at, side_of

EPISODES = (("1917-07-16T00:00", "1917-07-20T23:59"), ("1917-11-06T00:00", "1917-11-09T04:00"))


def written(moment):
    return f"{moment:%Y-%m-%dT%H:%M}"


def episode_of(now):
    return next(((first, last) for first, last in EPISODES if first <= now <= last), None)


def expected_events(tables, now):
    """Each event that stands on the map, by the letters of the table: moments are compared as they are written."""
    order = sorted(tables["events"], key=lambda row: row["start"])
    order.sort(key=lambda row: -int(row["weight"]))
    places = {row["place_id"]: (row["lat"], row["lon"]) for row in tables["places"]}
    return [
        {
            **{key: row[key] for key in ("event_id", "title", "place_id", "start", "end", "earliest", "latest")},
            "lat": float(lat) if lat else None,
            "lon": float(lon) if lon else None,
            "certain": row["start"] <= now <= row["end"],
        }
        for row in order
        for lat, lon in [places.get(row["place_id"], ("", ""))]
        if episode_of(now) and row["earliest"] <= now <= row["latest"]
    ]


def expected_states(tables, now):
    """For each place and aspect the last change that may have begun: sure, or under way and so not known."""
    if not episode_of(now):
        return {}
    first, last = episode_of(now)
    event_of = {row["claim_id"]: row["event_id"] for row in tables["claims"]}
    found = {}
    for row in sorted(tables["states"], key=lambda row: row["latest"]):
        if row["latest"] < first or row["earliest"] > last or now < row["earliest"]:
            continue
        done = row["latest"] <= now
        value, mode = (row["value"], row["mode"]) if done else ("unknown", "")
        ground = row["event_id"] or event_of[row["claim_id"]]
        found[row["place_id"], row["aspect"]] = (value, mode, value != "unknown", ground)
    return found


def expected_side(tables, actor_id, now):
    sides = [
        row["side_id"]
        for row in tables["allegiances"]
        if row["actor_id"] == actor_id and row["earliest"] <= now <= row["latest"]
    ]
    return sides[0] if sides else ""


def timetable(chronicle):
    """For each movement its actor and its stops: seconds, latitude, longitude and leg."""
    start = seconds("1917-01-01T00:00")
    for way in ways(chronicle):
        yield way.actor_id, [(start + stop.minute * 60, stop.lat, stop.lon, stop.leg) for stop in way.stops]


def seconds(text):
    day, hour, minute = date.fromisoformat(text[:10]), int(text[11:13]), int(text[14:])
    return day.toordinal() * 86400 + hour * 3600 + minute * 60


def expected_actors(tables, ways, now):
    if not episode_of(now):
        return {}
    time = seconds(now)
    found = {}
    for actor_id, stops in ways:
        side = expected_side(tables, actor_id, now)
        here = [stop for stop in stops if stop[0] == time]
        if here:
            found[actor_id] = (side, False, "attested", here[-1][1:3])
        for a, b in zip(stops, stops[1:]):
            if a[0] < time < b[0] and b[3] != "unknown":
                share = (time - a[0]) / (b[0] - a[0])
                point = tuple(p + share * (q - p) for p, q in zip(a[1:3], b[1:3]))
                found[actor_id] = (side, a[1:3] != b[1:3], b[3], point)
    return found


@pytest.fixture(scope="module")
def naive_ways(chronicle):
    return list(timetable(chronicle))


def test_the_boundaries_are_many_and_lie_in_and_out_of_the_episodes(scenes):
    assert len(scenes) > 500
    assert {episode_of(written(moment)) is None for moment in scenes} == {True, False}


def test_events_at_every_boundary(scenes, tables):
    for moment, scene in scenes.items():
        assert scene.as_json()["events"] == expected_events(tables, written(moment)), moment


def test_states_at_every_boundary(scenes, tables):
    for moment, scene in scenes.items():
        shown = {(s.place_id, s.aspect): (s.value, s.mode, s.certain, s.event_id) for s in scene.states}
        assert shown == expected_states(tables, written(moment)), moment
        assert len(shown) == len(scene.states), moment


def test_actors_at_every_boundary(scenes, tables, naive_ways):
    for moment, scene in scenes.items():
        shown = {a.actor_id: (a.side_id, a.moving, a.basis, (a.lat, a.lon)) for a in scene.actors}
        wanted = expected_actors(tables, naive_ways, written(moment))
        assert shown.keys() == wanted.keys(), moment
        for actor_id, (*said, point) in wanted.items():
            assert shown[actor_id][:3] == tuple(said), (moment, actor_id)
            assert shown[actor_id][3] == pytest.approx(point, abs=1e-9), (moment, actor_id)


def test_nobody_stands_on_the_map_twice(scenes):
    twice = {}
    for moment, scene in scenes.items():
        ids = [actor.actor_id for actor in scene.actors]
        twice |= {(written(moment), actor_id): ids.count(actor_id) for actor_id in ids if ids.count(actor_id) > 1}
    assert twice == {}


def test_names_are_those_of_the_table(scenes, tables):
    names = {row["actor_id"]: row["name"] for row in tables["actors"]}
    for scene in scenes.values():
        assert all(actor.name == names[actor.actor_id] for actor in scene.actors)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(1917, 7, 15, 23, 59),
        datetime(1917, 7, 21),
        datetime(1917, 9, 1, 12),
        datetime(1917, 11, 5, 23, 59),
        datetime(1917, 11, 9, 4, 1),
        datetime(1582, 10, 15),
        datetime(2100, 12, 31, 23, 59),
    ],
)
def test_outside_the_episodes_the_map_is_empty(chronicle, moment):
    scene = scene_at(chronicle, moment)
    assert (scene.events, scene.actors, scene.states) == ((), (), ())
    assert -90 <= scene.altitude_deg <= 90
    assert scene.as_json()["moment"]["new_style"] == written(moment)


def test_seconds_are_cut_off(chronicle):
    whole = scene_at(chronicle, datetime(1917, 11, 8, 2, 10))
    assert scene_at(chronicle, datetime(1917, 11, 8, 2, 10, 59, 999_999)) == whole
    assert isinstance(whole, Scene)


def states(record, text):
    shown = scene_at(record, datetime.fromisoformat(text)).states
    return {(state.place_id, state.aspect): (state.value, state.certain, state.event_id) for state in shown}


def test_a_place_is_plain_between_the_last_minute_known_and_the_first(record_copy):
    record = record_copy.read()
    for moment, value in {
        "1917-11-06T00:00": "unknown",
        "1917-11-06T05:59": "unknown",
        "1917-11-06T06:00": "october_government",
        "1917-11-08T02:03": "october_government",
        "1917-11-08T02:04": "unknown",
        "1917-11-08T02:09": "unknown",
        "1917-11-08T02:10": "october_mrc",
        "1917-11-09T04:00": "october_mrc",
    }.items():
        assert states(record, moment)["winter_palace", "holder"] == (value, value != "unknown", "rain"), moment


def test_before_anything_is_known_of_a_place_nothing_is_shown(record_copy):
    record = record_copy.read()
    assert ("liteiny_bridge", "span") not in states(record, "1917-11-06T15:59")
    assert states(record, "1917-11-06T16:00")["liteiny_bridge", "span"] == ("unknown", False, "rain")
    assert states(record, "1917-11-06T16:30")["liteiny_bridge", "span"] == ("lowered", True, "rain")


def test_a_contested_place_is_contested_surely(record_copy):
    moments = {"earliest": "1917-11-07T21:00", "at": "1917-11-07T22:30", "latest": "1917-11-08T00:00"}
    record_copy.add(
        "states",
        {"place_id": "winter_palace", "aspect": "holder", "value": "contested", "claim_id": "rain_reed", **moments},
    )
    record = record_copy.read()
    palace = ("winter_palace", "holder")
    assert states(record, "1917-11-07T20:59")[palace][0] == "october_government"
    assert states(record, "1917-11-07T23:59")[palace] == ("unknown", False, "rain")
    assert states(record, "1917-11-08T00:00")[palace] == ("contested", True, "rain")
    assert states(record, "1917-11-08T02:03")[palace] == ("contested", True, "rain")
    assert states(record, "1917-11-08T02:04")[palace] == ("unknown", False, "rain")


def test_a_holder_that_is_not_known_is_shown_as_not_known(record_copy):
    record_copy.change("states", "winter_palace holder 1917-11-08", "value", "unknown")
    assert states(record_copy.read(), "1917-11-08T12:00")["winter_palace", "holder"] == ("unknown", False, "rain")


def test_what_held_in_july_does_not_hold_in_october(record_copy):
    record_copy.keep("states", lambda row: row["earliest"] == "1917-11-06T00:00")
    for column in ("earliest", "at", "latest"):
        record_copy.change("states", "winter_palace", column, "1917-07-16T00:00")
    record_copy.change("states", "winter_palace", "value", "july_government")
    record = record_copy.read()
    assert states(record, "1917-07-20T23:59")["winter_palace", "holder"] == ("july_government", True, "rain")
    assert states(record, "1917-11-06T00:00") == {}


def test_states_of_one_place_neither_overlap_nor_leave_a_gap(chronicle):
    july, october = (to_minute(episode.start) for episode in chronicle.episodes)
    for spans in holdings(chronicle).values():
        assert spans[0].first >= july
        for before, after in zip(spans, spans[1:]):
            assert before.first <= before.last < after.first <= after.last
            assert after.first == before.last + 1 or before.last < october <= after.first


def test_sides_change_with_the_minute(record_copy):
    record = record_copy.read()
    for text, side in (
        ("1917-11-05T23:59", ""),
        ("1917-11-06T00:00", "october_mrc"),
        ("1917-11-07T12:00", "october_mrc"),
        ("1917-11-07T12:01", "october_uncommitted"),
        ("1917-11-08T12:00", "october_uncommitted"),
        ("1917-11-08T12:01", ""),
    ):
        assert side_of(record, "lenin", to_minute(datetime.fromisoformat(text))) == side, text
    assert side_of(record, "kerensky", 446_000) == ""
    assert set(loyalties(record)) == {"lenin"}


def test_an_actor_on_the_way(record_copy):
    (lenin,) = (a for a in scene_at(record_copy.read(), datetime(1917, 11, 7, 10, 1)).actors if a.actor_id == "lenin")
    assert (lenin.name, lenin.side_id, lenin.moving, lenin.basis) == ("Lenin", "october_mrc", True, "attested")


def test_a_scene_as_plain_values(chronicle):
    said = scene_at(chronicle, datetime(1917, 11, 7, 2, 10)).as_json()
    assert json.loads(json.dumps(said, allow_nan=False)) == said
    assert list(said) == ["moment", "events", "actors", "states", "sun"]
    assert said["moment"] == {
        "new_style": "1917-11-07T02:10",
        "old_style": "1917-10-25T02:10",
        "words": "02:10, 7 November (25 October O.S.)",
    }
    keys = {
        "events": ["event_id", "title", "place_id", "lat", "lon", "start", "end", "earliest", "latest", "certain"],
        "actors": ["actor_id", "name", "side_id", "lat", "lon", "moving", "basis"],
        "states": ["place_id", "aspect", "value", "mode", "certain", "event_id"],
    }
    for part, columns in keys.items():
        assert said[part], part
        assert all(list(row) == columns for row in said[part]), part
    assert list(said["sun"]) == ["altitude_deg", "phase"]
    assert said["sun"]["phase"] == "night"
    assert said["sun"]["altitude_deg"] < -18


def test_every_phase_of_light_has_a_scene(scenes):
    phases = {sun.phase(scene.altitude_deg) for scene in scenes.values()}
    assert phases == {name for name, _ in sun.PHASES}


def test_scenes_of_one_moment_are_equal(chronicle):
    moment = datetime(1917, 11, 7, 22, 40)
    assert scene_at(chronicle, moment) == scene_at(chronicle, moment)
    assert all(isinstance(state, SceneState) for state in scene_at(chronicle, moment).states)
    assert all(isinstance(actor, SceneActor) for actor in scene_at(chronicle, moment).actors)


def calls_of(chronicle, when):
    """How many functions of the project a scene calls, once it is warm."""
    scene_at(chronicle, when)
    called = []

    def note(frame, event, _):
        if event == "call" and frame.f_globals.get("__name__", "").startswith("petrograd1917"):
            called.append(frame.f_code.co_name)

    sys.setprofile(note)
    try:
        scene_at(chronicle, when)
    finally:
        sys.setprofile(None)
    return len(called)


def test_a_scene_asks_no_more_of_a_record_twenty_times_as_long(chronicle):
    moments = ["earliest", "start", "end", "latest"]
    later = (
        chronicle.events.assign(**{name: chronicle.events[name] + timedelta(days=30 * months) for name in moments})
        for months in range(1, 20)
    )
    longer = replace(chronicle, events=pd.concat([chronicle.events, *later], ignore_index=True))
    noon = datetime(1917, 11, 7, 12)
    assert scene_at(longer, noon) == scene_at(chronicle, noon)
    assert calls_of(longer, noon) == calls_of(chronicle, noon) > 100
