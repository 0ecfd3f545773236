import json
import re
import shutil
from datetime import datetime

import pandas as pd
import pytest

from petrograd1917.chronicle import TABLES, Box, Finding, RecordError, read
from petrograd1917.home import home
from petrograd1917.rules import open_record


def findings(record_copy):
    """What `read` finds wrong, in place of a record."""
    with pytest.raises(RecordError) as raised:
        record_copy.read()
    assert str(raised.value).startswith(str(raised.value.findings[0]))
    return raised.value.findings


def only(record_copy):
    found = findings(record_copy)
    assert len(found) == 1, [str(finding) for finding in found]
    assert has_remedy(found[0].message)
    return found[0]


def has_remedy(message):
    """What is wrong, and after a semicolon what to do; one line, and no library's own words."""
    return ";" in message and "\n" not in message and "Error" not in message


def place(finding):
    return finding.file, finding.row, finding.column


def glossary(lines):
    return "\n".join([*lines, ""])


LINES = [
    "term,term_ru,meaning,meaning_ru",
    "Soviet,Совет,A council,Собрание",
    "MRC,ВРК,A committee,Комитет",
    'Duma,Дума,"A city council, too",Собрание',
    "cadet,юнкер,A pupil,Ученик",
]


def with_line(number, edit):
    """The glossary with one line changed (the header is line 1)."""
    return glossary([*LINES[: number - 1], edit(LINES[number - 1]), *LINES[number:]])


def test_the_record_is_read_whole(chronicle, tables):
    for name, rows in tables.items():
        frame = getattr(chronicle, name)
        assert list(frame.columns) == TABLES[name].split(",")
        assert list(frame.index) == list(range(2, len(rows) + 2))
    assert chronicle.basemap.is_file()


def test_cells_have_the_type_of_their_column(record_copy):
    record = record_copy.read()
    rain = record.events.loc[2]
    assert rain["start"] == datetime(1917, 11, 7, 10)
    assert rain["start"].tzinfo is None
    assert rain["actor_ids"] == ("lenin",)
    assert rain["weight"] == 1
    for frame, column in ((record.events, "latest"), (record.claims, "earliest"), (record.movements, "at")):
        assert frame[column].dtype == "datetime64[s]"
    assert record.places["lat"].dtype == record.movements["lon"].dtype == float
    assert record.movements["seq"].dtype == "Int64"


def test_a_blank_cell_is_blank_text_no_list_no_moment_no_number(record_copy):
    record_copy.change("events", "rain", "actor_ids", "")
    record_copy.change("claims", "rain_reed", "latest", " ")
    record_copy.change("numbers", "rain wet", "low", "")
    record = record_copy.read()
    assert pd.isna(record.places.set_index("place_id").loc["arsenals", "lat"])
    assert record.events.loc[2, "actor_ids"] == ()
    assert pd.isna(record.claims.loc[2, "latest"])
    assert pd.isna(record.numbers.loc[2, "low"])
    assert record.claims.loc[2, "note"] == ""


def test_text_stays_text(record_copy):
    values = ["None", "NaN", "NA", "null", "1", "true"]
    rows = [record_copy.add("glossary", {"term": "x", "meaning": value}) for value in values]
    assert list(record_copy.read().glossary["meaning"][rows]) == values


def test_the_head_of_the_record(chronicle):
    assert [episode.id for episode in chronicle.episodes] == ["july", "october"]
    assert chronicle.region.holds(*chronicle.centre[:2])
    assert chronicle.city.holds(*chronicle.centre[:2])
    assert chronicle.site.utc_offset_seconds == 3 * 3600 + 79


def test_episodes_hold_both_their_ends(chronicle):
    october = chronicle.episode("october")
    assert chronicle.episode_at(october.start) is chronicle.episode_at(october.end) is october
    assert chronicle.episode_at(datetime(1917, 11, 5, 23, 59)) is None
    assert chronicle.episode_at(datetime(1917, 11, 9, 4, 1)) is None
    assert chronicle.episode_at(datetime(1917, 7, 20, 23, 59)).id == "july"


def test_a_box_holds_its_edges():
    box = Box(south=59, west=30, north=60, east=31)
    assert box.holds(59, 30)
    assert box.holds(60, 31)
    assert not box.holds(58.999, 30)
    assert not box.holds(59, 31.001)
    assert not box.holds(float("nan"), 30)


def test_columns_may_be_added_and_moved(record_copy):
    record_copy.write("glossary.csv", "mine,meaning,term_ru,meaning_ru,term\nx,A council,Совет,Собрание,Soviet\n")
    row = record_copy.read().glossary.loc[2]
    assert row.to_dict() == dict(zip(LINES[0].split(","), LINES[1].split(",")))


@pytest.mark.parametrize(
    "save",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.rstrip("\n").encode(),
        lambda text: re.sub(r'(^|,)([^",\n]+)(?=,|$)', r'\1"\2"', text, flags=re.MULTILINE).encode(),
    ],
    ids=["line ends of Windows", "byte order mark", "no line end at the end", "all in quotes"],
)
def test_other_programs_ways_of_saving_are_read(record_copy, save):
    record_copy.write("glossary.csv", save(glossary(LINES)))
    read_back = record_copy.read().glossary
    assert list(read_back["term"]) == ["Soviet", "MRC", "Duma", "cadet"]
    assert read_back["meaning_ru"][5] == "Ученик"


def test_a_line_break_within_quotes_does_not_shift_the_rows_below(record_copy):
    record_copy.write("glossary.csv", with_line(2, lambda line: line.replace("A council", '"A\ncouncil"')))
    read_back = record_copy.read().glossary
    assert read_back["meaning"][2] == "A\ncouncil"
    assert read_back["term"][3] == "MRC"


def test_blanks_around_a_cell_do_not_count(record_copy):
    record_copy.change("events", "rain", "title", "  Rain ")
    record_copy.change("events", "rain", "actor_ids", " lenin ; aurora; ")
    rain = record_copy.read().events.loc[2]
    assert (rain["title"], rain["actor_ids"]) == ("Rain", ("lenin", "aurora"))


@pytest.mark.parametrize("table", TABLES)
def test_a_missing_table(record_copy, table):
    record_copy.remove(f"{table}.csv")
    assert place(only(record_copy)) == (f"{table}.csv", None, None)


def test_no_record_at_all(tmp_path):
    with pytest.raises(RecordError) as raised:
        read(tmp_path)
    assert place(raised.value.findings[0]) == ("record.toml", None, None)
    assert has_remedy(raised.value.findings[0].message)
    assert str(tmp_path) in raised.value.findings[0].message


@pytest.mark.parametrize("content", [None, "", "{", '{"type": "FeatureCollection"}'])
def test_a_missing_or_broken_base_map_is_a_finding(record_copy, tmp_path, content):
    folder = shutil.copytree(record_copy.folder, tmp_path / "data")
    (folder / "basemap.geojson").unlink()
    if content is not None:
        (folder / "basemap.geojson").write_text(content)
    with pytest.raises(RecordError) as raised:
        open_record(folder)
    assert [finding.file for finding in raised.value.findings] == ["basemap.geojson"]


@pytest.mark.parametrize(("table", "column"), [("events", "latest"), ("places", "error_m"), ("glossary", "term")])
def test_a_missing_column(record_copy, table, column):
    record_copy.write(f"{table}.csv", record_copy.text(f"{table}.csv").replace(column, "Column1", 1))
    finding = only(record_copy)
    assert place(finding) == (f"{table}.csv", 1, column)
    assert f"“{column}”" in finding.message


def test_semicolons_instead_of_commas(record_copy):
    record_copy.write("glossary.csv", glossary(LINES).replace(",", ";"))
    columns = LINES[0].split(",")
    assert [place(finding) for finding in findings(record_copy)] == [("glossary.csv", 1, column) for column in columns]


def test_a_column_that_stands_twice(record_copy):
    record_copy.write("glossary.csv", glossary([f"{line},{line.partition(',')[0]}" for line in LINES]))
    assert place(only(record_copy)) == ("glossary.csv", 1, "term")


@pytest.mark.parametrize("number", [2, 5])
@pytest.mark.parametrize("kept", [1, 3])
def test_a_row_with_too_few_cells(record_copy, number, kept):
    record_copy.write("glossary.csv", with_line(number, lambda line: ",".join(line.split(",")[:kept])))
    assert place(only(record_copy))[:2] == ("glossary.csv", number)


@pytest.mark.parametrize("number", [2, 5])
@pytest.mark.parametrize("more", [",", ",one,two"])
def test_a_row_with_too_many_cells(record_copy, number, more):
    record_copy.write("glossary.csv", with_line(number, lambda line: line + more))
    assert place(only(record_copy))[:2] == ("glossary.csv", number)


def test_too_many_cells_in_every_row(record_copy):
    record_copy.write("glossary.csv", glossary([LINES[0], *(f"{line},more" for line in LINES[1:])]))
    assert place(findings(record_copy)[0])[:2] == ("glossary.csv", 2)


def test_a_comma_that_should_have_been_quoted(record_copy):
    record_copy.write("glossary.csv", with_line(4, lambda line: line.replace('"', "")))
    assert place(only(record_copy))[:2] == ("glossary.csv", 4)


def test_a_blank_line_between_the_rows(record_copy):
    record_copy.write("glossary.csv", with_line(3, lambda line: ""))
    assert place(only(record_copy))[:2] == ("glossary.csv", 3)


@pytest.mark.parametrize("content", ["", "\n", "\n\n"])
def test_an_empty_file(record_copy, content):
    record_copy.write("glossary.csv", content)
    assert {finding.file for finding in findings(record_copy)} == {"glossary.csv"}


def test_a_table_without_rows_is_no_mistake(record_copy):
    record_copy.write("glossary.csv", glossary(LINES[:1]))
    assert len(record_copy.read().glossary) == 0


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-r", "utf-16"])
def test_not_utf_8(record_copy, encoding):
    record_copy.write("glossary.csv", glossary(LINES).encode(encoding))
    finding = only(record_copy)
    assert place(finding) == ("glossary.csv", None, None)
    assert "UTF-8" in finding.message


@pytest.mark.parametrize("number", [2, 5])
def test_a_quote_that_is_not_closed(record_copy, number):
    lines = [line.replace('"', "").replace(", too", "") for line in LINES]
    lines[number - 1] = '"' + lines[number - 1]
    record_copy.write("glossary.csv", glossary(lines))
    assert place(only(record_copy))[:2] == ("glossary.csv", number)


def test_a_quote_that_swallows_the_next_row(record_copy):
    record_copy.write("glossary.csv", with_line(3, lambda line: line.replace("A committee", '"A committee')))
    assert place(only(record_copy))[:2] == ("glossary.csv", 3)


def test_bad_numbers(record_copy):
    values = ["north", "59,94", "59.94N", "59°56′", "-", "nan", "inf", "-1e999", "5_9.94", "٥٩"]
    rows = [record_copy.add("places", {"place_id": f"bad_{i}", "lat": value}) for i, value in enumerate(values)]
    found = findings(record_copy)
    assert [place(finding) for finding in found] == [("places.csv", row, "lat") for row in rows]
    assert [finding.value for finding in found] == values
    assert all(has_remedy(finding.message) for finding in found)


def test_bad_whole_numbers(record_copy):
    values = ["three", "3.0", "1e3", "½", "nan", "1_0", "٣"]
    rows = [record_copy.add("events", {"event_id": f"bad_{i}", "weight": value}) for i, value in enumerate(values)]
    found = findings(record_copy)
    assert [place(finding) for finding in found] == [("events.csv", row, "weight") for row in rows]
    assert [finding.value for finding in found] == values


def test_what_is_no_whole_number_has_a_remedy(record_copy):
    record_copy.change("events", "rain", "weight", "three")
    only(record_copy)


def test_a_whole_number_of_twenty_digits(record_copy):
    row = record_copy.change("events", "rain", "weight", "9" * 20)
    assert place(only(record_copy)) == ("events.csv", row, "weight")


BAD_MOMENTS = ["1917-11-31T21:40", "1917-02-29T00:00", "1917-11-07T25:00", "07/11/1917", "1917-11-07T21:40Z", "21:40"]


@pytest.mark.parametrize(
    ("table", "column"), [("events", "start"), ("claims", "latest"), ("movements", "at"), ("states", "earliest")]
)
def test_bad_moments(record_copy, table, column):
    rows = [record_copy.add(table, {column: value}) for value in BAD_MOMENTS]
    found = findings(record_copy)
    assert [place(finding) for finding in found] == [(f"{table}.csv", row, column) for row in rows]
    assert [finding.value for finding in found] == BAD_MOMENTS
    assert all("is not a moment" in finding.message for finding in found)


@pytest.mark.parametrize("value", ["9999-12-31T24:00", "0000-01-01"])
def test_a_moment_that_no_calendar_of_python_holds(record_copy, value):
    row = record_copy.change("claims", "rain_reed", "latest", value)
    (finding,) = findings(record_copy)
    assert (place(finding), finding.value) == (("claims.csv", row, "latest"), value)
    assert "is not a moment" in finding.message


def test_all_that_is_wrong_is_found_at_once(record_copy):
    record_copy.remove("sides.csv")
    record_copy.write("glossary.csv", record_copy.text("glossary.csv").replace("meaning_ru", "sense_ru", 1))
    lat = record_copy.change("places", "smolny", "lat", "north")
    start = record_copy.change("events", "rain", "start", "at night")
    assert {place(finding) for finding in findings(record_copy)} == {
        ("sides.csv", None, None),
        ("glossary.csv", 1, "meaning_ru"),
        ("places.csv", lat, "lat"),
        ("events.csv", start, "start"),
    }


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "Petrograd 1917"', "name = "),
        ('name = "Petrograd 1917"', ""),
        ("[region]", "[regions]"),
        ("south = 57.5", ""),
        ("south = 57.5", 'south = "low"'),
        ("lat = 59.9398", 'lat = "north"'),
        ("zoom = 13", 'zoom = "near"'),
        ("utc_offset_seconds = 10879", 'utc_offset_seconds = "three hours"'),
        ('id = "july"', ""),
        ('from = "1917-07-16T00:00"', ""),
        ('from = "1917-07-16T00:00"', 'from = "16 July"'),
        ('from = "1917-07-16T00:00"', "from = 1917-07-16T00:00:00"),
        ('opening = "?at=1917-07-16', "opening = 3 #"),
        ("[[episode]]", "[[chapter]]"),
    ],
)
def test_a_broken_head(record_copy, old, new):
    before = record_copy.text("record.toml")
    assert old in before
    record_copy.write("record.toml", before.replace(old, new))
    assert place(only(record_copy)) == ("record.toml", None, None)


def test_a_head_in_another_encoding(record_copy):
    record_copy.write("record.toml", record_copy.text("record.toml").encode("cp1251", "replace"))
    assert "UTF-8" in only(record_copy).message


def test_a_finding_in_words_and_as_values():
    finding = Finding("places.csv", 7, "lat", "north", "“north” is not a number; write it like 59.9404")
    assert str(finding) == "places.csv, row 7, column lat: “north” is not a number; write it like 59.9404"
    assert str(Finding("sides.csv", None, None, "", "gone")) == "sides.csv: gone"
    assert json.loads(json.dumps(finding.as_json())) == {
        "file": "places.csv",
        "row": 7,
        "column": "lat",
        "value": "north",
        "message": "“north” is not a number; write it like 59.9404",
    }


def test_an_error_counts_what_it_does_not_show():
    first, second = Finding("a.csv", 2, None, "", "one; mend it"), Finding("b.csv", 3, None, "", "two; mend it")
    assert str(RecordError([first])) == "a.csv, row 2: one; mend it"
    assert str(RecordError([first, second])) == "a.csv, row 2: one; mend it (and 1 more)"


def test_the_readme_counts_the_record(chronicle):
    said = re.search(r"It holds (.+?) disagreements", (home() / "README.md").read_text("utf-8"), re.DOTALL)[1]
    events = chronicle.events["episode"].value_counts()
    assert [int(number) for number in re.findall(r"\d+", said)] == [
        len(chronicle.events),
        events["october"],
        events["july"],
        len(chronicle.claims),
        len(chronicle.sources),
        len(chronicle.places),
        chronicle.movements["movement_id"].nunique(),
        len(chronicle.states),
        len(chronicle.disagreements),
    ]
