"""The site: the stage and the record page by page, as files that any web server or CDN gives out.

from petrograd1917 import site

site.write(chronicle, Path("public"), "https://example.org/petrograd")
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from petrograd1917.chronicle import Chronicle
from petrograd1917.site.contents import contents
from petrograd1917.site.folder import SiteError, whole

__all__ = ["SiteError", "contents", "write"]


def write(
    chronicle: Chronicle,
    folder: Path,
    address: str = "",
    *,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Write the site of a record; the same bytes for the same record and address.

    Parameters
    ----------
    chronicle : Chronicle
        A record that passed every rule.
    folder : Path
        Becomes the site, whole or not at all: a site that stood there makes room.
    address : str
        Where it will be reached (`https://…`); blank if that is not known.
    progress : callable
        Called with how many files are done, and how many there are.

    Raises
    ------
    SiteError
        If the address is none, an id cannot name a file, the folder holds something else, or it cannot be written.
    """
    with whole(folder) as new:
        made = contents(chronicle, address)
        for done, (name, make) in enumerate(made.items(), start=1):
            new.write(name, make())
            progress(done, len(made))
