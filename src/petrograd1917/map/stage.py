"""The stage as folium sees it: one map whose scripts come from this machine, and one layer that starts the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import folium
from folium.elements import MacroElement
from folium.template import Template

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import assets, own
from petrograd1917.view import ZOOM, Problem


class StageMap(folium.Map):
    """A folium map without tiles; its scripts and styles are this process's own files.

    Parameters
    ----------
    centre : tuple of float
        Latitude, longitude (degrees WGS84), zoom.
    scripts, styles : list of tuple
        Name and address of each file that the frame is to load; none where the page holds them itself.
    """

    def __init__(
        self,
        centre: tuple[float, float, float],
        scripts: Sequence[tuple[str, str]] = (),
        styles: Sequence[tuple[str, str]] = (),
    ):
        super().__init__(
            location=centre[:2],
            zoom_start=centre[2],
            tiles=None,
            zoom_control=False,
            min_zoom=ZOOM[0],
            max_zoom=ZOOM[1],
        )
        # folium's own lists are class attributes: shadow them, never add to them
        self.default_js, self.default_css = list(scripts), list(styles)
        self.options.update(zoom_snap=0.25, zoom_delta=0.5, wheel_px_per_zoom_level=90, attribution_control=False)


class Engine(MacroElement):
    """Starts the engine on its map.

    Parameters
    ----------
    fonts : list
        Family, weight, style and address of each face; no address where the page declares it itself.
    later : dict
        Address of each of `assets.LATER`, which is fetched once it is wanted; its compressed content where the page holds
        it. `ownScript`: address of `assets.OWN_SCRIPT`; `own`: a visitor's own events that the page holds.
        Under `wings` the addresses of `assets.WINGS`, if the page does not hold them.
    report : bool
        Whether there is an app that wants to hear where the hand rests. Where there is none, the page's own address
        holds the view.
    """

    _template = Template(
        "{% macro script(this, kwargs) %}petrogradStart({{ this._parent.get_name() }}, {{ this.started_with }});{% endmacro %}"
    )

    def __init__(self, fonts: list[tuple], later: dict[str, object], report: bool):
        super().__init__()
        self._name = "Engine"
        self.started_with = assets.literal({"fonts": fonts, **later, "report": report})


class Show(MacroElement):
    """Asks the running engine to show a view, and a visitor's own events with it; it obeys a revision once."""

    _template = Template(
        "{% macro script(this, kwargs) %}petrograd.show({{ this.query }}, {{ this.revision }}, {{ this.problems }}, {{ this.own }});{% endmacro %}"
    )

    def __init__(self, query: str, revision: str, problems: list[Problem], own: str | None):
        super().__init__()
        self._name = "Show"
        self.own = assets.literal(own)
        self.query = assets.literal(query)
        self.revision = assets.literal(revision)
        self.problems = assets.literal([{"key": problem.key, "value": problem.value} for problem in problems])


def stage(chronicle: Chronicle) -> StageMap:
    """The map with its engine; nothing in it depends on the moment shown, so that the frame is never mounted anew."""
    links = {name: assets.FROM_FRAME + link for name, link in assets.publish(chronicle).items()}
    faces = [(*face, assets.FROM_FRAME + link) for *face, link in assets.publish_fonts()]
    own.shelf()
    built = of_files(chronicle, links)
    Engine(faces, {**fetched(links), "ownScript": links[assets.OWN_SCRIPT]}, report=True).add_to(built)
    return built


def of_files(chronicle: Chronicle, links: Mapping[str, str], styles: Sequence[str] = assets.STYLES) -> StageMap:
    """The map without its engine; `links` are the addresses of its scripts and styles."""
    return StageMap(chronicle.centre, *([(name, links[name]) for name in names] for names in (assets.SCRIPTS, styles)))


def fetched(links: Mapping[str, str]) -> dict[str, object]:
    """What an engine fetches later, as it wants to be told; `links` are the addresses of `assets.LATER` and `assets.WINGS`."""
    later: dict[str, object] = {name: links[f"{name}.json"] for name in assets.LATER}
    return {**later, "wings": [links[name] for name in assets.WINGS]}


def show(query: str, revision: str, problems: list[Problem], events: str | None = None) -> folium.FeatureGroup:
    """What carries a view from the app to the running engine, and the link of `own.Published` if there is one."""
    group = folium.FeatureGroup(name="view", control=False)
    Show(query, revision, problems, events and assets.FROM_FRAME + events).add_to(group)
    return group
