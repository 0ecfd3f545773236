"""Pictures against other ways to one.

The rivals: a headless browser's screenshot of the same stage, folium's own `_to_png` (with this machine's Leaflet, or it
stays blank, and a driver that speaks to the same browser), and matplotlib drawing the same base map and events.
"""

from __future__ import annotations

import io
import json
import re
import tempfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import folium
from common import base_map, markers
from measuring import APP, PAINTED, ROOT, Row, budget, frame_of, median, seconds, serving, times_ours
from playwright.sync_api import Browser, ElementHandle, Page

from petrograd1917 import picture
from petrograd1917.chronicle import Chronicle
from petrograd1917.home import cache_folder
from petrograd1917.map import assets
from petrograd1917.moment import to_minute, write
from petrograd1917.picture.rendering import rendered
from petrograd1917.picture.storyboard import storyboard
from petrograd1917.rules import open_record
from petrograd1917.view import Codec, View

C = "c=59.9400,30.3130,14"


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
    with serving(APP) as url:
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        page.goto(f"{url}/?{C}&mode=projector")
        frame = frame_of(page, "stage")

        def shoot(i: int) -> None:
            frame.evaluate("minute => petrograd.seek(minute)", to_minute(moments[i].at))
            frame.evaluate(PAINTED)
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
        for layer in [*base_map(chronicle), *markers(to_minute(moments[i].at))]:
            layer.add_to(drawn)
        drawn._to_png(delay=0, driver=Driver(browser))

    return median(shoot, 3)


def matplotlib_drawing(chronicle: Chronicle, moments: list[View], kind: str) -> float:
    """The base map's paths and the events' points, with their titles, on a figure of 1920 × 1080."""
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
        figure.savefig(io.BytesIO(), format=kind)

    return median(shoot)


def rows(browser: Browser) -> list[Row]:
    """All of it."""
    chronicle = open_record(ROOT / "data")
    codec = Codec(chronicle)
    hours = [datetime(1917, 11, 7, 18 + i) for i in range(6)]
    moments = [codec.decode(f"?at={write(at)}&{C}")[0] for at in hours]

    def one(size: str, kind: str) -> Callable[[int], bytes]:
        return lambda i: rendered(picture.draw(chronicle, moments[i], picture.sheet(size)), kind)

    still, four, paper = (median(one(*form)) for form in (("1920x1080", "png"), ("3840x2160", "png"), ("A4", "pdf")))
    board = median(lambda i: rendered(storyboard(chronicle, moments), "png"), 3)
    gif, gif_frames = _film(chronicle, moments[0], "night.gif", datetime(1917, 11, 7, 18, 5), datetime(1917, 11, 8, 4))
    mp4, mp4_frames = _film(chronicle, moments[0], "night.mp4", datetime(1917, 11, 6, 18), datetime(1917, 11, 7, 10))
    shot = screenshot(browser, moments)
    return [
        Row("1080p PNG", f"{still:.3f} s", budget(still, 0.15, "s")),
        Row(
            "the same, screenshot of the stage in a running headless browser", f"{shot:.3f} s", times_ours(shot, still)
        ),
        *(
            Row(f"the same, {label}", f"{taken:.3f} s", times_ours(taken, still))
            for label, taken in (
                ("folium's `_to_png` without its wait of 3 s", folium_png(browser, chronicle, moments)),
                ("matplotlib: lines, points and titles only", matplotlib_drawing(chronicle, moments, "png")),
            )
        ),
        Row("4K PNG", f"{four:.3f} s", budget(four, 0.5, "s")),
        Row("A4 PDF, tagged", f"{paper:.3f} s", budget(paper, 0.2, "s")),
        Row("the same, matplotlib: lines, points and titles only", *_against(chronicle, moments, paper)),
        Row("storyboard of six, PNG", f"{board:.2f} s", budget(board, 1, "s")),
        Row(f"GIF 1280×720, {gif_frames} frames", f"{gif:.1f} s", budget(gif, 8, "s")),
        Row(
            f"the same number of screenshots alone, {gif_frames} × the above",
            f"{shot * gif_frames:.1f} s",
            times_ours(shot * gif_frames, gif),
        ),
        Row(f"MP4 1080p, 16 h in {mp4_frames} frames", f"{mp4:.1f} s", budget(mp4, 30, "s")),
    ]


def _against(chronicle: Chronicle, moments: list[View], ours: float) -> tuple[str, str]:
    taken = matplotlib_drawing(chronicle, moments, "pdf")
    return f"{taken:.3f} s", times_ours(taken, ours)


def _film(chronicle: Chronicle, view: View, name: str, first: datetime, last: datetime) -> tuple[float, int]:
    """Seconds that a film takes, and its frames."""
    reel = picture.takes(chronicle, first, last, 5)
    with tempfile.TemporaryDirectory() as folder:
        return seconds(lambda: picture.film(chronicle, view, reel, Path(folder) / name)), len(reel)
