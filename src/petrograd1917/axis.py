"""One time axis for the hours that several claims give: where bars and ticks stand, in percent of its width."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from petrograd1917.moment import EPOCH, to_minute

#: minutes between two ticks; the first with which there are few enough
_STEPS = (10, 15, 30, 60, 120, 180, 360, 720, 1440)
_DAY = 1440
_MOST_TICKS = 5
#: what is left free at both ends, in parts of the time between the outermost bounds
_MARGIN = 0.12
#: the least width of an axis, in minutes
_LEAST = 40

Bounds = tuple[datetime | None, datetime | None]


class Bar(NamedTuple):
    """From where to where a claim reaches; an open side runs to the end of the axis."""

    left: float
    width: float
    open_left: bool
    open_right: bool


class Tick(NamedTuple):
    """A full hour on the axis; the first and every midnight name their day too."""

    left: float
    at: datetime
    names_day: bool


@dataclass(frozen=True)
class Axis:
    """A stretch of time as wide as a page; `first` and `last` are minutes since 1917-01-01T00:00."""

    first: float
    last: float

    @classmethod
    def over(cls, intervals: Iterable[Bounds]) -> Axis:
        """The axis on which all these intervals have room, and an open side some to run out in."""
        known = [to_minute(bound) for bounds in intervals for bound in bounds if bound is not None]
        first, last = min(known), max(known)
        margin = max((last - first) * _MARGIN, (_LEAST - (last - first)) / 2)
        return cls(first - margin, last + margin)

    def bar(self, bounds: Bounds) -> Bar:
        """Where an interval stands."""
        earliest, latest = bounds
        left = self._percent(to_minute(earliest)) if earliest else 0.0
        right = self._percent(to_minute(latest)) if latest else 100.0
        return Bar(left, round(right - left, 2), earliest is None, latest is None)

    @property
    def ticks(self) -> list[Tick]:
        """Full hours in even steps, few enough to be read."""
        minute = -(-self.first // self.step) * self.step
        ticks: list[Tick] = []
        while minute <= self.last:
            ticks.append(
                Tick(self._percent(minute), EPOCH + timedelta(minutes=minute), not ticks or minute % _DAY == 0)
            )
            minute += self.step
        return ticks

    @property
    def step(self) -> int:
        """Minutes from tick to tick."""
        return next((step for step in _STEPS if (self.last - self.first) / step <= _MOST_TICKS), _DAY)

    def _percent(self, minute: float) -> float:
        return round(100 * (minute - self.first) / (self.last - self.first), 2)
