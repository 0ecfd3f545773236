"""A file of somebody's becomes events: good rows load, bad rows are named, and what is ambiguous is asked, once for the file.

Nothing is guessed in silence: what was detected is in `Import.understood` or a warning, what needs a person's word is a
`Question`, and until it is answered the rows that hang on it stay out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from petrograd1917.exchange import (
    cells,
    columns,
    delimited,
    geojson,
    jsonfile,
    kml,
    linkedplaces,
    project,
    timelinejs,
    workbook,
)
from petrograd1917.exchange.cells import Cell
from petrograd1917.exchange.encoding import EIGHT_BIT
from petrograd1917.exchange.events import REMARKS, TEXTS, OwnEvent, Setting, When
from petrograd1917.exchange.sheet import Refused, Row, Sheet
from petrograd1917.limits import limits
from petrograd1917.moment import Calendar
from petrograd1917.tables import Finding

#: what a question can be answered with; `column:FIELD` is answered with a heading, `sheet` with its name
ANSWERS: dict[str, tuple[str, ...]] = {
    "columns": ("as_guessed",),
    "calendar": ("new", "old"),
    "ids": ("number",),
    "coordinates": ("exchanged", "as_written"),
    "dates": ("day_first", "month_first"),
    "zones": ("clock",),
    "encoding": tuple(EIGHT_BIT),
}
#: the suffixes of files that can be read
SUFFIXES = ("csv", "tsv", "txt", "xlsx", "geojson", "json", "jsonld", "kml")
_STEP = 1_000


@dataclass(frozen=True)
class Question:
    """What only a person can say, once for the file.

    Attributes
    ----------
    key : str
        What it is about: a key of `ANSWERS`, or `sheet`.
    choices : tuple of str
        What it can be answered with.
    about : Finding
        Where the doubt is, and the question.
    """

    key: str
    choices: tuple[str, ...]
    about: Finding

    def as_json(self) -> dict[str, object]:
        """As a finding, with `confirm`: each possible answer as the command line takes it."""
        return {**self.about.as_json(), "confirm": [f"{self.key}={choice}" for choice in self.choices]}


@dataclass
class Import:
    """What came of a file.

    Attributes
    ----------
    events : list of OwnEvent
        What loads now, in the file's order.
    errors, warnings : list of Finding
        Rows with an error stay out; a warning keeps nothing out.
    questions : list of Question
    understood : list of str
        What the file was taken to be, sentence by sentence.
    rejected : list of Row
        The rows that stay out, as they stand in the file.
    columns : dict
        Field → heading it is read from.
    guesses : dict
        Field → heading that probably means it, where that is asked.
    headings : list of str
        All of the file's.
    """

    file: str
    events: list[OwnEvent] = field(default_factory=list)
    errors: list[Finding] = field(default_factory=list)
    warnings: list[Finding] = field(default_factory=list)
    questions: list[Question] = field(default_factory=list)
    understood: list[str] = field(default_factory=list)
    rejected: list[Row] = field(default_factory=list)
    columns: dict[str, str] = field(default_factory=dict)
    guesses: dict[str, str] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)

    @property
    def places(self) -> int:
        """How many different points the events have."""
        return len({event.point for event in self.events if event.point})

    def as_json(self) -> dict[str, object]:
        """As `petrograd1917 check --json` says it."""
        return {
            "events": len(self.events),
            "places": self.places,
            "needs_confirmation": [question.as_json() for question in self.questions],
            "errors": [finding.as_json() for finding in self.errors],
            "warnings": [finding.as_json() for finding in self.warnings],
        }


def read_events(
    content: bytes,
    name: str,
    setting: Setting,
    answers: Mapping[str, str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Import:
    """Read a file of any known format; raises nothing.

    Parameters
    ----------
    content : bytes
        The whole file.
    name : str
        Its name; it only shows in findings, for the format is told by the content.
    setting : Setting
        Where and when its events should lie.
    answers : mapping, optional
        Question → answer, as in `ANSWERS`; `column:FIELD` → heading, `sheet` → name.
    progress : callable, optional
        Is told how much is done, 0–1.
    """
    answers = answers or {}
    try:
        sheet = _sheet(content, name, answers)
    except workbook.SeveralTables as refusal:
        about = Finding(name, None, refusal.column, "", f"{refusal}")
        return Import(name, errors=[about], questions=[Question("sheet", tuple(refusal.names), about)])
    except Refused as refusal:
        return Import(name, errors=[Finding(name, refusal.row, refusal.column, refusal.value, str(refusal))])
    return _Reading(sheet, name, setting, answers, progress or (lambda done: None)).done()


def _sheet(content: bytes, name: str, answers: Mapping[str, str]) -> Sheet:
    if len(content) > limits().upload_bytes:
        raise Refused(f"the file has {len(content) / 2**20:.1f} MB; {limits().upload_mb} MB is the most: divide it")
    encoding = answers.get("encoding")
    workbook.refuse_old_format(content)
    if content.startswith(b"PK"):
        if project.is_it(content):
            return delimited.read(project.events_table(content))
        return workbook.read(content, answers.get("sheet"))
    beginning = content[:400].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t").lower()
    if beginning.startswith((b"<!doctype html", b"<html", b"<table")):
        raise Refused("this is a web page; download the table itself, as CSV or XLSX")
    if beginning.startswith(b"<"):
        return kml.read(content)
    if beginning.startswith((b"{", b"[")):
        return _json_sheet(*jsonfile.loaded(content, encoding))
    if beginning.startswith((b"%pdf", b"\x89png", b"gif8", b"\xff\xd8", b"rar!", b"\x1f\x8b", b"7z")):
        raise Refused("this is no table; save your events as CSV, XLSX, GeoJSON, KML or JSON")
    sheet = delimited.read(content, encoding)
    if name.lower().endswith((".tsv", ".tab")) and sheet.delimiter == "\t":
        sheet.format = "TSV"
    return sheet


def _json_sheet(value: object, encoding: str) -> Sheet:
    if isinstance(value, dict):
        if timelinejs.is_it(value):
            return timelinejs.read(value, encoding)
        if linkedplaces.is_it(value):
            return linkedplaces.read(value, encoding)
        if value.get("type") in ("FeatureCollection", "Feature"):
            return geojson.read(value, encoding)
    raise Refused("this JSON is neither GeoJSON, Linked Places nor TimelineJS; save it as one of these")


class _Reading:
    """One file on its way to events."""

    def __init__(
        self,
        sheet: Sheet,
        file: str,
        setting: Setting,
        answers: Mapping[str, str],
        progress: Callable[[float], None],
    ):
        self.sheet, self.setting, self.answers, self.progress = sheet, setting, answers, progress
        self.result = Import(file, headings=sheet.headings)
        self.unread: set[str] = set()
        said = {key.partition(":")[2]: heading for key, heading in answers.items() if key.startswith("column:")}
        self.columns = columns.matched(sheet.headings, said)
        if answers.get("columns") == "as_guessed":
            self.columns |= columns.guessed(sheet.headings, self.columns)

    def done(self) -> Import:
        self._say_what_was_found()
        if self._headings_fit() and self._has_rows():
            self._decide_for_the_file()
            self._read_rows()
        self.result.columns = self.columns
        self.progress(1.0)
        return self.result

    # findings

    def _error(self, row: int | str | None, column: str | None, value: Cell, message: str) -> None:
        if cells.blank(value) and column in self.unread:
            return  # not missing: its reader could not read it, and said so
        self.result.errors.append(self._finding(row, column, value, message))

    def _warn(self, row: int | str | None, column: str | None, value: Cell, message: str) -> None:
        self.result.warnings.append(self._finding(row, column, value, message))

    def _ask(self, key: str, row: int | str | None, column: str | None, value: Cell, message: str) -> None:
        self.result.questions.append(Question(key, ANSWERS[key], self._finding(row, column, value, message)))

    def _finding(self, row: int | str | None, column: str | None, value: Cell, message: str) -> Finding:
        said = cells.shown(value)
        return Finding(self.result.file, row, column, said if len(said) <= 200 else f"{said[:199]}…", message)

    # the file as a whole

    def _say_what_was_found(self) -> None:
        sheet = self.sheet
        self.decimal_comma = self._has_decimal_comma()
        unusual = sheet.encoding not in ("", "UTF-8")
        delimiter = "" if sheet.format == "TSV" or sheet.delimiter == "," else sheet.delimiter
        found = [_DELIMITERS[delimiter]] if delimiter else []
        found += ["decimal comma"] if self.decimal_comma else []
        if unusual:
            check = "" if sheet.encoding.startswith("UTF") else " (if letters look wrong, save the file as UTF-8)"
            parted = f", {_DELIMITERS[delimiter]} separated" if delimiter else ""
            comma = ", decimal comma recognised" if self.decimal_comma else ""
            self._warn(None, None, "", f"read as {sheet.encoding}{check}{parted}{comma}")
        elif found:
            self._warn(None, None, "", f"{' and '.join(found)} recognised")
        for note in sheet.notes:
            self._warn(None, None, "", note)
        kind = (
            f"{sheet.format}, {len(sheet.rows):,} rows"
            if sheet.header_row
            else f"{sheet.format}, {len(sheet.rows):,} features"
        )
        self.result.understood.append(kind)
        if sheet.encoding:
            parted = f", parted by {_DELIMITERS[sheet.delimiter]}" if sheet.delimiter else ""
            mark = f", decimal {'comma' if self.decimal_comma else 'point'}" if "lat" in self.columns else ""
            self.result.understood.append(f"written in {sheet.encoding}{parted}{mark}")
        if sheet.calendar:
            self.result.understood.append(f"{sheet.format} counts its days by the new calendar")

    def _has_decimal_comma(self) -> bool:
        """Whether coordinates have a decimal comma, and none has a point."""
        coordinates = [
            row.cells.get(self.columns[f]) for f in ("lat", "lon") if f in self.columns for row in self.sheet.rows
        ]
        return any(map(cells.comma_number, coordinates)) and not any(
            isinstance(cell, float) or (isinstance(cell, str) and "." in cell) for cell in coordinates
        )

    def _headings_fit(self) -> bool:
        """Whether there is a column for all that an event needs; asks for those that bear another name."""
        row = self.sheet.header_row
        twice = [name for name, times in Counter(map(columns.plain, self.sheet.headings)).items() if times > 1]
        for name in twice:
            if name in columns.KNOWN:
                self._error(row, name, name, f"the column “{name}” stands twice; rename or delete one")
        if any(name in columns.KNOWN for name in twice):
            return False
        missing = [name for name in columns.NEEDED if name not in self.columns and not self._spared(name)]
        has_place = self.sheet.spot_column or {"lat", "lon"} <= set(self.columns)
        lone = [name for name in ("lat", "lon") if not has_place and name not in self.columns]
        if len(lone) == 2 and not missing:
            lone = []  # a table without coordinates: events without a place, each warned of
        wanted = [*missing, *lone]
        if not wanted or not self.sheet.rows:
            self._tell_unknown_columns(row)
            return not wanted or not self.sheet.rows
        self.result.guesses = columns.guessed(self.sheet.headings, self.columns)
        for name in wanted:
            guess = self.result.guesses.get(name)
            hint = f"; is “{guess}” it?" if guess else "; add it to the header"
            self._error(row, name, "", f"the column “{name}” is missing{hint}")
        self._ask_for_columns(row, missing)
        return False

    def _spared(self, name: str) -> bool:
        """Whether a column can be missing because the format or the user says what would stand there."""
        if name == "calendar":
            return bool(self.sheet.calendar or self.answers.get("calendar"))
        return name == "id" and self.answers.get("ids") == "number"

    def _ask_for_columns(self, row: int | None, missing: list[str]) -> None:
        guesses = self.result.guesses
        open_still = [name for name in missing if name not in guesses]
        if guesses:
            pairs = ", ".join(f"“{heading}” as {name}" for name, heading in guesses.items())
            self._ask("columns", row, None, "", f"read {pairs}? Name others with column:{next(iter(guesses))}=…")
        if "calendar" in open_still:
            self._ask("calendar", "all", "calendar", "", _WHICH_CALENDAR)
        if "id" in open_still:
            self._ask("ids", "all", "id", "", _NUMBER_THEM)

    def _tell_unknown_columns(self, row: int | None) -> None:
        used = {*self.columns.values()}
        for heading in self.sheet.headings:
            if heading not in used and columns.plain(heading) not in REMARKS:
                filled = any(not cells.blank(r.cells.get(heading)) for r in self.sheet.rows)
                if heading.strip():
                    self._warn(row, heading[:80], heading, f"the column “{heading[:80]}” is not known and was left out")
                elif filled:
                    self._warn(row, None, "", "a column without a heading was left out; give it one")
        told = ", ".join(f"{name} from “{h}”" for name, h in self.columns.items() if columns.plain(h) != name)
        self.result.understood.append(f"columns: {told}" if told else f"columns: {', '.join(self.columns)}")

    def _has_rows(self) -> bool:
        if not self.sheet.rows:
            what = "below the header" if self.sheet.header_row else "in it"
            self._error(None, None, "", f"the file has no events {what}; add a row for each")
        return bool(self.sheet.rows)

    def _decide_for_the_file(self) -> None:
        """Whatever all rows have in common and a person must say."""
        self.order = self.answers.get("dates")
        self.zones_are_clock = self.answers.get("zones") == "clock"
        starts = [self._cell(row, "start") for row in self.sheet.rows]
        written = [start for start in starts if not cells.blank(start)]
        turnable = [found for found in map(cells.written_either_way, written) if found]
        if turnable and 2 * len(turnable) >= len(written) and not self.order:
            self._ask_for_the_order(turnable)
        marked = [start for start in written if cells.zoned(start)]
        if marked and 2 * len(marked) >= len(written) and not self.zones_are_clock:
            message = "the hours bear a zone mark; are they, as written, those of the city’s own clock?"
            self._ask("zones", "all", "start", marked[0], message)
        if self._none_says("calendar"):
            self._ask("calendar", "all", "calendar", "", _WHICH_CALENDAR)
        if self._none_says("id"):
            self._ask("ids", "all", "id", "", _NUMBER_THEM)
        self._decide_exchange()

    def _none_says(self, name: str) -> bool:
        """Whether a needed column stands there and is blank from top to bottom."""
        blank = name in self.columns and not self._spared(name)
        return blank and all(cells.blank(self._cell(row, name)) for row in self.sheet.rows)

    def _ask_for_the_order(self, turnable: list) -> None:
        first = max(int(found.group(1)) for found in turnable)
        second = max(int(found.group(3)) for found in turnable)
        seen = ""
        if first > 12 >= second:
            seen = f" Every one fits day first, and one of them ({first:02d}) nothing else."
        elif second > 12 >= first:
            seen = f" Every one fits month first, and one of them ({second:02d}) nothing else."
        example = next((f.group() for f in turnable if int(f.group(1)) != int(f.group(3))), turnable[0].group())
        self._ask("dates", "all", "start", example, f"does the day or the month come first in “{example}”?{seen}")

    def _decide_exchange(self) -> None:
        """Exchanged coordinates: asked of the file if no row fits as it is written, an error of the row if some do."""
        self.exchange = self.answers.get("coordinates") == "exchanged"
        self.exchange_by_row = not self.exchange and self.answers.get("coordinates") != "as_written"
        self.all_exchanged = False
        if not self.exchange_by_row:
            return
        points = [(row, point) for row in self.sheet.rows if (point := self._written_point(row))]
        looks = [row for row, point in points if self._looks_exchanged(*point)]
        if looks and not any(self.setting.region.holds(*point) for _, point in points):
            self.all_exchanged = True
            column = self.sheet.spot_column and (self.sheet.spot_column) or "lat"
            value = looks[0].spot or self._cell(looks[0], "lat")
            message = (
                "latitude and longitude look exchanged: the points lie where they should only if the two change places"
            )
            self._error("all", column, value, f"{message}; nothing is loaded until this is answered")
            self._ask("coordinates", "all", column, value, f"{message}. Exchange them?")

    def _written_point(self, row: Row) -> tuple[float, float] | None:
        try:
            lat = cells.degrees(self._cell(row, "lat"), 180, self.decimal_comma)
            lon = cells.degrees(self._cell(row, "lon"), 180, self.decimal_comma)
        except ValueError:
            return None
        return lat, lon

    def _looks_exchanged(self, lat: float, lon: float) -> bool:
        return not self.setting.region.holds(lat, lon) and self.setting.region.holds(lon, lat)

    # rows

    def _read_rows(self) -> None:
        first_with_id: dict[str, int] = {}
        rows = self.sheet.rows
        for done, row in enumerate(rows):
            if done % _STEP == 0:
                self.progress(done / len(rows))
            before = len(self.result.errors)
            event = self._event(row, first_with_id)
            if len(self.result.errors) > before or event is None:
                self.result.rejected.append(row)
            else:
                self.result.events.append(event)
        self._summarise()

    def _summarise(self) -> None:
        events = self.result.events
        if events:
            first, last = min(e.start.at for e in events), max(e.last for e in events)
            self.result.understood.append(f"from {first:%Y-%m-%d} to {last:%Y-%m-%d}, New Style")

    def _cell(self, row: Row, name: str) -> Cell:
        if self.sheet.spot_column and name in ("lat", "lon"):
            return row.cells.get(name)
        return row.cells.get(self.columns.get(name, ""))

    def _event(self, row: Row, first_with_id: dict[str, int]) -> OwnEvent | None:
        self.unread = set()
        for trouble in row.troubles:
            note = self._warn if trouble.warning else self._error
            note(row.number, trouble.column, trouble.value, trouble.message)
        if any(trouble.column == "(row)" for trouble in row.troubles):
            return None
        troubled = {trouble.column for trouble in row.troubles if not trouble.warning}
        self.unread = {name for name, heading in self.columns.items() if heading in troubled}
        texts = {name: self._text(row, name) for name in TEXTS}
        event_id = self._id(row, first_with_id)
        moments = self._moments(row)
        error_m = self._error_m(row)
        point = None
        if not {self.sheet.spot_column, self.columns.get("lat"), self.columns.get("lon")} & troubled:
            point = self._point(row)
        if moments is None or self.all_exchanged:
            return None
        start, end, earliest, latest = moments
        lat, lon = point or (None, None)
        return OwnEvent(
            id=event_id,
            start=start,
            end=end,
            earliest=earliest,
            latest=latest,
            lat=lat,
            lon=lon,
            error_m=error_m,
            row=row.number,
            **texts,
        )

    def _text(self, row: Row, name: str) -> str:
        cell = self._cell(row, name)
        try:
            said = cells.text(cell)
        except ValueError as error:
            self._error(row.number, name, cell, str(error))
            return ""
        if name == "title" and not said.strip():
            self._error(row.number, name, cell, "title missing: write what happened in a few words")
        elif "\ufffd" in said:
            self._warn(row.number, name, cell, "a letter was lost before this file was made (�); type it again")
        elif cells.spreadsheet_error(cell) and said.startswith("#"):
            message = "this is a spreadsheet error text and is shown as it stands; correct it in the spreadsheet"
            self._warn(row.number, name, cell, message)
        return said

    def _id(self, row: Row, first_with_id: dict[str, int]) -> str:
        cell = self._cell(row, "id")
        if cells.blank(cell) and self._spared("id"):
            return f"row-{row.number}"
        try:
            said = cells.text(cell).strip()
        except ValueError as error:
            self._error(row.number, "id", cell, str(error))
            return ""
        if not said:
            self._error(row.number, "id", cell, "id missing: give the row one of its own")
        elif said in first_with_id:
            self._error(row.number, "id", cell, f"same id as row {first_with_id[said]}; give this row another")
        else:
            first_with_id[said] = row.number
        return said

    def _moments(self, row: Row) -> tuple[When, When | None, When | None, When | None] | None:
        style = self._calendar(row)
        start = self._when(row, "start", style)
        end, earliest, latest = (
            None if cells.blank(self._cell(row, name)) else self._when(row, name, style)
            for name in ("end", "earliest", "latest")
        )
        if start is None or style is None:
            return None
        if end and end.last < start.at:
            message = f"end before start: it ends {end} and starts {start}; correct one of them"
            self._error(row.number, "end", self._cell(row, "end"), message)
        if earliest and earliest.at > start.at:
            self._error(
                row.number, "earliest", self._cell(row, "earliest"), f"later than the start, {start}; correct one"
            )
        if latest and latest.last < (end or start).at:
            self._error(
                row.number, "latest", self._cell(row, "latest"), f"earlier than the end, {end or start}; correct one"
            )
        for name, when in (("start", start), ("end", end)):
            if when and not self.setting.first <= when.at <= self.setting.last:
                message = f"{when} lies outside {self.setting.first.year}; is the year right?"
                self._warn(row.number, name, self._cell(row, name), message)
        return start, end, earliest, latest

    def _calendar(self, row: Row) -> Calendar | None:
        cell = self._cell(row, "calendar")
        if cells.blank(cell) and (default := self.sheet.calendar or self.answers.get("calendar")):
            return default
        try:
            return cells.calendar(cell)
        except ValueError as error:
            self._error(row.number, "calendar", cell, str(error))
            return None

    def _when(self, row: Row, name: str, style: Calendar | None) -> When | None:
        """A moment; one that only the missing calendar makes wrong is left to that finding."""
        cell = self._cell(row, name)
        for tried in (style,) if style else ("new", "old"):
            try:
                return cells.when(cell, tried, self.order, self.zones_are_clock, self.sheet.day_of_number)
            except ValueError as error:
                fault = error
        self._error(row.number, name, cell, str(fault))
        return None

    def _point(self, row: Row) -> tuple[float, float] | None:
        lat, lon = self._cell(row, "lat"), self._cell(row, "lon")
        column = self.sheet.spot_column
        if cells.blank(lat) and cells.blank(lon):
            said = "null" if column else ""
            self._warn(row.number, column or "lat", said, self._no_place(row))
            return None
        for name, cell, other in (("lat", lat, "longitude"), ("lon", lon, "latitude")):
            if cells.blank(cell):
                self._error(row.number, name, "", f"{name} is missing, the {other} is given; write both or none")
                return None
        point = [self._degrees(row, name, cell, limit) for name, cell, limit in (("lat", lat, 90), ("lon", lon, 180))]
        if None in point:
            return None
        written = row.spot if column else lat
        if self.exchange:
            point.reverse()
            if abs(point[0]) > 90:
                self._error(
                    row.number, column or "lat", written, "exchanged, the latitude lies outside -90 to 90; correct it"
                )
                return None
        if point == [0, 0]:
            self._error(
                row.number,
                column or "lat",
                written,
                "0,0 is no place but a sign that it is not known; leave both blank",
            )
        elif self.all_exchanged:
            return None
        elif self.exchange_by_row and self._looks_exchanged(*point):
            self._error(
                row.number, column or "lat", written, "lat and lon look exchanged in this row; exchange them there"
            )
        elif not self.setting.region.holds(*point):
            self._warn(row.number, column or "lat", written, f"far from {self.setting.name}; is the place right?")
        return point[0], point[1]

    def _error_m(self, row: Row) -> float | None:
        cell = self._cell(row, "error_m")
        if cells.blank(cell):
            return None
        try:
            return cells.metres(cell, self.decimal_comma)
        except ValueError as error:
            self._error(row.number, "error_m", cell, str(error))
            return None

    def _no_place(self, row: Row) -> str:
        place = cells.shown(self._cell(row, "place")).strip()
        hint = f"; its place “{place[:60]}” can be looked up on the page “Your events”" if place else ""
        return f"no place: in the list, not on the map{hint}"

    def _degrees(self, row: Row, name: str, cell: Cell, limit: int) -> float | None:
        try:
            return cells.degrees(cell, 180 if self.exchange else limit, self.decimal_comma)
        except ValueError as error:
            self._error(row.number, self.sheet.spot_column or name, cell, str(error))
            return None


_DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
_NUMBER_THEM = "no row has an id; number the rows?"
_WHICH_CALENDAR = "no row says by which calendar it is dated; by the new or the old one (thirteen days less)?"
