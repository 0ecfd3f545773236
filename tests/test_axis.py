"""The time axis on which several claims are shown."""

from datetime import datetime, timedelta

import pytest

from petrograd1917.axis import Axis

NOON = datetime(1917, 11, 7, 12)


def hours(*spans: tuple[float | None, float | None]) -> list:
    """Intervals in hours after noon; None: open."""
    return [tuple(None if h is None else NOON + timedelta(hours=h) for h in span) for span in spans]


def test_bars_keep_order_and_proportion():
    intervals = hours((0, 1), (1, 3), (2, 4))
    axis = Axis.over(intervals)
    bars = [axis.bar(bounds) for bounds in intervals]
    assert [bar.left for bar in bars] == sorted(bar.left for bar in bars)
    assert bars[1].width == pytest.approx(2 * bars[0].width, abs=0.02)
    assert all(bar.left > 0 and bar.left + bar.width < 100 for bar in bars)


def test_an_open_side_runs_out_to_the_end():
    intervals = hours((None, 1), (0, None))
    axis = Axis.over(intervals)
    until, since = (axis.bar(bounds) for bounds in intervals)
    assert (until.left, until.open_left, until.open_right) == (0, True, False)
    assert (since.left + since.width, since.open_left, since.open_right) == (pytest.approx(100), False, True)
    assert since.left > until.left


def test_a_single_minute_has_an_axis_around_it():
    axis = Axis.over(hours((0, 0)))
    assert axis.bar(hours((0, 0))[0]).left == pytest.approx(50)
    assert axis.ticks


@pytest.mark.parametrize("width", [0, 0.2, 1, 3, 8, 20, 47, 96])
def test_ticks_are_few_even_and_full_hours(width):
    axis = Axis.over(hours((-width / 2, width / 2)))
    ticks = axis.ticks
    assert 1 <= len(ticks) <= 6
    assert {second.at - first.at for first, second in zip(ticks, ticks[1:])} <= {timedelta(minutes=axis.step)}
    assert all(0 <= tick.left <= 100 for tick in ticks)
    assert all((tick.at.hour * 60 + tick.at.minute) % axis.step == 0 for tick in ticks)


def test_the_first_tick_and_every_midnight_name_their_day():
    ticks = Axis.over(hours((0, 30))).ticks
    assert [tick.names_day for tick in ticks] == [i == 0 or tick.at.hour == 0 for i, tick in enumerate(ticks)]
    assert sum(tick.names_day for tick in ticks) > 1
