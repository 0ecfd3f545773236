"""The gazetteer: names of 1917 and of today, and how far each position may be off."""

import pandas as pd

from petrograd1917.ui.leaf import leaf
from petrograd1917.ui.record import record

chronicle = record()
leaf(
    "places.html",
    places=[
        {
            **place,
            "at": None if pd.isna(place["lat"]) else (place["lat"], place["lon"]),
            "error_m": None if pd.isna(place["error_m"]) else int(place["error_m"]),
        }
        for place in chronicle.places.sort_values("name").to_dict("records")
    ],
)
