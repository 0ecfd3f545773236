"""Odd and bad files, made from public reports, each with its right answer in `tests/cases`."""

import csv
from pathlib import Path

import pytest

CASES = Path(__file__).resolve().parents[1] / "cases"


def table(name: str) -> list[dict[str, str]]:
    with (CASES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


EXPECTED = table("expected.csv")
FINDINGS = table("expected_findings.csv")


def taken(take, kind: str, **answers: str):
    file = next(CASES.glob(f"*_{kind}.*"))
    return take(file.read_bytes(), file.name, **answers)


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["kind"])
def test_loads_what_it_should_and_reports_the_rest(take, case):
    result = take((CASES / case["file"]).read_bytes(), case["file"])
    counts = (len(result.events), result.places, len(result.errors), len(result.warnings))
    assert counts == tuple(int(case[name]) for name in ("events_loaded", "places_loaded", "errors", "warnings"))
    assert bool(result.questions) == ("ask" in case["should_load"])


@pytest.mark.parametrize(
    "wanted", FINDINGS, ids=lambda wanted: f"{wanted['file'][:4]}-{wanted['row']}-{wanted['column']}"
)
def test_names_row_column_value_and_reason(take, wanted):
    result = take((CASES / wanted["file"]).read_bytes(), wanted["file"])
    kind = result.errors if wanted["severity"] == "error" else result.warnings
    here = [
        f
        for f in kind
        if (str(f.row or ""), f.column or "", f.value) == (wanted["row"], wanted["column"], wanted["cell_value"])
    ]
    assert len(here) == 1
    for reason in _reasons(wanted["message_must_say"]):
        assert reason in here[0].message


def _reasons(said: str) -> list[str]:
    """The parts of what a message must say; the instruction among them is not one."""
    return [part.strip() for part in said.split(";") if part.strip() not in ("both values shown", "decimal mark lost?")]


def by_id(result) -> dict:
    return {event.id: event for event in result.events}


def test_marks_of_other_languages_stay_text(take):
    events = by_id(taken(take, "text_breaks_js_backtick"))
    assert events["e1"].title.count("`") == 2
    assert events["e2"].title == "Cost ${6*7} roubles"
    assert "\\u12\\new" in events["e3"].title
    injected = by_id(taken(take, "text_injection_tooltip"))
    assert injected["e1"].title == "x</script><script>globalThis.pwned=1</script>"
    assert injected["e4"].title == "Two line\ntitle"
    marked = by_id(taken(take, "markdown_or_latex_in_data"))
    assert marked["e1"].title.count("$") == 2
    assert marked["e3"].title == "events_old_style_v2"


def test_words_that_look_like_nothing_are_words(take):
    events = by_id(taken(take, "na_text_lost"))
    assert (events["e1"].place, events["e1"].source) == ("NA", "None")
    assert (events["e2"].title, events["e2"].description, events["e2"].category) == ("null", "nan", "N/A")
    assert events["e3"].title == "True"
    assert (events["007"].title, events["007"].source) == ("1917", "1e5")


def test_a_blank_end_is_no_end(take):
    assert by_id(taken(take, "blank_end_meaning"))["e1"].end is None


def test_each_old_row_is_moved_once(take):
    events = by_id(taken(take, "double_calendar_shift"))
    starts = {name: str(event.start) for name, event in events.items()}
    assert starts == {
        "e1": "1917-11-07T21:40",
        "e2": "1917-11-07T21:40",
        "e3": "1918-01-07",
        "e4": "1917-03-08T08:00",
        "e5": "1918-02-13T23:59",
        "e6": "1918-02-14",
        "e7": "1917-11-07T22:00",
    }


def test_a_date_only_end_covers_its_day(take):
    events = by_id(taken(take, "end_before_start"))
    assert set(events) == {"e3", "e4"}
    assert f"{events['e3'].last:%d %H:%M}" == "07 23:59"


def test_decimal_commas_keep_their_fractions(take):
    assert by_id(taken(take, "decimal_comma_floored"))["e1"].point == (59.9404, 30.3138)


def test_what_is_far_away_stays_there(take):
    assert by_id(taken(take, "automatic_swap_wrong"))["e4"].point == (30.0444, 31.2357)


def test_workbooks_count_from_where_they_say(take):
    events = by_id(taken(take, "xlsx_1904_system"))
    assert [str(event.start) for event in events.values()] == ["1917-11-07T21:40", "1917-03-08"]
    mixed = by_id(taken(take, "xlsx_mixed_dates"))
    assert (str(mixed["e1"].start), str(mixed["e5"].start)) == ("1917-11-07T02:10", "1917-03-08")


def test_exchanged_points_load_once_that_is_confirmed(take):
    case = next(case for case in EXPECTED if case["kind"] == "kml_lat_lon_swapped")
    result = taken(take, "kml_lat_lon_swapped", coordinates="exchanged")
    assert len(result.events) == int(case["events_if_user_confirms"])
    assert result.events[0].point == (59.9404, 30.3138)
    assert not result.errors and not result.questions


def test_xml_escapes_are_undone_once(take):
    titles = [event.title for event in taken(take, "kml_cdata_end").events]
    assert titles == ["See note ]]> below", "k2", "Дворец & площадь"]


def test_what_stands_in_a_file_is_taken_from_where_it_stands(take):
    assert [event.title for event in taken(take, "mixed_encodings").events] == ["Смольный дворец"]
    (event,) = taken(take, "kml_foreign_namespaces").events
    assert (event.title, str(event.start)) == ("RIGHT", "1917-11-07T02:10")
    assert str(by_id(taken(take, "timelinejs_years"))["h24"].start) == "1917-11-07T00:00"
    assert str(by_id(taken(take, "zones_by_name"))["c"].start) == "1917-11-07T02:10"
