"""Names of places, of 1917 and of today, as a geopy geocoder that needs no network.

`Gazetteer` knows the record's places and the base map's streets, bridges, squares and parks. `ModernMap` is
Nominatim, asked only when a user wants it. Where several places fit, both offer them; neither picks one in silence.
"""

from __future__ import annotations

import json
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable
from contextlib import closing
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from geopy.adapters import BaseSyncAdapter, RequestsAdapter
from geopy.distance import geodesic
from geopy.exc import GeocoderQueryError, GeocoderUnavailable
from geopy.extra.rate_limiter import RateLimiter
from geopy.geocoders import Nominatim
from geopy.geocoders.base import DEFAULT_SENTINEL, Geocoder
from geopy.location import Location
from geopy.point import Point
from shapely.geometry import shape

from petrograd1917.chronicle import Chronicle

#: a name less alike than this is not offered (SequenceMatcher's ratio, 0–1)
LEAST_SCORE = 0.72
#: what a name scores that holds all the words asked for and others besides
WORDS_SCORE = 0.92
#: what a name scores whose words begin with those asked for, each with at least `_BEGINNING` letters
BEGINNING_SCORE = 0.75
_BEGINNING = 3
#: what is longer than this is no name of a place
LONGEST_NAME = 120
USER_AGENT = "petrograd1917 (an offline history map; asks one name at a time)"

_LATIN = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъыьэюяѣіѳѵ",
        [
            "a",
            "b",
            "v",
            "g",
            "d",
            "e",
            "zh",
            "z",
            "i",
            "y",
            "k",
            "l",
            "m",
            "n",
            "o",
            "p",
            "r",
            "s",
            "t",
            "u",
            "f",
            "kh",
            "ts",
            "ch",
            "sh",
            "shch",
            "",
            "y",
            "",
            "e",
            "yu",
            "ya",
            "e",
            "i",
            "f",
            "i",
        ],
    )
)
_SHORT = {
    "pr": "prospekt",
    "prosp": "prospekt",
    "prospect": "prospekt",
    "ul": "ulitsa",
    "st": "street",
    "sq": "square",
    "pl": "ploshchad",
    "emb": "embankment",
    "nab": "naberezhnaya",
    "br": "bridge",
    "vokz": "vokzal",
}
#: spellings that readers and books use for one sound, brought to one form; in this order
_SPELLINGS = (
    (r"sch(?!ch)|ssh", "sh"),
    (r"tch", "ch"),
    (r"ck|q", "k"),
    (r"x", "ks"),
    (r"w", "v"),
    (r"j", "y"),
    (r"iy|yi|ii|yy", "y"),
    (r"i(?=[aeu])", "y"),
    (r"ye(?=.)", "e"),
    (r"(.)\1", r"\1"),
)


class Place(NamedTuple):
    """A place with all the names that find it; coordinates in degrees WGS84 or None (lists, areas off the map)."""

    place_id: str
    name: str
    lat: float | None
    lon: float | None
    error_m: float
    names: tuple[str, ...]


class Match(NamedTuple):
    """A place that a name fits: through which of its names, and how well (0–1, 1 for the same name)."""

    place: Place
    matched: str
    score: float

    def as_json(self) -> dict[str, object]:
        """`place_id`, `name`, `lat`, `lon` (None for a list or an area), `error_m`, `matched`, `score`."""
        said = self.place._asdict()
        del said["names"]
        return {**said, "matched": self.matched, "score": round(self.score, 3)}


class Ambiguous(GeocoderQueryError):
    """Several places fit and one was asked for; `candidates` are they, the likeliest first."""

    def __init__(self, query: str, candidates: list[Match]):
        self.candidates = candidates
        offered = ", ".join(f"“{match.place.name}”" for match in candidates)
        super().__init__(f"“{query}” fits several places: {offered}; name one of them")


class _NoNetwork(BaseSyncAdapter):
    """Makes "offline" a guarantee and not a habit: whoever tries to fetch fails at once."""

    def get_json(self, url: str, *, timeout: float, headers: dict) -> Any:
        raise GeocoderUnavailable("the gazetteer makes no requests")

    get_text = get_json


def fold(name: str) -> str:
    """A name without what spellings differ in: script, case, marks, doubled letters, ways of transliterating.

    `Невскій`, `Nevskii` and `Nevsky` fold to one string.
    """
    text = "".join(
        _LATIN.get(letter, letter) for letter in unicodedata.normalize("NFC", name).lower().replace("ё", "е")
    )
    text = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    words = re.sub(r"[’'ʹ`]", "", text)
    words = [_SHORT.get(word, word) for word in re.findall(r"[a-z0-9]+", words)]
    folded = " ".join(words)
    for spelling, one in _SPELLINGS:
        folded = re.sub(spelling, one, folded)
    return folded


class Gazetteer(Geocoder):
    """geopy geocoder over a fixed list of places; makes no request.

    Parameters
    ----------
    places : iterable of Place
        Where two have the same name, both are offered.
    """

    def __init__(self, places: Iterable[Place]):
        super().__init__(
            adapter_factory=lambda proxies, ssl_context: _NoNetwork(proxies=proxies, ssl_context=ssl_context)
        )
        self._places = tuple(places)
        self._names = [(fold(name), name, place) for place in self._places for name in place.names if name]

    def find(self, name: str, limit: int = 5) -> list[Match]:
        """Places that a name fits, the likeliest first; where some bear that very name, only those.

        Parameters
        ----------
        name : str
            A name of 1917 or of today, in Latin or Cyrillic letters, in any of the usual spellings.
        limit : int
            How many at most.
        """
        wanted = fold(name[:LONGEST_NAME])
        best: dict[int, Match] = {}
        for folded, spelling, place in self._names:
            score = _likeness(wanted, folded) if wanted else 0.0
            if score >= LEAST_SCORE and (id(place) not in best or score > best[id(place)].score):
                best[id(place)] = Match(place, spelling, score)
        ranked = sorted(best.values(), key=lambda match: (-match.score, len(match.matched)))
        same = [match for match in ranked if match.score == 1.0]
        return (same or ranked)[:limit]

    def geocode(
        self, query: str, *, exactly_one: bool = True, timeout: Any = DEFAULT_SENTINEL, limit: int = 5
    ) -> Location | list[Location] | None:
        """Places with a point that a name fits; lists and areas (`find` has them) have none.

        Parameters
        ----------
        query : str
            As in `find`.
        exactly_one : bool
            True: the one place that fits. False: a list, the likeliest first.
        limit : int
            How many at most.

        Returns
        -------
        geopy.location.Location, list of them, or None if nothing fits
            `raw` is `Match.as_json()`.

        Raises
        ------
        Ambiguous
            If one place was asked for and several fit.
        """
        found = [match for match in self.find(query, limit) if match.place.lat is not None]
        if exactly_one and len(found) > 1:
            raise Ambiguous(query, found)
        return _locations(found, exactly_one)

    def reverse(
        self,
        query: Point | Iterable[float] | str,
        *,
        exactly_one: bool = True,
        timeout: Any = DEFAULT_SENTINEL,
        within_m: float = 400,
        limit: int = 5,
    ) -> Location | list[Location] | None:
        """Places near a point, the nearest first; None if there is none within `within_m` metres.

        `query` is anything that geopy makes a point of. `raw` has `distance_m` besides what `geocode` gives.
        """
        point = Point(query)
        on_map = [place for place in self._places if place.lat is not None]
        near = sorted((geodesic(point, (place.lat, place.lon)).m, i) for i, place in enumerate(on_map))
        found = _locations(
            [Match(on_map[i], on_map[i].name, 1.0) for metres, i in near[:limit] if metres <= within_m], False
        )
        for location, (metres, _) in zip(found or (), near):
            location.raw["distance_m"] = round(metres)
        return found[0] if found and exactly_one else found


def _locations(matches: list[Match], exactly_one: bool) -> Location | list[Location] | None:
    found = [Location(m.place.name, Point(m.place.lat, m.place.lon), m.as_json()) for m in matches]
    return (found[0] if exactly_one else found) if found else None


def _likeness(wanted: str, name: str) -> float:
    if wanted == name:
        return 1.0
    if set(wanted.split()) <= set(name.split()):
        return WORDS_SCORE + 0.05 * len(wanted) / len(name)
    matcher = SequenceMatcher(None, wanted, name, autojunk=False)
    alike = matcher.ratio() if matcher.quick_ratio() >= LEAST_SCORE else 0.0
    return max(alike, BEGINNING_SCORE) if _begins(wanted, name) else alike


def _begins(wanted: str, name: str) -> bool:
    """Whether every word asked for begins a word of the name: `zimn` the `zimny dvorets`."""
    words = name.split()
    return all(
        len(beginning) >= _BEGINNING and any(word.startswith(beginning) for word in words)
        for beginning in wanted.split()
    )


def gazetteer(chronicle: Chronicle) -> Gazetteer:
    """The gazetteer of a record: its places, then what else the base map names."""
    places = list(_record_places(chronicle.places))
    taken = {fold(name) for place in places for name in place.names}
    drawn = _map_places(chronicle.basemap, {place.place_id for place in places})
    return Gazetteer(places + [place for place in drawn if not taken & set(map(fold, place.names))])


def _record_places(places: pd.DataFrame) -> Iterable[Place]:
    for row in places.itertuples():
        names = (row.name, row.name_ru, row.name_modern, row.name_modern_ru, *row.names)
        on_map = not pd.isna(row.lat)
        yield Place(
            row.place_id, row.name, row.lat if on_map else None, row.lon if on_map else None, row.error_m, names
        )


def _map_places(basemap: Path, known: set[str]) -> Iterable[Place]:
    """What the base map names and the record does not know as a place."""
    for feature in json.loads(basemap.read_text("utf-8"))["features"]:
        said = feature["properties"]
        if not said["name"] or said["layer"] not in (
            "street",
            "bridge",
            "square",
            "park",
            "landmark",
            "island",
            "station",
        ):
            continue
        if said.get("place_id") in known:
            continue
        form = shape(feature["geometry"])
        point = form.representative_point()
        west, south, east, north = form.bounds
        reach = geodesic((south, west), (north, east)).m / 2
        names = tuple(filter(None, (said["name"], said["name_ru"], said["name_today"])))
        yield Place("", said["name"], round(point.y, 5), round(point.x, 5), round(reach + said["error_m"]), names)


class ModernMap(Nominatim):
    """Nominatim over OpenStreetMap of today: asked politely, each answer kept.

    At most one request a second, none repeated behind the user's back, answers in an SQLite file.

    Parameters
    ----------
    cache : Path
        The SQLite file; made if it is not there.
    box : ((south, west), (north, east))
        Where to look, degrees WGS84.
    """

    def __init__(self, cache: Path, box: tuple[tuple[float, float], tuple[float, float]]):
        # geopy's own adapter retries twice without saying so
        super().__init__(user_agent=USER_AGENT, timeout=10, adapter_factory=partial(RequestsAdapter, max_retries=0))
        self._box = box
        self._cache = cache
        with closing(sqlite3.connect(cache)) as answers, answers:
            answers.execute("CREATE TABLE IF NOT EXISTS answers (url TEXT PRIMARY KEY, answer TEXT)")
        self._ask = RateLimiter(super()._call_geocoder, min_delay_seconds=1, max_retries=0, swallow_exceptions=False)

    def find(self, name: str, limit: int = 5) -> list[Match]:
        """Places of today with that name; may be empty.

        Raises
        ------
        geopy.exc.GeocoderServiceError
            If the service cannot be reached or refuses.
        """
        found = self.geocode(name, exactly_one=False, limit=limit, viewbox=self._box, bounded=True) or []
        return [_modern(name, location) for location in found]

    def _call_geocoder(
        self,
        url: str,
        callback: Callable[[Any], Any],
        *,
        timeout: Any = DEFAULT_SENTINEL,
        is_json: bool = True,
        headers: dict | None = None,
    ) -> Any:
        # a connection a call: pages of several sessions run in threads of their own
        with closing(sqlite3.connect(self._cache)) as answers:
            kept = answers.execute("SELECT answer FROM answers WHERE url = ?", (url,)).fetchone()
        if kept:
            return callback(json.loads(kept[0]))

        def keep(answer: Any) -> Any:
            with closing(sqlite3.connect(self._cache)) as answers, answers:
                answers.execute("INSERT OR REPLACE INTO answers VALUES (?, ?)", (url, json.dumps(answer)))
            return callback(answer)

        return self._ask(url, keep, timeout=timeout, is_json=is_json, headers=headers)


def _modern(asked: str, location: Location) -> Match:
    south, north, west, east = (float(edge) for edge in location.raw["boundingbox"])
    reach = round(geodesic((south, west), (north, east)).m / 2)
    matched = location.raw.get("name") or location.address
    place = Place("", location.address, location.latitude, location.longitude, reach, ())
    return Match(place, matched, _likeness(fold(asked), fold(matched)))
