"""What the measurements share: an app that is served, the frame of its map, medians, the law of growth, rows to report."""

from __future__ import annotations

import math
import os
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Frame, Page

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
APP = ROOT / "app.py"
RIVALS = HERE / "rivals"

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
#: nothing beyond this machine is reached, by whatever is measured
FLAGS += ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"]
LAPTOP = {"width": 1366, "height": 768}
#: seconds after which a rival that has not answered is left behind
LIMIT = 30.0
FRAME = 'iframe[title="streamlit_folium.st_folium"]'
#: what is in the frame once its map stands
READY = {"stage": "html[data-fonts=ready][data-shown]", "rival": ".stamp"}
#: done when what was asked for is painted
PAINTED = "() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))"


class Row(NamedTuple):
    """A line of the report."""

    what: str
    measured: str
    against: str = ""


@contextmanager
def serving(app: Path, **variables: str) -> Iterator[str]:
    """Start an app, with variables in its environment; yields its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(app)]
    command += ["--server.port", str(port), "--server.address", "127.0.0.1"]
    command += ["--server.headless", "true", "--browser.gatherUsageStats", "false"]
    path = os.pathsep.join([str(ROOT / "src"), str(HERE)])
    environment = {**os.environ, "PYTHONPATH": path, **variables}
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


def frame_of(page: Page, kind: str, seconds: float = 120) -> Frame:
    """The map's frame, once the map is painted."""
    within = f"document.querySelector('{FRAME}')?.contentDocument?.querySelector('{READY[kind]}')"
    page.wait_for_function(f"() => {within}", timeout=seconds * 1000)
    frame = page.query_selector(FRAME).content_frame()
    frame.evaluate(PAINTED)
    return frame


def seconds(action: Callable[[], object]) -> float:
    """How long one go takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def median(action: Callable[[int], object], times: int = 5) -> float:
    """Seconds that an action takes, once it is warm; each time it is told which it is."""
    action(0)
    return statistics.median(seconds(lambda i=i: action(i)) for i in range(1, times + 1))


def growth(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The exponent k of time ~ size^k: the slope of the least-squares line through the logarithms."""
    return statistics.linear_regression(*([math.log(value) for value in values] for values in (sizes, times))).slope


def shown(milliseconds: float) -> str:
    """A time to read; what was left behind is beyond the limit."""
    if math.isinf(milliseconds):
        return f"over {LIMIT:.0f} s"
    return f"{milliseconds:.0f} ms" if milliseconds >= 100 else f"{milliseconds:.1f} ms"


def times_ours(theirs: float, ours: float) -> str:
    """A rival's time as a multiple of ours."""
    ratio = theirs / ours
    if math.isinf(ratio):
        return f"over {LIMIT * 1000 / ours:.0f} × ours"
    if ratio < 0.95:
        return f"ours takes {1 / ratio:.{0 if ratio < 0.1 else 1}f} × as long"
    return f"{ratio:.{0 if ratio >= 10 else 1}f} × ours"


def budget(value: float, limit: float, unit: str) -> str:
    """A budget, and whether it was kept."""
    return f"budget {limit:g} {unit}: {'kept' if value <= limit else '**missed**'}"
