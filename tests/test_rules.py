import re
import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from petrograd1917 import rules
from petrograd1917.chronicle import RecordError
from petrograd1917.home import home
from petrograd1917.routes import SPEED_LIMIT


def found(rule, record_copy):
    """What a rule finds; and that it is one of those that `check` runs."""
    assert rule in rules.SHAPE + rules.SENSE
    return list(rule(record_copy.read()))


def places(findings):
    assert all(finding.message for finding in findings)
    return [(finding.file, finding.row, finding.column) for finding in findings]


def where(rule, record_copy):
    return places(found(rule, record_copy))


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


IDENTIFIED = ("places", "events", "claims", "disagreements", "sources", "sides", "actors", "moments")


def test_ids_are_unique(record_copy):
    wanted = []
    for table in IDENTIFIED:
        column, first = next(iter(record_copy.rows(table)[0].items()))
        wanted.append((f"{table}.csv", record_copy.add(table, {column: first}), column))
    findings = found(rules.ids_are_unique, record_copy)
    assert places(findings) == wanted
    assert "“rain”" in findings[1].message


def test_ids_are_unique_and_not_blank(record_copy):
    wanted = []
    for table in IDENTIFIED:
        column, first = next(iter(record_copy.rows(table)[0].items()))
        wanted.append((f"{table}.csv", record_copy.change(table, first, column, ""), column))
    record_copy.add("places", {})
    assert where(rules.ids_are_unique, record_copy) == [wanted[0], ("places.csv", 8, "place_id"), *wanted[1:]]


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


def break_all(record_copy, cells):
    """Put a value into each cell (table, column, value); where the findings should be."""
    rows = {table: record_copy.row(table, row_id) for table, row_id in CELLS.items()}
    changed = [(f"{t}.csv", record_copy.change(t, rows[t], column, value), column) for t, column, value in cells]
    return sorted(changed)


def test_ids_are_known(record_copy):
    wanted = break_all(record_copy, [(*cell, "nobody") for cell in rules.REFERENCES])
    findings = found(rules.ids_are_known, record_copy)
    assert sorted(places(findings)) == wanted
    for finding in findings:
        target, _ = rules.REFERENCES[finding.file.removesuffix(".csv"), finding.column]
        assert f"“nobody” is not in {target}.csv" in finding.message


def test_ids_are_known_each_of_a_list(record_copy):
    wanted = break_all(
        record_copy,
        [
            ("events", "actor_ids", "lenin;nobody;aurora;nowhere"),
            ("disagreements", "event_ids", "snow;rain;hail"),
            ("sources", "rests_on", "nikitin;figes;reed"),
        ],
    )
    assert sorted(where(rules.ids_are_known, record_copy)) == sorted(wanted * 2)


def test_ids_are_known_and_not_blank_where_one_is_needed(record_copy):
    may_be_blank = {
        ("places", "part_of"),
        ("events", "place_id"),
        ("events", "actor_ids"),
        ("claims", "question_id"),
        ("sources", "rests_on"),
        ("allegiances", "event_id"),
        ("movements", "place_id"),
        ("states", "event_id"),
        ("states", "claim_id"),
        ("numbers", "claim_id"),
    }
    wanted = break_all(record_copy, [(*cell, "") for cell in rules.REFERENCES])
    wanted = [(file, row, column) for file, row, column in wanted if (file[:-4], column) not in may_be_blank]
    assert sorted(where(rules.ids_are_known, record_copy)) == wanted
    assert len(wanted) == len(rules.REFERENCES) - len(may_be_blank)


def test_followed_sources_are_known(record_copy):
    wanted = break_all(record_copy, [("disagreements", "follows", "somebody")])
    assert where(rules.followed_sources_are_known, record_copy) == wanted


@pytest.mark.parametrize("value", ["nonsense", ""])
def test_words_are_known(record_copy, value):
    blank_too = {("movements", "mode"), ("movements", "leg"), ("states", "mode")}
    columns = [*rules.VOCABULARY, ("events", "episode"), ("sides", "episode")]
    wanted = break_all(record_copy, [(*cell, value) for cell in columns if value or cell not in blank_too])
    assert sorted(where(rules.words_are_known, record_copy)) == wanted


@pytest.mark.parametrize("weight", ["0", "4", ""])
def test_words_are_known_as_the_weights_are(record_copy, weight):
    wanted = break_all(record_copy, [("events", "weight", weight)])
    assert where(rules.words_are_known, record_copy) == wanted


@pytest.mark.parametrize(
    ("column", "value", "blamed"),
    [
        ("earliest", "1917-11-07T10:01", "start"),
        ("start", "1917-11-07T11:01", "end"),
        ("latest", "1917-11-07T10:59", "latest"),
    ],
)
def test_intervals_are_in_order_for_events(record_copy, column, value, blamed):
    row = record_copy.change("events", "rain", column, value)
    assert where(rules.intervals_are_in_order, record_copy) == [("events.csv", row, blamed)]


def test_intervals_are_in_order(record_copy):
    """The earlier moment put a minute behind the later one, and the later put a minute before the earlier."""
    break_all(
        record_copy,
        [
            ("claims", "earliest", "1917-11-07T10:31"),
            ("allegiances", "earliest", "1917-11-07T12:01"),
            ("states", "earliest", "1917-11-06T16:01"),
            ("movements", "earliest", "1917-11-07T10:31"),
        ],
    )
    record_copy.change("states", "winter_palace holder 1917-11-08", "latest", "1917-11-08T02:03")
    record_copy.change("movements", "ride 2", "latest", "1917-11-07T12:29")
    assert where(rules.intervals_are_in_order, record_copy) == [
        ("claims.csv", record_copy.row("claims", "rain_reed"), "latest"),
        ("allegiances.csv", record_copy.row("allegiances", "lenin october_mrc"), "latest"),
        ("states.csv", record_copy.row("states", "winter_palace holder 1917-11-08"), "latest"),
        ("states.csv", record_copy.row("states", "liteiny_bridge"), "at"),
        ("movements.csv", record_copy.row("movements", "walk 3"), "at"),
        ("movements.csv", record_copy.row("movements", "ride 2"), "latest"),
    ]


def test_intervals_are_in_order_over_a_blank_between(record_copy):
    record_copy.change("movements", "walk 2", "earliest", "1917-11-07T10:20")
    row = record_copy.change("movements", "walk 2", "latest", "1917-11-07T10:10")
    assert where(rules.intervals_are_in_order, record_copy) == [("movements.csv", row, "latest")]


@pytest.mark.parametrize("column", ["earliest", "latest", "start", "at"])
def test_intervals_are_in_order_and_complete(record_copy, column):
    tables = {
        "earliest": ["allegiances", "events", "states"],
        "latest": ["allegiances", "events", "states"],
        "start": ["events"],
        "at": ["states"],
    }
    wanted = break_all(record_copy, [(table, column, "") for table in tables[column]])
    assert sorted(where(rules.intervals_are_in_order, record_copy)) == wanted


def test_intervals_are_in_order_when_both_ends_are_one_minute(record_copy):
    for column in ("earliest", "start", "end", "latest"):
        record_copy.change("events", "rain", column, "1917-11-07T10:00")
    assert where(rules.intervals_are_in_order, record_copy) == []


def test_texts_are_there(record_copy):
    needed = {
        "places": ["name", "name_ru"],
        "events": ["title", "summary"],
        "claims": ["says", "time_words"],
        "sources": ["short", "title"],
        "actors": ["name", "who"],
        "disagreements": ["question", "why"],
        "glossary": ["term", "meaning"],
        "moments": ["title"],
    }
    wanted = break_all(record_copy, [(table, column, "  ") for table, columns in needed.items() for column in columns])
    assert sorted(where(rules.texts_are_there, record_copy)) == wanted


def test_texts_are_in_russian_too(record_copy):
    needed = {
        "places": ["note"],
        "claims": ["locator", "says", "their_word", "note"],
        "sources": ["short", "standpoint"],
        "disagreements": ["question", "why"],
        "numbers": ["what", "whose"],
    }
    told = [(table, column) for table, columns in needed.items() for column in columns]
    break_all(
        record_copy, [("claims", "note", "Told."), ("claims", "their_word", "rising"), ("places", "note", "Told.")]
    )
    wanted = break_all(record_copy, [(table, f"{column}_ru", " ") for table, column in told])
    assert sorted(where(rules.texts_are_in_russian_too, record_copy)) == wanted


def test_what_is_told_in_neither_language_need_not_be_in_russian(record_copy):
    record_copy.change("claims", "rain_reed", "note", "")
    record_copy.change("claims", "rain_reed", "note_ru", "")
    assert where(rules.texts_are_in_russian_too, record_copy) == []


def test_claims_follow_the_conventions_as_to_their_width(record_copy):
    row = record_copy.change("claims", "rain_reed", "latest", "1917-11-07T10:45")
    findings = found(rules.claims_follow_the_conventions, record_copy)
    assert places(findings) == [("claims.csv", row, "earliest")]
    assert "1917-11-07T10:00 to 1917-11-07T10:30" in findings[0].message


def test_claims_follow_the_conventions_as_to_an_open_side(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "by 10:30")
    assert where(rules.claims_follow_the_conventions, record_copy) == [("claims.csv", row, "earliest")]
    record_copy.change("claims", "rain_reed", "earliest", "")
    assert where(rules.claims_follow_the_conventions, record_copy) == []


def test_claims_follow_the_conventions_in_words_of_the_vocabulary(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "at breakfast")
    assert where(rules.claims_follow_the_conventions, record_copy) == [("claims.csv", row, "time_words")]


def test_claims_follow_the_conventions_or_say_what_bounds_them(record_copy):
    row = record_copy.change("claims", "rain_reed", "time_words", "not given")
    assert where(rules.claims_follow_the_conventions, record_copy) == [("claims.csv", row, "note")]
    record_copy.change("claims", "rain_reed", "note", "Between the snow and the thaw.")
    assert where(rules.claims_follow_the_conventions, record_copy) == []


def test_claims_follow_the_conventions_on_one_side_at_least(record_copy):
    record_copy.change("claims", "rain_reed", "earliest", "")
    row = record_copy.change("claims", "rain_reed", "latest", "")
    assert where(rules.claims_follow_the_conventions, record_copy) == [("claims.csv", row, "earliest")]


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
    for claim in ("rain_reed", "rain_trotsky"):
        for column, value in (("time_words", words), ("earliest", earliest), ("latest", latest)):
            record_copy.change("claims", claim, column, value)
    row = record_copy.change("claims", "rain_trotsky", "earliest" if earliest else "latest", "1917-11-07T09:00")
    assert where(rules.claims_follow_the_conventions, record_copy) == [("claims.csv", row, "earliest")]


@pytest.mark.parametrize("column", ["earliest", "latest"])
@pytest.mark.parametrize("minutes", [-1, 1])
def test_events_span_their_claims(record_copy, column, minutes):
    bound = datetime.fromisoformat(record_copy.rows("events")[0][column]) + timedelta(minutes=minutes)
    row = record_copy.change("events", "rain", column, f"{bound:%Y-%m-%dT%H:%M}")
    assert where(rules.events_span_their_claims, record_copy) == [("events.csv", row, column)]


def test_events_span_their_claims_but_not_those_that_do_not_count(record_copy):
    row = record_copy.row("events", "rain")
    record_copy.change("claims", "rain_trotsky", "counts", "no")
    findings = found(rules.events_span_their_claims, record_copy)
    assert places(findings) == [("events.csv", row, "latest")]
    assert "1917-11-07T10:30" in findings[0].message


def test_events_span_their_claims_and_have_one(record_copy):
    record_copy.change("claims", "rain_reed", "counts", "no")
    record_copy.change("claims", "rain_trotsky", "counts", "no")
    row = record_copy.row("events", "rain")
    assert where(rules.events_span_their_claims, record_copy) == [("events.csv", row, "event_id")]


def test_events_span_their_claims_two_hours_where_one_side_is_open(record_copy):
    record_copy.keep("claims", lambda row: row["claim_id"] == "rain_reed")
    record_copy.change("claims", "rain_reed", "latest", "")
    record_copy.change("events", "rain", "precision", "part_of_day")
    assert where(rules.events_span_their_claims, record_copy) == []


def test_events_span_their_claims_as_precisely_as_they_say(record_copy):
    """The claim begins at 10:00 and is at most this wide, or a minute wider; an open side makes it two hours."""
    cases = [
        ("minute", "1917-11-07T10:10", False),
        ("minute", "1917-11-07T10:11", True),
        ("hour", "1917-11-07T11:30", False),
        ("hour", "1917-11-07T11:31", True),
        ("part_of_day", "1917-11-07T18:00", False),
        ("part_of_day", "1917-11-07T18:01", True),
        ("day", "1917-11-08T23:59", False),
        ("minute", "", True),
        ("hour", "", True),
        ("part_of_day", "", False),
    ]
    event, claim = record_copy.rows("events")[0], record_copy.rows("claims")[0]
    wanted = []
    for turn, (precision, latest, too_wide) in enumerate(cases):
        own = {"event_id": f"rain_{turn}", "precision": precision, "latest": latest or "1917-11-07T12:00"}
        row = record_copy.add("events", {**event, **own})
        record_copy.add("claims", {**claim, "claim_id": f"claim_{turn}", "event_id": f"rain_{turn}", "latest": latest})
        wanted += [("events.csv", row, "precision")] * too_wide
    assert where(rules.events_span_their_claims, record_copy) == wanted


@pytest.mark.parametrize("day", ["1917-11-05", "1917-11-10"])
def test_events_lie_in_their_episode(record_copy, day):
    for column in ("earliest", "start", "end", "latest"):
        row = record_copy.change("events", "rain", column, f"{day}T23:59")
    assert where(rules.events_lie_in_their_episode, record_copy) == [("events.csv", row, "earliest")]


def test_events_lie_in_their_episode_if_their_last_minute_does(record_copy):
    record_copy.change("events", "rain", "earliest", "1917-11-05T12:00")
    record_copy.change("events", "rain", "latest", "1917-11-06T00:00")
    assert where(rules.events_lie_in_their_episode, record_copy) == []
    row = record_copy.change("events", "rain", "episode", "july")
    assert where(rules.events_lie_in_their_episode, record_copy) == [("events.csv", row, "earliest")]


def test_locators_can_be_followed(record_copy):
    claim = record_copy.rows("claims")[0]
    good = ["ch. IV", "¶12", "p. 5", "vol. 3, note 2", "ch. 11; seed 003 ¶5", "Chapter 2", "diary, 7 November"]
    bad = [
        "",
        "somewhere",
        "seed 000, ch. 1",
        "ch. 4, https://example.org/reed.html",
        "p. 5 of www.example.org",
        "chance",
    ]
    for locator in good:
        record_copy.add("claims", {**claim, "locator": locator})
    wanted = [("claims.csv", record_copy.add("claims", {**claim, "locator": locator}), "locator") for locator in bad]
    assert where(rules.locators_can_be_followed, record_copy) == wanted


def place(record_copy, place_id="winter_palace", **cells):
    """Add a place like another but for these cells; its row."""
    like = next(row for row in record_copy.rows("places") if row["place_id"] == place_id)
    return record_copy.add("places", {**like, **cells})


def test_coordinates_are_plausible(record_copy):
    cases = {
        ("", "30.3"): "blank",
        ("59.94", ""): "blank",
        ("30.3139", "59.9404"): "exchanged",
        ("61.0", "30.3"): "outside",
        ("59.94", "31.6"): "outside",
        ("59.94", "-30.3"): "outside",
    }
    wanted = [("places.csv", place(record_copy, lat=lat, lon=lon), "lat") for lat, lon in cases]
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert places(findings) == wanted
    assert all(word in finding.message for finding, word in zip(findings, cases.values()))


def test_coordinates_are_plausible_only_for_a_point(record_copy):
    kinds = ("list", "area", "off_map")
    wanted = [("places.csv", place(record_copy, kind=kind), "lat") for kind in kinds]
    for kind in kinds:
        place(record_copy, kind=kind, lat="", lon="")
    assert where(rules.coordinates_are_plausible, record_copy) == wanted


def test_coordinates_are_plausible_only_with_their_error(record_copy):
    wanted = [("places.csv", place(record_copy, error_m=error_m), "error_m") for error_m in ("", "0", "-40")]
    assert where(rules.coordinates_are_plausible, record_copy) == wanted


#: 230 m from the nearest bank, and 270 m from the nearest water
MID_NEVA, INLAND = {"lat": "59.9460", "lon": "30.3200"}, {"lat": "59.9390", "lon": "30.3250"}


def test_coordinates_are_plausible_for_what_stands_on_land(record_copy):
    wanted = [("places.csv", place(record_copy, **MID_NEVA, error_m="220"), "lat")]
    place(record_copy, **MID_NEVA, error_m="240")
    place(record_copy, **MID_NEVA, kind="bridge")
    place(record_copy, **MID_NEVA, kind="landing")
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert places(findings) == wanted
    assert "on land" in findings[0].message


def test_coordinates_are_plausible_for_what_floats(record_copy):
    wanted = [("places.csv", place(record_copy, **INLAND, kind=kind, error_m="60"), "lat") for kind in rules.AFLOAT]
    place(record_copy, **INLAND, kind="anchorage", error_m="600")
    findings = found(rules.coordinates_are_plausible, record_copy)
    assert places(findings) == wanted
    assert "in the water" in findings[0].message


def test_movements_are_possible_for_one_actor(record_copy):
    row = record_copy.change("movements", "walk 2", "actor_id", "kerensky")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "actor_id")]


@pytest.mark.parametrize("seq", ["1", "3", ""])
def test_movements_are_possible_in_their_order(record_copy, seq):
    row = record_copy.row("movements", "walk 1")
    record_copy.change("movements", "walk 2", "seq", seq)
    (first, *_) = where(rules.movements_are_possible, record_copy)
    assert first[0] == "movements.csv"
    assert first[2] == "seq"
    assert row <= first[1] <= row + 2


@pytest.mark.parametrize("stop", ["walk 1", "walk 3"])
def test_movements_are_possible_with_an_hour_at_both_ends(record_copy, stop):
    row = record_copy.change("movements", stop, "at", "")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "at")]


def test_movements_are_possible_from_point_to_point(record_copy):
    row = record_copy.change("movements", "walk 2", "lat", "")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "place_id")]


def test_movements_are_possible_not_through_a_list(record_copy):
    row = record_copy.change("movements", "walk 3", "place_id", "arsenals")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "place_id")]


def test_movements_are_possible_within_the_region(record_copy):
    row = record_copy.change("movements", "walk 2", "mode", "")
    record_copy.change("movements", "walk 2", "leg", "unknown")
    record_copy.change("movements", "walk 3", "mode", "")
    record_copy.change("movements", "walk 3", "leg", "unknown")
    record_copy.change("movements", "walk 2", "lat", "30.39")
    record_copy.change("movements", "walk 2", "lon", "59.9483")
    findings = found(rules.movements_are_possible, record_copy)
    assert places(findings) == [("movements.csv", row, "lat")]
    assert "exchanged" in findings[0].message


def test_movements_are_possible_on_water_for_a_ship(record_copy):
    record_copy.change("movements", "voyage 2", "lat", "59.9390")
    row = record_copy.change("movements", "voyage 2", "lon", "30.3250")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "lat")]


@pytest.mark.parametrize(("column", "value"), [("leg", ""), ("mode", "")])
def test_movements_are_possible_if_leg_and_mode_are_said(record_copy, column, value):
    row = record_copy.change("movements", "ride 2", column, value)
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "leg")]


def test_movements_are_possible_by_a_way_that_nobody_knows(record_copy):
    record_copy.change("movements", "ride 2", "mode", "")
    record_copy.change("movements", "ride 2", "at", "1917-11-07T12:00")
    record_copy.change("movements", "ride 2", "leg", "unknown")
    assert where(rules.movements_are_possible, record_copy) == []


def test_movements_are_possible_forward_in_time(record_copy):
    row = record_copy.change("movements", "ride 2", "at", "1917-11-07T11:59")
    findings = found(rules.movements_are_possible, record_copy)
    assert set(places(findings)) == {("movements.csv", row, "at")}
    assert "before" in findings[0].message


def test_movements_are_possible_when_one_stays(record_copy):
    record_copy.change("movements", "ride 2", "place_id", "tauride_palace")
    record_copy.change("movements", "ride 2", "mode", "")
    record_copy.change("movements", "ride 2", "leg", "")
    assert where(rules.movements_are_possible, record_copy) == []


def test_movements_are_possible_no_faster_than_their_mode(record_copy):
    """Smolny and the Tauride Palace are 1.16 km apart; 50 m are forgiven."""
    first, last = (row for row in record_copy.rows("movements") if row["movement_id"] == "ride")
    wanted = []
    for mode, limit in SPEED_LIMIT.items():
        slowest = int(1.11 / limit * 60)
        for minutes, too_fast in ((slowest + 2, False), (max(slowest - 1, 0), True)):
            own = {"movement_id": f"{mode}_{minutes}"}
            record_copy.add("movements", {**first, **own})
            at = f"{datetime(1917, 11, 7, 12) + timedelta(minutes=minutes):%Y-%m-%dT%H:%M}"
            row = record_copy.add("movements", {**last, **own, "mode": mode, "at": at})
            wanted += [("movements.csv", row, "at")] * too_fast
    assert where(rules.movements_are_possible, record_copy) == wanted


def test_movements_are_possible_over_all_legs_between_two_hours(record_copy):
    """The way by the stop without an hour is longer than the straight one."""
    record_copy.change("movements", "walk 2", "lat", "59.9600")
    row = record_copy.change("movements", "walk 3", "at", "1917-11-07T10:20")
    assert where(rules.movements_are_possible, record_copy) == [("movements.csv", row, "at")]


def test_actors_are_in_one_place(record_copy):
    row = record_copy.change("movements", "ride 1", "at", "1917-11-07T10:29")
    assert where(rules.actors_are_in_one_place, record_copy) == [("movements.csv", row, "at")]


def test_actors_are_in_one_place_when_one_way_goes_on_from_another(record_copy):
    record_copy.change("movements", "ride 1", "at", "1917-11-07T10:30")
    assert where(rules.actors_are_in_one_place, record_copy) == []


def test_actors_are_in_one_place_during_a_long_way_with_two_short_ones(record_copy):
    record_copy.change("movements", "walk 3", "at", "1917-11-07T16:00")
    for seq, at in (("1", "14:00"), ("2", "14:30")):
        cells = {"movement_id": "detour", "actor_id": "lenin", "event_id": "rain", "seq": seq, "place_id": "smolny"}
        row = record_copy.add("movements", {**cells, "at": f"1917-11-07T{at}"})
    rows = [record_copy.row("movements", "ride 1"), row - 1]
    assert where(rules.actors_are_in_one_place, record_copy) == [("movements.csv", row, "at") for row in rows]


def test_allegiances_do_not_overlap(record_copy):
    row = record_copy.change("allegiances", "lenin october_uncommitted", "earliest", "1917-11-07T12:00")
    assert where(rules.allegiances_do_not_overlap, record_copy) == [("allegiances.csv", row, "earliest")]


def test_allegiances_do_not_overlap_a_long_one_with_two_short_ones(record_copy):
    record_copy.change("allegiances", "lenin october_mrc", "latest", "1917-11-08T23:59")
    cells = {"actor_id": "lenin", "side_id": "october_government", "earliest": "1917-11-08T13:00"}
    row = record_copy.add("allegiances", {**cells, "latest": "1917-11-08T14:00"})
    rows = [record_copy.row("allegiances", "lenin october_uncommitted"), row]
    assert where(rules.allegiances_do_not_overlap, record_copy) == [
        ("allegiances.csv", row, "earliest") for row in rows
    ]


def test_states_follow_each_other_with_values_of_their_aspect(record_copy):
    cases = [
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
    ]
    wanted = []
    for hour, (aspect, value, allowed) in enumerate(cases):
        moments = dict.fromkeys(("earliest", "at", "latest"), f"1917-11-07T{hour:02d}:00")
        cells = {"place_id": "liteiny_bridge", "aspect": aspect, "value": value, "event_id": "rain", **moments}
        wanted += [("states.csv", record_copy.add("states", cells), "value")] * (not allowed)
    assert where(rules.states_follow_each_other, record_copy) == wanted


def test_states_follow_each_other_each_with_its_ground(record_copy):
    row = record_copy.change("states", "liteiny_bridge", "event_id", "")
    assert where(rules.states_follow_each_other, record_copy) == [("states.csv", row, "event_id")]
    record_copy.change("states", "liteiny_bridge", "claim_id", "rain_reed")
    assert where(rules.states_follow_each_other, record_copy) == []


def test_states_follow_each_other(record_copy):
    row = record_copy.change("states", "winter_palace holder 1917-11-08", "earliest", "1917-11-06T06:00")
    assert where(rules.states_follow_each_other, record_copy) == [("states.csv", row, "earliest")]
    record_copy.change("states", "winter_palace holder 1917-11-06T06:00", "earliest", "1917-11-06T06:01")
    assert where(rules.states_follow_each_other, record_copy) == []


def test_sides_belong_to_the_episode_of_an_allegiance(record_copy):
    row = record_copy.change("allegiances", "lenin october_mrc", "side_id", "july_demonstrators")
    assert where(rules.sides_belong_to_the_episode, record_copy) == [("allegiances.csv", row, "side_id")]


def test_sides_belong_to_the_episode_of_a_state(record_copy):
    row = record_copy.change("states", "winter_palace holder 1917-11-08", "value", "july_government")
    assert where(rules.sides_belong_to_the_episode, record_copy) == [("states.csv", row, "value")]


def test_numbers_are_ranges(record_copy):
    number = record_copy.rows("numbers")[0]
    record_copy.add("numbers", {**number, "low": "20", "high": "20"})
    bad = [("", "20"), ("10", ""), ("21", "20"), ("10", "9"), ("", "")]
    wanted = [("numbers.csv", record_copy.add("numbers", {**number, "low": a, "high": b}), "low") for a, b in bad]
    assert where(rules.numbers_are_ranges, record_copy) == wanted


def test_the_first_episode_is_known(record_copy):
    record_copy.write("record.toml", record_copy.text("record.toml").replace('"october"   #', '"march"   #', 1))
    assert [finding.file for finding in found(rules.the_first_episode_is_known, record_copy)] == ["record.toml"]


def test_views_open(record_copy):
    for view in ("", "?at=1917-07-17T17:30", "?event=rain&source=reed&lang=ru", "?layers=none"):
        record_copy.add("moments", {"moment_id": "good", "title": "Good", "view": view})
    bad = ("?at=1917-08-01T12:00", "?at=noon", "?c=0,0", "?event=snow", "?source=pipes", "?layers=all")
    moments = [{"moment_id": "bad", "title": "Bad", "view": view} for view in bad]
    wanted = [("moments.csv", record_copy.add("moments", moment), "view") for moment in moments]
    assert where(rules.views_open, record_copy) == wanted


@pytest.mark.parametrize("view", ["?at=1917-12-16T18:00", "?at=1917-11-06T18:00&c=1,2"])
def test_views_open_with_an_episode_too(record_copy, view):
    head = re.sub(r'opening = "\?at=1917-07[^"]*"', f'opening = "{view}"', record_copy.text("record.toml"))
    record_copy.write("record.toml", head)
    assert [finding.file for finding in found(rules.views_open, record_copy)] == ["record.toml"]


def test_a_broken_shape_is_told_before_anything_that_follows_from_it(record_copy):
    row = record_copy.change("claims", "rain_reed", "event_id", "snow")
    record_copy.change("numbers", "rain wet", "low", "21")
    assert places(rules.findings(record_copy.read())) == [("claims.csv", row, "event_id")]


def test_all_that_is_wrong_is_told(record_copy):
    record_copy.change("numbers", "rain wet", "low", "21")
    record_copy.change("claims", "rain_reed", "locator", "somewhere")
    record_copy.change("moments", "eve", "view", "?at=noon")
    files = {finding.file for finding in rules.findings(record_copy.read())}
    assert files == {"numbers.csv", "claims.csv", "moments.csv"}


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


def test_chapters_can_be_told(cut, tmp_path):
    folder = Path(shutil.copytree(cut, tmp_path / "data"))
    (folder / "chapters").mkdir()
    (folder / "chapters" / "own.md").write_text("# Own\n\n## Lost\n", "utf-8")
    found = rules.check(folder)[1]
    assert ("chapters/own.md", 3, None) in places(found)
