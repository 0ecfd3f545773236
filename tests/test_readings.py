"""The sources read against one another, on a small record and on the one that comes with the app."""

from petrograd1917 import readings


def claim(copy, claim_id: str, source_id: str, **cells: str) -> None:
    row = {
        "claim_id": claim_id,
        "event_id": "rain",
        "source_id": source_id,
        "locator": "ch. 1",
        "locator_ru": "гл. 1",
        "says": "Rain.",
        "says_ru": "Дождь.",
        "time_words": "10:30–12:00",
        "earliest": "1917-11-07T10:30",
        "latest": "1917-11-07T12:00",
        "relation": "same",
        "counts": "no",
        "basis": "memoir",
    }
    copy.add("claims", {**row, **cells})


def against(record, source_id: str) -> set[tuple[str, str]]:
    return {(pair.claim_id, pair.rival_id) for pair in readings.contradictions(record)[source_id]}


def test_hours_that_meet_contradict_nothing(record_copy):
    assert not any(readings.contradictions(record_copy.read()).values())


def test_hours_that_do_not_meet_contradict_each_other(record_copy):
    claim(
        record_copy, "late", "sukhanov", time_words="at 14:00", earliest="1917-11-07T13:45", latest="1917-11-07T14:15"
    )
    record = record_copy.read()
    assert against(record, "sukhanov") == {("late", "rain_reed"), ("late", "rain_trotsky")}
    assert against(record, "reed") == {("rain_reed", "late")}


def test_an_hour_that_no_source_gives_contradicts_nothing(record_copy):
    claim(
        record_copy, "late", "sukhanov", time_words="not given", earliest="1917-11-07T13:00", latest="1917-11-07T14:00"
    )
    assert not any(readings.contradictions(record_copy.read()).values())


def test_an_open_side_reaches_as_far_as_it_must(record_copy):
    claim(record_copy, "by", "sukhanov", time_words="by 14:00", earliest="", latest="1917-11-07T14:00")
    claim(record_copy, "after", "sukhanov", time_words="after 14:00", earliest="1917-11-07T14:00", latest="")
    assert against(record_copy.read(), "sukhanov") == {("after", "rain_reed"), ("after", "rain_trotsky")}


def test_another_place_contradicts_those_who_tell_the_event_as_drawn(record_copy):
    claim(record_copy, "elsewhere", "sukhanov", relation="other_place")
    assert against(record_copy.read(), "sukhanov") == {("elsewhere", "rain_reed"), ("elsewhere", "rain_trotsky")}


def test_a_source_does_not_contradict_itself(record_copy):
    claim(record_copy, "late", "reed", time_words="at 14:00", earliest="1917-11-07T13:45", latest="1917-11-07T14:15")
    assert against(record_copy.read(), "reed") == {("late", "rain_trotsky")}


def test_who_alone_tells_an_event(record_copy):
    assert not any(readings.alone(record_copy.read()).values())
    record_copy.keep("claims", lambda row: row["source_id"] == "reed")
    assert readings.alone(record_copy.read()) == {"reed": ("rain",), "trotsky": (), "sukhanov": (), "raskolnikov": ()}


def test_own_words_the_frequent_first(record_copy):
    coup = {"their_word": "coup", "their_word_ru": "переворот"}
    rising = {"their_word": "rising", "their_word_ru": "восстание"}
    claim(record_copy, "a", "reed", **rising)
    claim(record_copy, "b", "reed", **coup)
    claim(record_copy, "c", "reed", **coup)
    claim(record_copy, "d", "trotsky", **rising)
    record = record_copy.read()
    assert readings.own_words(record) == {"reed": ("coup", "rising"), "trotsky": ("rising",)}
    assert list(readings.callers(record).items()) == [("rising", ("reed", "trotsky")), ("coup", ("reed",))]
    assert readings.own_words(record, "ru") == {"reed": ("переворот", "восстание"), "trotsky": ("восстание",)}
    assert list(readings.callers(record, "ru")) == ["восстание", "переворот"]


def test_a_voice_is_what_most_claims_rest_on(record_copy):
    claim(record_copy, "a", "trotsky", basis="hearsay")
    voices = {"reed": "eyewitness", "trotsky": "memoir", "sukhanov": "", "raskolnikov": ""}
    assert readings.voices(record_copy.read()) == voices
    claim(record_copy, "b", "trotsky", basis="hearsay")
    assert readings.voices(record_copy.read())["trotsky"] == "hearsay"


def test_who_rests_on_whom(chronicle):
    ground_of = readings.rested_on_by(chronicle)
    for source in chronicle.sources.itertuples():
        for ground in source.rests_on:
            assert source.source_id in ground_of[ground]
    assert sum(map(len, ground_of.values())) == chronicle.sources["rests_on"].map(len).sum()


def test_on_a_question_the_counted_first_by_their_hour(chronicle):
    for question_id in chronicle.disagreements["question_id"]:
        claims = readings.on_question(chronicle, question_id)
        assert len(claims) == (chronicle.claims["question_id"] == question_id).sum()
        uncounted = list(claims["counts"] == "no")
        assert uncounted == sorted(uncounted)
        first = claims["earliest"].fillna(claims["latest"])[claims["counts"] == "yes"]
        assert list(first) == sorted(first)


def test_the_record_s_own_disagreements_are_found(chronicle):
    """The shot of the Aurora, told at 21:40 and by others at other hours."""
    pairs = {pair for pairs in readings.contradictions(chronicle).values() for pair in pairs}
    assert any(pair.event_id == "aurora_blank" for pair in pairs)
    assert {(pair.event_id, pair.rival_id, pair.claim_id) for pair in pairs} == pairs
