"""What Streamlit's own page looks like around ours: paper, one slim line of navigation, no default left by accident."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from petrograd1917.map import assets, fonts

#: the browser tab's picture, a file of ours: Streamlit's own icons come from the network
ICON = str(Path(__file__).parent / "icon.png")
_STYLE = (Path(__file__).parent / "frame.css").read_text("utf-8")


def dress() -> None:
    """Put the style sheet and the faces on the page."""
    faces = "".join(fonts.rule(*face, assets.FROM_PAGE + link) for *face, link in assets.publish_fonts())
    st.html(f"<style>{faces}{_STYLE}</style>")


def fill_with_stage() -> None:
    """Let the map's frame fill the window; on a projector or a kiosk nothing else is left."""
    st.html("<style>" + (Path(__file__).parent / "stage_page.css").read_text("utf-8") + "</style>")
