"""A still equals the screen: the same ground, events, actors and holders, at the same spots within two pixels."""

import math

import pytest

from petrograd1917.moment import write
from petrograd1917.picture.plot import plot
from petrograd1917.picture.window import Window
from petrograd1917.view import Codec

SEEN = """() => {
    const area = petrograd.map.getContainer().getBoundingClientRect();
    const middle = (node) => {
        const box = node.getBoundingClientRect();
        return [box.left + box.width / 2 - area.left, box.top + box.height / 2 - area.top];
    };
    const all = (selector) => [...document.querySelectorAll(selector)];
    const bounds = petrograd.map.getBounds();
    const centre = petrograd.map.getCenter();
    return {
        size: [area.width, area.height],
        c: [centre.lat, centre.lng, petrograd.map.getZoom()],
        bounds: [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()],
        marks: all('.leaflet-marker-icon.event').map((node) => [node.dataset.events, node.dataset.form, ...middle(node)]),
        actors: all('.leaflet-marker-icon.actor:not(.behind)').map((node) => [node.getAttribute('aria-label') || node.title, ...middle(node.querySelector('.mark, .ship'))]),
        squares: all('.holder-square .holder')
            .filter((node) => node.dataset.holder && node.dataset.holder !== 'none')
            .map((node) => [node.dataset.holder, ...middle(node)]),
        spans: all('.span-icon[data-span=raised]').map((node) => middle(node)),
    };
}"""
VIEWS = [
    "?at=1917-11-07T02:00&c=59.9405,30.3360,13.25",
    "?at=1917-11-08T02:10&c=59.9420,30.3140,14.5",
    "?at=1917-07-17T14:00&c=59.9450,30.3350,13.5",
    "?at=1917-11-07T19:10&c=59.9400,30.3130,14.5&mode=projector&layers=force,words,actors",
]


def _close(drawn, seen):
    """Pair what is drawn with what is seen: the same things, none further apart than two pixels."""
    assert sorted(key for key, *_ in drawn) == sorted(key for key, *_ in seen)
    for (key, x, y), (other, left, top) in zip(sorted(drawn), sorted(seen)):
        assert key == other
        assert math.hypot(x - left, y - top) < 2, key


@pytest.mark.parametrize("query", VIEWS)
def test_a_still_equals_the_screen(query, chronicle, server, visit):
    # a picture for a wall has the sizes that the design gives for one of 1080 lines
    window = (1920, 1080) if "projector" in query else (1366, 900)
    stage = visit(*window).go(f"{server.url}/{query}")
    stage.wait_for_function("document.querySelectorAll('.event').length > 0")
    seen = stage.evaluate(SEEN)
    view = Codec(chronicle).decode(query)[0]
    assert write(view.at) == stage.evaluate("petrograd.state().at")
    lat, lon, zoom = seen["c"]
    window = Window(lat, lon, zoom, 0, 0, *seen["size"])
    drawn = plot(chronicle, view, window)

    assert window.bounds == pytest.approx(seen["bounds"], abs=2 / 60000)
    marks = [
        (" ".join(one.event["id"] for one in mark.current) or mark.shown[0].event["id"], mark.x, mark.y)
        for mark in drawn.marks
    ]
    _close(marks, [(key, x, y) for key, _, x, y in seen["marks"]])
    forms = {(mark.current or mark.shown)[0].event["id"]: mark.shown[0].form for mark in drawn.marks}
    assert forms == {key.split()[0]: form for key, form, *_ in seen["marks"]}
    names = [
        f"{one.actor['name']['en']} and {len(one.others)} more" if one.others else one.actor["name"]["en"]
        for one in drawn.figures
    ]
    _close([(name, one.x, one.y) for name, one in zip(names, drawn.figures)], seen["actors"])
    squares = [(one.hatch, *one.lines[0][0]) for one in drawn.holdings if one.form == "square"]
    _close(squares, seen["squares"])
    _close([("", one.x, one.y) for one in drawn.spans], [("", x, y) for x, y in seen["spans"]])
