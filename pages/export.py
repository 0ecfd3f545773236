"""What can be taken away: pictures, sheets, lessons, films, the page and the pack, each of what the map shows now."""

from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlencode

import streamlit as st

from petrograd1917 import picture
from petrograd1917.chapters import chapters
from petrograd1917.moment import moment_words
from petrograd1917.picture.plate import title_of
from petrograd1917.ui import export, frame, making, own_events, session
from petrograd1917.ui.record import record
from petrograd1917.view import Codec

chronicle = record()
# before the head, which asks for the language alone: a link to this page says what is seen
seen = session.seen(chronicle, urlencode(st.query_params.to_dict()))
leaf = frame.head(chronicle, "export")
words = leaf.words
codec = Codec(chronicle)
view = replace(codec.decode(seen.query)[0], lang=leaf.lang)

style = picture.Style(
    title=st.text_input(words("export_heading"), placeholder=title_of(chronicle, view)[leaf.lang], key="export_title"),
    caption=st.text_input(words("export_caption"), key="export_caption"),
    bilingual=st.checkbox(words("export_both"), key="export_both"),
    own=own_events.on_map(),
)
preview = export.preview(chronicle, view, style)
name = export.namer(chronicle, view, style)
leaf.show("export_preview.html", picture=preview, when=moment_words(view.at, leaf.lang), map=f"./{codec.encode(view)}")


def row(key: str, note: str = "") -> st.container:
    """A heading, and a row for the buttons under it."""
    leaf.show("export_row.html", title=words(key), note=note)
    return st.container(key=key, horizontal=True)


with row("export_picture"):
    for size in ("1920x1080", "3840x2160"):
        export.button(f"PNG {size.replace('x', ' × ')}", export.still(chronicle, view, size, style, "png"), name("png"))
    export.button("SVG", export.still(chronicle, view, "1920x1080", style, "svg"), name("svg"))
with st.container(key="export_free", horizontal=True, vertical_alignment="bottom"):
    size = st.text_input(words("export_size"), "1600x1200", key="export_size")
    if fault := export.fault(size, view.mode):
        st.error(fault)
    else:
        export.button(f"PNG {size}", export.still(chronicle, view, size, style, "png"), name("png"), key="free")

with row("export_paper", words("export_paper_note")):
    upright = st.checkbox(words("export_upright"), key="export_upright")
    cut = st.checkbox(words("export_cut"), key="export_cut")
    for paper in picture.PAPERS:
        size = f"{paper}-portrait" if upright else paper
        made = export.still(chronicle, view, size, style, "pdf", bleed=cut)
        export.button(f"PDF {paper}", made, name("pdf", paper), key=paper)

with row("export_lesson", words("export_lesson_note")):
    export.button(words("export_this_moment"), export.lesson(chronicle, view), name("pdf", "handout"), key="moment")
    told = {one.id: one for one in chapters(chronicle, leaf.lang)}
    chosen = st.selectbox(
        words("export_chapter"), told, format_func=lambda one: told[one].title, key=f"export_chapter-{leaf.lang}"
    )
    if chosen:
        file = f"petrograd-{chosen.replace('_', '-')}"
        export.button(words("export_handout"), export.chapter(chronicle, told[chosen]), f"{file}.pdf", key="handout")
        stops = [replace(codec.decode(stop.view)[0], lang=leaf.lang) for stop in told[chosen].stops]
        board = replace(style, title=told[chosen].title, caption="")
        export.button("PPTX", export.board(chronicle, stops, board, "pptx"), f"{file}.pptx", key="slides")
        export.button(
            words("export_board"), export.board(chronicle, stops, board, "pdf"), f"{file}-board.pdf", key="board"
        )

with row("export_film", words("export_film_note")):
    episode = chronicle.episode(view.episode)
    hours = st.select_slider(words("export_hours"), (1, 2, 4, 8, 16), 4, key="export_hours")
    story = st.checkbox(words("export_story"), key="export_story")
    last = min(view.at + timedelta(hours=hours), episode.end)
films = {
    kind.upper(): (export.film(chronicle, view, last, style, kind, story=story), name(kind, "film"))
    for kind in picture.FILMS
    if export.can_film(kind)
}
making.offer(words, "film", films)
if not export.can_film("mp4"):
    st.caption(words("export_no_mp4"))

with row("export_whole", words("export_whole_note")):
    export.button(words("export_page"), export.page(chronicle, style.own), "petrograd-1917.html", key="page")
making.offer(words, "pack", {words("export_pack"): (export.pack(chronicle, leaf.lang), "petrograd-1917.zip")})
