"""A hundred visitors at once: how long they wait, what each costs, whether anything crosses over. Writes `load.md`.

    python bench/load.py [--sessions 100] [--soak MINUTES]

The visitors are real sessions over Streamlit's websocket, on this machine only. A report is what the stage sends when the
hand comes to rest; between reports the browser needs no server.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from visitor import Visitor
from websockets.exceptions import ConnectionClosed

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
#: seconds that the server keeps a session whose window was closed (Streamlit's default is 120)
KEPT = 5
#: seconds between two reports of a visitor, on average
REST = 3.0
#: seconds of scrubbing that are measured
SCRUBBED = 20
#: seconds within which all come in
ARRIVAL = 10
ROWS = 200
FILM = "GIF"
PICTURE = "PNG 1920 × 1080"


@dataclass
class Server:
    """The app in a process of its own, with a cache of its own."""

    folder: Path
    port: int = 0
    process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def cache(self) -> Path:
        return self.folder / "cache" / "petrograd1917"

    def start(self) -> None:
        if not self.port:
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                self.port = probe.getsockname()[1]
        environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT / "src"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "TMPDIR": str(self.folder),
            "STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": str(KEPT),
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "petrograd1917", "serve", "--port", str(self.port)],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / "errors.txt").open("a"),
        )
        while not self._answers():
            assert self.process.poll() is None, "the server ended by itself"
            time.sleep(0.05)

    def _answers(self) -> bool:
        with suppress(urllib.error.URLError, OSError), urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1):
            return True
        return False

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(20)

    @property
    def memory(self) -> float:
        """What it holds of the machine's memory, MB of 2**20 bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def worked(self) -> float:
        """Seconds of processor time so far."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(told[11]) + int(told[12])) / os.sysconf("SC_CLK_TCK")

    def left_behind(self) -> list[str]:
        """Files of visitors' own events, and halves of files, in the cache."""
        return [
            str(file.relative_to(self.cache))
            for file in self.cache.rglob("*")
            if file.name.endswith(".part") or (file.parent.name.startswith("own-") and file.suffix == ".json")
        ]


@dataclass
class Watch:
    """Notes how long things take."""

    seconds: dict[str, list[float]] = field(default_factory=dict)

    async def time(self, what: str, doing: Awaitable[object]) -> object:
        start = time.perf_counter()
        result = await doing
        self.seconds.setdefault(what, []).append(time.perf_counter() - start)
        return result

    def row(self, what: str) -> str:
        found = sorted(self.seconds[what])
        at = [found[min(len(found) - 1, round(part * (len(found) - 1)))] for part in (0.5, 0.95, 0.99)]
        return f"| {what} | {len(found)} | " + " | ".join(f"{value * 1000:,.0f}" for value in at) + " |"


def moment(number: int, step: int) -> str:
    """A view that only this visitor shows at this step: told by the map's centre."""
    return f"?at=1917-11-07T{step % 24:02}:{number % 60:02}&c=59.94{number:03},30.30{step % 100:02},14"


def own_events(number: int) -> bytes:
    rows = (
        f"e{n},Visitor {number:04} event {n},1917-11-07T{n % 24:02}:{n % 60:02},new,59.9{n % 90:02},30.3{n % 90:02}"
        for n in range(ROWS)
    )
    return "\n".join(["id,title,start,calendar,lat,lon", *rows]).encode()


async def scrub(visitor: Visitor, number: int, watch: Watch, what: str, seconds: float) -> int:
    """Let the hand rest now and then; how often the app gave back what was not this visitor's."""
    end, wrong, step = time.perf_counter() + seconds, 0, 0
    while time.perf_counter() < end:
        await asyncio.sleep(random.expovariate(1 / REST))
        step += 1
        view = moment(number, step)
        await watch.time(what, visitor.report(view))
        # another page and back: the map must be told this visitor's view, and no other's
        if step % 5 == 0:
            await visitor.run(page="trust")
            await visitor.run(page="")
            wrong += f"c=59.94{number:03}" not in visitor.told()
    return wrong


async def bring_own(visitor: Visitor, number: int, watch: Watch) -> int:
    """Upload own events and show them on the map; how much of what came back was not this visitor's."""
    await visitor.run(page="your_events")
    await watch.time(f"{ROWS} own events uploaded and read", visitor.upload(f"mine-{number}.csv", own_events(number)))
    wrong = set(re.findall(r"Visitor (\d{4})", visitor.printed())) != {f"{number:04}"}
    await watch.time("own events put on the map", visitor.press("Show on the map"))
    (link,) = re.findall(r'"\.\./([^"]+/own-[^"]+\.json)"', visitor.told())
    told = (await visitor.fetch(f"/component/{link}")).decode()
    return wrong + (set(re.findall(r"Visitor (\d{4})", told)) != {f"{number:04}"})


async def export(visitor: Visitor, watch: Watch, label: str, what: str) -> None:
    await visitor.run(page="export")
    made = await watch.time(what, visitor.long_export(label) if label == FILM else visitor.export(label))
    assert made.startswith((b"\x89PNG", b"GIF8")), f"{label} is no picture"
    await visitor.run(page="")


async def arrive(url: str, count: int, watch: Watch) -> list[Visitor]:
    async def one(number: int) -> Visitor:
        await asyncio.sleep(ARRIVAL * number / count)
        visitor = Visitor(url)
        await watch.time("the map opened", visitor.open(moment(number, 0)))
        return visitor

    return list(await asyncio.gather(*map(one, range(count))))


async def leave(visitors: list[Visitor]) -> None:
    """All go; Streamlit drops what it kept for them when the next one comes."""
    await asyncio.gather(*(visitor.close() for visitor in visitors))
    await asyncio.sleep(KEPT + 10)
    (next_one,) = await arrive(visitors[0].url, 1, Watch())
    await next_one.close()
    await asyncio.sleep(1)


async def together(visitors: list[Visitor], do: Callable[[Visitor, int], Awaitable[int]]) -> int:
    return sum(await asyncio.gather(*(do(visitor, number) for number, visitor in enumerate(visitors))))


async def crowd(server: Server, count: int, watch: Watch) -> dict[str, float]:
    """All that a crowd does, measured; figures by name."""
    figures = {}
    async with asyncio.timeout(600):
        for visitor in await arrive(server.url, 3, Watch()):  # what is made once for all is made now
            await export(visitor, Watch(), PICTURE, "")
            await bring_own(visitor, 0, Watch())
            await visitor.close()
    await asyncio.sleep(KEPT + 5)
    figures["memory before, MB"] = before = server.memory
    visitors = await arrive(server.url, count, watch)
    figures["memory for each open map, MB"] = (server.memory - before) / count
    worked, start = server.worked, time.perf_counter()
    wrong = await together(visitors, lambda v, n: scrub(v, n, watch, "a report, all scrubbing", SCRUBBED))
    figures["processors busy with it"] = (server.worked - worked) / (time.perf_counter() - start)
    figures["reports a second"] = len(watch.seconds["a report, all scrubbing"]) / SCRUBBED
    figures["memory for each, after scrubbing, MB"] = (server.memory - before) / count

    painting = max(2, count // 10)
    crowded, painters = visitors[:-painting], visitors[-painting:]
    exports = asyncio.gather(*(export(v, watch, PICTURE, "a picture, a tenth asking at once") for v in painters))
    wrong += await together(crowded, lambda v, n: scrub(v, n, watch, "a report, meanwhile", SCRUBBED / 2))
    await exports
    hog, painter = painters[0], painters[1]
    film = asyncio.create_task(export(hog, watch, FILM, "a film of four hours (GIF)"))
    picture = asyncio.create_task(export(painter, watch, PICTURE, "a picture while a film is made"))
    wrong += await together(crowded, lambda v, n: scrub(v, n, watch, "a report while a film is made", SCRUBBED / 2))
    await asyncio.gather(film, picture)
    wrong += await together(visitors, lambda v, n: bring_own(v, n, watch))
    figures["memory for each, with own events, MB"] = (server.memory - before) / count
    await leave(visitors)
    figures["memory after all have left, MB"] = server.memory
    figures["answers meant for somebody else"] = wrong
    figures["files of theirs left"] = len(server.left_behind())
    return figures


async def soak(server: Server, minutes: float, count: int) -> list[tuple[float, float]]:
    """Crowds that come and go; minutes since the beginning and the memory when all have left, after each."""
    start, seen = time.perf_counter(), []
    while not seen or seen[-1][0] < minutes:
        visitors = await arrive(server.url, count, Watch())
        assert not await together(visitors, lambda v, n: scrub(v, n, Watch(), "", SCRUBBED / 2))
        assert not await together(visitors, lambda v, n: bring_own(v, n, Watch()))
        await asyncio.gather(*(export(v, Watch(), PICTURE, "") for v in visitors[:3]))
        await leave(visitors)
        seen.append(((time.perf_counter() - start) / 60, server.memory))
    return seen


async def cut(server: Server, times: int) -> list[str]:
    """Cut the power in the middle of an export and an upload; what is half-written or left after the next start."""
    left = []
    for _ in range(times):
        exporter, uploader = await arrive(server.url, 2, Watch())
        await exporter.run(page="export")
        await uploader.run(page="your_events")
        busy = [
            asyncio.create_task(exporter.long_export(FILM)),
            asyncio.create_task(uploader.upload("mine.csv", own_events(0) * 100)),
        ]
        await asyncio.sleep(random.uniform(0.05, 1.5))
        server.kill()
        for task in await asyncio.gather(*busy, return_exceptions=True):
            assert isinstance(task, ConnectionClosed | OSError | bytes | None), repr(task)
        server.start()
        (visitor,) = await arrive(server.url, 1, Watch())
        left += server.left_behind()
        await visitor.close()
    return left


def machine() -> str:
    versions = ", ".join(f"{name} {version(name)}" for name in ("streamlit", "folium", "streamlit-folium", "pandas"))
    load = f"{os.getloadavg()[0]:.1f}"
    return (
        f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {versions}. "
        f"Server and visitors share the machine; others worked on it too (load {load} when it began)."
    )


async def measure(count: int, minutes: float, folder: Path) -> list[str]:
    about, server, watch = machine(), Server(folder), Watch()
    server.start()
    try:
        figures = await crowd(server, count, watch)
        soaked = await soak(server, minutes, count // 4) if minutes else []
        left = await cut(server, 5)
    finally:
        server.kill()
    lines = [
        "# Under load",
        "",
        f"{about} `python bench/load.py` repeats it.",
        "",
        f"{count} visitors at once, who come within {ARRIVAL} seconds and let the hand rest every {REST:.0f} seconds:",
        "",
        "| what | times | median, ms | 95 %, ms | 99 %, ms |",
        "|---|---|---|---|---|",
        *map(watch.row, watch.seconds),
        "",
        "| what | measured |",
        "|---|---|",
        *(f"| {what} | {value:,.2f} |".replace(".00 |", " |") for what, value in figures.items()),
        f"| power cut in the middle of an export and an upload, 5 times: half-written or left | {len(left)} |",
        "",
        "Budget: 5 MB for a further session.",
        "",
    ]
    if soaked:
        lines += [
            f"A crowd of {count // 4} that comes, scrubs, uploads, exports and goes, again and again for "
            f"{soaked[-1][0]:.0f} minutes; memory when all have left:",
            "",
            "| minutes | MB |",
            "|---|---|",
            *(f"| {at:.1f} | {memory:,.0f} |" for at, memory in soaked),
            "",
        ]
    return lines


def main() -> None:
    """Run everything and write `load.md`."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100, help="default: 100")
    parser.add_argument(
        "--soak", type=float, default=0, metavar="MINUTES", help="how long crowds come and go afterwards"
    )
    parser.add_argument("-o", "--output", type=Path, default=HERE / "load.md")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines = asyncio.run(measure(asked.sessions, asked.soak, Path(folder)))
    asked.output.write_text("\n".join(lines), encoding="utf-8")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
