from datetime import datetime, timedelta

import pytest

from petrograd1917 import sun

ORDER = ["day", "civil", "nautical", "astronomical", "night"]


@pytest.fixture(scope="module")
def site(chronicle):
    return chronicle.site


def changes(day, site, scale=sun.PHASES):
    midnight = datetime.fromisoformat(day)
    return list(sun.changes(midnight, midnight + timedelta(minutes=1439), site, scale))


@pytest.mark.parametrize(
    ("day", "before", "after", "clock"),
    [
        ("1917-07-17", "nautical", "civil", "02:48"),
        ("1917-07-17", "civil", "day", "04:06"),
        ("1917-07-17", "day", "civil", "22:03"),
        ("1917-07-17", "civil", "nautical", "23:20"),
        ("1917-11-06", "astronomical", "nautical", "06:56"),
        ("1917-11-06", "civil", "day", "08:33"),
        ("1917-11-06", "day", "civil", "16:53"),
        ("1917-11-06", "civil", "nautical", "17:40"),
        ("1917-11-07", "astronomical", "nautical", "06:58"),
        ("1917-11-07", "civil", "day", "08:36"),
        ("1917-11-07", "day", "civil", "16:50"),
        ("1917-11-07", "civil", "nautical", "17:37"),
        ("1917-11-08", "astronomical", "nautical", "07:00"),
        ("1917-11-08", "civil", "day", "08:38"),
        ("1917-11-08", "day", "civil", "16:48"),
        ("1917-11-08", "civil", "nautical", "17:35"),
    ],
)
def test_the_almanac_of_1917(site, day, before, after, clock):
    phases = changes(day, site)
    passed = [when for (_, first), (when, second) in zip(phases, phases[1:]) if (first, second) == (before, after)]
    assert len(passed) == 1
    assert abs(passed[0] - datetime.fromisoformat(f"{day}T{clock}")) <= timedelta(minutes=2)


@pytest.mark.parametrize("day", ["1917-07-16", "1917-07-20", "1917-11-06", "1917-11-08", "1917-12-21", "1917-03-21"])
def test_phases_come_in_order(site, day):
    phases = [ORDER.index(phase) for _, phase in changes(day, site)]
    darkest = phases.index(0)
    assert phases[: darkest + 1] == list(range(phases[0], -1, -1))
    assert phases[darkest:] == list(range(phases[-1] + 1))


def test_phases_begin_at_the_start_and_hold_until_the_next(site):
    start, end = datetime(1917, 11, 7, 8), datetime(1917, 11, 7, 9)
    phases = list(sun.changes(start, end, site))
    assert [(when == start, phase) for when, phase in phases] == [(True, "civil"), (False, "day")]
    sunrise = phases[1][0]
    assert sun.phase(sun.altitude(sunrise - timedelta(minutes=1), site)) == "civil"
    assert sun.phase(sun.altitude(sunrise, site)) == "day"


@pytest.mark.parametrize(
    ("altitude", "phase"),
    [
        (53.5, "day"),
        (-0.833, "day"),
        (-0.834, "civil"),
        (-6, "civil"),
        (-6.001, "nautical"),
        (-12, "nautical"),
        (-12.001, "astronomical"),
        (-18, "astronomical"),
        (-18.001, "night"),
        (-90, "night"),
    ],
)
def test_phase(altitude, phase):
    assert sun.phase(altitude) == phase


def test_july_nights_are_white(chronicle):
    july, site = chronicle.episode("july"), chronicle.site
    minutes = int((july.end - july.start).total_seconds() // 60)
    assert -10 < min(sun.altitude(july.start + timedelta(minutes=minute), site) for minute in range(minutes + 1)) < -8
    assert {phase for _, phase in sun.changes(july.start, july.end, site)} == {"day", "civil", "nautical"}
    assert {light for _, light in sun.changes(july.start, july.end, site, sun.LIGHT)} == {"day", "dusk"}


def test_november_nights_are_dark(site):
    lights = changes("1917-11-07", site, sun.LIGHT)
    assert [light for _, light in lights] == ["night", "dusk", "day", "dusk", "night"]
    assert all(sun.altitude(when, site) < -10 for when, light in lights[-1:])


def test_the_sun_stands_highest_in_the_south_at_local_noon(site):
    midnight = datetime(1917, 11, 7)
    highest = max((midnight + timedelta(minutes=m) for m in range(1440)), key=lambda m: sun.altitude(m, site))
    # Petrograd's mean noon is 13:00 by the decree's clock; the sun is a quarter of an hour early in November
    assert abs(highest - datetime(1917, 11, 7, 12, 44)) <= timedelta(minutes=2)
    assert sun.altitude(highest, site) == pytest.approx(90 - 59.94 - 16.2, abs=0.3)


def test_the_summer_hour_moves_everything_by_an_hour(site):
    without = sun.Site(site.lat, site.lon, site.utc_offset_seconds - 3600)
    when = datetime(1917, 11, 7, 8, 36)
    assert sun.altitude(when, site) == pytest.approx(sun.altitude(when - timedelta(hours=1), without), abs=1e-9)
