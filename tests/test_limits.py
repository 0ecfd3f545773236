"""What a host allows: defaults, environment, options, and what is no limit."""

import os

import pytest

from petrograd1917 import cli, limits
from petrograd1917.exchange.events import Setting
from petrograd1917.exchange.importing import read_events


def test_nothing_said_leaves_the_defaults():
    assert limits.read({}) == limits.Limits()
    assert (limits.Limits().upload_mb, limits.Limits().rows) == (20, 50_000)
    assert 1 <= limits.Limits().exports <= max(1, (os.cpu_count() or 1) / 2)
    for limit in limits.FIELDS:
        assert (
            f"(default: {'half the processors' if limit.name == 'exports' else limit.default})"
            in limit.metadata["says"]
        )
    assert limits.read({"PETROGRAD1917_ROWS": " "}) == limits.Limits()


def test_the_environment_sets_each():
    for limit in limits.FIELDS:
        found = limits.read({limits.variable(limit.name): " 7 "})
        assert getattr(found, limit.name) == 7


@pytest.mark.parametrize("said", ["0", "-1", "many", "1.5", "65", "٣", "1e9"])
def test_what_is_no_limit_is_one_sentence(said):
    with pytest.raises(limits.LimitError) as error:
        limits.read({"PETROGRAD1917_EXPORTS": said})
    assert str(error.value) == f"PETROGRAD1917_EXPORTS={said} is no limit; give a whole number from 1 to 64"


def test_a_wrong_limit_is_said_before_anything_starts(capsys, monkeypatch, allow):
    allow()
    monkeypatch.setenv("PETROGRAD1917_ROWS", "")  # put back when the test is over, whatever the command sets
    assert cli.main(["serve", "--rows", "0"]) == 2
    assert capsys.readouterr().err == (
        "petrograd1917: PETROGRAD1917_ROWS=0 is no limit; give a whole number from 1 to 1000000\n"
    )


def test_help_names_every_limit_and_its_variable(capsys):
    with pytest.raises(SystemExit):
        cli.main(["serve", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    for limit in limits.FIELDS:
        assert f"--{limit.name.replace('_', '-')} N" in said
        assert limits.variable(limit.name) in said.replace("- ", "-")


def test_files_are_held_to_them(chronicle, allow):
    allow(rows=2, upload_mb=1)
    setting = Setting.of(chronicle)
    three = "\n".join(["id,title,start,calendar", *(f"{name},T,1917-11-07,new" for name in "abc")])
    assert "more than 2 rows" in read_events(three.encode(), "three.csv", setting).errors[0].message
    assert "1 MB is the most" in read_events(b"x" * (2**20 + 1), "large.csv", setting).errors[0].message
