"""Your events: a file of the visitor's own is read, questioned and mended; the record stays untouched."""

from functools import partial

import streamlit as st
from geopy.exc import GeocoderServiceError
from streamlit_folium import st_folium

from petrograd1917.exchange import delimited, outcome
from petrograd1917.exchange.events import FIELDS, OwnEvent, Setting, When, when_words
from petrograd1917.exchange.exporting import FORMATS, About, city, export
from petrograd1917.exchange.importing import SUFFIXES, Import, Question
from petrograd1917.exchange.placing import BY_HAND, BY_HAND_M, Position, position, unplaced
from petrograd1917.gazetteer import Gazetteer, Match, ModernMap, gazetteer
from petrograd1917.home import cache_folder
from petrograd1917.limits import limits
from petrograd1917.map.picker import Spot, picker
from petrograd1917.moment import EPOCH
from petrograd1917.ui import downloads, frame, own_events, session
from petrograd1917.ui.record import record

#: events to a page of the list, findings shown, places asked about at a time, events that can be pointed at
EVENTS, FINDINGS, PLACES, POINTED = 50, 200, 12, 1_000
#: from how many events on a file of another format may be larger than what is taken in
MANY = 10_000

chronicle = record()
leaf = frame.head(chronicle, "your_events")
words = leaf.words


@st.cache_resource(show_spinner=False)
def names(folder: str) -> Gazetteer:
    return gazetteer(chronicle)


@st.cache_resource(show_spinner=False)
def modern(folder: str) -> ModernMap:
    city = chronicle.city
    return ModernMap(cache_folder() / "nominatim.sqlite", ((city.south, city.west), (city.north, city.east)))


def offered() -> own_events.Own | None:
    """The session's file: the one that was just given, or the one from before."""
    leaf.show("own_limits.html", limits=limits())
    given = st.file_uploader(
        words("own_drop"),
        type=[*SUFFIXES, "zip"],
        key=f"own-upload-{own_events.round_()}",
        max_upload_size=limits().upload_mb,
    )
    if given is not None:
        return own_events.take(given.file_id, given.name, given.getvalue())
    example = OwnEvent("rain", "Rain", When(EPOCH), None, "", *chronicle.centre[:2], place="Palace Square")
    st.download_button(words("own_template"), delimited.write([example]), "events.csv", "text/csv", on_click="ignore")
    return own_events.current()


def read(own: own_events.Own) -> Import:
    """Read the file, with a bar for the long ones."""
    bar = st.empty()
    result = own.result(
        Setting.of(chronicle), lambda done: bar.progress(done, words("own_reading", name=_plain(own.name)))
    )
    bar.empty()
    return result


def _plain(text: str) -> str:
    """A text for Streamlit's own labels, which would read marks of Markdown in it."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]()<>#+-.!|~:$&" else letter for letter in text)


def ask(own: own_events.Own, result: Import) -> None:
    """What only the visitor can say."""
    leaf.show("own_heading.html", heading="own_questions", lede="")
    for question in result.questions:
        if question.key == "columns":
            ask_for_columns(own, result)
        else:
            ask_one(own, question)


def ask_one(own: own_events.Own, question: Question) -> None:
    said = words(f"own_q_{question.key}", value=_plain(question.about.value))
    # sheets of a workbook go by their own names
    named = _plain if question.key == "sheet" else lambda choice: words(f"own_a_{question.key}_{choice}")
    with st.container(horizontal=True, vertical_alignment="center", key=f"ask-{question.key}"):
        st.markdown(said)
        for number, choice in enumerate(question.choices):
            st.button(
                named(choice),
                key=f"own-{own.upload}-{question.key}-{number}",
                on_click=own.answer,
                args=({question.key: choice},),
            )


def ask_for_columns(own: own_events.Own, result: Import) -> None:
    with st.form(key=f"own-columns-{own.upload}"):
        st.markdown(words("own_q_columns"))
        chosen = {}
        with st.container(horizontal=True, key="own-columns"):
            for field in FIELDS:
                likely = result.columns.get(field) or result.guesses.get(field)
                chosen[field] = st.selectbox(
                    words(f"own_field_{field}"),
                    result.headings,
                    index=result.headings.index(likely) if likely in result.headings else None,
                    placeholder=words("own_no_column"),
                    key=f"own-column-{own.upload}-{field}",
                    width=200,
                )
        if st.form_submit_button(words("own_read_so"), type="primary"):
            own.answer({f"column:{field}": heading for field, heading in chosen.items() if heading})
            st.rerun()


def find_places(own: own_events.Own, events: list[OwnEvent]) -> None:
    """Offer what the gazetteer knows of places without coordinates, and the network's only if that is wanted."""
    wanted = unplaced(events)
    if not wanted:
        return
    leaf.show("own_heading.html", heading="own_places", lede="own_places_lede")
    known = names(str(chronicle.folder))
    unknown = []
    for name, there in list(wanted.items())[:PLACES]:
        matches = [match for match in known.find(name) if match.place.lat is not None]
        matches += st.session_state.get("own_modern", {}).get(name, [])
        if matches:
            offer(own, name, there, matches)
        else:
            unknown.append(name)
    for name in unknown:
        st.markdown(words("own_not_found", name=_plain(name)))
    if unknown:
        st.caption(words("own_ask_modern_note"))
        st.button(words("own_ask_modern"), on_click=ask_modern, args=(unknown,))
    if st.session_state.pop("own_no_answer", False):
        st.warning(words("own_no_answer"))


def offer(own: own_events.Own, name: str, there: list[OwnEvent], matches: list[Match]) -> None:
    def taken(key: str) -> None:
        chosen = st.session_state[key]
        if chosen is not None:
            located_by = "gazetteer" if matches[chosen].place.place_id else "base map or OpenStreetMap"
            own.put(there, position(matches[chosen], located_by))

    key = f"own-place-{own.upload}-{name}"
    st.selectbox(
        f"{_plain(name)} · {words.counted('events_n', len(there))}",
        range(len(matches)),
        index=None,
        format_func=lambda i: words("own_candidate", name=matches[i].place.name, m=round(matches[i].place.error_m)),
        placeholder=words("own_choose"),
        key=key,
        on_change=taken,
        args=(key,),
    )


def ask_modern(unknown: list[str]) -> None:
    found = st.session_state.setdefault("own_modern", {})
    try:
        for name in unknown:
            found[name] = modern(str(chronicle.folder)).find(name)
    except GeocoderServiceError:
        st.session_state["own_no_answer"] = True


def point(own: own_events.Own, events: list[OwnEvent]) -> None:
    """Let the visitor put an event where it happened."""
    leaf.show("own_heading.html", heading="own_point", lede="own_point_lede")
    # those without a point first: it is for them that one comes here
    by_id = {event.id: event for event in sorted(events, key=lambda event: event.point is not None)[:POINTED]}
    chosen = st.selectbox(
        words("own_event"), by_id, format_func=lambda event_id: by_id[event_id].title, key=f"own-event-{own.upload}"
    )
    spots = [Spot(e.lat, e.lon, e.error_m or 0, e.id == chosen) for e in by_id.values() if e.point]
    with st.container(key="picker"):
        seen = st_folium(
            picker(chronicle, spots),
            key=f"own-picker-{chosen}",
            height=460,
            returned_objects=["last_clicked"],
            use_container_width=True,
        )
    st.caption(_plain(chronicle.attribution))
    clicked = (seen or {}).get("last_clicked")
    if not clicked:
        st.caption(words("own_click"))
        return
    lat, lon = round(clicked["lat"], 5), round(clicked["lng"], 5)
    st.button(
        words("own_put", lat=f"{lat:.4f}", lon=f"{lon:.4f}"),
        type="primary",
        on_click=own.put,
        args=([by_id[chosen]], Position(lat, lon, BY_HAND_M, BY_HAND)),
    )


def on_map(own: own_events.Own, events: list[OwnEvent]) -> None:
    """Show the events on the session's map, and take them off again; those that are on it follow each correction."""
    if own.link:
        own.show(chronicle, events)
        st.button(words("own_off_map"), on_click=own.take_off)
    label = "own_to_map" if own.link else "own_on_map"
    if st.button(words(label), type="primary"):
        own.show(chronicle, events)
        session.show_own(chronicle)
        told = min((event.start.at for event in events if chronicle.episode_at(event.start.at)), default=None)
        if told:
            session.go(chronicle, told)
        st.switch_page("pages/map.py")


def list_good(events: list[OwnEvent]) -> None:
    leaf.show("own_heading.html", heading="own_good", lede="")
    pages = -(-len(events) // EVENTS)
    page = st.number_input(words("own_page", n=pages), 1, pages, key="own-page") if pages > 1 else 1
    shown = events[(page - 1) * EVENTS : page * EVENTS]
    leaf.show("own_good.html", events=shown, when=partial(when_words, lang=leaf.lang))


def list_findings(result: Import) -> None:
    for heading, found in (("own_bad", result.errors), ("own_warned", result.warnings)):
        if found:
            leaf.show("own_findings.html", heading=heading, findings=found[:FINDINGS], all=len(found))


def hand_out(own: own_events.Own, result: Import) -> None:
    """What can be taken away: the project, the events in other formats, what is to be mended."""
    with st.container(key="downloads", horizontal=True):
        if result.events:
            saved = partial(own_events.saved, result)
            on_map(own, result.events)
            downloads.button(words("own_take_project"), saved, "my-events.zip", "application/zip")
            about = About(result.file, city=city(chronicle.name))
            for form, kind in FORMATS.items():
                downloads.button(
                    words("download", format=kind.name),
                    partial(export, result.events, form, about),
                    f"my-events.{kind.suffix}",
                    kind.media_type,
                )
        if result.rejected:
            downloads.button(words("own_take_rejected"), partial(outcome.rejected, result), "rejected.csv", "text/csv")
        if result.errors or result.warnings:
            downloads.button(words("own_take_findings"), partial(outcome.findings, result), "findings.csv", "text/csv")
        st.button(words("own_away"), on_click=own_events.put_away)
    if len(result.events) > MANY:
        st.caption(words("own_many", mb=limits().upload_mb))


own = offered()
if own is not None:
    result = read(own)
    leaf.show("own_understood.html", result=result)
    if result.questions:
        ask(own, result)
    hand_out(own, result)
    list_findings(result)
    if result.events:
        list_good(result.events)
        find_places(own, result.events)
        point(own, result.events)
