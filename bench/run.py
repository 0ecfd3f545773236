"""Measures the stage against the usual ways, in one run on one machine, and writes `results.md`.

    make bench

Latency: from the input (a drag of our slider; a key on Streamlit's, which sends nothing while it is dragged) to after the
frame in which the markers of the new minute are painted. All rivals get the same events, base map and Leaflet.
"""

from __future__ import annotations

import gzip
import os
import platform
import re
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from playwright.sync_api import Browser, Frame, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
STEPS = 12
READY = {
    "stage": "document.documentElement.dataset.fonts === 'ready'",
    "rival": "document.querySelector('.stamp') !== null",
}
DRAG = """async () => {
    const slider = document.querySelector('.slider');
    const found = [];
    for (let i = 0; i < 60; i += 1) {
        const start = performance.now();
        slider.value = Number(slider.value) + 7;
        slider.dispatchEvent(new Event('input'));
        await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        found.push(performance.now() - start);
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


@contextmanager
def serving(app: Path) -> Iterator[str]:
    """Start an app; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(app),
        "--server.port",
        str(port),
        "--server.address",
        "127.0.0.1",
    ]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(app.parent)])}
    process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
    url = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                urllib.request.urlopen(f"{url}/_stcore/health", timeout=1).close()
                break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, f"{app.name} did not start"
                time.sleep(0.02)
        yield url
    finally:
        process.kill()
        process.wait(20)


def frame_of(page: Page, kind: str) -> Frame:
    """The map's frame, once the map is painted."""
    page.wait_for_selector('iframe[title="streamlit_folium.st_folium"]', timeout=120_000)
    frame = page.wait_for_selector('iframe[title="streamlit_folium.st_folium"]').content_frame()
    frame.wait_for_function(READY[kind], timeout=120_000)
    frame.evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))")
    return frame


def first_paint(browser: Browser, app: Path, kind: str) -> float:
    """From the start of `streamlit run` to the first painted map, seconds."""
    start = time.perf_counter()
    with serving(app) as url:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(url)
        frame_of(page, kind)
        taken = time.perf_counter() - start
        page.close()
    return taken


def stage_figures(browser: Browser) -> dict[str, list[float]]:
    with serving(ROOT / "app.py") as url:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(f"{url}/?at=1917-11-06T18:00")
        frame = frame_of(page, "stage")
        drag = frame.evaluate(DRAG)
        page.goto(f"{url}/?at=1917-11-07T03:00")
        frame = frame_of(page, "stage")
        play = frame.evaluate(PLAY)
        page.close()
    return {"drag": drag, "play": play}


def rival_latency(browser: Browser, name: str) -> list[float]:
    """From a key on Streamlit's slider to the painted markers, milliseconds."""
    found = []
    with serving(HERE / "rivals" / f"{name}.py") as url:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.goto(url)
        frame_of(page, "rival")
        slider = page.get_by_role("slider")
        slider.focus()
        for step in range(1, STEPS + 1):
            wanted = 446_760 + 10 * step
            start = time.perf_counter()
            page.keyboard.press("ArrowRight")
            page.wait_for_function(
                """wanted => {
                    const frame = document.querySelector('iframe[title="streamlit_folium.st_folium"]');
                    return frame?.contentDocument?.querySelector('.stamp')?.textContent === String(wanted);
                }""",
                arg=wanted,
                polling=4,
                timeout=60_000,
            )
            found.append((time.perf_counter() - start) * 1000)
        page.close()
    return found


def weight() -> tuple[int, int]:
    """What a first visit loads beyond Streamlit's own: bytes, and gzipped."""
    sys.path.insert(0, str(ROOT / "src"))
    from petrograd1917.home import cache_folder
    from petrograd1917.map import assets
    from petrograd1917.rules import open_record

    links = [*assets.publish(open_record(ROOT / "data")).items()]
    links += [(link, link) for *_, link in assets.publish_fonts()]
    contents = [
        (cache_folder() / "web" / re.sub(r"^[^/]*/", "", link)).read_bytes()
        for name, link in links
        if not name.endswith(".json")
    ]
    return sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)


def main() -> None:
    """Run everything and write `results.md`."""
    chromium = os.environ["CHROMIUM"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        first_paint(browser, ROOT / "app.py", "stage")  # once, so that the fonts are made
        paints = {"stage": [], "bare": []}
        for _ in range(3):
            paints["stage"].append(first_paint(browser, ROOT / "app.py", "stage"))
            paints["bare"].append(first_paint(browser, HERE / "rivals" / "bare.py", "rival"))
        ours = stage_figures(browser)
        rivals = {name: rival_latency(browser, name) for name in ("rebuild", "feature_group")}
        chromium_version = browser.version
        browser.close()
    raw, zipped = weight()
    drag = statistics.median(ours["drag"])
    play = sorted(ours["play"])
    paint = {name: statistics.median(values) for name, values in paints.items()}
    ratio = paint["stage"] / paint["bare"]
    rows = [
        ("slider to painted, stage", f"{drag:.1f} ms", "1 frame (16.7 ms)"),
        *(
            (
                f"the same, {label}",
                f"{statistics.median(rivals[name]):.0f} ms",
                f"{statistics.median(rivals[name]) / drag:.0f} × ours",
            )
            for name, label in (
                ("rebuild", "folium.Map rebuilt at each step"),
                ("feature_group", "feature_group_to_add"),
            )
        ),
        ("frame while playing, median", f"{play[len(play) // 2]:.1f} ms", "16.7 ms (60 a second)"),
        ("frames over 20 ms while playing", f"{sum(span > 20 for span in play)} of {len(play)}", ""),
        ("streamlit run to first map painted, stage", f"{paint['stage']:.1f} s", f"{ratio:.2f} × bare; budget 1.3 ×"),
        ("the same, bare folium map", f"{paint['bare']:.1f} s", ""),
        (
            "first load beyond Streamlit's own",
            f"{raw / 1000:.0f} KB, gzip {zipped / 1000:.0f} KB",
            "budget 700 KB, gzip 250 KB",
        ),
    ]
    versions = ", ".join(f"{name} {version(name)}" for name in ("streamlit", "folium", "streamlit-folium", "pandas"))
    lines = [
        "# Measured",
        "",
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {versions}, "
        f"Chromium {chromium_version} without a GPU. Medians of one run; ratios are safer than times. `make bench` repeats it.",
        "",
        "| what | measured | against |",
        "|---|---|---|",
        *(f"| {what} | {measured} | {against} |" for what, measured, against in rows),
        "",
    ]
    (HERE / "results.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
