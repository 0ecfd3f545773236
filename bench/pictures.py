"""Measures the pictures against other ways to one, in one run on one machine, and writes `pictures.md`.

    make bench

The rivals: a headless browser's screenshot of the same stage, folium's own `_to_png` (with this machine's Leaflet, or it
stays blank, and a driver that speaks to the same browser), and matplotlib drawing the same base map and events.
"""

from __future__ import annotations

import io
import json
import os
import platform
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

from playwright.sync_api import Browser, ElementHandle, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(ROOT / "src"), str(HERE), str(HERE / "rivals")]

import folium  # noqa: E402
from common import base_map, markers  # noqa: E402
from run import FLAGS, frame_of, serving  # noqa: E402

from petrograd1917 import picture  # noqa: E402
from petrograd1917.chronicle import Chronicle  # noqa: E402
from petrograd1917.home import cache_folder  # noqa: E402
from petrograd1917.map import assets  # noqa: E402
from petrograd1917.moment import to_minute, write  # noqa: E402
from petrograd1917.picture.rendering import rendered  # noqa: E402
from petrograd1917.picture.storyboard import storyboard  # noqa: E402
from petrograd1917.rules import open_record  # noqa: E402
from petrograd1917.view import Codec, View  # noqa: E402

TIMES = 5
C = "c=59.9400,30.3130,14"


def median(action: Callable[[int], object], times: int = TIMES) -> float:
    """Seconds that an action takes, once it is warm; each time another moment."""
    action(0)
    spans = []
    for i in range(1, times + 1):
        start = time.perf_counter()
        action(i)
        spans.append(time.perf_counter() - start)
    return statistics.median(spans)


class Driver:
    """As much of a selenium driver as `folium.Map._to_png` uses, on playwright's browser."""

    def __init__(self, browser: Browser):
        self._page: Page = browser.new_page(viewport={"width": 1920, "height": 1080})

    def fullscreen_window(self) -> None:
        """The window has its size already."""

    def get(self, url: str) -> None:
        self._page.goto(url.replace("file:////", "file:///"))

    def find_element(self, _by: str, name: str) -> Shot:
        return Shot(self._page.wait_for_selector(f".{name}"))

    def quit(self) -> None:
        self._page.close()


class Shot:
    """A found element that can be photographed."""

    def __init__(self, element: ElementHandle):
        self._element = element

    @property
    def screenshot_as_png(self) -> bytes:
        return self._element.screenshot()


def screenshot(browser: Browser, moments: list[View]) -> float:
    """The same stage in a headless browser: go to the moment, wait for the frame, photograph it."""
    with serving(ROOT / "app.py") as url:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"{url}/?{C}&mode=projector")
        frame = frame_of(page, "stage")

        def shoot(i: int) -> None:
            frame.evaluate(
                "m => { petrograd.seek(m); return new Promise(done => requestAnimationFrame(() => setTimeout(done))); }",
                to_minute(moments[i].at),
            )
            page.screenshot()

        taken = median(shoot)
        page.close()
    return taken


def folium_png(browser: Browser, chronicle: Chronicle, moments: list[View]) -> float:
    """Folium's own way, without the three seconds that it waits by default."""
    links = assets.publish(chronicle)
    files = {
        name: (cache_folder() / "web" / re.sub(r"^[^/]*/", "", links[name])).as_uri()
        for name in ("leaflet.js", "leaflet.css")
    }

    def shoot(i: int) -> None:
        lat, lon, zoom = moments[i].c
        drawn = folium.Map(location=(lat, lon), zoom_start=zoom, tiles=None)
        drawn.default_js = [("leaflet.js", files["leaflet.js"])]
        drawn.default_css = [("leaflet.css", files["leaflet.css"])]
        for layer in [*base_map(chronicle), *markers(chronicle, to_minute(moments[i].at))]:
            layer.add_to(drawn)
        drawn._to_png(delay=0, driver=Driver(browser))

    return median(shoot, 3)


def matplotlib_png(chronicle: Chronicle, moments: list[View]) -> float:
    """The base map's paths and the events' points, with their titles, on a figure of 1920 × 1080."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.collections import LineCollection
    from matplotlib.figure import Figure
    from shapely.geometry import shape

    lines = []
    for feature in json.loads(chronicle.basemap.read_text("utf-8"))["features"]:
        form = shape(feature["geometry"])
        for part in getattr(form, "geoms", [form]):
            if part.geom_type in ("Polygon", "LineString"):
                lines.append(list((part.exterior if part.geom_type == "Polygon" else part).coords))

    def shoot(i: int) -> None:
        figure = Figure(figsize=(19.2, 10.8), dpi=100)
        FigureCanvasAgg(figure)
        axes = figure.add_axes((0, 0, 1, 1))
        axes.add_collection(LineCollection(lines, linewidths=0.8))
        at = moments[i].at
        events = chronicle.events
        for event in events[(events["earliest"] <= at) & (at <= events["latest"])].itertuples():
            point = chronicle.points.get(event.place_id)
            if point:
                axes.plot(point[1], point[0], "o")
                axes.annotate(event.title, (point[1], point[0]))
        axes.set_xlim(30.26, 30.42)
        axes.set_ylim(59.91, 59.97)
        figure.savefig(io.BytesIO(), format="png")

    return median(shoot)


def main() -> None:
    """Run everything and write `pictures.md`."""
    chronicle = open_record(ROOT / "data")
    codec = Codec(chronicle)
    hours = [datetime(1917, 11, 7, 18 + i) for i in range(6)]
    moments = [codec.decode(f"?at={write(at)}&{C}")[0] for at in hours]

    def one(size: str, kind: str) -> Callable[[int], bytes]:
        return lambda i: rendered(picture.draw(chronicle, moments[i], picture.sheet(size)), kind)

    still, four, paper = (median(one(*form)) for form in (("1920x1080", "png"), ("3840x2160", "png"), ("A4", "pdf")))
    board = median(lambda i: rendered(storyboard(chronicle, moments), "png"), 3)
    films = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, first, last in (
            ("night.gif", datetime(1917, 11, 7, 18, 5), datetime(1917, 11, 8, 4)),
            ("night.mp4", datetime(1917, 11, 6, 18), datetime(1917, 11, 7, 10)),
        ):
            reel = picture.takes(chronicle, first, last, 5)
            start = time.perf_counter()
            picture.film(chronicle, moments[0], reel, Path(folder) / name)
            films[name] = (time.perf_counter() - start, len(reel))
    drawn = matplotlib_png(chronicle, moments)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        shot, own = screenshot(browser, moments), folium_png(browser, chronicle, moments)
        browser.close()
    rows = [
        ("1080p PNG", f"{still:.2f} s", "budget 0.15 s"),
        (
            "the same, screenshot of the stage in a running headless browser",
            f"{shot:.2f} s",
            f"{shot / still:.1f} × ours",
        ),
        ("the same, folium's `_to_png` without its wait of 3 s", f"{own:.2f} s", f"{own / still:.1f} × ours"),
        ("the same, matplotlib: lines, points and titles only", f"{drawn:.2f} s", f"{drawn / still:.1f} × ours"),
        ("4K PNG", f"{four:.2f} s", "budget 0.5 s"),
        ("A4 PDF, tagged", f"{paper:.2f} s", "budget 0.2 s"),
        ("storyboard of six, PNG", f"{board:.2f} s", "budget 1 s"),
        (f"GIF 1280×720, {films['night.gif'][1]} frames", f"{films['night.gif'][0]:.1f} s", "budget 8 s"),
        (f"MP4 1080p, 16 h in {films['night.mp4'][1]} frames", f"{films['night.mp4'][0]:.1f} s", "budget 30 s"),
    ]
    versions = ", ".join(f"{name} {version(name)}" for name in ("typst", "pillow", "av", "folium", "matplotlib"))
    load = f"{os.getloadavg()[0]:.1f}"
    lines = [
        "# Pictures, measured",
        "",
        f"{platform.machine()}, {os.cpu_count()} cores (load {load} at the end), {platform.system()}, "
        f"Python {platform.python_version()}, {versions}. Medians of one warm run; ratios are safer than times.",
        "",
        "| what | measured | against |",
        "|---|---|---|",
        *(f"| {what} | {measured} | {against} |" for what, measured, against in rows),
        "",
    ]
    (HERE / "pictures.md").write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
