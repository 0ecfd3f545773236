"""The sources, each in its own right: standpoint, grounds, what it alone tells, what it contradicts, its own words."""

from datetime import date, datetime

from petrograd1917 import hours, readings
from petrograd1917.axis import Axis
from petrograd1917.ui import frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "sources")
alone = readings.alone(chronicle)
contradictions = readings.contradictions(chronicle)
own_words = readings.own_words(chronicle, leaf.lang)
ground_of = readings.rested_on_by(chronicle)
bases = {source_id: claims.value_counts() for source_id, claims in chronicle.claims.groupby("source_id")["basis"]}
#: a day as wide as the longest convention: the night ends at six of the next
DAY = Axis(hours.PART_OF_DAY["early hours"][0], hours.PART_OF_DAY["night"][1])


def against(source_id: str) -> list[tuple[str, list, list]]:
    """Event by event the source's own claims and those that contradict them."""
    found: dict[str, tuple[dict, dict]] = {}
    for event_id, claim_id, rival_id in contradictions[source_id]:
        own, rivals = found.setdefault(event_id, ({}, {}))
        own[claim_id], rivals[rival_id] = leaf.claims[claim_id], leaf.claims[rival_id]
    return [(event_id, [*own.values()], [*rivals.values()]) for event_id, (own, rivals) in found.items()]


def entry(source_id: str) -> dict[str, object]:
    own_bases = bases.get(source_id)
    return {
        "row": leaf.sources[source_id],
        "claims": 0 if own_bases is None else int(own_bases.sum()),
        "bases": () if own_bases is None else own_bases.items(),
        "alone": alone[source_id],
        "against": against(source_id),
        "words": own_words.get(source_id, ()),
        "ground_of": ground_of[source_id],
    }


def clock(bound: datetime) -> str:
    """The hour of a bound; the day that ends with it ends at 24:00."""
    return "24:00" if bound == datetime(1917, 1, 2) else f"{bound:%H:%M}"


def convention(words: str) -> dict[str, object]:
    first, last = hours.interval(words, date(1917, 1, 1))
    if first and last:
        reading = clock(first) if first == last else f"{clock(first)}–{clock(last)}"
    else:
        reading = leaf.words("from_then" if first else "until_then", hour=clock(first or last))
    return {"words": hours.spoken(words, leaf.lang), "reading": reading, "bar": DAY.bar((first, last))}


by_voice: dict[str, list] = {voice: [] for voice in (*readings.BASES, "")}
for source_id, voice in sorted(readings.voices(chronicle).items(), key=lambda item: leaf.source(item[0])):
    by_voice[voice].append(entry(source_id))
leaf.show(
    "sources.html",
    groups=[{"voice": voice, "sources": sources} for voice, sources in by_voice.items() if sources],
    callers=readings.callers(chronicle, leaf.lang),
    conventions=[convention(words) for words in hours.examples()],
)
