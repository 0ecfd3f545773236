"""Exports, judged by what other people's programs and schemas make of them."""

import csv
import io
import json
import re
import subprocess
import sys
from datetime import datetime
from importlib.metadata import files
from pathlib import Path

import openpyxl
import pyogrio
import pytest
from jsonschema import Draft7Validator
from lxml import etree

from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.exchange.exporting import FORMATS, About, export, export_record
from petrograd1917.map.assets import tokens

ARREST = "ministers_arrested"
HOSTILE = '</script><img src=x onerror="alert(1)">]]>'


@pytest.fixture(scope="module")
def exported(chronicle) -> dict[str, bytes]:
    return {form: export_record(chronicle, form, tokens()) for form in FORMATS}


@pytest.fixture(scope="module")
def clock(tables) -> dict[str, str]:
    """Event → its beginning, as it stands in the record's table."""
    return {row["event_id"]: row["start"] for row in tables["events"]}


def read_by_gdal(content: bytes, name: str, folder: Path) -> dict[str, dict]:
    """What QGIS would see: id → fields."""
    file = folder / name
    file.write_bytes(content)
    meta, _, _, columns = pyogrio.raw.read(file)
    rows = [dict(zip(meta["fields"], row)) for row in zip(*columns)]
    return {row["id"]: row for row in rows}


def test_geojson_as_gdal_reads_it(exported, clock, tmp_path):
    rows = read_by_gdal(exported["geojson"], "record.geojson", tmp_path)
    assert {event_id: str(row["start"])[:16] for event_id, row in rows.items()} == clock


def test_kml_as_gdal_reads_it(exported, clock, tmp_path):
    rows = read_by_gdal(exported["kml"], "record.kml", tmp_path)
    shown = {
        event_id: row["begin"] if str(row["begin"]) != "NaT" else row["timestamp"] for event_id, row in rows.items()
    }
    assert {event_id: str(at)[:16] for event_id, at in shown.items()} == clock


def test_geojson_keeps_rfc_7946(exported):
    collection = json.loads(exported["geojson"])
    assert collection["type"] == "FeatureCollection"
    assert "crs" not in collection
    for feature in collection["features"]:
        assert set(feature) == {"type", "id", "geometry", "properties"}
        point = feature["geometry"]
        if point is not None:
            lon, lat = point["coordinates"]
            assert point["type"] == "Point" and 24 < lon < 32 and 57 < lat < 61


@pytest.mark.parametrize("form", ["geojson", "kml", "csv", "lpf"])
def test_no_moment_bears_a_zone(form, exported):
    """A zone mark would let each reader move the hour by its own."""
    moments = re.findall(rb"19[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]+([^0-9:])", exported[form])
    assert moments and set(moments) <= {b'"', b",", b"<", b"\r"}


def test_kml_fits_the_schema_of_the_ogc(exported):
    schema = next(file for file in files("fastkml") if file.name == "ogckml22.xsd").locate()
    rules = etree.XMLSchema(etree.parse(str(schema)))
    rules.assertValid(etree.fromstring(exported["kml"]))


#: what the schema 2.0 of the World Historical Gazetteer asks of what is used here
LINKED_PLACES = {
    "type": "object",
    "required": ["type", "features", "@context"],
    "properties": {"features": {"type": "array", "minItems": 1, "items": {"$ref": "#/definitions/feature"}}},
    "definitions": {
        "line": {"type": "string", "pattern": "^[^\n]*$"},
        "term": {"type": "string", "pattern": r"^\w+:\S+$"},
        "day": {"type": "string", "pattern": r"^[0-9]{4}-(0[1-9]|1[0-2])-([0-2][0-9]|3[01])$"},
        "edge": {
            "type": "object",
            "additionalProperties": False,
            "minProperties": 1,
            "properties": {name: {"$ref": "#/definitions/day"} for name in ("in", "earliest", "latest")},
            "dependencies": {"in": {"not": {"anyOf": [{"required": ["earliest"]}, {"required": ["latest"]}]}}},
        },
        "feature": {
            "type": "object",
            "required": ["@id", "type", "properties", "geometry", "names", "types", "when"],
            "properties": {
                "@id": {"$ref": "#/definitions/term"},
                "properties": {
                    "required": ["title", "fclasses"],
                    "properties": {
                        "title": {"$ref": "#/definitions/line"},
                        "fclasses": {"items": {"enum": list("AHLPRSTUVX")}, "minItems": 1},
                        "ccodes": {"items": {"pattern": "^[A-Z]{2}$"}},
                    },
                },
                "names": {
                    "minItems": 1,
                    "items": {
                        "required": ["toponym"],
                        "properties": {
                            "toponym": {"$ref": "#/definitions/line"},
                            "citations": {"items": {"properties": {"label": {"$ref": "#/definitions/line"}}}},
                        },
                    },
                },
                "types": {"items": {"properties": {"label": {"$ref": "#/definitions/line"}}}},
                "descriptions": {
                    "items": {"required": ["value"], "properties": {"value": {"$ref": "#/definitions/line"}}}
                },
                "when": {
                    "required": ["timespans"],
                    "properties": {
                        "timespans": {
                            "items": {
                                "additionalProperties": False,
                                "required": ["start"],
                                "properties": {name: {"$ref": "#/definitions/edge"} for name in ("start", "end")},
                            }
                        }
                    },
                },
                "geometry": {
                    "oneOf": [
                        {"type": "null"},
                        {
                            "type": "object",
                            "required": ["type", "coordinates"],
                            "properties": {"coordinates": {"minItems": 2, "maxItems": 2, "items": {"type": "number"}}},
                        },
                    ]
                },
            },
        },
    },
}


def test_linked_places_fit_the_gazetteers_schema(exported):
    validator = Draft7Validator(LINKED_PLACES)
    validator.validate(json.loads(exported["lpf"]))
    awkward = [OwnEvent("an id / with blanks", "two\nlines", When(datetime(1917, 11, 7)), description="and\ntwo more")]
    validator.validate(json.loads(export(awkward, "lpf", About("Mine"))))


def test_linked_places_say_the_hour_where_readers_show_it(exported, clock):
    features = json.loads(exported["lpf"])["features"]
    assert {f["properties"]["id"]: f["properties"]["start"][:16] for f in features} == clock
    assert all(f["when"]["timespans"][0]["start"] for f in features)


def test_timelinejs_dates_are_numbers_of_the_clock(exported, clock):
    timeline = json.loads(exported["timelinejs"])
    assert set(timeline) >= {"title", "events"}
    for slide in timeline["events"]:
        assert set(slide) >= {"unique_id", "start_date", "text", "display_date"}
        at = slide["start_date"]
        assert datetime(**at).isoformat(timespec="minutes") == clock[slide["unique_id"]]
    arrest = next(slide for slide in timeline["events"] if slide["unique_id"] == ARREST)
    assert "8 November (26 October O.S.) 1917" in arrest["display_date"]


def test_timelinejs_and_kml_show_html_as_typed():
    event = [OwnEvent("e", HOSTILE, When(datetime(1917, 11, 7)), description=HOSTILE)]
    text = json.loads(export(event, "timelinejs", About("Mine")))["events"][0]["text"]
    assert "<" not in text["headline"] + text["text"]
    placemark = etree.fromstring(export(event, "kml", About("Mine"))).find(".//{*}Placemark")
    assert placemark.findtext("{*}name") == HOSTILE
    balloon = etree.HTML(placemark.findtext("{*}description"))
    assert balloon.findall(".//img") == balloon.findall(".//script") == []
    assert HOSTILE in "".join(balloon.itertext())


def test_xlsx_has_dates_and_no_formula(exported, clock):
    book = openpyxl.load_workbook(io.BytesIO(exported["xlsx"]))
    head, *rows = book["Events"].iter_rows()
    names = [cell.value for cell in head]
    at = {row[0].value: row[names.index("start")] for row in rows}
    assert {event_id: cell.value.isoformat(timespec="minutes") for event_id, cell in at.items()} == clock
    assert at[ARREST].is_date
    formulas = [OwnEvent("e", "=1+1", When(datetime(1917, 11, 7)), description="-2+3", lat=-33.5, lon=-70.0)]
    sheet = openpyxl.load_workbook(io.BytesIO(export(formulas, "xlsx", About("Mine"))))["Events"]
    _, row = sheet.iter_rows()
    assert [row[1].data_type, row[2].data_type, row[6].data_type] == ["s", "s", "n"]
    assert (row[1].value, row[6].value) == ("=1+1", -33.5)


def test_csv_holds_no_formula_and_whole_negative_numbers():
    titles = ["=1+1", "+7 on the clock", "-2+3+cmd|' /C calc'!A0", "@committee", "\t=1+1", "'=1", "- a dash"]
    events = [
        OwnEvent(f"e{i}", title, When(datetime(1917, 11, 7)), lat=-33.8688, lon=-70.1234)
        for i, title in enumerate(titles)
    ]
    for row in csv.DictReader(io.StringIO(export(events, "csv", About("Mine")).decode(), newline="")):
        assert row["title"][0] not in "=+-@\t\r"
        assert (row["lat"], row["lon"]) == ("-33.8688", "-70.1234")


@pytest.mark.parametrize("form", FORMATS)
def test_licence_and_attribution_are_inside(form, exported, chronicle):
    content = exported[form]
    if form == "xlsx":
        about = openpyxl.load_workbook(io.BytesIO(content))["About"]
        content = "\n".join(str(cell.value) for row in about for cell in row).encode()
    assert chronicle.licence in content.decode() and "OpenStreetMap" in content.decode()


@pytest.mark.parametrize("form", FORMATS)
def test_the_same_events_make_the_same_file(form, exported, chronicle):
    if form != "xlsx":  # a workbook bears the hour of its making
        assert export_record(chronicle, form, tokens()) == exported[form]


def test_exporters_know_nothing_of_streamlit():
    program = "import sys, petrograd1917.exchange.exporting, petrograd1917.exchange.importing; print('streamlit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
