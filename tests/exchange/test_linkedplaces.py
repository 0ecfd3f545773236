import json

import pytest

from petrograd1917.exchange.linkedplaces import CONTEXT


def collection(**changed: object) -> str:
    feature = {
        "@id": "http://example.org/places/1",
        "type": "Feature",
        "properties": {"title": "Smolny", "ccodes": ["RU"], "fclasses": ["S"]},
        "when": {"timespans": [{"start": {"in": "1917-11-07"}, "end": {"in": "1917-11-09"}}]},
        "names": [{"toponym": "Smolny Institute", "citations": [{"label": "Reed"}]}],
        "types": [{"identifier": "aat:300000001", "label": "school"}],
        "geometry": {
            "type": "GeometryCollection",
            "geometries": [{"type": "Point", "coordinates": [30.3966, 59.9464]}],
        },
        "descriptions": [{"value": "A school for girls."}],
    }
    return json.dumps({"type": "FeatureCollection", "@context": CONTEXT, "features": [{**feature, **changed}]})


def test_a_place(take):
    (event,) = take(collection(), "mine.jsonld").events
    assert (event.id, event.title, event.place) == ("http://example.org/places/1", "Smolny", "Smolny Institute")
    assert (str(event.start), str(event.end)) == ("1917-11-07", "1917-11-09")
    assert (event.point, event.category, event.source) == ((59.9464, 30.3966), "school", "Reed")
    assert event.description == "A school for girls."


def test_bounds_become_bounds(take):
    span = {
        "start": {"earliest": "1917-11-06", "latest": "1917-11-07"},
        "end": {"earliest": "1917-11-08", "latest": "1917-11-10"},
    }
    (event,) = take(collection(when={"timespans": [span]})).events
    assert [str(w) for w in (event.earliest, event.start, event.end, event.latest)] == [
        "1917-11-06",
        "1917-11-07",
        "1917-11-08",
        "1917-11-10",
    ]


def test_a_time_that_only_a_name_bears(take):
    named = [{"toponym": "Smolny", "when": {"timespans": [{"start": {"in": "1917-11-07"}}]}}]
    assert str(take(collection(when={}, names=named)).events[0].start) == "1917-11-07"


@pytest.mark.parametrize(
    "when", [None, {}, {"timespans": [{"start": {"in": "1917"}}]}, {"timespans": 7}, {"timespans": [{"start": 1917}]}]
)
def test_no_day_is_invented(take, when):
    result = take(collection(when=when))
    assert not result.events and result.errors[0].column == "start"
