"""In which encoding a text is written; measured by whether it then reads like writing.

Outside libraries take a few short Cyrillic cells for Big5 or Polish, and a table has little else than short cells.
"""

from __future__ import annotations

import codecs
import re

from petrograd1917.exchange.sheet import Refused

#: name of the codec → what people call it; the likelier first
EIGHT_BIT = {
    "cp1251": "Windows-1251",
    "cp1252": "Windows-1252",
    "koi8_r": "KOI8-R",
    "cp866": "CP866",
    "mac_cyrillic": "Mac Cyrillic",
    "cp1250": "Windows-1250",
}
_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
_SAMPLE = 200_000
_NO_TEXT = "this is no text; save your table as CSV, XLSX, GeoJSON, KML or JSON"
_BEYOND_ASCII = re.compile(rb"[^\n]*[\x80-\xff][^\n]*\n?")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f]")


def decoded(content: bytes, said: str | None = None) -> tuple[str, str]:
    """A file's text and what its encoding is called (`UTF-8`, `UTF-16`, `Windows-1251`, …).

    Parameters
    ----------
    content : bytes
    said : str, optional
        A codec of `EIGHT_BIT` that the user named.

    Returns
    -------
    tuple of str
        In a UTF-8 file with damaged bytes each of these is a lone surrogate, which no cell may hold.

    Raises
    ------
    Refused
        If it is no text.
    """
    text, name = _decoded(content, said)
    if len(_CONTROL.findall(text[:_SAMPLE])) > len(text[:_SAMPLE]) // 20:
        raise Refused(_NO_TEXT)
    return text, name


def _decoded(content: bytes, said: str | None) -> tuple[str, str]:
    if said:
        return content.decode(said, "replace"), EIGHT_BIT[said]
    for mark, codec, name in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], codec, name), name
    if content.count(0) > len(content) // 8:
        little = content[1::2].count(0) > content[::2].count(0)
        try:
            return content.decode("utf-16-le" if little else "utf-16-be"), "UTF-16"
        except UnicodeDecodeError:
            raise Refused(_NO_TEXT) from None
    try:
        return content.decode("utf-8"), "UTF-8"
    except UnicodeDecodeError:
        return _eight_bit(content)


def _strictly(content: bytes, codec: str, name: str) -> str:
    try:
        text = content.decode(codec)
    except UnicodeDecodeError:
        if codec == "utf-8":
            return content.decode("utf-8", "surrogateescape")
        raise Refused(f"the file begins like {name} and is not; save it again with the encoding UTF-8") from None
    return text


def _eight_bit(content: bytes) -> tuple[str, str]:
    damaged = content.decode("utf-8", "surrogateescape")
    broken = len(re.findall("[\udc80-\udcff]", damaged))
    lines = _BEYOND_ASCII.findall(content)
    if sum(letter > "\x7f" for letter in damaged) - broken > 2 * broken or any(map(_surely_utf8, lines)):
        return damaged, "UTF-8"
    sample = b"".join(lines)[:_SAMPLE]
    best = max(EIGHT_BIT, key=lambda codec: _reads_like_writing(sample.decode(codec, "replace")))
    return content.decode(best, "replace"), EIGHT_BIT[best]


def _surely_utf8(line: bytes) -> bool:
    """Whether a line is UTF-8 whatever the others are: no other writing makes as many of its letters by chance."""
    text = line.decode("utf-8", "ignore")
    return sum(letter > "\x7f" for letter in text) >= _SURE and text.encode() == line


#: so many letters beyond ASCII in a line are no chance
_SURE = 4
_GOOD, _FAIR, _BAD = 3, 1, -4
#: what speaks for a decoding and what against it, by the characters beyond ASCII
_SIGNS = (
    (re.compile("(?<=[А-Яа-яЁё])[а-яё]|[А-ЯЁ](?=[а-яё])"), _GOOD),
    (re.compile("[оеаинтсрвл]"), _FAIR),
    (re.compile("(?<![A-Za-zÀ-ž])[А-ЯЁа-яё](?![A-Za-zÀ-ž])"), _FAIR),
    (
        re.compile("(?<=[a-zà-ž])[à-öø-ÿß](?![А-Яа-я])|(?<![А-Яа-я])[à-öø-ÿß](?=[a-z])|\\b[ÀÉÈÊÇÎÔÖÜÄ](?=[a-zà-ž])"),
        _GOOD,
    ),
    (re.compile("[«»“”„’–—…№°§\xa0]"), _FAIR),
    (re.compile("(?<=[a-zà-ž])[ąćęłńśźżčďěňřšťůžőű]|[ŁŚŻŹČŘŠŽ](?=[a-zà-ž])"), _GOOD - 1),
    (re.compile("(?<=[а-яё])[А-ЯЁ]|[A-Za-zÀ-ž][А-Яа-яЁё]|[А-Яа-яЁё][A-Za-zÀ-ž]"), _BAD),
    (re.compile("[\ufffd\x80-\x9f─-╿▀-▟√≈≤≥∙■⌠⌡†‡‰¤¦¬±µ¶·¸ЂЃѓЉЊЌЋЏђљњќћџЎўЈҐґЅѕ]"), _BAD),
)


def _reads_like_writing(text: str) -> int:
    return sum(weight * len(sign.findall(text)) for sign, weight in _SIGNS)
