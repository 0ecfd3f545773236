"""What is done when a session is gone for good."""

import pytest

from petrograd1917.ui import gone
from petrograd1917.ui.gone import Watch


@pytest.fixture
def clock(monkeypatch):
    """Hours that pass when the test says so."""
    now = [0.0]
    monkeypatch.setattr(gone.time, "monotonic", lambda: now[0])
    return now


def test_it_is_done_once_when_the_time_to_come_back_is_over(clock):
    here, done = {"anna": True}, []
    watch = Watch(lambda session: here[session], kept=120)
    watch.after("anna", "file", lambda: done.append("file"))
    clock[0] = 1_000
    watch.look()
    here["anna"] = False
    clock[0] = 1_119
    watch.look()
    assert done == []
    clock[0] = 1_121
    watch.look()
    watch.look()
    assert done == ["file"]


def test_who_comes_back_in_time_keeps_everything(clock):
    here, done = {"anna": False}, []
    watch = Watch(lambda session: here[session], kept=120)
    watch.after("anna", "file", lambda: done.append("file"))
    clock[0] = 100
    here["anna"] = True
    watch.look()
    here["anna"] = False
    clock[0] = 200
    watch.look()
    assert done == []


def test_the_last_of_a_name_is_done_and_others_are_not_touched(clock):
    here, done = {"anna": False, "boris": True}, []
    watch = Watch(lambda session: here[session], kept=10)
    for number in (1, 2):
        watch.after("anna", "file", lambda number=number: done.append(number))
    watch.after("boris", "file", lambda: done.append("boris"))
    clock[0] = 11
    watch.look()
    assert done == [2]
