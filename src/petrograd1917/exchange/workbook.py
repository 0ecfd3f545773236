"""XLSX: a table in a spreadsheet's own file, in and out. Formulas are never worked out, macros never run."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from xml.parsers import expat

import openpyxl
from defusedxml.common import DefusedXmlException
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font

from petrograd1917.exchange import archive, columns
from petrograd1917.exchange.cells import blank, shown
from petrograd1917.exchange.events import FIELDS, FURTHER, OwnEvent, When
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused, Row, Sheet, Trouble, is_formula, not_too_many
from petrograd1917.exchange.spreadsheet import Line, Spreadsheet, escaped

#: columns beyond this are not looked at
_WIDEST = 200
#: how many columns beyond the last heading are looked at for cells gone astray
_BEYOND = 3
_HEADER_WITHIN = 20
_HEADER_NEEDS = 3
_OLD_FORMAT = bytes.fromhex("d0cf11e0a1b11ae1")


def read(content: bytes, sheet_name: str | None = None) -> Sheet:
    """The rows of a workbook's table.

    Parameters
    ----------
    content : bytes
    sheet_name : str, optional
        Which of several tables the user wants.

    Raises
    ------
    Refused
        If it is no workbook, or holds several tables and none was named.
    """
    with archive.opened(content, "workbook") as packed:
        try:
            return _read(Spreadsheet(packed), sheet_name)
        except DefusedXmlException:
            raise Refused("the workbook declares entities, which none needs; save it again in a spreadsheet") from None
        except (*_BROKEN, zipfile.BadZipFile, zlib.error, EOFError) as error:
            reason = f"the workbook is damaged ({type(error).__name__}); open it in a spreadsheet and save it again"
            raise Refused(reason) from None


#: what a part that is not what it should be makes of reading it
_BROKEN = (expat.ExpatError, ET.ParseError, ValueError, LookupError, OverflowError, TypeError)


def refuse_old_format(content: bytes) -> None:
    """Tell a workbook of before 2007, or one with a password, from what can be read.

    Raises
    ------
    Refused
    """
    if content.startswith(_OLD_FORMAT):
        raise Refused(
            "this is a workbook of the old format (.xls) or one with a password; save it as .xlsx without one"
        )


class SeveralTables(Refused):
    """A workbook in which more than one sheet looks like the table; `names` are they."""

    def __init__(self, names: list[str]):
        self.names = names
        listed = ", ".join(f"“{name}”" for name in names)
        super().__init__(f"several sheets of the workbook hold a table: {listed}; say which is meant", column="(sheet)")


def _read(book: Spreadsheet, sheet_name: str | None) -> Sheet:
    tops = {title: list(islice(book.lines(title, _WIDEST), _HEADER_WITHIN)) for title in book.sheets}
    headers = {title: _header(top) for title, top in tops.items() if top}
    tables = [title for title, (_, _, known) in headers.items() if known >= _HEADER_NEEDS]
    if sheet_name in headers:
        title = sheet_name
    elif len(tables) > 1:
        raise SeveralTables(tables)
    elif not headers:
        raise Refused("the workbook is empty; it needs a header and a row for each event")
    else:
        title = (tables or list(headers))[0]
    number, headings, _ = headers[title]
    others = [f"“{other}”" for other in headers if other not in (title, _ABOUT)]
    notes = [f"only the sheet “{title}” was read, not {', '.join(others)}"] if others else []
    if tops[title][0].number < number:
        notes.append(f"the header was found in row {number}; what stands above it was left out")
    sheet = Sheet("XLSX", headings, [], number, day_of_number=book.day_of, notes=notes)
    _fill(sheet, book.lines(title, len(headings) + _BEYOND))
    return sheet


def _header(top: list[Line]) -> tuple[int, list[str], int]:
    """Row, headings and how many of them are known: the first row, or a later one that names more."""
    best = (0, [], 0)
    for line in top:
        if not line.cells:
            continue
        headings = [shown(line.cells.get(column)) for column in range(max(line.cells) + 1)]
        known = columns.known_in(headings)
        if not best[0] or known >= max(_HEADER_NEEDS, best[2] + 1):
            best = (line.number, headings, known)
    return best


def _fill(sheet: Sheet, lines: Iterator[Line]) -> None:
    unworked: list[tuple[Row, Line]] = []
    worked = False
    for line in lines:
        if line.number <= sheet.header_row or all(map(blank, line.cells.values())) and not line.unworked:
            continue
        row = Row(line.number, {heading: line.cells.get(column) for column, heading in enumerate(sheet.headings)})
        stray = [
            shown(cell) for column, cell in line.cells.items() if column >= len(sheet.headings) and not blank(cell)
        ]
        if stray:
            width = max(line.cells) + 1
            message = f"{width} cells where the header has {len(sheet.headings)}: give the column a heading or empty it"
            row.troubles.append(Trouble("(row)", stray[0][:80], message))
        sheet.rows.append(row)
        not_too_many(sheet.rows)
        worked = worked or line.worked
        if line.unworked:
            unworked.append((row, line))
    if not worked:
        _say_what_was_not_worked_out(sheet, unworked)


def _say_what_was_not_worked_out(sheet: Sheet, unworked: list[tuple[Row, Line]]) -> None:
    """Formulas without a stored result look blank, and blank they are not.

    Where any formula has its result the workbook was worked out, and a blank one is meant.
    """
    for row, line in unworked:
        for column, formula in line.unworked.items():
            if column < len(sheet.headings):
                message = "the result of this formula is not stored in the file; open it in a spreadsheet and save it"
                row.troubles.append(Trouble(sheet.headings[column], formula[:80], message))


_ABOUT = "About"
_FIRST_EXCEL_DAY = datetime(1900, 3, 1)  # before it a spreadsheet's days are one off


def write(events: Sequence[OwnEvent], about: Sequence[tuple[str, str]] = ()) -> bytes:
    """Events as a workbook: texts as texts, never as formulas; moments as the spreadsheet's own dates.

    Parameters
    ----------
    about : sequence of (str, str)
        What a second sheet says of the table: name, licence, attribution.
    """
    book = openpyxl.Workbook(write_only=True)
    tab = book.create_sheet("Events")
    tab.freeze_panes = "A2"
    heads = [*FIELDS, *FURTHER, "start_old_style"]
    widths = {"title": 40, "description": 60, "start": 18, "end": 18, "place": 30, "source": 30}
    for number, head in enumerate(heads, start=1):
        tab.column_dimensions[openpyxl.utils.get_column_letter(number)].width = widths.get(head, 14)
    tab.append([_cell(tab, head, bold=True) for head in heads])
    for event in events:
        moments = {"start": event.start, "end": event.end, "earliest": event.earliest, "latest": event.latest}
        cells = {**event.cells(), **moments, "start_old_style": event.start_old_style}
        tab.append([_cell(tab, cells[head]) for head in heads])
    told = book.create_sheet(_ABOUT)
    told.column_dimensions["B"].width = 90
    for name, value in (*about, ("Written by", WRITTEN_BY)):
        told.append([_cell(told, name, bold=True), _cell(told, value)])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(tab: object, value: object, bold: bool = False) -> WriteOnlyCell | None:
    if value is None or value == "":
        return None
    if isinstance(value, When):
        if value.at < _FIRST_EXCEL_DAY:
            return _cell(tab, str(value))
        cell = WriteOnlyCell(tab, value.at)
        cell.number_format = "yyyy-mm-dd" if value.whole_day else f"yyyy-mm-dd hh:mm{':ss' if value.at.second else ''}"
        return cell
    if isinstance(value, str):
        cell = WriteOnlyCell(tab, escaped(re.sub("\r\n?", "\n", value)))  # XML knows one kind of line end
        cell.data_type = "s"  # a text even where it begins like a formula
        if is_formula(value):
            cell.quotePrefix = True  # and after it was edited
        if bold:
            cell.font = Font(bold=True)
        return cell
    return WriteOnlyCell(tab, value)
