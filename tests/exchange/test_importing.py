"""What an import makes of a file as a whole: questions, warnings, limits."""

import json
import re
import time
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from flat import HEADER

from petrograd1917.exchange.events import OwnEvent, When, as_json, when_words
from petrograd1917.exchange.exporting import About, export
from petrograd1917.limits import Limits


def messages(findings) -> str:
    return "\n".join(map(str, findings))


def keys(result) -> list[str]:
    return [question.key for question in result.questions]


def test_good_rows_load_and_bad_ones_are_kept_for_mending(take_rows):
    result = take_rows({}, {"start": "1917-11-31"}, {"lat": "nan"}, {})
    assert [event.row for event in result.events] == [2, 5]
    assert [row.number for row in result.rejected] == [3, 4]
    assert [(f.row, f.column) for f in result.errors] == [(3, "start"), (4, "lat")]


def test_the_count_is_what_check_says(take_rows):
    said = take_rows({}, {"lat": "", "lon": ""}, {"id": ""}).as_json()
    assert (said["events"], said["places"]) == (2, 1)
    assert set(said) == {"events", "places", "needs_confirmation", "errors", "warnings"}
    assert all(set(f) == {"file", "row", "column", "value", "message"} for f in said["errors"] + said["warnings"])


@pytest.mark.parametrize(
    ("row", "column", "reason"),
    [
        ({"lon": ""}, "lon", "lon is missing"),
        ({"lat": "", "lon": "30.3"}, "lat", "lat is missing"),
        ({"lat": "0", "lon": "0"}, "lat", "0,0 is no place"),
        ({"lat": "unknown", "lon": "unknown"}, "lat", "not a number"),
        ({"end": "1917-11-06"}, "end", "end before start: it ends 1917-11-06 and starts 1917-11-07T10:00"),
        ({"title": " "}, "title", "title missing"),
        ({"title": "a\0b"}, "title", "control character"),
        ({"calendar": ""}, "calendar", "calendar missing, write new or old"),
    ],
)
def test_rules_of_a_row(take_rows, row, column, reason):
    result = take_rows({}, row)
    assert len(result.events) == 1
    assert (result.errors[0].row, result.errors[0].column) == (3, column)
    assert reason in result.errors[0].message


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"lat": "", "lon": ""}, "no place"),
        ({"lat": "40.7128", "lon": "-74.0060"}, "far from Petrograd"),
        ({"start": "1916-12-30"}, "outside 1917"),
        ({"start": "1918-02-15"}, "outside 1917"),
        ({"title": "#REF!"}, "spreadsheet error text"),
    ],
)
def test_what_is_only_warned_of(take_rows, row, reason):
    result = take_rows({}, row)
    assert (len(result.events), len(result.errors), len(result.warnings)) == (2, 0, 1)
    assert reason in result.warnings[0].message


def test_the_overlap_of_the_calendars_is_no_warning(take_rows):
    assert not take_rows({"start": "1918-02-14"}, {"start": "1918-01-31T23:59", "calendar": "old"}).warnings


def test_a_repeated_id_is_an_error_even_where_the_first_row_has_its_own(take_rows):
    result = take_rows({"id": "a", "start": "x"}, {"id": "a"}, {"id": "A"})
    assert [event.id for event in result.events] == ["A"]
    assert "same id as row 2" in result.errors[-1].message


def test_exchanged_coordinates_are_asked_about_once(take_rows):
    swapped = {"lat": "30.3138", "lon": "59.9404"}
    asked = take_rows(swapped, swapped, {"lat": "", "lon": ""})
    assert not asked.events and keys(asked) == ["coordinates"]
    assert [(error.row, error.column) for error in asked.errors] == [("all", "lat")]
    assert asked.questions[0].as_json()["confirm"] == ["coordinates=exchanged", "coordinates=as_written"]
    exchanged = take_rows(swapped, swapped, {"lat": "", "lon": ""}, coordinates="exchanged")
    assert [event.point for event in exchanged.events] == [(59.9404, 30.3138)] * 2 + [None]
    as_written = take_rows(swapped, coordinates="as_written")
    assert as_written.events[0].point == (30.3138, 59.9404)
    assert "far from" in as_written.warnings[0].message


def test_one_exchanged_row_among_good_ones_is_its_own_error(take_rows):
    result = take_rows({}, {"lat": "30.3138", "lon": "59.9404"})
    assert not result.questions
    assert "look exchanged in this row" in result.errors[0].message


def test_the_order_of_day_and_month_is_asked_about_once(take_rows):
    rows = ({"start": "07/11/1917"}, {"start": "08/11/1917", "end": "09/11/1917 10:00"})
    asked = take_rows(*rows)
    assert not asked.events and keys(asked) == ["dates"]
    assert [str(e.start) for e in take_rows(*rows, dates="day_first").events] == ["1917-11-07", "1917-11-08"]
    assert [str(e.start) for e in take_rows(*rows, dates="month_first").events] == ["1917-07-11", "1917-08-11"]


def test_one_day_that_fits_no_month_is_told_and_not_taken_for_an_answer(take_rows):
    asked = take_rows({"start": "07/11/1917"}, {"start": "25/10/1917"})
    assert not asked.events
    assert "fits day first" in asked.questions[0].about.message


def test_one_slashed_date_among_good_ones_is_its_own_error(take_rows):
    assert not take_rows({}, {}, {"start": "07/11/1917"}).questions


def test_zone_marks_are_asked_about_and_move_nothing(take_rows):
    rows = ({"start": "1917-11-07T02:10Z"}, {"start": "1917-11-07T03:00+03:00"})
    assert keys(take_rows(*rows)) == ["zones"]
    assert [str(e.start)[11:] for e in take_rows(*rows, zones="clock").events] == ["02:10", "03:00"]


def test_a_table_without_any_calendar_asks_which(take_rows):
    rows = ({"calendar": "", "start": "1917-10-25"}, {"calendar": " ", "start": "1917-10-26"})
    asked = take_rows(*rows)
    assert not asked.events and keys(asked) == ["calendar"]
    assert [str(e.start) for e in take_rows(*rows, calendar="old").events] == ["1917-11-07", "1917-11-08"]


def test_a_table_without_ids_asks_whether_to_number(take_rows):
    rows = ({"id": ""}, {"id": ""})
    assert keys(take_rows(*rows)) == ["ids"]
    assert [event.id for event in take_rows(*rows, ids="number").events] == ["row-2", "row-3"]


FOREIGN = "Название;Дата;Широта;Долгота;Примечание\nСобрание;1917-11-07;59,9464;30,3966;x\n"


def test_other_headings_are_guessed_shown_and_confirmed(take):
    asked = take(FOREIGN)
    assert not asked.events
    assert keys(asked) == ["columns", "calendar", "ids"]
    assert asked.guesses == {
        "title": "Название",
        "start": "Дата",
        "lat": "Широта",
        "lon": "Долгота",
        "description": "Примечание",
    }
    (event,) = take(FOREIGN, columns="as_guessed", calendar="new", ids="number").events
    assert (event.title, event.point, event.description) == ("Собрание", (59.9464, 30.3966), "x")


def test_columns_can_be_named(take):
    text = "id,Was,Wann,calendar,lat,lon\n1,Regen,1917-11-07,new,59.94,30.31\n"
    (event,) = take(text, **{"column:title": "Was", "column:start": "Wann"}).events
    assert event.title == "Regen"


def test_headings_may_be_written_large_and_with_blanks(take):
    result = take(" ID ,Title,START,Calendar,Lat,LON\n1,Rain,1917-11-07,new,59.94,30.31\n")
    assert len(result.events) == 1 and not result.warnings


def test_unknown_columns_are_named_and_left_out(take):
    result = take("id,title,start,calendar,lat,lon,mood\n1,Rain,1917-11-07,new,59.94,30.31,wet\n")
    assert len(result.events) == 1
    assert [(w.row, w.column) for w in result.warnings] == [(1, "mood")]


@pytest.mark.parametrize("missing", ["id", "title", "start", "calendar", "lat"])
def test_a_missing_column_is_named(take, missing):
    heads = [name for name in ("id", "title", "start", "calendar", "lat", "lon") if name != missing]
    result = take(",".join(heads) + "\n" + ",".join("x" for _ in heads))
    assert not result.events
    assert [(e.row, e.column) for e in result.errors] == [(1, missing)]


def test_a_table_without_coordinates_is_a_list(take):
    result = take("id,title,start,calendar,place\n1,Rain,1917-11-07,new,Smolny\n")
    assert result.events[0].point is None
    assert "“Smolny” can be looked up" in result.warnings[0].message


def test_a_column_that_stands_twice_is_refused(take):
    assert "stands twice" in messages(take("id,title,start,calendar,lat,lat,lon\n1,2,3,4,5,6,7\n").errors)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\xef\xbb\xbf \r\n", "the file is empty"),
        (HEADER.encode(), "no events below the header"),
        (b"<!DOCTYPE html><html></html>", "web page"),
        (b"%PDF-1.4", "no table"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1rest", "old format"),
        (b"PK\x03\x04broken", "no whole workbook"),
        (b"{", "not JSON"),
        (b'{"type": "Topology"}', "neither GeoJSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "number too long"),
        (b"x" * (20 * 1024 * 1024 + 1), "20 MB is the most"),
        (bytes(range(256)) * 50, "no text"),
    ],
)
def test_what_is_refused_whole(take, content, reason):
    result = take(content)
    assert not result.events
    assert len(result.errors) == 1 and reason in result.errors[0].message


def test_more_rows_than_the_limit_are_refused_and_not_cut_off(take, allow):
    allow(rows=10)
    rows = "\n".join(f"e{n},T,1917-11-07,new,59.94,30.31" for n in range(11))
    result = take("id,title,start,calendar,lat,lon\n" + rows)
    assert not result.events
    assert "more than 10 rows" in result.errors[0].message


def test_progress_is_told(setting):
    from petrograd1917.exchange.importing import read_events

    told: list[float] = []
    rows = "\n".join(f"e{n},T,1917-11-07,new,59.94,30.31" for n in range(3_000))
    read_events(b"id,title,start,calendar,lat,lon\n" + rows.encode(), "x.csv", setting, progress=told.append)
    assert told == sorted(told) and told[-1] == 1.0 and len(told) > 3


def test_the_stage_gets_minutes_and_plain_strings(take_rows):
    result = take_rows({"start": "1917-11-07", "title": "</script>"}, {"end": "1917-11-07T11:00"})
    day, hour = as_json(result.events)
    assert (day["start"], day["end"]) == (446_400, 446_400 + 1_439)
    assert (hour["start"], hour["end"], hour["open"]) == (447_000, 447_060, False)
    assert day["title"] == "</script>"
    json.dumps(day)
    assert day["when"]["en"] == "7 November (25 October O.S.) 1917"
    assert hour["when"]["ru"] == "10:00–11:00, 25 октября (7 ноября н. ст.) 1917"


def test_when_in_words(take_rows):
    night = take_rows({"start": "1917-11-07T22:00", "end": "1917-11-08T02:10"}).events[0]
    assert when_words(night) == "22:00, 7 November (25 October O.S.) 1917 – 02:10, 8 November (26 October O.S.) 1917"


def test_another_record_has_its_own_region_and_years(setting):
    from dataclasses import replace

    from petrograd1917.chronicle import Box
    from petrograd1917.exchange.importing import read_events

    paris = replace(
        setting, name="Paris 1871", region=Box(48, 2, 49, 3), first=datetime(1871, 1, 1), last=datetime(1872, 2, 14)
    )
    table = b"id,title,start,calendar,lat,lon\n1,Barricade,1871-05-21,new,48.87,2.33\n"
    result = read_events(table, "x.csv", paris)
    assert len(result.events) == 1 and not result.warnings


def test_the_documentations_example_loads(take):
    page = (Path(__file__).resolve().parents[2] / "docs" / "own_events.md").read_text("utf-8")
    (example,) = re.findall(r"```csv\n(id,title,.*?)```", page, re.DOTALL)
    (event,) = take(example).events
    assert str(event.start) == "1917-11-07T08:00" and event.place == "Palace Square"


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_as_many_rows_as_the_limit_take_less_than_ten_seconds(take, form):
    start = datetime(1917, 11, 7)
    events = [
        OwnEvent(
            f"e{n}", "Queue", When(start + timedelta(minutes=n % 9_000)), None, "Bread", 59.9 + n % 100 / 1_000, 30.3
        )
        for n in range(Limits.rows)
    ]
    content = export(events, form, About("Mine"))
    began = time.process_time()
    assert len(take(content, f"mine.{form}").events) == Limits.rows
    assert time.process_time() - began < 10
