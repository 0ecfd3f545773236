"""How the map was made, and how far it can be trusted."""

import json
from statistics import median

from petrograd1917.hours import NOT_GIVEN
from petrograd1917.rules import WITHOUT_POINT
from petrograd1917.ui import frame
from petrograd1917.ui.record import record

#: the layers of the base map that a reader sees as such
LAYERS = "water canal street bridge bridge_opening landmark railway park region_water region_place".split()

chronicle = record()
leaf = frame.head(chronicle, "trust")
errors: dict[str, list[int]] = {}
for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
    errors.setdefault(feature["properties"]["layer"], []).append(feature["properties"]["error_m"])
pointless = chronicle.places["kind"].isin(WITHOUT_POINT)
leaf.show(
    f"trust.{leaf.lang}.html",
    layers=[
        {
            "name": leaf.words(f"base_{layer}"),
            "count": len(errors[layer]),
            "usual": round(median(errors[layer])),
            "largest": max(errors[layer]),
        }
        for layer in LAYERS
        if layer in errors
    ],
    places=len(chronicle.places),
    vague=int((chronicle.places["error_m"][~pointless] > 150).sum()),
    pointless=int(pointless.sum()),
    claims=len(chronicle.claims),
    unhoured=int((chronicle.claims["time_words"] == NOT_GIVEN).sum()),
    uncounted=int((chronicle.claims["counts"] == "no").sum()),
    version=chronicle.version,
    licence=chronicle.licence,
    attribution=chronicle.attribution,
)
