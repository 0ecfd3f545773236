import json

import pytest


def timeline(*slides: dict, **members: object) -> str:
    return json.dumps({"events": list(slides), **members})


def slide(start: object = None, **members: object) -> dict:
    begins = {"year": "1917", "month": "11", "day": "7", "hour": "2", "minute": "10"} if start is None else start
    return {"start_date": begins, "text": {"headline": "Rain", "text": "<i>x</i>"}, **members}


def test_a_slide(take):
    where = {"lat": 59.9404, "lon": 30.3138, "name": "Palace Square"}
    (event,) = take(timeline(slide(location=where, group="rain", media={"credit": "me"}))).events
    assert (event.id, event.title, event.description) == ("slide-1", "Rain", "<i>x</i>")
    assert (str(event.start), event.end) == ("1917-11-07T02:10", None)
    assert (event.point, event.place, event.category, event.source) == (
        (59.9404, 30.3138),
        "Palace Square",
        "rain",
        "me",
    )


def test_a_slide_without_a_place_is_warned_of(take):
    result = take(timeline(slide()))
    assert len(result.events) == 1 and "no place" in result.warnings[0].message


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ({"year": 1917, "month": 11, "day": 7}, "1917-11-07"),
        ({"year": "1917", "month": "11", "day": "7", "hour": "", "minute": ""}, "1917-11-07"),
        ({"year": 1917, "month": 11, "day": 7, "hour": 2}, "1917-11-07T02:00"),
        ({"year": 1917, "month": 11, "day": 7, "hour": 24, "minute": 0}, "1917-11-08T00:00"),
    ],
)
def test_dates_in_numbers(take, start, said):
    assert str(take(timeline(slide(start))).events[0].start) == said


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ({"year": "1917"}, "day is missing"),
        ({"year": 1917, "month": 11}, "day is missing"),
        ({"year": 1917, "month": 20, "day": 1}, "no month 20"),
        ({"year": 17, "month": 11, "day": 7}, "two digits"),
        ({"year": "nineteen"}, "not a date"),
        ({}, "the date is missing"),
        ("1917", "day is missing"),
        (7, "a number, not a date"),
    ],
)
def test_dates_that_are_none(take, start, reason):
    result = take(timeline(slide(start)))
    assert not result.events
    assert result.errors[0].column == "start" and reason in result.errors[0].message


def test_the_scale_of_the_stars_is_refused(take):
    assert "only “human”" in take(timeline(slide(), scale="cosmological")).errors[0].message


def test_eras_are_said_to_be_left_out(take):
    assert "eras were left out" in take(timeline(slide(), eras=[{}])).warnings[0].message


@pytest.mark.parametrize("slides", [[None], ["x"], [{"text": "x"}], [{"text": {"headline": None}}]])
def test_slides_of_nothing(take, slides):
    result = take(json.dumps({"events": slides}))
    assert not result.events and result.errors
