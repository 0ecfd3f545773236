"""What Streamlit's own page looks like around ours: paper, one slim line of navigation, no default left by accident."""

from __future__ import annotations

from html import escape
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from petrograd1917.chronicle import Chronicle
from petrograd1917.map import assets, fonts
from petrograd1917.ui import marks, session
from petrograd1917.ui.leaf import Leaf, leaf
from petrograd1917.ui.words import Words
from petrograd1917.view import CHOICES

#: the browser tab's picture, a file of ours: Streamlit's own icons come from the network
ICON = str(Path(__file__).parent / "icon.png")
_STYLE = (Path(__file__).parent / "frame.css").read_text("utf-8")
_PRINT = (Path(__file__).parent / "print.css").read_text("utf-8")


def dress() -> None:
    """Put the style sheet and the faces on the page."""
    faces = "".join(fonts.rule(*face, assets.FROM_PAGE + link) for *face, link in assets.publish_fonts())
    st.html(f"<style>{faces}{_STYLE}</style>")


def head(chronicle: Chronicle, page: str, style: str = "") -> Leaf:
    """The head of a printed page: its title, what it is, and the choice of a language for all that follows.

    Parameters
    ----------
    chronicle : Chronicle
    page : str
        The page's words are `{page}_title` and `{page}_lede`.
    style : str
        Rules that this page needs besides those of all pages.

    Returns
    -------
    Leaf
        What the page sets the record with.
    """
    lang = session.seen(chronicle, urlencode({"lang": session.language()})).lang
    st.session_state["language"] = lang
    printed = leaf(chronicle, lang)
    st.html(f"<style>{_PRINT}{marks.style()}{style}</style>")
    st.segmented_control(
        printed.words("choose_lang"),
        CHOICES["lang"],
        format_func=lambda one: printed.words(f"lang_{one}"),
        key="language",
        required=True,
        label_visibility="collapsed",
        on_change=lambda: session.speak(chronicle, st.session_state["language"]),
    )
    printed.show("head.html", page=page)
    return printed


def fill_with_stage(words: Words) -> None:
    """Let the map's frame fill the window; on a projector or a kiosk nothing else is left.

    Behind the frame lies what is read while it loads, and, after a while, what to do if it does not.
    """
    st.html("<style>" + (Path(__file__).parent / "stage_page.css").read_text("utf-8") + "</style>")
    st.html(
        f'<div class="setting" role="status"><p>{escape(words("setting"))}</p>'
        f'<p class="late">{escape(words("setting_late"))}</p></div>'
    )
