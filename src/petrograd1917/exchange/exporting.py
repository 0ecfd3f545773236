"""Events as a file of another format, with licence and attribution inside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange import delimited, geojson, kml, linkedplaces, timelinejs, workbook
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.exchange.record import record_events

NOTE = "Moments are by the city’s own clock, New Style, without a time zone."


@dataclass(frozen=True)
class About:
    """What a file says of itself.

    Attributes
    ----------
    city : str
        The place of what happened across the city, for formats in which nothing is without a place.
    colours : dict
        Category → colour `#rrggbb`, for formats that know any.
    """

    name: str
    licence: str = ""
    attribution: str = ""
    city: str = ""
    colours: tuple[tuple[str, str], ...] = ()
    version: str = ""

    def lines(self) -> list[tuple[str, str]]:
        """Name, version, licence, attribution and what the moments are, without what is blank."""
        said = (
            ("name", self.name),
            ("version", self.version),
            ("licence", self.licence),
            ("attribution", self.attribution),
            ("note", NOTE),
        )
        return [(head, text) for head, text in said if text]

    @classmethod
    def of(cls, chronicle: Chronicle, tokens: dict, lang: str = "en") -> About:
        """Of the record.

        Parameters
        ----------
        tokens : dict
            `tokens.json`: the colour of each kind of event.
        """
        family = {kind: said["family"] for kind, said in tokens["kind"].items() if "family" in said}
        colours = tokens["color"]["day"]
        used = [(kind, colours[f]) for kind, f in family.items() if f in colours]
        name = chronicle.name_ru if lang == "ru" else chronicle.name
        return cls(name, chronicle.licence, chronicle.attribution, city(name), tuple(used), chronicle.version)


def city(name: str) -> str:
    """The city of a record by its name: that without the year."""
    return name.rstrip(" 0123456789")


Writer = Callable[[Sequence[OwnEvent], About], bytes]


@dataclass(frozen=True)
class Format:
    """A format to export to: the ending of its files, what it is called, its media type, and who writes it."""

    suffix: str
    name: str
    media_type: str
    write: Writer


FORMATS: dict[str, Format] = {
    "csv": Format("csv", "CSV", "text/csv", lambda events, about: delimited.write(events, _rights(about))),
    "xlsx": Format(
        "xlsx",
        "XLSX",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        lambda events, about: workbook.write(events, about.lines()),
    ),
    "geojson": Format(
        "geojson", "GeoJSON", "application/geo+json", lambda events, about: geojson.write(events, about.lines())
    ),
    "kml": Format(
        "kml",
        "KML",
        "application/vnd.google-earth.kml+xml",
        lambda events, about: kml.write(events, about.lines(), dict(about.colours)),
    ),
    "lpf": Format(
        "jsonld",
        "Linked Places",
        "application/ld+json",
        lambda events, about: linkedplaces.write(events, about.lines(), about.city),
    ),
    "timelinejs": Format(
        "json", "TimelineJS", "application/json", lambda events, about: timelinejs.write(events, about.lines())
    ),
}


def _rights(about: About) -> str:
    return "; ".join(filter(None, (about.licence, about.attribution)))


def export(events: Sequence[OwnEvent], form: str, about: About) -> bytes:
    """A file of events.

    Parameters
    ----------
    events : sequence of OwnEvent
    form : str
        A key of `FORMATS`.
    about : About

    Returns
    -------
    bytes
        UTF-8 text, or a workbook.
    """
    return FORMATS[form].write(events, about)


def export_record(
    chronicle: Chronicle, form: str, tokens: dict, lang: str = "en", only: Sequence[str] | None = None
) -> bytes:
    """The record as a file; `form`, `tokens`, `only` and `lang` as in `export`, `About.of` and `record_events`."""
    return export(record_events(chronicle, only, lang), form, About.of(chronicle, tokens, lang))
