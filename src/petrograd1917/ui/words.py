"""The words of the printed pages, in one language."""

from __future__ import annotations

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import keyframes


class Words:
    """The interface's words in a language: `words("rests_on", names="Reed")`.

    Parameters
    ----------
    chronicle : Chronicle
        Its folder holds them.
    lang : str
        `en` or `ru`.
    """

    def __init__(self, chronicle: Chronicle, lang: str):
        self.lang = lang
        stage = keyframes.words(chronicle.folder, lang)
        self._words = {**stage, **stage["pages"]}

    def __call__(self, key: str, **values: object) -> str:
        """A word, its `{…}` filled."""
        return self._words[key].format(**values) if values else self._words[key]

    def counted(self, key: str, n: int) -> str:
        """A number with its noun: `1 event`, `21 событие`; the forms stand in the words as `event|events`."""
        forms = self._words[key].split("|")
        return f"{n} {forms[_russian(n) if self.lang == 'ru' else n != 1]}"

    def figure(self, n: int) -> str:
        """A large number as the language parts its thousands: `50,000`, `50 000`."""
        return f"{n:,}".replace(",", "\N{NO-BREAK SPACE}" if self.lang == "ru" else ",")


def _russian(n: int) -> int:
    """Which of three forms a noun takes after a number: 1 событие, 2 события, 5 событий."""
    if n % 10 == 1 and n % 100 != 11:
        return 0
    return 1 if n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14) else 2
