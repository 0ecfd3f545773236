"""The whole record: `Chronicle` holds its tables as pandas data frames.

The shape of the tables is in `tables`; what their rows must fulfil among each other is in `rules`.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path

import pandas as pd

from petrograd1917 import moment
from petrograd1917.sun import Site
from petrograd1917.tables import TABLES, Finding, TableReader

__all__ = ["TABLES", "Box", "Chronicle", "Episode", "Finding", "RecordError", "read"]


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
class Night:
    """Until when a night lasts: there playing stops by itself, asks, and can be told to go on."""

    until: datetime
    asks: str
    asks_ru: str
    on: str
    on_ru: str


@dataclass(frozen=True)
class Episode:
    """One of the stretches of time that the record tells; both ends belong to it.

    Attributes
    ----------
    opening : str
        The view in which it opens, as a query string.
    says, play : str
        What is about to happen, and what the button is called that plays it.
    nights : tuple of Night
        Where playing stops by itself.
    """

    id: str
    title: str
    title_ru: str
    start: datetime
    end: datetime
    opening: str
    says: str
    says_ru: str
    play: str
    play_ru: str
    nights: tuple[Night, ...]

    def holds(self, when: datetime) -> bool:
        return self.start <= when <= self.end


@dataclass(frozen=True, eq=False)
class Chronicle:
    """The whole record. Each table is a data frame whose index is the row of its file.

    Moment columns are `datetime64` (New Style, naive; `NaT` where blank), lists are tuples of ids, coordinates are
    floats in degrees WGS84, all else is text, blank where nothing is given. Compared and hashed by identity. `whole` is
    the record that this one is a part of, if it is one.
    """

    folder: Path
    name: str
    name_ru: str
    version: str
    opens_with: str
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
    whole: Chronicle | None = None

    @cached_property
    def points(self) -> dict[str, tuple[float, float] | None]:
        """Place → latitude and longitude in degrees WGS84; None for what is no point."""
        rows = zip(self.places["place_id"], self.places["lat"], self.places["lon"])
        return {place_id: None if pd.isna(lat) else (lat, lon) for place_id, lat, lon in rows}

    @property
    def basemap(self) -> Path:
        return self.folder / "basemap.geojson"

    def episode(self, episode_id: str) -> Episode:
        return next(episode for episode in self.episodes if episode.id == episode_id)

    def episode_at(self, when: datetime) -> Episode | None:
        """The episode that a moment falls in, if any."""
        return next((episode for episode in self.episodes if episode.holds(when)), None)


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
    reader = TableReader(folder)
    head = _head(reader)
    tables = {name: reader.table(name) for name in TABLES} if (folder / _HEAD).is_file() else {}
    _basemap(reader)
    if reader.findings or head is None:
        raise RecordError(reader.findings)
    return Chronicle(folder=folder, **head, **tables)


_HEAD = "record.toml"


def _head(reader: TableReader) -> dict[str, object] | None:
    if not (reader.folder / _HEAD).is_file():
        where = f"there is no record in {reader.folder}; name the folder that holds {_HEAD}"
        raise RecordError([Finding(_HEAD, None, None, "", where)])
    text = reader.text(_HEAD)
    if text is None:
        return None
    try:
        return _read_head(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        reader.note(_HEAD, None, None, "", f"the file is not TOML ({str(error).lower()}); mend that line")
    except KeyError as error:
        reader.note(
            _HEAD, None, None, "", f"“{error.args[0]}” is missing; compare with the record that comes with the app"
        )
    except (TypeError, ValueError) as error:
        reader.note(_HEAD, None, None, "", f"{error}; compare with the record that comes with the app")
    return None


def _basemap(reader: TableReader) -> None:
    file = "basemap.geojson"
    text = reader.text(file)
    if text is None:
        return
    try:
        features = json.loads(text)["features"]
        whole = isinstance(features, list) and all(f["properties"]["layer"] and f["geometry"] for f in features)
    except (ValueError, KeyError, TypeError):
        whole = False
    if not whole:
        reader.note(file, None, None, "", "the file is not the base map’s GeoJSON; restore it from the last version")


def _read_head(record: dict) -> dict[str, object]:
    centre, sun = record["centre"], record["sun"]
    return {
        **{key: _text(record, key) for key in ("name", "name_ru", "version", "opens_with", "licence", "attribution")},
        **{
            box: Box(*(_figure(record[box], edge) for edge in ("south", "west", "north", "east")))
            for box in ("region", "city")
        },
        "centre": (_figure(centre, "lat"), _figure(centre, "lon"), _figure(centre, "zoom")),
        "site": Site(_figure(sun, "lat"), _figure(sun, "lon"), int(_figure(sun, "utc_offset_seconds"))),
        "episodes": tuple(map(_episode, record["episode"])),
    }


def _episode(said: dict) -> Episode:
    words = ("id", "title", "title_ru", "opening", "says", "says_ru", "play", "play_ru")
    return Episode(
        start=moment.parse(_text(said, "from")),
        end=moment.parse(_text(said, "to")),
        nights=tuple(map(_night, said["night"])),
        **{key: _text(said, key) for key in words},
    )


def _night(said: dict) -> Night:
    texts = {key: _text(said, key) for key in ("asks", "asks_ru", "on", "on_ru")}
    return Night(until=moment.parse(_text(said, "until")), **texts)


def _text(table: dict, key: str) -> str:
    if not isinstance(table[key], str):
        raise TypeError(f"“{key}” must be text in quotation marks")
    return table[key]


def _figure(table: dict, key: str) -> float:
    if not isinstance(table[key], int | float):
        raise TypeError(f"“{key}” must be a number")
    return table[key]
