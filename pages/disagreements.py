"""The questions on which the sources differ: every claim as a bar on one time axis, and what the map follows."""

import pandas as pd

from petrograd1917 import readings
from petrograd1917.axis import Axis
from petrograd1917.hours import NOT_GIVEN
from petrograd1917.ui import frame
from petrograd1917.ui.record import record

chronicle = record()
leaf = frame.head(chronicle, "disagreements")
numbers = {event_id: [*rows.itertuples()] for event_id, rows in chronicle.numbers.groupby("event_id")}


def bounds(claim: object) -> tuple:
    return tuple(None if pd.isna(bound) else bound for bound in (claim.earliest, claim.latest))


def accounts(question: object) -> dict[str, object]:
    """A question with its claims, lettered, on an axis of their own."""
    claims = [*readings.on_question(chronicle, question.question_id).itertuples()]
    axis = Axis.over(map(bounds, claims)) if claims else None
    return {
        "row": question,
        "axis": axis,
        "claims": [
            {
                "row": claim,
                "letter": chr(ord("A") + i),
                "bar": axis.bar(bounds(claim)),
                "form": "uncounted"
                if claim.counts == "no"
                else "unhoured"
                if claim.time_words == NOT_GIVEN
                else "hour",
                "followed": claim.source_id == question.follows and claim.counts == "yes",
            }
            for i, claim in enumerate(claims)
        ],
        "numbers": [number for event_id in question.event_ids for number in numbers.get(event_id, ())],
    }


questions: dict[str, list] = {episode.id: [] for episode in chronicle.episodes}
for question in chronicle.disagreements.itertuples():
    questions[leaf.events[question.event_ids[0]].episode].append(accounts(question))
leaf.show(
    "disagreements.html",
    episodes=[{"row": episode, "questions": questions[episode.id]} for episode in chronicle.episodes],
)
