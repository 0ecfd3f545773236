"""CSV and TSV: a table as text, in and out."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from petrograd1917.exchange import columns
from petrograd1917.exchange.encoding import decoded
from petrograd1917.exchange.events import FIELDS, FURTHER, OwnEvent
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused, Row, Sheet, Trouble, guarded, not_too_many, unguarded

DELIMITERS = (",", ";", "\t", "|")
#: how many rows are searched for the header
_HEADER_WITHIN = 20
#: fewer known headings than this make no header of a row that is not the first
_HEADER_NEEDS = 3
_EMPTY = "the file is empty; it needs a header and a row for each event"
csv.field_size_limit(2**31 - 1)  # a file is limited as a whole; a long cell is a finding of its row


def read(content: bytes, encoding: str | None = None) -> Sheet:
    """The rows of a delimited text.

    Parameters
    ----------
    content : bytes
    encoding : str, optional
        What the user said it is written in (a key of `encoding.EIGHT_BIT`).

    Raises
    ------
    Refused
        If it is no table, or a quotation mark is opened and not closed.
    """
    text, encoding_name = decoded(content, encoding)
    declared, text = _declared(text)
    if not text.strip("\ufeff\x00 \r\n\t,;|"):
        raise Refused(_EMPTY)
    delimiter = declared or _delimiter(text)
    top = [record for _, record in zip(range(_HEADER_WITHIN), _records(text, delimiter, lenient=True))]
    header_row, headings = _header(top)
    sheet = Sheet("CSV", headings, [], header_row, encoding_name, delimiter, notes=_above(header_row, top))
    _fill(sheet, _records(text, delimiter))
    if "written_by" in headings and any(str(row.cells.get("written_by")).startswith(WRITTEN_BY) for row in sheet.rows):
        sheet.ours = True
        for row in sheet.rows:
            row.cells = {heading: unguarded(cell) for heading, cell in row.cells.items()}
    return sheet


Record = tuple[int, list[str], str]


def _declared(text: str) -> tuple[str, str]:
    """Excel's own first line `sep=;`, and the text without it."""
    first, _, rest = text.partition("\n")
    said = first.strip().lower()
    if said.startswith("sep=") and len(said) == 5:
        return said[-1], rest
    return ("\t", rest) if said == "sep=" and first.rstrip("\r").endswith("\t") else ("", text)


def _delimiter(text: str) -> str:
    """The one by which most headings are known; where none is, the one that makes most columns."""

    def fits(delimiter: str) -> tuple[int, int]:
        rows = [cells for _, (_, cells, _) in zip(range(_HEADER_WITHIN), _records(text, delimiter, lenient=True))]
        filled = next((cells for cells in rows if any(cell.strip() for cell in cells)), [])
        return max(map(columns.known_in, rows), default=0), len(filled)

    return max(DELIMITERS, key=fits)


def _records(text: str, delimiter: str, lenient: bool = False) -> Iterator[Record]:
    """Number, cells and fault of each record; a fault is one that does not reach beyond its line."""
    lines = io.StringIO(text, newline="")
    reader = csv.reader(lines, delimiter=delimiter, strict=not lenient)
    number = 0
    while True:
        number, begins = number + 1, reader.line_num
        at = lines.tell()
        try:
            yield number, next(reader), ""
        except StopIteration:
            return
        except csv.Error:
            lines.seek(at)
            if reader.line_num - begins == 1 and (rest := lines.readline()).count('"') % 2 == 0:
                cells = next(csv.reader([rest], delimiter=delimiter), [])
                yield number, cells, "the quotation marks in this row do not fit; double each that belongs to the text"
                continue
            raise _unclosed(number, lines, delimiter) from None


def _unclosed(number: int, lines: io.StringIO, delimiter: str) -> Refused:
    """Where a quotation mark was opened that nothing closes."""
    cells = next(csv.reader(lines, delimiter=delimiter), [""])
    opened = next((i for i, cell in enumerate(cells) if "\n" in cell or "\r" in cell), len(cells) - 1)
    first = cells[opened].partition(delimiter)[0].splitlines() or [""]
    message = (
        f"the quotation mark opened here is not closed, so that row {number} and all below it cannot be told apart; "
        "close it, or double it if it belongs to the text"
    )
    return Refused(message, number, str(opened + 1), f'"{first[0]}')


def _header(top: Sequence[Record]) -> tuple[int, list[str]]:
    """Number and headings of the row that names the columns: the first that is not blank, or a later one that names more."""
    filled = [(number, cells) for number, cells, _ in top if any(cell.strip() for cell in cells)]
    if not filled:
        raise Refused(_EMPTY)
    number, cells = filled[0]
    best = max(filled, key=lambda row: columns.known_in(row[1]))
    if columns.known_in(best[1]) >= max(_HEADER_NEEDS, columns.known_in(cells) + 1):
        number, cells = best
    while cells and not cells[-1].strip():
        cells = cells[:-1]
    return number, [cell.lstrip("\ufeff") for cell in cells]


def _above(header_row: int, top: Sequence[Record]) -> list[str]:
    above = [cells for number, cells, _ in top if number < header_row and any(cell.strip() for cell in cells)]
    return [f"the header was found in row {header_row}; what stands above it was left out"] if above else []


def _fill(sheet: Sheet, records: Iterator[Record]) -> None:
    try:
        for number, cells, fault in records:
            if number > sheet.header_row and (fault or any(cell.strip() for cell in cells)):
                sheet.rows.append(_row(sheet, number, cells, fault))
                not_too_many(sheet.rows)
    except Refused as refusal:
        if refusal.column and refusal.column.isdigit():
            at = int(refusal.column)
            refusal.column = sheet.headings[at - 1] if at <= len(sheet.headings) else None
        raise
    _without_spare_cells(sheet)


_SPARE = "\0spare"


def _row(sheet: Sheet, number: int, cells: list[str], fault: str) -> Row:
    width = len(sheet.headings)
    row = Row(number, dict(zip(sheet.headings, cells)))
    if fault:
        row.troubles.append(Trouble("(row)", sheet.delimiter.join(cells)[:80], fault))
    elif len(cells) != width:
        remedy = "add the missing ones" if len(cells) < width else _torn(cells, width, sheet.delimiter)
        value = remedy.partition("“")[2].partition("”")[0] or sheet.delimiter.join(cells)[:80]
        row.troubles.append(Trouble("(row)", value, f"{len(cells)} cells where the header has {width}: {remedy}"))
        if len(cells) > width and not any(cell.strip() for cell in cells[width:]):
            row.cells[_SPARE] = str(len(cells))
    elif any(_swallows(cell, width, sheet.delimiter) for cell in cells if "\n" in cell):
        raise Refused(
            f"a quotation mark opened in row {number} is closed only rows later, so that these cannot be told apart; "
            "close it where its text ends",
            number,
        )
    return row


def _torn(cells: list[str], width: int, delimiter: str) -> str:
    """The advice for a row with too many cells; names the text that its own comma seems to have torn."""
    parts = len(cells) - width + 1
    prose = next((i for i in range(1, len(cells)) if cells[i].startswith(" ") and cells[i - 1].strip()), None)
    if prose is None:
        return (
            f"a text that holds a “{delimiter}” needs quotation marks around it"
            if delimiter != "\t"
            else "delete the tabs too many"
        )
    return f"put quotation marks around “{delimiter.join(cells[prose - 1 : prose - 1 + parts])}”"


def _swallows(cell: str, width: int, delimiter: str) -> bool:
    """Whether a cell holds whole rows of the table."""
    return width > 2 and any(line.count(delimiter) >= width - 1 for line in cell.splitlines()[1:])


def _without_spare_cells(sheet: Sheet) -> None:
    """Forgive blank cells beyond the header where every row has as many: a delimiter at each line's end."""
    spare = [row.cells.pop(_SPARE, None) for row in sheet.rows]
    if len(spare) > 1 and None not in spare and len(set(spare)) == 1:
        for row in sheet.rows:
            row.troubles.clear()


def write(events: Sequence[OwnEvent], licence: str = "") -> bytes:
    """Events as UTF-8 CSV with its mark; no text in it begins like a formula.

    Parameters
    ----------
    licence : str
        Written into every row, where it cannot be lost; blank for what is nobody's but the user's.
    """
    heads = [*FIELDS, *FURTHER, "start_old_style", *(["licence"] if licence else []), "written_by"]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(
        out, heads
    )  # ends lines as RFC 4180 says, and so puts quotation marks around both their characters
    writer.writeheader()
    for event in events:
        cells = {**event.cells(), "start_old_style": event.start_old_style, "written_by": WRITTEN_BY}
        cells |= {"licence": licence} if licence else {}
        writer.writerow({head: guarded(cell) if isinstance(cell, str) else cell for head, cell in cells.items()})
    return out.getvalue().encode("utf-8-sig", "replace")  # without its mark, Excel shows no Cyrillic
