from dataclasses import replace
from datetime import datetime
from itertools import permutations
from urllib.parse import quote

import pytest

from petrograd1917.view import CHOICES, LAYERS, ZOOM, Codec, Problem, View

NIGHT = datetime(1917, 11, 8, 2, 10)
JULY = datetime(1917, 7, 17, 17, 30)


@pytest.fixture(scope="module")
def codec(chronicle):
    return Codec(chronicle)


def opened(codec, episode=None, **changes):
    return replace(codec.opening(episode), **changes)


def test_a_bare_link_opens_october(codec, chronicle):
    for query in ("", "?"):
        assert codec.decode(query) == (codec.opening("october"), [])
    assert codec.opening() == View(datetime(1917, 11, 6, 18), "october", (59.9405, 30.336, 13.25))
    assert {episode.id for episode in chronicle.episodes} == {"july", "october"}


@pytest.mark.parametrize("episode", ["july", "october"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"event": "aurora_blank"},
        {"source": "reed"},
        {"layers": ()},
        {"layers": ("holders",)},
        {"layers": LAYERS[:-1]},
        {"c": (59.9405, 30.314, 14.0)},
        {"c": (59.9405, 30.314, 9.0)},
        {"c": (59.9405, 30.314, 14.25)},
        {"c": (57.5, 24.0, 16.75)},
        {"cal": "old"},
        {"cal": "new", "lang": "ru"},
        {"light": "paper", "mode": "projector"},
        {"mode": "kiosk", "event": "chernov_seized", "source": "trotsky", "lang": "ru", "layers": ("force", "past")},
    ],
)
def test_round_trip(codec, episode, changes):
    opening = codec.opening(episode)
    for at in (opening.at, opening.at.replace(hour=23, minute=59), opening.at.replace(hour=0, minute=0)):
        view = replace(opening, at=at, **changes)
        assert codec.decode(codec.encode(view)) == (view, [])


def test_every_choice_and_every_layer_makes_the_round_trip(codec):
    views = [opened(codec, **{key: value}) for key, values in CHOICES.items() for value in values]
    views += [opened(codec, "july", layers=(layer,)) for layer in LAYERS]
    for view in views:
        assert codec.decode(codec.encode(view)) == (view, [])


def test_every_minute_of_a_night_makes_the_round_trip(codec):
    for hour in range(24):
        for minute in (0, 1, 29, 59):
            view = opened(codec, at=datetime(1917, 11, 7, hour, minute))
            assert codec.decode(codec.encode(view)) == (view, [])


def test_both_ends_of_an_episode_belong_to_it(codec, chronicle):
    for episode in chronicle.episodes:
        for at in (episode.start, episode.end):
            view = opened(codec, episode.id, at=at)
            assert codec.decode(codec.encode(view)) == (view, [])


def test_every_event_and_every_source_can_be_linked(codec, chronicle):
    for event in chronicle.events["event_id"]:
        assert codec.decode(f"?event={event}")[1] == []
    for source in chronicle.sources["source_id"]:
        assert codec.decode(f"?source={source}")[1] == []


@pytest.mark.parametrize(
    ("changes", "link"),
    [
        ({}, ""),
        ({"at": NIGHT}, "?at=1917-11-08T02:10"),
        ({"at": NIGHT, "lang": "ru"}, "?at=1917-11-08T02:10&lang=ru"),
        ({"c": (59.9405, 30.314, 14.0)}, "?c=59.9405,30.3140,14"),
        ({"c": (59.94051, 30.31399, 14.5)}, "?c=59.9405,30.3140,14.5"),
        ({"c": (59.94050001, 30.336, 13.25)}, ""),
        ({"layers": LAYERS[:2]}, f"?layers={LAYERS[0]},{LAYERS[1]}"),
        ({"layers": ()}, "?layers=none"),
        ({"event": "aurora_blank"}, "?at=1917-11-06T18:00&event=aurora_blank"),
        ({"source": "reed", "cal": "both", "mode": "projector"}, "?source=reed&mode=projector"),
    ],
)
def test_only_what_differs_is_written(codec, changes, link):
    assert codec.encode(opened(codec, **changes)) == link


def test_a_link_that_names_an_event_alone_leads_to_its_hour(codec, chronicle):
    starts = chronicle.events.set_index("event_id")["start"]
    view, problems = codec.decode("?event=aurora_blank&lang=ru")
    assert (view.at, view.event, view.lang, problems) == (starts["aurora_blank"], "aurora_blank", "ru", [])
    assert codec.decode("?event=chernov_seized")[0].episode == "july"
    assert codec.decode("?event=snow")[0].at == codec.opening().at


def test_a_centre_outside_the_region_is_none(codec):
    assert [problem.key for problem in codec.decode("?c=0,0,13")[1]] == ["c"]


def test_the_other_episode_is_named_only_where_its_moment_is_not(codec):
    assert codec.encode(codec.opening("july")) == "?episode=july"
    assert codec.encode(opened(codec, "july", at=JULY)) == "?at=1917-07-17T17:30"


def test_the_named_moments_are_in_their_shortest_form(codec, chronicle):
    for link in chronicle.moments["view"]:
        view, problems = codec.decode(link)
        assert problems == []
        assert len(codec.encode(view)) <= len(link)
        assert codec.decode(codec.encode(view)) == (view, [])


def test_a_moment_brings_its_episode_and_that_episode_its_centre(codec):
    view, _ = codec.decode("?at=1917-07-17T17:30&lang=ru")
    assert view == opened(codec, "july", at=JULY, lang="ru")


def test_the_moment_outweighs_the_episode(codec):
    for query in ("episode=july&at=1917-11-08T02:10", "at=1917-11-08T02:10&episode=july"):
        assert codec.decode(query) == (opened(codec, at=NIGHT), [])


def test_a_question_mark_may_be_left_out(codec):
    assert codec.decode("at=1917-11-08T02:10") == codec.decode("?at=1917-11-08T02:10")


def test_escapes_and_blanks_are_understood(codec):
    wanted = opened(codec, at=NIGHT, c=(59.94, 30.31, 14.0))
    for query in (
        "at=1917-11-08T02%3A10&c=59.94%2C30.31%2C14",
        "at=1917-11-08+02:10&c=59.94,30.31,14",
        "at=1917-11-08%2002:10&c=59.94,30.31,14",
    ):
        assert codec.decode(query) == (wanted, [])


def test_the_order_of_a_link_does_not_matter(codec):
    parts = ["at=1917-07-17T17:30", "c=59.9460,30.3650,14", "lang=ru", "episode=october"]
    wanted = opened(codec, "july", at=JULY, c=(59.946, 30.365, 14.0), lang="ru")
    for order in permutations(parts):
        assert codec.decode("&".join(order)) == (wanted, []), order


def test_the_last_of_two_counts(codec):
    assert codec.decode("?lang=ru&lang=en&at=1917-07-17T17:30&at=1917-11-08T02:10") == (opened(codec, at=NIGHT), [])
    assert codec.decode("?episode=july&episode=october") == (codec.opening(), [])


def test_layers_are_put_in_order_and_counted_once(codec):
    view, problems = codec.decode(f"?layers={LAYERS[3]},{LAYERS[0]},{LAYERS[3]}")
    assert (view.layers, problems) == ((LAYERS[0], LAYERS[3]), [])


def test_zoom_is_brought_within_what_the_map_has(codec):
    assert codec.decode("c=59.94,30.31,99")[0].c[2] == ZOOM[1]
    assert codec.decode("c=59.94,30.31,-3")[0].c[2] == ZOOM[0]


def test_a_blank_event_or_source_means_none(codec):
    assert codec.decode("?event=&source=") == (codec.opening(), [])


@pytest.mark.parametrize("query", ["utm_source=x", "fbclid=1&gclid=2", "embed=true", "&&&", "=", "x", "__class__=1"])
def test_what_others_add_to_a_link_is_no_problem(codec, query):
    assert codec.decode(f"?at=1917-11-08T02:10&{query}") == (opened(codec, at=NIGHT), [])


BROKEN = {
    "at": [
        "",
        "NaN",
        "1e999",
        "yesterday",
        "<script>alert(1)</script>",
        "1917-02-31T10:00",
        "1917-11-07T25:00",
        "1917-11-07T02:10Z",
        "07/11/1917",
        "1917-10-25T02:10",
        "1917-07-20T24:00",
        "1917-07-15T23:59",
        "1917-11-09T04:01",
        "0000-01-01T00:00",
        "0001-01-01T00:00",
        "9999-12-31T24:00",
        "99999-01-01T00:00",
        "-1917-11-07T02:10",
        "1917-11-07T02:10\0",
        "9" * 100_000,
    ],
    "episode": ["", "february", "OCTOBER", "<script>", "__class__", "october;july", "х" * 10_000],
    "c": [
        "",
        "59.94",
        "59.94,30.31",
        "59.94,30.31,14,1",
        "NaN,NaN,NaN",
        "59.94,30.31,NaN",
        "59.94,nan,14",
        "1e999,30.31,14",
        "59.94,-1e999,14",
        "59.94,30.31,1e999",
        "59.94,30.31,-Infinity",
        "91,30.31,14",
        "59.94,181,14",
        "a,b,c",
        ",,",
        "<script>,30,14",
        "59;94,30;31,14",
        "0x3b,30.31,14",
        "1," * 50_000,
    ],
    "event": ["storming", "AURORA_BLANK", "<script>", "../../etc/passwd", "aurora_blank ", "NaN", "e" * 100_000],
    "source": ["wikipedia", "Reed", "<img src=x onerror=alert(1)>", "reed;trotsky", "None"],
    "layers": ["", "all", "FORCE", "force,", "none,force", "force;words", "<script>", "force,unknown", "," * 10_000],
    "cal": ["", "julian", "New", "<script>", "NaN"],
    "lang": ["", "de", "EN", "en-GB", "<script>", "r\0u"],
    "light": ["", "dark", "<script>", "1e999"],
    "mode": ["", "museum", "<script>", "None"],
}


@pytest.mark.parametrize(
    ("key", "value"),
    [pytest.param(key, value, id=f"{key}={value[:24]}") for key, values in BROKEN.items() for value in values],
)
def test_a_broken_part_is_left_at_its_default_and_named(codec, key, value):
    view, problems = codec.decode(f"?{key}={quote(value)}")
    assert view == codec.opening()
    assert problems == [Problem(key, value)]


@pytest.mark.parametrize("value", ["5_9.94,30.31,14", "٥٩,٣٠,١٤", "59.94,30.31,1_4"])
def test_only_plain_digits_make_a_centre(codec, value):
    assert codec.decode(f"?c={quote(value)}") == (codec.opening(), [Problem("c", value)])


def test_only_plain_digits_make_a_moment(codec):
    value = "١٩١٧-١١-٠٧T٠٢:١٠"
    assert codec.decode(f"?at={quote(value)}") == (codec.opening(), [Problem("at", value)])


def test_a_broken_moment_opens_the_episode_that_was_asked_for(codec):
    view, problems = codec.decode("?episode=july&at=1917-07-17T99:00&lang=ru")
    assert (view, problems) == (opened(codec, "july", lang="ru"), [Problem("at", "1917-07-17T99:00")])


def test_every_broken_part_is_named_and_the_rest_is_kept(codec):
    view, problems = codec.decode(
        "?at=never&c=1,2&event=x&source=y&layers=z&cal=a&lang=b&light=paper&mode=d&episode=july"
    )
    assert view == opened(codec, "july", light="paper")
    assert sorted(problem.key for problem in problems) == [
        "at",
        "c",
        "cal",
        "event",
        "lang",
        "layers",
        "mode",
        "source",
    ]


def test_a_broken_part_does_not_undo_a_good_one_before_it(codec):
    assert codec.decode("?lang=ru&lang=xx") == (opened(codec, lang="ru"), [Problem("lang", "xx")])


@pytest.mark.parametrize("query", ["%", "%FF=%FF", "%E0%A4%A", "?" * 1000, "\0", "a" * 500_000, "&" * 500_000, "🂡=🂡"])
def test_a_hostile_query_opens_the_opening(codec, query):
    assert codec.decode(query) == (codec.opening(), [])


def test_twenty_thousand_parts_are_read(codec):
    view, problems = codec.decode("&".join(["at=1917-11-08T02:10", "lang=xx"] * 10_000))
    assert view.at == NIGHT
    assert set(problems) == {Problem("lang", "xx")}


def test_a_layer_can_be_asked_for_whatever_a_link_left_out(codec):
    view, _ = codec.decode("?layers=force,past")
    assert view.showing("own").layers == ("force", "own", "past")
    assert view.showing("force") == view
