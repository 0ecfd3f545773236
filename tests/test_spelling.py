import csv
import re

import pytest

from petrograd1917.spelling import exceptions, spelt_in_1917


@pytest.fixture(scope="module")
def known(chronicle):
    return exceptions(chronicle.folder / "spelling_1917.csv")


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("Невский проспект", "Невскій проспектъ"),
        ("Зимний дворец", "Зимній дворецъ"),
        ("Исаакиевский собор", "Исаакіевскій соборъ"),
        ("Сад Смольного института", "Садъ Смольнаго института"),
        ("Собственный сад Зимнего дворца", "Собственный садъ Зимняго дворца"),
        ("Чернышёв переулок", "Чернышевъ переулокъ"),
        ("Большая Морская улица", "Большая Морская улица"),
        ("Академия наук", "Академія наукъ"),
        ("Иоанновский мост", "Іоанновскій мостъ"),
        ("Петропавловская крепость", "Петропавловская крѣпость"),
        ("Сенная площадь", "Сѣнная площадь"),
        ("Сенат и Синод", "Сенатъ и Сѵнодъ"),
        ("Казармы 1-го пулемётного полка", "Казармы 1-го пулеметнаго полка"),
        ("Финляндский ж.-д. мост", "Финляндскій ж.-д. мостъ"),
        ("Winter Palace, № 36", "Winter Palace, № 36"),
    ],
)
def test_a_name_is_spelt_as_on_the_plans_of_the_city(known, now, then):
    assert spelt_in_1917(now, known) == then


def test_every_exception_is_needed(chronicle, known):
    assert len(known) > 15
    assert [word for word, spelt in known.items() if spelt_in_1917(word, {}) == spelt] == []
    with (chronicle.folder / "spelling_1917.csv").open(encoding="utf-8", newline="") as file:
        words = [row["word"] for row in csv.DictReader(file)]
    assert words == sorted(set(words))
    assert all(re.fullmatch("[а-я]+", word) for word in words)
