"""The small map beside a place."""

import re
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from petrograd1917.ui import locator

PALACE, PUTILOV, KRONSTADT = (59.9404, 30.3139), (59.8790, 30.2600), (59.9950, 29.7670)


def test_the_nearer_picture_that_shows_the_place(chronicle):
    assert locator.spot(chronicle, *PALACE, 40).picture == "centre"
    assert locator.spot(chronicle, *PUTILOV, 350).picture == "city"
    assert locator.spot(chronicle, *KRONSTADT, 800) is None


def test_corners_and_centre_of_the_city(chronicle):
    city = chronicle.city
    for lat, lon, left, top in (
        (city.north, city.west, 0, 0),
        (city.south, city.east, 100, 100),
        (city.north, city.east, 100, 0),
    ):
        assert locator.spot(chronicle, lat, lon, 0)[1:] == (left, top, 0)
    middle = locator.spot(chronicle, (city.south + city.north) / 2, (city.west + city.east) / 2, 0)
    assert (middle.left, middle.top) == (pytest.approx(50, abs=0.1), pytest.approx(50, abs=0.1))


def test_an_error_is_as_wide_as_it_is_on_the_ground(chronicle):
    """The palace stands some 1.2 km from the city Duma, by the straight line 930 m."""
    from geopy.distance import geodesic

    duma = (59.9343, 30.3292)
    apart = geodesic(PALACE, duma).m
    palace, there = (locator.spot(chronicle, *point, apart / 2) for point in (PALACE, duma))
    across = abs(palace.left - there.left)
    shown = geodesic((PALACE[0], PALACE[1]), (PALACE[0], duma[1])).m / apart
    assert palace.error == pytest.approx(across / shown, rel=0.02)


def test_pictures_are_whole_and_small(chronicle):
    style = locator.style(chronicle)
    pictures = [unquote(data) for data in re.findall(r'url\("data:image/svg\+xml,([^"]+)"\)', style)]
    assert len(pictures) == 2
    for picture in pictures:
        assert ElementTree.fromstring(picture).findall(".//{*}path")
    assert len(style) < 60_000
