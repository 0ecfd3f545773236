"""SVG to PNG and PDF, by typst: real text, tagged, the same bytes for the same drawing."""

from __future__ import annotations

import json
import threading

import typst

from petrograd1917.map import fonts

#: a compiler is for one thread
_own = threading.local()


def _compiler() -> typst.Compiler:
    if not hasattr(_own, "compiler"):
        folders = sorted({str(fonts.path(face).parent) for face in fonts.FACES})
        _own.compiler = typst.Compiler(font_paths=folders, ignore_system_fonts=True)
    return _own.compiler


def compiled(source: str, files: dict[str, bytes | str], kind: str, *, ppi: float = 72.0, tagged: bool = True) -> bytes:
    """Compile a typst document.

    Parameters
    ----------
    source : str
        The document.
    files : dict
        What it reads, by name.
    kind : {'png', 'pdf'}
        A PNG is of the first page only.
    ppi : float
        Pixels of a PNG to 72 points.
    tagged : bool
        Whether a PDF must conform to PDF/UA-1.
    """
    given = {"main.typ": source.encode()}
    given |= {name: content.encode() if isinstance(content, str) else content for name, content in files.items()}
    options = {"pdf_standards": "ua-1"} if kind == "pdf" and tagged else {}
    made = _compiler().compile(input=given, format=kind, ppi=ppi, **options)
    return made[0] if isinstance(made, list) else made


def text(value: str) -> str:
    """A text as a typst literal, so that nothing in it is taken for markup."""
    return json.dumps(value, ensure_ascii=False)
