import math
from datetime import datetime

import pytest

from petrograd1917.moment import to_minute
from petrograd1917.routes import SPEED_LIMIT, Standing, Stop, Way, distance_m, located, standing, ways

SMOLNY, CORNER, TAURIDE = (59.946, 30.3965), (59.9483, 30.39), (59.9476, 30.376)


def way(*stops):
    return Way("walk", "lenin", "rain", tuple(Stop(*stop) for stop in stops))


def haversine_m(a, b):
    """Distance on a sphere, a third of a per cent off the ellipsoid's at most."""
    (lat_a, lon_a), (lat_b, lon_b) = (map(math.radians, point) for point in (a, b))
    half = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    return 2 * 6_371_009 * math.asin(math.sqrt(half))


def minute(text):
    return to_minute(datetime.fromisoformat(f"1917-11-07T{text}"))


def test_distance():
    assert distance_m(SMOLNY, SMOLNY) == 0
    assert distance_m(SMOLNY, TAURIDE) == pytest.approx(haversine_m(SMOLNY, TAURIDE), rel=0.005)
    assert distance_m((59, 30), (60, 30)) == pytest.approx(111_404, abs=10)


def test_every_movement_of_the_record_is_a_way(chronicle, tables):
    told = {row["movement_id"]: row for row in tables["movements"]}
    assert {(w.movement_id, w.actor_id) for w in ways(chronicle)} == {(k, row["actor_id"]) for k, row in told.items()}
    hours = {
        (row["movement_id"], to_minute(datetime.fromisoformat(row["at"]))) for row in tables["movements"] if row["at"]
    }
    assert hours <= {(w.movement_id, stop.minute) for w in ways(chronicle) for stop in w.stops}


def test_every_stop_of_the_record_has_its_time_in_order(chronicle):
    for movement in ways(chronicle):
        minutes = [stop.minute for stop in movement.stops]
        assert minutes == sorted(minutes), movement.movement_id
        assert all(math.isfinite(value) for stop in movement.stops for value in stop[:3])


def test_stops_lie_at_their_place_or_at_their_coordinates(record_copy):
    record = record_copy.read()
    walk = record.movements[record.movements["movement_id"] == "walk"]
    places = record.places.set_index("place_id")
    points = list(zip(located(walk, record.places)["lat"], located(walk, record.places)["lon"]))
    at_place = [tuple(places.loc[place, ["lat", "lon"]]) for place in ("smolny", "tauride_palace")]
    assert points == [at_place[0], (59.9483, 30.39), at_place[1]]


def test_stops_are_taken_in_the_order_of_their_numbers(record_copy):
    before = ways(record_copy.read())[0]
    header, *lines = record_copy.text("movements.csv").splitlines()
    record_copy.write("movements.csv", "\n".join([header, *lines[2::-1], ""]))
    assert ways(record_copy.read()) == (before,)


def test_a_blank_hour_is_passed_in_proportion_to_the_distance(record_copy):
    walk = ways(record_copy.read())[0]
    points = [(stop.lat, stop.lon) for stop in walk.stops]
    along = [sum(haversine_m(a, b) for a, b in zip(points[: i + 1], points[1 : i + 1])) for i in range(len(points))]
    assert (walk.stops[0].minute, walk.stops[-1].minute) == (minute("10:00"), minute("10:30"))
    wanted = [minute("10:00") + 30 * length / along[-1] for length in along]
    assert [stop.minute for stop in walk.stops] == pytest.approx(wanted, abs=0.1)
    legs = [stop.leg for stop in walk.stops]
    assert legs[0] == "" and legs[1:] == sorted(legs[1:]) and set(legs[1:]) == {"attested", "computed"}


def test_several_blank_hours_share_the_time_between_the_known_ones(record_copy):
    stroll = {"movement_id": "stroll", "actor_id": "kerensky", "event_id": "rain", "lon": "30.39"}
    for seq, lat, at in (
        ("1", "59.946", "1917-11-07T10:00"),
        ("2", "59.948", ""),
        ("3", "59.950", ""),
        ("4", "59.954", "1917-11-07T10:40"),
    ):
        record_copy.add("movements", {**stroll, "seq": seq, "lat": lat, "at": at, "mode": "ship", "leg": "computed"})
    stops = next(w for w in ways(record_copy.read()) if w.movement_id == "stroll").stops
    assert [stop.minute - minute("10:00") for stop in stops] == pytest.approx([0, 10, 20, 40], abs=0.01)


def test_a_blank_hour_of_one_who_stays_makes_no_trouble(record_copy):
    record_copy.change("movements", "walk 2", "lat", "")
    record_copy.change("movements", "walk 2", "lon", "")
    for stop in ("walk 2", "walk 3"):
        record_copy.change("movements", stop, "place_id", "smolny")
    walk = ways(record_copy.read())[0]
    assert minute("10:00") <= walk.stops[1].minute <= minute("10:30")
    assert not standing(walk, minute("10:20")).moving


def test_halfway_in_time_is_halfway_on_the_leg():
    walk = way((0, *SMOLNY, ""), (10, *CORNER, "attested"), (40, *TAURIDE, "computed"))
    lat, lon = ((a + b) / 2 for a, b in zip(SMOLNY, CORNER))
    assert standing(walk, 5) == pytest.approx(Standing(lat, lon, True, "attested"))
    lat, lon = (a + (b - a) * 0.1 for a, b in zip(CORNER, TAURIDE))
    assert standing(walk, 13) == pytest.approx(Standing(lat, lon, True, "computed"))
    lat, lon = (a + (b - a) * 0.01 for a, b in zip(SMOLNY, CORNER))
    assert standing(walk, 0.1) == pytest.approx(Standing(lat, lon, True, "attested"))


@pytest.mark.parametrize(
    ("now", "where"), [(-0.001, None), (0, SMOLNY), (10, CORNER), (40, TAURIDE), (40.001, None), (-1000, None)]
)
def test_at_its_stops_one_stands_and_beyond_its_ends_one_is_gone(now, where):
    walk = way((0, *SMOLNY, ""), (10, *CORNER, "computed"), (40, *TAURIDE, "computed"))
    assert standing(walk, now) == (where and Standing(*where, False, "attested"))


def test_nobody_is_seen_on_a_leg_that_is_not_known():
    walk = way((0, *SMOLNY, ""), (10, *CORNER, "unknown"), (40, *TAURIDE, "attested"))
    assert standing(walk, 0) == Standing(*SMOLNY, False, "attested")
    assert [standing(walk, now) for now in (0.001, 5, 9.999)] == [None] * 3
    assert standing(walk, 10) == Standing(*CORNER, False, "attested")
    assert standing(walk, 11).moving


def test_who_stays_does_not_move_but_stays_seen():
    walk = way((0, *SMOLNY, ""), (60, *SMOLNY, "attested"))
    assert standing(walk, 30) == Standing(*SMOLNY, False, "attested")


@pytest.mark.parametrize("after", [(), ((20, *SMOLNY, "attested"),)])
def test_of_two_stops_at_one_minute_the_later_counts(after):
    walk = way((0, *SMOLNY, ""), (10, *CORNER, "attested"), (10, *TAURIDE, "unknown"), *after)
    assert standing(walk, 10) == Standing(*TAURIDE, False, "attested")


def test_a_way_of_one_stop_is_there_for_its_minute():
    walk = way((10, *SMOLNY, ""))
    assert standing(walk, 10) == Standing(*SMOLNY, False, "attested")
    assert standing(walk, 9) is standing(walk, 11) is None


def test_nobody_is_faster_than_the_mode_between_two_minutes(chronicle, tables):
    """Between stops with an hour, by the rule; here between all minutes, blank hours included."""
    modes = {}
    for row in tables["movements"]:
        modes.setdefault(row["movement_id"], set()).add(row["mode"])
    for movement in ways(chronicle):
        fastest = max(SPEED_LIMIT.get(mode, 0) for mode in modes[movement.movement_id])
        for before, after in zip(movement.stops, movement.stops[1:]):
            if after.leg != "unknown":
                metres = distance_m((before.lat, before.lon), (after.lat, after.lon))
                allowed = fastest * 1000 / 60 * (after.minute - before.minute) + 60
                assert metres <= allowed, (movement.movement_id, before, after)
