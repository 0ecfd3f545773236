"""The design as data: colours, sizes and symbols that every surface draws with."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent


@cache
def tokens() -> dict:
    """The design's colours, sizes and symbols."""
    return json.loads((HERE / "tokens.json").read_text("utf-8"))


@cache
def sprite() -> str:
    """All symbols, plates and hatches as one SVG element, without what only people need."""
    return re.sub(r"<title>.*?</title>|<!--.*?-->|\n", "", (HERE / "symbols.svg").read_text("utf-8"))
