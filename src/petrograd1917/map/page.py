"""The saved page: the stage as one file that needs no Python, no server and no network.

It holds what the app serves, and folium sets it as it sets the app's. Where no script runs, and on paper, the record in
print stands in its place. Its policy allows the scripts and styles that it came with, and no request at all.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from branca.element import CssLink, Figure, JavascriptLink
from folium.template import Template
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.map import assets, fonts, keyframes, own
from petrograd1917.map.drawing import drawing
from petrograd1917.map.stage import Engine, StageMap, fetched, of_files
from petrograd1917.map.still import still
from petrograd1917.moment import day_words, from_minute

HERE = Path(__file__).resolve().parent
#: the map's id in the page; folium's own is drawn by lot
_ID = "stage"
#: what the page's style sheet is called
_STYLE = "page.css"


class _Sheet(Figure):
    """A folium figure that says its language, and whose print the browser reads only when the stage stands already."""

    _template = Template(
        "<!DOCTYPE html>\n"
        '<html lang="en">\n'
        "<head>\n"
        "{{ this.head }}\n"
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

    def __init__(self, title: str, printed: str, head: str = ""):
        super().__init__(title=title)
        self.printed, self.head = printed, head

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
    sheet.hold(CssLink(_STYLE), _style())
    for name in (*assets.SCRIPTS, "wings.js", *([assets.OWN_SCRIPT] if events else [])):
        sheet.hold(JavascriptLink(name), held[name])
    built = StageMap(chronicle.centre)
    built._id = _ID
    built.add_to(sheet)
    faces = [(face.family, face.weight, face.style) for face in fonts.FACES]
    later = {name: {"gzip": _packed(held[f"{name}.json"].encode())} for name in assets.LATER}
    if events:
        later["own"] = {"gzip": _packed(own.contents(chronicle, events))}
    Engine(faces, later, report=False).add_to(built)
    return guarded(sheet.render(embedded=True), {"font-src": "data:"})


def files(chronicle: Chronicle) -> dict[str, bytes]:
    """The files that the same stage asks for where a web server has them: `split`."""
    held = {name: content for name, content in assets.contents(chronicle).items() if name != assets.OWN_SCRIPT}
    faces = {assets.font_name(face): assets.web_font(face) for face in fonts.FACES}
    return {**held, **faces, _STYLE: _style().encode()}


def split(chronicle: Chronicle, links: Mapping[str, str], told: Mapping[str, object], head: str, printed: str) -> str:
    """The same stage as a small page.

    Parameters
    ----------
    chronicle : Chronicle
        A record that passed every rule.
    links : mapping of str
        Addresses of `files`, relative to the page.
    told : mapping
        What the engine is to know besides.
    head, printed : str
        HTML: what the page says of itself to machines; what is read where no script runs, and on paper.

    Returns
    -------
    str
        HTML; the same for the same record, byte for byte.
    """
    sheet = _Sheet(chronicle.name, printed, head)
    built = of_files(chronicle, links, (*assets.STYLES, _STYLE))
    built._id = _ID
    built.add_to(sheet)
    faces = [(face.family, face.weight, face.style, links[assets.font_name(face)]) for face in fonts.FACES]
    Engine(faces, {**fetched(links), **told}, report=False).add_to(built)
    return guarded(sheet.render(), {f"{kind}-src": "'self'" for kind in ("script", "style", "font", "connect", "img")})


def _style() -> str:
    return assets.squeezed((HERE / _STYLE).read_text("utf-8"))


def _packed(content: bytes) -> str:
    """What is wanted later, compressed: a third of the page's weight."""
    return base64.b64encode(gzip.compress(content, mtime=0)).decode()


def _font_rule(face: fonts.Face) -> str:
    data = base64.b64encode(assets.web_font(face)).decode()
    return fonts.rule(face.family, face.weight, face.style, f"data:font/woff2;base64,{data}")


def guarded(html: str, sources: Mapping[str, str]) -> str:
    """A page with the policy that allows the scripts and styles that it holds, and of what it asks for these sources.

    Parameters
    ----------
    html : str
        Its head begins with `<head>` on a line of its own.
    sources : mapping of str
        Directive (`font-src`) → whence (`'self'`).
    """
    allowed = dict(sources)
    for kind in ("script", "style"):
        held = [f"'sha256-{_digest(text)}'" for text in re.findall(rf"<{kind}>(.*?)</{kind}>", html, re.DOTALL)]
        if held:
            allowed[f"{kind}-src"] = " ".join(filter(None, [allowed.get(f"{kind}-src"), *held]))
    policy = "; ".join(
        f"{directive} {whence}"
        for directive, whence in {
            "default-src": "'none'",
            **allowed,
            "base-uri": "'none'",
            "form-action": "'none'",
        }.items()
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
