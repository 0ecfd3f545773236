"""A folder that is whole or not there: it is written beside its place, and takes it only when all is done."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: lists the files of a site, so that nothing else is ever taken for a part of one and removed with it
MARK = ".petrograd1917-site"


class SiteError(ValueError):
    """A site that cannot be made or written; one sentence that says what to do."""


class Fresh:
    """The files of a folder in the making."""

    def __init__(self, root: Path):
        self._root = root
        self._names: list[str] = []

    def write(self, name: str, content: bytes) -> None:
        """Write a file; `name` is its path below the folder, with `/`."""
        file = self._root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
        self._names.append(name)

    def close(self) -> None:
        (self._root / MARK).write_text("".join(f"{name}\n" for name in sorted(self._names)), "utf-8")


@contextmanager
def whole(folder: Path) -> Iterator[Fresh]:
    """A new folder that takes the place of `folder` when all went well, and vanishes otherwise.

    Raises
    ------
    SiteError
        If `folder` holds anything but an earlier site, or cannot be written.
    """
    folder = Path(folder).absolute()
    _refuse_foreign(folder)
    beside = f".{folder.name}-{secrets.token_hex(4)}"
    new, old = folder.with_name(f"{beside}.new"), folder.with_name(f"{beside}.old")
    try:
        new.mkdir()
        fresh = Fresh(new)
        yield fresh
        fresh.close()
        _exchange(new, folder, old)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise SiteError(
            f"{folder} cannot be written ({reason}); nothing was changed, so free some room or name another folder"
        ) from None
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _exchange(new: Path, folder: Path, old: Path) -> None:
    """Put the new folder in its place; the old one goes back if that fails."""
    if folder.exists():
        folder.rename(old)
    try:
        new.rename(folder)
    except OSError:
        with suppress(OSError):
            old.rename(folder)
        raise
    shutil.rmtree(old, ignore_errors=True)


def _refuse_foreign(folder: Path) -> None:
    """A folder is ours if it is not there, is empty, or holds the files of a site and nothing else."""
    if not folder.parent.is_dir():
        raise SiteError(f"there is no folder {folder.parent}; make it first or name another with -o")
    if folder.is_symlink() or folder.exists() and not folder.is_dir():
        raise SiteError(f"{folder} is no folder of its own; name another with -o")
    if not folder.exists():
        return
    listed = (folder / MARK).read_text("utf-8").splitlines() if (folder / MARK).is_file() else []
    known = {MARK, *listed}
    foreign = sorted(
        name
        for file in folder.rglob("*")
        if not file.is_dir() and (name := file.relative_to(folder).as_posix()) not in known
    )
    if foreign:
        more = f" and {len(foreign) - 1} more" if len(foreign) > 1 else ""
        raise SiteError(
            f"{folder} holds what is not of a site ({foreign[0]}{more}) and would be lost; name an empty folder with -o"
        )
