"""XLSX: a table in a spreadsheet's own file, in and out. Formulas are never worked out, macros never run."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from datetime import datetime

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils.datetime import from_excel
from openpyxl.worksheet._read_only import ReadOnlyWorksheet

from petrograd1917.exchange import archive, columns
from petrograd1917.exchange.cells import Cell, blank
from petrograd1917.exchange.events import FIELDS, FURTHER, OwnEvent, When
from petrograd1917.exchange.sheet import MOST_ROWS, WRITTEN_BY, Refused, Row, Sheet, Trouble, is_formula

#: columns beyond this are not looked at
_WIDEST = 200
_LAST_ROW = 1_048_576
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
    archive.opened(content, "workbook").close()
    try:
        return _read(content, sheet_name)
    except Refused:
        raise
    except Exception as error:  # openpyxl documents no exceptions: whatever it trips over is a broken workbook
        raise Refused(
            f"the workbook is damaged ({type(error).__name__}); open it in a spreadsheet and save it again"
        ) from None


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


def _read(content: bytes, sheet_name: str | None) -> Sheet:
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    tops = {tab.title: _top(tab) for tab in book.worksheets}
    tables = [title for title, top in tops.items() if _header(top)[2] >= _HEADER_NEEDS]
    if sheet_name in tops:
        title = sheet_name
    elif len(tables) > 1:
        raise SeveralTables(tables)
    else:
        title = (tables or [title for title, top in tops.items() if _header(top)[0]] or [None])[0]
    if title is None:
        raise Refused("the workbook is empty; it needs a header and a row for each event")
    number, headings, _ = _header(tops[title])
    sheet = Sheet(
        "XLSX",
        headings,
        [],
        number,
        day_of_number=lambda value: from_excel(value, book.epoch),
        notes=_left(tops, title),
    )
    if any(position < number and any(not blank(cell) for cell in cells) for position, cells in tops[title]):
        sheet.notes.append(f"the header was found in row {number}; what stands above it was left out")
    for position, cells in _rows(book[title]):
        if position > number and any(not blank(cell) for cell in cells):
            sheet.rows.append(_row(sheet, position, cells))
            if len(sheet.rows) > MOST_ROWS:
                raise Refused(f"the table has more than {MOST_ROWS:,} rows; divide it")
    _say_what_was_not_worked_out(content, title, sheet)
    return sheet


def _left(tops: dict[str, list], title: str) -> list[str]:
    others = [other for other, top in tops.items() if other != title and other != _ABOUT and top]
    return [f"only the sheet “{title}” was read, not {', '.join(f'“{other}”' for other in others)}"] if others else []


Numbered = tuple[int, list[Cell]]


def _top(tab: ReadOnlyWorksheet) -> list[Numbered]:
    top = []
    for position, cells in _rows(tab):
        if any(not blank(cell) for cell in cells):
            top.append((position, cells))
        if len(top) == _HEADER_WITHIN or position > 10 * _HEADER_WITHIN:
            break
    return top


def _header(top: list[Numbered]) -> tuple[int, list[str], int]:
    """Row, headings and how many of them are known; row 0 where nothing is written."""
    best = (0, [], 0)
    for position, cells in top:
        headings = ["" if cell is None else str(cell) for cell in cells]
        known = columns.known_in(headings)
        if not best[0] or known >= max(_HEADER_NEEDS, best[2] + 1):
            while headings and not headings[-1].strip():
                headings.pop()
            best = (position, headings, known)
    return best


def _rows(tab: ReadOnlyWorksheet) -> Iterator[Numbered]:
    tab.reset_dimensions()  # what a file says of its own size is not to be trusted
    for position, cells in enumerate(tab.iter_rows(max_col=_WIDEST), start=1):
        if position > _LAST_ROW:
            return
        values = [_value(cell) for cell in cells if cell is not None]
        while values and values[-1] is None:
            values.pop()
        yield position, values


def _value(cell: object) -> Cell:
    """What a cell says: a date without an hour is a `date`, digits under a format of zeros keep their zeros."""
    value = cell.value
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, datetime):
        clock = re.search("[hHsS]", re.sub(r'"[^"]*"|\[[^\]]*\]|\\.', "", cell.number_format or ""))
        return value if clock or (value.hour, value.minute, value.second) != (0, 0, 0) else value.date()
    if isinstance(value, int) and not isinstance(value, bool) and re.fullmatch("0+", cell.number_format or ""):
        return str(value).zfill(len(cell.number_format))
    return value


def _row(sheet: Sheet, position: int, cells: list[Cell]) -> Row:
    row = Row(position, dict(zip(sheet.headings, cells)))
    beyond = [cell for cell in cells[len(sheet.headings) :] if not blank(cell)]
    if beyond:
        message = (
            f"{len(cells)} cells where the header has {len(sheet.headings)}: give the column a heading or empty it"
        )
        row.troubles.append(Trouble("(row)", str(beyond[0])[:80], message))
    return row


def _say_what_was_not_worked_out(content: bytes, title: str, sheet: Sheet) -> None:
    """Formulas whose results were never stored look blank, and blank they are not.

    Where any formula has its result the workbook was worked out, and a blank one is meant.
    """
    if not any(b"<f" in part for part in _sheet_parts(content)):
        return
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=False)
    rows = {row.number: row for row in sheet.rows}
    found: list[tuple[Row, Trouble]] = []
    for position, cells in enumerate(book[title].iter_rows(max_col=_WIDEST), start=1):
        row = rows.get(position)
        for heading, cell in zip(sheet.headings, cells) if row else ():
            if cell.data_type == "f":
                if row.cells.get(heading) is not None:
                    return
                message = "the result of this formula is not stored in the file; open it in a spreadsheet and save it"
                found.append((row, Trouble(heading, str(cell.value)[:80], message)))
        if position > _LAST_ROW:
            break
    for row, trouble in found:
        row.troubles.append(trouble)


def _sheet_parts(content: bytes) -> Iterator[bytes]:
    with archive.opened(content, "workbook") as packed:
        for name in packed.namelist():
            if name.startswith("xl/worksheets/") and name.endswith(".xml"):
                yield archive.member(packed, name)


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
    heads = [*FIELDS, *FURTHER]
    widths = {"title": 40, "description": 60, "start": 18, "end": 18, "place": 30, "source": 30}
    for number, head in enumerate(heads, start=1):
        tab.column_dimensions[openpyxl.utils.get_column_letter(number)].width = widths.get(head, 14)
    tab.append([_cell(tab, head, bold=True) for head in heads])
    for event in events:
        moments = {"start": event.start, "end": event.end, "earliest": event.earliest, "latest": event.latest}
        cells = {**event.cells(), **moments}
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
        cell = WriteOnlyCell(tab, re.sub("\r\n?", "\n", value))  # XML knows one kind of line end
        cell.data_type = "s"  # a text even where it begins like a formula
        if is_formula(value):
            cell.quotePrefix = True  # and after it was edited
        if bold:
            cell.font = Font(bold=True)
        return cell
    return WriteOnlyCell(tab, value)
