"""Linked Places Format, in and out: the format of the World Historical Gazetteer, which knows days and no hours.

Written by version 1.3 of the format (June 2024) and the schema 2.0 by which the gazetteer checks it. A feature is the
place of one event: its names are the place's, its title the event's. `when` says the day; the hour, which the format
cannot hold, stands in `properties`, where readers show it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from petrograd1917.exchange import geojson, spots
from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.exchange.jsonfile import as_list, as_object, ours, written
from petrograd1917.exchange.sheet import WRITTEN_BY, Refused, Row, Sheet, Trouble, not_too_many

CONTEXT = "https://raw.githubusercontent.com/LinkedPasts/linked-places/master/linkedplaces-context-v1.1.jsonld"
_OURS = "petrograd1917:"


def is_it(value: dict[str, Any]) -> bool:
    """Whether a feature collection is one of linked places."""
    context = value.get("@context")
    first = as_object(next(iter(as_list(value.get("features"))), None))
    return (isinstance(context, str) and "linkedplaces" in context) or {"@id", "names"} <= set(first)


def read(value: dict[str, Any], encoding: str = "") -> Sheet:
    """The features of a collection.

    Raises
    ------
    Refused
        If there are none to be found.
    """
    features = value.get("features")
    if not isinstance(features, list):
        raise Refused("the collection has no list of features; save it as Linked Places JSON again")
    own = ours(value)
    rows = [_row(number, as_object(f), own) for number, f in enumerate(not_too_many(features, "features"), start=1)]
    headings = list(dict.fromkeys(heading for row in rows for heading in row.cells))
    return Sheet("Linked Places", headings, rows, encoding=encoding, spot_column=spots.COLUMN, calendar="new", ours=own)


def _row(number: int, feature: dict[str, Any], own: bool) -> Row:
    said = as_object(feature.get("properties"))
    if own:
        cells = {key: cell for key, cell in said.items() if key not in ("ccodes", "fclasses", "headline")}
        cells["title"] = said.get("headline")
    else:
        cells = {
            "id": feature.get("@id"),
            "title": said.get("title"),
            "description": _first(feature.get("descriptions"), "value"),
            **_moments(feature),
            "place": _first(feature.get("names"), "toponym"),
            "category": _first(feature.get("types"), "label"),
            "source": _first(_first_of(feature.get("names")).get("citations"), "label"),
        }
    row = Row(number, cells)
    if not own and (spans := _spans(feature)) > 1:
        message = f"only the first of the feature’s {spans} timespans is taken; make features of the others"
        row.troubles.append(Trouble("start", f"{spans}", message, warning=True))
    spots.put(row, _geometry(feature.get("geometry")))
    return row


def _first_of(items: Any) -> dict[str, Any]:
    return as_object(next(iter(as_list(items)), None))


def _first(items: Any, key: str) -> object:
    return _first_of(items).get(key)


def _moments(feature: dict[str, Any]) -> dict[str, object]:
    """When, by the first timespan of a feature, of its names, its types or its geometry.

    Between `earliest` and `latest` of its start something has begun at the latter; likewise it has surely not ended
    before `earliest` of its end.
    """
    span = next((span for held in _held(feature) for span in held if span), {})
    start, end = as_object(span.get("start")), as_object(span.get("end"))
    found = {
        "start": start.get("in", start.get("latest", start.get("earliest", span.get("start")))),
        "end": end.get("in", end.get("earliest", end.get("latest", span.get("end")))),
    }
    if "latest" in start and "earliest" in start:
        found["earliest"] = start["earliest"]
    if "earliest" in end and "latest" in end:
        found["latest"] = end["latest"]
    return found


def _held(feature: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The timespans of a feature, of each of its names, types and geometries."""
    geometry = as_object(feature.get("geometry"))
    parts = (as_list(part) for part in (feature.get("names"), feature.get("types"), geometry.get("geometries")))
    names, types, geometries = parts
    holders = [feature, *names, *types, geometry, *geometries]
    found = (as_list(as_object(as_object(holder).get("when")).get("timespans")) for holder in holders)
    return [[as_object(span) for span in spans] for spans in found]


def _spans(feature: dict[str, Any]) -> int:
    """How many different timespans there are where its moment is read: in the feature, else in its parts."""
    own, *parts = _held(feature)
    return len({repr(span) for held in ([own] if any(own) else parts) for span in held if span})


def _geometry(geometry: Any) -> Any:
    """A collection of one geometry is that one."""
    parts = as_list(as_object(geometry).get("geometries"))
    return parts[0] if as_object(geometry).get("type") == "GeometryCollection" and len(parts) == 1 else geometry


def write(events: Sequence[OwnEvent], about: Sequence[tuple[str, str]] = (), city: str = "") -> bytes:
    """Events as linked places.

    Parameters
    ----------
    about : sequence of (str, str)
        Further members of the collection: name, licence, attribution.
    city : str
        The name of the place of an event that has none of its own.
    """
    return written(
        {
            "type": "FeatureCollection",
            "@context": CONTEXT,
            **dict(about),
            "written_by": WRITTEN_BY,
            "features": [_feature(event, city) for event in events],
        }
    )


def _feature(event: OwnEvent, city: str) -> dict[str, object]:
    citations = [{"label": _line(event.source)}] if event.source.strip() else []
    name = {"toponym": _line(event.place) or city or _line(event.title)}
    feature = {
        "@id": _OURS + quote(event.id, safe=""),
        "type": "Feature",
        "properties": {
            **geojson.properties(event),
            "title": _line(event.title),
            "headline": event.title,
            "ccodes": ["RU"],
            "fclasses": ["S"],
        },
        "when": {"timespans": [_span(event)]},
        "names": [{**name, **({"citations": citations} if citations else {})}],
        "types": [{"label": _line(event.category) or "event"}],
        "geometry": geojson.geometry(event),
    }
    if event.description.strip():
        feature["descriptions"] = [{"value": _line(event.description)}]
    return feature


def _line(text: str) -> str:
    """A text in one line: the schema's texts have no other."""
    return " ".join(text.split())


def _span(event: OwnEvent) -> dict[str, object]:
    def day(when: When) -> str:
        return when.at.date().isoformat()

    begins = (
        {"earliest": day(event.earliest), "latest": day(event.start)} if event.earliest else {"in": day(event.start)}
    )
    if event.end is None and event.latest is None:
        return {"start": begins}
    end = event.end or event.start
    return {
        "start": begins,
        "end": {"earliest": day(end), "latest": day(event.latest)} if event.latest else {"in": day(end)},
    }
