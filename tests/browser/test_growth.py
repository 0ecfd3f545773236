"""What does not grow with what a visitor brings: changes of the page, messages, what the first sight loads. No times."""

from datetime import datetime

import pytest
from playwright.sync_api import WebSocket
from test_own_events import on_the_map
from test_your_events import drop, opened, settled

from petrograd1917 import cli
from petrograd1917.moment import to_minute

FEW, MANY = 150, 10_000
#: changes of the page that each step of a scrub makes, counted until the page is quiet again
CHANGES = """async ([from, steps]) => {
    const found = [];
    let changes = 0;
    // when the hand is said to rest, the machine's pace decides
    const observer = new MutationObserver(records => {
        changes += records.filter(record => record.attributeName !== 'data-still').length;
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    const frames = async n => { for (let i = 0; i < n; i += 1) await new Promise(requestAnimationFrame); };
    const quiet = async () => {
        for (let before = -1; before !== changes;) {
            before = changes;
            await frames(8);
        }
    };
    petrograd.seek(from);
    await quiet();
    observer.observe(document, all);
    await quiet();
    for (let i = 1; i <= steps; i += 1) {
        changes = 0;
        petrograd.seek(from + 5 * i);
        await quiet();
        found.push([changes, petrograd.own().length]);
    }
    observer.disconnect();
    return found;
}"""
#: sixty moves of the slider in one breath: no clock can run out between them
DRAG = """() => {
    const slider = document.querySelector('.slider');
    for (let i = 0; i < 60; i += 1) {
        slider.value = Number(slider.value) + 1;
        slider.dispatchEvent(new Event('input'));
    }
    return petrograd.state().at;
}"""

#: half a second, in which whatever else was said would be heard
REST = "async () => { for (let i = 0; i < 30; i += 1) await new Promise(requestAnimationFrame); }"


def table(count: int) -> str:
    """So many events; the first 150 of them by day on 7 November, the rest in the night before."""
    rows = []
    for n in range(count):
        minute = 600 + n % FEW if n < FEW else n % 300
        hours = f"1917-11-07T{minute // 60:02}:{minute % 60:02},1917-11-07T{minute // 60:02}:59"
        rows.append(f"{n},Event {n},{hours},new,{59.9 + (n * 37 % 800) / 10_000},{30.22 + (n * 91 % 2000) / 10_000}")
    return "\n".join(["id,title,start,end,calendar,lat,lon", *rows])


@pytest.fixture
def changes(visit, tmp_path):
    """Changes and own events seen, for each step of a scrub over the day, with so many events in the saved page."""

    def counted(count: int) -> list[list[int]]:
        (tmp_path / "mine.csv").write_text(table(count))
        file = tmp_path / f"{count}.html"
        assert cli.main(["page", "--own", str(tmp_path / "mine.csv"), "-o", str(file)]) == 0
        page = visit().page
        page.goto(f"{file.as_uri()}#at=1917-11-07T10:00")
        page.wait_for_selector("html[data-fonts=ready][data-shown] .own-list h2", state="attached")
        return page.evaluate(CHANGES, [to_minute(datetime(1917, 11, 7, 10)), 5])

    return counted


def test_a_step_changes_the_page_no_more_where_ten_thousand_are_held(changes):
    few, many = changes(FEW), changes(MANY)
    assert few == many
    assert few[-1][1] > 20


@pytest.fixture
def arriving(server, visit):
    """The stage with so many own events on it: its page, its channel, what came over it, and the files fetched."""

    def arrived(count: int):
        visitor = visit()
        received: list[int] = []
        fetched: list[str] = []
        sockets: list[WebSocket] = []
        visitor.page.on("websocket", lambda socket: sockets.append(socket))
        page = opened(visitor, server)
        drop(page, table(count))
        settled(page)
        sockets[-1].on("framereceived", lambda frame: received.append(len(frame)))
        page.on("response", lambda answer: fetched.append(answer.url))
        frame = on_the_map(page)
        return frame, sockets[-1], received, fetched

    return arrived


def test_own_events_come_once_in_their_own_file_and_a_drag_asks_for_nothing(arriving):
    loads = {}
    for count in (FEW, MANY):
        frame, channel, received, fetched = arriving(count)
        assert sum("/own-" in url for url in fetched) == 1
        loads[count] = sum(received)
        sent: list[bytes | str] = []
        channel.on("framesent", lambda frame, sent=sent: sent.append(frame))
        with channel.expect_event("framesent"):
            at = frame.evaluate(DRAG)
            assert not sent
        frame.evaluate(REST)
        assert len(sent) == 1 and f"at={at}".encode() in sent[0]
    # how often the page is drawn anew hangs on the machine's pace; the events themselves would be far more
    assert max(loads.values()) < len(table(MANY)) / 4
