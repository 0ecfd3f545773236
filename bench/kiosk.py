"""Lets a kiosk stand for an hour, touched now and then, and writes `kiosk.md`: what it holds in memory as time goes by.

    python bench/kiosk.py [minutes]

Each cycle is a visitor's: the map plays for itself, somebody touches it, opens an event and a chapter, changes the language,
and leaves; it asks, and starts over. The heap is read after a collection of garbage.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path

from measuring import APP, FLAGS, frame_of, serving
from playwright.sync_api import Frame, Page, sync_playwright

HERE = Path(__file__).resolve().parent
IDLE = 20
PLAYING = 30
VISIT = """async () => {
    const press = async selector => {
        document.querySelector(selector).click();
        await new Promise(done => setTimeout(done, 700));
    };
    await press('.curtain');
    await press('.choice + .choice button:not([aria-pressed=true])');
    petrograd.seek(petrograd.minute + 60);
    for (const selector of ['.now button', '.card .x', '.tool.chapters', '.contents button', '.turn .tool:last-child'])
        await press(selector);
}"""
EVERY = 2


def visitor(stage: Frame) -> None:
    """One who comes, looks and goes."""
    stage.wait_for_timeout(PLAYING * 1000)
    stage.evaluate(VISIT)
    stage.wait_for_selector(".curtain:not([hidden])", timeout=300_000)


def held(page: Page) -> tuple[float, int, int]:
    """Megabytes of the heap, nodes, listeners."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return metrics["JSHeapUsedSize"] / 1e6, int(metrics["Nodes"]), int(metrics["JSEventListeners"])


def main() -> None:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    rows = []
    with serving(APP) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        page = browser.new_page(viewport={"width": 540, "height": 960}, has_touch=True)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{url}/?mode=kiosk&idle={IDLE}")
        stage = frame_of(page, "stage")
        stage.wait_for_selector(".curtain:not([hidden])", timeout=60_000)
        start = time.monotonic()
        visits = 0
        while time.monotonic() - start < minutes * 60:
            if time.monotonic() - start >= len(rows) * EVERY * 60:
                rows.append(((time.monotonic() - start) / 60, visits, *held(page)))
                print(*rows[-1], flush=True)
            visitor(stage)
            visits += 1
        rows.append(((time.monotonic() - start) / 60, visits, *held(page)))
        version = browser.version
        browser.close()
    assert not errors, errors
    lines = [
        "# A kiosk left standing",
        "",
        f"{platform.machine()}, {os.cpu_count()} cores, Chromium {version} without a GPU. Written by `python bench/kiosk.py`.",
        "",
        "| minutes | visits | heap, MB | nodes | listeners |",
        "|---|---|---|---|---|",
        *(
            f"| {at:.0f} | {visits} | {heap:.1f} | {nodes} | {listeners} |"
            for at, visits, heap, nodes, listeners in rows
        ),
    ]
    (HERE / "kiosk.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
