"""Folium's own players, as pages that it saves: all events are in the page, and a slider of the plugin shows them.

Their scripts are asked of the network by folium; here they come from the package `folium-offline`, which carries the files
of the very addresses that folium names, and Leaflet is ours.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import folium
import pandas as pd
from common import base_map, events, record
from folium.plugins import Timeline, TimelineSlider, TimestampedGeoJson
from folium.utilities import JsCode
from offlinefolium.elements import _res as carried  # the package has no public name for it

from petrograd1917.home import cache_folder
from petrograd1917.map import assets

#: TimestampedGeoJson drops what is dated before 1970: for it everything happens a century later
A_CENTURY = 100
CIRCLE = {"radius": 6, "color": "#333", "weight": 1, "fillOpacity": 1, "className": "event"}
MINUTES = 7
STEPS = 40
#: from the plugin's slider to the painted markers, milliseconds, and the most markers at once
DRAGS = {
    "timeline": """async ([step, steps, limit]) => {
        const slider = document.querySelector('.time-slider');
        const middle = (Number(slider.min) + Number(slider.max)) / 2;
        return dragged(steps, limit, i => {
            slider.value = middle + i * step;
            slider.dispatchEvent(new Event('input'));
        });
    }""",
    "timestamped": """async ([step, steps, limit]) => {
        const { timeDimension } = Object.values(window).find(value => value instanceof L.Map);
        const times = timeDimension.getAvailableTimes();
        const middle = (times[0] + times[times.length - 1]) / 2;
        return dragged(steps, limit, i => timeDimension.setCurrentTime(middle + i * step));
    }""",
}
_DRAGGED = """<script>
    async function dragged(steps, limit, move) {
        const spans = [];
        const begun = performance.now();
        let most = 0;
        for (let i = 0; i < steps && performance.now() - begun < limit; i += 1) {
            const start = performance.now();
            move(i);
            await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
            spans.push(performance.now() - start);
            most = Math.max(most, document.querySelectorAll('path.leaflet-interactive.event').length);
        }
        return { spans, most };
    }
</script>"""


def page(kind: str, file: Path) -> str:
    """Save a page with a file's events beside that file; its address."""
    folder, found = file.parent, events(str(file))
    drawn = _map()
    for layer in base_map(record()):
        layer.add_to(drawn)
    if kind == "timeline":
        layer = Timeline(
            _features(found), point_to_layer=JsCode(f"(_, at) => L.circleMarker(at, {json.dumps(CIRCLE)})")
        )
        slider = TimelineSlider(auto_play=False, show_ticks=False).add_timelines(layer)
        slider.default_js = _local(TimelineSlider.default_js, folder)
        layer.default_js = _local(Timeline.default_js, folder)
        layer.add_to(drawn)
        slider.add_to(drawn)
    else:
        layer = TimestampedGeoJson(_features(found, A_CENTURY), period="PT1M", duration="PT1H", auto_play=False)
        layer.default_js, layer.default_css = (
            _local(links, folder) for links in (TimestampedGeoJson.default_js, TimestampedGeoJson.default_css)
        )
        layer.add_to(drawn)
    drawn.get_root().header.add_child(folium.Element(_DRAGGED))
    saved = folder / f"{kind}.html"
    drawn.save(saved)
    return saved.as_uri()


def _map() -> folium.Map:
    """A map with nothing but Leaflet, from this machine."""
    chronicle = record()
    links = assets.publish(chronicle)
    drawn = folium.Map(location=chronicle.centre[:2], zoom_start=chronicle.centre[2], tiles=None)
    drawn.default_js, drawn.default_css = (
        [(name, (cache_folder() / "web" / re.sub(r"^[^/]*/", "", links[name])).as_uri())]
        for name in ("leaflet.js", "leaflet.css")
    )
    return drawn


def _local(links: list[tuple[str, str]], folder: Path) -> list[tuple[str, str]]:
    """The files of addresses, written beside the page."""
    found = []
    for name, link in links:
        file = folder / link.rsplit("/", 1)[1]
        file.write_text(carried[link], "utf-8")
        found.append((name, file.as_uri()))
    return found


def _features(events: pd.DataFrame, years: int = 0) -> dict[str, object]:
    """The events as GeoJSON, timed for either plugin."""
    found = []
    for event in events.itertuples():
        first, last = (moment.replace(year=moment.year + years) for moment in (event.earliest, event.latest))
        properties = {"start": f"{first.isoformat()}Z", "end": f"{last.isoformat()}Z"}
        if years:
            properties = {"times": [f"{first.isoformat()}Z"], "icon": "circle", "iconstyle": CIRCLE}
        point = {"type": "Point", "coordinates": [event.lon, event.lat]}
        found.append({"type": "Feature", "geometry": point, "properties": properties})
    return {"type": "FeatureCollection", "features": found}
