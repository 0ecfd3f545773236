import csv
import json
import math
import re
from itertools import product

import pytest
from shapely import STRtree
from shapely.geometry import LineString, box
from shapely.ops import substring

from petrograd1917.map import assets, fonts
from petrograd1917.map.drawing import (
    LANGUAGES,
    SCALES,
    STYLES,
    WORLD_ZOOM,
    ZOOMS,
    drawing,
    lettered,
    world,
)

#: how tall a capital is, in ems
CAPITAL = 0.7


@pytest.fixture(scope="module")
def drawn(chronicle):
    return drawing(chronicle)


@pytest.fixture(scope="module")
def features(chronicle):
    return json.loads(chronicle.basemap.read_text("utf-8"))["features"]


def unpacked(packed):
    """World pixels, counted from the drawing's origin."""
    points, x, y = [], 0, 0
    for dx, dy in zip(packed[::2], packed[1::2]):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def lines_of(geometry):
    """Every ring (without its repeated last point) and line of a GeoJSON geometry."""
    kind, coordinates = geometry["type"], geometry["coordinates"]
    if kind == "LineString":
        return [coordinates]
    if kind == "Polygon":
        return [ring[:-1] for ring in coordinates]
    if kind == "MultiLineString":
        return coordinates
    return [ring[:-1] for polygon in coordinates for ring in polygon] if kind == "MultiPolygon" else []


def layer(features, *names, **wanted):
    return [
        f
        for f in features
        if f["properties"]["layer"] in names and all(f["properties"].get(key) == value for key, value in wanted.items())
    ]


def test_world_pixels_are_those_of_leaflet():
    assert world(0, 0) == (2**WORLD_ZOOM * 128, 2**WORLD_ZOOM * 128)
    assert world(85.0511287798, -180) == pytest.approx((0, 0), abs=1e-3)
    # Leaflet's own way of writing the spherical Mercator
    sine = math.sin(math.radians(59.9404))
    y = 6378137 * math.log((1 + sine) / (1 - sine)) / 2
    x = 6378137 * math.radians(30.3139)
    scale, half = 256 * 2**WORLD_ZOOM, 6378137 * math.pi
    assert world(59.9404, 30.3139) == pytest.approx((scale * (x / half + 1) / 2, scale * (1 - y / half) / 2), abs=1e-3)


@pytest.mark.parametrize(
    ("paths", "layers", "wanted"),
    [
        ("land", ("land", "island"), {}),
        ("water", ("water",), {}),
        ("canal", ("canal",), {}),
        ("canal_line", ("canal_line",), {}),
        ("park", ("park",), {}),
        ("square", ("square_area",), {}),
        ("rail", ("railway",), {}),
        ("region_water", ("region_water",), {}),
        ("region_rail", ("region_railway",), {}),
        ("street_main", ("street",), {"class": "main"}),
        ("street_minor", ("street",), {"class": "minor"}),
        ("bridge_main", ("bridge",), {"class": "main"}),
        ("bridge_minor", ("bridge",), {"class": "minor"}),
    ],
)
def test_paths_unpack_to_their_coordinates(drawn, features, paths, layers, wanted):
    lines = [line for feature in layer(features, *layers, **wanted) for line in lines_of(feature["geometry"])]
    assert len(lines) == len(drawn.paths[paths]) > 0
    for line, packed in zip(lines, drawn.paths[paths]):
        points = unpacked(packed)
        assert len(points) == len(line)
        for (lon, lat), (x, y) in zip(line, points):
            there = world(lat, lon)
            assert abs(there[0] - drawn.origin[0] - x) <= 1
            assert abs(there[1] - drawn.origin[1] - y) <= 1


def test_every_layer_with_a_form_is_drawn(drawn, features):
    forms = sum(len(lines_of(f["geometry"])) for f in features)
    assert forms == sum(len(lines) for paths, lines in drawn.paths.items() if paths != "shore")


def test_packed_paths_are_whole_numbers(drawn):
    for lines in drawn.paths.values():
        assert all(type(number) is int and len(line) % 2 == 0 for line in lines for number in line)


def stretches(lines):
    return {frozenset((a, b)) for line in lines for a, b in zip(line, line[1:])}


def test_banks_are_all_of_the_shore_but_the_edge_of_the_map(drawn, features, chronicle):
    city = chronicle.city

    def on_the_edge(a, b):
        edges = ((0, city.west), (0, city.east), (1, city.south), (1, city.north))
        return any(a[axis] == b[axis] == edge for axis, edge in edges)

    def pixels(point):
        x, y = world(point[1], point[0])
        return round(x) - drawn.origin[0], round(y) - drawn.origin[1]

    banks, edge = set(), set()
    for feature in layer(features, "water"):
        for ring in lines_of(feature["geometry"]):
            for a, b in zip(ring, [*ring[1:], ring[0]]):
                (edge if on_the_edge(a, b) else banks).add(frozenset((pixels(a), pixels(b))))
    shown = stretches(map(unpacked, drawn.paths["shore"]))
    assert edge
    assert shown & edge == set()
    assert shown - banks == set()
    assert banks - shown == set()


def test_every_step_draws_something(drawn):
    assert {step.paths for step in drawn.steps} == drawn.paths.keys()
    assert set(drawn.areas) <= drawn.paths.keys()
    assert all(step.fill == "" or step.paths in drawn.areas for step in drawn.steps)
    for step in drawn.steps:
        assert step.fill or step.stroke
        assert not step.stroke or len(step.width) == len(ZOOMS)


@pytest.mark.parametrize("light", ["day", "dusk", "night", "print"])
def test_every_colour_is_a_token(drawn, light):
    colours = assets.tokens()["color"][light]
    used = {colour for step in drawn.steps for colour in (step.fill, step.stroke)}
    used |= {colour for style in STYLES.values() for colour in (style.colour, style.halo)}
    assert used - {""} <= colours.keys()


def test_water_lies_over_land_and_bridges_over_water(drawn):
    order = [step.paths for step in drawn.steps]
    last = {paths: index for index, paths in enumerate(order)}
    assert last["land"] < last["water"] < last["bridge_main"] < last["landmark"]
    assert last["street_minor"] < last["street_main"]


def test_footprints_are_those_of_places_known_within_60_m(drawn, chronicle, features):
    errors = dict(zip(chronicle.places["place_id"], chronicle.places["error_m"]))
    assert {"winter_palace", "smolny", "tauride_palace"} <= drawn.footprints.keys()
    assert all(errors[place_id] <= 60 for place_id in drawn.footprints)
    palace = [line for f in layer(features, "landmark", place_id="winter_palace") for line in lines_of(f["geometry"])]
    assert [len(unpacked(ring)) for ring in drawn.footprints["winter_palace"]] == [len(ring) for ring in palace]


def test_bridges_of_the_record_have_a_deck_and_their_opening_lies_on_it(drawn, chronicle):
    bridges = set(chronicle.places.loc[chronicle.places["kind"] == "bridge", "place_id"])
    assert drawn.bridges.keys() <= bridges
    assert {"palace_bridge", "liteiny_bridge", "nikolaevsky_bridge", "trinity_bridge"} <= drawn.bridges.keys()
    with_opening = {place_id: bridge for place_id, bridge in drawn.bridges.items() if "opening" in bridge}
    assert with_opening
    for bridge in with_opening.values():
        (opening,) = unpacked(bridge["opening"])
        assert LineString(unpacked(bridge["deck"])).distance(box(*opening, *opening)) < 100


def form(drawn, placed, zoom, factor, lang):
    """The ground that a name's letters stand on, pixels: a strip along its line, or a box for each of its lines."""
    index, *where = placed
    name = drawn.names[index]
    size = STYLES[name.style].sizes[ZOOMS.index(zoom)] * factor
    points = [(x / 2 ** (WORLD_ZOOM - zoom), y / 2 ** (WORLD_ZOOM - zoom)) for x, y in unpacked(name.line)]
    wide = written(lettered(name, lang), name.style, size)
    if len(where) == 1:
        line = LineString(points)
        start = (line.length - wide - size * 0.4) * where[0]
        return substring(line, start, start + wide).buffer(size * CAPITAL / 2, cap_style="flat")
    x, y = points[0][0] + where[0], points[0][1] + where[1]
    if name.style != "prime" or lang == "ru":
        return around(x, y, wide, size)
    under = STYLES["prime_ru"].sizes[ZOOMS.index(zoom)] * factor
    first = around(x, y - under * 0.55, wide, size)
    return first.union(around(x, y + size * 0.55, written(name.ru, "prime_ru", under), under)) if under else first


def written(text, style, size):
    return fonts.width(text, size, fonts.FACES[STYLES[style].face], STYLES[style].tracking)


def around(x, y, wide, size):
    return box(x - wide / 2, y - size * CAPITAL / 2, x + wide / 2, y + size * CAPITAL / 2)


@pytest.mark.parametrize(("scale", "lang", "zoom"), list(product(SCALES, LANGUAGES, ZOOMS)))
def test_no_two_names_overlap(drawn, scale, lang, zoom):
    labels = drawn.labels[scale][lang][zoom]
    forms = [form(drawn, placed, zoom, SCALES[scale], lang) for placed in labels]
    pairs = STRtree(forms).query(forms, predicate="intersects").T
    overlapping = [(a, b) for a, b in pairs if a < b and forms[a].intersection(forms[b]).area > 1]
    names = [[lettered(drawn.names[int(labels[i][0])], lang) for i in pair] for pair in overlapping]
    assert names == []


@pytest.mark.parametrize(("scale", "lang"), list(product(SCALES, LANGUAGES)))
def test_what_a_class_looks_for_is_lettered(drawn, scale, lang):
    prime = {i for i, name in enumerate(drawn.names) if name.style == "prime"}
    assert len(prime) == 4
    for zoom in ZOOMS:
        placed = [int(label[0]) for label in drawn.labels[scale][lang][zoom]]
        assert len(placed) == len(set(placed)) > 15
        assert zoom == ZOOMS[0] or prime <= set(placed), (zoom, [drawn.names[i].en for i in prime - set(placed)])


def test_a_closer_look_shows_more_names(drawn):
    counts = [len(drawn.labels["page"]["en"][zoom]) for zoom in ZOOMS]
    assert counts == sorted(counts)
    assert all(len(drawn.labels["projector"]["en"][zoom]) <= count for zoom, count in zip(ZOOMS, counts))


def test_names_of_a_language_are_in_its_letters(drawn):
    russian = re.compile("[а-яё]", re.IGNORECASE)
    for name in drawn.names:
        assert not russian.search(lettered(name, "en"))
        assert russian.search(lettered(name, "ru"))


def test_names_come_by_rank(drawn):
    ranks = [name.rank for name in drawn.names]
    assert ranks == sorted(ranks)


def test_the_drawing_goes_into_json(drawn):
    text = json.dumps(drawn.as_json(), allow_nan=False)
    said = json.loads(text)
    assert said["zoom"] == WORLD_ZOOM
    assert said["paths"] == drawn.paths
    assert len(said["names"]) == len(drawn.names)


def test_widths_of_letters():
    """A line is as wide as its letters, in proportion to its size; tracking goes between them."""
    one, two = fonts.width("Н", 10), fonts.width("НН", 10)
    assert two == pytest.approx(2 * one)
    assert fonts.width("НН", 20) == pytest.approx(2 * two)
    assert fonts.width("ННН", 10, tracking=0.1) == pytest.approx(3 * one + 2)
    assert fonts.width("", 10, tracking=0.1) == 0
    assert fonts.width("Winter Palace", 16, fonts.FACES[2]) > fonts.width("Winter Palace", 16, fonts.FACES[0])


@pytest.mark.parametrize("face", fonts.FACES, ids=lambda face: f"{face.family} {face.weight} {face.style}")
def test_the_fonts_have_every_letter_that_is_drawn(drawn, face):
    names = [*drawn.names, *(name for lettering in drawn.letterings.values() for name in lettering.names)]
    letters = set("".join(lettered(name, lang) for name in names for lang in LANGUAGES))
    assert all(fonts.width(letter, 1, face) > 0 for letter in letters)
    assert fonts.path(face).is_file()


def test_every_name_of_today_is_that_of_a_lettered_one(chronicle, drawn):
    with (chronicle.folder / "names_today.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    lettered = {name.en for name in drawn.names}
    assert [row["name"] for row in rows if row["name"] not in lettered] == []
    assert all(row["today"] and row["today_ru"] for row in rows)
    changed = drawn.letterings_as_json()["today"]["names"]
    assert len(changed) >= len(rows)
    assert ("Griboedov Canal", "канал Грибоедова") in changed.values()


def test_russian_names_can_be_lettered_as_they_were_spelt(drawn):
    changed = drawn.letterings_as_json()["old"]["names"]
    assert ("Winter Palace", "Зимній дворецъ") in changed.values()
    assert all(drawn.names[index].en == en for index, (en, _) in changed.items())
    assert len(changed) > 150


def test_one_spot_is_lettered_once(drawn):
    points = [(name.en, name.line) for name in drawn.names if len(name.line) == 2]
    near = [
        (a, at, b)
        for i, (a, at) in enumerate(points)
        for b, there in points[i + 1 :]
        if a == b and math.dist(at, there) < 500
    ]
    assert near == []
