"""The saved page: small, the same every time, closed to everything that it did not come with."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from petrograd1917.cli import main
from petrograd1917.map import assets
from petrograd1917.map.page import page
from petrograd1917.moment import day_words

#: what makes a browser ask for something; a link that is followed by hand would only be dead, and there is none
LOADING = {"src", "href", "xlink:href", "action", "poster", "data", "srcset", "background", "formaction", "ping"}


class Reader(HTMLParser):
    """What a browser makes of the page: scripts and styles as text, every address, every attribute, every word."""

    def __init__(self, html: str):
        super().__init__()
        self.inline: list[tuple[str, str]] = []
        self.addresses: list[str] = []
        self.attributes: set[str] = set()
        self.meta: dict[str, str] = {}
        self.words: list[str] = []
        self._within = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.attributes |= {name for name, _ in attrs}
        self.addresses += [value for name, value in attrs if name in LOADING]
        if tag == "meta":
            said = dict(attrs)
            self.meta[said.get("http-equiv") or said.get("name") or "charset"] = said.get("content", "")
        if tag in ("script", "style"):
            self._within = tag
            self.inline.append((tag, ""))

    def handle_endtag(self, tag):
        if tag == self._within:
            self._within = ""

    def handle_data(self, data):
        if self._within:
            self.inline[-1] = (self._within, self.inline[-1][1] + data)
        else:
            self.words.append(data)


@pytest.fixture(scope="module")
def html(chronicle):
    return page(chronicle)


@pytest.fixture(scope="module")
def read(html):
    return Reader(html)


def test_is_under_two_megabytes(html):
    assert len(html.encode()) < 2_000_000


def test_is_the_same_byte_for_byte(chronicle, html):
    assert page(chronicle) == html


def test_every_script_and_style_is_allowed_by_its_hash_and_nothing_else_is(read):
    policy = dict(part.strip().split(" ", 1) for part in read.meta["Content-Security-Policy"].split(";"))
    for kind in ("script", "style"):
        hashes = {
            f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
            for tag, text in read.inline
            if tag == kind
        }
        assert len(hashes) > 3
        assert set(policy.pop(f"{kind}-src").split()) == hashes
    assert policy == {"default-src": "'none'", "font-src": "data:", "base-uri": "'none'", "form-action": "'none'"}


def test_the_policy_comes_before_all_that_it_governs(html):
    policy = html.index("Content-Security-Policy")
    assert policy < min(html.index(tag) for tag in ("<script", "<style", "<body"))
    assert html.encode().index(b'<meta charset="utf-8">') < 1024


def test_asks_for_nothing(read):
    assert [address for address in read.addresses if not address.startswith("#")] == []
    styles = "".join(text for tag, text in read.inline if tag == "style")
    addresses = re.findall(r"url\(['\"]?([^)]*)", styles)
    assert {address.split("/")[0] for address in addresses if not address.startswith("#")} == {"data:font"}
    assert "@import" not in styles


def test_no_attribute_needs_a_weaker_policy(read):
    assert not {name for name in read.attributes if name == "style" or name.startswith("on")}


def test_holds_just_what_the_app_serves(chronicle, read):
    held = {text for _, text in read.inline}
    contents = assets.contents(chronicle)
    for name in (*assets.SCRIPTS, *assets.STYLES, *assets.WINGS):
        assert contents[name].decode() in held


def test_no_text_of_a_served_file_ends_its_script_early(chronicle):
    for name, content in assets.contents(chronicle).items():
        assert not re.search(rb"</script|</style|<!--", content, re.IGNORECASE), name


def test_the_print_tells_every_event_with_both_dates_place_and_sources(chronicle, read):
    said = " ".join(" ".join(read.words).split())
    places = chronicle.places.set_index("place_id")["name"]
    for event in chronicle.events.itertuples():
        assert event.title in said and event.summary in said
        assert day_words(event.start.date())["both"] in said
        assert event.place_id == "" or places[event.place_id] in said
    for claim in chronicle.claims.itertuples():
        assert " ".join(claim.locator.split()) in said
    for source in chronicle.sources.itertuples():
        assert source.title in said


def test_hostile_words_stay_words(record_copy):
    hostile = "</script><script>alert(1)</script>{{ 7*7 }}<b onclick=alert(2)>"
    for table, row, column in (
        ("events", "rain", "title"),
        ("events", "rain", "summary"),
        ("places", "smolny", "name"),
    ):
        record_copy.change(table, row, column, hostile)
    html = page(record_copy.read())
    read = Reader(html)
    assert "alert(1)" not in {text.strip() for _, text in read.inline}
    assert not {name for name in read.attributes if name.startswith("on")}
    assert hostile in "".join(read.words)


def test_the_command_writes_the_page(chronicle, html, tmp_path, capsys):
    file = tmp_path / "petrograd.html"
    assert main(["page", "-o", str(file)]) == 0
    assert file.read_text("utf-8") == html
    assert "1." in capsys.readouterr().out
    assert [one.name for one in tmp_path.iterdir()] == ["petrograd.html"]


@pytest.mark.parametrize(
    ("name", "status"),
    [("nowhere/x.html", 1), ("folder.html", 1), ("page.pdf", 2), ("page", 2), ("x" * 300 + ".html", 1)],
)
def test_what_cannot_be_written_is_one_sentence_and_no_file(tmp_path, capsys, name, status):
    (tmp_path / "folder.html").mkdir()
    assert main(["page", "-o", str(tmp_path / name)]) == status
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and name in error
    assert [one.name for one in tmp_path.iterdir()] == ["folder.html"]


def test_a_disk_that_is_full_leaves_the_old_file(tmp_path, capsys, monkeypatch):
    file = tmp_path / "petrograd.html"
    file.write_text("as it was")

    def full(self, content):
        with self.open("wb") as half:
            half.write(content[: len(content) // 2])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(type(file), "write_bytes", full)
    assert main(["page", "-o", str(file)]) == 1
    assert "No space left" in capsys.readouterr().err
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("petrograd.html", "as it was")]
