"""What the printed pages are set with: words, links to the map, what can be taken away."""

import csv
import io
import json
import re

import pytest

from petrograd1917 import index, readings, rules
from petrograd1917.exchange.exporting import export_record
from petrograd1917.home import home
from petrograd1917.map import keyframes
from petrograd1917.map.assets import tokens
from petrograd1917.ui.leaf import Leaf
from petrograd1917.ui.links import MapLinks
from petrograd1917.ui.words import Words
from petrograd1917.view import Codec

LANGUAGES = ("en", "ru")


@pytest.fixture(params=LANGUAGES)
def words(request, chronicle) -> Words:
    return Words(chronicle, request.param)


def test_both_languages_have_the_same_words():
    def said(words, under=""):
        for key, text in words.items():
            if isinstance(text, dict):
                yield from said(text, f"{under}{key} ")
            else:
                yield under + key, set(re.findall(r"\{\w+\}", text))

    english, russian = (
        dict(said(json.loads((home() / "data" / "words" / f"{lang}.json").read_text("utf-8")))) for lang in LANGUAGES
    )
    assert len(english) > 300
    assert english == russian


def test_the_stage_is_not_sent_the_words_of_the_pages(chronicle):
    sent = keyframes.keyframes(chronicle)["words"]
    for lang in LANGUAGES:
        assert keyframes.words(chronicle.folder, lang).keys() - sent[lang].keys() == {"pages"}


def test_every_rule_kind_and_voice_has_its_words(chronicle, words):
    for rule in (*rules.SHAPE, *rules.SENSE):
        assert words(f"rule_{rule.__name__}")
    for kind in rules.EVENT_KINDS:
        assert words(f"kind_{kind}")
    for voice in readings.BASES:
        assert words(f"voice_{voice}")
    for kind in rules.WITHOUT_POINT:
        assert words(f"no_point_{kind}")
    for located in set(chronicle.places["located_by"]):
        assert words(f"located_{located.replace(' ', '_')}")


@pytest.mark.parametrize(
    ("lang", "n", "said"),
    [
        ("en", 0, "0 events"),
        ("en", 1, "1 event"),
        ("en", 21, "21 events"),
        ("ru", 1, "1 событие"),
        ("ru", 3, "3 события"),
        ("ru", 5, "5 событий"),
        ("ru", 11, "11 событий"),
        ("ru", 12, "12 событий"),
        ("ru", 21, "21 событие"),
        ("ru", 112, "112 событий"),
    ],
)
def test_numbers_with_their_nouns(chronicle, lang, n, said):
    assert Words(chronicle, lang).counted("events_n", n) == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_opens_what_it_names(chronicle, lang):
    links, codec = MapLinks(chronicle, lang), Codec(chronicle)

    def opened(link: str):
        assert link.startswith("./")
        view, problems = codec.decode(link.removeprefix("./"))
        assert not problems
        assert view.lang == lang
        return view

    for event in chronicle.events.itertuples():
        view = opened(links.event(event.event_id))
        assert (view.event, view.episode) == (event.event_id, event.episode)
        episode = chronicle.episode(event.episode)
        assert view.at == min(max(event.start, episode.start), episode.end)
    for place_id, point in chronicle.points.items():
        view = opened(links.place(place_id))
        if point:
            assert view.c == (pytest.approx(point[0], abs=1e-4), pytest.approx(point[1], abs=1e-4), 15)
        there = index.at_places(chronicle)[place_id]
        assert view.event in there if there else not view.event
    for source_id in chronicle.sources["source_id"]:
        view = opened(links.source(source_id))
        assert (view.source, view.event) == (source_id, "")


def test_text_stays_text_and_terms_open(chronicle):
    leaf = Leaf(chronicle, "en")

    class Row:
        says = "<b onclick='x'>The MRC</b> & the {{ 7*7 }}"

    set_ = str(leaf.said(Row, "says"))
    assert "<b " not in set_ and "&lt;b " in set_ and "{{ 7*7 }}" in set_ and "&amp;" in set_
    button = re.search(r'<button type="button" class="term" popovertarget="([^"]+)">MRC</button>', set_)
    assert f'id="{button[1]}" popover' in leaf.rendered("head.html", page="trust")


def test_what_is_not_translated_is_marked_as_english(chronicle):
    leaf = Leaf(chronicle, "ru")
    book = leaf.sources["pipes"]
    assert str(leaf.name(book, "title")) == f'<span lang="en">{book.title}</span>'
    event = leaf.events["ministers_arrested"]
    assert str(leaf.name(event, "title")) == event.title_ru


def test_the_table_to_take_away_is_what_is_shown(chronicle):
    shown = index.events(chronicle, index.Wanted(episode="july", kinds=("march",)))
    taken = export_record(chronicle, "csv", tokens(), only=shown)
    rows = list(csv.DictReader(io.StringIO(taken.decode("utf-8-sig"))))
    assert [row["id"] for row in rows] == list(shown)
    titles = chronicle.events.set_index("event_id")["title"]
    assert [row["title"] for row in rows] == [titles[event_id] for event_id in shown]
    assert all(row["start"][:10] > row["start_old_style"][:10] for row in rows)


@pytest.mark.parametrize("title", ["=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(1)", "\t=1", " =1"])
def test_no_cell_to_take_away_is_a_formula(record_copy, title):
    record_copy.change("events", "rain", "summary", title)
    record = record_copy.read()
    rows = list(csv.DictReader(io.StringIO(export_record(record, "csv", tokens(), only=("rain",)).decode("utf-8-sig"))))
    assert rows[0]["description"] == f"'{title.strip()}"
    assert float(rows[0]["lat"]) > 59
