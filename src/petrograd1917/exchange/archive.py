"""Zip archives from outside: looked into before anything is unpacked, and only in memory."""

from __future__ import annotations

import io
import zipfile
import zlib
from pathlib import PurePosixPath

from petrograd1917.exchange.sheet import Refused

#: unpacked, an archive may hold no more than this
MOST_UNPACKED = 100 * 1024 * 1024
#: and no member may be packed tighter: tables of text reach thirty to one
TIGHTEST = 300
MOST_MEMBERS = 2_000
_ENCRYPTED = 0x1


def opened(content: bytes, what: str) -> zipfile.ZipFile:
    """An archive whose members are bounded in size and number and whose names lead nowhere else.

    Parameters
    ----------
    content : bytes
    what : str
        What it should be, for the error's sentence.

    Raises
    ------
    Refused
        If it is damaged, encrypted, too large when unpacked, or names a place outside itself.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(content))
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise Refused(f"this is no whole {what} ({error}); save or download it again") from None
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(members) > MOST_MEMBERS:
        raise Refused(f"the {what} holds {len(members):,} parts; {MOST_MEMBERS:,} is the most")
    for name in names:
        if _leads_out(name):
            raise Refused(f"the {what} names a file outside itself (“{name[:80]}”) and is not opened", value=name[:80])
    if len(set(names)) < len(names):
        raise Refused(f"the {what} holds two parts of one name; save it again")
    if any(member.flag_bits & _ENCRYPTED for member in members):
        raise Refused(f"the {what} is locked with a password; save it without one")
    unpacked = sum(member.file_size for member in members)
    tightest = max((m.file_size / max(m.compress_size, 1) for m in members if m.file_size > 1_000_000), default=0)
    if unpacked > MOST_UNPACKED or tightest > TIGHTEST:
        raise Refused(f"the {what} would swell to {unpacked / 1e6:,.0f} MB when unpacked and is not opened")
    return archive


def _leads_out(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or ":" in name or "\0" in name


def member(archive: zipfile.ZipFile, name: str) -> bytes:
    """The content of a member.

    Raises
    ------
    Refused
        If it is damaged.
    """
    try:
        return archive.read(name)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise Refused(f"“{name}” in the archive is damaged ({error}); save or download it again") from None
