from collections.abc import Callable

import pytest
from flat import HEADER

from petrograd1917.exchange.events import Setting
from petrograd1917.exchange.importing import Import, read_events


@pytest.fixture(scope="session")
def setting(chronicle) -> Setting:
    return Setting.of(chronicle)


@pytest.fixture(scope="session")
def take(setting) -> Callable[..., Import]:
    """Read a file: `take(content, name, answer=…)`."""

    def reading(content: bytes | str, name: str = "mine.csv", **answers: str) -> Import:
        return read_events(content.encode() if isinstance(content, str) else content, name, setting, answers)

    return reading


@pytest.fixture(scope="session")
def take_rows(take) -> Callable[..., Import]:
    """Read a table of rows, each a dict of what differs from a good one."""

    def reading(*rows: dict[str, str], **answers: str) -> Import:
        return take("\n".join([HEADER, *(_line(number, row) for number, row in enumerate(rows, start=1))]), **answers)

    return reading


def _line(number: int, row: dict[str, str]) -> str:
    good = {
        "id": f"e{number}",
        "title": "Rain",
        "start": "1917-11-07T10:00",
        "calendar": "new",
        "lat": "59.9404",
        "lon": "30.3138",
        "place": "Palace Square",
    }
    cells = {**good, **row}
    return ",".join('"' + cells.get(name, "").replace('"', '""') + '"' for name in HEADER.split(","))
