"""The tables of the record: their columns, and reading them from CSV into data frames, cell by cell.

What is wrong is collected as findings, each with file, row, column and remedy; nothing is guessed and nothing skipped.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

import pandas as pd

from petrograd1917 import moment

Kind = Literal["moment", "list", "number", "whole number", "text"]

_KINDS: dict[Kind, set[str]] = {
    "moment": {"start", "end", "earliest", "latest", "at"},
    "list": {"actor_ids", "event_ids", "rests_on", "names", "seed"},
    "number": {"lat", "lon", "error_m"},
    "whole number": {"weight", "seq", "low", "high", "year"},
}

#: columns of every table, in the order of the file
TABLES: dict[str, str] = {
    "places": "place_id,name,name_ru,name_modern,name_modern_ru,kind,lat,lon,error_m,located_by,part_of,names,note,"
    "note_ru",
    "events": "event_id,episode,title,title_ru,summary,summary_ru,start,end,earliest,latest,precision,place_id,kind,"
    "actor_ids,weight,note",
    "claims": "claim_id,event_id,source_id,locator,locator_ru,says,says_ru,time_words,earliest,latest,relation,counts,basis,"
    "their_word,their_word_ru,question_id,note,note_ru",
    "disagreements": "question_id,question,question_ru,event_ids,follows,why,why_ru",
    "sources": "source_id,short,short_ru,author,author_ru,title,title_ru,edition,edition_ru,year,calendar,standpoint,"
    "standpoint_ru,rests_on,rights,seed",
    "sides": "side_id,episode,name,name_ru,plate,hatch,letter,letter_ru",
    "actors": "actor_id,name,name_ru,kind,symbol,who,who_ru",
    "allegiances": "actor_id,side_id,earliest,latest,event_id",
    "movements": "movement_id,actor_id,event_id,seq,place_id,lat,lon,at,earliest,latest,mode,via,leg,note",
    "states": "place_id,aspect,value,mode,earliest,at,latest,event_id,claim_id",
    "numbers": "event_id,what,what_ru,low,high,whose,whose_ru,claim_id",
    "moments": "moment_id,title,title_ru,view",
    "glossary": "term,term_ru,meaning,meaning_ru",
}


def kind(column: str) -> Kind:
    """What the cells of a column hold, in every table that has it."""
    return next((kind for kind, columns in _KINDS.items() if column in columns), "text")


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: where (`row` as a spreadsheet shows it, the line of a text, or all), and what to do."""

    file: str
    row: int | Literal["all"] | None
    column: str | None
    value: str
    message: str

    def __str__(self) -> str:
        where = self.file
        if self.row is not None:
            kind = "line" if self.file.endswith(".md") else "row"
            where += ", all rows" if self.row == "all" else f", {kind} {self.row}"
        if self.column:
            where += f", column {self.column}"
        return f"{where}: {self.message}"

    def as_json(self) -> dict[str, object]:
        return asdict(self)


@dataclass
class TableReader:
    """Reads the tables of a folder and collects what it finds wrong instead of stopping at the first.

    Parameters
    ----------
    folder : Path
    findings : list of Finding
        Grows while tables are read.
    """

    folder: Path
    findings: list[Finding] = field(default_factory=list)

    def table(self, name: str) -> pd.DataFrame:
        """One table; its index is the row of the file as a spreadsheet shows it."""
        file, columns = f"{name}.csv", TABLES[name].split(",")
        cells = self._cells(file, columns)
        return pd.DataFrame({column: self._typed(file, column, cells[column]) for column in columns}, index=cells.index)

    def text(self, file: str) -> str | None:
        """A file's text; None, and a finding, if it is not there or not UTF-8."""
        try:
            return (self.folder / file).read_bytes().decode("utf-8-sig")
        except FileNotFoundError:
            self.note(file, None, None, "", "the file is missing; put it back or restore it from the last version")
        except UnicodeDecodeError:
            self.note(file, None, None, "", "the file is not UTF-8; save it again with the encoding UTF-8")
        return None

    def note(self, file: str, row: int | None, column: str | None, value: str, message: str) -> None:
        """Add a finding."""
        self.findings.append(Finding(file, row, column, value, message))

    def _cells(self, file: str, columns: list[str]) -> pd.DataFrame:
        text = self.text(file)
        rows = dict(self._rows(file, text)) if text is not None else {}
        header = rows.pop(1, None)
        if header is None or not self._header_fits(file, header, columns):
            return pd.DataFrame(columns=columns, dtype=str)
        whole = {row: cells for row, cells in rows.items() if self._row_fits(file, row, cells, len(header))}
        return pd.DataFrame.from_dict(whole, orient="index", columns=header, dtype=str)

    def _rows(self, file: str, text: str) -> Iterator[tuple[int, list[str]]]:
        reader = csv.reader(io.StringIO(text, newline=""), strict=True)
        row = 0
        try:
            for row, cells in enumerate(reader, start=1):
                yield row, cells
        except csv.Error:
            self.note(file, row + 1, None, "", "a quotation mark is opened and not closed; close it or double it")
        if row == 0:
            self.note(file, None, None, "", "the file is empty; write the header, or restore it from the last version")

    def _header_fits(self, file: str, header: list[str], columns: list[str]) -> bool:
        missing = [column for column in columns if column not in header]
        for column in missing:
            self.note(file, 1, column, "", f"the column is missing; add “{column}” to the header")
        twice = sorted({column for column in header if header.count(column) > 1})
        for column in twice:
            self.note(file, 1, column, "", f"the column “{column}” stands twice; rename or delete one")
        return not missing and not twice

    def _row_fits(self, file: str, row: int, cells: list[str], width: int) -> bool:
        if not cells:
            self.note(file, row, None, "", "the row is blank; delete it")
        elif len(cells) < width:
            self.note(
                file, row, None, "", f"the row has {len(cells)} cells, the header {width}; add the missing commas"
            )
        elif len(cells) > width:
            remedy = "put quotation marks around a cell that holds a comma, or delete what is too much"
            self.note(file, row, None, "", f"the row has {len(cells)} cells, the header {width}; {remedy}")
        return len(cells) == width

    def _typed(self, file: str, column: str, cells: pd.Series) -> pd.Series:
        holds = kind(column)
        if holds == "moment":
            return self._each(file, column, cells, moment.parse).astype("datetime64[s]")
        if holds == "number":
            return self._each(file, column, cells, _number).astype(float)
        if holds == "whole number":
            return self._each(file, column, cells, _whole).astype("Int64")
        if holds == "list":
            lists = cells.map(lambda cell: tuple(part.strip() for part in cell.split(";") if part.strip()))
            return lists.astype(object)
        return cells.str.strip()

    def _each(self, file: str, column: str, cells: pd.Series, read: Callable[[str], object]) -> pd.Series:
        values = pd.Series([None] * len(cells), index=cells.index, dtype=object)
        for row, cell in cells.items():
            if cell.strip():
                try:
                    values[row] = read(cell.strip())
                except ValueError as error:
                    self.note(file, int(row), column, cell, str(error))
        return values


def _number(cell: str) -> float:
    if not re.fullmatch(r"-?[0-9]{1,9}(\.[0-9]+)?", cell):
        raise ValueError(f"“{cell}” is not a number; write it like 59.9404")
    return float(cell)


def _whole(cell: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", cell):
        raise ValueError(f"“{cell}” is not a whole number; write digits only")
    return int(cell)
