"""A project file: the tables of somebody's events in one zip that can be opened again."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

from petrograd1917.exchange import archive

EVENTS = "events.csv"
_STAMP = (1980, 1, 1, 0, 0, 0)  # the same events make the same file


def packed(files: Mapping[str, bytes]) -> bytes:
    """A project file of these tables."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as project:
        for name, content in files.items():
            project.writestr(zipfile.ZipInfo(name, _STAMP), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def is_it(content: bytes) -> bool:
    """Whether a file is a project file, and not a workbook or another archive."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as project:
            return EVENTS in project.namelist()
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return False


def events_table(content: bytes) -> bytes:
    """The events of a project file; nothing else in it is unpacked.

    Its table may be larger than another file, up to what an archive may hold: whatever was taken in can be saved and
    opened again.

    Raises
    ------
    Refused
        If the archive is damaged, locked, too large when unpacked, or names a place outside itself.
    """
    with archive.opened(content, "project file") as project:
        return archive.member(project, EVENTS)
