"""Ways about the site, relative to the page on which they stand: it may lie under any address."""

from __future__ import annotations

import re

from petrograd1917.chronicle import Chronicle
from petrograd1917.site.folder import SiteError
from petrograd1917.ui.links import MapLinks

#: the page of the map
MAP = "index.html"
_ID = re.compile(r"[a-z0-9_]+")


def page_of(kind: str, id_: str) -> str:
    """The name of the page of an event, place, chapter or moment, below the folder of its language."""
    return f"{kind}/{plain(kind, id_)}.html"


def plain(kind: str, id_: str) -> str:
    """An id that can name a file everywhere.

    Raises
    ------
    SiteError
        If this one cannot.
    """
    if not _ID.fullmatch(id_):
        raise SiteError(f"“{id_}” cannot name a page; write the id of the {kind} in small Latin letters, digits and _")
    return id_


class SiteLinks(MapLinks):
    """Addresses as a page of the site writes them: an event's is its page.

    Parameters
    ----------
    chronicle : Chronicle
    lang : str
        The language of the page, and of those to which it leads.
    root : str
        From the page to the site's own folder: `../` for each folder in which it lies.
    """

    def __init__(self, chronicle: Chronicle, lang: str, root: str):
        super().__init__(chronicle, lang, lambda query: f"{root}{MAP}{query.replace('?', '#', 1)}")
        self.root = root
        self._beside = f"{root}{lang}/"

    def page(self, name: str) -> str:
        """A page in the language, by its name."""
        return self._beside + name

    def event(self, event_id: str) -> str:
        """The page of an event."""
        return self.page(page_of("event", event_id))

    def hour(self, event_id: str) -> str:
        """The map at the hour at which an event begins, with its card open."""
        return super().event(event_id)

    def place_page(self, place_id: str) -> str:
        """The page of a place."""
        return self.page(page_of("place", place_id))

    def source_entry(self, source_id: str) -> str:
        """Where the sources tell of one."""
        return self.page(f"sources.html#source-{source_id}")

    def question(self, question_id: str) -> str:
        """Where the disagreements tell of one."""
        return self.page(f"disagreements.html#question-{question_id}")
