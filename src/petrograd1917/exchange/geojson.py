"""GeoJSON (RFC 7946), in and out: a feature an event, its properties the flat table's columns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from petrograd1917.exchange import spots
from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.exchange.jsonfile import as_object, ours, written
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused, Row, Sheet, not_too_many

#: names of coordinate systems that are longitude and latitude in degrees WGS84
_DEGREES = re.compile(r"(urn:ogc:def:crs:)?(OGC:(1\.3)?:?CRS84|EPSG:[0-9.]*:?4326|WGS ?84)", re.I)


def read(value: dict[str, Any], encoding: str = "") -> Sheet:
    """The features of a collection, or a single one.

    Raises
    ------
    Refused
        If there are none to be found.
    """
    features = value.get("features") if value.get("type") == "FeatureCollection" else [value]
    if not isinstance(features, list):
        raise Refused("the collection has no list of features; save the file as a GeoJSON FeatureCollection")
    crs = _foreign_system(value.get("crs"))
    rows = [_row(number, feature, crs) for number, feature in enumerate(not_too_many(features, "features"), start=1)]
    headings = list(dict.fromkeys(heading for row in rows for heading in row.cells))
    return Sheet("GeoJSON", headings, rows, encoding=encoding, spot_column=spots.COLUMN, ours=ours(value))


def _foreign_system(crs: Any) -> str:
    """The coordinate system that a file names, if it is another than this format's only one."""
    name = as_object(as_object(crs).get("properties")).get("name")
    if not isinstance(name, str) or _DEGREES.fullmatch(name.strip()):
        return ""
    return re.sub(r"^urn:ogc:def:crs:(\w+):[0-9.]*:", r"\1:", name.strip())[:60]


def _row(number: int, feature: Any, crs: str) -> Row:
    said = as_object(feature)
    cells = {key: cell for key, cell in as_object(said.get("properties")).items() if key not in ("lat", "lon")}
    if "id" in said and "id" not in cells:
        cells["id"] = said["id"]
    row = Row(number, cells)
    spots.put(row, said.get("geometry"), crs)
    return row


def write(events: Sequence[OwnEvent], about: Sequence[tuple[str, str]] = ()) -> bytes:
    """Events as a feature collection; moments with seconds and without a zone, which readers show as they stand.

    Parameters
    ----------
    about : sequence of (str, str)
        Further members of the collection: name, licence, attribution.
    """
    return written(
        {
            "type": "FeatureCollection",
            **dict(about),
            "written_by": WRITTEN_BY,
            "features": [
                {"type": "Feature", "id": event.id, "geometry": geometry(event), "properties": properties(event)}
                for event in events
            ],
        }
    )


def geometry(event: OwnEvent) -> dict[str, object] | None:
    """The point of an event, longitude first."""
    return None if event.point is None else {"type": "Point", "coordinates": [event.lon, event.lat]}


def properties(event: OwnEvent) -> dict[str, object]:
    """The columns of an event, without its coordinates; None where nothing is given."""
    moments = {"start": event.start, "end": event.end, "earliest": event.earliest, "latest": event.latest}
    said = {**event.cells(), **{name: moment and written_out(moment) for name, moment in moments.items()}}
    return {name: cell for name, cell in said.items() if name not in ("lat", "lon")}


def written_out(when: When) -> str:
    """A moment to the second, as programs recognise one: `1917-11-07T02:10:00`; a day as a day."""
    return str(when) if when.whole_day else when.at.isoformat(timespec="seconds")
