"""Printed leaves: what a page shows of the record, set from a template in which every text is escaped."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import streamlit as st
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from petrograd1917.hours import spoken
from petrograd1917.moment import day_words


@cache
def _environment() -> Environment:
    leaves = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "leaves"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    leaves.filters["spoken"] = spoken
    leaves.filters["day"] = lambda moment, lang="en": day_words(moment.date(), lang)["both"]
    return leaves


def leaf(template: str, **values: object) -> None:
    """Set a template of `ui/leaves` with these values on the page."""
    st.html(_environment().get_template(template).render(**values))
