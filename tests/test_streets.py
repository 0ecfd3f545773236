import json

import pytest
from geopy.distance import geodesic
from shapely import LineString, union_all
from shapely.geometry import shape

from petrograd1917.metric import metres
from petrograd1917.moment import from_minute
from petrograd1917.routes import BY_STREET, SPEED_LIMIT, raised, ways
from petrograd1917.streets import streets

KSHESINSKAYA, TAURIDE = (59.95445, 30.3244), (59.9476, 30.376)
#: a degree of latitude; a bridge's drawn axis may end this far inside the drawn bank
DEGREE_M, SLACK_M = 111_320, 40


@pytest.fixture(scope="module")
def features(chronicle):
    return json.loads(chronicle.basemap.read_text("utf-8"))["features"]


@pytest.fixture(scope="module")
def water(features):
    return union_all([shape(f["geometry"]) for f in features if f["properties"]["layer"] == "water"])


@pytest.fixture(scope="module")
def bridges(features):
    return {f["properties"]["name"]: shape(f["geometry"]) for f in features if f["properties"]["layer"] == "bridge"}


def length(points):
    return sum(metres(a, b) for a, b in zip(points, points[1:]))


@pytest.mark.parametrize(
    ("a", "b"), [(KSHESINSKAYA, TAURIDE), ((59.9, 30.2), (59.97, 30.45)), ((59.995, 29.767), (59.94, 30.29))]
)
def test_metres_are_those_of_the_geodesic(a, b):
    assert metres(a, b) == pytest.approx(geodesic(a, b).m, rel=1e-4)
    assert metres(a, a) == 0


@pytest.mark.parametrize(
    ("a", "b", "metres_known"),
    [
        ((59.93720, 30.31100), (59.93110, 30.36090), 2890),  # Nevsky from the Admiralty to Znamenskaya Square
        (KSHESINSKAYA, TAURIDE, 3790),
        ((59.95560, 30.35630), (59.94600, 30.39650), 3860),  # Finland Station to Smolny by the Liteiny Bridge
    ],
)
def test_ways_are_as_long_as_the_city_s(chronicle, a, b, metres_known):
    assert length(streets(chronicle.basemap).way(a, b)) == pytest.approx(metres_known, rel=0.06)


def test_a_way_begins_and_ends_where_it_should(chronicle):
    way = streets(chronicle.basemap).way(KSHESINSKAYA, TAURIDE)
    assert (way[0], way[-1]) == (KSHESINSKAYA, TAURIDE)
    assert len(way) == len(set(way))


def test_a_raised_bridge_is_gone_round(chronicle, bridges):
    over_trinity = bridges["Trinity Bridge"].buffer(1e-6)

    def crosses(way):
        return LineString([(lon, lat) for lat, lon in way]).intersection(over_trinity).length * DEGREE_M > 100

    free = streets(chronicle.basemap).way(KSHESINSKAYA, TAURIDE)
    round_about = streets(chronicle.basemap).way(KSHESINSKAYA, TAURIDE, frozenset({"trinity_bridge"}))
    assert crosses(free) and not crosses(round_about)
    assert length(round_about) > length(free)
    assert streets(chronicle.basemap).way(KSHESINSKAYA, TAURIDE) == free


def test_an_island_without_its_bridges_is_not_left(chronicle, features):
    every = frozenset(
        f["properties"]["place_id"]
        for f in features
        if f["properties"].get("place_id") and f["properties"]["layer"] == "bridge"
    )
    assert streets(chronicle.basemap).way((59.9395, 30.2780), (59.9340, 30.3060), every) is None


def test_a_square_is_crossed(chronicle):
    palace, staff = (59.9404, 30.3139), (59.9395, 30.3186)
    way = streets(chronicle.basemap).way(palace, staff)
    assert sum(metres(a, b) for a, b in zip(way, way[1:])) < 1.6 * metres(palace, staff)


def test_no_street_near_no_way(chronicle):
    assert streets(chronicle.basemap).way((59.995, 29.767), TAURIDE) is None


def test_who_walks_or_rides_crosses_water_on_bridges_only(chronicle, water, bridges):
    decks = union_all(list(bridges.values())).buffer(SLACK_M / DEGREE_M)
    by_street = chronicle.movements.groupby("movement_id")["mode"].agg(
        lambda modes: set(modes) - {""} <= set(BY_STREET)
    )
    for way in ways(chronicle):
        if not by_street[way.movement_id]:
            continue
        for a, b in zip(way.stops, way.stops[1:]):
            if b.leg == "unknown":
                continue  # not drawn
            wet = LineString([(a.lon, a.lat), (b.lon, b.lat)]).intersection(water).difference(decks)
            assert wet.length * DEGREE_M < SLACK_M, (
                way.movement_id,
                from_minute(a.minute),
                (a.lat, a.lon),
                (b.lat, b.lon),
            )


def test_nobody_walks_over_a_raised_span(chronicle, bridges, features):
    decks = {
        f["properties"]["place_id"]: shape(f["geometry"])
        for f in features
        if f["properties"]["layer"] == "bridge" and f["properties"].get("place_id")
    }
    modes = chronicle.movements.groupby("movement_id")["mode"].agg(set)
    for way in ways(chronicle):
        if not modes[way.movement_id] <= {"", *BY_STREET}:
            continue
        for a, b in zip(way.stops, way.stops[1:]):
            for place_id in raised(chronicle, from_minute(a.minute)) & raised(chronicle, from_minute(b.minute)):
                on_deck = LineString([(a.lon, a.lat), (b.lon, b.lat)]).intersection(decks[place_id].buffer(1e-6))
                assert on_deck.length * DEGREE_M < 60, (way.movement_id, place_id)


def test_ways_by_street_are_not_faster_than_their_mode(chronicle):
    modes = chronicle.movements.groupby("movement_id")["mode"].agg(
        lambda modes: max(SPEED_LIMIT.get(mode, 0) for mode in modes)
    )
    for way in ways(chronicle):
        for a, b in zip(way.stops, way.stops[1:]):
            if b.leg == "unknown" or a.minute == b.minute:
                continue
            speed = metres((a.lat, a.lon), (b.lat, b.lon)) / 1000 / ((b.minute - a.minute) / 60)
            assert speed <= modes[way.movement_id] * 1.02, (way.movement_id, from_minute(a.minute))
