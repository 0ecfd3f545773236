from __future__ import annotations

import csv
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

import pytest

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


@dataclass(frozen=True)
class RecordCopy:
    """A copy of the record that a test may break.

    A row is named by its id; in a table without ids by the beginning of its first cells, a blank between them
    (`"lenin_to_smolny 2"`, `"winter_palace holder 1917-11-07"`).
    """

    folder: Path

    def rows(self, table: str) -> list[dict[str, str]]:
        with (self.folder / f"{table}.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def row(self, table: str, row_id: str) -> int:
        """The number of a row as a spreadsheet shows it."""
        rows = self.rows(table)
        named = [" ".join(row[column] for column in KEYS.get(table, list(row)[:1])) for row in rows]
        exact = [number for number, name in enumerate(named, start=2) if name == row_id]
        found = exact or [number for number, name in enumerate(named, start=2) if name.startswith(row_id)]
        assert len(found) == 1, f"{len(found)} rows of {table}.csv are called {row_id!r}"
        return found[0]

    def change(self, table: str, row_id: str, column: str, value: str) -> int:
        """Put a value into a cell; returns the row's number."""
        number, rows = self.row(table, row_id), self.rows(table)
        assert column in rows[number - 2]
        rows[number - 2][column] = value
        self._write(table, rows)
        return number

    def add(self, table: str, cells: dict[str, str]) -> int:
        """Append a row, blank but for `cells`; returns its number."""
        rows = self.rows(table)
        assert cells.keys() <= rows[0].keys()
        self._write(table, [*rows, {column: cells.get(column, "") for column in rows[0]}])
        return len(rows) + 2

    def rewrite(self, file: str, edit: Callable[[str], str]) -> None:
        """Change the text of any file of the record."""
        path = self.folder / file
        before = path.read_text("utf-8")
        after = edit(before)
        assert after != before
        path.chmod(0o644)
        path.write_bytes(after.encode())

    def read(self) -> Chronicle:
        return read(self.folder)

    def _write(self, table: str, rows: list[dict[str, str]]) -> None:
        with (self.folder / f"{table}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


@pytest.fixture
def record_copy(tmp_path: Path) -> RecordCopy:
    return RecordCopy(Path(shutil.copytree(DATA, tmp_path / "data")))


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
