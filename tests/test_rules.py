import re
from datetime import datetime, timedelta

import pytest

from petrograd1917 import rules
from petrograd1917.chronicle import RecordError
from petrograd1917.home import home
from petrograd1917.routes import SPEED_LIMIT

def found(rule, record_copy):
    """What a rule finds; and that it is one of those that `check` runs."""
    assert rule in rules.SHAPE + rules.SENSE
    return list(rule(record_copy.read()))


def where(findings):
    assert all(finding.message for finding in findings)
    return [(finding.file, finding.row, finding.column) for finding in findings]


def test_the_small_record_is_whole(record_copy):
    assert rules.findings(record_copy.read()) == []


def test_the_record_that_comes_with_the_app_is_whole(chronicle):
    assert rules.findings(chronicle) == []


def test_every_rule_is_run_and_has_a_test_here():
    own = {
        name
        for name, value in vars(rules).items()
        if getattr(value, "__annotations__", None) == {"record": "Chronicle", "return": "Findings"}
    }
    assert own == {rule.__name__ for rule in rules.SHAPE + rules.SENSE}
    tests = [name for name in globals() if name.startswith("test_")]
    assert [name for name in own if not any(test.startswith(f"test_{name}") for test in tests)] == []


@pytest.mark.parametrize("table", ["places", "events", "claims", "disagreements", "sources", "sides", "actors", "moments"])
def test_ids_are_unique(record_copy, table):
    first = record_copy.rows(table)[0]
    row = record_copy.add(table, first)
    column = next(iter(first))
    findings = found(rules.ids_are_unique, record_copy)
    assert where(findings) == [(f"{table}.csv", row, column)]
    assert f"“{first[column]}”" in findings[0].message


@pytest.mark.parametrize("table", ["places", "events", "claims", "disagreements", "sources", "sides", "actors", "moments"])
def test_ids_are_unique_and_not_blank(record_copy, table):
    column, first = next(iter(record_copy.rows(table)[0].items()))
    row = record_copy.change(table, first, column, "")
    assert where(found(rules.ids_are_unique, record_copy)) == [(f"{table}.csv", row, column)]


CELLS = {
    "places": "winter_palace",
    "events": "rain",
    "claims": "rain_reed",
    "disagreements": "wet",
    "sources": "trotsky",
    "allegiances": "lenin october_mrc",
    "movements": "walk 3",
    "states": "liteiny_bridge span",
    "numbers": "rain wet",
    "sides": "october_mrc",
    "actors": "lenin",
    "moments": "eve",
    "glossary": "Soviet",
}


@pytest.mark.parametrize(("table", "column"), rules.REFERENCES)
def test_ids_are_known(record_copy, table, column):
    row = record_copy.change(table, CELLS[table], column, "nobody")
    findings = found(rules.ids_are_known, record_copy)
    assert where(findings) == [(f"{table}.csv", row, column)]
    assert f"{rules.REFERENCES[table, column][0]}.csv" in findings[0].message


@pytest.mark.parametrize(
    ("table", "column"), [("events", "actor_ids"), ("disagreements", "event_ids"), ("sources", "rests_on")]
)
def test_ids_are_known_each_of_a_list(record_copy, table, column):
    known = {"actor_ids": "lenin", "event_ids": "rain", "rests_on": "sukhanov"}[column]
    row = record_copy.change(table, CELLS[table], column, f"{known};nobody;{known};nowhere")
    assert where(found(rules.ids_are_known, record_copy)) == [(f"{table}.csv", row, column)] * 2


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("claims", "event_id"),
        ("claims", "source_id"),
        ("disagreements", "event_ids"),
        ("allegiances", "actor_id"),
        ("allegiances", "side_id"),
        ("movements", "actor_id"),
        ("movements", "event_id"),
        ("states", "place_id"),
        ("numbers", "event_id"),
    ],
)
def test_ids_are_known_and_not_blank_where_one_is_needed(record_copy, table, column):
    row = record_copy.change(table, CELLS[table], column, "")
    assert where(found(rules.ids_are_known, record_copy)) == [(f"{table}.csv", row, column)]


@pytest.mark.parametrize("value", ["reed_1919", "somebody"])
def test_ids_are_known_of_the_source_that_a_disagreement_follows(record_copy, value):
    row = record_copy.change("disagreements", "wet", "follows", value)
    assert where(found(rules.ids_are_known, record_copy)) == [("disagreements.csv", row, "follows")]


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("events", "precision", "second"),
        ("events", "precision", ""),
        ("events", "kind", "storm"),
        ("events", "kind", ""),
        ("claims", "relation", "agrees"),
        ("claims", "counts", "maybe"),
        ("claims", "counts", ""),
        ("claims", "basis", "film"),
        ("sources", "calendar", "julian"),
        ("sides", "plate", "white"),
        ("sides", "hatch", "dots"),
        ("actors", "kind", "horse"),
        ("movements", "mode", "bicycle"),
        ("movements", "leg", "guessed"),
        ("states", "aspect", "owner"),
        ("states", "mode", "siege"),
        ("events", "episode", "february"),
        ("events", "episode", ""),
        ("sides", "episode", "february"),
        ("events", "weight", "0"),
        ("events", "weight", "4"),
        ("events", "weight", ""),
    ],
)
def test_words_are_known(record_copy, table, column, value):
    row = record_copy.change(table, CELLS[table], column, value)
    assert where(found(rules.words_are_known, record_copy)) == [(f"{table}.csv", row, column)]


def test_words_are_known_for_every_column_with_a_vocabulary():
    (mark,) = (mark for mark in test_words_are_known.pytestmark if mark.name == "parametrize")
    assert rules.VOCABULARY.keys() <= {(table, column) for table, column, _ in mark.args[1]}


@pytest.mark.parametrize(
    ("table", "column", "value", "blamed"),
    [
        ("events", "earliest", "1917-11-07T10:01", "start"),
        ("events", "start", "1917-11-07T11:01", "end"),
        ("events", "latest", "1917-11-07T10:59", "latest"),
        ("claims", "earliest", "1917-11-07T10:31", "latest"),
        ("allegiances", "earliest", "1917-11-07T12:01", "latest"),
        ("states", "earliest", "1917-11-06T16:01", "at"),
        ("states", "latest", "1917-11-06T15:59", "latest"),
        ("movements", "earliest", "1917-11-07T10:31", "at"),
        ("movements", "latest", "1917-11-07T10:29", "latest"),
    ],
)
def test_intervals_are_in_order(record_copy, table, column, value, blamed):
    row = record_copy.change(table, CELLS[table], column, value)
    assert where(found(rules.intervals_are_in_order, record_copy)) == [(f"{table}.csv", row, blamed)]


def test_intervals_are_in_order_over_a_blank_between(record_copy):
    record_copy.change("movements", "walk 2", "earliest", "1917-11-07T10:20")
    row = record_copy.change("movements", "walk 2", "latest", "1917-11-07T10:10")
    assert where(found(rules.intervals_are_in_order, record_copy)) == [("movements.csv", row, "latest")]


@pytest.mark.parametrize(
    ("table", "column"),
    [
        *(("events", column) for column in ("earliest", "start", "end", "latest")),
        *(("allegiances", column) for column in ("earliest", "latest")),
        *(("states", column) for column in ("earliest", "at", "latest")),
    ],
)
def test_intervals_are_in_order_and_complete(record_copy, table, column):
    row = record_copy.change(table, CELLS[table], column, "")
    assert where(found(rules.intervals_are_in_order, record_copy)) == [(f"{table}.csv", row, column)]


def test_intervals_are_in_order_when_both_ends_are_one_minute(record_copy):
    for column in ("earliest", "start", "end", "latest"):
        record_copy.change("events", "rain", column, "1917-11-07T10:00")
    assert where(found(rules.intervals_are_in_order, record_copy)) == []


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("places", "name"),
        ("places", "name_ru"),
        ("events", "title"),
        ("events", "summary"),
        ("claims", "says"),
        ("claims", "time_words"),
        ("sources", "short"),
        ("sources", "title"),
        ("actors", "name"),
        ("actors", "who"),
        ("disagreements", "question"),
        ("disagreements", "why"),
        ("glossary", "term"),
        ("glossary", "meaning"),
        ("moments", "title"),
    ],
)
def test_texts_are_there(record_copy, table, column):
    row = record_copy.change(table, CELLS[table], column, "  ")
    assert where(found(rules.texts_are_there, record_copy)) == [(f"{table}.csv", row, column)]


def test_claims_follow_the_conventions_as_to_their_width(record_copy):
    row = record_copy.change("claims", "rain_reed", "latest", "1917-11-07T10:45")
    findings = found(rules.claims_follow_the_conventions, record_copy)
    assert where(findings) == [("claims.csv", row, "earliest")]
    assert "1917-11-07T10:00 to 1917-11-07T10:30" in findings[0].message


def test_claims_follow_the_conventions_as_to_an_open_side(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "by 10:30")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == [("claims.csv", row, "earliest")]
    record_copy.change("claims", "rain_reed", "earliest", "")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == []


def test_claims_follow_the_conventions_in_words_of_the_vocabulary(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "at breakfast")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == [("claims.csv", row, "time_words")]


def test_claims_follow_the_conventions_or_say_what_bounds_them(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "not given")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == [("claims.csv", row, "note")]
    record_copy.change("claims", "rain_reed", "note", "Between the snow and the thaw.")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == []


def test_claims_follow_the_conventions_on_one_side_at_least(record_copy):
    record_copy.change("claims", "rain_reed", "earliest", "")
    row = record_copy.change("claims", "rain_reed", "latest", "")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == [("claims.csv", row, "earliest")]


@pytest.mark.parametrize(
    ("words", "earliest", "latest"),
    [
        ("night", "1917-11-07T22:00", "1917-11-08T06:00"),
        ("toward 00:30", "1917-11-06T23:30", "1917-11-07T00:30"),
        ("about 00:10", "1917-11-06T23:40", "1917-11-07T00:40"),
        ("late evening", "1917-11-07T21:00", "1917-11-08T00:00"),
        ("by 00:00", "", "1917-11-08T00:00"),
        ("after 23:59", "1917-11-07T23:59", ""),
    ],
)
def test_claims_follow_the_conventions_about_midnight(record_copy, words, earliest, latest):
    for column, value in (("time_words", words), ("earliest", earliest), ("latest", latest)):
        record_copy.change("claims", "rain_reed", column, value)
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == []
    row = record_copy.change("claims", "rain_reed", "earliest" if earliest else "latest", "1917-11-07T09:00")
    assert where(found(rules.claims_follow_the_conventions, record_copy)) == [("claims.csv", row, "earliest")]


@pytest.mark.parametrize("column", ["earliest", "latest"])
@pytest.mark.parametrize("minutes", [-1, 1])
def test_events_span_their_claims(record_copy, column, minutes):
    bound = datetime.fromisoformat(record_copy.rows("events")[0][column]) + timedelta(minutes=minutes)
    row = record_copy.change("events", "rain", column, f"{bound:%Y-%m-%dT%H:%M}")
    assert where(found(rules.events_span_their_claims, record_copy)) == [("events.csv", row, column)]


def test_events_span_their_claims_but_not_those_that_do_not_count(record_copy):
    row = record_copy.row("events", "rain")
    record_copy.change("claims", "rain_trotsky", "counts", "no")
    findings = found(rules.events_span_their_claims, record_copy)
    assert where(findings) == [("events.csv", row, "latest")]
    assert "1917-11-07T10:30" in findings[0].message


def test_events_span_their_claims_and_have_one(record_copy):
    record_copy.change("claims", "rain_reed", "counts", "no")
    record_copy.change("claims", "rain_trotsky", "counts", "no")
    assert where(found(rules.events_span_their_claims, record_copy)) == [("events.csv", record_copy.row("events", "rain"), "event_id")]


def test_events_span_their_claims_two_hours_where_one_side_is_open(record_copy):
    record_copy.keep("claims", lambda row: row["claim_id"] == "rain_reed")
    record_copy.change("claims", "rain_reed", "latest", "")
    record_copy.change("events", "rain", "precision", "part_of_day")
    assert where(found(rules.events_span_their_claims, record_copy)) == []


@pytest.mark.parametrize(
    ("precision", "latest", "too_wide"),
    [
        ("minute", "1917-11-07T10:10", False),
        ("minute", "1917-11-07T10:11", True),
        ("hour", "1917-11-07T11:30", False),
        ("hour", "1917-11-07T11:31", True),
        ("part_of_day", "1917-11-07T18:00", False),
        ("part_of_day", "1917-11-07T18:01", True),
        ("day", "1917-11-08T23:59", False),
        ("hour", "", True),
        ("part_of_day", "", False),
    ],
)
def test_events_span_their_claims_as_precisely_as_they_say(record_copy, precision, latest, too_wide):
    record_copy.keep("claims", lambda row: row["claim_id"] == "rain_reed")
    record_copy.change("claims", "rain_reed", "latest", latest)
    record_copy.change("events", "rain", "latest", latest or "1917-11-07T12:00")
    row = record_copy.change("events", "rain", "precision", precision)
    assert where(found(rules.events_span_their_claims, record_copy)) == [("events.csv", row, "precision")] * too_wide


@pytest.mark.parametrize("day", ["1917-11-05", "1917-11-10"])
def test_events_lie_in_their_episode(record_copy, day):
    for column in ("earliest", "start", "end", "latest"):
        row = record_copy.change("events", "rain", column, f"{day}T23:59")
    assert where(found(rules.events_lie_in_their_episode, record_copy)) == [("events.csv", row, "earliest")]


def test_events_lie_in_their_episode_if_their_last_minute_does(record_copy):
    record_copy.change("events", "rain", "earliest", "1917-11-05T12:00")
    record_copy.change("events", "rain", "latest", "1917-11-06T00:00")
    assert where(found(rules.events_lie_in_their_episode, record_copy)) == []
    row = record_copy.change("events", "rain", "episode", "july")
    assert where(found(rules.events_lie_in_their_episode, record_copy)) == [("events.csv", row, "earliest")]


@pytest.mark.parametrize(
    "locator", ["", "somewhere", "seed 000, ch. 1", "ch. 4, https://example.org/reed.html", "p. 5 of www.example.org"]
)
def test_locators_can_be_followed(record_copy, locator):
    row = record_copy.change("claims", "rain_reed", "locator", locator)
    assert where(found(rules.locators_can_be_followed, record_copy)) == [("claims.csv", row, "locator")]


@pytest.mark.parametrize("locator", ["ch. IV", "¶12", "p. 5", "vol. 3, note 2", "ch. 11; seed 003 ¶5", "Chapter 2"])
def test_locators_can_be_followed_to_chapter_page_or_paragraph(record_copy, locator):
    record_copy.change("claims", "rain_reed", "locator", locator)
    assert where(found(rules.locators_can_be_followed, record_copy)) == []


def put(record_copy, place_id, lat, lon, **cells):
    for column, value in {"lat": lat, "lon": lon, **cells}.items():
        row = record_copy.change("places", place_id, column, value)
    return row


@pytest.mark.parametrize(
    ("lat", "lon", "words"),
    [
        ("", "30.3", "blank"),
        ("59.94", "", "blank"),
        ("30.3139", "59.9404", "exchanged"),
        ("61.0", "30.3", "outside"),
        ("59.94", "31.6", "outside"),
        ("59.94", "-30.3", "outside"),
    ],
)
def test_coordinates_are_plausible(record_copy, lat, lon, words):
    row = put(record_copy, "winter_palace", lat, lon)
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert where(findings) == [("places.csv", row, "lat")]
    assert words in findings[0].message


@pytest.mark.parametrize("kind", ["list", "area", "off_map"])
def test_coordinates_are_plausible_only_for_a_point(record_copy, kind):
    row = record_copy.change("places", "winter_palace", "kind", kind)
    assert where(found(rules.coordinates_are_plausible, record_copy)) == [("places.csv", row, "lat")]
    put(record_copy, "winter_palace", "", "")
    assert where(found(rules.coordinates_are_plausible, record_copy)) == []


@pytest.mark.parametrize("error_m", ["", "0", "-40"])
def test_coordinates_are_plausible_only_with_their_error(record_copy, error_m):
    row = record_copy.change("places", "winter_palace", "error_m", error_m)
    assert where(found(rules.coordinates_are_plausible, record_copy)) == [("places.csv", row, "error_m")]


MID_NEVA = ("59.9460", "30.3200")


def test_coordinates_are_plausible_for_what_stands_on_land(record_copy):
    row = put(record_copy, "winter_palace", *MID_NEVA, error_m="40")
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert where(findings) == [("places.csv", row, "lat")]
    assert "on land" in findings[0].message


def test_coordinates_are_plausible_for_what_floats(record_copy):
    anchorage = next(row for row in record_copy.rows("places") if row["kind"] == "anchorage")
    row = put(record_copy, anchorage["place_id"], "59.9390", "30.3250", error_m="100")
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert where(findings) == [("places.csv", row, "lat")]
    assert "in the water" in findings[0].message


def test_coordinates_are_plausible_within_their_error(record_copy):
    put(record_copy, "winter_palace", *MID_NEVA, error_m="400")
    assert where(found(rules.coordinates_are_plausible, record_copy)) == []


@pytest.mark.parametrize("kind", ["bridge", "landing"])
def test_coordinates_are_plausible_over_water_for_a_bridge_or_landing(record_copy, kind):
    put(record_copy, "winter_palace", *MID_NEVA, kind=kind)
    assert where(found(rules.coordinates_are_plausible, record_copy)) == []


def test_movements_are_possible_for_one_actor(record_copy):
    row = record_copy.change("movements", "walk 2", "actor_id", "kerensky")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "actor_id")]


@pytest.mark.parametrize("seq", ["1", "3", ""])
def test_movements_are_possible_in_their_order(record_copy, seq):
    row = record_copy.row("movements", "walk 1")
    record_copy.change("movements", "walk 2", "seq", seq)
    (first, *_) = where(found(rules.movements_are_possible, record_copy))
    assert first[0] == "movements.csv"
    assert first[2] == "seq"
    assert row <= first[1] <= row + 2


@pytest.mark.parametrize("stop", ["walk 1", "walk 3"])
def test_movements_are_possible_with_an_hour_at_both_ends(record_copy, stop):
    row = record_copy.change("movements", stop, "at", "")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "at")]


def test_movements_are_possible_from_point_to_point(record_copy):
    row = record_copy.change("movements", "walk 2", "lat", "")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "place_id")]


def test_movements_are_possible_not_through_a_list(record_copy):
    row = record_copy.change("movements", "walk 3", "place_id", "arsenals")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "place_id")]


def test_movements_are_possible_within_the_region(record_copy):
    row = record_copy.change("movements", "walk 2", "mode", "")
    record_copy.change("movements", "walk 2", "leg", "unknown")
    record_copy.change("movements", "walk 3", "mode", "")
    record_copy.change("movements", "walk 3", "leg", "unknown")
    record_copy.change("movements", "walk 2", "lat", "30.39")
    record_copy.change("movements", "walk 2", "lon", "59.9483")
    findings = found(rules.movements_are_possible, record_copy)
    assert where(findings) == [("movements.csv", row, "lat")]
    assert "exchanged" in findings[0].message


def test_movements_are_possible_on_water_for_a_ship(record_copy):
    record_copy.change("movements", "voyage 2", "lat", "59.9390")
    row = record_copy.change("movements", "voyage 2", "lon", "30.3250")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "lat")]


@pytest.mark.parametrize(("column", "value"), [("leg", ""), ("mode", "")])
def test_movements_are_possible_if_leg_and_mode_are_said(record_copy, column, value):
    row = record_copy.change("movements", "ride 2", column, value)
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "leg")]


def test_movements_are_possible_by_a_way_that_nobody_knows(record_copy):
    record_copy.change("movements", "ride 2", "mode", "")
    record_copy.change("movements", "ride 2", "at", "1917-11-07T12:00")
    record_copy.change("movements", "ride 2", "leg", "unknown")
    assert where(found(rules.movements_are_possible, record_copy)) == []


def test_movements_are_possible_forward_in_time(record_copy):
    row = record_copy.change("movements", "ride 2", "at", "1917-11-07T11:59")
    findings = found(rules.movements_are_possible, record_copy)
    assert set(where(findings)) == {("movements.csv", row, "at")}
    assert "before" in findings[0].message


def test_movements_are_possible_when_one_stays(record_copy):
    record_copy.change("movements", "ride 2", "place_id", "tauride_palace")
    record_copy.change("movements", "ride 2", "mode", "")
    record_copy.change("movements", "ride 2", "leg", "")
    assert where(found(rules.movements_are_possible, record_copy)) == []


@pytest.mark.parametrize("mode", SPEED_LIMIT)
def test_movements_are_possible_no_faster_than_their_mode(record_copy, mode):
    """Smolny and the Tauride Palace are 1.16 km apart; 50 m are forgiven."""
    slowest = 1.11 / SPEED_LIMIT[mode] * 60
    record_copy.change("movements", "ride 2", "mode", mode)
    for minutes, too_fast in ((int(slowest) + 2, False), (max(int(slowest) - 1, 0), True)):
        at = datetime(1917, 11, 7, 12) + timedelta(minutes=minutes)
        row = record_copy.change("movements", "ride 2", "at", f"{at:%Y-%m-%dT%H:%M}")
        assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "at")] * too_fast


def test_movements_are_possible_over_all_legs_between_two_hours(record_copy):
    """The way by the stop without an hour is longer than the straight one."""
    record_copy.change("movements", "walk 2", "lat", "59.9600")
    row = record_copy.change("movements", "walk 3", "at", "1917-11-07T10:20")
    assert where(found(rules.movements_are_possible, record_copy)) == [("movements.csv", row, "at")]


def test_actors_are_in_one_place(record_copy):
    record_copy.change("movements", "ride 1", "at", "1917-11-07T10:29")
    assert where(found(rules.actors_are_in_one_place, record_copy)) == [("movements.csv", record_copy.row("movements", "ride 1"), "at")]


def test_actors_are_in_one_place_when_one_way_goes_on_from_another(record_copy):
    record_copy.change("movements", "ride 1", "at", "1917-11-07T10:30")
    assert where(found(rules.actors_are_in_one_place, record_copy)) == []


def test_actors_are_in_one_place_during_a_long_way_with_two_short_ones(record_copy):
    record_copy.change("movements", "walk 3", "at", "1917-11-07T16:00")
    for seq, at in (("1", "14:00"), ("2", "14:30")):
        cells = {"movement_id": "detour", "actor_id": "lenin", "event_id": "rain", "seq": seq, "place_id": "smolny"}
        row = record_copy.add("movements", {**cells, "at": f"1917-11-07T{at}"})
    both = [("movements.csv", record_copy.row("movements", "ride 1"), "at"), ("movements.csv", row - 1, "at")]
    assert where(found(rules.actors_are_in_one_place, record_copy)) == both


def test_allegiances_do_not_overlap(record_copy):
    row = record_copy.change("allegiances", "lenin october_uncommitted", "earliest", "1917-11-07T12:00")
    assert where(found(rules.allegiances_do_not_overlap, record_copy)) == [("allegiances.csv", row, "earliest")]


@pytest.mark.parametrize(
    ("aspect", "value", "allowed"),
    [
        ("holder", "lowered", False),
        ("holder", "nobody", False),
        ("holder", "", False),
        ("span", "october_mrc", False),
        ("span", "contested", False),
        ("holder", "contested", True),
        ("holder", "unknown", True),
        ("holder", "july_executive", True),
        ("span", "raised", True),
        ("span", "unknown", True),
    ],
)
def test_states_follow_each_other_with_values_of_their_aspect(record_copy, aspect, value, allowed):
    record_copy.change("states", "liteiny_bridge", "value", value)
    row = record_copy.change("states", "liteiny_bridge", "aspect", aspect)
    assert where(found(rules.states_follow_each_other, record_copy)) == [("states.csv", row, "value")] * (not allowed)


def test_states_follow_each_other_each_with_its_ground(record_copy):
    row = record_copy.change("states", "liteiny_bridge", "event_id", "")
    assert where(found(rules.states_follow_each_other, record_copy)) == [("states.csv", row, "event_id")]
    record_copy.change("states", "liteiny_bridge", "claim_id", "rain_reed")
    assert where(found(rules.states_follow_each_other, record_copy)) == []


def test_states_follow_each_other(record_copy):
    row = record_copy.change("states", "winter_palace holder 1917-11-08", "earliest", "1917-11-06T05:59")
    assert where(found(rules.states_follow_each_other, record_copy)) == [("states.csv", row, "earliest")]
    record_copy.change("states", "winter_palace holder 1917-11-06T05:59", "earliest", "1917-11-06T06:00")
    assert where(found(rules.states_follow_each_other, record_copy)) == []


def test_sides_belong_to_the_episode_of_an_allegiance(record_copy):
    row = record_copy.change("allegiances", "lenin october_mrc", "side_id", "july_demonstrators")
    assert where(found(rules.sides_belong_to_the_episode, record_copy)) == [("allegiances.csv", row, "side_id")]


def test_sides_belong_to_the_episode_of_a_state(record_copy):
    row = record_copy.change("states", "winter_palace holder 1917-11-08", "value", "july_government")
    assert where(found(rules.sides_belong_to_the_episode, record_copy)) == [("states.csv", row, "value")]


@pytest.mark.parametrize(("column", "value"), [("low", ""), ("high", ""), ("low", "21"), ("high", "9")])
def test_numbers_are_ranges(record_copy, column, value):
    row = record_copy.change("numbers", "rain wet", column, value)
    assert where(found(rules.numbers_are_ranges, record_copy)) == [("numbers.csv", row, "low")]


def test_numbers_are_ranges_even_of_one_figure(record_copy):
    record_copy.change("numbers", "rain wet", "low", "20")
    assert where(found(rules.numbers_are_ranges, record_copy)) == []


@pytest.mark.parametrize("view", ["?at=1917-08-01T12:00", "?at=noon", "?c=0,0", "?event=snow", "?layers=all"])
def test_views_open(record_copy, view):
    row = record_copy.change("moments", "eve", "view", view)
    assert where(found(rules.views_open, record_copy)) == [("moments.csv", row, "view")]


@pytest.mark.parametrize("view", ["?at=1917-12-16T18:00", "?at=1917-11-06T18:00&c=1,2"])
def test_views_open_with_an_episode_too(record_copy, view):
    record_copy.write("record.toml", re.sub(r'opening = "\?at=1917-07[^"]*"', f'opening = "{view}"', record_copy.text("record.toml")))
    assert [finding.file for finding in found(rules.views_open, record_copy)] == ["record.toml"]


def test_a_broken_shape_is_told_before_anything_that_follows_from_it(record_copy):
    row = record_copy.change("claims", "rain_reed", "event_id", "snow")
    record_copy.change("numbers", "rain wet", "low", "21")
    found = rules.findings(record_copy.read())
    assert [(finding.file, finding.row, finding.column) for finding in found] == [("claims.csv", row, "event_id")]


def test_all_that_is_wrong_is_told(record_copy):
    record_copy.change("numbers", "rain wet", "low", "21")
    record_copy.change("claims", "rain_reed", "locator", "somewhere")
    record_copy.change("moments", "eve", "view", "?at=noon")
    assert {finding.file for finding in rules.findings(record_copy.read())} == {"numbers.csv", "claims.csv", "moments.csv"}


def test_check(record_copy):
    record, findings = rules.check(record_copy.folder)
    assert (len(record.events), findings) == (1, [])
    row = record_copy.change("numbers", "rain wet", "low", "21")
    record, findings = rules.check(record_copy.folder)
    assert (len(record.events), [finding.row for finding in findings]) == (1, [row])
    record_copy.change("numbers", "rain wet", "low", "many")
    record, findings = rules.check(record_copy.folder)
    assert (record, [finding.row for finding in findings]) == (None, [row])


@pytest.mark.parametrize("low", ["21", "many"])
def test_a_record_with_a_finding_is_not_opened(record_copy, low):
    assert len(rules.open_record(record_copy.folder).events) == 1
    row = record_copy.change("numbers", "rain wet", "low", low)
    with pytest.raises(RecordError) as raised:
        rules.open_record(record_copy.folder)
    assert [(finding.file, finding.row) for finding in raised.value.findings] == [("numbers.csv", row)]


def test_no_hour_of_the_first_night_is_without_an_event(tables):
    for hour in range(16):
        begins = datetime(1917, 11, 6, 18) + timedelta(hours=hour)
        first, last = (f"{begins + timedelta(minutes=m):%Y-%m-%dT%H:%M}" for m in (0, 59))
        assert any(event["start"] <= last and first <= event["end"] for event in tables["events"]), first


def test_no_minute_of_the_first_night_is_unaccounted_for(tables):
    for minute in range(16 * 60 + 1):
        now = f"{datetime(1917, 11, 6, 18) + timedelta(minutes=minute):%Y-%m-%dT%H:%M}"
        assert any(event["earliest"] <= now <= event["latest"] for event in tables["events"]), now


def test_every_line_of_every_file_ends_with_lf():
    files = [path for path in (home() / "data").rglob("*") if path.is_file()]
    assert len(files) > 15
    for path in files:
        content = path.read_bytes()
        assert content.endswith(b"\n"), path.name
        assert b"\r" not in content, path.name
        assert not content.startswith(b"\xef\xbb\xbf"), path.name


WHEN = re.compile(
    r"\b(mon|tues|wednes|thurs|fri|satur|sun)day\b|\d[:.]\d\d|o.clock|\b[ap]\.?m\b|\bnoon\b|\bmidnight\b"
    r"|понедельник|\bвторник|\bсред[ауые]\b|\bчетверг|\bпятниц|\bсуббот|\bвоскресень|\bполдень|\bполноч|\bчас(а|ов|у)?\b",
    re.IGNORECASE,
)


def test_titles_leave_day_and_hour_to_the_calendar(tables):
    titles = [event[column] for event in tables["events"] for column in ("title", "title_ru")]
    assert [title for title in titles if WHEN.search(title)] == []


PARTISAN = re.compile(
    r"\b(insurrection(s|ary)?|coups?|uprisings?|revolutions?|rebel(s|led|lion|lions|lious)?|mobs?|liberat\w*)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("column", ["title", "summary"])
def test_events_are_told_in_words_that_take_no_side(tables, column):
    assert {event["event_id"]: event[column] for event in tables["events"] if PARTISAN.search(event[column])} == {}


def test_the_words_that_take_a_side_are_found():
    assert PARTISAN.search("Liberated by the mob") and PARTISAN.search("a Coup")
    assert not PARTISAN.search("Military Revolutionary Committee mobilises; the couple")
    assert WHEN.search("Thursday at 02:10") and WHEN.search("в среду") and not WHEN.search("Средний проспект, 176th")
