"""What a site consists of: files named by what is in them, which a browser may keep for ever, and pages that are small."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePosixPath

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import assets, fonts, page
from petrograd1917.map.keyframes import LANGUAGES
from petrograd1917.picture.rendering import light_png
from petrograd1917.site.folder import SiteError
from petrograd1917.site.links import MAP
from petrograd1917.site.pages import TEMPLATES, Ground, Pages, missing, sitemap
from petrograd1917.ui import locator, marks
from petrograd1917.ui.leaf import templates

#: the folder of the files that never change under their name
KEPT = "assets"
_UI = Path(marks.__file__).parent
_STYLE = Path(__file__).parent / "site.css"
_ADDRESS = re.compile(r"https?://[A-Za-z0-9][A-Za-z0-9.-]*(:[0-9]{1,5})?(/[A-Za-z0-9._~%/-]*)?")

Make = Callable[[], bytes]


def contents(chronicle: Chronicle, address: str = "") -> dict[str, Make]:
    """The files of a site: the name of each, and what makes it.

    Parameters
    ----------
    chronicle : Chronicle
        A record that passed every rule.
    address : str
        Where the site will be reached (`https://…`); blank if that is not known: then it has no `sitemap.xml`.

    Raises
    ------
    SiteError
        If the address is none, or an id cannot name a file.
    """
    base = _base(address)
    files = {_hashed(name, content): (name, content) for name, content in _kept(chronicle).items()}
    links = {name: address for address, (name, _) in files.items()}
    style = _record_style(chronicle, links)
    files[_hashed("record.css", style)] = ("record.css", style)
    made: dict[str, Make] = {name: partial(bytes, content) for name, (_, content) in files.items()}
    ground = Ground(base, _hashed("record.css", style), links["icon.png"])
    spoken = {lang: Pages(chronicle, lang, ground) for lang in LANGUAGES}
    made[MAP] = lambda: _map(chronicle, links, spoken).encode()
    for lang, pages in spoken.items():
        for name, make in pages.made():
            made[f"{lang}/{name}"] = partial(_encoded, make)
        for name, draw in pages.pictures():
            made[name] = lambda draw=draw: light_png(draw())
    words = {lang: pages.words for lang, pages in spoken.items()}
    made["404.html"] = lambda: missing(chronicle.name, base, words).encode()
    made["robots.txt"] = lambda: _robots(base).encode()
    if base:
        listed = [name for name in made if name.endswith(".html") and name != "404.html"]
        made["sitemap.xml"] = lambda: sitemap(base, listed).encode()
    return made


def _encoded(make: Callable[[], str]) -> bytes:
    return make().encode()


def _base(address: str) -> str:
    """The address with a slash at its end; blank if there is none."""
    if not address:
        return ""
    if not _ADDRESS.fullmatch(address):
        raise SiteError(f"“{address}” is no address of a site; write it like https://example.org/petrograd")
    return f"{address.rstrip('/')}/"


def _hashed(name: str, content: bytes) -> str:
    """Where a file lies: its name tells what is in it."""
    path = PurePosixPath(name)
    return f"{KEPT}/{path.stem}-{hashlib.sha256(content).hexdigest()[:12]}{path.suffix}"


def _kept(chronicle: Chronicle) -> dict[str, bytes]:
    return {**page.files(chronicle), "icon.png": (_UI / "icon.png").read_bytes()}


def _record_style(chronicle: Chronicle, links: dict[str, str]) -> bytes:
    """The style sheet of all pages but the map's: that of the app's printed pages, and what surrounds it here."""
    faces = "".join(
        fonts.rule(face.family, face.weight, face.style, PurePosixPath(links[assets.font_name(face)]).name)
        for face in fonts.FACES
    )
    sheets = "".join(sheet.read_text("utf-8") for sheet in (_UI / "print.css", _STYLE))
    return f"{faces}{assets.squeezed(sheets)}{marks.style()}\n{locator.style(chronicle)}".encode()


def _map(chronicle: Chronicle, links: dict[str, str], spoken: dict[str, Pages]) -> str:
    """The page of the map."""
    words = {lang: pages.words for lang, pages in spoken.items()}
    first = LANGUAGES[0]
    about = spoken[first].about_map(chronicle.name, words[first]("site_lede"))
    told = {
        lang: {
            "index": f"{lang}/index.html",
            "says": words[lang]("site_pages"),
            "events": f"{lang}/event/",
            "own": words[lang]("site_event_page"),
        }
        for lang in LANGUAGES
    }
    head = templates(TEMPLATES).get_template("card.html").module.about(about)
    printed = templates(TEMPLATES).get_template("door.html").render(page=about, words=words, name_ru=chronicle.name_ru)
    return page.split(chronicle, links, {"pages": told}, head, printed)


def _robots(base: str) -> str:
    return "User-agent: *\nAllow: /\n" + (f"\nSitemap: {base}sitemap.xml\n" if base else "")
