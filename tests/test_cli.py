import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from petrograd1917.cli import main
from petrograd1917.home import cache_folder


def test_at_as_json(capsys):
    assert main(["at", "1917-10-26T02:10", "--calendar", "old", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["moment"]["new_style"] == "1917-11-08T02:10"
    assert said["moment"]["old_style"] == "1917-10-26T02:10"
    assert said["moment"]["words"] == "02:10, 8 November (26 October O.S.)"
    assert "ministers_arrested" in {event["event_id"] for event in said["events"] if event["certain"]}
    assert set(said) == {"moment", "events", "actors", "states", "sun"}
    assert said["sun"]["phase"] == "night"


def test_at_in_words(capsys):
    assert main(["at", "1917-11-08T02:10"]) == 0
    assert capsys.readouterr().out.startswith("02:10, 8 November (26 October O.S.)")


def test_at_outside_the_episodes_says_so(capsys):
    assert main(["at", "1917-09-01T12:00"]) == 0
    assert "6–9 November 1917, New Style" in capsys.readouterr().out


@pytest.mark.parametrize("moment", ["yesterday", "1917-11-31T02:10", "1917-11-07T25:00", "07/11/1917"])
def test_at_what_is_no_moment(capsys, moment):
    assert main(["at", moment]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert moment in error


def test_locate_as_json(capsys):
    assert main(["locate", "Lieutenant Schmidt Bridge", "Невскій проспектъ", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert first["place_id"] == "nikolaevsky_bridge"
    assert set(first) == {"place_id", "name", "lat", "lon", "error_m", "matched", "score"}
    assert (second["place_id"], second["lat"]) == ("nevsky_prospect", None)


def test_locate_offers_where_several_fit(capsys):
    assert main(["locate", "Nikolaevsky"]) == 0
    said = capsys.readouterr().out
    assert "fits several places" in said
    assert "Nikolaevsky Bridge" in said and "Nikolaevsky Station" in said


def test_locate_an_unknown_name(capsys):
    assert main(["locate", "xyzzy"]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_check_the_record(capsys):
    assert main(["check"]) == 0
    assert "nothing to mend" in capsys.readouterr().out


def test_check_as_json_names_what_is_broken(capsys, tmp_path):
    assert main(["check", str(tmp_path), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"events", "places", "needs_confirmation", "errors", "warnings"}
    assert said["errors"][0]["file"] == "record.toml"
    assert set(said["errors"][0]) == {"file", "row", "column", "value", "message"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "/no/such/folder"],
        ["serve", "--data", "/no/such/folder"],
        ["at", "1917-11-07", "--data", "/no/such/folder"],
    ],
)
def test_a_missing_folder(capsys, arguments):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "/no/such/folder" in error


def test_a_port_in_use(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        assert main(["serve", "--port", str(other.getsockname()[1])]) == 2
    assert "in use" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["fly"], ["at"], ["locate"], ["serve", "--port", "north"]])
def test_wrong_usage(arguments):
    done = subprocess.run([sys.executable, "-m", "petrograd1917", *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_at_by_one_source(capsys, chronicle):
    assert main(["at", "1917-11-08T02:10", "--source", "reed", "--json"]) == 0
    told = {event["event_id"] for event in json.loads(capsys.readouterr().out)["events"]}
    own = set(chronicle.claims.loc[chronicle.claims["source_id"] == "reed", "event_id"])
    assert told and told <= own


def test_at_by_a_source_that_there_is_not(capsys):
    assert main(["at", "1917-11-08T02:10", "--source", "herodotus"]) == 1
    assert "“herodotus” is not a source of the record; it has" in capsys.readouterr().err


def test_help_names_the_folder_that_is_written_to(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert str(cache_folder()) in "".join(capsys.readouterr().out.split("\n ")).replace("\n", "")


CASES = Path(__file__).parent / "cases"


def case(kind: str) -> str:
    return str(next(CASES.glob(f"*_{kind}.*")))


def test_check_a_file_as_json(capsys):
    assert main(["check", case("decimal_mark_lost"), "--json"]) == 1
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"events", "places", "needs_confirmation", "errors", "warnings"}
    assert (said["events"], said["places"], len(said["errors"]), len(said["warnings"])) == (2, 2, 5, 1)
    assert set(said["errors"][0]) == {"file", "row", "column", "value", "message"}


def test_check_a_good_file(capsys):
    assert main(["check", case("na_text_lost")]) == 0
    assert "4 events at 4 places load" in capsys.readouterr().out


def test_check_asks_and_takes_the_answer(capsys):
    file = case("kml_lat_lon_swapped")
    assert main(["check", file, "--json"]) == 1
    (asked,) = json.loads(capsys.readouterr().out)["needs_confirmation"]
    assert main(["check", file, "--json", "--confirm", asked["confirm"][0]]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == 2


def test_import_writes_what_loads_what_does_not_and_why(capsys, tmp_path):
    assert main(["import", case("duplicate_ids"), "-o", str(tmp_path / "mine")]) == 1
    said = capsys.readouterr().out
    assert "2 events at 2 places load, 3 rows stay out" in said
    assert sorted(path.name for path in (tmp_path / "mine").iterdir()) == ["events.csv", "findings.csv", "rejected.csv"]
    assert main(["import", str(tmp_path / "mine" / "events.csv"), "-o", str(tmp_path / "again")]) == 0
    assert [path.name for path in (tmp_path / "again").iterdir()] == ["events.csv"]
    assert (tmp_path / "again" / "events.csv").read_bytes() == (tmp_path / "mine" / "events.csv").read_bytes()


def test_import_writes_beside_you_and_nothing_where_nothing_loads(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["import", case("unmatched_quote")]) == 1
    assert not list(tmp_path.iterdir())
    assert main(["import", case("single_moment_dataset")]) == 0
    assert (tmp_path / Path(case("single_moment_dataset")).stem / "events.csv").is_file()


@pytest.mark.parametrize("form", ["csv", "xlsx", "geojson", "kml", "lpf", "timelinejs"])
def test_export_and_check_it(capsys, tmp_path, form):
    file = tmp_path / "there" / f"record.{form}"
    assert main(["export", "--format", form, "-o", str(file)]) == 0
    count = int(capsys.readouterr().out.split()[0])
    assert main(["check", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["events"] == count


def test_export_in_russian(capsys, tmp_path):
    assert main(["export", "--lang", "ru", "-o", str(tmp_path / "r.geojson")]) == 0
    assert "Арест" in (tmp_path / "r.geojson").read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["import", "/no/such/file.csv"], "/no/such/file.csv"),
        (["check", "--confirm", "dates=sideways", __file__], "day_first|month_first"),
        (["check", "--confirm", "nonsense", __file__], "answers no question"),
        (["export", "-o", "record.doc"], "--format"),
    ],
)
def test_wrong_use_of_import_and_export(capsys, arguments, reason):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and reason in error


@pytest.mark.parametrize(
    "arguments", [["import", case("single_moment_dataset"), "-o"], ["export", "--format", "csv", "-o"]]
)
def test_where_nothing_can_be_written(capsys, arguments):
    assert main([*arguments, "/proc/none/r.csv"]) == 1
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and "name another place with -o" in error
