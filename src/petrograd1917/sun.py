"""The sun over Petrograd, by the city's clock of 1917.

NOAA's solar equations (Global Monitoring Laboratory, *General Solar Position Calculations*; after Meeus,
*Astronomical Algorithms*, 1991). Against an ephemeris they are good to a few seconds in 1917.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

#: the least altitude in degrees of each phase; sunrise counts refraction and the sun's half-width
PHASES: tuple[tuple[str, float], ...] = (
    ("day", -0.833),
    ("civil", -6.0),
    ("nautical", -12.0),
    ("astronomical", -18.0),
    ("night", -90.0),
)
#: the same for the colours that a map wears: it is dark only when the sun is deep, so that a white night is dusk
LIGHT: tuple[tuple[str, float], ...] = (("day", -0.833), ("dusk", -10.0), ("night", -90.0))
_J2000 = datetime(2000, 1, 1, 12)


@dataclass(frozen=True)
class Site:
    """Where the sun is seen from, and what that place's clock shows.

    Parameters
    ----------
    lat, lon : float
        Degrees WGS84, north and east positive.
    utc_offset_seconds : int
        Local clock less universal time.
    """

    lat: float
    lon: float
    utc_offset_seconds: int


def altitude(moment: datetime, site: Site) -> float:
    """Altitude of the sun's centre above the horizon, degrees, without refraction."""
    utc = moment - timedelta(seconds=site.utc_offset_seconds)
    centuries = (utc - _J2000).total_seconds() / (86400 * 36525)
    mean_longitude = math.radians((280.46646 + centuries * (36000.76983 + 0.0003032 * centuries)) % 360)
    anomaly = math.radians(357.52911 + centuries * (35999.05029 - 0.0001537 * centuries))
    eccentricity = 0.016708634 - centuries * (0.000042037 + 0.0000001267 * centuries)
    centre = math.radians(
        math.sin(anomaly) * (1.914602 - centuries * (0.004817 + 0.000014 * centuries))
        + math.sin(2 * anomaly) * (0.019993 - 0.000101 * centuries)
        + math.sin(3 * anomaly) * 0.000289
    )
    node = math.radians(125.04 - 1934.136 * centuries)
    longitude = mean_longitude + centre - math.radians(0.00569 + 0.00478 * math.sin(node))
    obliquity = math.radians(23.439291 - 0.013004 * centuries + 0.00256 * math.cos(node))
    declination = math.asin(math.sin(obliquity) * math.sin(longitude))

    half = math.tan(obliquity / 2) ** 2
    equation_of_time = 4 * math.degrees(
        half * math.sin(2 * mean_longitude)
        - 2 * eccentricity * math.sin(anomaly)
        + 4 * eccentricity * half * math.sin(anomaly) * math.cos(2 * mean_longitude)
        - 0.5 * half**2 * math.sin(4 * mean_longitude)
        - 1.25 * eccentricity**2 * math.sin(2 * anomaly)
    )  # minutes
    minutes_utc = utc.hour * 60 + utc.minute + utc.second / 60
    hour_angle = math.radians((minutes_utc + equation_of_time + 4 * site.lon) / 4 - 180)
    lat = math.radians(site.lat)
    return math.degrees(
        math.asin(math.sin(lat) * math.sin(declination) + math.cos(lat) * math.cos(declination) * math.cos(hour_angle))
    )


def phase(altitude_deg: float, phases: tuple[tuple[str, float], ...] = PHASES) -> str:
    """Day, one of the three twilights, or night (or another scale's phase) for an altitude in degrees."""
    return next(name for name, least in phases if altitude_deg >= least)


def changes(
    start: datetime, end: datetime, site: Site, phases: tuple[tuple[str, float], ...] = PHASES
) -> Iterator[tuple[datetime, str]]:
    """Each phase of light between two moments, with the first minute in which it holds."""
    before, moment = None, start
    while moment <= end:
        now = phase(altitude(moment, site), phases)
        if now != before:
            yield moment, now
        before, moment = now, moment + timedelta(minutes=1)
