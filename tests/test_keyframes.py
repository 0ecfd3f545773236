import json
import re
from datetime import datetime
from types import SimpleNamespace

import pandas as pd
import pytest

from petrograd1917 import sun
from petrograd1917.chapters import chapters
from petrograd1917.map import assets
from petrograd1917.map.keyframes import claims_by_event, details, keyframes, quizzes, tours, when_words
from petrograd1917.moment import from_minute, to_minute
from petrograd1917.quiz import quiz
from petrograd1917.rules import EVENT_KINDS
from petrograd1917.view import Codec


@pytest.fixture(scope="module")
def frames(chronicle):
    """The keyframes as the browser has them."""
    return json.loads(json.dumps(keyframes(chronicle), allow_nan=False))


@pytest.fixture(scope="module")
def card(chronicle):
    return json.loads(json.dumps(details(chronicle), allow_nan=False))


def inside(frames, minute):
    return any(episode["from"] <= minute <= episode["to"] for episode in frames["episodes"])


def seek_events(frames, minute):
    timed = ((event["id"], event["t"]) for event in frames["events"])
    return {
        event_id: start <= minute <= end
        for event_id, (earliest, start, end, latest) in timed
        if inside(frames, minute) and earliest <= minute <= latest
    }


def seek_states(frames, minute):
    return {
        (place, aspect): (value, mode, certain, event_id)
        for place, aspect, spans in frames["held"]
        for first, last, value, mode, certain, event_id in spans
        if inside(frames, minute) and first <= minute <= last
    }


def seek_actors(frames, minute):
    found = {}
    for actor_id, _, stops in frames["ways"]:
        spans = frames["loyal"].get(actor_id, [])
        side = next((side for first, last, side in spans if first <= minute <= last), "")
        for before, after in zip(stops, stops[1:]):
            for stop in (before, after):
                if stop[0] == minute:
                    found[actor_id] = (side, stop[1], stop[2], "attested")
            if before[0] < minute < after[0] and after[3] != "unknown":
                share = (minute - before[0]) / (after[0] - before[0])
                lat, lon = (before[i] + (after[i] - before[i]) * share for i in (1, 2))
                found[actor_id] = (side, lat, lon, after[3])
    return found if inside(frames, minute) else {}


def test_events_agree_with_the_scene_at_every_boundary(frames, scenes):
    for moment, scene in scenes.items():
        assert seek_events(frames, to_minute(moment)) == {e.event_id: e.certain for e in scene.events}, moment


def test_states_agree_with_the_scene_at_every_boundary(frames, scenes):
    for moment, scene in scenes.items():
        shown = {(s.place_id, s.aspect): (s.value, s.mode, s.certain, s.event_id) for s in scene.states}
        assert seek_states(frames, to_minute(moment)) == shown, moment


def test_actors_agree_with_the_scene_at_every_boundary(frames, scenes):
    for moment, scene in scenes.items():
        shown = {a.actor_id: (a.side_id, a.lat, a.lon, a.basis) for a in scene.actors}
        sought = seek_actors(frames, to_minute(moment))
        assert sought.keys() == shown.keys(), moment
        for actor_id, (side, lat, lon, basis) in sought.items():
            assert (side, basis) == (shown[actor_id][0], shown[actor_id][3]), (moment, actor_id)
            assert (lat, lon) == pytest.approx(shown[actor_id][1:3], abs=1e-9), (moment, actor_id)


def test_the_minutes_of_events_are_those_of_the_tables(frames, tables):
    rows = {row["event_id"]: row for row in tables["events"]}
    assert len(frames["events"]) == len(rows)
    for event in frames["events"]:
        written = [rows[event["id"]][column] for column in ("earliest", "start", "end", "latest")]
        assert [f"{from_minute(minute):%Y-%m-%dT%H:%M}" for minute in event["t"]] == written


def test_events_come_in_the_order_of_their_beginning(frames):
    starts = [event["t"][1] for event in frames["events"]]
    assert starts == sorted(starts)


def test_every_kind_of_event_has_a_family(frames):
    tokens = assets.tokens()
    assert set(EVENT_KINDS) <= tokens["kind"].keys()
    assert {tokens["kind"][event["kind"]]["family"] for event in frames["events"]} <= set(tokens["family"])


def test_all_that_is_named_is_there(frames):
    for event in frames["events"]:
        assert event["place"] == "" or event["place"] in frames["places"]
        assert set(event["actors"]) <= frames["actors"].keys()
    for place, _, spans in frames["held"]:
        assert place in frames["places"]
        assert {span[2] for span in spans} <= {*frames["sides"], "contested", "unknown", "raised", "lowered"}
    for actor, event_id, _ in frames["ways"]:
        assert actor in frames["actors"]
        assert event_id in {event["id"] for event in frames["events"]}
    assert {place["mark"] for place in frames["places"].values()} <= frames["places"].keys()


def test_no_text_is_lost_in_russian(frames, card, chronicle):
    def texts(value):
        if isinstance(value, dict) and value.keys() == {"en", "ru"} and isinstance(value["en"], str):
            yield value
        elif isinstance(value, dict | list):
            for part in value.values() if isinstance(value, dict) else value:
                yield from texts(part)

    found = [*texts(frames), *texts(card), *texts(tours(chronicle)), *texts(quizzes(chronicle))]
    assert len(found) > 1000
    assert [text for text in found if text["en"] and not text["ru"]] == []


def test_what_the_sources_say_is_told_in_russian(card):
    claims = [claim for event in card["events"].values() for claim in event["claims"]]
    told = [claim[text] for claim in claims for text in ("says", "word", "note")]
    told += [source[text] for source in card["sources"].values() for text in ("short", "standpoint")]
    told += [question["why"] for question in card["questions"].values()]
    told += [
        number[text] for event in card["events"].values() for number in event["numbers"] for text in ("what", "whose")
    ]
    assert [text for text in told if text["en"] and not re.search("[а-яё]", text["ru"])] == []
    assert [text for text in told if re.search("[A-Za-z]", text["ru"])] == []


def test_the_words_of_the_interface_are_the_same_in_both_languages(frames):
    english, russian = (frames["words"][lang] for lang in ("en", "ru"))
    assert english.keys() == russian.keys()
    assert all(words.strip() for words in (*english.values(), *russian.values()))
    assert {event["sure"] for event in frames["events"]} <= english.keys()


def test_episodes(frames, chronicle):
    assert [episode["id"] for episode in frames["episodes"]] == ["july", "october"]
    july, october = frames["episodes"]
    assert (from_minute(october["from"]), from_minute(october["to"])) == (
        datetime(1917, 11, 6),
        datetime(1917, 11, 9, 4),
    )
    assert october["span"]["en"] == {"new": "6–8 November", "old": "24–26 October"}
    assert july["span"]["ru"] == {"new": "16–20 июля", "old": "3–7 июля"}
    assert [day["en"]["new"] for day in october["days"]] == ["6 November", "7 November", "8 November", "9 November"]
    assert all(october["from"] <= night["until"] <= october["to"] for night in october["nights"])
    assert {light for _, light in july["light"]} == {"day", "dusk"}


def test_light_and_phases_hold_until_the_next(frames, chronicle):
    for episode in frames["episodes"]:
        for changes, scale in ((episode["phases"], sun.PHASES), (episode["light"], sun.LIGHT)):
            assert changes[0][0] <= episode["from"]
            for (minute, name), (until, _) in zip(changes, changes[1:]):
                for sought in (minute, until - 1):
                    assert sun.phase(sun.altitude(from_minute(sought), chronicle.site), scale) == name


def test_openings_are_those_of_the_codec(frames, chronicle):
    view = frames["view"]
    assert view["opening"] == "october"
    for episode_id, opening in view["openings"].items():
        opened = Codec(chronicle).opening(episode_id)
        assert (from_minute(opening["at"]), tuple(opening["c"])) == (opened.at, opened.c)


def test_details_tell_every_claim_and_every_number_once(card, tables):
    assert sum(len(event["claims"]) for event in card["events"].values()) == len(tables["claims"])
    assert sum(len(event["numbers"]) for event in card["events"].values()) == len(tables["numbers"])
    assert all(event["claims"] for event in card["events"].values())
    for event in card["events"].values():
        assert set(event["questions"]) <= card["questions"].keys()
        assert {claim["source"] for claim in event["claims"]} <= card["sources"].keys()


def test_tours_tell_the_chapters_stop_by_stop(chronicle):
    shown = tours(chronicle)
    for lang in ("en", "ru"):
        told = chapters(chronicle, lang)
        assert [tour["id"] for tour in shown] == [chapter.id for chapter in told]
        for tour, chapter in zip(shown, told):
            assert [stop["view"] for stop in tour["stops"]] == [stop.view for stop in chapter.stops]
            assert [stop["question"][lang] for stop in tour["stops"]] == [stop.question for stop in chapter.stops]
            for stop, own in zip(tour["stops"], chapter.stops):
                runs = [run for paragraph in stop["text"][lang] for run in paragraph]
                assert [run for run in runs if isinstance(run, list)] == [
                    list(run) for paragraph in own.text for run in paragraph if run.event_id
                ]


def test_the_quizzes_are_those_of_the_seeds_one_to_eight(chronicle):
    asked = quizzes(chronicle)
    assert len(asked) == 8
    for seed, questions in enumerate(asked, start=1):
        made = quiz(chronicle, seed, 10)
        assert [(q["kind"], q["subject"], tuple(q["answer"])) for q in questions] == [
            (q.kind, q.subject, q.answer) for q in made
        ]
        assert all(claim["locator"] for question in questions for claim in question["evidence"])
        assert all(len(q["voices"]) >= 2 for q in questions if q["kind"] == "believe")


def test_an_open_side_of_a_claim_is_none(card, tables):
    open_sides = sum(row[column] == "" for row in tables["claims"] for column in ("earliest", "latest"))
    bounds = [bound for event in card["events"].values() for claim in event["claims"] for bound in claim["t"]]
    assert bounds.count(None) == open_sides


def clock(text):
    return datetime.fromisoformat(f"1917-11-{text}") if text else pd.NaT


def event(start, end):
    return SimpleNamespace(start=clock(start), end=clock(end))


def claim(words, earliest, latest, counts="yes"):
    return SimpleNamespace(time_words=words, earliest=clock(earliest), latest=clock(latest), counts=counts)


AT_NINE = claim("at 21:00", "07T20:45", "07T21:15")
ABOUT_NINE = claim("about 21:00", "07T20:30", "07T21:30")
AT_2140 = claim("21:40", "07T21:40", "07T21:40")
EVENING = claim("evening", "07T18:00", "07T23:00")
NOT_GIVEN = claim("not given", "07T18:00", "08T02:00")
BY_TEN = claim("by 22:00", "", "07T22:00")


@pytest.mark.parametrize(
    ("span", "claims", "english", "russian"),
    [
        (("07T21:40", "07T21:40"), [AT_2140], "21:40", "21:40"),
        (("07T21:00", "07T21:00"), [AT_NINE, AT_NINE], "at 21:00", "в 21:00"),
        (("07T18:00", "07T23:00"), [EVENING], "in the evening", "вечером"),
        (("07T18:00", "08T02:00"), [NOT_GIVEN], "18:00–02:00", "18:00–02:00"),
        (("07T21:00", "07T21:00"), [NOT_GIVEN, AT_NINE], "at 21:00", "в 21:00"),
        (("07T20:00", "07T22:00"), [BY_TEN], "by 22:00", "не позднее 22:00"),
        (("07T21:40", "07T21:40"), [AT_NINE, AT_2140], "at 21:00 or 21:40", "в 21:00 или 21:40"),
        (("07T21:40", "07T21:40"), [AT_2140, AT_NINE, ABOUT_NINE], "about 21:00 or 21:40", "около 21:00 или 21:40"),
        (("07T21:00", "07T21:00"), [AT_NINE, ABOUT_NINE], "21:00", "21:00"),
        (("07T21:00", "07T21:40"), [AT_NINE, AT_2140, EVENING], "21:00–21:40", "21:00–21:40"),
        (("07T23:00", "08T02:00"), [EVENING, AT_NINE], "23:00–02:00", "23:00–02:00"),
        (("06T10:00", "08T02:00"), [EVENING, AT_NINE], "6 November – 8 November", "6 ноября – 8 ноября"),
    ],
)
def test_when_words(span, claims, english, russian):
    assert when_words(event(*span), claims) == when_words(event(*span), claims, "en") == english
    assert when_words(event(*span), claims, "ru") == russian


def test_a_claim_that_does_not_count_has_no_say_in_the_hour():
    slip = claim("20:40", "07T20:40", "07T20:40", counts="no")
    assert when_words(event("07T21:40", "07T21:40"), [slip, AT_2140]) == "21:40"


def test_three_hours_that_cannot_be_reconciled_are_told_as_the_best_estimate():
    claims = [AT_NINE, AT_2140, claim("23:30", "07T23:30", "07T23:30")]
    assert when_words(event("07T21:00", "07T23:30"), claims) == "21:00–23:30"


def test_the_aurora_fires_at_2140_or_at_nine(chronicle, frames):
    rows = {row.event_id: row for row in chronicle.events.itertuples()}
    claims = claims_by_event(chronicle)
    shot = next(event for event in frames["events"] if event["id"] == "aurora_blank")
    assert shot["when"]["en"] == when_words(rows["aurora_blank"], claims["aurora_blank"])
    assert "21:40" in shot["when"]["en"]
    assert "20:40" not in shot["when"]["en"]
    assert shot["sure"] == "sure_differ"


def test_how_sure_an_hour_is(record_copy):
    """Trotsky rests on Sukhanov: the two are one witness."""
    event, (reed, trotsky) = record_copy.rows("events")[0], record_copy.rows("claims")
    inferred, sukhanov = {"time_words": "not given"}, {"source_id": "sukhanov"}
    cases = [
        ("sure_agree", "hour", [reed, trotsky]),
        ("sure_minute", "minute", [reed, trotsky]),
        ("sure_one", "minute", [trotsky]),
        ("sure_one", "hour", [trotsky, {**trotsky, **sukhanov}]),
        ("sure_one", "hour", [reed, {**trotsky, "counts": "no"}]),
        ("sure_one", "hour", [reed, {**trotsky, **inferred}]),
        ("sure_inferred", "hour", [{**reed, **inferred}, {**trotsky, **inferred}]),
        ("sure_differ", "hour", [reed, {**trotsky, "earliest": "1917-11-07T11:30"}]),
        ("sure_differ", "hour", [reed, {**trotsky, "relation": "other_hour"}]),
        ("sure_differ", "hour", [reed, {**trotsky, "relation": "other_hour", "counts": "no"}]),
    ]
    for turn, (_, precision, claims) in enumerate(cases):
        record_copy.add("events", {**event, "event_id": f"case {turn}", "precision": precision})
        for claim in claims:
            record_copy.add("claims", {**claim, "event_id": f"case {turn}"})
    sure = {event["id"]: event["sure"] for event in keyframes(record_copy.read())["events"]}
    assert [sure[f"case {turn}"] for turn in range(len(cases))] == [wanted for wanted, _, _ in cases]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_word_of_the_interface_is_said_twice(chronicle, lang):
    """Of two of the same key the later would be taken in silence."""

    def once(pairs):
        keys = [key for key, _ in pairs]
        assert [key for key in keys if keys.count(key) > 1] == []
        return dict(pairs)

    json.loads((chronicle.folder / "words" / f"{lang}.json").read_text("utf-8"), object_pairs_hook=once)
