"""How the map was made, and how far it can be trusted."""

import json
from statistics import median

from petrograd1917.rules import WITHOUT_POINT
from petrograd1917.ui.leaf import leaf
from petrograd1917.ui.record import record

LAYERS = {
    "water": "Neva and Gulf",
    "canal": "Canals and small rivers",
    "street": "Streets",
    "bridge": "Bridges",
    "bridge_opening": "Opening spans",
    "landmark": "Buildings",
    "railway": "Railways",
    "park": "Parks",
    "region_water": "Gulf beyond the city",
    "region_place": "Towns around",
}

chronicle = record()
errors: dict[str, list[int]] = {}
for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
    errors.setdefault(feature["properties"]["layer"], []).append(feature["properties"]["error_m"])
pointless = chronicle.places["kind"].isin(WITHOUT_POINT)
leaf(
    "trust.html",
    layers=[
        {
            "name": name,
            "count": len(errors[layer]),
            "usual": round(median(errors[layer])),
            "largest": max(errors[layer]),
        }
        for layer, name in LAYERS.items()
        if layer in errors
    ],
    places=len(chronicle.places),
    vague=int((chronicle.places["error_m"][~pointless] > 150).sum()),
    pointless=int(pointless.sum()),
    attribution=chronicle.attribution,
)
