"""The command line: `petrograd1917 [serve]`, `at`, `locate`, `check`, `page`, `site`, `pack`, `import`, `export`, and the pictures’ commands.

Exit status 0: done. 1: something is wrong in the input. 2: the command was used wrongly. An error is one line.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from geopy.exc import GeocoderServiceError
from streamlit.runtime.pages_manager import PagesManager
from streamlit.web import cli as streamlit

from petrograd1917 import moment
from petrograd1917.chronicle import Chronicle, RecordError, read
from petrograd1917.exchange.events import OwnEvent, Setting
from petrograd1917.exchange.exporting import FORMATS, export_record
from petrograd1917.exchange.importing import ANSWERS, SUFFIXES, Import, read_events
from petrograd1917.exchange.outcome import tables
from petrograd1917.gazetteer import Match, ModernMap, gazetteer
from petrograd1917.home import DATA_VARIABLE, cache_folder, data_folder, home
from petrograd1917.lens import told_by
from petrograd1917.limits import FIELDS, LimitError, limits, variable
from petrograd1917.map.assets import tokens
from petrograd1917.moment import moment_words, span_words
from petrograd1917.picture import Cancelled, PictureError, UnknownForm
from petrograd1917.picture import command as pictures
from petrograd1917.rules import check, open_record
from petrograd1917.scene import Scene, scene_at

PORT = 8501


#: one of each command, for its help and for the documentation
EXAMPLES = {
    "serve": "petrograd1917 serve --port 8600",
    "at": "petrograd1917 at 1917-10-26T02:10 --calendar old",
    "locate": 'petrograd1917 locate "Winter Palace" Smolny',
    "snapshot": "petrograd1917 snapshot --at 1917-11-08T02:10 -o arrest.pdf --size A4",
    "storyboard": "petrograd1917 storyboard --at 1917-11-07T10:00 1917-11-08T02:10 -o day.pdf",
    "animate": "petrograd1917 animate --from 1917-11-08T02:00 --to 1917-11-08T02:30 -o arrest.gif",
    "handout": "petrograd1917 handout --at 1917-11-08T02:10 -o lesson.pdf",
    "check": "petrograd1917 check",
    "page": "petrograd1917 page -o petrograd.html",
    "pack": "petrograd1917 pack -o petrograd-1917.zip",
    "site": "petrograd1917 site -o site",
    "import": "petrograd1917 import my_events.csv",
    "export": "petrograd1917 export -o record.geojson",
}


class WrongInput(Exception):
    """What was asked for cannot be done; one sentence. Exit status 1."""


class WrongUse(Exception):
    """The command cannot run like this; one sentence. Exit status 2."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    arguments : sequence of str, optional
        Those of the process if left out.

    Returns
    -------
    int
        The exit status.
    """
    asked = parser().parse_args(arguments)
    try:
        return asked.run(asked)
    except (WrongUse, UnknownForm, LimitError) as error:
        print(f"petrograd1917: {error}", file=sys.stderr)
        return 2
    except (WrongInput, RecordError, PictureError) as error:
        print(f"petrograd1917: {error}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    """What the command line takes; the reference in `docs/commands.md` is written from it."""
    parser = argparse.ArgumentParser(
        prog="petrograd1917",
        description="Petrograd in 1917 on a map that follows the clock.",
        epilog=f"Besides the files that you name, only {cache_folder()} is written to: what can be made again.",
    )
    parser.set_defaults(run=_serve, host="127.0.0.1", port=PORT, data=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    for target in (parser, commands.add_parser("serve", help="open the app (what happens without a command)")):
        target.add_argument(
            "--host",
            default="127.0.0.1",
            help="address to listen on; 0.0.0.0 lets others in (default: this machine only)",
        )
        target.add_argument("--port", type=int, default=PORT, help=f"default: {PORT}")
        for limit in FIELDS:
            target.add_argument(
                f"--{limit.name.replace('_', '-')}",
                type=int,
                metavar="N",
                help=f"{limit.metadata['says']}; {variable(limit.name)}",
            )
        _with_record(target)
        target.set_defaults(run=_serve)

    at = commands.add_parser("at", help="what stands where at a moment")
    at.add_argument("moment", metavar="MOMENT", help="like 1917-11-07T02:10")
    at.add_argument(
        "--calendar", choices=("new", "old"), default="new", help="the calendar MOMENT is written in (default: new)"
    )
    _with_record(at, json_too=True)
    at.add_argument("--source", metavar="ID", help="as this source alone tells it")
    at.set_defaults(run=_at)

    locate = commands.add_parser("locate", help="where a place is, by any of its names")
    locate.add_argument("names", metavar="NAME", nargs="+", help="of 1917 or of today, Russian or transliterated")
    locate.add_argument(
        "--online", action="store_true", help="ask Nominatim (OpenStreetMap) too where the gazetteer knows nothing"
    )
    _with_record(locate, json_too=True)
    locate.set_defaults(run=_locate)

    pictures.add_commands(commands, _with_record, _record, _with_own, _own)

    checks = commands.add_parser(
        "check", help="whether a record, or a file of your own events, is whole; names every row that is not"
    )
    checks.add_argument("path", metavar="DIR|FILE", nargs="?", help="default: the record that comes with the app")
    _with_answers(checks)
    checks.add_argument("--json", action="store_true", help="as JSON")
    checks.set_defaults(run=_check)

    pages = commands.add_parser("page", help="the whole stage as one file that needs no Python and no network")
    pages.add_argument("-o", "--output", metavar="FILE.html", required=True, type=Path, help="where to write it")
    _with_own(pages)
    pages.set_defaults(run=_page)

    sites = commands.add_parser(
        "site", help="map and record as a folder of files that any web server gives out, for as many viewers as come"
    )
    sites.add_argument(
        "--address",
        metavar="https://…",
        default="",
        help="where it will be reached: for its sitemap, and for previews of its links",
    )
    sites.add_argument("-o", "--output", metavar="DIR", required=True, type=Path, help="the folder to write")
    _with_record(sites)
    sites.set_defaults(run=_site)

    packs = commands.add_parser("pack", help="all that a teacher needs in one zip: map, handouts, slides, pictures")
    packs.add_argument(
        "--lang", choices=("en", "ru"), default="en", help="the language of what is printed (default: en)"
    )
    packs.add_argument("-o", "--output", metavar="FILE.zip", required=True, type=Path, help="where to write it")
    _with_record(packs)
    packs.set_defaults(run=_pack)

    imports = commands.add_parser(
        "import", help="take in a file of your own events; nothing is written but what is asked"
    )
    imports.add_argument("file", metavar="FILE", help=f"{', '.join(SUFFIXES)}, or a project file (zip)")
    imports.add_argument(
        "-o", "--output", metavar="DIR", help="where its tables go (default: a folder named like FILE)"
    )
    _with_answers(imports)
    imports.set_defaults(run=_import)

    exports = commands.add_parser("export", help="the record’s events in another format")
    exports.add_argument("--format", choices=tuple(FORMATS), help="default: told by the ending of FILE")
    exports.add_argument("--lang", choices=("en", "ru"), default="en", help="the language of the texts (default: en)")
    exports.add_argument("-o", "--output", metavar="FILE", required=True, help="where to write it")
    _with_record(exports)
    exports.set_defaults(run=_export)

    for name, example in EXAMPLES.items():
        command = commands.choices[name]
        command.formatter_class = argparse.RawDescriptionHelpFormatter
        command.epilog = f"for example:\n  {example}"
    return parser


def _with_own(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--own", metavar="FILE", help="a file of your own events, shown as a layer of their own")
    _with_answers(parser)


def _with_answers(parser: argparse.ArgumentParser) -> None:
    keys = "; ".join(f"{key}={'|'.join(choices)}" for key, choices in ANSWERS.items())
    parser.add_argument(
        "--confirm",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help=f"answers what a file of events leaves open; may be repeated: {keys}; column:FIELD=HEADING; sheet=NAME",
    )
    _with_record(parser)


def _with_record(parser: argparse.ArgumentParser, json_too: bool = False) -> None:
    parser.add_argument("--data", metavar="DIR", help="another record of the same shape")
    if json_too:
        parser.add_argument("--json", action="store_true", help="as JSON")


def _folder(given: str | None) -> Path:
    folder = Path(given) if given else data_folder()
    if not folder.is_dir():
        raise WrongUse(f"there is no folder {folder}; name the folder that holds record.toml")
    return folder


def _record(asked: argparse.Namespace) -> Chronicle:
    return open_record(_folder(asked.data))


def _serve(asked: argparse.Namespace) -> int:
    folder = _folder(asked.data)
    _allow(asked)
    if not 0 < asked.port < 65536:
        raise WrongUse(f"{asked.port} is no port; name one from 1024 to 65535")
    with socket.socket() as probe:
        # as the server itself does: a port whose last user has only just gone is free
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 0 if os.name == "nt" else 1)
        try:
            probe.bind((asked.host, asked.port))
        except OSError as error:
            reason = "is in use" if error.errno in _IN_USE else f"cannot be used ({error.strerror})"
            raise WrongUse(f"port {asked.port} on {asked.host} {reason}; name another with --port") from None
    print(
        f"Petrograd 1917 opens at http://{'localhost' if asked.host == '127.0.0.1' else asked.host}:{asked.port} (Ctrl+C ends it)",
        flush=True,
    )
    os.environ[DATA_VARIABLE] = str(folder.resolve())
    # until app.py has run once, Streamlit would take pages/ for stand-alone pages; the first visitor may be on any of them
    PagesManager.uses_pages_directory = False
    options = ["--server.address", asked.host, "--server.port", str(asked.port)]
    options += ["--server.maxUploadSize", str(limits().upload_mb)]
    streamlit.main(["run", str(home() / "app.py"), *options], standalone_mode=False)
    return 0


def _allow(asked: argparse.Namespace) -> None:
    """Set the limits that were asked for, and read all: what is no limit is said before anything starts."""
    for limit in FIELDS:
        if (wanted := getattr(asked, limit.name)) is not None:
            os.environ[variable(limit.name)] = str(wanted)
    limits()


#: EADDRINUSE on Linux, macOS and Windows
_IN_USE = (98, 48, 10048)


def _at(asked: argparse.Namespace) -> int:
    try:
        when = moment.parse(asked.moment, asked.calendar)
    except ValueError as error:
        raise WrongInput(str(error)) from None
    record = _record(asked)
    if asked.source:
        known = list(record.sources["source_id"])
        if asked.source not in known:
            raise WrongInput(f"“{asked.source}” is not a source of the record; it has {', '.join(known)}")
        record = told_by(record, asked.source)
    scene = scene_at(record, when)
    if asked.json:
        print(json.dumps(scene.as_json(), ensure_ascii=False, indent=1))
    elif record.episode_at(when) is None:
        told = " and ".join(span_words(episode.start.date(), episode.end.date())["new"] for episode in record.episodes)
        print(f"{moment_words(when)} {when.year}")
        print(f"  The record tells of {told} 1917, New Style; an Old Style moment needs --calendar old.")
    else:
        print(_scene_words(scene))
    return 0


def _scene_words(scene: Scene) -> str:
    said = scene.as_json()
    lines = [f"{said['moment']['words']} · {said['sun']['phase']}"]
    lines += [f"  {'  ' if event.certain else '? '}{event.title} [{event.event_id}]" for event in scene.events]
    lines += [
        f"  → {actor.name}{' (under way)' if actor.moving else ''} {actor.lat:.4f}, {actor.lon:.4f}"
        for actor in scene.actors
    ]
    lines += [
        f"  = {state.place_id} {state.aspect}: {state.value}{f' ({state.mode})' if state.mode else ''}"
        for state in scene.states
    ]
    return "\n".join(lines)


def _locate(asked: argparse.Namespace) -> int:
    record = _record(asked)
    known = gazetteer(record)
    found: dict[str, list[Match]] = {name: known.find(name) for name in asked.names}
    if asked.online:
        city = record.city
        modern = ModernMap(cache_folder() / "nominatim.sqlite", ((city.south, city.west), (city.north, city.east)))
        for name in (name for name, matches in found.items() if not matches):
            try:
                found[name] = modern.find(name)
            except GeocoderServiceError as error:
                raise WrongInput(
                    f"Nominatim did not answer for “{name}” ({error}); try later or without --online"
                ) from None
    if asked.json:
        print(
            json.dumps(
                [match.as_json() for matches in found.values() for match in matches], ensure_ascii=False, indent=1
            )
        )
    else:
        print("\n".join(_match_words(name, matches) for name, matches in found.items() if matches))
    unknown = [name for name, matches in found.items() if not matches]
    if unknown:
        hint = "" if asked.online else ", or ask OpenStreetMap of today with --online"
        raise WrongInput(f"no place is called {', '.join(f'“{name}”' for name in unknown)}; try another spelling{hint}")
    return 0


def _match_words(name: str, matches: list[Match]) -> str:
    head = [f"“{name}” fits several places:"] if len(matches) > 1 else []
    return "\n".join(head + [f"{'  ' if head else ''}{_place_words(match)}" for match in matches])


def _place_words(match: Match) -> str:
    place = match.place
    where = "no single point" if place.lat is None else f"{place.lat:.5f}, {place.lon:.5f} ± {place.error_m:.0f} m"
    through = f" (as “{match.matched}”)" if match.matched != place.name else ""
    return f"{place.name}: {where}{through}{f' [{place.place_id}]' if place.place_id else ''}"


def _check(asked: argparse.Namespace) -> int:
    if asked.path and Path(asked.path).is_file():
        result = _read_events(asked.path, asked)
        print(json.dumps(result.as_json(), ensure_ascii=False, indent=1) if asked.json else _import_words(result))
        return 1 if result.errors or result.questions else 0
    folder = _folder(asked.path or asked.data)
    record, findings = check(folder)
    events, places = (len(record.events), len(record.places)) if record else (0, 0)
    if asked.json:
        said = {
            "events": events,
            "places": places,
            "needs_confirmation": [],
            "errors": [f.as_json() for f in findings],
            "warnings": [],
        }
        print(json.dumps(said, ensure_ascii=False, indent=1))
    else:
        for finding in findings:
            print(finding)
        if not findings:
            print(f"{events} events at {places} places: nothing to mend")
    return 1 if findings else 0


def _page(asked: argparse.Namespace) -> int:
    if asked.output.suffix.lower() not in (".html", ".htm"):
        raise WrongUse(f"{asked.output} would not open in a browser; let its name end in .html")
    from petrograd1917.map.page import (
        page,
    )  # folium takes a quarter of a second, which the other commands need not wait

    written = page(_record(asked), _own(asked)).encode()
    _write(asked.output, written)
    print(f"{asked.output}: {len(written) / 1e6:.1f} MB, opens in any browser")
    return 0


def _own(asked: argparse.Namespace) -> list[OwnEvent]:
    """The events of a file of one's own, if one is named; what stays out is said."""
    if not asked.own:
        return []
    result = _read_events(asked.own, asked)
    print(_import_words(result), file=sys.stderr)
    if result.questions or not result.events:
        raise WrongInput(f"{asked.own} gives no events yet; answer what is asked, or mend its rows")
    return result.events


def _pack(asked: argparse.Namespace) -> int:
    from petrograd1917 import pack  # it needs folium as the page does

    try:
        pack.write(_record(asked), asked.output, asked.lang, progress=pictures.Bar("files"))
    except KeyboardInterrupt:
        raise Cancelled from None
    finally:
        pictures.Bar.end()
    print(f"{asked.output}: {asked.output.stat().st_size / 1e6:.1f} MB, begin with {pack.START}")
    return 0


def _site(asked: argparse.Namespace) -> int:
    from petrograd1917 import site  # it needs folium as the page does

    try:
        site.write(_record(asked), asked.output, asked.address, progress=pictures.Bar("files"))
    except site.SiteError as error:
        raise WrongInput(str(error)) from None
    except KeyboardInterrupt:
        raise Cancelled("stopped; nothing was written") from None
    finally:
        pictures.Bar.end()
    files = [file for file in asked.output.rglob("*") if file.is_file()]
    weight = sum(file.stat().st_size for file in files)
    print(f"{asked.output}: {len(files)} files, {weight / 1e6:.0f} MB, begin with index.html")
    if not asked.address:
        print("There is no sitemap.xml: its addresses need --address https://…")
    return 0


def _write(file: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    partial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        partial.write_bytes(content)
        partial.replace(file)
    except OSError as error:
        raise WrongInput(f"{file} cannot be written ({error.strerror}); name another place with -o") from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def _read_events(path: str, asked: argparse.Namespace) -> Import:
    answers = _answers(asked.confirm)
    file = Path(path)
    try:
        # one byte more than is allowed is enough to say so
        with file.open("rb") as opened:
            content = opened.read(limits().upload_bytes + 1)
    except OSError as error:
        raise WrongUse(f"{file} cannot be read ({error.strerror}); name a file of events") from None
    return read_events(content, file.name, Setting.of(read(_folder(asked.data))), answers)


def _answers(given: Sequence[str]) -> dict[str, str]:
    answers = {}
    for said in given:
        key, _, value = said.partition("=")
        allowed = ANSWERS.get(key)
        if not value or not (key == "sheet" or key.startswith("column:") or allowed and value in allowed):
            wanted = f"{key}={'|'.join(allowed)}" if allowed else f"one of {', '.join(ANSWERS)}, column:FIELD, sheet"
            raise WrongUse(f"--confirm {said} answers no question; write {wanted}")
        answers[key] = value
    return answers


def _import_words(result: Import) -> str:
    lines = [f"  {sentence}" for sentence in result.understood]
    lines += [
        f"? {q.about} Answer with {' or '.join(f'--confirm “{c}”' for c in q.as_json()['confirm'])}"
        for q in result.questions
    ]
    lines += [f"! {finding}" for finding in result.errors]
    lines += [f"  {finding}" for finding in result.warnings]
    out = f", {len(result.rejected)} rows stay out" if result.rejected else ""
    return "\n".join([*lines, f"{len(result.events)} events at {result.places} places load{out}"])


def _import(asked: argparse.Namespace) -> int:
    file = Path(asked.file)
    if not file.is_file():
        raise WrongUse(f"there is no file {file}; name a file of events")
    result = _read_events(asked.file, asked)
    print(_import_words(result))
    if result.events:
        folder = Path(asked.output or file.stem)
        _write_all(folder, tables(result))
        print(f"written to {folder}{os.sep}")
    return 1 if result.errors or result.questions else 0


def _write_all(folder: Path, files: Mapping[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WrongInput(f"{folder} cannot be made ({error.strerror}); name another place with -o") from None
    for name, content in files.items():
        _write(folder / name, content)


def _export(asked: argparse.Namespace) -> int:
    file = Path(asked.output)
    endings = {form.suffix: name for name, form in FORMATS.items()} | {name: name for name in FORMATS}
    form = asked.format or endings.get(file.suffix.lstrip(".").lower())
    if form is None:
        raise WrongUse(f"{file.name} does not say which format is wanted; add --format {'|'.join(FORMATS)}")
    record = _record(asked)
    _write_all(file.parent, {file.name: export_record(record, form, tokens(), asked.lang)})
    print(f"{len(record.events)} events written to {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
