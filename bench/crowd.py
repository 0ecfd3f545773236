"""Made-up events in any number: what a visitor's own file may hold, and what every rival is given too."""

from __future__ import annotations

#: minutes over which they are spread, and that each lasts; with what has just passed less than 5 % are seen at once
SPREAD, LASTS = 36 * 60, 60
_MORNING = 10 * 60
COLUMNS = "id,title,start,end,calendar,lat,lon"


def table(count: int) -> bytes:
    """A CSV table of events, evenly from 10:00 on 6 November 1917 to 22:00 on the 7th, all over the city."""
    rows = [COLUMNS]
    for n in range(count):
        start = _MORNING + SPREAD * n // count
        point = f"{59.9 + (n * 37 % 800) / 10_000:.4f},{30.22 + (n * 91 % 2000) / 10_000:.4f}"
        rows.append(f"{n},Event {n},{_moment(start)},{_moment(start + LASTS)},new,{point}")
    return "\n".join(rows).encode()


def _moment(minute: int) -> str:
    day, rest = divmod(minute, 1440)
    return f"1917-11-{6 + day:02}T{rest // 60:02}:{rest % 60:02}"
