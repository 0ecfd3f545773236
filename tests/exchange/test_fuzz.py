"""Whatever a file holds, reading it raises nothing, and each row is either loaded or named."""

import io
import json
import time
import zipfile
from datetime import datetime
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from petrograd1917.chronicle import Box
from petrograd1917.exchange import outcome, project
from petrograd1917.exchange.events import FIELDS, OwnEvent, Setting, When, as_json
from petrograd1917.exchange.exporting import FORMATS, About, export
from petrograd1917.exchange.importing import ANSWERS, Import, read_events

SETTING = Setting("Petrograd 1917", Box(57.5, 24, 60.6, 31.5), datetime(1917, 1, 1), datetime(1918, 2, 14))
CASES = Path(__file__).resolve().parents[1] / "cases"
EVENTS = [OwnEvent("e1", "Rain", When(datetime(1917, 11, 7)), None, "x", 59.9, 30.3, "Smolny", "a", "b")]
WRITTEN = {form: export(EVENTS, form, About("Mine")) for form in FORMATS}
SEEDS = [file.read_bytes() for file in sorted(CASES.glob("B*"))] + list(WRITTEN.values())

bounded = settings(max_examples=150, derandomize=True, deadline=None)
answers = st.fixed_dictionaries({}, optional={key: st.sampled_from(choices) for key, choices in ANSWERS.items()})
#: pieces that readers stumble over
SCRAPS = [
    *("\0 \r \n \t , ; | \" ' = < > & { } [ ] : / \\ - + . 0 9".split(" ")),
    *(
        "nan inf null true 1e999 -0 ]]> <![CDATA[ <!DOCTYPE &x; \ufeff \u202e \ud800 \uffff 24:00 00:00Z 1917-11-07".split(
            " "
        )
    ),
    *FIELDS,
]
scraps = st.one_of(st.sampled_from(SCRAPS), st.text(max_size=4))
cells = st.one_of(
    scraps, st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(["1917-11-07", "59.9", "new"])
)
values = st.recursive(
    cells, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(scraps, inner, max_size=4), max_leaves=12
)


def read(content: bytes, said: dict[str, str] | None = None) -> Import:
    """Read, and keep the promises that hold of any file."""
    result = read_events(content, "fuzz", SETTING, said)
    assert result.events or result.errors or result.questions
    assert len({event.id for event in result.events}) == len(result.events)
    assert not {event.row for event in result.events} & {row.number for row in result.rejected}
    for event in result.events:
        assert event.id.strip() and event.title.strip() and event.start.at <= event.last
        assert (event.lat is None) == (event.lon is None)
        assert event.lat is None or (abs(event.lat) <= 90 and abs(event.lon) <= 180)
    json.dumps([result.as_json(), as_json(result.events)])
    project.packed(outcome.tables(result))
    return result


@given(st.binary(max_size=300), answers)
@bounded
def test_any_bytes(content, said):
    read(content, said)


@given(st.sampled_from(SEEDS), st.data(), answers)
@bounded
def test_a_file_with_damaged_bytes(seed, data, said):
    content = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    read(bytes(content), said)


@given(st.sampled_from(SEEDS), st.lists(st.tuples(st.floats(0, 1), scraps), min_size=1, max_size=5), answers)
@bounded
def test_a_file_with_scraps_put_in(seed, put_in, said):
    for where, scrap in put_in:
        at = int(where * len(seed))
        seed = seed[:at] + scrap.encode("utf-8", "surrogatepass") + seed[at:]
    read(seed, said)


@given(st.lists(st.lists(cells.map(str), min_size=9, max_size=13), max_size=4), st.sampled_from(",;\t|"), answers)
@bounded
def test_a_table_of_anything(rows, delimiter, said):
    lines = [delimiter.join(FIELDS), *(delimiter.join(row) for row in rows)]
    read("\n".join(lines).encode("utf-8", "surrogatepass"), said)


columns = st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, values))


@given(
    st.lists(st.fixed_dictionaries({}, optional={"properties": columns, "geometry": values, "id": values}), max_size=3)
)
@bounded
def test_features_of_anything(features):
    read(json.dumps({"type": "FeatureCollection", "features": features}).encode())


@given(st.sampled_from(["Point", "LineString", "Polygon", "MultiPolygon"]), values)
@bounded
def test_geometries_of_anything(kind, coordinates):
    good = {"id": "1", "title": "t", "start": "1917-11-07", "calendar": "new"}
    feature = {"type": "Feature", "properties": good, "geometry": {"type": kind, "coordinates": coordinates}}
    read(json.dumps(feature).encode())


slides = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(("start_date", "end_date", "text", "location", "media", "group", "unique_id"), values),
)


@given(st.lists(st.one_of(slides, values), max_size=3))
@bounded
def test_slides_of_anything(events):
    read(json.dumps({"events": events}).encode())


places = st.fixed_dictionaries(
    {"@id": values, "names": values},
    optional=dict.fromkeys(("properties", "when", "types", "geometry", "descriptions"), values),
)


@given(st.lists(places, min_size=1, max_size=3))
@bounded
def test_linked_places_of_anything(features):
    read(json.dumps({"type": "FeatureCollection", "@context": "linkedplaces", "features": features}).encode())


@given(st.text(st.sampled_from("<>/=\"' &;kmlPointcordaesWh.0123456789,"), max_size=80))
@bounded
def test_placemarks_of_anything(inside):
    read(f"<kml><Placemark><name>x</name>{inside}</Placemark></kml>".encode())
    read(f"<kml><Placemark><Point><coordinates>{inside}</coordinates></Point></Placemark></kml>".encode())


@given(st.sampled_from(zipfile.ZipFile(io.BytesIO(WRITTEN["xlsx"])).namelist()), st.data())
@bounded
def test_a_workbook_with_a_damaged_part(part, data):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(WRITTEN["xlsx"])) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            content = old.read(name).decode()
            if name == part:
                at = data.draw(st.integers(0, len(content)))
                cut = data.draw(st.integers(0, 30))
                content = content[:at] + data.draw(scraps).encode("utf-8", "replace").decode() + content[at + cut :]
            new.writestr(name, content)
    read(out.getvalue())


def test_time_grows_with_the_size_and_no_faster():
    """Each of these is a text that a careless pattern or search would take quadratic time for."""
    for piece in (":", "1", "'", "-", "9,", "1917-11-07T", " ", '"', "=", "(", "\\", "#"):
        long = piece * (1_000_000 // len(piece))
        table = f"id,title,start,calendar,lat,lon\n1,{long},{long},new,{long},30.3\n"
        began = time.process_time()
        read(table.encode())
        assert time.process_time() - began < 5, piece
