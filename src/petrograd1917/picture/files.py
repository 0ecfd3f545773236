"""Files that are whole or not there: what is written takes its place only when it is done."""

from __future__ import annotations

import secrets
import zipfile
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: the first day that a zip knows
_STAMP = (1980, 1, 1, 0, 0, 0)


class PictureError(ValueError):
    """A picture that cannot be made or written; one sentence that says what to do."""


class UnknownForm(PictureError):
    """A picture asked for in a form that there is none of: a size, an ending; one sentence that names those there are."""


def ending(path: Path, known: Collection[str]) -> str:
    """The ending of a file's name, in small letters.

    Raises
    ------
    UnknownForm
        If it is none of the known ones.
    """
    found = path.suffix.lower()
    if found not in known:
        named = f"“{found}”" if found else "no ending"
        raise UnknownForm(
            f"{path.name} has {named}, which says nothing of its kind; end it with {' or '.join(sorted(known))}"
        )
    return found


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A temporary file beside `path` that becomes it when all went well, and vanishes otherwise.

    Raises
    ------
    PictureError
        If it cannot be written: no such folder, no right, no room.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise PictureError(f"there is no folder {path.parent}; make it first or write somewhere else")
    if path.is_dir():
        raise PictureError(f"{path} is a folder; name a file in it")
    partial = path.with_name(f".{path.stem}-{secrets.token_hex(4)}{path.suffix}")
    try:
        partial.touch(exist_ok=False)
    except OSError as error:
        raise PictureError(_cannot(path, error)) from None
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise PictureError(_cannot(path, error)) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def write(path: Path, content: bytes | str) -> None:
    """Write a file whole."""
    with whole(path) as partial:
        partial.write_bytes(content.encode() if isinstance(content, str) else content)


def pack(archive: zipfile.ZipFile, name: str, content: bytes | str) -> None:
    """Put a file into an archive; the same files make the same archive, whenever it is made."""
    archive.writestr(zipfile.ZipInfo(name, _STAMP), content, zipfile.ZIP_DEFLATED)


def _cannot(path: Path, error: OSError) -> str:
    reason = (error.strerror or str(error)).lower()
    return f"{path} cannot be written ({reason}); nothing was left behind, so free some room or write somewhere else"
