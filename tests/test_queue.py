"""Who is served when many want something made at the same time."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from petrograd1917.ui import queue
from petrograd1917.ui.queue import Left, Queue

PATIENCE = 20


class Visitor:
    """One who stands in a line, in a thread of its own, and notes what it is told."""

    def __init__(self, line: Queue):
        self.told: list[int] = []
        self.changed = threading.Condition()
        self.wanted, self.served, self.finish = True, threading.Event(), threading.Event()
        self.left = False
        self._thread = threading.Thread(target=self._stand, args=(line,), daemon=True)
        self._thread.start()

    def _stand(self, line: Queue) -> None:
        try:
            with line.turn(self._note, lambda: not self.wanted):
                self.served.set()
                assert self.finish.wait(PATIENCE)
        except Left:
            self.left = True

    def _note(self, before: int) -> None:
        with self.changed:
            self.told.append(before)
            self.changed.notify_all()

    def hears(self, before: int) -> None:
        with self.changed:
            assert self.changed.wait_for(lambda: before in self.told, PATIENCE), f"was told {self.told}"

    def ends(self) -> None:
        self.finish.set()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def test_a_few_are_served_and_the_others_hear_how_many_are_before_them():
    line = Queue(2)
    served = [Visitor(line) for _ in range(2)]
    for visitor in served:
        assert visitor.served.wait(PATIENCE)
    third = Visitor(line)
    third.hears(1)
    fourth = Visitor(line)
    fourth.hears(2)
    assert not third.served.is_set() and not fourth.served.is_set()
    served[1].ends()
    assert third.served.wait(PATIENCE)
    fourth.hears(1)
    assert not fourth.served.is_set()
    served[0].ends()
    assert fourth.served.wait(PATIENCE)
    assert fourth.told == sorted(fourth.told, reverse=True)
    for visitor in (third, fourth):
        visitor.ends()


def test_who_leaves_is_not_waited_for():
    line = Queue(1)
    first = Visitor(line)
    assert first.served.wait(PATIENCE)
    second = Visitor(line)
    second.hears(1)
    third = Visitor(line)
    third.hears(2)
    second.wanted = False
    third.hears(1)
    second.ends()
    assert second.left and not second.served.is_set()
    first.ends()
    assert third.served.wait(PATIENCE)
    third.ends()


def test_a_failure_frees_the_place():
    line = Queue(1)
    with pytest.raises(ZeroDivisionError), line.turn():
        raise ZeroDivisionError
    with line.turn():
        pass


def test_never_more_at_once_than_places():
    line = Queue(3)
    now, most, lock, together = [0], [0], threading.Lock(), threading.Barrier(3)

    def serve(_: int) -> None:
        with line.turn():
            with lock:
                now[0] += 1
                most[0] = max(most[0], now[0])
            together.wait(PATIENCE)  # three must be let in at once, or this breaks
            with lock:
                now[0] -= 1

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(serve, range(12)))
    assert most == [3]


def test_the_limits_say_how_many_are_served(allow):
    allow(exports=7)
    for line in (queue.brief, queue.long):
        line.cache_clear()
        with ExitStack() as places:
            for _ in range(7):
                places.enter_context(line().turn())
            told = []
            with pytest.raises(Left), line().turn(told.append, lambda: True):
                pass
            assert told == [1]
        line.cache_clear()


def niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_who_stands_back_does_so_alone_with_those_it_starts():
    before = niceness()
    with ThreadPoolExecutor(1, initializer=queue.stand_back) as back:
        found = back.submit(niceness).result()
    assert found == (max(10, before) if sys.platform == "linux" else before)
    assert niceness() == before
