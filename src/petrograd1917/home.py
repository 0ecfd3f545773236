"""Where the app's own files lie, in a checkout and in an installed wheel alike."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from platformdirs import user_cache_path

NAME = "petrograd1917"
#: the environment variable that carries `--data DIR` to the app's process
DATA_VARIABLE = "PETROGRAD1917_DATA"


def home() -> Path:
    """The folder with `app.py`, `pages/` and `data/`: beside this module in a wheel, else the repository's root."""
    here = Path(__file__).resolve().parent
    return here if (here / "app.py").is_file() else here.parents[1]


def data_folder() -> Path:
    """The record's folder: the one asked for with `--data`, else the one that comes with the app."""
    asked = os.environ.get(DATA_VARIABLE)
    return Path(asked) if asked else home() / "data"


def cache_folder() -> Path:
    """A folder of this user's for what can be made again (browser files, answers of a geocoding service).

    Where the user has no place to write in (a locked account, a read-only system), one among the temporary files.
    """
    try:
        return user_cache_path(NAME, ensure_exists=True)
    except OSError:
        temporary = Path(tempfile.gettempdir()) / f"{NAME}-cache"
        temporary.mkdir(exist_ok=True)
        return temporary
