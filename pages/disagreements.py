"""The questions on which the sources differ, each account with equal right."""

import pandas as pd

from petrograd1917.moment import write
from petrograd1917.ui.leaf import leaf
from petrograd1917.ui.record import record

chronicle = record()
short = dict(zip(chronicle.sources["source_id"], chronicle.sources["short"]))
events = chronicle.events.set_index("event_id")


def accounts(question_id: str) -> list[dict[str, object]]:
    """The claims on a question, as they are set."""
    claims = chronicle.claims[chronicle.claims["question_id"] == question_id]
    first = claims["earliest"].fillna(claims["latest"])
    return [
        {**claim, "source": short[claim["source_id"]], "day": None if pd.isna(day) else day}
        for claim, day in zip(claims.to_dict("records"), first)
    ]


leaf(
    "disagreements.html",
    questions=[
        {
            **question,
            "claims": accounts(question["question_id"]),
            "follows": short.get(question["follows"], ""),
            "events": [
                {"event_id": e, "title": events["title"][e], "at": write(events["start"][e])}
                for e in question["event_ids"]
            ],
        }
        for question in chronicle.disagreements.to_dict("records")
    ],
)
