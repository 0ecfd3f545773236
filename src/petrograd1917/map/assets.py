"""What the browser needs, as files served by the app itself; nothing comes from anywhere else.

Streamlit serves the folder of a declared component, under any base path and compressed. Each edition of the files lies
in a folder named by a hash of what it is made from, so that a browser may keep it for ever and a machine makes it once.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import files
from pathlib import Path

from rjsmin import jsmin
from streamlit.components.v1 import declare_component

from petrograd1917 import sun
from petrograd1917.chronicle import Chronicle
from petrograd1917.home import cache_folder
from petrograd1917.map import fonts, keyframes
from petrograd1917.map.art import HERE, sprite, tokens
from petrograd1917.map.drawing import Drawing, drawing
from petrograd1917.map.packing import packed, spoken, without
from petrograd1917.map.still import sheet

SCRIPTS = ("leaflet.js", "art.js", "data.js", "engine.js")
STYLES = ("leaflet.css", "stage.css")
#: what waits in the wings: a script and a style that the first sight does without
WINGS = ("wings.js", "wings.css")
#: what draws a visitor's own events: fetched where there are some
OWN_SCRIPT = "own.js"
#: what is fetched once it is wanted
LATER = ("ru", "details", "lenses", "chapters", "quizzes")
#: the engine's parts in the order in which they are joined
ENGINE = [
    "unpack",
    "time",
    "view",
    "dom",
    "stage",
    "basemap",
    "lettering",
    "holders",
    "actors",
    "labels",
    "marks",
    "panel",
    "card",
    "masthead",
    "layers",
    "bar",
    "panels",
    "beside",
    "chapters",
    "edges",
    "lens",
    "guests",
    "play",
    "keys",
    "link",
    "languages",
    "wings",
    "start",
]
#: the city as one picture is drawn as the map is at this zoom: near enough for the names of streets
PICTURE_ZOOM = 15
#: its parts that wait in the wings, and their style sheets
WAITING = ["timeline", "quiz", "firsts", "night", "account", "kiosk", "tracing", "picture", "hand", "enter"]
WAITING_STYLES = ("beside", "guide", "picture", "kiosk")
_COMPONENT = "files"
_LEAFLET = "xstatic-leaflet"
#: what a part of the engine gives to the others
_NAMED = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)
_MONTH_SECONDS = 30 * 86_400
_ONE_MAKES = threading.Lock()


#: where a frame of streamlit-folium, and a page of the app, find what is published
FROM_FRAME, FROM_PAGE = "../", "component/"


@cache
def publish(chronicle: Chronicle) -> dict[str, str]:
    """Write the files of a record's stage where the app serves them.

    Returns
    -------
    dict of str
        Name → address without its beginning (`FROM_FRAME` or `FROM_PAGE`).
    """
    files = (*SCRIPTS, *STYLES, *WINGS, OWN_SCRIPT, *(f"{name}.json" for name in LATER))
    return _serve(_edition(chronicle), files, lambda: contents(chronicle))


@cache
def publish_fonts() -> list[tuple[str, int, str, str]]:
    """Write the fonts likewise; family, weight, style and address of each face."""
    files = {font_name(face): face for face in fonts.FACES}
    edition = _stamp(HERE / "fonts.py", *map(fonts.path, fonts.FACES))
    links = _serve(edition, files, lambda: {name: web_font(face) for name, face in files.items()})
    return [(face.family, face.weight, face.style, links[font_name(face)]) for face in fonts.FACES]


@cache
def publish_picker(chronicle: Chronicle) -> dict[str, str]:
    """Write what a map to point at places needs: Leaflet, and the city as one picture."""

    def files() -> dict[str, bytes]:
        city = sheet(drawing(chronicle), chronicle.city, PICTURE_ZOOM, tokens())
        texts = {"leaflet.js": _leaflet_script(), "leaflet.css": _leaflet_style(), "city.svg": city}
        return {name: text.encode() for name, text in texts.items()}

    return _serve(f"{_edition(chronicle)}-picker", ("leaflet.js", "leaflet.css", "city.svg"), files)


def _serve(edition: str, names: Iterable[str], make: Callable[[], dict[str, bytes]]) -> dict[str, str]:
    """Addresses of an edition's files; they are made when a machine first starts with it, once for all who come together."""
    folder = web_folder()
    whole = folder / edition / "whole"
    with _ONE_MAKES:
        if not whole.is_file():
            whole.parent.mkdir(parents=True, exist_ok=True)
            for name, content in make().items():
                write(whole.with_name(name), content)
        whole.touch()
        whole.parent.touch()
        _forget_old(folder)
        declare_component(_COMPONENT, path=str(folder))
    return {name: address(folder / edition / name) for name in names}


def web_folder() -> Path:
    """The folder that the app serves."""
    folder = cache_folder() / "web"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def address(file: Path) -> str:
    """The address of a file in the served folder, without its beginning (`FROM_FRAME` or `FROM_PAGE`)."""
    return f"{__name__}.{_COMPONENT}/{file.relative_to(web_folder()).as_posix()}"


def _edition(chronicle: Chronicle) -> str:
    """Changes with whatever the stage's files are made from."""
    record = (file for file in chronicle.folder.rglob("*") if file.is_file())
    ours = (file for file in HERE.parent.rglob("*") if file.suffix in (".py", ".js", ".css", ".svg", ".json"))
    return _stamp(*sorted(record), *sorted(ours), _leaflet("data/leaflet.js"), _leaflet("data/leaflet.css"))


def _forget_old(folder: Path) -> None:
    """Remove versions that no app has started with for a month."""
    for version in folder.iterdir():
        with suppress(FileNotFoundError):  # another process tidies up too
            if time.time() - version.stat().st_mtime > _MONTH_SECONDS:
                shutil.rmtree(version, ignore_errors=True)


def font_name(face: fonts.Face) -> str:
    """The name of a face's file as browsers get it."""
    return Path(face.file).with_suffix(".woff2").name


@cache
def contents(chronicle: Chronicle) -> dict[str, bytes]:
    """The files of a record's stage by name: the app serves them, the saved page holds them."""
    drawn, frames = drawing(chronicle), keyframes.keyframes(chronicle)
    scripts = {
        "leaflet.js": _leaflet_script(),
        "art.js": _art(drawn),
        "data.js": f"window.PETROGRAD_DATA={literal(packed(without(frames, 'ru')))};",
        "ru.json": literal(spoken(frames, "ru")),
        "details.json": literal(keyframes.details(chronicle) | {"letterings": drawn.letterings_as_json()}),
        "lenses.json": literal(keyframes.lenses(chronicle)),
        "chapters.json": literal(keyframes.tours(chronicle)),
        "quizzes.json": literal(keyframes.quizzes(chronicle)),
        "engine.js": engine_script(),
        OWN_SCRIPT: jsmin((HERE / "engine" / OWN_SCRIPT).read_text("utf-8")),
        "wings.js": wings_script(),
        "leaflet.css": _leaflet_style(),
        "stage.css": _style("stage"),
        "wings.css": "".join(map(_style, WAITING_STYLES)),
    }
    return {name: text.encode() for name, text in scripts.items()}


def web_font(face: fonts.Face) -> bytes:
    """The face as browsers get it."""
    stamp = _stamp(fonts.path(face), HERE / "fonts.py")
    return _kept(f"{stamp}-{font_name(face)}", lambda: fonts.web_font(face))


def literal(value: object) -> str:
    """A value as JSON, which is a JavaScript literal too, that can stand inside a page."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def engine_script() -> str:
    """The engine's parts in one closure, without comments and the white space that only people need.

    What they give to those that wait in the wings goes out as `window.petrogradShared`.
    """
    return _closure("", *map(_part, ENGINE), f"window.petrogradShared = {_shared()};")


def wings_script() -> str:
    """The parts that wait in the wings, in a closure of their own."""
    return _closure(f"const {_shared()} = window.petrogradShared;", *map(_part, WAITING))


def _closure(*parts: str) -> str:
    return jsmin("\n".join(["(() => {", "'use strict';", *parts, "})();"]))


def _shared() -> str:
    """The names that the waiting parts use of the others', as JavaScript takes an object apart and puts it together."""
    used = set(re.findall(r"\w+", "".join(map(_part, WAITING))))
    return "{ " + ", ".join(name for part in ENGINE for name in _NAMED.findall(_part(part)) if name in used) + " }"


@cache
def _part(name: str) -> str:
    return (HERE / "engine" / f"{name}.js").read_text("utf-8")


def _style(name: str) -> str:
    return squeezed((HERE / f"{name}.css").read_text("utf-8"))


def _art(drawn: Drawing) -> str:
    used = {key: tokens()[key] for key in ("sky", "kind", "marker", "line")}
    used["type"] = {surface: tokens()["type"][surface] for surface in ("laptop", "projector")}
    colours = {light: tokens()["color"][light] for light, _ in sun.LIGHT}
    art = {
        "tokens": {**used, "color": colours},
        "sprite": sprite(),
        "drawing": drawn.as_json(),
    }
    return f"window.PETROGRAD_ART={literal(art)};"


def _stamp(*sources: Path) -> str:
    return hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]


def _kept(name: str, make: Callable[[], bytes]) -> bytes:
    """What takes seconds to make is made once on a machine."""
    file = cache_folder() / "made" / name
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        write(file, make())
    return file.read_bytes()


def write(file: Path, content: bytes) -> None:
    """Write a file so that another process never reads half of it."""
    if file.is_file() and file.stat().st_size == len(content):
        return
    partial = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    partial.write_bytes(content)
    partial.replace(file)


def _leaflet(suffix: str) -> Path:
    for file in files(_LEAFLET) or ():
        if file.as_posix().endswith(suffix):
            return Path(str(file.locate()))
    raise FileNotFoundError(f"{suffix} of the package {_LEAFLET}; install the app's requirements again")


def _leaflet_script() -> str:
    return re.sub(r"//# sourceMappingURL=.*", "", _leaflet("data/leaflet.js").read_text("utf-8"))


def _leaflet_style() -> str:
    """Leaflet's style sheet without its pictures: the stage has neither its markers nor its layers control."""
    return squeezed(re.sub(r"background-image: url\([^)]+\);", "", _leaflet("data/leaflet.css").read_text("utf-8")))


def squeezed(style: str) -> str:
    """A style sheet without comments and without the white space that only people need."""
    return re.sub(r"\s*([{};,])\s*|\s+", lambda space: space[1] or " ", re.sub(r"/\*[\s\S]*?\*/", "", style))
