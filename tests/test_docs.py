"""The documentation stays true: what is written from the code is of today, commands run, links lead somewhere."""

from __future__ import annotations

import functools
import json
import os
import re
import runpy
import shlex
import shutil
import socket
import subprocess
import sys
import time
import tomllib
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from markdown_it import MarkdownIt
from PIL import Image, ImageChops

from petrograd1917 import cli, rules
from petrograd1917.chapters import chapters
from petrograd1917.tables import TABLES, kind

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for pattern in ("*.md", "docs/*.md", "data/*.md", "seeds/*.md", "bench/*.md", "tests/cases/*.md")
    for path in ROOT.glob(pattern)
)
MAKE = runpy.run_path(str(ROOT / "docs" / "make.py"))
#: commands that take minutes, and the tests that run what they do
LONG = {"pack": "tests/test_pack.py", "site": "tests/test_site.py"}
_MARKDOWN = MarkdownIt("commonmark").enable("table")


def text(page: str) -> str:
    return (ROOT / page).read_text("utf-8")


@functools.cache
def tokens(page: str) -> list:
    """What a Markdown reader finds on a page, in order, the parts of a line among the rest."""
    return [part for token in _MARKDOWN.parse(text(page)) for part in (token, *(token.children or ()))]


def fences(page: str, language: str) -> list[str]:
    return [token.content for token in tokens(page) if token.type == "fence" and token.info == language]


@pytest.mark.parametrize("name", ["data.md", "commands.md"])
def test_what_is_written_from_the_code_is_of_today(name):
    assert dict(MAKE["written"]())[name] == text(f"docs/{name}"), "run make docs"


def test_every_column_has_a_meaning_and_no_other_has():
    meanings = tomllib.loads(text("docs/columns.toml"))
    described = {table: set(columns) - {"row"} for table, columns in meanings.items()}
    written = {table: {c for c in columns.split(",") if not c.endswith("_ru")} for table, columns in TABLES.items()}
    assert described == written


def test_a_needed_cell_that_is_blank_is_found(record_copy):
    record = record_copy.read()
    needed = [(t, c) for t, columns in TABLES.items() for c in columns.split(",") if MAKE["is_needed"](t, c)]
    assert len(needed) > 50
    for table, column in needed:
        rows = getattr(record, table)
        blank = rows.assign(**{column: blanked(rows[column])})
        found = rules.findings(replace(record, **{table: blank}))
        at = "low" if column == "high" else column  # what is wrong with a range is said where it begins
        assert any((f.file, f.column) == (f"{table}.csv", at) for f in found), (table, column)


def blanked(cells: pd.Series) -> pd.Series:
    blank = {"list": (), "text": ""}.get(kind(cells.name))
    return pd.Series([blank] * len(cells), index=cells.index, dtype=cells.dtype)


# -- commands ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Where the commands of the pages are run: a folder with the record and the tables that the pages show."""
    folder = tmp_path_factory.mktemp("reader")
    shutil.copytree(ROOT / "data", folder / "data")
    for page in PAGES:
        for token, before in zip(tokens(page)[1:], named_files(page)):
            if token.type == "fence" and token.info == "csv":
                (folder / before).write_text(token.content, "utf-8")
    return folder


def named_files(page: str) -> Iterator[str]:
    """The table named last before each token: the name under which the text says to save it."""
    name = ""
    for token in tokens(page):
        if token.type == "code_inline" and token.content.endswith(".csv"):
            name = token.content
        yield name


@functools.cache
def commands(page: str) -> list[list[str]]:
    """The commands of a page, word by word; those of `make` as what it would run."""
    lines = [shlex.split(line) for block in fences(page, "sh") for line in block.splitlines()]
    return [words for line in lines for words in (made(line) if line[0] == "make" else [line])]


def made(words: list[str]) -> list[list[str]]:
    """What `make` would run of this project's own; that it installs is seen when the tests run."""
    told = subprocess.run([*words, "-n"], cwd=ROOT, capture_output=True, text=True, env={"PATH": os.environ["PATH"]})
    assert told.returncode == 0, told.stderr
    lines = told.stdout.replace("\\\n", " ").splitlines()
    own = [shlex.split(part) for line in lines for part in line.split("&&") if "pip install" not in line]
    found = [[Path(words[0]).name, *words[1:]] for words in own if words and words[0].startswith(".venv/bin/")]
    assert found, f"{words} runs nothing"
    return found


RUNNABLE = [page for page in PAGES if fences(page, "sh")]
_done: set[tuple[str, ...]] = set()


def serves(words: list[str]) -> bool:
    return words[0] == "petrograd1917" and cli.parser().parse_args(words[1:]).run is cli._serve


@pytest.mark.parametrize("page", RUNNABLE)
def test_the_commands_of_a_page_run(page, folder, monkeypatch, capsys):
    monkeypatch.chdir(folder)
    for words in commands(page):
        if tuple(words) in _done or serves(words):
            continue
        _done.add(tuple(words))
        program, *arguments = words
        if program == "petrograd1917" and arguments[0] not in LONG:
            assert cli.main(arguments) == 0, (words, capsys.readouterr().err)
        elif program == "petrograd1917":
            assert (ROOT / LONG[arguments[0]]).is_file()
        elif program == "cp":
            shutil.copytree(*arguments[1:])
        else:
            assert program in ("python", "ruff"), f"no test runs {words}"
            files = [word for word in arguments if "/" in word]
            assert all((ROOT / file).exists() for file in files), files


def test_what_the_pages_start_answers(folder):
    asked = [cli.parser().parse_args(words[1:]) for page in RUNNABLE for words in commands(page) if serves(words)]
    started = {}
    # the same on another port is the same
    for host, data in {(one.host, one.data) for one in asked}:
        if data:
            shutil.copytree(folder / "data", folder / data, dirs_exist_ok=True)
        port = free_port()
        command = [sys.executable, "-m", "petrograd1917", "--host", host, "--port", str(port)]
        started[port] = subprocess.Popen(
            [*command, *(["--data", data] if data else [])],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    try:
        assert len(started) >= 2
        for port, process in started.items():
            end = time.monotonic() + 60
            while not answers(port):
                assert process.poll() is None and time.monotonic() < end, process.args
    finally:
        for process in started.values():
            process.kill()
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answers(port: int) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=5) as answer:
            return answer.read() == b"ok"
    except OSError:
        time.sleep(0.1)
        return False


@pytest.mark.parametrize("page", PAGES)
def test_commands_within_a_sentence_are_understood(page):
    for token in tokens(page):
        if token.type != "code_inline":
            continue
        words = shlex.split(token.content) if token.content.startswith(("petrograd1917 ", "make ")) else []
        for program, *arguments in made(words) if words[:1] == ["make"] else [words] if words else []:
            if program == "petrograd1917" and len(arguments) > 1:
                assert cli.parser().parse_args(arguments)
            elif program == "petrograd1917":
                assert arguments[0] in cli.EXAMPLES, token.content


# -- links -------------------------------------------------------------------------------------------------------------


@functools.cache
def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub makes them."""
    heads = [after for token, after in zip(tokens(page), tokens(page)[1:]) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", head.content.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    for token in tokens(page):
        target = token.attrs.get("href" if token.type == "link_open" else "src") if token.attrs else None
        if not target or "://" in target:
            continue
        path, _, anchor = str(target).partition("#")
        led = (ROOT / page).parent / path if path else ROOT / page
        assert led.exists(), f"{page} leads to {target}"
        if anchor:
            assert anchor in anchors(led.resolve().relative_to(ROOT).as_posix()), f"{page} leads to {target}"


# -- what the pages tell -----------------------------------------------------------------------------------------------


@pytest.fixture
def made_by_the_readme(folder, monkeypatch) -> Callable[[str], Path]:
    """A file that a command of the README writes."""

    def written(name: str) -> Path:
        monkeypatch.chdir(folder)
        if not Path(name).exists():
            (command,) = (words for words in commands("README.md") if words[-1] == name)
            assert cli.main(command[1:]) == 0
        return folder / name

    return written


def test_the_page_is_as_large_as_the_readme_says(made_by_the_readme):
    said = re.search(r"one file of ([0-9.]+) MB", text("README.md"))[1]
    assert f"{made_by_the_readme('petrograd.html').stat().st_size / 1e6:.1f}" == said


def test_the_picture_is_of_todays_record(made_by_the_readme):
    shown = ROOT / "docs" / "map.png"
    today, shown = (Image.open(path).convert("RGB") for path in (made_by_the_readme("map.png"), shown))
    assert today.size == shown.size
    # the means of small tiles: colours were reduced, and another typesetter may round a line otherwise; a word may not differ
    apart = np.asarray(ImageChops.difference(today, shown).reduce(8))
    assert apart.max() < 30, "run make docs"
    assert (ROOT / "docs" / "map.png").stat().st_size < 250_000


def test_the_keys_are_those_of_the_stage():
    words = json.loads(text("data/words/en.json"))
    rows = re.findall(r"^\| (.+) \| (.+) \|$", text("docs/teachers.md"), re.MULTILINE)
    assert rows[1:] == [tuple(key.split("=")) for key in words["keys_list"].split("|")]


def test_the_chapters_are_those_of_the_record(chronicle):
    named = re.findall(r"^\d\. (.+)$", text("docs/teachers.md"), re.MULTILINE)
    assert [name for name in named if name in {c.title for c in chapters(chronicle)}] == [
        c.title for c in chapters(chronicle)
    ]


def test_what_is_cited_is_this_version(chronicle):
    said = yaml.safe_load(text("CITATION.cff"))
    assert set(said) == {
        "cff-version",
        "message",
        "type",
        "title",
        "version",
        "authors",
        "abstract",
        "keywords",
        "license",
    }
    assert (said["cff-version"], said["type"], said["license"]) == ("1.2.0", "dataset", "CC-BY-4.0")
    assert said["authors"] == [{"name": "Petrograd 1917 contributors"}]
    (cited,) = re.findall(r"^> .*version (\S+),", text("docs/historians.md"), re.MULTILINE)
    project = tomllib.loads(text("pyproject.toml"))["project"]["version"]
    assert said["version"] == project == chronicle.version == cited
    assert f"## {project}" in text("CHANGELOG.md")


def test_the_claim_cited_as_an_example_is_there(chronicle):
    cited = re.findall(r"`(ministers_\w+)`", text("docs/historians.md"))
    assert set(cited) <= {*chronicle.events["event_id"], *chronicle.claims["claim_id"]} and len(cited) == 2
