import io
import zipfile

import pytest

from petrograd1917.exchange import archive, delimited, outcome, project
from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.exchange.sheet import Refused
from petrograd1917.limits import limits
from petrograd1917.moment import EPOCH


def zipped(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in members:
            made.writestr(name, content)
    return out.getvalue()


def test_a_project_is_saved_and_opened_again(take, take_rows):
    first = take_rows({"title": "=1+1"}, {"start": "x"}, {"lat": "", "lon": ""})
    saved = project.packed(outcome.tables(first))
    assert set(zipfile.ZipFile(io.BytesIO(saved)).namelist()) == {"events.csv", "rejected.csv", "findings.csv"}
    again = take(saved, "mine.zip")
    assert [event.cells() for event in again.events] == [event.cells() for event in first.events]
    assert saved == project.packed(outcome.tables(first))


def test_a_project_opens_again_though_its_table_has_grown_beyond_what_a_file_may_have(take):
    # as a workbook's can, which is packed
    texts = [" ".join(str(n * k) for k in range(4_000))[:32_000] for n in range(5_000, 5_800)]
    grown = delimited.write([OwnEvent(str(n), "Rain", When(EPOCH), description=text) for n, text in enumerate(texts)])
    assert len(grown) > limits().upload_bytes
    assert len(take(project.packed({project.EVENTS: grown}), "mine.zip").events) == len(texts)


def test_rejected_rows_can_be_mended_and_imported(take, take_rows):
    table = outcome.rejected(take_rows({}, {"title": "=x", "start": "1917-11-31"})).decode()
    assert "start: “1917-11-31”: there is no day 31" in table and "'=x" in table
    mended = take(table.replace("1917-11-31", "1917-11-30", 1))
    assert len(mended.events) == 1 and not mended.warnings


@pytest.mark.parametrize("name", ["../events.csv", "/etc/passwd", "a/../../b", "..\\x", "C:\\x", "C:x"])
def test_a_name_that_leads_out_is_refused(take, name):
    result = take(zipped(("events.csv", b"id"), (name, b"x")), "mine.zip")
    assert not result.events
    assert "outside itself" in result.errors[0].message


@pytest.mark.parametrize(
    ("members", "reason"),
    [
        ([("events.csv", b"\0" * 30_000_000)], "swell"),
        ([(f"{n}.csv", b"") for n in range(2_001)], "2,000 is the most"),
    ],
)
def test_what_would_swell_is_not_unpacked(members, reason):
    with pytest.raises(Refused, match=reason):
        archive.opened(zipped(*members), "project file")


def test_a_locked_archive_is_refused():
    locked = bytearray(zipped(("events.csv", b"id")))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        locked[locked.index(mark) + (6 if mark == b"PK\x03\x04" else 8)] |= 1
    with pytest.raises(Refused, match="password"):
        archive.opened(bytes(locked), "project file")


def test_a_damaged_member_is_one_sentence(take):
    broken = bytearray(zipped(("events.csv", b"id,title,start,calendar\n" * 50)))
    broken[60] ^= 0xFF
    assert "damaged" in take(bytes(broken), "mine.zip").errors[0].message


def test_another_archive_is_no_workbook(take):
    assert len(take(zipped(("readme.txt", b"hello")), "x.zip").errors) == 1
