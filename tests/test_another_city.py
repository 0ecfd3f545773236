"""Someone else's city works without code: the record, moved to where Paris lies, under another name."""

import csv
import json
import re
import shutil
from collections.abc import Callable
from math import cos, radians
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from petrograd1917.cli import main
from petrograd1917.home import DATA_VARIABLE

ROOT = Path(__file__).resolve().parents[1]
OLD, NEW = (59.94, 30.31), (48.86, 2.34)
#: degrees of longitude are longer there: what is moved keeps its size in metres
NARROWER = cos(radians(OLD[0])) / cos(radians(NEW[0]))


def lat(value: object) -> float:
    return round(float(value) - OLD[0] + NEW[0], 5)


def lon(value: object) -> float:
    return round((float(value) - OLD[1]) * NARROWER + NEW[1], 5)


def rewrite(file: Path, change: Callable[[dict[str, str]], None]) -> None:
    with file.open(encoding="utf-8", newline="") as open_file:
        rows = list(csv.DictReader(open_file))
    for row in rows:
        change(row)
    with file.open("w", encoding="utf-8", newline="") as open_file:
        writer = csv.DictWriter(open_file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def move_row(row: dict[str, str]) -> None:
    if row["lat"]:
        row["lat"], row["lon"] = str(lat(row["lat"])), str(lon(row["lon"]))


def move_line(row: dict[str, str]) -> None:
    points = (point.split() for point in row["line"].split(";"))
    row["line"] = ";".join(f"{lon(x)} {lat(y)}" for x, y in points)


def moved(coordinates: list) -> list:
    if isinstance(coordinates[0], list):
        return [moved(part) for part in coordinates]
    return [lon(coordinates[0]), lat(coordinates[1])]


def move_text(text: str) -> str:
    text = re.sub(r"([?&]c=)([0-9.]+),([0-9.]+)", lambda m: f"{m[1]}{lat(m[2]):.4f},{lon(m[3]):.4f}", text)
    text = re.sub(r"(?m)^(south|north|lat) = ([0-9.]+)", lambda m: f"{m[1]} = {lat(m[2])}", text)
    text = re.sub(r"(?m)^(west|east|lon) = ([0-9.]+)", lambda m: f"{m[1]} = {lon(m[2])}", text)
    return text.replace('name = "Petrograd 1917"', 'name = "Lutetia 1917"')


@pytest.fixture(scope="module")
def city(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("city") / "data"
    shutil.copytree(ROOT / "data", folder, copy_function=shutil.copyfile)
    for table in ("places", "movements"):
        rewrite(folder / f"{table}.csv", move_row)
    rewrite(folder / "lettering.csv", move_line)
    basemap = json.loads((folder / "basemap.geojson").read_text("utf-8"))
    for feature in basemap["features"]:
        feature["geometry"]["coordinates"] = moved(feature["geometry"]["coordinates"])
    (folder / "basemap.geojson").write_text(json.dumps(basemap), "utf-8")
    for file in (folder / "record.toml", folder / "moments.csv", *folder.glob("chapters/*.md")):
        file.write_text(move_text(file.read_text("utf-8")), "utf-8")
    return folder


def test_its_record_is_whole(city, capsys):
    assert main(["check", str(city)]) == 0, capsys.readouterr().out


def test_its_places_and_events_are_there(city, capsys, tmp_path):
    assert main(["locate", "Winter Palace", "--data", str(city), "--json"]) == 0
    (palace,) = json.loads(capsys.readouterr().out)
    assert (palace["lat"], palace["lon"]) == (pytest.approx(48.860, abs=0.01), pytest.approx(2.34, abs=0.02))
    assert main(["export", "--data", str(city), "-o", str(tmp_path / "r.geojson")]) == 0
    assert json.loads((tmp_path / "r.geojson").read_text("utf-8"))["name"] == "Lutetia 1917"


def test_far_away_is_measured_from_there(city, capsys, tmp_path):
    table = tmp_path / "mine.csv"
    table.write_text("id,title,start,calendar,lat,lon\n1,a,1917-11-07,new,48.86,2.34\n2,b,1917-11-07,new,59.94,30.31\n")
    assert main(["check", str(table), "--data", str(city), "--json"]) == 0
    (warned,) = json.loads(capsys.readouterr().out)["warnings"]
    assert warned["row"] == 3 and warned["message"].startswith("far from Lutetia 1917")


@pytest.mark.parametrize("page", sorted(file.name for file in (ROOT / "pages").glob("*.py")))
def test_its_pages_open(city, monkeypatch, page):
    monkeypatch.setenv(DATA_VARIABLE, str(city))
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.switch_page(f"pages/{page}").run()
    assert not app.exception
