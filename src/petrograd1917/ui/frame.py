"""What Streamlit's own page looks like around ours: paper, one slim line of navigation, no default left by accident."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

#: the browser tab's picture, a file of ours: Streamlit's own icons come from the network
ICON = str(Path(__file__).parent / "icon.png")
_STYLE = (Path(__file__).parent / "frame.css").read_text("utf-8")


def dress() -> None:
    """Put the style sheet on the page."""
    st.html(f"<style>{_STYLE}</style>")


def fill_with_stage() -> None:
    """Let the map's frame fill the window; on a projector or a kiosk nothing else is left."""
    st.html("<style>" + (Path(__file__).parent / "stage_page.css").read_text("utf-8") + "</style>")
