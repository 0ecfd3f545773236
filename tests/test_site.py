"""The site: a page for everything in both languages, no way that leads nowhere or outside, a folder whole or not at all."""

from __future__ import annotations

import base64
import hashlib
import io
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag
from xml.etree import ElementTree

import pytest
from PIL import Image

from petrograd1917 import site as sites
from petrograd1917.chapters import chapters
from petrograd1917.cli import main
from petrograd1917.map.page import files
from petrograd1917.moment import day_words
from petrograd1917.site.folder import MARK, SiteError, whole
from petrograd1917.site.links import SiteLinks, page_of
from petrograd1917.site.pages import Ground, Pages
from petrograd1917.view import Codec

LANGUAGES = ("en", "ru")
ADDRESS = "https://example.org/petrograd"
VOID = {"meta", "link", "img", "br", "input"}


class Read(HTMLParser):
    """What a browser makes of a page: whether its elements are closed in order, its addresses, ids, words and policy."""

    def __init__(self, html: str):
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.attributes: set[str] = set()
        self.said: dict[str, str] = {}
        self.inline: list[tuple[str, str]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.attributes |= given.keys()
        self.addresses += [value for name, value in attrs if name in ("href", "src")]
        if "id" in given:
            self.ids.append(given["id"])
        if tag == "meta":
            key = given.get("http-equiv") or given.get("name") or given.get("property") or "charset"
            self.said[key] = given.get("content", "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_endtag(self, tag):
        assert tag in VOID or self._open.pop() == tag

    def handle_data(self, data):
        if self._open and self._open[-1] in ("script", "style"):
            self.inline.append((self._open[-1], data))
        else:
            self.words += data


def text(read: Read) -> str:
    return " ".join(read.words.split())


#: the previews that are drawn here: each takes half a second
DRAWN = {"pictures/en/arrest.png", "pictures/ru/eve.png"}


@pytest.fixture(scope="module")
def site(chronicle, tmp_path_factory) -> Path:
    """The site of the record that comes with the app, without most of its previews."""
    folder = tmp_path_factory.mktemp("site")
    for name, make in sites.contents(chronicle).items():
        if name in DRAWN or not name.startswith("pictures/"):
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(make())
    return folder


@pytest.fixture(scope="module")
def names(chronicle) -> set[str]:
    """All files of a site, the undrawn pictures among them."""
    return {*sites.contents(chronicle)}


@pytest.fixture(scope="module")
def read(site) -> dict[str, Read]:
    """Every page of the site by name."""
    return {file.relative_to(site).as_posix(): Read(file.read_text("utf-8")) for file in sorted(site.rglob("*.html"))}


def pages_of(record, lang: str = "en", address: str = "") -> dict:
    return dict(Pages(record, lang, Ground(address, "assets/record.css", "assets/icon.png")).made())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_place_chapter_and_moment_has_a_page(chronicle, read, lang):
    twin = "_ru" if lang == "ru" else ""
    codec = Codec(chronicle)
    claims = chronicle.claims.groupby("event_id")
    for event in chronicle.events.itertuples():
        page = read[f"{lang}/event/{event.event_id}.html"]
        said = text(page)
        for words in (
            getattr(event, f"title{twin}"),
            getattr(event, f"summary{twin}"),
            day_words(event.start, lang)["both"],
        ):
            assert " ".join(words.split()) in said
        for claim in claims.get_group(event.event_id).itertuples():
            for column in ("says", "locator"):
                assert " ".join(getattr(claim, f"{column}{twin}").split()) in said
        (at,) = {address for address in page.addresses if "#at=" in address}
        view, problems = codec.decode(urldefrag(at).fragment)
        assert not problems
        assert (view.event, view.lang) == (event.event_id, lang)
    for place in chronicle.places.itertuples():
        assert getattr(place, f"name{twin}") in text(read[f"{lang}/place/{place.place_id}.html"])
    for chapter in chapters(chronicle, lang):
        said = text(read[f"{lang}/chapter/{chapter.id}.html"])
        for stop in chapter.stops:
            assert stop.title in said and stop.question in said
    for moment in chronicle.moments.itertuples():
        page = read[f"{lang}/moment/{moment.moment_id}.html"]
        assert f"../../pictures/{lang}/{moment.moment_id}.png" in page.addresses


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lists_hold_everything(chronicle, read, lang):
    contents = read[f"{lang}/index.html"].addresses
    for event_id in chronicle.events["event_id"]:
        assert f"../{lang}/event/{event_id}.html" in contents
    places = read[f"{lang}/places.html"].addresses
    assert {f"../{lang}/place/{place_id}.html" for place_id in chronicle.places["place_id"]} <= {*places}
    assert {f"source-{source_id}" for source_id in chronicle.sources["source_id"]} <= {
        *read[f"{lang}/sources.html"].ids
    }
    questions = {f"question-{question_id}" for question_id in chronicle.disagreements["question_id"]}
    assert questions <= {*read[f"{lang}/disagreements.html"].ids}


def test_every_way_leads_to_a_page_and_a_spot_on_it_and_none_outside(read, names):
    for name, page in read.items():
        assert len(page.ids) == len({*page.ids}), name
        for address in {*page.addresses}:
            assert not re.match(r"[a-z]+:|/", address), (name, address)
            path, spot = urldefrag(address)
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
            assert target in names, (name, address)
            assert not spot or target == "index.html" or spot in read[target].ids, (name, address)


def test_the_style_sheets_ask_for_files_of_their_own_folder(site):
    for sheet in (site / "assets").glob("*.css"):
        for address in re.findall(r"url\(['\"]?([^)'\"]*)", sheet.read_text("utf-8")):
            assert address.startswith(("data:image/svg+xml,", "#")) or (sheet.parent / address).is_file()


def test_no_page_may_run_or_ask_for_anything_but_what_is_its_own(read):
    for name, page in read.items():
        assert not {one for one in page.attributes if one == "style" or one.startswith("on")}, name
        policy = dict(part.split(" ", 1) for part in page.said["Content-Security-Policy"].split("; "))
        for kind in ("script", "style"):
            hashes = {
                f"'sha256-{base64.b64encode(hashlib.sha256(one.encode()).digest()).decode()}'"
                for tag, one in page.inline
                if tag == kind
            }
            assert {*policy.pop(f"{kind}-src", "").split()} - {"'self'"} == hashes, name
        assert policy.pop("default-src") == policy.pop("base-uri") == policy.pop("form-action") == "'none'"
        assert {*policy.values()} <= {"'self'", "'self' data:"}, name


def test_a_file_s_name_tells_what_is_in_it_and_the_pages_are_small(chronicle, site):
    kept = [*(site / "assets").iterdir()]
    for file in kept:
        assert file.stem.rpartition("-")[2] == hashlib.sha256(file.read_bytes()).hexdigest()[:12]
    assert {file.stem.rpartition("-")[0] + file.suffix for file in kept} == {
        *files(chronicle),
        "icon.png",
        "record.css",
    }
    assert (site / "index.html").stat().st_size < 12_000
    assert "sitemap.xml" not in {file.name for file in site.iterdir()}
    assert (site / "robots.txt").read_text() == "User-agent: *\nAllow: /\n"


def test_a_preview_is_as_large_as_it_says(site, read):
    said = read["en/moment/arrest.html"].said
    picture = Image.open(site / "pictures" / "en" / "arrest.png")
    assert picture.size == (int(said["og:image:width"]), int(said["og:image:height"])) == (1200, 630)
    assert "02:10, 8 November (26 October O.S.)" in said["og:image:alt"]
    assert read["en/event/ministers_arrested.html"].said["og:image"] == "../../pictures/en/arrest.png"


def test_an_address_makes_sitemap_and_previews_absolute(chronicle, names):
    made = sites.contents(chronicle, ADDRESS)
    listed = [node.text for node in ElementTree.fromstring(made["sitemap.xml"]()).iter() if node.tag.endswith("}loc")]
    assert {*listed} == {f"{ADDRESS}/{name}" for name in names if name.endswith(".html") and name != "404.html"}
    assert f"Sitemap: {ADDRESS}/sitemap.xml" in made["robots.txt"]().decode()
    page = Read(made["ru/event/ministers_arrested.html"]().decode())
    assert page.said["og:url"] == f"{ADDRESS}/ru/event/ministers_arrested.html"
    assert page.said["og:image"] == f"{ADDRESS}/pictures/ru/arrest.png"
    assert f"{ADDRESS}/en/event/ministers_arrested.html" in page.addresses
    assert f"{ADDRESS}/index.html" in Read(made["404.html"]().decode()).addresses


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://a.b/?x",
        "https://a.b/#x",
        'https://a.b/"x',
        "https://[/",
    ],
)
def test_what_is_no_address_is_one_sentence(chronicle, tmp_path, address):
    with pytest.raises(SiteError, match=f"{re.escape(address)}.*write it like"):
        sites.write(chronicle, tmp_path / "site", address)
    assert not [*tmp_path.iterdir()]


def test_hostile_words_stay_words(record_copy):
    hostile = '</style></title><script>alert(1)</script>{{ 7*7 }}" style="color:red" onclick=\'x\''
    for table, row, column in (
        ("events", "rain", "title"),
        ("events", "rain", "summary"),
        ("claims", "rain_reed", "says"),
        ("places", "smolny", "name"),
        ("moments", "eve", "title"),
        ("disagreements", "wet", "question"),
    ):
        record_copy.change(table, row, column, hostile)
    made = pages_of(record_copy.read())
    for name in ("event/rain.html", "place/smolny.html", "index.html", "moment/eve.html", "disagreements.html"):
        page = Read(made[name]())
        assert " ".join(hostile.split()) in text(page), name
        assert not {one for one in page.attributes if one.startswith("on")}
        assert not [one for tag, one in page.inline if tag == "script" or "red" in one]


def test_a_record_that_names_no_moments_has_no_previews(record_copy):
    record_copy.keep("moments", lambda row: False)
    made = pages_of(record_copy.read())
    assert "og:image" not in Read(made["index.html"]()).said and "og:image" not in Read(made["event/rain.html"]()).said


@pytest.mark.parametrize("id_", ["../rain", "Rain", "ra in", "rain/fall", "", "дождь", "a.b"])
def test_only_a_plain_id_names_a_page(record_copy, id_):
    with pytest.raises(SiteError, match="cannot name a page"):
        page_of("event", id_)
    record_copy.change("events", "rain", "event_id", id_)
    with pytest.raises(SiteError, match="cannot name a page"):
        pages_of(record_copy.read())


def test_a_link_to_the_map_is_relative_and_keeps_the_view_behind_the_hash(chronicle):
    links = SiteLinks(chronicle, "ru", "../../")
    assert links.hour("ministers_arrested") == "../../index.html#at=1917-11-08T02:10&event=ministers_arrested&lang=ru"
    assert SiteLinks(chronicle, "en", "../").view("") == "../index.html"


# ---- the folder


def written(folder: Path) -> dict[str, bytes]:
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def put(folder: Path, **contents: bytes) -> None:
    with whole(folder) as new:
        for name, content in contents.items():
            new.write(f"{name}/index.html", content)


def test_a_site_takes_the_place_of_an_earlier_one(tmp_path):
    put(tmp_path / "site", en=b"1", ru=b"1")
    put(tmp_path / "site", en=b"2")
    assert written(tmp_path / "site") == {"en/index.html": b"2", MARK: b"en/index.html\n"}
    assert [one.name for one in tmp_path.iterdir()] == ["site"]
    (tmp_path / "empty").mkdir()
    put(tmp_path / "empty", en=b"1")


def test_what_fails_half_way_leaves_all_as_it_was(tmp_path):
    put(tmp_path / "site", en=b"1")
    for stop, told in ((OSError(28, "No space left on device"), SiteError), (KeyboardInterrupt(), KeyboardInterrupt)):
        with pytest.raises(told), whole(tmp_path / "site") as new:
            new.write("en/index.html", b"2")
            raise stop
        assert written(tmp_path / "site")["en/index.html"] == b"1"
        assert [one.name for one in tmp_path.iterdir()] == ["site"]


def test_an_exchange_that_fails_puts_the_old_site_back(tmp_path, monkeypatch):
    put(tmp_path / "site", en=b"1")
    rename = Path.rename

    def refused(self, target):
        if self.suffix == ".new":
            raise OSError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refused)
    with pytest.raises(SiteError, match="permission denied"):
        put(tmp_path / "site", en=b"2")
    assert written(tmp_path / "site")["en/index.html"] == b"1"
    assert [one.name for one in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [("theses", "april.txt"), ("site", "CNAME"), ("file", "no folder"), ("link", "no folder"), ("no/site", "make it")],
)
def test_a_folder_that_holds_something_else_is_refused(chronicle, tmp_path, name, reason):
    foreign = tmp_path / "theses"
    foreign.mkdir()
    (foreign / "april.txt").write_text("mine")
    put(tmp_path / "site", en=b"1")
    (tmp_path / "site" / "CNAME").write_text("mine too")
    (tmp_path / "file").write_text("mine")
    (tmp_path / "link").symlink_to(foreign)
    before = written(tmp_path)
    with pytest.raises(SiteError, match=reason):
        sites.write(chronicle, tmp_path / name)
    assert written(tmp_path) == before


def test_the_command_writes_a_site(record_copy, tmp_path, capsys):
    assert main(["site", "-o", str(tmp_path / "site"), "--data", str(record_copy.folder)]) == 0
    said = capsys.readouterr().out
    assert "begin with index.html" in said and "--address" in said
    held = written(tmp_path / "site")
    assert Image.open(io.BytesIO(held["pictures/ru/eve.png"])).size == (1200, 630)
    assert {*held[MARK].decode().split()} == held.keys() - {MARK}
    assert main(["site", "-o", str(tmp_path / "no" / "site"), "--data", str(record_copy.folder)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
