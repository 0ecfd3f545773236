"""The parts of an XLSX file that hold its tables, read as a stream.

openpyxl reads them too, in a time that grows to half a minute at 50,000 rows; of it only the number formats and the
counting of days are used here. What each part looks like is in ECMA-376, part 1, section 18.
"""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import BinaryIO
from xml.etree.ElementTree import Element
from xml.parsers import expat

from defusedxml import ElementTree as defused
from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from petrograd1917.exchange import archive
from petrograd1917.exchange.cells import Cell
from petrograd1917.exchange.sheet import Refused

LAST_ROW = 1_048_576
_CHUNK = 1 << 16
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
#: letters, quoted parts and colours of a number format that do not show a clock
_NO_CLOCK = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.')


@dataclass
class Line:
    """A row of a sheet: its number, its cells by column (0 is A), and the columns whose formula has no result.

    `worked` says that some formula has one.
    """

    number: int
    cells: dict[int, Cell] = field(default_factory=dict)
    unworked: dict[int, str] = field(default_factory=dict)
    worked: bool = False


class Spreadsheet:
    """An opened workbook.

    Parameters
    ----------
    packed : zipfile.ZipFile
        As `archive.opened` gives it.

    Attributes
    ----------
    sheets : dict
        Name of a sheet → its part of the archive; sheets that are no tables (charts) are left out.

    Raises
    ------
    Refused
        If it is no workbook.
    """

    def __init__(self, packed: zipfile.ZipFile):
        self._packed = packed
        names = packed.namelist()
        if not any(name.startswith("xl/") for name in names):
            maps = [name for name in names if name.lower().endswith(".kml")]
            inner = f"“{maps[0][:60]}”" if maps else "the table"
            raise Refused(f"this archive is neither a workbook nor a project file; unpack it and give {inner} in it")
        self._book = self._related("", "officeDocument") or "xl/workbook.xml"
        book = self._tree(self._book)
        properties = next((e for e in book.iter() if _local(e.tag) == "workbookPr"), None)
        mac = properties is not None and properties.get("date1904") in ("1", "true", "on")
        self.epoch = CALENDAR_MAC_1904 if mac else CALENDAR_WINDOWS_1900
        parts = self._relations(self._book)
        self.sheets = {
            sheet.get("name", ""): parts[link][1]
            for sheet in book.iter()
            if _local(sheet.tag) == "sheet"
            for name, link in sheet.attrib.items()
            if _local(name) == "id" and link in parts and parts[link][0] == "worksheet"
        }
        self._formats = self._number_formats()
        self._strings: list[str] | None = None

    def day_of(self, number: float) -> datetime:
        """The moment that a number counts to."""
        return from_excel(number, self.epoch)

    def lines(self, sheet: str, widest: int) -> Iterator[Line]:
        """The rows of a sheet in which anything is written, as far as column `widest`.

        Raises
        ------
        Refused
            If the sheet is broken.
        """
        if self._strings is None:
            part = self._related(self._book, "sharedStrings")
            self._strings = list(self._parsed(part, _Strings())) if part else []
        yield from self._parsed(self.sheets[sheet], _Lines(self, widest))

    def value(self, kind: str, style: str, written: str) -> Cell:
        """What a cell says.

        A date without an hour is a `date`; digits under a format of zeros keep their zeros.
        """
        if kind == "s":
            return self._strings[int(written)]
        if kind in ("str", "inlineStr"):
            return _unescaped(written)
        if kind == "b":
            return written.strip() == "1"
        if kind in ("e", "d"):
            return written
        number = float(written) if re.search("[.eE]", written) else int(written)
        code = self._formats[int(style)] if style else "General"
        if is_timedelta_format(code):
            return timedelta(days=number)
        if is_date_format(code):
            return self._moment(number, code)
        if isinstance(number, int) and re.fullmatch("0+", code):
            return str(number).zfill(len(code))
        return int(number) if isinstance(number, float) and number.is_integer() and abs(number) < 1e15 else number

    def _moment(self, number: float, code: str) -> Cell:
        try:
            moment = from_excel(number, self.epoch)
        except (OverflowError, ValueError):
            return number
        clock = re.search("[hHsS]", _NO_CLOCK.sub("", code))
        midnight = isinstance(moment, datetime) and moment.time() == datetime.min.time()
        return moment.date() if midnight and not clock else moment

    def _number_formats(self) -> list[str]:
        """The number format of each cell style."""
        part = self._related(self._book, "styles")
        if not part:
            return ["General"]
        tree = self._tree(part)
        own = {e.get("numFmtId"): e.get("formatCode", "") for e in tree.iter() if _local(e.tag) == "numFmt"}
        styles = next((e for e in tree.iter() if _local(e.tag) == "cellXfs"), ())
        ids = [xf.get("numFmtId", "0") for xf in styles]
        return [own.get(i) or BUILTIN_FORMATS.get(int(i), "General") for i in ids] or ["General"]

    def _related(self, part: str, kind: str) -> str:
        return next((target for k, target in self._relations(part).values() if k == kind), "")

    def _relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Id → kind and name of the parts that a part refers to."""
        folder, name = posixpath.split(part)
        relations = posixpath.join(folder, "_rels", f"{name}.rels")
        if relations not in self._packed.namelist():
            return {}
        return {
            e.get("Id", ""): (
                posixpath.basename(e.get("Type", "")),
                posixpath.normpath(posixpath.join("/", folder, e.get("Target", ""))).lstrip("/"),
            )
            for e in self._tree(relations)
        }

    def _tree(self, part: str) -> Element:
        return defused.fromstring(archive.member(self._packed, part), forbid_dtd=True)

    def _parsed(self, part: str, handler: _Strings | _Lines) -> Iterator:
        """What a handler makes of a part, while it is being unpacked."""
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler, parser.EndElementHandler = handler.start, handler.end
        parser.CharacterDataHandler = handler.text
        parser.StartDoctypeDeclHandler = _refuse_doctype
        with self._packed.open(part) as stream:
            for chunk in _chunks(stream):
                parser.Parse(chunk, not chunk)
                yield from handler.made
                handler.made.clear()


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk
    yield b""


def _refuse_doctype(*_: object) -> None:
    raise Refused("the workbook declares a document type, which none needs; save it again in a spreadsheet")


def _local(name: str) -> str:
    """A name without its namespace or prefix."""
    return name.rpartition("}")[2].rpartition(":")[2]


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found.group(1), 16)), text) if "_x" in text else text


def escaped(text: str) -> str:
    """A text in which nothing is taken for the format's own escape of a character."""
    return re.sub("_(?=x[0-9A-Fa-f]{4}_)", "_x005F_", text)


class _Strings:
    """Collects the shared strings: the texts of each `si`, without the phonetic ones."""

    def __init__(self):
        self.made: list[str] = []
        self._pieces: list[str] = []
        self._open = self._phonetic = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = _local(name)
        if local == "si":
            self._pieces = []
        elif local == "rPh":
            self._phonetic = True
        self._open = local == "t" and not self._phonetic

    def text(self, piece: str) -> None:
        if self._open:
            self._pieces.append(piece)

    def end(self, name: str) -> None:
        local = _local(name)
        self._open = False
        if local == "rPh":
            self._phonetic = False
        elif local == "si":
            self.made.append(_unescaped("".join(self._pieces)))


class _Lines:
    """Collects the rows of a sheet."""

    def __init__(self, book: Spreadsheet, widest: int):
        self.made: list[Line] = []
        self._value: Callable[[str, str, str], Cell] = book.value
        self._widest = widest
        self._line = Line(0)
        self._column = -1
        self._kind = self._style = ""
        self._pieces: list[str] = []
        self._formula: list[str] | None = None
        self._into: list[str] | None = None
        self._phonetic = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        local = name if ":" not in name else _local(name)
        if local == "c":
            self._begin_cell(attributes)
        elif local == "v" or (local == "t" and self._kind == "inlineStr" and not self._phonetic):
            self._into = self._pieces
        elif local == "f":
            self._into = self._formula = []
        elif local == "row":
            number = int(attributes.get("r", self._line.number + 1))
            if not 0 < number <= LAST_ROW:
                raise Refused(f"the sheet has a row {number:,}, where {LAST_ROW:,} is the last; save it again")
            self._line, self._column = Line(number), -1
        elif local == "rPh":
            self._phonetic = True

    def _begin_cell(self, attributes: dict[str, str]) -> None:
        where = attributes.get("r")
        self._column = _column(where) if where else self._column + 1
        self._kind, self._style = attributes.get("t", "n"), attributes.get("s", "")
        self._pieces, self._formula = [], None

    def text(self, piece: str) -> None:
        if self._into is not None:
            self._into.append(piece)

    def end(self, name: str) -> None:
        local = name if ":" not in name else _local(name)
        self._into = None
        if local == "c":
            self._end_cell()
        elif local == "rPh":
            self._phonetic = False
        elif local == "row" and (self._line.cells or self._line.unworked):
            self.made.append(self._line)

    def _end_cell(self) -> None:
        if self._column >= self._widest:
            return
        written = "".join(self._pieces)
        if written:
            self._line.cells[self._column] = self._value(self._kind, self._style, written)
            self._line.worked = self._line.worked or self._formula is not None
        elif self._formula is not None:
            self._line.unworked[self._column] = "=" + "".join(self._formula)


def _column(where: str) -> int:
    """The number of a cell's column: 0 for `A7`, 26 for `AA1`."""
    number = 0
    for letter in where:
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - 64
    return number - 1
