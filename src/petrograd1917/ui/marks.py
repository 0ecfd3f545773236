"""The map's marks on a printed page, as one style sheet: plates are pictures, glyphs are masks in the plate's ink.

`<span class="mark plate-force"><i class="s-seizure"></i></span>`: Streamlit lets no SVG through in a page's HTML.
"""

from __future__ import annotations

import re
from functools import cache
from urllib.parse import quote

from petrograd1917.map import assets

_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(?:<title>[^<]*</title>)?(.*?)</symbol>')
_WORN = ("force", "words", "movement", "city", "government", "soviet", "third", "neutral")


@cache
def style() -> str:
    """The rules for every plate and glyph of `symbols.svg`."""
    ink = assets.tokens()["color"]["day"]
    fills = {name: ink["panel"] if name == "third" else ink[name] for name in _WORN}
    rules = []
    for name, box, drawn in _SYMBOL.findall((assets.HERE / "symbols.svg").read_text("utf-8")):
        if name.removeprefix("plate-") in fills:
            fill = fills[name.removeprefix("plate-")]
            drawn = f'<g fill="{fill}" stroke="{ink["keyline"]}" stroke-width="1.8">{drawn}</g>'
            rules.append(f".mark.{name}{{background-image:{_picture(box, drawn)}}}")
        elif name.startswith("s-"):
            rules.append(f".{name}{{--glyph:{_picture(box, drawn)}}}")
    return "\n".join(rules)


def _picture(box: str, drawn: str) -> str:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{drawn}</svg>'
    return f'url("data:image/svg+xml,{quote(svg, safe=" =:/<>")}")'.replace("<", "%3C").replace(">", "%3E")
