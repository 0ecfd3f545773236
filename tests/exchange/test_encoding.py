import pytest

from petrograd1917.exchange.encoding import decoded
from petrograd1917.exchange.sheet import Refused

RUSSIAN = "id;title;place\ne1;Штурм Зимнего дворца;Дворцовая площадь\ne2;Аврора;Нева\n"


@pytest.mark.parametrize("codec", ["cp1251", "koi8_r", "cp866", "mac_cyrillic"])
@pytest.mark.parametrize("text", [RUSSIAN, "id,title\n1,Да\n2,Нет, товарищ\n", "номер;название\n1;Meeting\n"])
def test_cyrillic_of_eight_bits(codec, text):
    assert decoded(text.encode(codec))[0] == text


@pytest.mark.parametrize(
    ("codec", "text"),
    [
        ("cp1252", "id,title\n1,Café à la Néva\n2,Straße über die Brücke\n"),
        ("cp1250", "id,title\n1,Łódź święto żołnierze\n"),
    ],
)
def test_latin_of_eight_bits(codec, text):
    assert decoded(text.encode(codec))[0] == text


@pytest.mark.parametrize("codec", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_with_and_without_a_mark(codec):
    text, name = decoded(RUSSIAN.encode(codec))
    assert text == RUSSIAN
    assert name == codec[:6].upper().rstrip("-")


def test_the_first_letters_beyond_ascii_may_stand_far_down():
    text = "id,title\n" + "1,Rain\n" * 40_000 + "2,Смольный институт\n"
    assert decoded(text.encode("cp1251"))[0] == text


def test_what_the_user_says_goes():
    assert decoded("Аврора".encode("cp866"), "cp866") == ("Аврора", "CP866")


def test_damaged_utf_8_stays_utf_8(take):
    table = "id,title,start,calendar,lat,lon\n1,Аврора,1917-11-07,new,59.9,30.3\n2,Нева X,1917-11-07,new,59.9,30.3\n"
    result = take(table.encode().replace(b"X", b"\xff"))
    assert [event.id for event in result.events] == ["1"]
    assert "half a character" in result.errors[0].message


def test_letters_lost_before_are_told(take):
    result = take("id,title,start,calendar,lat,lon\n1,Авр\ufffdра,1917-11-07,new,59.9,30.3\n")
    assert "a letter was lost" in result.warnings[0].message


def test_an_unusual_encoding_is_said(take):
    table = "id;title;start;calendar;lat;lon\n1;Аврора;1917-11-07;new;59,9;30,3\n"
    result = take(table.encode("cp1251"))
    assert result.events[0].title == "Аврора"
    assert [w.message.partition(" (")[0] for w in result.warnings] == ["read as Windows-1251"]
    assert "semicolon separated, decimal comma recognised" in result.warnings[0].message


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", bytes(range(1, 32)) * 9, b"\0" * 99])
def test_what_is_no_text(content):
    with pytest.raises(Refused):
        decoded(content)
