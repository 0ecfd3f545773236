"""The works that the record rests on."""

from petrograd1917.ui.leaf import leaf
from petrograd1917.ui.record import record

chronicle = record()
claims = chronicle.claims["source_id"].value_counts()
short = dict(zip(chronicle.sources["source_id"], chronicle.sources["short"]))
leaf(
    "sources.html",
    sources=[
        {
            **source,
            "claims": int(claims.get(source["source_id"], 0)),
            "rests_on": [short[one] for one in source["rests_on"]],
        }
        for source in chronicle.sources.sort_values("short").to_dict("records")
    ],
)
