"""The engine agrees with `scene_at`, and follows the hand."""

from datetime import datetime

import pytest
from playwright.sync_api import expect

from petrograd1917.lens import told_by
from petrograd1917.moment import from_minute, to_minute
from petrograd1917.routes import ways
from petrograd1917.scene import Scene, holdings, loyalties, scene_at
from petrograd1917.view import CHOICES, Codec

ASK = """minutes => minutes.map(minute => {
    petrograd.seek(minute);
    return {events: petrograd.events(), actors: petrograd.actors(), states: petrograd.states()};
})"""


def boundaries(chronicle) -> list[int]:
    """Every minute at which something changes, the one before and the one after."""
    edges = {
        to_minute(moment) for column in ("earliest", "start", "end", "latest") for moment in chronicle.events[column]
    }
    edges |= {int(stop.minute) for way in ways(chronicle) for stop in way.stops}
    edges |= {edge for spans in holdings(chronicle).values() for span in spans for edge in (span.first, span.last)}
    edges |= {edge for spans in loyalties(chronicle).values() for span in spans for edge in (span.first, span.last)}
    edges |= {to_minute(edge) for episode in chronicle.episodes for edge in (episode.start, episode.end)}
    return sorted({edge + step for edge in edges for step in (-1, 0, 1)})


class Near(float):
    """A coordinate that is equal within a millimetre's worth of degrees."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (int, float)) and abs(float(self) - other) < 1e-8

    __hash__ = None


def said(scene: Scene) -> dict:
    return {
        "events": sorted((event.event_id, event.certain) for event in scene.events),
        "actors": {a.actor_id: (Near(a.lat), Near(a.lon), a.moving, a.basis, a.side_id) for a in scene.actors},
        "states": sorted((s.place_id, s.aspect, s.value, s.mode, s.certain, s.event_id) for s in scene.states),
    }


def told(answer: dict) -> dict:
    return {
        "events": sorted((event["id"], event["certain"]) for event in answer["events"]),
        "actors": {who: (*a["at"], a["moving"], a["basis"], a["side"]) for who, a in answer["actors"].items()},
        "states": sorted(
            (s["place_id"], s["aspect"], s["value"], s["mode"], s["certain"], s["event_id"]) for s in answer["states"]
        ),
    }


def test_engine_and_scene_agree_at_every_boundary(chronicle, server, visitor):
    # what is told does not hang on what is drawn, and nothing is drawn sooner
    stage = visitor.go(f"{server.url}/?layers=none&labels=none")
    minutes = boundaries(chronicle)
    assert len(minutes) > 1000
    answers = stage.evaluate(ASK, minutes)
    different = [
        from_minute(minute).isoformat()
        for minute, answer in zip(minutes, answers)
        if told(answer) != said(scene_at(chronicle, from_minute(minute)))
    ]
    assert not different


def test_engine_and_scene_agree_on_what_one_source_tells(chronicle, server, visitor):
    stage = visitor.go(f"{server.url}/?source=reed&layers=none&labels=none")
    reading = told_by(chronicle, "reed")
    expect(stage.locator(".lens")).to_contain_text("As told by Reed alone")
    minutes = boundaries(reading)
    for minute, answer in zip(minutes, stage.evaluate(ASK, minutes)):
        assert told(answer) == said(scene_at(reading, from_minute(minute))), from_minute(minute)
    stage.locator(".lens").get_by_role("button").click()
    expect(stage.locator(".lens")).to_be_hidden()
    noon = to_minute(datetime(1917, 11, 7, 12))
    assert told(stage.evaluate(ASK, [noon])[0]) == said(scene_at(chronicle, from_minute(noon)))


def test_actors_move_between_minutes(chronicle, server, visitor):
    stage = visitor.go(server.url)
    way = next(way for way in ways(chronicle) if way.actor_id == "aurora")
    a, b = next((a, b) for a, b in zip(way.stops, way.stops[1:]) if (a.lat, a.lon) != (b.lat, b.lon))
    halfway = (a.minute + b.minute) / 2
    at = stage.evaluate("minute => { petrograd.seek(minute); return petrograd.actors().aurora.at; }", halfway)
    assert abs(at[0] - (a.lat + b.lat) / 2) < 1e-9 and abs(at[1] - (a.lon + b.lon) / 2) < 1e-9


@pytest.mark.timing
def test_the_slider_is_drawn_within_two_frames(server, visitor):
    """A drag over the evening: from each input to after the frame in which clock and marks are painted, median."""
    stage = visitor.go(f"{server.url}/?at=1917-11-06T18:00")
    stage.evaluate("""() => {
        window.drawn = [];
        const slider = document.querySelector('.slider');
        const clock = document.querySelector('.time');
        slider.addEventListener('input', event => {
            const shown = clock.textContent === slider.getAttribute('aria-valuetext').slice(0, 5);
            requestAnimationFrame(() => setTimeout(() => window.drawn.push([performance.now() - event.timeStamp, shown])));
        });
    }""")
    box = stage.locator(".slider").bounding_box()
    share = stage.evaluate("""() => {
        const {value, min, max} = document.querySelector('.slider');
        return (value - min) / (max - min);
    }""")
    x, y = box["x"] + 13 + share * (box["width"] - 26), box["y"] + box["height"] / 2
    visitor.page.mouse.move(x, y)
    visitor.page.mouse.down()
    for step in range(1, 80):
        visitor.page.mouse.move(x + 2 * step, y)
    visitor.page.mouse.up()
    stage.wait_for_function("window.drawn.length > 20")
    drawn = stage.evaluate("window.drawn")
    assert all(shown for _, shown in drawn)
    assert sorted(latency for latency, _ in drawn)[len(drawn) // 2] < 34
    assert stage.evaluate("petrograd.state().at") > "1917-11-06T22:00"


@pytest.mark.timing
def test_the_server_hears_only_where_the_hand_rests(server, visitor):
    sockets = []
    visitor.page.on("websocket", lambda socket: sockets.append(socket))
    stage = visitor.go(f"{server.url}/?at=1917-11-06T18:00")
    channel = sockets[-1]
    sent: list[str | bytes] = []
    channel.on("framesent", lambda frame: sent.append(frame))
    with channel.expect_event("framesent"):
        stage.evaluate("""async () => {
            for (let i = 0; i < 60; i += 1) {
                petrograd.seek(petrograd.minute + 3);
                await new Promise(requestAnimationFrame);
            }
        }""")
        assert not sent
    assert len(sent) == 1
    assert b"at=1917-11-06T21:00" in sent[0]


@pytest.mark.timing
def test_playing_keeps_pace_with_the_screen(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-07T03:00")
    frames = stage.evaluate("""async () => {
        petrograd.play();
        const spans = [];
        let last = await new Promise(requestAnimationFrame);
        for (let i = 0; i < 120; i += 1) {
            const now = await new Promise(requestAnimationFrame);
            spans.push(now - last);
            last = now;
        }
        petrograd.pause();
        return spans.sort((a, b) => a - b);
    }""")
    assert frames[len(frames) // 2] < 20


def test_playing_stops_at_the_end_of_the_night(server, visitor):
    stage = visitor.go(f"{server.url}/?at=1917-11-07T09:58")
    stage.evaluate("petrograd.play()")
    stage.wait_for_function("!petrograd.playing", timeout=30_000)
    assert stage.evaluate("petrograd.state().at") == "1917-11-07T10:00"


def test_views_of_both_codecs_are_the_same(chronicle, server, visitor):
    queries = [
        "",
        "?at=1917-11-07T02:00",
        "?at=1917-11-07T02:00&c=59.9405,30.3140,14&layers=force,words&cal=old&lang=ru&mode=projector&light=paper",
        "?episode=july",
        "?episode=july&at=1917-07-17T15:00",
        "?at=yesterday",
        "?at=1917-08-01T00:00",
        "?at=1917-11-31T00:00",
        "?at=1917-11-08T24:00",
        "?at=1917-11-07 02:10",
        "?at=1917-11-07",
        "?episode=february&lang=de&c=north",
        "?c=NaN,30,13",
        "?c=59.94,30.31,99",
        "?c=59.94,30.31",
        "?c=,,",
        "?layers=none",
        "?layers=force,lasers",
        "?layers=past,force",
        "?layers=",
        "?event=ministers_arrested",
        "?event=<script>alert(1)</script>",
        "?source=reed&at=1917-11-07T21:40",
        "?source=nobody",
        "?utm_source=newsletter&at=1917-11-07T02:00",
        "?at=1917-11-07T02:00&at=1917-11-07T03:00",
        "?c=59.94055,30.31405,13.25",
        "?mode=kiosk&cal=new",
    ]
    codec = Codec(chronicle)
    stage = visitor.go(server.url)
    answers = stage.evaluate(
        """queries => queries.map(query => {
            const [view, problems] = petrograd.codec.decode(query);
            return {view, problems, again: petrograd.codec.encode(view)};
        })""",
        queries,
    )
    for query, answer in zip(queries, answers):
        view, problems = codec.decode(query)
        mine = {
            "at": view.at.strftime("%Y-%m-%dT%H:%M"),
            "episode": view.episode,
            "c": list(view.c),
            "event": view.event,
            "source": view.source,
            "layers": list(view.layers),
            **{key: getattr(view, key) for key in CHOICES},
        }
        assert answer["view"] == mine, query
        assert answer["problems"] == [{"key": p.key, "value": p.value} for p in problems], query
        assert answer["again"] == codec.encode(view), query
