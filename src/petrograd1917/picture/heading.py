"""The head of a picture: whose it is, its title, and the plate with the clock."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import cache

from petrograd1917 import sun
from petrograd1917.map import fonts
from petrograd1917.map.art import tokens
from petrograd1917.moment import day_words
from petrograd1917.picture.panel import Block, Setter, fitting
from petrograd1917.picture.pen import BOLD, ITALIC, SERIF, element, number, wrapped
from petrograd1917.picture.plot import told


def head(put: Setter, title: dict[str, str], caption: dict[str, str]) -> Block:
    """The masthead's rules, the record's name, the title and what is said under it."""
    unit, width, pen = put.unit, put.width, put.pen
    size = 30.5 * unit
    lines = wrapped(put.say(title), size, width, BOLD)
    while size > 19 * unit and (len(lines) > 3 or max(fonts.width(line, size, BOLD) for line in lines) > width):
        size -= unit
        lines = wrapped(put.say(title), size, width, BOLD)
    second = wrapped(put.second(title), size * 0.55, width, ITALIC) if put.second(title) else []
    said = wrapped(put.say(caption), 14.2 * unit, width, SERIF) if put.say(caption) else []
    said_too = wrapped(put.second(caption), 12.2 * unit, width, ITALIC) if put.second(caption) else []
    name = told(put.chronicle)["title"]
    other = name["ru" if put.langs[0] == "en" else "en"]
    top = 27 * unit
    sizes = [(line, size, BOLD, "ink", 1.06) for line in lines]
    sizes += [(line, size * 0.55, ITALIC, "ink_soft", 1.2) for line in second]
    sizes += [(line, 14.2 * unit, SERIF, "ink_soft", 1.27) for line in said]
    sizes += [(line, 12.2 * unit, ITALIC, "ink_soft", 1.25) for line in said_too]
    height = top + sum(size * leading for _, size, _, _, leading in sizes) + 6 * unit

    def draw(x: float, y: float) -> str:
        drawn = [
            element("rect", x=x, y=y, width=width, height=3.6 * unit, fill=pen["ink"]),
            element("rect", x=x, y=y + 5.2 * unit, width=width, height=max(0.8, 0.8 * unit), fill=pen["ink"]),
            pen.text(x, y + 19.5 * unit, put.say(name).upper(), 10.6 * unit, BOLD, "ink", tracking=0.12),
            pen.text(
                x + width,
                y + 19.5 * unit,
                other.upper(),
                10.6 * unit,
                SERIF,
                "ink_soft",
                anchor="end",
                tracking=0.12,
            ),
        ]
        down = y + top
        for line, size, face, ink, leading in sizes:
            down += size * leading
            drawn.append(pen.text(x, down - size * (leading - 0.84), line, size, face, ink))
        return "".join(drawn)

    return Block(height, draw)


def clock(put: Setter, at: datetime) -> Block:
    """The plate with the hour, the day in both calendars, and the light of the day."""
    unit, width, pen = put.unit, put.width, put.pen
    sky = wrapped(_sun_words(put, at), 10.2 * unit, width - 20 * unit, ITALIC)
    height = (113.5 + 12.2 * len(sky)) * unit

    def draw(x: float, y: float) -> str:
        middle, ink, paper = x + width / 2, "panel", pen["ink"]
        rule = {"stroke": pen["panel"], "stroke_width": 0.8 * unit, "stroke_opacity": 0.55}
        drawn = [
            element("rect", x=x, y=y, width=width, height=height, fill=paper),
            element(
                "rect",
                x=x + 3 * unit,
                y=y + 3 * unit,
                width=width - 6 * unit,
                height=height - 6 * unit,
                fill="none",
                **rule,
            ),
            pen.text(middle, y + 57 * unit, f"{at:%H:%M}", 66 * unit, BOLD, ink, anchor="middle"),
            element("line", x1=x + 11 * unit, x2=x + width - 11 * unit, y1=y + 65 * unit, y2=y + 65 * unit, **rule),
            element("line", x1=middle, x2=middle, y1=y + 69 * unit, y2=y + 93 * unit, **rule),
        ]
        for (label, day, face), left in zip(_days(put, at), (x + 11 * unit, middle + 9 * unit)):
            small = fitting(label.upper(), 8 * unit, width / 2 - 16 * unit, SERIF, 0.1)
            drawn.append(pen.text(left, y + 76.5 * unit, label.upper(), small, SERIF, ink, tracking=0.1))
            size = fitting(day, 14.5 * unit, width / 2 - 16 * unit, face)
            drawn.append(pen.text(left, y + 91.5 * unit, day, size, face, ink))
        drawn.append(_strip(put, at, x + 11 * unit, y + 97.5 * unit, width - 22 * unit))
        for i, line in enumerate(sky):
            drawn.append(
                pen.text(middle, y + (119.5 + 12.2 * i) * unit, line, 10.2 * unit, ITALIC, ink, anchor="middle")
            )
        return "".join(drawn)

    return Block(height, draw)


def _days(put: Setter, at: datetime) -> list[tuple[str, str, fonts.Face]]:
    """Both calendars, that of the language first."""
    day = day_words(at.date(), put.langs[0])
    days = [
        (put.both("style_new"), f"{day['weekday']} {day['new']}", BOLD),
        (put.both("style_old"), day["old"], ITALIC),
    ]
    return days[::-1] if put.langs[0] == "ru" else days


def _strip(put: Setter, at: datetime, x: float, y: float, width: float) -> str:
    """The light of the whole day, and a needle at the hour."""
    unit, sky = put.unit, tokens()["sky"]
    midnight = at.replace(hour=0, minute=0)
    phases = _phases(midnight, put.chronicle.site)
    ends = [first for first, _ in phases[1:]] + [midnight + timedelta(days=1)]
    drawn = []
    for (first, phase), last in zip(phases, ends):
        left, right = (x + width * ((one - midnight).total_seconds() / 86400) for one in (first, last))
        drawn.append(element("rect", x=left, y=y, width=right - left, height=6 * unit, fill=sky[phase]))
    edge = put.pen["panel"]
    drawn.append(
        element("rect", x=x, y=y, width=width, height=6 * unit, fill="none", stroke=edge, stroke_width=0.8 * unit)
    )
    here, half = x + width * (at - midnight).total_seconds() / 86400, 3.2 * unit
    needle = f"M{number(here)} {number(y + 7 * unit)}l{number(-half)} {number(4.4 * unit)}h{number(2 * half)}Z"
    drawn.append(
        element("line", x1=here, x2=here, y1=y - unit, y2=y + 7.5 * unit, stroke="#E0402F", stroke_width=1.5 * unit)
    )
    drawn.append(element("path", d=needle, fill="#E0402F"))
    return "".join(drawn)


@cache
def _phases(midnight: datetime, site: sun.Site) -> list[tuple[datetime, str]]:
    return list(sun.changes(midnight, midnight + timedelta(minutes=1439), site))


def _sun_words(put: Setter, at: datetime) -> str:
    """The light of the hour and when the sun rises or sets, with the doubt about the summer hour; as the stage says it."""
    midnight = at.replace(hour=0, minute=0)
    site = put.chronicle.site
    phases = _phases(midnight, site)
    phase = put.word(f"phase_{sun.phase(sun.altitude(at, site))}")
    rises = next((first for first, name in phases[1:] if name == "day"), None)
    sets = next((first for (_, before), (first, _) in zip(phases, phases[1:]) if before == "day"), None)
    key, when = ("sunrise", rises) if rises and at < rises else ("sunset", sets)
    if when is None:
        return phase
    minute = round((when - midnight).total_seconds() / 300) * 5
    rounded = midnight + timedelta(minutes=minute)
    return put.word(key, phase=phase, time=f"{rounded:%H:%M}", without=f"{rounded - timedelta(hours=1):%H:%M}")
