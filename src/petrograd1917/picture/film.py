"""A stretch of time as a moving picture: GIF, or MP4 with the extra `video`; the clock is in every frame."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from PIL import Image

from petrograd1917.chronicle import Chronicle
from petrograd1917.lens import told_by
from petrograd1917.moment import from_minute, to_minute
from petrograd1917.picture import files
from petrograd1917.picture.files import PictureError, UnknownForm
from petrograd1917.picture.plate import PLAIN, Picture, Style, chart_of, composed, within
from petrograd1917.picture.plot import told
from petrograd1917.picture.rendering import png
from petrograd1917.picture.sheets import Sheet, sheet
from petrograd1917.view import View

#: frames a second
RATE = 10
#: how long the story pace rests where something begins that a class must not miss, seconds
REST = 3.0
MOST_FRAMES = 3000
KINDS = (".gif", ".mp4")
#: sharp letters; a slower preset takes twice as long to save a twentieth
_X264 = {"crf": "18", "tune": "animation", "preset": "veryfast"}
#: the frames from whose colours those of a GIF are chosen
_SAMPLES = 6
#: called with the pictures that are painted and all there will be
Progress = Callable[[int, int], None]


class Cancelled(PictureError):
    """Somebody wanted it no longer."""

    def __init__(self) -> None:
        super().__init__("stopped; nothing was written")


@dataclass(frozen=True)
class Take:
    """One picture of a film: its moment, and for how many frames it stands."""

    at: datetime
    frames: int = 1


def takes(chronicle: Chronicle, first: datetime, last: datetime, minutes: int, *, story: bool = False) -> list[Take]:
    """The pictures of a film, both ends among them.

    Parameters
    ----------
    chronicle : Chronicle
    first, last : datetime
        New Style.
    minutes : int
        From one picture to the next.
    story : bool
        Whether it rests where an event of weight 3 begins.

    Raises
    ------
    UnknownForm
        If the end comes before the beginning, or there are more frames than `MOST_FRAMES`.
    PictureError
        If the record does not tell of both ends in one episode.
    """
    episode = chronicle.episode_at(within(chronicle, first))
    if not episode.holds(within(chronicle, last)):
        raise PictureError("a film stays within one episode; end it before the record falls silent")
    if last < first:
        raise UnknownForm("a film’s end comes before its beginning; exchange them")
    start, end = to_minute(first), to_minute(last)
    steady = {*range(start, end + 1, minutes), end}
    rests = set()
    if story:
        weighty = (event for event in told(chronicle)["events"] if event["weight"] == 3)
        rests = {event["t"][1] for event in weighty if start <= event["t"][1] <= end}
    reel = [Take(from_minute(at), round(REST * RATE) if at in rests else 1) for at in sorted(steady | rests)]
    frames = sum(take.frames for take in reel)
    if frames > MOST_FRAMES:
        raise UnknownForm(
            f"that makes {frames} frames, and {MOST_FRAMES} are the most; take a longer step or a shorter time"
        )
    return reel


def film(
    chronicle: Chronicle,
    view: View,
    reel: list[Take],
    path: Path,
    size: str = "",
    style: Style = PLAIN,
    *,
    progress: Progress = lambda done, total: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> None:
    """Write a film whose kind the ending says: `.gif` or `.mp4`.

    Parameters
    ----------
    chronicle : Chronicle
    view : View
        All but its moment.
    reel : list of Take
        As `takes` gives them.
    path : Path
        The file is whole or not there.
    size : str
        Pixels; blank: 1280x720 for a GIF, 1920x1080 for an MP4.
    style : Style
    progress, cancelled : callable
        Told how far it is; asked before each picture whether to go on.

    Raises
    ------
    UnknownForm
        If there is no such size or ending.
    PictureError
        If an MP4 is wanted without the extra `video`, or the file cannot be written.
    Cancelled
        If `cancelled` said so.
    """
    kind = files.ending(path, KINDS)
    on = sheet(size or ("1280x720" if kind == ".gif" else "1920x1080"), view.mode)
    if on.paper:
        raise UnknownForm(f"a film has no paper; name its size in pixels, like 1280x720, not {size}")
    studio = _Studio(chronicle, view, on, style)
    encode = _gif if kind == ".gif" else _mp4
    with files.whole(path) as partial:
        encode(partial, studio, reel, progress, cancelled)


class _Studio:
    """Makes the pictures of a film, whose labels stay where they are while they can."""

    def __init__(self, chronicle: Chronicle, view: View, on: Sheet, style: Style):
        self._chronicle = told_by(chronicle, view.source) if view.source else chronicle
        episode = next(one for one in told(chronicle)["episodes"] if one["id"] == view.episode)
        self._style = style if style.title else replace(style, title=episode["title"][view.lang])
        self._view, self.sheet = view, on
        self._spots: dict[str, int] = {}

    def pictures(self, moments: Iterable[datetime], cancelled: Callable[[], bool]) -> Iterator[Image.Image]:
        """A picture of each moment, painted by all processors."""
        workers = os.cpu_count() or 1
        with ThreadPoolExecutor(workers) as pool:
            waiting: list[Future[Image.Image]] = []
            try:
                for at in moments:
                    if cancelled():
                        raise Cancelled
                    waiting.append(pool.submit(_painted, self._drawn(at)))
                    if len(waiting) > 2 * workers:
                        yield waiting.pop(0).result()
                while waiting:
                    yield waiting.pop(0).result()
            finally:
                for one in waiting:
                    one.cancel()

    def _drawn(self, at: datetime) -> Picture:
        view = replace(self._view, at=at)
        chart = chart_of(self._chronicle, view, self.sheet, self._style, self._spots)
        self._spots = {**self._spots, **chart.spots}
        return composed(self._chronicle, view, self.sheet, self._style, chart)


def _painted(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(png(picture))).convert("RGB")


def _gif(path: Path, studio: _Studio, reel: list[Take], progress: Progress, cancelled: Callable[[], bool]) -> None:
    """One palette for all frames, chosen from some painted before; no dither: small, and nothing flickers."""
    every = max(1, len(reel) // _SAMPLES)
    chosen = [take.at for take in reel[::every][:_SAMPLES]]
    total, done = len(chosen) + len(reel), 0

    def painted(moments: Iterable[datetime]) -> Iterator[Image.Image]:
        nonlocal done
        for picture in studio.pictures(moments, cancelled):
            yield picture
            done += 1
            progress(done, total)

    samples = list(painted(chosen))
    wall = Image.new("RGB", (samples[0].width, samples[0].height * len(samples)))
    for i, sample in enumerate(samples):
        wall.paste(sample, (0, i * sample.height))
    colours = wall.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    frames = (
        picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in painted(take.at for take in reel)
    )
    durations = [take.frames * 1000 // RATE for take in reel]
    next(frames).save(path, "GIF", save_all=True, append_images=frames, duration=durations, loop=0)


def _mp4(path: Path, studio: _Studio, reel: list[Take], progress: Progress, cancelled: Callable[[], bool]) -> None:
    try:
        import av
    except ImportError:
        raise PictureError(
            "an MP4 needs the extra “video”: pip install 'petrograd1917[video]', or write a .gif"
        ) from None
    on = studio.sheet
    width, height = round(on.width * on.scale), round(on.height * on.scale)
    if width % 2 or height % 2:
        raise UnknownForm(f"an MP4 has even sides; make {width}x{height} {width // 2 * 2}x{height // 2 * 2}")
    with av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=RATE, options=_X264)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        for i, picture in enumerate(studio.pictures((take.at for take in reel), cancelled)):
            for _ in range(reel[i].frames):
                container.mux(stream.encode(av.VideoFrame.from_image(picture)))
            progress(i + 1, len(reel))
        container.mux(stream.encode())
