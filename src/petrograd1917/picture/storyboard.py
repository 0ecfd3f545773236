"""Several moments on one sheet: a map each, with its hour, and one legend for all."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import chain, groupby

from petrograd1917.chronicle import Chronicle
from petrograd1917.lens import told_by
from petrograd1917.map.art import tokens
from petrograd1917.map.plane import Box
from petrograd1917.moment import day_words
from petrograd1917.picture.chart import Chart, merged
from petrograd1917.picture.files import UnknownForm
from petrograd1917.picture.foot import foot, north, scale
from petrograd1917.picture.frame import FRAME, neatline
from petrograd1917.picture.heading import head
from petrograd1917.picture.key import legend
from petrograd1917.picture.panel import Block, Setter
from petrograd1917.picture.pen import BOLD, ITALIC, SERIF, Pen, element, number, wrapped
from petrograd1917.picture.plate import PLAIN, Picture, Style, languages, named, palette, whole, window_in, within
from petrograd1917.picture.plot import told
from petrograd1917.picture.sheets import Sheet, sheet
from petrograd1917.view import View

#: how many moments one sheet holds
MOST_MOMENTS = 24
#: the longer side of the canvas, and the least margin, pixels
_CANVAS, _MARGIN = 1640.0, 26.0
_GAP = 22.0
#: from this width on there is room to name the calendars beside the days
_STYLES = 430
#: what stands under a map: the hour, a title, and lines that say what its numbers are; where there is no title, one more
_HOUR, _TITLE, _LINE, _MOST_LINES = 33.0, 18.0, 12.4, 4
_UNDER = _HOUR + _TITLE + _LINE * _MOST_LINES
#: the least that is kept for legend and sources
_FOOT = 118.0
#: how far outside its window a map is cut off
_CUT = 3.0
#: the shape of map that a sheet is divided for
_SHAPE = 1.5


@dataclass(frozen=True)
class _Cell:
    """One moment: its map, and what is written under it."""

    view: View
    chart: Chart
    title: str
    lines: list[str]


def storyboard(
    chronicle: Chronicle,
    views: list[View],
    size: str = "1920x1080",
    style: Style = PLAIN,
    *,
    bleed: bool = False,
) -> Picture:
    """Draw moments on one sheet.

    Parameters
    ----------
    chronicle : Chronicle
    views : list of View
        In the order in which they are to be read; the first one's language is the sheet's.
    size : str
        As for a single picture.
    style : Style
        Its title stands above all.
    bleed : bool
        Whether a paper runs over its edge.

    Raises
    ------
    UnknownForm
        If there are no moments or more than `MOST_MOMENTS`, or there is no such size.
    PictureError
        If the record does not tell of one of them.
    """
    if not 1 <= len(views) <= MOST_MOMENTS:
        raise UnknownForm(
            f"a storyboard has 1 to {MOST_MOMENTS} moments, not {len(views)}; name fewer or take longer steps"
        )
    for view in views:
        within(chronicle, view.at)
    on = _canvas(sheet(size, bleed=bleed))
    return _Board(chronicle, views, on, style).picture()


def _canvas(on: Sheet) -> Sheet:
    """The sheet with a canvas that has room for many maps."""
    grown = _CANVAS / max(on.width, on.height)
    margin = max(on.margin * grown, _MARGIN)
    return replace(
        on,
        width=on.width * grown,
        height=on.height * grown,
        scale=on.scale / grown,
        bleed=on.bleed * grown,
        margin=margin,
        type=1.0,
    )


class _Board:
    def __init__(self, chronicle: Chronicle, views: list[View], on: Sheet, style: Style):
        self._chronicle, self._views, self._sheet, self._style = chronicle, views, on, style
        self._lang = views[0].lang
        self._langs = languages(self._lang, style.bilingual)
        # the paper about the maps is light at every hour
        self._pen = Pen(tokens()["color"]["print" if palette(chronicle, views[0], on) == "print" else "day"])
        self._width = on.width - 2 * on.margin

    def picture(self) -> Picture:
        put = self._put(self._width)
        top = head(put, self._title, {"en": self._style.caption, "ru": self._style.caption})
        room = self._sheet.height - 2 * self._sheet.margin - top.height
        below = _FOOT
        while True:
            columns, rows = _division(len(self._views), self._width, room - below)
            wide = (self._width - _GAP * (columns - 1)) / columns
            high = (room - below) / rows - _GAP * 0.6
            cells = [self._cell(view, wide, high) for view in self._views]
            keys, end = self._feet(cells)
            needed = max(keys.height, end.height) + _GAP
            if needed <= below:
                break
            # the legend is known when the maps are drawn: one that is higher takes its room from them
            below = needed
        lights = {palette(self._chronicle, view, self._sheet) for view in self._views}
        parts = [self._ground(), top.draw(self._sheet.margin, self._sheet.margin)]
        for i, cell in enumerate(cells):
            x = self._sheet.margin + (i % columns) * (wide + _GAP)
            y = self._sheet.margin + top.height + _GAP * 0.4 + (i // columns) * (high + _GAP * 0.6)
            parts.append(self._drawn(cell, x, y, wide, high, i + 1))
        start = self._sheet.height - self._sheet.margin - (below - _GAP)
        parts += [keys.draw(self._sheet.margin, start), end.draw(self._sheet.margin + self._width * 0.64, start)]
        says = " ".join(f"{i}. {cell.chart.says()}" for i, cell in enumerate(cells, start=1))
        title = self._title[self._lang]
        lacking = self._pen.lacking.union(*(cell.chart.pen.lacking for cell in cells))
        says = f"{title}. {says} {self._chronicle.attribution}"
        return whole(self._sheet, parts, lights, title, self._lang, says, lacking)

    def _put(self, width: float) -> Setter:
        return Setter(self._chronicle, self._pen, self._langs, width, 1.0)

    @property
    def _title(self) -> dict[str, str]:
        """The title given, else that of the episodes, with their days."""
        if self._style.title:
            return {"en": self._style.title, "ru": self._style.title}
        shown = dict.fromkeys(view.episode for view in self._views)
        titles = [one["title"] for one in told(self._chronicle)["episodes"] if one["id"] in shown]
        return {lang: " · ".join(title[lang] for title in titles) for lang in ("en", "ru")}

    def _ground(self) -> str:
        over = self._sheet.bleed
        size = {"width": self._sheet.width + 2 * over, "height": self._sheet.height + 2 * over}
        return element("rect", x=-over, y=-over, **size, fill=self._pen["panel"])

    def _cell(self, view: View, wide: float, high: float) -> _Cell:
        """The map of a moment, as high as what stands under it allows."""
        reading = told_by(self._chronicle, view.source) if view.source else self._chronicle
        title = named(self._chronicle, view)
        light = palette(self._chronicle, view, self._sheet)
        window = window_in(view, (0, 0, wide, high - _UNDER))
        few = len(self._views) > 2
        chart = Chart(
            reading,
            replace(view, mode="page"),
            window,
            light,
            self._langs,
            6 if few else 12,
            4 if few else 12,
            own=self._style.own,
        )
        return _Cell(view, chart, title.get(self._lang, ""), self._numbers(chart, wide, _MOST_LINES + (not title)))

    def _numbers(self, chart: Chart, wide: float, most: int) -> list[str]:
        """What the numbers of a map stand for, in so many lines; what finds no room there is counted."""
        rows = chart.numbered
        for kept in range(len(rows), 0, -1):
            groups = [
                f"{tag} {'; '.join(row.title[self._lang] for row in alike)}"
                for tag, alike in groupby(rows[:kept], lambda row: row.tag)
            ]
            more = [self._put(wide).word("picture_more", n=len(rows) - kept)] if kept < len(rows) else []
            lines = wrapped(" · ".join(groups + more), 10.6, wide, SERIF)
            if len(lines) <= most:
                return lines
        return []

    def _drawn(self, cell: _Cell, x: float, y: float, wide: float, high: float, index: int) -> str:
        window = cell.chart.window
        map_high = window.height + 2 * FRAME
        paper: Box = (0, 0, wide, map_high)
        # cut a little outside the window, where the frame covers the edge of the cut
        left, top = window.left - _CUT, window.top - _CUT
        size = {"width": number(window.width + 2 * _CUT), "height": number(window.height + 2 * _CUT)}
        box = f"{number(left)} {number(top)} {size['width']} {size['height']}"
        seen = element("svg", cell.chart.ground, cell.chart.svg, x=x + left, y=y + top, **size, viewBox=box)
        frame = element("g", neatline(cell.chart.pen, window, 1.0, paper), transform=f"translate({x:.2f} {y:.2f})")
        return seen + frame + self._caption(cell, x, y + map_high, wide, index)

    def _caption(self, cell: _Cell, x: float, y: float, wide: float, index: int) -> str:
        pen, at = self._pen, cell.view.at
        day = day_words(at.date(), self._lang)
        days = [(f"{day['weekday']} {day['new']}", BOLD), (day["old"], ITALIC)]
        styles = [self._put(wide).word("style_new"), self._put(wide).word("style_old")]
        drawn = [
            element("rect", x=x, y=y + 7, width=24, height=24, fill=pen["ink"]),
            pen.text(x + 12, y + 25.5, str(index), 17, BOLD, "panel", anchor="middle"),
            pen.text(x + 32, y + 28, f"{at:%H:%M}", 28, BOLD, "ink"),
        ]
        pairs = list(zip(days, styles))
        for i, ((words, face), style) in enumerate(pairs[::-1] if self._lang == "ru" else pairs):
            base = y + 17 + 13.5 * i
            drawn.append(pen.text(x + 110, base, words, 12.6, face, "ink"))
            if wide > _STYLES:
                drawn.append(pen.text(x + 225, base, style, 10.2, SERIF, "ink_faint"))
        drawn.append(scale(self._put(wide), cell.chart.window, x + wide - 108, y + 9, 84))
        drawn.append(north(self._put(wide), x + wide - 130, y + 4))
        base = y + _HOUR
        if cell.title:
            drawn.append(pen.text(x, base + 14, cell.title, 14.6, BOLD, "ink"))
            base += _TITLE
        for i, line in enumerate(cell.lines):
            drawn.append(pen.text(x, base + 10 + _LINE * i, line, 10.6, SERIF, "ink_soft"))
        return "".join(drawn)

    def _feet(self, cells: list[_Cell]) -> tuple[Block, Block]:
        """What stands under all maps: the legend, and beside it the sources."""
        sources = list(dict.fromkeys(chain.from_iterable(cell.chart.sources for cell in cells)))
        left, right = self._put(self._width * 0.6), self._put(self._width * 0.36)
        return legend(left, merged([cell.chart.legend for cell in cells])), foot(right, None, sources)


def _division(count: int, width: float, height: float) -> tuple[int, int]:
    """Columns and rows in which the maps become largest."""

    def map_width(columns: int) -> float:
        rows = math.ceil(count / columns)
        wide = (width - _GAP * (columns - 1)) / columns
        high = height / rows - _GAP * 0.6 - _UNDER
        return min(wide, high * _SHAPE)

    columns = max(range(1, count + 1), key=map_width)
    return columns, math.ceil(count / columns)
