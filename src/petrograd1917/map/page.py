"""The saved page: the stage as one file that needs no Python, no server and no network.

It holds what the app serves, and folium sets it as it sets the app's. Where no script runs, and on paper, the record in
print stands in its place. Its policy allows the scripts and styles that it came with, and no request at all.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from branca.element import CssLink, Figure, JavascriptLink
from folium.template import Template
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.map import assets, fonts, keyframes, own
from petrograd1917.map.drawing import drawing
from petrograd1917.map.stage import Engine, StageMap
from petrograd1917.map.still import still
from petrograd1917.moment import day_words, from_minute

HERE = Path(__file__).resolve().parent


class _Sheet(Figure):
    """A folium figure that says its language, and whose print the browser reads only when the stage stands already."""

    _template = Template(
        "<!DOCTYPE html>\n"
        '<html lang="en">\n'
        "<head>\n"
        "{{ this.header.render(**kwargs) }}\n"
        "<title>{{ this.title|e }}</title>\n"
        "</head>\n"
        "<body>\n"
        "{{ this.html.render(**kwargs) }}\n"
        "<script>\n{{ this.script.render(**kwargs) }}\n</script>\n"
        "{{ this.printed }}\n"
        "</body>\n"
        "</html>\n"
    )

    def __init__(self, title: str, printed: str):
        super().__init__(title=title)
        self.printed = printed

    def hold(self, link: JavascriptLink | CssLink, text: str) -> None:
        """Put a script or a style sheet into the page itself."""
        link.code = text
        self.header.add_child(link, name=link.url)


def page(chronicle: Chronicle, events: Sequence[OwnEvent] = ()) -> str:
    """The saved page of a record.

    Parameters
    ----------
    chronicle : Chronicle
        A record that passed every rule.
    events : sequence of OwnEvent
        What the page shows besides, as a layer of its own.

    Returns
    -------
    str
        HTML; the same for the same record and events, byte for byte.
    """
    held = {name: content.decode() for name, content in assets.contents(chronicle).items()}
    sheet = _Sheet(chronicle.name, _printed(chronicle))
    sheet.hold(CssLink("fonts.css"), "".join(map(_font_rule, fonts.FACES)))
    for name in (*assets.STYLES, "wings.css"):
        sheet.hold(CssLink(name), held[name])
    sheet.hold(CssLink("page.css"), assets.squeezed((HERE / "page.css").read_text("utf-8")))
    for name in (*assets.SCRIPTS, "wings.js", *([assets.OWN_SCRIPT] if events else [])):
        sheet.hold(JavascriptLink(name), held[name])
    built = StageMap(chronicle.centre)
    built._id = "stage"  # folium's own is drawn by lot
    built.add_to(sheet)
    faces = [(face.family, face.weight, face.style) for face in fonts.FACES]
    later = {name: {"gzip": _packed(held[f"{name}.json"].encode())} for name in assets.LATER}
    if events:
        later["own"] = {"gzip": _packed(own.contents(chronicle, events))}
    Engine(faces, later, report=False).add_to(built)
    return _guarded(sheet.render(embedded=True))


def _packed(content: bytes) -> str:
    """What is wanted later, compressed: a third of the page's weight."""
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


def _font_rule(face: fonts.Face) -> str:
    data = base64.b64encode(assets.web_font(face)).decode()
    return fonts.rule(face.family, face.weight, face.style, f"data:font/woff2;base64,{data}")


def _guarded(html: str) -> str:
    """The page with the policy that allows what it holds and nothing else."""
    allowed = {
        kind: " ".join(f"'sha256-{_digest(text)}'" for text in re.findall(rf"<{kind}>(.*?)</{kind}>", html, re.DOTALL))
        for kind in ("script", "style")
    }
    policy = (
        f"default-src 'none'; script-src {allowed['script']}; style-src {allowed['style']}; font-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    html = re.sub(r",\s*maximum-scale=1.0, user-scalable=no", "", html)  # folium forbids those to zoom who need it
    charset = '<meta charset="utf-8">'
    return html.replace(
        "<head>\n", f'<head>\n{charset}\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n', 1
    )


def _digest(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _printed(chronicle: Chronicle) -> str:
    """The record in print: a map, the events by day with their places and sources, the sources."""
    templates = Environment(
        loader=FileSystemLoader(HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    told = keyframes.keyframes(chronicle)
    details = keyframes.details(chronicle)
    return templates.get_template("record.html").render(
        **{key: told[key] for key in ("title", "attribution", "places")},
        words=told["words"]["en"],
        episodes=[{**episode, "by_day": _by_day(told["events"], episode)} for episode in told["episodes"]],
        told=details["events"],
        sources=details["sources"],
        still=still(drawing(chronicle), chronicle, assets.tokens()),
    )


def _by_day(events: list[dict], episode: dict) -> dict[str, list[dict]]:
    """The events of an episode under the words of the day on which they begin, both calendars."""
    days: dict[str, list[dict]] = {}
    for event in events:
        if event["episode"] == episode["id"]:
            days.setdefault(day_words(from_minute(event["t"][1]).date())["both"], []).append(event)
    return days
