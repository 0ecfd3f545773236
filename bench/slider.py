"""From the slider to the painted map, and playing: the stage and the usual ways, with few events and with very many.

Latency runs from the input (a drag of our slider; a key on Streamlit's, which sends nothing while it is dragged; an input of
a plugin's own) to after the frame in which the markers of the new minute are painted. All get the same events, base map
and Leaflet; the stage draws its record besides.
"""

from __future__ import annotations

import math
import statistics
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import crowd
import saved
from common import EVENTS
from measuring import APP, FRAME, LAPTOP, LIMIT, RIVALS, Row, budget, frame_of, growth, serving, shown, times_ours
from playwright.sync_api import Browser, Frame, Page, TimeoutError

SIZES = (150, 1_000, 10_000, 50_000)
FRAME_MS = 1000 / 60
#: steps of a rival's slider that are measured, within `LIMIT`
STEPS = 8
SERVED = {"rebuild": "folium.Map rebuilt at each step", "feature_group": "feature_group_to_add"}
SAVED = {"timeline": "folium's TimelineSlider", "timestamped": "folium's TimestampedGeoJson"}
#: moves of a drag, and what makes them
DRAGGED = 60
DRAG = """async steps => {
    const slider = document.querySelector('.slider');
    const found = [];
    for (let i = 0; i < steps; i += 1) {
        const start = performance.now();
        slider.value = Number(slider.value) + 7;
        slider.dispatchEvent(new Event('input'));
        const script = performance.now() - start;
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        found.push([performance.now() - start, script, petrograd.own().length]);
    }
    return found;
}"""
PLAY = """async () => {
    petrograd.play();
    const spans = [];
    let last = await new Promise(requestAnimationFrame);
    for (let i = 0; i < 240; i += 1) {
        const now = await new Promise(requestAnimationFrame);
        spans.push(now - last);
        last = now;
    }
    petrograd.pause();
    return spans;
}"""


class Dragged(NamedTuple):
    """Medians in milliseconds from input to painted, and of script alone; the most own events at once."""

    painted: float
    script: float
    most: int


class Stepped(NamedTuple):
    """Median in milliseconds from key to painted, and kilobytes that the server sent for a step."""

    painted: float
    kilobytes: float


def drag(stage: Frame) -> Dragged:
    """Drag the stage's slider."""
    painted, script, visible = zip(*stage.evaluate(DRAG, DRAGGED))
    return Dragged(statistics.median(painted), statistics.median(script), max(visible))


def with_own_events(page: Page, url: str, content: bytes) -> Frame:
    """The stage with a file of own events on it, as a visitor puts them there."""
    page.goto(f"{url}/your_events")
    page.locator(".leaf h1").wait_for(timeout=120_000)
    page.set_input_files("input[type=file]", {"name": "mine.csv", "mimeType": "text/csv", "buffer": content})
    page.locator(".leaf .found").wait_for(timeout=240_000)
    page.get_by_role("button", name="Show on the map").click(timeout=60_000)
    stage = frame_of(page, "stage")
    stage.wait_for_selector(".own-list h2", timeout=120_000)
    page.wait_for_load_state("networkidle")
    stage.evaluate("at => petrograd.show({ at })", "1917-11-07T04:00")
    return stage


def heard(page: Page) -> list[int]:
    """Bytes of each message that the server sends to a page from now on."""
    found: list[int] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: found.append(len(frame))))
    return found


def served_rival(browser: Browser, name: str, **variables: str) -> Stepped:
    """Step through the app of a rival by the keys of Streamlit's slider."""
    page = browser.new_page(viewport=LAPTOP)
    received = heard(page)
    spans = []
    with serving(RIVALS / f"{name}.py", **variables) as url:
        try:
            page.goto(url)
            frame_of(page, "rival", LIMIT)
            page.get_by_role("slider").focus()
            received.clear()
            begun = time.perf_counter()
            while len(spans) < STEPS and time.perf_counter() - begun < LIMIT:
                spans.append(_step(page, 446_760 + 10 * (len(spans) + 1)))
        except TimeoutError:
            spans = [math.inf]
        page.close()
    return Stepped(statistics.median(spans), sum(received) / len(spans) / 1000)


def _step(page: Page, wanted: int) -> float:
    start = time.perf_counter()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        """([frame, wanted]) =>
            document.querySelector(frame)?.contentDocument?.querySelector('.stamp')?.textContent === String(wanted)""",
        arg=[FRAME, wanted],
        polling=4,
        timeout=LIMIT * 1000,
    )
    return (time.perf_counter() - start) * 1000


def saved_rival(browser: Browser, kind: str, events: Path) -> float:
    """Drag the slider of a plugin in the page that folium saves, milliseconds."""
    page = browser.new_page(viewport=LAPTOP)
    try:
        page.goto(saved.page(kind, events), timeout=LIMIT * 1000)
        found = page.evaluate(saved.DRAGS[kind], [saved.MINUTES * 60_000, saved.STEPS, LIMIT * 1000])
    except TimeoutError:
        return math.inf
    finally:
        page.close()
    assert found["most"], f"{kind} shows nothing"
    return statistics.median(found["spans"])


def of_the_record(browser: Browser) -> list[Row]:
    """The record itself: dragged, stepped and played."""
    with serving(APP) as url:
        page = browser.new_page(viewport=LAPTOP)
        received = heard(page)
        page.goto(f"{url}/?at=1917-11-06T18:00")
        stage = frame_of(page, "stage")
        page.wait_for_load_state("networkidle")
        received.clear()
        ours = drag(stage)
        sent = sum(received) / DRAGGED / 1000
        page.goto(f"{url}/?at=1917-11-07T03:00")
        spans = frame_of(page, "stage").evaluate(PLAY)
        page.close()
    stepped = {name: served_rival(browser, name) for name in SERVED}
    played = statistics.median(spans)
    return [
        Row("slider to painted, stage", shown(ours.painted), _frames(ours.painted)),
        *(
            Row(f"the same, {SERVED[name]}", shown(found.painted), times_ours(found.painted, ours.painted))
            for name, found in stepped.items()
        ),
        Row("sent by the server for a step, stage", f"{sent:.1f} KB"),
        *(Row(f"the same, {SERVED[name]}", f"{found.kilobytes:.0f} KB") for name, found in stepped.items()),
        Row("frame while playing, stage", shown(played), _frames(played)),
        Row("frames over 20 ms while playing", f"{sum(span > 20 for span in spans)} of {len(spans)}"),
        *(
            Row(
                f"pictures a second, {SERVED[name]}, at best",
                f"{1000 / found.painted:.1f}",
                f"stage: {1000 / played:.1f}",
            )
            for name, found in stepped.items()
        ),
    ]


def _frames(milliseconds: float) -> str:
    """The budget of one frame; a clock that is read after the frame reads a little more."""
    return budget(round(milliseconds - 0.5, 1), round(FRAME_MS, 1), "ms (one frame)")


def of_many(browser: Browser, sizes: tuple[int, ...] = SIZES) -> list[list[str]]:
    """A line for each way: its name, a cell for each size, the exponent of its growth."""
    ours: list[Dragged] = []
    theirs: dict[str, list[float]] = {label: [] for label in (SERVED | SAVED).values()}
    with tempfile.TemporaryDirectory() as folder:
        for size in sizes:
            events = Path(folder) / f"{size}.csv"
            events.write_bytes(crowd.table(size))
            with serving(APP) as url:
                page = browser.new_page(viewport=LAPTOP)
                ours.append(drag(with_own_events(page, url, events.read_bytes())))
                page.close()
            for name, label in SERVED.items():
                theirs[label].append(served_rival(browser, name, **{EVENTS: str(events)}).painted)
            for kind, label in SAVED.items():
                theirs[label].append(saved_rival(browser, kind, events))
    painted = [found.painted for found in ours]
    return [
        ["own events seen at once, at most", *(str(found.most) for found in ours), ""],
        ["stage", *map(shown, painted), _law(sizes, painted)],
        [
            "stage, script alone",
            *(shown(found.script) for found in ours),
            _law(sizes, [found.script for found in ours]),
        ],
        *(
            [label, *(f"{shown(t)} ({times_ours(t, o)})" for t, o in zip(times, painted)), _law(sizes, times)]
            for label, times in theirs.items()
        ),
    ]


def _law(sizes: tuple[int, ...], times: list[float]) -> str:
    """The law of growth over the sizes that were answered."""
    answered = [(size, time) for size, time in zip(sizes, times) if math.isfinite(time) and time > 0]
    return f"n^{growth(*zip(*answered)):.2f}" if len(answered) > 1 else ""
