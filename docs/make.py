"""Writes what of the documentation follows from the code: `data.md`, `commands.md` and the README's picture.

`make docs` runs it; a test compares what it would write today with what is there.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from petrograd1917 import cli, rules
from petrograd1917.tables import TABLES, kind

HERE = Path(__file__).resolve().parent
#: the command that makes the README's picture, without where to write it
PICTURE = "snapshot --at 1917-11-07T10:00 --size 1280x720"

#: figures whose own rule asks for them
_NEEDED_FIGURES = (("events", "weight"), ("numbers", "low"), ("numbers", "high"))

_DATA = """\
# The tables, column by column

Written by `make docs` from the code that reads and checks the tables, and from `docs/columns.toml`, where the meanings
are mended. What the record is and how its hours, languages and chapters are written: [the record](../data/README.md).

A column `x_ru` is the Russian twin of `x`; where it is blank the English text is shown. *Needed*: the cell may not be
blank. A moment is written `1917-11-07T02:10`, New Style, by the city's own clock. In a list the parts are separated by `;`.
"""
_COMMANDS = """\
# The command line

Written by `make docs` from the program itself; `--help` after a command says the same. `make run` installs the
program into `.venv`; `.venv/bin/petrograd1917` (on Windows `.venv\\Scripts\\petrograd1917`) is where it then is.

A `MOMENT` is written `1917-11-07T02:10`, New Style, or with `--calendar old` as the Old Style has it. The exit status is
0 when all is done, 1 when something is wrong in the input, 2 when the command was used wrongly; an error is one sentence.
"""


def data() -> str:
    """The dictionary of the tables, as Markdown."""
    meanings = tomllib.loads((HERE / "columns.toml").read_text("utf-8"))
    parts = [_DATA]
    for table, columns in TABLES.items():
        rows = "".join(_column(table, column, meanings[table]) for column in columns.split(","))
        head = "| column | holds | needed | meaning |\n|---|---|---|---|\n"
        parts.append(f"## {table}.csv\n\n{meanings[table]['row']}\n\n{head}{rows}")
    return "\n".join(parts)


def _column(table: str, column: str, meanings: dict[str, str]) -> str:
    twin = column.removesuffix("_ru")
    meaning = f"`{twin}` in Russian." if twin != column else meanings[column]
    return f"| `{column}` | {_holds(table, column)} | {_needed(table, column)} | {meaning} |\n"


def _holds(table: str, column: str) -> str:
    if (table, column) in rules.REFERENCES:
        target, _ = rules.REFERENCES[table, column]
        return f"{'ids' if kind(column) == 'list' else 'id'} of [{target}](#{target}csv)"
    if (table, column) in rules.VOCABULARY:
        return "one of " + " ".join(f"`{word}`" for word in rules.VOCABULARY[table, column] if word)
    return "id" if is_key(table, column) else kind(column)


def is_key(table: str, column: str) -> bool:
    """Whether a column names the rows of its table."""
    return table in rules.IDENTIFIED and column == TABLES[table].split(",")[0]


def _needed(table: str, column: str) -> str:
    twin = column.removesuffix("_ru")
    if twin != column and twin in rules.TOLD_TWICE.get(table, ()):
        return f"with `{twin}`"
    return "yes" if is_needed(table, column) else ""


def is_needed(table: str, column: str) -> bool:
    """Whether no cell of a column may be blank."""
    reference, words = rules.REFERENCES.get((table, column)), rules.VOCABULARY.get((table, column))
    return bool(
        is_key(table, column)
        or (reference and not reference[1])
        or (words and "" not in words)
        or column in rules.NEEDED_TEXTS.get(table, ())
        or (table in rules.TIMED and column in rules.ORDERS[table])
        or (table in rules.EPISODIC and column == "episode")
        or (table, column) in _NEEDED_FIGURES
    )


def commands() -> str:
    """The reference of the command line, as Markdown."""
    parts = [_COMMANDS]
    for name, says, command in _subcommands():
        options = "".join(map(_option, command._actions[1:]))  # the first is --help
        parts.append(
            f"## {name}\n\n{_sentence(says)}\n\n```sh\n{cli.EXAMPLES[name]}\n```\n\n| option | |\n|---|---|\n{options}"
        )
    return "\n".join(parts)


def _subcommands() -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    # argparse has no public way to ask a parser what it takes
    (commands,) = (action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction))
    for said in commands._choices_actions:
        yield said.dest, said.help, commands.choices[said.dest]


def _option(option: argparse.Action) -> str:
    takes = option.metavar or "|".join(option.choices or ()) or option.dest.upper()
    value = "" if option.nargs == 0 else f"{takes}{'…' if option.nargs == '+' else ''}"
    names = ", ".join(f"`{f'{name} {value}'.strip()}`" for name in option.option_strings or [""])
    needed = "; needed" if option.required and option.option_strings else ""
    return f"| {_cell(names)} | {_cell(option.help)}{needed} |\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def written() -> Iterator[tuple[str, str]]:
    """The texts that are written: the name of a file here, and what stands in it."""
    yield "data.md", data()
    yield "commands.md", commands()


def main() -> None:
    for name, text in written():
        (HERE / name).write_text(text, "utf-8", newline="\n")
    cli.main([*PICTURE.split(), "-o", str(HERE / "map.png")])
    # a third of the size: nearest colours, and none of a side's hues may be lost
    full = Image.open(HERE / "map.png").convert("RGB")
    few = full.quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(HERE / "map.png", optimize=True)


if __name__ == "__main__":
    main()
