import json

import pytest

PROPERTIES = {"id": "e1", "title": "Rain", "start": "1917-11-07T10:00", "calendar": "new", "place": "Smolny"}
POINT = {"type": "Point", "coordinates": [30.3138, 59.9404]}


def collection(*features: object, **members: object) -> str:
    return json.dumps({"type": "FeatureCollection", **members, "features": list(features)})


def feature(geometry: object = POINT, **changed: object) -> dict:
    return {"type": "Feature", "geometry": geometry, "properties": {**PROPERTIES, **changed}}


def test_a_point(take):
    (event,) = take(collection(feature())).events
    assert (event.point, event.place, event.row) == ((59.9404, 30.3138), "Smolny", 1)


def test_a_single_feature(take):
    assert len(take(json.dumps(feature())).events) == 1


def test_the_features_own_id_counts_where_there_is_no_column(take):
    said = feature()
    del said["properties"]["id"]
    assert take(collection({**said, "id": 7})).events[0].id == "7"


@pytest.mark.parametrize(
    ("geometry", "point"),
    [
        ({"type": "LineString", "coordinates": [[30.3, 59.9], [30.4, 59.9]]}, (59.9, 30.35)),
        ({"type": "MultiPoint", "coordinates": [[30.3, 59.9]]}, (59.9, 30.3)),
        (
            {
                "type": "Polygon",
                "coordinates": [[[30.3, 59.9], [30.4, 59.9], [30.4, 60.0], [30.3, 60.0], [30.3, 59.9]]],
            },
            (59.95, 30.35),
        ),
        ({"type": "Point", "coordinates": [30.3, 59.9, 12.5]}, (59.9, 30.3)),
    ],
)
def test_lines_and_areas_stand_at_a_point_of_their_own(take, geometry, point):
    assert take(collection(feature(geometry))).events[0].point == pytest.approx(point)


@pytest.mark.parametrize(
    ("geometry", "reason"),
    [
        ({"type": "Point", "coordinates": []}, "coordinates missing"),
        ({"type": "Point"}, "coordinates missing"),
        ({"type": "Point", "coordinates": ["30.3", "59.9"]}, "not a number"),
        ({"type": "Point", "coordinates": [30.3]}, "a longitude and a latitude"),
        ({"type": "Point", "coordinates": [None, 59.9]}, "not a number"),
        ({"type": "Point", "coordinates": [[30.3, 59.9]]}, "one longitude and one latitude"),
        ({"type": "Point", "coordinates": [True, False]}, "not a number"),
        ({"type": "Point", "coordinates": {"lon": 30}}, "missing"),
        ({"type": "LineString", "coordinates": [[30.3, 59.9]]}, "make no LineString"),
        ({"type": "LineString", "coordinates": [30.3, 59.9]}, "make no LineString"),
        ({"type": "Polygon", "coordinates": [[[30.3, 59.9], [], 7]]}, "missing"),
        ({"type": "Point", "coordinates": [30.3, 99]}, "outside -90 to 90"),
        ({"type": "Point", "coordinates": [3374546.0, 8386868.0]}, "not degrees"),
        ({"type": "GeometryCollection", "geometries": []}, "not supported"),
        ({"type": ["Point"]}, "not supported"),
        ("POINT(30 59)", "not supported"),
        (7, "not supported"),
    ],
)
def test_what_is_no_place(take, geometry, reason):
    result = take(collection(feature(), feature(geometry, id="e2")))
    assert [event.id for event in result.events] == ["e1"]
    (error,) = result.errors
    assert (error.row, error.column) == (2, "geometry")
    assert reason in error.message


def test_numbers_that_json_does_not_know(take):
    result = take(collection(feature()).replace("30.3138", "NaN"))
    assert "not a number" in result.errors[0].message


def test_null_geometry_is_an_event_without_a_place(take):
    result = take(collection(feature(None)))
    assert result.events[0].point is None
    assert [(w.column, w.value) for w in result.warnings] == [("geometry", "null")]


@pytest.mark.parametrize(
    ("crs", "loads"),
    [
        ("urn:ogc:def:crs:OGC:1.3:CRS84", 1),
        ("EPSG:4326", 1),
        ("urn:ogc:def:crs:EPSG::4326", 1),
        ("EPSG:4284", 0),
        ("urn:ogc:def:crs:EPSG::3857", 0),
    ],
)
def test_coordinate_systems(take, crs, loads):
    result = take(collection(feature(), crs={"type": "name", "properties": {"name": crs}}))
    assert len(result.events) == loads
    if not loads:
        assert f"not degrees; crs EPSG:{crs[-4:]}" in result.errors[0].message


def test_exchanged_points_are_asked_about(take):
    exchanged = collection(feature({"type": "Point", "coordinates": [59.9404, 30.3138]}))
    assert [question.key for question in take(exchanged).questions] == ["coordinates"]
    assert take(exchanged, coordinates="exchanged").events[0].point == (59.9404, 30.3138)


@pytest.mark.parametrize("start", [-1645739400, -1645739400000, 1917, 1.5, True, None, ["1917-11-07"]])
def test_numbers_are_no_dates(take, start):
    result = take(collection(feature(start=start)))
    assert not result.events and result.errors[0].column == "start"


@pytest.mark.parametrize("title", [{"en": "x"}, ["x"], 7, False])
def test_texts_that_are_none_are_shown_as_they_stand(take, title):
    assert take(collection(feature(title=title))).events[0].title == (
        json.dumps(title) if not isinstance(title, int) or title is False else "7"
    )


def test_half_a_character_is_an_error_of_its_row(take):
    assert "half a character" in take(collection(feature()).replace("Rain", "\\ud83d")).errors[0].message


@pytest.mark.parametrize("features", [None, {}, "x", [None], [[]], [{"type": "Feature", "properties": None}], [7]])
def test_collections_of_nothing(take, features):
    result = take(json.dumps({"type": "FeatureCollection", "features": features}))
    assert not result.events and result.errors
