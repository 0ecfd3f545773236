"""What an import leaves behind: tables of what loads, of what does not, and why."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from petrograd1917.exchange import delimited, project
from petrograd1917.exchange.cells import shown
from petrograd1917.exchange.importing import Import
from petrograd1917.exchange.sheet import guarded


def tables(result: Import) -> dict[str, bytes]:
    """File name → content: the events that load; the rows that do not, each with its problem; all findings."""
    made = {project.EVENTS: delimited.write(result.events)}
    if result.rejected:
        made["rejected.csv"] = rejected(result)
    if result.errors or result.warnings:
        made["findings.csv"] = findings(result)
    return made


def rejected(result: Import) -> bytes:
    """The rows that stay out, as they stand in the file, and why: to be mended and imported again."""
    why: dict[object, list[str]] = {}
    for finding in result.errors:
        column = f"{finding.column}: " if finding.column else ""
        why.setdefault(finding.row, []).append(f"{column}{finding.message}")
    heads = [heading for heading in result.headings if heading not in ("problem_row", "problem")]
    rows = [
        [
            *(shown(row.cells.get(head)) for head in heads),
            row.number,
            " | ".join(why.get(row.number, why.get("all", []))),
        ]
        for row in result.rejected
    ]
    return _table([*heads, "problem_row", "problem"], rows)


def findings(result: Import) -> bytes:
    """Everything that was found, row by row."""
    found = [("error", f) for f in result.errors] + [("warning", f) for f in result.warnings]
    rows = [[f.file, "" if f.row is None else f.row, kind, f.column or "", f.value, f.message] for kind, f in found]
    return _table(["file", "row", "severity", "column", "value", "message"], rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerows([[guarded(cell) if isinstance(cell, str) else cell for cell in row] for row in (heads, *rows)])
    return out.getvalue().encode("utf-8-sig", "replace")
