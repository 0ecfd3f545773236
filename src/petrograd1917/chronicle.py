"""Reads the tables of the record; `Chronicle` holds them as pandas data frames.

The shape of every table stands here. What the rows must also fulfil among each other is in `rules`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

import pandas as pd

from petrograd1917 import moment
from petrograd1917.sun import Site

_MOMENTS = {"start", "end", "earliest", "latest", "at"}
_LISTS = {"actor_ids", "event_ids", "rests_on", "names", "seed"}
_NUMBERS = {"lat", "lon", "error_m"}
_WHOLE = {"weight", "seq", "low", "high", "year", "paragraph"}

#: columns of every table, in the order of the file
TABLES: dict[str, str] = {
    "places": "place_id,name,name_ru,name_modern,name_modern_ru,kind,lat,lon,error_m,located_by,part_of,names,note",
    "events": "event_id,episode,title,title_ru,summary,summary_ru,start,end,earliest,latest,precision,place_id,kind,"
    "actor_ids,weight,note",
    "claims": "claim_id,event_id,source_id,locator,says,time_words,earliest,latest,relation,counts,basis,their_word,"
    "question_id,note",
    "disagreements": "question_id,question,question_ru,event_ids,follows,why",
    "sources": "source_id,short,author,title,edition,year,calendar,standpoint,rests_on,rights,seed",
    "sides": "side_id,episode,name,name_ru,plate,hatch,letter,letter_ru",
    "actors": "actor_id,name,name_ru,kind,symbol,who,who_ru",
    "allegiances": "actor_id,side_id,earliest,latest,event_id",
    "movements": "movement_id,actor_id,event_id,seq,place_id,lat,lon,at,earliest,latest,mode,via,leg,note",
    "states": "place_id,aspect,value,mode,earliest,at,latest,event_id,claim_id",
    "numbers": "event_id,what,low,high,whose,claim_id",
    "moments": "moment_id,title,title_ru,view",
    "glossary": "term,term_ru,meaning,meaning_ru",
}


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong: where (`row` as a spreadsheet shows it, the header being row 1), and what to do."""

    file: str
    row: int | None
    column: str | None
    value: str
    message: str

    def __str__(self) -> str:
        where = self.file
        if self.row is not None:
            where += f", row {self.row}"
        if self.column:
            where += f", column {self.column}"
        return f"{where}: {self.message}"

    def as_json(self) -> dict[str, object]:
        return asdict(self)


class RecordError(Exception):
    """A record that cannot be shown; `findings` say why, file by file."""

    def __init__(self, findings: list[Finding]):
        self.findings = findings
        rest = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
        super().__init__(f"{findings[0]}{rest}")


@dataclass(frozen=True)
class Box:
    """A box in degrees WGS84."""

    south: float
    west: float
    north: float
    east: float

    def holds(self, lat: float, lon: float) -> bool:
        return self.south <= lat <= self.north and self.west <= lon <= self.east


@dataclass(frozen=True)
class Episode:
    """One of the stretches of time that the record tells; both ends belong to it."""

    id: str
    title: str
    title_ru: str
    start: datetime
    end: datetime
    opening: str
    stops: tuple[datetime, ...]

    def holds(self, when: datetime) -> bool:
        return self.start <= when <= self.end


@dataclass(frozen=True, eq=False)
class Chronicle:
    """The whole record. Each table is a data frame whose index is the row of its file.

    Moment columns are `datetime64` (New Style, naive; `NaT` where blank), lists are tuples of ids, coordinates are
    floats in degrees WGS84, all else is text, blank where nothing is given. Compared and hashed by identity.
    """

    folder: Path
    name: str
    name_ru: str
    licence: str
    attribution: str
    region: Box
    city: Box
    centre: tuple[float, float, float]
    site: Site
    episodes: tuple[Episode, ...]
    places: pd.DataFrame
    events: pd.DataFrame
    claims: pd.DataFrame
    disagreements: pd.DataFrame
    sources: pd.DataFrame
    sides: pd.DataFrame
    actors: pd.DataFrame
    allegiances: pd.DataFrame
    movements: pd.DataFrame
    states: pd.DataFrame
    numbers: pd.DataFrame
    moments: pd.DataFrame
    glossary: pd.DataFrame

    @property
    def basemap(self) -> Path:
        return self.folder / "basemap.geojson"

    def episode(self, episode_id: str) -> Episode:
        return next(episode for episode in self.episodes if episode.id == episode_id)

    def episode_at(self, when: datetime) -> Episode | None:
        """The episode that a moment falls in, if any."""
        return next((episode for episode in self.episodes if episode.holds(when)), None)


@dataclass
class _Reader:
    """Collects what it finds wrong instead of stopping at the first."""

    folder: Path
    findings: list[Finding] = field(default_factory=list)

    def table(self, name: str) -> pd.DataFrame:
        file = f"{name}.csv"
        columns = TABLES[name].split(",")
        raw = self._raw(file, columns)
        frame = pd.DataFrame(index=raw.index)
        for column in columns:
            frame[column] = self._typed(file, column, raw[column])
        return frame

    def _raw(self, file: str, columns: list[str]) -> pd.DataFrame:
        empty = pd.DataFrame(columns=columns, dtype=str)
        try:
            raw = pd.read_csv(
                self.folder / file, dtype=str, keep_default_na=False, encoding="utf-8", skip_blank_lines=False
            )
        except FileNotFoundError:
            self._note(file, None, None, "", "the file is missing; put it back or restore it from the last version")
            return empty
        except UnicodeDecodeError:
            self._note(file, None, None, "", "the file is not UTF-8; save it again with the encoding UTF-8")
            return empty
        except (pd.errors.ParserError, pd.errors.EmptyDataError) as error:
            said = str(error).removeprefix("Error tokenizing data. C error: ")
            self._note(
                file, None, None, "", f"the rows do not fit the header ({said}); look for a comma or quote too many"
            )
            return empty
        raw.index = pd.RangeIndex(2, len(raw) + 2)
        missing = [column for column in columns if column not in raw.columns]
        for column in missing:
            self._note(file, 1, column, "", f"the column is missing; add “{column}” to the header")
        for row in raw.index[raw.isna().any(axis=1)]:
            self._note(file, row, None, "", "the row has fewer cells than the header; add the missing commas")
        return empty if missing else raw.fillna("")

    def _typed(self, file: str, column: str, cells: pd.Series) -> pd.Series:
        if column in _MOMENTS:
            return self._each(file, column, cells, moment.parse).astype("datetime64[s]")
        if column in _NUMBERS:
            return self._each(file, column, cells, _number).astype(float)
        if column in _WHOLE:
            return self._each(file, column, cells, _whole).astype("Int64")
        if column in _LISTS:
            return cells.map(lambda cell: tuple(part.strip() for part in cell.split(";") if part.strip())).astype(
                object
            )
        return cells.str.strip()

    def _each(self, file: str, column: str, cells: pd.Series, read: Callable[[str], object]) -> pd.Series:
        values = pd.Series([None] * len(cells), index=cells.index, dtype=object)
        for row, cell in cells.items():
            if not cell.strip():
                continue
            try:
                values[row] = read(cell.strip())
            except ValueError as error:
                self._note(file, row, column, cell, str(error))
        return values

    def _note(self, file: str, row: int | None, column: str | None, value: str, message: str) -> None:
        self.findings.append(Finding(file, row, column, value, message))


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        raise ValueError(f"“{cell}” is not a number; write it like 59.9404") from None


def _whole(cell: str) -> int:
    try:
        return int(cell)
    except ValueError:
        raise ValueError(f"“{cell}” is not a whole number") from None


def read(folder: Path) -> Chronicle:
    """Read a record's tables, without asking whether they agree with one another.

    Parameters
    ----------
    folder : Path
        The folder with `record.toml` and the tables.

    Raises
    ------
    RecordError
        If a file is missing or broken, or a cell is not what its column needs; with every such finding.
    """
    try:
        record = tomllib.loads((folder / "record.toml").read_text("utf-8"))
    except FileNotFoundError:
        raise RecordError(
            [
                Finding(
                    "record.toml",
                    None,
                    None,
                    "",
                    f"there is no record in {folder}; name the folder that holds record.toml",
                )
            ]
        ) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise RecordError([Finding("record.toml", None, None, "", f"the file is not TOML ({error})")]) from None
    reader = _Reader(folder)
    tables = {name: reader.table(name) for name in TABLES}
    if reader.findings:
        raise RecordError(reader.findings)
    try:
        head = _head(record)
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(
            [
                Finding(
                    "record.toml",
                    None,
                    None,
                    "",
                    f"{error} is missing or wrong; compare with the record that comes with the app",
                )
            ]
        ) from None
    return Chronicle(folder=folder, **head, **tables)


def _head(record: dict) -> dict[str, object]:
    centre = record["centre"]
    return {
        "name": record["name"],
        "name_ru": record["name_ru"],
        "licence": record["licence"],
        "attribution": record["attribution"],
        "region": Box(**record["region"]),
        "city": Box(**record["city"]),
        "centre": (centre["lat"], centre["lon"], centre["zoom"]),
        "site": Site(**record["sun"]),
        "episodes": tuple(
            Episode(
                e["id"],
                e["title"],
                e["title_ru"],
                moment.parse(e["from"]),
                moment.parse(e["to"]),
                e["opening"],
                tuple(map(moment.parse, e["stops"])),
            )
            for e in record["episode"]
        ),
    }
