"""What the rows of a record must fulfil among each other; each rule yields a `Finding` a row it is broken by.

`findings(chronicle)` runs them all, `check(folder)` reads and runs, `open_record(folder)` gives a record that passed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path

import pandas as pd
from shapely import STRtree
from shapely.geometry import Point, shape

from petrograd1917 import chapters, hours, moment
from petrograd1917.chronicle import TABLES, Chronicle, Finding, RecordError, read
from petrograd1917.routes import SPEED_LIMIT, distance_m, located
from petrograd1917.view import Codec

Findings = Iterator[Finding]
Rule = Callable[[Chronicle], Findings]

EVENT_KINDS = [
    "seizure",
    "arrest",
    "shelling",
    "speech",
    "meeting",
    "order",
    "negotiation",
    "press",
    "march",
    "departure",
    "bridge_raised",
    "bridge_lowered",
    "cut",
    "railway",
    "theatre",
    "refuses",
    "declares_neutral",
    "goes_over",
    "event",
]
#: places that are not a point: a list of places, an area, something beyond the map
WITHOUT_POINT = ("list", "area", "off_map")
AFLOAT = ("anchorage", "water")
#: metres per degree of latitude, enough to turn an error in metres into a tolerance in degrees
_DEGREE_M = 111_320

VOCABULARY: dict[tuple[str, str], tuple[str, ...]] = {
    ("events", "precision"): tuple(hours.PRECISION),
    ("events", "kind"): tuple(EVENT_KINDS),
    ("claims", "relation"): ("same", "other_hour", "other_place", "other_actor", "other_order", "denies"),
    ("claims", "counts"): ("yes", "no"),
    ("claims", "basis"): ("document", "eyewitness", "memoir", "hearsay", "scholarship", "popular"),
    ("sources", "calendar"): ("new", "old"),
    ("sides", "plate"): ("government", "soviet", "third", "neutral"),
    ("sides", "hatch"): ("government", "soviet", "third", "neutral"),
    ("actors", "kind"): ("person", "unit", "ship", "crowd", "body"),
    ("movements", "mode"): ("", *SPEED_LIMIT),
    ("movements", "leg"): ("", "attested", "computed", "unknown"),
    ("states", "aspect"): ("holder", "span"),
    ("states", "mode"): ("", "garrison", "commissar", "picket", "cordon", "guard_neutral"),
}
#: column → the table whose ids it holds, and whether it may be blank
REFERENCES: dict[tuple[str, str], tuple[str, bool]] = {
    ("places", "part_of"): ("places", True),
    ("events", "place_id"): ("places", True),
    ("events", "actor_ids"): ("actors", True),
    ("claims", "event_id"): ("events", False),
    ("claims", "source_id"): ("sources", False),
    ("claims", "question_id"): ("disagreements", True),
    ("disagreements", "event_ids"): ("events", False),
    ("sources", "rests_on"): ("sources", True),
    ("allegiances", "actor_id"): ("actors", False),
    ("allegiances", "side_id"): ("sides", False),
    ("allegiances", "event_id"): ("events", True),
    ("movements", "actor_id"): ("actors", False),
    ("movements", "event_id"): ("events", False),
    ("movements", "place_id"): ("places", True),
    ("states", "place_id"): ("places", False),
    ("states", "event_id"): ("events", True),
    ("states", "claim_id"): ("claims", True),
    ("numbers", "event_id"): ("events", False),
    ("numbers", "claim_id"): ("claims", True),
}
#: columns of moments in the order in which they may follow each other
ORDERS: dict[str, tuple[str, ...]] = {
    "events": ("earliest", "start", "end", "latest"),
    "claims": ("earliest", "latest"),
    "allegiances": ("earliest", "latest"),
    "states": ("earliest", "at", "latest"),
    "movements": ("earliest", "at", "latest"),
}
#: tables of which every row needs all its moments
TIMED = ("events", "allegiances", "states")
#: tables of which every row belongs to an episode of record.toml
EPISODIC = ("events", "sides")
#: texts that no row may lack
NEEDED_TEXTS: dict[str, tuple[str, ...]] = {
    "places": ("name", "name_ru"),
    "events": ("title", "summary"),
    "claims": ("says", "time_words"),
    "sources": ("short", "title"),
    "actors": ("name", "who"),
    "disagreements": ("question", "why"),
    "glossary": ("term", "meaning"),
    "moments": ("title",),
}
#: texts that are told in Russian too wherever they are told
TOLD_TWICE: dict[str, tuple[str, ...]] = {
    "claims": ("locator", "says", "their_word", "note"),
    "sources": ("short", "standpoint"),
    "disagreements": ("question", "why"),
    "numbers": ("what", "whose"),
    "places": ("note",),
}
IDENTIFIED = ("places", "events", "claims", "disagreements", "sources", "sides", "actors", "moments")
_LOCATOR = re.compile(
    r"\b(ch|chs|chapter|p|pp|part|note|vol|no|entry|record|letter|diary|appendix|book|section)\b|¶", re.I
)


def _key(table: str) -> str:
    return TABLES[table].split(",")[0]


def _finding(table: str, row: int, column: str, value: object, message: str) -> Finding:
    return Finding(f"{table}.csv", int(row), column, str(value), message)


def ids_are_unique(record: Chronicle) -> Findings:
    for table in IDENTIFIED:
        column = _key(table)
        ids = getattr(record, table)[column]
        for row, value in ids[ids == ""].items():
            yield _finding(table, row, column, value, "the id is blank; give the row an id of its own")
        for row, value in ids[ids.duplicated() & (ids != "")].items():
            yield _finding(table, row, column, value, f"“{value}” stands twice; give this row another id")


def ids_are_known(record: Chronicle) -> Findings:
    for (table, column), (target, may_be_blank) in REFERENCES.items():
        known = set(getattr(record, target)[_key(target)])
        for row, cell in getattr(record, table)[column].items():
            wanted = cell if isinstance(cell, tuple) else (cell,) if cell else ()
            if not wanted and not may_be_blank:
                yield _finding(table, row, column, "", f"the cell is blank; name a row of {target}.csv")
            for value in wanted:
                if value not in known:
                    yield _finding(
                        table, row, column, value, f"“{value}” is not in {target}.csv; add it there or correct it"
                    )


def followed_sources_are_known(record: Chronicle) -> Findings:
    known = {"", "none", *record.sources["source_id"]}
    for row, value in record.disagreements["follows"].items():
        if value not in known:
            yield _finding(
                "disagreements", row, "follows", value, f"“{value}” is not in sources.csv; name a source or none"
            )


def words_are_known(record: Chronicle) -> Findings:
    for (table, column), allowed in VOCABULARY.items():
        cells = getattr(record, table)[column]
        for row, value in cells[~cells.isin(allowed)].items():
            yield _finding(
                table,
                row,
                column,
                value,
                f"“{value}” is not one of: {', '.join(word or '(blank)' for word in allowed)}",
            )
    episodes = [episode.id for episode in record.episodes]
    for table in EPISODIC:
        cells = getattr(record, table)["episode"]
        for row, value in cells[~cells.isin(episodes)].items():
            yield _finding(table, row, "episode", value, f"“{value}” is not an episode of record.toml")
    for row, weight in record.events["weight"].items():
        if pd.isna(weight) or weight not in (1, 2, 3):
            yield _finding("events", row, "weight", weight, "the weight is 1, 2 or 3")


def intervals_are_in_order(record: Chronicle) -> Findings:
    for table, columns in ORDERS.items():
        for row in getattr(record, table)[list(columns)].itertuples():
            given = [(column, getattr(row, column)) for column in columns if not pd.isna(getattr(row, column))]
            for (before, a), (after, b) in pairwise(given):
                if a > b:
                    yield _finding(
                        table,
                        row.Index,
                        after,
                        moment.write(b),
                        f"{after} lies before {before} ({moment.write(a)}); exchange or correct them",
                    )
            if table in TIMED and len(given) < len(columns):
                missing = next(column for column in columns if pd.isna(getattr(row, column)))
                yield _finding(table, row.Index, missing, "", "the moment is blank; every row of this table needs it")


def claims_follow_the_conventions(record: Chronicle) -> Findings:
    for claim in record.claims.itertuples():
        given = (claim.earliest, claim.latest)
        known = [bound for bound in given if not pd.isna(bound)]
        if not known:
            yield _finding("claims", claim.Index, "earliest", "", "a claim needs a moment on one side at least")
            continue
        if claim.time_words == hours.NOT_GIVEN:
            if not claim.note:
                yield _finding("claims", claim.Index, "note", "", "the hour is not given: say here what bounds it")
            continue
        try:
            meant = _meant(claim.time_words, known[0])
        except ValueError as error:
            yield _finding("claims", claim.Index, "time_words", claim.time_words, f"{error}; see data/README.md")
            continue
        if tuple(None if pd.isna(bound) else bound.to_pydatetime() for bound in given) not in meant:
            should = " or ".join(
                " to ".join(moment.write(bound) if bound else "(blank)" for bound in pair) for pair in meant[:1]
            )
            yield _finding(
                "claims",
                claim.Index,
                "earliest",
                claim.time_words,
                f"“{claim.time_words}” means {should} by our conventions; correct the words or the moments",
            )


def _meant(words: str, known: pd.Timestamp) -> list[hours.Interval]:
    # the day on which the words begin is not written in a claim: the bound may fall on it or, past midnight, on the next
    days = [known.date(), (known - pd.Timedelta(days=1)).date(), (known + pd.Timedelta(days=1)).date()]
    return [hours.interval(words, day) for day in days]


def events_span_their_claims(record: Chronicle) -> Findings:
    claims = record.claims[record.claims["counts"] == "yes"]
    by_event = dict(tuple(claims.groupby("event_id")))
    for event in record.events.itertuples():
        if event.event_id not in by_event:
            yield _finding(
                "events",
                event.Index,
                "event_id",
                event.event_id,
                f"“{event.event_id}” has no counted claim; add one to claims.csv",
            )
            continue
        intervals = [
            tuple(None if pd.isna(bound) else bound.to_pydatetime() for bound in pair)
            for pair in zip(by_event[event.event_id]["earliest"], by_event[event.event_id]["latest"])
        ]
        widest = hours.envelope(intervals)
        if widest is None or pd.isna(event.earliest) or pd.isna(event.latest):
            continue
        for column, bound in zip(("earliest", "latest"), widest):
            if getattr(event, column) != bound:
                yield _finding(
                    "events",
                    event.Index,
                    column,
                    moment.write(getattr(event, column)),
                    f"the counted claims of “{event.event_id}” allow {moment.write(bound)}; write that",
                )
        narrowest = min((b - a).total_seconds() / 60 if a and b else hours.OPEN_SIDE for a, b in intervals)
        if event.precision in hours.PRECISION and narrowest > hours.PRECISION[event.precision]:
            yield _finding(
                "events",
                event.Index,
                "precision",
                event.precision,
                f"the narrowest counted claim of “{event.event_id}” is {narrowest:.0f} minutes wide, too wide for “{event.precision}”",
            )


def events_lie_in_their_episode(record: Chronicle) -> Findings:
    episodes = {episode.id: episode for episode in record.episodes}
    for event in record.events.itertuples():
        episode = episodes.get(event.episode)
        if episode and (event.latest < episode.start or event.earliest > episode.end):
            yield _finding(
                "events",
                event.Index,
                "earliest",
                moment.write(event.earliest),
                f"“{event.event_id}” lies outside the episode “{episode.id}”",
            )


def locators_can_be_followed(record: Chronicle) -> Findings:
    for claim in record.claims.itertuples():
        if not _LOCATOR.search(claim.locator):
            yield _finding(
                "claims", claim.Index, "locator", claim.locator, "a reader cannot find this; name chapter, page or note"
            )
        elif "seed" in claim.locator and "¶" not in claim.locator:
            yield _finding("claims", claim.Index, "locator", claim.locator, "name the paragraph too (¶ and its line)")
        if re.search(r"https?:|www\.", claim.locator):
            yield _finding(
                "claims", claim.Index, "locator", claim.locator, "cite the work, not a copy of it on the web"
            )


def texts_are_there(record: Chronicle) -> Findings:
    for table, columns in NEEDED_TEXTS.items():
        for column in columns:
            cells = getattr(record, table)[column]
            for row in cells.index[cells == ""]:
                yield _finding(table, row, column, "", "the cell is blank; write it")


def texts_are_in_russian_too(record: Chronicle) -> Findings:
    for table, columns in TOLD_TWICE.items():
        rows = getattr(record, table)
        for column in columns:
            for row in rows.index[(rows[column] != "") & (rows[f"{column}_ru"] == "")]:
                yield _finding(table, row, f"{column}_ru", "", f"the cell is blank; say “{column}” in Russian too")


def coordinates_are_plausible(record: Chronicle) -> Findings:
    water = _Water(record.basemap)
    for place in record.places.itertuples():
        if place.kind in WITHOUT_POINT:
            if not (pd.isna(place.lat) and pd.isna(place.lon)):
                yield _finding(
                    "places",
                    place.Index,
                    "lat",
                    place.lat,
                    f"a place of kind “{place.kind}” is no point; leave lat and lon blank",
                )
            continue
        if pd.isna(place.lat) or pd.isna(place.lon):
            yield _finding(
                "places",
                place.Index,
                "lat",
                "",
                "lat or lon is blank; give both in degrees, or make it a list, area or off_map",
            )
            continue
        yield from _in_region(record, "places", place.Index, place.lat, place.lon)
        if pd.isna(place.error_m) or place.error_m <= 0:
            yield _finding(
                "places", place.Index, "error_m", place.error_m, "say how far off the position may be, in metres"
            )
        elif record.city.holds(place.lat, place.lon):
            afloat = place.kind in AFLOAT
            if place.kind not in ("bridge", "landing") and water.depth_m(place.lat, place.lon, afloat) > place.error_m:
                should = "in the water" if afloat else "on land"
                yield _finding(
                    "places",
                    place.Index,
                    "lat",
                    place.lat,
                    f"“{place.place_id}” should lie {should}, and does not within {place.error_m:.0f} m",
                )


def _in_region(record: Chronicle, table: str, row: int, lat: float, lon: float) -> Findings:
    if record.region.holds(lat, lon):
        return
    hint = (
        "lat and lon look exchanged" if record.region.holds(lon, lat) else "it lies outside the region of record.toml"
    )
    yield _finding(table, row, "lat", lat, f"{hint}; correct the coordinates")


class _Water:
    """The city's rivers and canals, from the base map."""

    def __init__(self, basemap: Path):
        self._tree = _water_tree(basemap)

    def depth_m(self, lat: float, lon: float, afloat: bool) -> float:
        """How far, in metres, a point lies on the wrong side of the shore: 0 where it belongs."""
        point = Point(lon, lat)
        wet = len(self._tree.query(point, predicate="within")) > 0
        if wet == afloat:
            return 0.0
        if afloat:
            nearest = self._tree.geometries[self._tree.nearest(point)]
            return nearest.distance(point) * _DEGREE_M
        inside = [self._tree.geometries[i] for i in self._tree.query(point, predicate="within")]
        # a degree of longitude is half as long here; taking the full length errs on the side of asking again
        return max(water.boundary.distance(point) for water in inside) * _DEGREE_M


@cache
def _water_tree(basemap: Path) -> STRtree:
    features = json.loads(basemap.read_text("utf-8"))["features"]
    return STRtree([shape(f["geometry"]) for f in features if f["properties"]["layer"] in ("water", "canal")])


def movements_are_possible(record: Chronicle) -> Findings:
    water = _Water(record.basemap)
    for movement_id, stops in located(record.movements, record.places).groupby("movement_id", sort=False):
        if stops["actor_id"].nunique() > 1:
            yield _finding(
                "movements",
                stops.index[1],
                "actor_id",
                stops["actor_id"].iloc[1],
                f"“{movement_id}” has two actors; give each its own movement",
            )
        if stops["seq"].duplicated().any() or stops["seq"].isna().any():
            yield _finding(
                "movements",
                stops.index[0],
                "seq",
                "",
                f"the stops of “{movement_id}” need a number each, in their order",
            )
        for end in (0, -1):
            if pd.isna(stops["at"].iloc[end]):
                yield _finding(
                    "movements", stops.index[end], "at", "", "the first and the last stop of a movement need an hour"
                )
        for row in stops.index[stops["lat"].isna() | stops["lon"].isna()]:
            yield _finding(
                "movements",
                row,
                "place_id",
                stops["place_id"][row],
                "the stop has no point; give lat and lon or another place",
            )
        if stops[["lat", "lon"]].isna().any().any():
            continue
        for stop in stops[stops["place_id"] == ""].itertuples():
            yield from _in_region(record, "movements", stop.Index, stop.lat, stop.lon)
            if (
                stop.mode == "ship"
                and record.city.holds(stop.lat, stop.lon)
                and water.depth_m(stop.lat, stop.lon, afloat=True) > 100
            ):
                yield _finding(
                    "movements", stop.Index, "lat", stop.lat, "a ship's stop lies on land; move it into the water"
                )
        yield from _legs(stops)


def _legs(stops: pd.DataFrame) -> Findings:
    rows = list(stops.itertuples())
    last_timed, metres, modes = rows[0], 0.0, set()
    for before, stop in pairwise(rows):
        moved = distance_m((before.lat, before.lon), (stop.lat, stop.lon))
        if moved > 0 and (not stop.leg or (not stop.mode and stop.leg != "unknown")):
            yield _finding(
                "movements",
                stop.Index,
                "leg",
                stop.leg,
                "say how the way to this stop is known (leg) and how one went (mode)",
            )
        if moved > 0 and stop.mode:
            metres, modes = metres + moved, modes | {stop.mode}
        if pd.isna(stop.at):
            continue
        if not pd.isna(last_timed.at):
            minutes = (stop.at - last_timed.at).total_seconds() / 60
            if minutes < 0:
                yield _finding(
                    "movements",
                    stop.Index,
                    "at",
                    moment.write(stop.at),
                    "the stop comes before the one that it follows",
                )
            limit = max((SPEED_LIMIT.get(mode, 0) for mode in modes), default=0)
            if limit and metres / 1000 > limit * max(minutes, 0) / 60 + 0.05:
                yield _finding(
                    "movements",
                    stop.Index,
                    "at",
                    moment.write(stop.at),
                    f"{metres / 1000:.1f} km in {minutes:.0f} minutes is faster than {', '.join(sorted(modes))} ({limit} km/h)",
                )
        last_timed, metres, modes = stop, 0.0, set()


def actors_are_in_one_place(record: Chronicle) -> Findings:
    spans = record.movements.groupby("movement_id", sort=False).agg(
        actor_id=("actor_id", "first"), first=("at", "min"), last=("at", "max")
    )
    for actor_id, rows in spans.groupby("actor_id"):
        longest = None
        for after_id, after in rows.sort_values("first").iterrows():
            before_id, before = longest or (after_id, after)
            if longest is None or after["last"] > before["last"]:
                longest = (after_id, after)
            if after_id != before_id and after["first"] < before["last"]:
                row = record.movements.index[record.movements["movement_id"] == after_id][0]
                yield _finding(
                    "movements", row, "at", after_id, f"“{actor_id}” is still on “{before_id}” when “{after_id}” begins"
                )


def allegiances_do_not_overlap(record: Chronicle) -> Findings:
    for actor_id, rows in record.allegiances.groupby("actor_id"):
        longest = None
        for row in rows.sort_values("earliest").itertuples():
            if longest is not None and row.earliest <= longest.latest:
                until = (
                    f"“{actor_id}” is for “{longest.side_id}” until {moment.write(longest.latest)}; begin after that"
                )
                yield _finding("allegiances", row.Index, "earliest", moment.write(row.earliest), until)
            if longest is None or row.latest > longest.latest:
                longest = row


def states_follow_each_other(record: Chronicle) -> Findings:
    sides = set(record.sides["side_id"])
    values = {"holder": sides | {"contested", "unknown"}, "span": {"raised", "lowered", "unknown"}}
    for state in record.states.itertuples():
        allowed = values.get(state.aspect, set())
        if allowed and state.value not in allowed:
            yield _finding(
                "states",
                state.Index,
                "value",
                state.value,
                f"“{state.value}” is not one of: {', '.join(sorted(allowed))}",
            )
        if not state.event_id and not state.claim_id:
            yield _finding("states", state.Index, "event_id", "", "name the event or the claim that this rests on")
    for (place_id, aspect), rows in record.states.groupby(["place_id", "aspect"]):
        for before, after in pairwise(rows.sort_values("latest").itertuples()):
            if after.earliest <= before.latest:
                yield _finding(
                    "states",
                    after.Index,
                    "earliest",
                    moment.write(after.earliest),
                    f"the {aspect} of “{place_id}” changes again before “{before.value}” has surely begun; begin after {moment.write(before.latest)}",
                )


def sides_belong_to_the_episode(record: Chronicle) -> Findings:
    episode_of = dict(zip(record.sides["side_id"], record.sides["episode"]))
    for table, column in (("allegiances", "side_id"), ("states", "value")):
        for row in getattr(record, table).itertuples():
            side = getattr(row, column)
            episode = record.episode_at(row.latest) or record.episode_at(row.earliest)
            if side in episode_of and episode and episode_of[side] != episode.id:
                yield _finding(
                    table, row.Index, column, side, f"“{side}” is a side of another episode than {episode.id}"
                )


def numbers_are_ranges(record: Chronicle) -> Findings:
    for number in record.numbers.itertuples():
        if pd.isna(number.low) or pd.isna(number.high) or number.low > number.high:
            yield _finding(
                "numbers",
                number.Index,
                "low",
                number.low,
                "give a range: low no greater than high (the same twice for one figure)",
            )


def the_first_episode_is_known(record: Chronicle) -> Findings:
    if record.opens_with not in {episode.id for episode in record.episodes}:
        message = f"“{record.opens_with}” is not an episode; name one of them in opens_with"
        yield Finding("record.toml", None, None, record.opens_with, message)


def views_open(record: Chronicle) -> Findings:
    codec = Codec(record)
    for episode in record.episodes:
        view, problems = codec.decode(episode.opening)
        if problems or view.episode != episode.id and "at=" in episode.opening:
            message = f"“{episode.opening}” does not open the episode “{episode.id}”; correct its view"
            yield Finding("record.toml", None, None, episode.opening, message)
    for row in record.moments.itertuples():
        for problem in codec.decode(row.view)[1]:
            yield _finding(
                "moments", row.Index, "view", row.view, f"“{problem.key}={problem.value}” is not a view of this record"
            )


def chapters_can_be_told(record: Chronicle) -> Findings:
    yield from chapters.faults(record)


#: the rules that the others take for granted; while one of these is broken the rest would only repeat it
SHAPE: tuple[Rule, ...] = (
    ids_are_unique,
    ids_are_known,
    followed_sources_are_known,
    the_first_episode_is_known,
    words_are_known,
    intervals_are_in_order,
    texts_are_there,
    texts_are_in_russian_too,
)
SENSE: tuple[Rule, ...] = (
    claims_follow_the_conventions,
    events_span_their_claims,
    events_lie_in_their_episode,
    locators_can_be_followed,
    coordinates_are_plausible,
    movements_are_possible,
    actors_are_in_one_place,
    allegiances_do_not_overlap,
    states_follow_each_other,
    sides_belong_to_the_episode,
    numbers_are_ranges,
    views_open,
    chapters_can_be_told,
)


def findings(record: Chronicle) -> list[Finding]:
    """All that is wrong with a record that could be read."""
    shape = [finding for rule in SHAPE for finding in rule(record)]
    return shape or [finding for rule in SENSE for finding in rule(record)]


def check(folder: Path) -> tuple[Chronicle | None, list[Finding]]:
    """Read a record and check it; the chronicle is None where it could not be read."""
    try:
        record = read(folder)
    except RecordError as error:
        return None, error.findings
    return record, findings(record)


def open_record(folder: Path) -> Chronicle:
    """A record that passed every rule; as long as none of its files changes it is the same one.

    Raises
    ------
    RecordError
        With every finding, so that half a record is never shown.
    """
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return _opened(folder, tuple((file, file.stat().st_mtime_ns, file.stat().st_size) for file in files))


@lru_cache(maxsize=2)
def _opened(folder: Path, _files: tuple[tuple[Path, int, int], ...]) -> Chronicle:
    record, found = check(folder)
    if record is None or found:
        raise RecordError(found)
    return record
