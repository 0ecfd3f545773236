"""Until the map is painted, and what that weighs: the stage and a bare folium map."""

from __future__ import annotations

import gzip
import re
import statistics
import tempfile
import time

from measuring import APP, LAPTOP, RIVALS, ROOT, Row, budget, frame_of, serving
from playwright.sync_api import Browser, Page

from petrograd1917.home import cache_folder
from petrograd1917.map import assets
from petrograd1917.rules import open_record

TIMES = 3
KINDS = {"stage": APP, "rival": RIVALS / "bare.py"}


def first_ever(browser: Browser) -> float:
    """From `streamlit run` to the painted map on a machine that has never started the app, seconds."""
    with tempfile.TemporaryDirectory() as empty:
        return _opened(browser, "stage", XDG_CACHE_HOME=empty, LOCALAPPDATA=empty)[0]


def _opened(browser: Browser, kind: str, **variables: str) -> tuple[float, float, float]:
    """Seconds from `streamlit run`, for another visitor while it runs, and for the same visitor once more."""
    start = time.perf_counter()
    with serving(KINDS[kind], **variables) as url:
        browser_of_one = browser.new_context(viewport=LAPTOP)
        _visit(browser_of_one.new_page(), url, kind)
        started = time.perf_counter() - start
        browser_of_one.close()
        another = browser.new_context(viewport=LAPTOP)
        visits = [_visit(another.new_page(), url, kind) for _ in range(2)]
        another.close()
    return started, *visits


def _visit(page: Page, url: str, kind: str) -> float:
    start = time.perf_counter()
    page.goto(url)
    frame_of(page, kind)
    return time.perf_counter() - start


def weights() -> tuple[list[bytes], list[bytes]]:
    """The files that the first sight needs beyond Streamlit's own, and those that follow by themselves once it stands."""
    links = assets.publish(open_record(ROOT / "data"))
    first = [
        *(links[name] for name in (*assets.SCRIPTS, *assets.STYLES)),
        *(link for *_, link in assets.publish_fonts()),
    ]
    return tuple(
        [(cache_folder() / "web" / re.sub(r"^[^/]*/", "", link)).read_bytes() for link in some]
        for some in (first, [links[name] for name in assets.WINGS])
    )


def _kilobytes(files: list[bytes]) -> tuple[float, float]:
    """As they are, and compressed by gzip."""
    return sum(map(len, files)) / 1000, sum(len(gzip.compress(file)) for file in files) / 1000


def rows(browser: Browser, times: int = TIMES) -> list[Row]:
    """All of it."""
    ever = first_ever(browser)
    _opened(browser, "stage")  # once, so that what is made once is made
    found: dict[str, list[tuple[float, float, float]]] = {kind: [] for kind in KINDS}
    for _ in range(times):
        for kind in KINDS:
            found[kind].append(_opened(browser, kind))
    stage, bare = ([statistics.median(one) for one in zip(*found[kind])] for kind in KINDS)
    names = ("streamlit run to first map painted", "another visitor while it runs", "the same visitor again")
    limits = (1.3, None, None)
    told = [
        Row("first start on a machine (fonts and drawing are made)", f"{ever:.1f} s"),
    ]
    for name, limit, ours, theirs in zip(names, limits, stage, bare):
        ratio = f"{ours / theirs:.2f} × bare"
        told.append(
            Row(
                f"{name}, stage",
                f"{ours:.2f} s",
                f"{ratio}; {budget(ours / theirs, limit, '× bare')}" if limit else ratio,
            )
        )
        told.append(Row("the same, bare folium map", f"{theirs:.2f} s"))
    first, wings = weights()
    (seen, seen_zipped), (raw, zipped) = _kilobytes(first), _kilobytes(first + wings)
    return [
        *told,
        Row("loaded until the map stands, beyond Streamlit's own", f"{seen:.0f} KB, gzip {seen_zipped:.0f} KB"),
        Row("with what then follows by itself", f"{raw:.0f} KB", budget(raw, 700, "KB")),
        Row("the same, gzip", f"{zipped:.0f} KB", budget(zipped, 250, "KB")),
    ]
