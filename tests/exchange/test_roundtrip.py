"""What is exported is imported again: the same events, whatever their texts are."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.exchange.exporting import FORMATS, About, export
from petrograd1917.exchange.importing import read_events
from petrograd1917.exchange.record import record_events
from petrograd1917.map.assets import tokens

#: what XML makes of a carriage return
XML = {"kml", "xlsx"}
AWKWARD = (
    "=1+1 -5 '-5 '=x ''@y +7 - @a \t=1 <b>&amp;</b> </script><script>alert(1)</script> ]]> `${x}` \"q\" a,b;c|d\ne "
    "07/11/1917 NA null 1e5 007 _x000D_ &#13; рѣка مرحبا 🚢 \u202eevil"
).split(" ")
texts = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(
        st.characters(
            blacklist_categories=("Cs", "Cc"), blacklist_characters="\ufffe\uffff", whitelist_characters="\n\t\r"
        ),
        max_size=20,
    ),
)
seconds = st.integers(0, 3).map(lambda n: n * 7)
moments = st.builds(
    lambda minutes, second, day: (
        When.day((START + timedelta(minutes=minutes)).date())
        if day
        else When(START + timedelta(minutes=minutes, seconds=second))
    ),
    st.integers(0, 300_000),
    seconds,
    st.booleans(),
)
START = datetime(1917, 3, 1)


@st.composite
def own_events(draw) -> OwnEvent:
    start = draw(moments)
    longer = st.integers(0, 5_000).map(
        lambda minutes: When(start.last.replace(second=0) + timedelta(minutes=minutes + 1))
    )
    point = draw(st.one_of(st.none(), st.tuples(st.floats(59.7, 60.2), st.floats(29.5, 31))))
    return OwnEvent(
        id=draw(texts.map(str.strip).filter(bool)),
        title=draw(texts.filter(lambda text: bool(text.strip()))),
        description=draw(texts),
        start=start,
        end=draw(st.one_of(st.none(), st.just(start), longer)),
        earliest=draw(st.one_of(st.none(), st.just(When(start.at - timedelta(minutes=3))))),
        lat=None if point is None else round(point[0], 6),
        lon=None if point is None else round(point[1], 6),
        error_m=draw(st.one_of(st.none(), st.integers(0, 500).map(float))),
        place=draw(texts),
        category=draw(texts),
        source=draw(texts),
        located_by=draw(texts),
    )


def blank_is_nothing(event: OwnEvent, form: str) -> OwnEvent:
    """An event without what a format cannot tell apart."""
    told = replace(event, row=0)
    if form in XML:
        names = ("id", "title", "description", "place", "category", "source", "located_by")
        same = {name: getattr(told, name).replace("\r\n", "\n").replace("\r", "\n") for name in names}
        told = replace(told, **{**same, "id": same["id"].strip()})
    return told


#: what TimelineJS has no word for
UNTOLD = {"timelinejs": {"error_m": None, "located_by": ""}}


@pytest.mark.parametrize("form", FORMATS)
@given(events=st.lists(own_events(), min_size=1, max_size=4, unique_by=lambda event: " ".join(event.id.split())))
@settings(max_examples=60, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_lost_but_what_a_format_cannot_hold(form, setting, events):
    again = read_events(export(events, form, About("Mine")), f"mine.{form}", setting)
    assert not again.errors and not again.questions
    wanted = [replace(blank_is_nothing(event, form), **UNTOLD.get(form, {})) for event in events]
    assert [replace(event, row=0) for event in again.events] == wanted


@pytest.mark.parametrize("form", FORMATS)
def test_the_record_comes_back_whole(form, chronicle, setting):
    events = record_events(chronicle)
    content = export(events, form, About.of(chronicle, tokens()))
    again = read_events(content, f"record.{form}", setting)
    wanted = [replace(event, row=0, **UNTOLD.get(form, {})) for event in events]
    assert [replace(event, row=0) for event in again.events] == wanted
    assert len(events) == len(chronicle.events)
    assert {finding.message.partition(":")[0] for finding in again.warnings} <= {"no place"}


def test_the_record_goes_out_in_the_language_asked_for(chronicle):
    english, russian = (record_events(chronicle, ["ministers_in_trubetskoy_bastion"], lang)[0] for lang in ("en", "ru"))
    assert (english.source, russian.source) == ("Rabinowitch 1976, ch. 15", "Рабинович 1976, гл. 15")
