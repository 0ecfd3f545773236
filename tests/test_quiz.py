"""A quiz asks only what the record knows, says what its answers rest on, and is the same for the same seed."""

from datetime import datetime
from itertools import combinations

import pytest

from petrograd1917.quiz import IN_ORDER, KINDS, KNOWN_WITHIN_M, Question, is_right, quiz

SEEDS = range(8)


@pytest.fixture(scope="module")
def asked(chronicle):
    """All that a dozen quizzes ask."""
    return [question for seed in SEEDS for question in quiz(chronicle, seed, 400)]


@pytest.fixture(scope="module")
def rows(tables):
    """The tables as text, each row by its id."""
    return {name: {next(iter(row.values())): row for row in tables[name]} for name in tables}


def of(asked, kind):
    found = [question for question in asked if question.kind == kind]
    assert found
    return found


def interval(row):
    return tuple(datetime.fromisoformat(row[column]) for column in ("earliest", "latest"))


def apart(one, other):
    return one[1] < other[0] or other[1] < one[0]


def test_the_same_seed_gives_the_same_quiz(chronicle):
    assert quiz(chronicle, 7) == quiz(chronicle, 7) == quiz(chronicle, "7")
    assert quiz(chronicle, 7) != quiz(chronicle, 8)


def test_as_many_as_wanted_the_kinds_by_turns(chronicle):
    ten = quiz(chronicle, "class 9b", 10)
    assert [question.kind for question in ten] == [*KINDS, *KINDS, *KINDS[:2]]
    assert quiz(chronicle, 1, 0) == []


def test_no_question_twice(chronicle):
    for seed in SEEDS:
        asked = quiz(chronicle, seed, 400)
        assert len(asked) == len({(q.kind, q.subject, q.answer) for q in asked}) < 400


def test_an_episode_alone(chronicle, rows):
    july = quiz(chronicle, 3, 400, "july")
    events = {event for question in july for event in question.choices if question.kind == "order"}
    events |= {question.subject for question in july if question.kind in ("locate", "who_says")}
    assert {rows["events"][event]["episode"] for event in events} == {"july"}


def test_events_to_be_ordered_never_overlap_by_their_widest_bounds(asked, rows):
    for question in of(asked, "order"):
        assert len(question.answer) == IN_ORDER
        bounds = [interval(rows["events"][event]) for event in question.answer]
        assert all(before[1] < after[0] for before, after in zip(bounds, bounds[1:]))
        assert sorted(question.choices) == sorted(question.answer)
        assert question.choices != question.answer
        assert len({rows["events"][event]["episode"] for event in question.answer}) == 1


def test_events_of_one_disagreement_are_never_to_be_ordered(asked, tables):
    joined = [set(row["event_ids"].split(";")) for row in tables["disagreements"]]
    pairs = {frozenset(pair) for question in of(asked, "order") for pair in combinations(question.answer, 2)}
    assert [pair for pair in pairs if any(pair <= events for events in joined)] == []


def test_a_place_that_is_not_known_well_is_never_asked_for(asked, rows, chronicle):
    elsewhere = {row["event_id"] for row in rows["claims"].values() if row["relation"] == "other_place"}
    for question in of(asked, "locate"):
        place = rows["places"][question.answer[0]]
        assert float(place["error_m"]) <= KNOWN_WITHIN_M
        assert chronicle.city.holds(float(place["lat"]), float(place["lon"]))
        assert rows["events"][question.subject]["place_id"] == place["place_id"]
        assert question.subject not in elsewhere


def test_who_says_so_has_one_right_answer(asked, tables):
    for question in of(asked, "who_says"):
        counted = [row for row in tables["claims"] if row["event_id"] == question.subject and row["counts"] == "yes"]
        (meant,) = [row for row in counted if (row["claim_id"],) == question.evidence]
        assert (meant["source_id"],) == question.answer
        assert len(question.choices) >= 3
        for other in counted:
            if other["source_id"] in question.choices and other["source_id"] != meant["source_id"]:
                assert apart(interval(meant), interval(other))


def test_whom_to_believe_has_no_right_answer_and_at_least_two_voices(asked, rows, chronicle):
    for question in of(asked, "believe"):
        claims = [rows["claims"][claim] for claim in question.choices]
        assert {claim["question_id"] for claim in claims} == {question.subject}
        assert len({claim["source_id"] for claim in claims}) >= 2
        assert question.answer == ()
        assert is_right(chronicle, question, question.choices) is None


def test_every_answer_names_claims_of_what_it_is_about(asked, rows):
    for question in asked:
        assert question.evidence
        events = set(question.answer) if question.kind == "order" else {question.subject}
        if question.kind != "believe":
            assert {rows["claims"][claim]["event_id"] for claim in question.evidence} == events
            assert {rows["claims"][claim]["counts"] for claim in question.evidence} == {"yes"}


def rainy_days(record_copy, latest_of_second):
    """Four showers on one morning, the second of which may last."""
    (rain,), (claim, _) = record_copy.rows("events"), record_copy.rows("claims")
    for hour in range(4):
        bounds = {"earliest": f"1917-11-06T{hour:02d}:00", "latest": f"1917-11-06T{hour:02d}:30"}
        if hour == 1:
            bounds["latest"] = f"1917-11-06T{latest_of_second}"
        shower = {**rain, **bounds, "event_id": f"shower_{hour}", "weight": "3"}
        record_copy.add("events", {**shower, "start": bounds["earliest"], "end": bounds["latest"]})
        record_copy.add("claims", {**claim, **bounds, "event_id": shower["event_id"], "claim_id": f"claim_{hour}"})
    return record_copy.read()


@pytest.mark.parametrize(("latest_of_second", "ever"), [("01:59", True), ("02:00", False)])
def test_an_overlap_of_one_minute_is_enough(record_copy, latest_of_second, ever):
    record = rainy_days(record_copy, latest_of_second)
    assert any(question.kind == "order" for seed in range(50) for question in quiz(record, seed)) is ever


def test_what_is_right(chronicle):
    order = Question("order", "", ("b", "a"), ("a", "b"), ())
    assert is_right(chronicle, order, ("a", "b")) is True
    assert is_right(chronicle, order, ("b", "a")) is False
    palace = Question("locate", "ministers_arrested", (), ("winter_palace",), (), 250)
    lat, lon = chronicle.points["winter_palace"]
    assert is_right(chronicle, palace, (lat + 0.0022, lon)) is True  # 245 m
    assert is_right(chronicle, palace, (lat + 0.0023, lon)) is False  # 256 m
