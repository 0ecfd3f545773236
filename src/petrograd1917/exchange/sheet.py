"""What a reader finds in a file before any rule is applied to it: rows of cells under headings."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple, TypeVar

from petrograd1917.exchange.cells import Cell
from petrograd1917.limits import limits
from petrograd1917.moment import Calendar

T = TypeVar("T")

#: a file that is read as XML or JSON may not be nested deeper
DEEPEST = 100
#: how a file that this project wrote calls its writer
WRITTEN_BY = "Petrograd 1917"


class Refused(Exception):
    """A file that cannot be read as a whole: one sentence, and where it was noticed."""

    def __init__(self, message: str, row: int | None = None, column: str | None = None, value: str = ""):
        super().__init__(message)
        self.row = row
        self.column = column
        self.value = value


def not_too_many(rows: list[T], what: str = "rows") -> list[T]:
    """The rows of a file, or its features.

    Raises
    ------
    Refused
        If there are more than the limits allow.
    """
    most = limits().rows
    if len(rows) > most:
        raise Refused(f"the file has more than {most:,} {what}; divide it")
    return rows


class Trouble(NamedTuple):
    """What a reader itself finds wrong in a row; one with `warning` does not keep the row out."""

    column: str
    value: str
    message: str
    warning: bool = False


@dataclass(slots=True)
class Row:
    """A row, or a feature.

    Attributes
    ----------
    number : int
        As a spreadsheet shows it, the header being row 1; of a feature its number, from 1.
    cells : dict
        Heading → what is written there.
    troubles : list of Trouble
        What the reader found wrong.
    spot : str or None
        In formats that write a point in one piece: that piece, as it was written.
    """

    number: int
    cells: dict[str, Cell]
    troubles: list[Trouble] = field(default_factory=list)
    spot: str | None = None


@dataclass
class Sheet:
    """The rows of a file.

    Attributes
    ----------
    format : str
        `CSV`, `GeoJSON`, …
    headings : list of str
        As they stand in the file.
    rows : list of Row
    header_row : int or None
        Where the headings stand; None where a format has no header.
    encoding, delimiter : str
        What a text file was found to be written in; blank where the format says it itself.
    spot_column : str or None
        What findings call the place of a row, in formats that write a point in one piece.
    calendar : {'new', 'old'} or None
        The calendar that the format prescribes.
    day_of_number : callable or None
        The day that a number means in this workbook.
    ours : bool
        Whether this project wrote it.
    notes : list of str
        What else was noticed of the file as a whole and should be said.
    """

    format: str
    headings: list[str]
    rows: list[Row]
    header_row: int | None = None
    encoding: str = ""
    delimiter: str = ""
    spot_column: str | None = None
    calendar: Calendar | None = None
    day_of_number: Callable[[float], datetime] | None = None
    ours: bool = False
    notes: list[str] = field(default_factory=list)


#: a text that a spreadsheet would take for a formula, behind any apostrophes that it may begin with
_FORMULA = re.compile(r"'*\s*[=+\-@\t\r]")
_PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+([.,][0-9]+)?")


def is_formula(text: str) -> bool:
    """Whether a spreadsheet would take a text for a formula."""
    return bool(_FORMULA.match(text)) and not _PLAIN_NUMBER.fullmatch(text)


def guarded(text: str) -> str:
    """A text that a spreadsheet shows and does not calculate: an apostrophe before a formula's first sign."""
    return f"'{text}" if is_formula(text) else text


def unguarded(text: str) -> str:
    """The text before `guarded`."""
    return text[1:] if text.startswith("'") and is_formula(text) else text
