from __future__ import annotations

import csv
import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from petrograd1917 import limits
from petrograd1917.chronicle import TABLES, Chronicle, read
from petrograd1917.rules import open_record
from petrograd1917.scene import Scene, scene_at

DATA = Path(__file__).resolve().parents[1] / "data"
#: the columns that name a row where its first one alone does not
KEYS = {
    "allegiances": ("actor_id", "side_id", "earliest"),
    "movements": ("movement_id", "seq"),
    "states": ("place_id", "aspect", "earliest"),
    "numbers": ("event_id", "what", "whose"),
}
#: the columns in which something begins or ends
MOMENTS = {
    "events": ("earliest", "start", "end", "latest"),
    "states": ("earliest", "at", "latest"),
    "allegiances": ("earliest", "latest"),
    "movements": ("at",),
}


#: what a small record keeps, and all that happens in it
KEPT = {
    "places": "winter_palace smolny tauride_palace liteiny_bridge aurora_nikolaevsky_anchorage arsenals".split(),
    "actors": "lenin kerensky aurora".split(),
    "sources": "reed trotsky sukhanov raskolnikov".split(),
    "moments": ["eve"],
}
RAIN = {
    "events": [
        "rain,october,Rain,,It rains.,,1917-11-07T10:00,1917-11-07T11:00,1917-11-07T10:00,1917-11-07T12:00,"
        "hour,smolny,event,lenin,1,"
    ],
    "claims": [
        "rain_reed,rain,reed,ch. IV,гл. IV,Rain.,Дождь.,at 10:15,1917-11-07T10:00,1917-11-07T10:30,same,yes,eyewitness,,,"
        "wet,,",
        "rain_trotsky,rain,trotsky,ch. 1,гл. 1,Rain.,Дождь.,10:30–12:00,1917-11-07T10:30,1917-11-07T12:00,same,yes,memoir,,,"
        "wet,,",
    ],
    "disagreements": ["wet,When did it rain?,Когда шёл дождь?,rain,reed,He was out in it.,Он был под ним."],
    "allegiances": [
        "lenin,october_mrc,1917-11-06T00:00,1917-11-07T12:00,rain",
        "lenin,october_uncommitted,1917-11-07T12:01,1917-11-08T12:00,",
    ],
    "movements": [
        "walk,lenin,rain,1,smolny,,,1917-11-07T10:00,,,,,,",
        "walk,lenin,rain,2,,59.9483,30.3900,,,,foot,,attested,",
        "walk,lenin,rain,3,tauride_palace,,,1917-11-07T10:30,,,foot,,computed,",
        "ride,lenin,rain,1,tauride_palace,,,1917-11-07T12:00,,,,,,",
        "ride,lenin,rain,2,smolny,,,1917-11-07T12:30,,,motor,,computed,",
        "voyage,aurora,rain,1,aurora_nikolaevsky_anchorage,,,1917-11-07T10:00,,,,,,",
        "voyage,aurora,rain,2,,59.9330,30.2840,1917-11-07T10:30,,,ship,,computed,",
    ],
    "states": [
        "winter_palace,holder,october_government,garrison,1917-11-06T00:00,1917-11-06T03:00,1917-11-06T06:00,rain,",
        "winter_palace,holder,october_mrc,garrison,1917-11-08T02:04,1917-11-08T02:04,1917-11-08T02:10,,rain_reed",
        "liteiny_bridge,span,lowered,,1917-11-06T16:00,1917-11-06T16:00,1917-11-06T16:30,rain,",
    ],
    "numbers": ["rain,wet,промокших,10,20,Reed,Рид,rain_reed"],
}


@dataclass(frozen=True)
class RecordCopy:
    """A small copy of the record that a test may break; what it breaks is mended after the test.

    A row is named by its id; in a table without ids by the beginning of its first cells, a blank between them
    (`"lenin_to_smolny 2"`, `"winter_palace holder 1917-11-07"`).
    """

    folder: Path
    _before: dict[str, bytes] = field(default_factory=dict)

    def rows(self, table: str) -> list[dict[str, str]]:
        with (self.folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def row(self, table: str, row_id: str) -> int:
        """The number of a row as a spreadsheet shows it."""
        named = [" ".join(row[column] for column in KEYS.get(table, list(row)[:1])) for row in self.rows(table)]
        numbered = list(enumerate(named, start=2))
        found = [number for number, name in numbered if name == row_id]
        found = found or [number for number, name in numbered if name.startswith(row_id)]
        assert len(found) == 1, f"{len(found)} rows of {table}.csv are called {row_id!r}"
        return found[0]

    def change(self, table: str, row_id: str | int, column: str, value: str) -> int:
        """Put a value into a cell of a row (its id or number); returns the row's number."""
        number, rows = row_id if isinstance(row_id, int) else self.row(table, row_id), self.rows(table)
        assert column in rows[number - 2]
        rows[number - 2][column] = value
        self._write_rows(table, rows)
        return number

    def add(self, table: str, cells: dict[str, str]) -> int:
        """Append a row, blank but for `cells`; returns its number."""
        rows = self.rows(table)
        self._write_rows(table, [*rows, cells])
        return len(rows) + 2

    def keep(self, table: str, wanted: Callable[[dict[str, str]], bool]) -> None:
        """Take out all rows of a table but those wanted."""
        self._write_rows(table, [row for row in self.rows(table) if wanted(row)])

    def text(self, file: str) -> str:
        return (self.folder / file).read_bytes().decode()

    def write(self, file: str, content: str | bytes) -> None:
        """Change any file of the record."""
        path = self.folder / file
        self._before.setdefault(file, path.read_bytes())
        path.write_bytes(content.encode() if isinstance(content, str) else content)

    def remove(self, file: str) -> None:
        self.write(file, "")
        (self.folder / file).unlink()

    def read(self) -> Chronicle:
        return read(self.folder)

    def mend(self) -> None:
        for file, content in self._before.items():
            (self.folder / file).write_bytes(content)
        self._before.clear()

    def _write_rows(self, table: str, rows: list[dict[str, str]]) -> None:
        header = self.text(f"{table}.csv").partition("\n")[0]
        text = io.StringIO()
        writer = csv.DictWriter(text, header.split(","), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        self.write(f"{table}.csv", text.getvalue())


@pytest.fixture(scope="session")
def cut(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cut") / "data"
    without_chapters = shutil.ignore_patterns("chapters")
    copy = RecordCopy(Path(shutil.copytree(DATA, folder, ignore=without_chapters, copy_function=shutil.copyfile)))
    for table, ids in KEPT.items():
        copy.keep(table, lambda row, ids=ids: next(iter(row.values())) in ids)
    for table, rows in RAIN.items():
        copy.write(f"{table}.csv", "\n".join([",".join(copy.rows(table)[0]), *rows, ""]))
    return folder


@pytest.fixture
def record_copy(cut: Path) -> Iterator[RecordCopy]:
    """The record cut down to a few places and one rainy morning, in which nothing is wrong."""
    copy = RecordCopy(cut)
    yield copy
    copy.mend()


@pytest.fixture
def allow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Set limits for one test: `allow(rows=10)`."""

    def allowed(**wanted: int) -> None:
        for name, value in wanted.items():
            monkeypatch.setenv(limits.variable(name), str(value))
        limits.limits.cache_clear()

    yield allowed
    monkeypatch.undo()
    limits.limits.cache_clear()


@pytest.fixture(scope="session")
def chronicle() -> Chronicle:
    """The record that comes with the app."""
    return open_record(DATA)


@pytest.fixture(scope="session")
def tables() -> dict[str, list[dict[str, str]]]:
    """The same record as text, read without the package."""
    return {name: RecordCopy(DATA).rows(name) for name in TABLES}


@pytest.fixture(scope="session")
def boundaries(tables: dict[str, list[dict[str, str]]]) -> list[datetime]:
    """Every moment at which something begins or ends, and the minutes before and after it."""
    written = {row[column] for name, columns in MOMENTS.items() for row in tables[name] for column in columns}
    known = [datetime.fromisoformat(text) for text in written - {""}]
    return sorted({moment + timedelta(minutes=beside) for moment in known for beside in (-1, 0, 1)})


@pytest.fixture(scope="session")
def scenes(chronicle: Chronicle, boundaries: list[datetime]) -> dict[datetime, Scene]:
    return {moment: scene_at(chronicle, moment) for moment in boundaries}
