"""KML 2.2, in and out: a placemark an event. Links in it are never followed, its styles and balloons not shown."""

from __future__ import annotations

import html
import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from defusedxml import ElementTree as defused
from defusedxml.common import DefusedXmlException

from petrograd1917.exchange import spots
from petrograd1917.exchange.events import FIELDS, FURTHER, OwnEvent, when_words
from petrograd1917.exchange.geojson import written_out
from petrograd1917.exchange.sheet import DEEPEST, WRITTEN_BY, Refused, Row, Sheet, Trouble, not_too_many

NAMESPACE = "http://www.opengis.net/kml/2.2"
#: what findings call a placemark's place
COLUMN = "coordinates"
_GEOMETRIES = {"Point": "Point", "LineString": "LineString", "LinearRing": "LineString", "Polygon": "Polygon"}
_UNPLACEABLE = ("Model", "Track", "MultiTrack")
#: the namespaces of KML, and of Google's additions to it; an element of any other is nobody's here
_OF_KML = re.compile(r"\{https?://(www\.opengis\.net/kml|earth\.google\.com/kml|www\.google\.com/kml)[^}]*\}")


def read(content: bytes) -> Sheet:
    """The placemarks of a document.

    Raises
    ------
    Refused
        If it is no XML, declares entities, or is nested too deeply.
    """
    sheet = Sheet("KML", [], [], spot_column=COLUMN, calendar="new")
    try:
        _walk(content, sheet)
    except DefusedXmlException:
        message = "the file declares entities or a document type, which no KML needs; take them out (<!DOCTYPE …>)"
        raise Refused(message) from None
    except ET.ParseError as error:
        raise Refused(f"the file is not whole XML ({error}); save it again") from None
    except (ValueError, LookupError) as error:  # an encoding that is declared and unknown
        raise Refused(f"the file cannot be read as XML ({error}); save it with the encoding UTF-8") from None
    sheet.headings = list(dict.fromkeys(heading for row in sheet.rows for heading in row.cells))
    return sheet


def _walk(content: bytes, sheet: Sheet) -> None:
    depth = 0
    links = 0
    for event, element in defused.iterparse(io.BytesIO(content), events=("start", "end"), forbid_dtd=True):
        if event == "start":
            element.tag = _OF_KML.sub("", element.tag)
        name = element.tag
        if event == "start":
            depth += 1
            if depth == 1 and name not in ("kml", "Document", "Folder", "Placemark"):
                begins = name.rpartition("}")[2][:40]
                raise Refused(f"this is no KML (it begins with <{begins}>); save your map as KML")
            if depth > DEEPEST:
                raise Refused(f"the file is nested more than {DEEPEST} deep; save it as plain KML")
            continue
        depth -= 1
        links += name == "NetworkLink"
        if name == "Data" and element.get("name") == "written_by" and depth <= 3:
            sheet.ours = _text(element, "value").startswith(WRITTEN_BY)
        if name == "Placemark":
            sheet.rows.append(_row(len(sheet.rows) + 1, element, sheet.ours))
            element.clear()
            not_too_many(sheet.rows, "placemarks")
        elif depth <= 1 or name in (
            "Style",
            "StyleMap",
            "NetworkLink",
            "GroundOverlay",
            "ScreenOverlay",
            "PhotoOverlay",
        ):
            element.clear()
    if links:
        sheet.notes.append("links to other files in it (NetworkLink) were not followed; save those files themselves")


def _text(element: ET.Element, *path: str) -> str:
    """The text of a descendant; '' where there is none."""
    for name in path:
        element = next((child for child in element if child.tag == name), None)
        if element is None:
            return ""
    return "".join(element.itertext())


def _row(number: int, placemark: ET.Element, own: bool) -> Row:
    further = _extended(placemark)
    moments = {"start": _text(placemark, "TimeSpan", "begin"), "end": _text(placemark, "TimeSpan", "end")}
    stamp = _text(placemark, "TimeStamp", "when") or _text(placemark, "Track", "when")
    cells = {
        "id": placemark.get("id") or f"placemark-{number}",
        "title": _text(placemark, "name"),
        "description": _text(placemark, "description"),
        **({"start": stamp} if stamp and not moments["start"] else moments),
        "place": _text(placemark, "address"),
        **{name: cell for name, cell in further.items() if name not in ("lat", "lon")},
    }
    if own:
        cells = {name: cell for name, cell in cells.items() if name in further}
    row = Row(number, cells)
    _place(row, placemark)
    return row


def _extended(placemark: ET.Element) -> dict[str, str]:
    found = {}
    for data in placemark.iter():
        if data.tag == "Data" and data.get("name"):
            found[data.get("name")] = _text(data, "value")
        elif data.tag == "SimpleData" and data.get("name"):
            found[data.get("name")] = "".join(data.itertext())
    return found


def _place(row: Row, placemark: ET.Element) -> None:
    shapes = [part for part in placemark.iter() if part.tag in (*_GEOMETRIES, *_UNPLACEABLE)]
    rings = [ring for part in shapes if part.tag == "Polygon" for ring in part.iter() if ring.tag == "LinearRing"]
    shapes = [part for part in shapes if part not in rings]
    if not shapes:
        row.spot = ""
        return
    form = shapes[0]
    if len(shapes) > 1:
        message = f"only the first of the placemark’s {len(shapes)} shapes is taken; make placemarks of the others"
        row.troubles.append(Trouble(COLUMN, form.tag, message, warning=True))
    name = form.tag
    if name in _UNPLACEABLE:
        row.troubles.append(
            Trouble(COLUMN, name, f"“{name}” is not supported; give the placemark a Point or a LineString")
        )
        return
    written = next(("".join(part.itertext()) for part in form.iter() if part.tag == "coordinates"), "")
    row.spot = _short(written)
    positions: list[list[float]] = []
    for piece in written.split():
        try:
            positions.append(_position(piece))
        except ValueError as error:
            row.troubles.append(Trouble(COLUMN, row.spot, _why(written, name) or str(error)))
            return
    if not positions:
        row.troubles.append(Trouble(COLUMN, "", "coordinates missing: write longitude,latitude"))
    elif name == "Point" and len(positions) > 1:
        message = f"a point has one position, here are {len(positions)}; write longitude,latitude without blanks"
        row.troubles.append(Trouble(COLUMN, row.spot, message))
    else:
        kind = "Point" if len(positions) == 1 else "LineString" if name == "LinearRing" else _GEOMETRIES[name]
        coordinates = {"Point": positions[0], "LineString": positions, "Polygon": [positions]}[kind]
        before = len(row.troubles)
        spots.put(row, {"type": kind, "coordinates": coordinates})
        row.troubles[before:] = [
            trouble._replace(column=COLUMN, value=_short(written)) for trouble in row.troubles[before:]
        ]
        row.spot = _short(written)


def _short(written: str) -> str:
    return " ".join(written.split())[:80]


_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")


def _position(piece: str) -> list[float]:
    numbers = piece.split(",")
    if len(numbers) not in (2, 3) or not all(_NUMBER.fullmatch(number) for number in numbers):
        raise ValueError(f"“{piece[:40]}” is not longitude,latitude; write it like 30.3138,59.9404")
    return [float(number) for number in numbers[:2]]


def _why(written: str, name: str) -> str:
    """What the usual slips are called."""
    pieces = written.split()
    if any(piece.endswith(",") or piece.startswith(",") for piece in pieces):
        return "blank after comma: in KML blanks part positions; write longitude,latitude without blanks"
    if all("," not in piece for piece in pieces):
        return "no comma between longitude and latitude; write it like 30.3138,59.9404"
    if any(piece.count(",") > 2 for piece in pieces):
        return "no blank between points: each has two or three numbers; part them by a blank"
    return ""


def write(
    events: Sequence[OwnEvent],
    about: Sequence[tuple[str, str]] = (),
    colours: dict[str, str] | None = None,
) -> bytes:
    """Events as placemarks with TimeSpan or TimeStamp, a style for each category, and all columns as ExtendedData.

    Parameters
    ----------
    about : sequence of (str, str)
        What the document says of itself; the first is its name.
    colours : dict, optional
        Category → colour `#rrggbb` of its pins.

    Notes
    -----
    Moments bear no zone mark: Google Earth and QGIS then show the hour that is written.
    """
    root = ET.Element("kml", xmlns=NAMESPACE)
    document = ET.SubElement(root, "Document")
    ET.SubElement(document, "name").text = about[0][1] if about else WRITTEN_BY
    ET.SubElement(document, "description").text = "<br>".join(html.escape(f"{n}: {said}") for n, said in about[1:])
    _style(document, _PLAIN_STYLE)
    for category, colour in (colours or {}).items():
        _style(document, _style_id(category), colour)
    told = ET.SubElement(document, "ExtendedData")
    for name, said in (*about, ("written_by", WRITTEN_BY)):
        _data(told, name, said)
    for event in events:
        _placemark(document, event, colours or {})
    ET.indent(root, " ")
    return ET.tostring(root, "utf-8", xml_declaration=True)


_PLAIN_STYLE = "event"


def _style(document: ET.Element, style_id: str, colour: str = "") -> None:
    style = ET.SubElement(document, "Style", id=style_id)
    if colour:
        red, green, blue = (colour.lstrip("#")[i : i + 2] for i in (0, 2, 4))
        ET.SubElement(ET.SubElement(style, "IconStyle"), "color").text = f"ff{blue}{green}{red}".lower()
    # the balloon is HTML: it shows the description, which is escaped, and not the name, which is not
    ET.SubElement(ET.SubElement(style, "BalloonStyle"), "text").text = "$[description]"


def _style_id(category: str) -> str:
    return "kind-" + re.sub("[^A-Za-z0-9_.-]", "_", category)


def _data(parent: ET.Element, name: str, said: str) -> None:
    ET.SubElement(ET.SubElement(parent, "Data", name=name), "value").text = said


def _placemark(document: ET.Element, event: OwnEvent, colours: dict[str, str]) -> None:
    placemark = ET.SubElement(document, "Placemark")
    ET.SubElement(placemark, "name").text = event.title
    lines = [when_words(event), event.place, event.description, event.source]
    told = [f"<b>{html.escape(event.title)}</b>", *(html.escape(line) for line in lines if line.strip())]
    ET.SubElement(placemark, "description").text = "<br>".join(told)
    _time(placemark, event)
    style = _style_id(event.category) if event.category in colours else _PLAIN_STYLE
    ET.SubElement(placemark, "styleUrl").text = f"#{style}"
    data = ET.SubElement(placemark, "ExtendedData")
    cells = event.cells()
    for name in (*FIELDS, *FURTHER):
        if name not in ("lat", "lon") and cells[name] != "":
            _data(data, name, str(cells[name]))
    if event.point:
        point = ET.SubElement(placemark, "Point")
        ET.SubElement(point, COLUMN).text = f"{event.lon},{event.lat},0"


def _time(placemark: ET.Element, event: OwnEvent) -> None:
    if event.end is None or event.end == event.start:
        ET.SubElement(ET.SubElement(placemark, "TimeStamp"), "when").text = written_out(event.start)
        return
    span = ET.SubElement(placemark, "TimeSpan")
    for name, when in (("begin", event.start), ("end", event.end)):
        ET.SubElement(span, name).text = written_out(when)
