"""The map to point at: the city as one picture over its box, drawn from the same drawing as the stage."""

import re
from xml.etree import ElementTree

import pytest

from petrograd1917.map import assets
from petrograd1917.map.drawing import ZOOMS, drawing, world
from petrograd1917.map.picker import Spot, picker
from petrograd1917.map.still import sheet


@pytest.mark.parametrize("zoom", ZOOMS)
def test_the_sheet_fits_its_box(chronicle, zoom):
    picture = ElementTree.fromstring(sheet(drawing(chronicle), chronicle.city, zoom, assets.tokens()))
    *_, wide, high = map(float, picture.get("viewBox").split())
    city = chronicle.city
    (left, top), (right, bottom) = world(city.north, city.west), world(city.south, city.east)
    assert (wide, high) == (pytest.approx(right - left, abs=1), pytest.approx(bottom - top, abs=1))


def test_streets_are_named_on_it(chronicle):
    text = sheet(drawing(chronicle), chronicle.city, assets.PICTURE_ZOOM, assets.tokens())
    assert "Nevsky Prospekt" in text and "Winter Palace" in text
    assert "<script" not in text and " style=" not in text


def test_the_map_loads_nothing_from_elsewhere(chronicle):
    rendered = picker(chronicle, [Spot(59.94, 30.31, 40, True)]).get_root().render()
    assert "[59.94, 30.31, 40, true]" in rendered
    assert not re.search(r'(src|href)="(https?:)?//', rendered)
    links = assets.publish_picker(chronicle)
    assert set(links) == {"leaflet.js", "leaflet.css", "city.svg"}
