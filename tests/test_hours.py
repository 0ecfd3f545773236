import re
from datetime import date, datetime

import pytest

from petrograd1917 import hours
from petrograd1917.home import home

DAY = date(1917, 11, 7)


def clock(text):
    """`02:10` on the day, `+02:10` on the next, `-23:30` on the one before, blank where it is open."""
    if not text:
        return None
    shift = {"+": 1, "-": -1}.get(text[0], 0)
    hour, minute = map(int, text.lstrip("+-").split(":"))
    return datetime(1917, 11, 7 + shift, hour, minute)


INTERVALS = [
    ("02:10", "02:10", "02:10"),
    ("00:00", "00:00", "00:00"),
    ("at 20:00", "19:45", "20:15"),
    ("at 00:00", "-23:45", "00:15"),
    ("about 20:00", "19:30", "20:30"),
    ("about 23:45", "23:15", "+00:15"),
    ("toward 04:00", "03:00", "04:00"),
    ("toward 00:30", "-23:30", "00:30"),
    ("soon after 04:00", "04:00", "05:00"),
    ("soon after 23:30", "23:30", "+00:30"),
    ("by 18:00", "", "18:00"),
    ("after 10:00", "10:00", ""),
    ("20:00–23:30", "20:00", "23:30"),
    ("22:00–22:00", "22:00", "22:00"),
    ("23:00–02:00", "23:00", "+02:00"),
    ("20:00–24:00", "20:00", "+00:00"),
    ("early hours", "00:00", "06:00"),
    ("dawn", "05:00", "08:00"),
    ("morning", "06:00", "12:00"),
    ("midday", "11:00", "14:00"),
    ("afternoon", "12:00", "18:00"),
    ("late afternoon", "15:00", "18:00"),
    ("evening", "18:00", "23:00"),
    ("late evening", "21:00", "+00:00"),
    ("night", "22:00", "+06:00"),
    ("day", "00:00", "23:59"),
    ("morning–evening", "06:00", "23:00"),
    ("late afternoon–evening", "15:00", "23:00"),
    ("evening–night", "18:00", "+06:00"),
]


@pytest.mark.parametrize(("words", "first", "last"), INTERVALS)
def test_interval(words, first, last):
    assert hours.interval(words, DAY) == (clock(first), clock(last))


@pytest.mark.parametrize(
    ("words", "first", "last"),
    [
        ("evening–early hours", "18:00", "+06:00"),
        ("late evening–dawn", "21:00", "+08:00"),
        ("night–morning", "22:00", "+12:00"),
        ("evening–morning", "18:00", "+12:00"),
    ],
)
def test_parts_of_two_days_pass_over_midnight(words, first, last):
    assert hours.interval(words, DAY) == (clock(first), clock(last))


def test_every_word_of_the_vocabulary_is_tried_here():
    words = set(hours.PART_OF_DAY) | {word for word in hours.AROUND_HOUR if word}
    assert words <= {re.sub(r" ?\d\d:\d\d.*", "", tried) for tried, _, _ in INTERVALS}


def test_the_readers_are_shown_the_same_conventions():
    shown = re.findall(r"^\| `([^`]+)` \| (.+) \|$", (home() / "data" / "README.md").read_text("utf-8"), re.MULTILINE)
    bounds = {words: re.findall(r"\d\d:\d\d", meaning) for words, meaning in shown if words in hours.PART_OF_DAY}
    assert bounds.keys() == hours.PART_OF_DAY.keys()
    for words, (first, last) in bounds.items():
        begins, ends = hours.PART_OF_DAY[words]
        assert first == f"{begins // 60:02d}:{begins % 60:02d}"
        assert last in (f"{ends // 60 % 24:02d}:{ends % 60:02d}", f"{ends // 60:02d}:{ends % 60:02d}")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "not given",
        "Morning",
        "tea time",
        "by",
        "about",
        "2:10",
        "02:10 ",
        "02.10",
        "about  20:00",
        "near 20:00",
        "20:00-23:30",
        "20:00–",
        "–20:00",
        "after 20:00–21:00",
        "morning–tea time",
        "–morning",
        "morning–evening–night",
        "02:10\n",
    ],
)
def test_other_words_are_refused(words):
    with pytest.raises(ValueError, match="vocabulary") as raised:
        hours.interval(words, DAY)
    assert f"“{words}”" in str(raised.value)


@pytest.mark.parametrize("words", ["25:00", "12:75", "about 24:30", "20:00–25:00", "morning–"])
def test_hours_that_no_clock_shows_are_refused(words):
    with pytest.raises(ValueError, match="vocabulary"):
        hours.interval(words, DAY)


@pytest.mark.parametrize(
    ("intervals", "first", "last"),
    [
        ([("10:00", "12:00")], "10:00", "12:00"),
        ([("10:00", "12:00"), ("09:00", "11:00")], "09:00", "12:00"),
        ([("10:00", "10:00"), ("22:00", "22:00")], "10:00", "22:00"),
        ([("", "18:00"), ("16:00", "17:00")], "16:00", "18:00"),
        ([("10:00", ""), ("11:00", "12:00")], "10:00", "12:00"),
        ([("", "18:00"), ("10:00", "")], "10:00", "18:00"),
        ([("10:00", "")], "10:00", "12:00"),
        ([("10:00", ""), ("11:00", "")], "10:00", "13:00"),
        ([("", "18:00")], "16:00", "18:00"),
        ([("", "18:00"), ("", "17:00")], "15:00", "18:00"),
        ([("", "01:00")], "-23:00", "01:00"),
        ([("", ""), ("10:00", "12:00")], "10:00", "12:00"),
    ],
)
def test_envelope(intervals, first, last):
    assert hours.envelope([(clock(a), clock(b)) for a, b in intervals]) == (clock(first), clock(last))


def test_nothing_closed_has_no_envelope():
    assert hours.envelope([]) is None
    assert hours.envelope([(None, None)]) is None


@pytest.mark.parametrize(
    "intervals",
    [
        [("", "18:00"), ("20:00", "")],
        [("", "18:00"), ("20:00", "20:00")],
        [("10:00", ""), ("08:00", "08:30")],
    ],
)
def test_envelope_holds_every_moment_that_a_claim_names(intervals):
    claims = [(clock(a), clock(b)) for a, b in intervals]
    first, last = hours.envelope(claims)
    assert all(first <= bound <= last for claim in claims for bound in claim if bound)


@pytest.mark.parametrize(
    ("words", "english", "russian"),
    [
        ("02:10", "02:10", "02:10"),
        ("at 20:00", "at 20:00", "в 20:00"),
        ("about 20:00", "about 20:00", "около 20:00"),
        ("toward 04:00", "toward 04:00", "к 04:00"),
        ("soon after 04:00", "soon after 04:00", "вскоре после 04:00"),
        ("by 18:00", "by 18:00", "не позднее 18:00"),
        ("after 10:00", "after 10:00", "после 10:00"),
        ("20:00–23:30", "20:00–23:30", "20:00–23:30"),
        ("early hours", "in the early hours", "после полуночи"),
        ("dawn", "at dawn", "на рассвете"),
        ("morning", "in the morning", "утром"),
        ("midday", "around midday", "в полдень"),
        ("afternoon", "in the afternoon", "днём"),
        ("late afternoon", "late in the afternoon", "под вечер"),
        ("evening", "in the evening", "вечером"),
        ("late evening", "late in the evening", "поздно вечером"),
        ("night", "in the night", "ночью"),
        ("day", "during the day", "в течение дня"),
        ("not given", "hour not given", "час не указан"),
        ("morning–evening", "morning to evening", "утром – вечером"),
    ],
)
def test_spoken(words, english, russian):
    assert hours.spoken(words) == hours.spoken(words, "en") == english
    assert hours.spoken(words, "ru") == russian


def test_all_words_of_the_record_can_be_spoken_in_russian(tables):
    for words in {claim["time_words"] for claim in tables["claims"]}:
        assert not re.search("[A-Za-z]", hours.spoken(words, "ru"))
