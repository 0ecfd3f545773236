"""Several sessions of one server, over its websocket: nothing of one's reaches another, and nothing is left of it."""

import asyncio
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from driving import ROOT, Server, done, free_port
from visitor import Visitor

OWN = "id,title,start,calendar,lat,lon\na,{},1917-11-07T10:00,new,59.95,30.30\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    cache = {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("cache")), "STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL": "1"}
    running = Server(free_port(), environment={**os.environ, "PYTHONPATH": str(ROOT / "src"), **cache})
    running.start()
    yield running
    running.kill()


def shelved(server: Server) -> list[Path]:
    """The files of visitors' own events."""
    return [*Path(server.environment["XDG_CACHE_HOME"]).rglob("own-*/*.json")]


async def opened(server: Server, query: str = "", page: str = "") -> Visitor:
    visitor = Visitor(server.url)
    await visitor.open(query)
    if page:
        await visitor.run(page=page)
    return visitor


def test_a_file_waits_for_its_visitor_whatever_others_do(server):
    """Streamlit drops a file that no page shows, and looks for such whenever any page has run."""

    async def both() -> None:
        maker, other = await opened(server, page="export"), await opened(server)
        link = await maker.made("PNG 1920 × 1080")
        for view in ("?at=1917-11-07T03:00", "?at=1917-11-07T04:00", "?at=1917-11-07T05:00"):
            await other.report(view)
        assert (await maker.fetch(link)).startswith(b"\x89PNG")
        await asyncio.gather(maker.close(), other.close())

    done(both())


def test_each_sees_its_own_alone_and_leaves_nothing(server):
    async def one(name: str) -> None:
        visitor = await opened(server, f"at=1917-11-07T0{len(name)}:00")
        await visitor.report(f"?at=1917-11-07T1{len(name)}:00")
        await visitor.run(page="your_events")
        await visitor.upload("mine.csv", OWN.format(name).encode())
        assert set(re.findall(r"\b(Anna|Boris|Vera)\b", visitor.printed())) == {name}
        await visitor.press("Show on the map")
        (link,) = re.findall(r'"\.\./([^"]+/own-[^"]+\.json)"', visitor.told())
        assert set(re.findall(r"Anna|Boris|Vera", (await visitor.fetch(f"/component/{link}")).decode())) == {name}
        await visitor.run(page="sources")
        await visitor.run(page="")
        assert link in visitor.told()
        await visitor.close()

    async def three() -> None:
        names = ("Anna", "Boris", "Vera")
        await asyncio.gather(*map(one, names))
        async with asyncio.timeout(60):
            while shelved(server):
                await asyncio.sleep(0.2)

    done(three())


def test_a_power_cut_in_the_middle_leaves_nothing_half_written(server):
    """What was on somebody's map then goes with the next start."""

    async def busy() -> None:
        shower = await opened(server, page="your_events")
        await shower.upload("mine.csv", OWN.format("Anna").encode())
        await shower.press("Show on the map")
        maker, giver = await opened(server, page="export"), await opened(server, page="your_events")
        table = OWN.format("Anna") + "".join(f"{n},T,1917-11-07T10:00,new,59.95,30.30\n" for n in range(20_000))
        doing = [
            asyncio.create_task(maker.long_export("GIF")),
            asyncio.create_task(giver.upload("mine.csv", table.encode())),
        ]
        await asyncio.sleep(0)
        for _ in range(3):  # both are under way once the server has answered somebody else
            await (await opened(server)).close()
        server.kill()
        for ended in await asyncio.gather(*doing, return_exceptions=True):
            assert ended is None or isinstance(ended, Exception)

    done(busy())
    cache = Path(server.environment["XDG_CACHE_HOME"])
    assert not [*cache.rglob("*.part")]
    assert len(shelved(server)) == 1
    server.start()
    done(opened(server))
    assert not shelved(server)
