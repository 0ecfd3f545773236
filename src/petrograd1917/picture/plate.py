"""A picture as one SVG drawing: the map in its frame, and beside it all that makes it readable on its own."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from xml.sax.saxutils import escape

from petrograd1917.chronicle import Chronicle
from petrograd1917.exchange.events import OwnEvent
from petrograd1917.lens import told_by
from petrograd1917.map.keyframes import short_names
from petrograd1917.map.plane import Box
from petrograd1917.moment import write as written
from petrograd1917.picture import marks
from petrograd1917.picture.basemap import trees
from petrograd1917.picture.chart import Chart
from petrograd1917.picture.files import PictureError
from petrograd1917.picture.foot import foot
from petrograd1917.picture.frame import FRAME, neatline
from petrograd1917.picture.heading import clock, head
from petrograd1917.picture.key import legend
from petrograd1917.picture.listing import Group, fits, listing
from petrograd1917.picture.panel import GAP, Block, Setter, column, column_up
from petrograd1917.picture.pen import element, number, printable
from petrograd1917.picture.plot import said, told
from petrograd1917.picture.sheets import PANELS, Sheet, sheet
from petrograd1917.picture.window import Window
from petrograd1917.sun import LIGHT, altitude, phase
from petrograd1917.view import Codec, View

#: width of the panel, and its margins, on a canvas whose type is 1
_PANEL, MARGIN = 316.0, 15.0
#: how much wider it is where it speaks two languages
_BILINGUAL = 1.4


@dataclass(frozen=True)
class Picture:
    """A drawn picture.

    Attributes
    ----------
    svg : str
        The whole drawing, one pixel of the canvas to a user unit.
    sheet : Sheet
        What it is drawn on.
    title, lang : str
    says : str
        All that it shows, in words: for those who do not see it.
    lacking : frozenset of str
        Letters that the fonts lack and ▯ stands for.
    ground : str
        The base map, which is the first that `svg` draws; blank where there are several.
    """

    svg: str
    sheet: Sheet
    title: str
    lang: str
    says: str
    lacking: frozenset[str]
    ground: str = ""

    def layers(self) -> tuple[str, str]:
        """The base map alone and all that lies on it, each as a drawing of its own: the first is the same at many moments."""
        head, tail = self.svg.split(self.ground, 1)
        bare = re.sub(r"<title>.*?</desc>", "", head, count=1)
        return f"{bare}{self.ground}</svg>", f"{head}{tail}"


@dataclass(frozen=True)
class Style:
    """How a picture departs from its view.

    Attributes
    ----------
    title, caption : str
        Blank: those of the named moment or the selected event.
    bilingual : bool
        Whether the other language stands beside the view's.
    headed : bool
        Whether title and clock stand beside the map; a slide has its own.
    own : tuple of OwnEvent
        A visitor's own events, shown with the record's where the view has their layer.
    """

    title: str = ""
    caption: str = ""
    bilingual: bool = False
    headed: bool = True
    own: tuple[OwnEvent, ...] = ()


#: as the view has it
PLAIN = Style()


def draw(chronicle: Chronicle, view: View, on: Sheet, style: Style = PLAIN) -> Picture:
    """Draw a view on a sheet.

    Raises
    ------
    PictureError
        If the record does not tell of the view's moment.
    """
    within(chronicle, view.at)
    chronicle = told_by(chronicle, view.source) if view.source else chronicle
    chart = chart_of(chronicle, view, on, style)
    return composed(chronicle, view, on, style, chart)


def chart_of(chronicle: Chronicle, view: View, on: Sheet, style: Style, before: dict[str, int] | None = None) -> Chart:
    """The map of a picture."""
    window = window_of(view, on, style.bilingual)
    light, langs = palette(chronicle, view, on), languages(view.lang, style.bilingual)
    return Chart(
        chronicle, replace(view, mode=on.mode or view.mode), window, light, langs, before=before, own=style.own
    )


def composed(chronicle: Chronicle, view: View, on: Sheet, style: Style, chart: Chart) -> Picture:
    """A map with frame and panel."""
    title = title_of(chronicle, view, style.title)
    frame = neatline(chart.pen, chart.window, on.type, paper_of(on))
    beside = _panel(chronicle, view, on, style, chart, title)
    says = f"{title[view.lang]}. {chart.says()} {chronicle.attribution}"
    parts = [chart.ground, chart.svg, frame, beside]
    made = whole(on, parts, {palette(chronicle, view, on)}, title[view.lang], view.lang, says, chart.pen.lacking)
    return replace(made, ground=chart.ground)


def within(chronicle: Chronicle, at: datetime) -> datetime:
    """A moment of which the record tells.

    Raises
    ------
    PictureError
        If it lies outside the episodes.
    """
    if chronicle.episode_at(at) is None:
        known = " and ".join(f"{written(one.start)} to {written(one.end)}" for one in chronicle.episodes)
        raise PictureError(f"{written(at)} lies outside the record, which tells of {known} (New Style)")
    return at


def languages(lang: str, bilingual: bool) -> tuple[str, ...]:
    """The languages of a picture, that of the view first."""
    return (lang, "ru" if lang == "en" else "en") if bilingual else (lang,)


def palette(chronicle: Chronicle, view: View, on: Sheet) -> str:
    """The palette of a picture: the light of the hour, unless it is printed or the view wants a paper map."""
    if on.paper:
        return "day" if on.paper in PANELS else "print"
    return "day" if view.light == "paper" else phase(altitude(view.at, chronicle.site), LIGHT)


def paper_of(on: Sheet) -> Box:
    """The whole sheet with what runs over its edge: left, top, right, bottom."""
    return (-on.bleed, -on.bleed, on.width + on.bleed, on.height + on.bleed)


def map_rectangle(on: Sheet, bilingual: bool = False) -> tuple[Box, Box]:
    """Where a sheet has its map and its panel: left, top, right, bottom."""
    free, beside = on.margin, max(on.margin - MARGIN * on.type, 0)
    right, bottom = on.width - free, on.height - free
    if on.lying:
        edge = on.width - beside - _PANEL * on.type * (_BILINGUAL if bilingual else 1)
        return (free, free, edge, bottom), (edge, beside, on.width - beside, on.height - beside)
    edge = on.height * (0.56 if bilingual else 0.62)
    return (free, free, right, edge), (beside, edge, on.width - beside, on.height - beside)


def window_of(view: View, on: Sheet, bilingual: bool = False) -> Window:
    """The window of a picture: on a screen's sheet what the screen shows, on others no less of the ground."""
    rectangle, _ = map_rectangle(on, bilingual)
    return window_in(view, rectangle)


def window_in(view: View, rectangle: Box) -> Window:
    """A framed rectangle as a window that shows no less of the ground than a screen's picture does."""
    left, top, right, bottom = rectangle
    width, height = right - left - 2 * FRAME, bottom - top - 2 * FRAME
    known, _ = map_rectangle(sheet("1920x1080", view.mode))
    share = min(width / (known[2] - 2 * FRAME), height / (known[3] - 2 * FRAME))
    lat, lon, zoom = view.c
    return Window(lat, lon, zoom + math.log2(share), left + FRAME, top + FRAME, width, height)


def title_of(chronicle: Chronicle, view: View, given: str = "") -> dict[str, str]:
    """The title given, else that of the named moment, of the selected event, of the episode; in both languages."""
    if given:
        return {"en": given, "ru": given}
    record = told(chronicle)
    if found := named(chronicle, view):
        return found
    return next(one["title"] for one in record["episodes"] if one["id"] == view.episode)


def named(chronicle: Chronicle, view: View) -> dict[str, str]:
    """The title of the named moment or of the selected event, in both languages; empty where there is neither."""
    if view.at in _named_moments(chronicle):
        return _named_moments(chronicle)[view.at]
    return next((event["title"] for event in told(chronicle)["events"] if event["id"] == view.event), {})


@cache
def _named_moments(chronicle: Chronicle) -> dict[datetime, dict[str, str]]:
    codec = Codec(chronicle)
    return {codec.decode(named["view"])[0].at: named["title"] for named in told(chronicle)["moments"]}


@cache
def _summaries(chronicle: Chronicle) -> dict[str, dict[str, str]]:
    """Event → what it is, in a sentence, in both languages."""
    return {
        row.event_id: {"en": row.summary, "ru": row.summary_ru or row.summary} for row in chronicle.events.itertuples()
    }


def _told_by(chronicle: Chronicle, source_id: str) -> dict[str, str]:
    """That it is the map as one source alone tells it, in both languages."""
    name = short_names(chronicle)[source_id]
    return {lang: said(chronicle, lang)["map_told_by"].format(name=name[lang]) for lang in ("en", "ru")}


def _panel(chronicle: Chronicle, view: View, on: Sheet, style: Style, chart: Chart, title: dict[str, str]) -> str:
    _, (left, top, right, bottom) = map_rectangle(on, style.bilingual)
    margin = MARGIN * on.type
    columns = 1 if on.lying else 3
    width = (right - left - margin * (columns + 1)) / columns
    put = Setter(chronicle, chart.pen, languages(view.lang, style.bilingual), width, on.type)
    caption = {"en": style.caption, "ru": style.caption}
    if not style.caption and view.source:
        caption = _told_by(chronicle, view.source)
    elif not style.caption and view.event in _summaries(chronicle):
        caption = _summaries(chronicle)[view.event]
    upper = [head(put, title, caption), clock(put, view.at)] if style.headed else []
    start, end = top + margin * 0.85, bottom - margin * 0.85
    # when much happens, what stands under the list gives way to it
    for smaller in (1.0, 0.84):
        small = Setter(chronicle, chart.pen, put.langs, width, on.type * smaller)
        keys, end_matter = legend(small, chart.legend), foot(small, chart.window, chart.sources)
        room = (
            end - start - sum(block.height + GAP for block in [*upper, keys, end_matter]) if on.lying else end - start
        )
        list_, all_told = _listing(put, chart, room)
        if all_told:
            break
    if on.lying:
        return column([*upper, list_], left + margin, start) + column_up([keys, end_matter], left + margin, end)
    first, second, third = (left + margin + (width + margin) * i for i in range(3))
    drawn = column(upper, first, start) + column_up([end_matter], first, end)
    return drawn + column([list_], second, start) + column([keys], third, start)


def _listing(put: Setter, chart: Chart, room: float) -> tuple[Block, bool]:
    """The list: all that happens, if there is room, else what the map does not say itself; and whether all of it had room."""
    ours = [one for one in chart.present if not one.own]
    certain = sum(one.form == "full" for one in ours)
    note = put.word("picture_sure", certain=certain, possible=len(ours) - certain)
    parts = [chart.said, chart.numbered, chart.across, chart.beyond]
    heads = ["", "", put.both("across_city"), put.both("beyond")]
    told = [Group(head, tuple(row for row in rows if not row.own)) for head, rows in zip(heads, parts)]
    # a visitor's own are never mixed with the record's
    own = [tuple(row for rows in some for row in rows if row.own) for some in (parts, parts[1:])]
    everything = [*told, Group(put.both("own_events"), own[0])]
    beside = [*told[1:], Group(put.both("own_events"), own[1])]
    if fits(put, everything, room):
        return listing(put, put.both("now"), note, everything, room)
    return listing(put, put.both("picture_also"), note, beside, room)


def whole(
    on: Sheet, parts: list[str], lights: set[str], title: str, lang: str, says: str, lacking: set[str]
) -> Picture:
    """Put the parts of a drawing together; `lights` are the palettes of its maps."""
    title, says = printable(title), printable(says)
    left, top, right, bottom = paper_of(on)
    wide, high = number(right - left), number(bottom - top)
    svg = element(
        "svg",
        element("title", escape(title)),
        element("desc", escape(says)),
        element("defs", marks.symbols(), *(trees(light) for light in sorted(lights))),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=f"{number(left)} {number(top)} {wide} {high}",
        role="img",
        lang=lang,
    )
    return Picture(svg, on, title, lang, says, frozenset(lacking))
