"""The pages beside the map, without a browser: both languages, searches, filters, nothing found."""

import re
from pathlib import Path

import pytest
from markupsafe import escape
from streamlit.testing.v1 import AppTest

from petrograd1917 import index
from petrograd1917.index import Wanted
from petrograd1917.map import keyframes

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "map")


def opened(page: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.switch_page(f"pages/{page}.py")
    app.query_params.update(query)
    app.run()
    assert not app.exception
    return app


def text(app: AppTest) -> str:
    """What stands on the page, without its markup."""
    printed = "\n".join(html.proto.body for html in app.get("html") if "<style>" not in html.proto.body)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", printed))


def words(chronicle, lang: str) -> dict[str, str]:
    return keyframes.words(chronicle.folder, lang)["pages"]


@pytest.mark.parametrize("lang", ["en", "ru"])
@pytest.mark.parametrize("page", PAGES)
def test_every_page_opens_in_both_languages(chronicle, page, lang):
    shown = text(opened(page, lang=lang))
    assert words(chronicle, lang)[f"{page}_title"] in shown
    assert not re.search(r"\b(NaT|nan)\b|\{\w+\}", shown)


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_each_calendar_comes_first_in_its_language(lang):
    shown = text(opened("disagreements", lang=lang))
    first = "7 November (25 October O.S.)" if lang == "en" else "25 октября (7 ноября н. ст.)"
    assert first in shown


def test_the_language_is_changed_for_the_whole_session(chronicle):
    app = opened("sources")
    app.get("button_group")[0].set_value("ru").run()
    assert words(chronicle, "ru")["sources_title"] in text(app)
    app.switch_page("pages/places.py").run()
    assert words(chronicle, "ru")["places_title"] in text(app)


def test_sources_tell_what_is_theirs(chronicle):
    shown = text(opened("sources"))
    for source in chronicle.sources.itertuples():
        assert source.short in shown
    assert "19:30–20:30" in shown  # about 20:00
    assert "until 20:00, open at the beginning" in shown


@pytest.mark.parametrize(("lang", "own", "other"), [("en", "says", "says_ru"), ("ru", "says_ru", "says")])
def test_what_the_sources_say_is_in_the_language_of_the_page(chronicle, lang, own, other):
    shown = text(opened("disagreements", lang=lang))
    claims = chronicle.claims[chronicle.claims["question_id"] != ""]
    assert [said for said in claims[own] if escape(said) not in shown] == []
    assert [said for said in claims[other] if escape(said) in shown] == []


def test_every_disagreement_is_shown_with_all_its_claims(chronicle):
    app = opened("disagreements")
    html = "".join(html.proto.body for html in app.get("html"))
    claims = chronicle.claims[chronicle.claims["question_id"] != ""]
    assert html.count('<section class="question"') == len(chronicle.disagreements)
    assert html.count('<li class="') == len(claims)
    assert html.count('<li class="uncounted"') == (claims["counts"] == "no").sum()
    bars = re.findall(r'<i class="bar (\w+)([^"]*)" style', html)
    assert len(bars) == len(claims)
    opened_sides = sum(claims[side].isna().sum() for side in ("earliest", "latest"))
    assert sum(marks.count("open-") for _, marks in bars) == opened_sides


@pytest.mark.parametrize(
    ("sought", "name"),
    [
        ("Зимний дворец", "Winter Palace"),
        ("Эрмитаж", "Winter Palace"),
        ("Hermitage", "Winter Palace"),
        ("Hotel Astoria", "Military Hotel"),
        ("площадь Восстания", "Znamenskaya Square"),
        ("Znamenskaia", "Znamenskaya Square"),
        ("зимн", "Winter Palace"),
    ],
)
def test_a_place_is_found_by_any_of_its_names(sought, name):
    app = opened("places")
    app.text_input(key="find").set_value(sought).run()
    assert not app.exception
    assert name in text(app)


def test_a_place_that_is_not_there(chronicle):
    app = opened("places")
    app.text_input(key="find").set_value("Xyzzyx <b>").run()
    shown = text(app)
    assert "Nothing found for “Xyzzyx &lt;b&gt;”." in shown
    assert words(chronicle, "en")["places_nothing_hint"] in shown


def test_a_person_is_found_in_either_language(chronicle):
    app = opened("people", find="керенский")
    assert "Kerensky" in text(app)
    app.text_input(key="find").set_value("zeppelin").run()
    assert "Nothing found for “zeppelin”." in text(app)


def test_the_table_shows_what_fits(chronicle):
    app = opened("table", episode="july", kind="march")
    fits = index.events(chronicle, Wanted(episode="july", kinds=("march",)))
    shown = text(app)
    assert f"{len(fits)} of {len(chronicle.events)} events." in shown
    assert app.get("download_button")


def test_a_filter_that_matches_nothing_says_so(chronicle):
    app = opened("table", episode="july", find="zeppelin")
    assert words(chronicle, "en")["table_nothing"] in text(app)
    assert not app.get("download_button")
    assert "<table" not in "".join(html.proto.body for html in app.get("html"))
