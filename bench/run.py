"""Measures the project against the usual ways, in one run on one machine, and writes `results.md`.

    make bench

`python bench/run.py PART…` runs some parts alone (`PARTS`), prints them and writes nothing.
"""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from importlib.metadata import version

import opening
import pictures
import slider
import tables
from measuring import FLAGS, HERE, LIMIT, Row
from playwright.sync_api import Browser, sync_playwright

PACKAGES = "streamlit folium streamlit-folium folium-offline xstatic-leaflet pandas typst pillow av matplotlib".split()


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A table in Markdown."""
    lines = [list(heading), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return [f"| {' | '.join(cells)} |" for cells in lines]


def against(rows: list[Row]) -> list[str]:
    return table(("what", "measured", "against"), rows)


def many(browser: Browser) -> list[str]:
    """The slider with 150 to 50,000 events."""
    heading = ("slider to painted", *(f"{size:,} events" for size in slider.SIZES), "growth")
    return [
        f"On the stage they are a visitor's own events, over the record. A rival that does not answer within {LIMIT:.0f} s is left "
        "behind. *Growth* is the exponent of the least-squares line through the logarithms of size and time. "
        "TimelineSlider and TimestampedGeoJson are pages as folium saves them, with scripts from folium-offline; "
        "TimestampedGeoJson drops every date before 1970, so for it all happens a century later.",
        "",
        *table(heading, slider.of_many(browser)),
    ]


PARTS: dict[str, tuple[str, Callable[[Browser], list[str]]]] = {
    "opening": ("Until the map is there", lambda browser: against(opening.rows(browser))),
    "slider": ("It follows the hand", lambda browser: against(slider.of_the_record(browser))),
    "many": ("With very many events", many),
    "pictures": ("Pictures", lambda browser: against(pictures.rows(browser))),
    "tables": ("Tables", lambda _: against(tables.rows())),
}


def main(asked: list[str]) -> None:
    """Run the parts that are asked for, or all of them and write `results.md`."""
    begun = time.monotonic()
    found: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ["CHROMIUM"], args=FLAGS)
        for name in asked or PARTS:
            title, measured = PARTS[name]
            found += [f"## {title}", "", *measured(browser), ""]
            print(f"{name}: done after {time.monotonic() - begun:.0f} s", file=sys.stderr)
        chromium = browser.version
        browser.close()
    versions = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    text = "\n".join(
        [
            "# Measured",
            "",
            f"{platform.machine()}, {os.cpu_count()} cores (load {os.getloadavg()[0]:.1f} at the end), {platform.system()}, "
            f"Python {platform.python_version()}, {versions}, Chromium {chromium} without a GPU, no network. Medians of one "
            f"run of {(time.monotonic() - begun) / 60:.0f} minutes; ratios are safer than times. `make bench` repeats it, "
            "[how to read it](README.md).",
            "",
            *found,
        ]
    )
    print(text)
    if not asked:
        (HERE / "results.md").write_text(text, "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
