"""Words of the time, found in whatever form they stand."""

import pytest

from petrograd1917.glossary import glossary


def terms(chronicle, lang: str, text: str) -> list[tuple[str, str]]:
    return [(piece, term.term) for piece, term in glossary(chronicle, lang).marked(text) if term]


@pytest.mark.parametrize(
    ("lang", "text", "found"),
    [
        ("en", "Officer cadets take the bridge from an officer cadet.", [("Officer cadets", "officer cadets")]),
        ("en", "The commissars of the MRC", [("commissars", "commissar"), ("MRC", "MRC")]),
        ("en", "Sovietology is not a Soviet", [("Soviet", "Soviet")]),
        ("en", "three hundred horsemen", []),
        ("ru", "Юнкерам велят", [("Юнкерам", "юнкера")]),
        ("ru", "отряды Красной гвардии", [("Красной гвардии", "Красная гвардия")]),
        ("ru", "в Предпарламенте", [("Предпарламенте", "Предпарламент")]),
        ("ru", "Временному правительству", [("Временному правительству", "Временное правительство")]),
        ("ru", "комиссариат думал", []),
    ],
)
def test_forms(chronicle, lang, text, found):
    assert terms(chronicle, lang, text) == found


def test_the_longer_term_wins(record_copy):
    record_copy.add("glossary", {"term": "Soviet Executive", "meaning": "The committee that led the soviets."})
    assert terms(record_copy.read(), "en", "the Soviet Executive") == [("Soviet Executive", "Soviet Executive")]


def test_a_term_is_marked_once_in_a_text(chronicle):
    assert terms(chronicle, "en", "the MRC and again the MRC") == [("MRC", "MRC")]


@pytest.mark.parametrize("lang", ["en", "ru"])
def test_no_letter_of_the_text_is_lost(chronicle, lang):
    for column in ("summary", "summary_ru"):
        for text in chronicle.events[column]:
            assert "".join(piece for piece, _ in glossary(chronicle, lang).marked(text)) == text


def test_a_record_without_a_glossary(record_copy):
    record_copy.keep("glossary", lambda row: False)
    assert list(glossary(record_copy.read(), "en").marked("the MRC")) == [("the MRC", None)]
