import json
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import pytest
from geopy.exc import GeocoderParseError, GeocoderQueryError, GeocoderServiceError, GeocoderUnavailable
from geopy.geocoders import Nominatim
from geopy.geocoders.base import Geocoder
from geopy.location import Location
from geopy.point import Point

from petrograd1917.gazetteer import Ambiguous, Gazetteer, ModernMap, Place, fold, gazetteer


@pytest.fixture(scope="module")
def known(chronicle):
    return gazetteer(chronicle)


@pytest.fixture
def three():
    """A gazetteer of two stations of one name and a bridge."""
    north = Place("north", "Nikolaevsky Station", 59.93, 30.36, 50, ("Nikolaevsky Station", "Николаевский вокзал"))
    south = Place("south", "Nikolaevsky Station", 59.90, 30.36, 90, ("Nikolaevsky Station",))
    bridge = Place("bridge", "Nikolaevsky Bridge", 59.9346, 30.2895, 60, ("Nikolaevsky Bridge", "Nicholas Bridge"))
    every = Place("bridges", "All bridges", None, None, 5000, ("All bridges",))
    return Gazetteer([north, south, bridge, every])


SPELLINGS = {
    "winter_palace": [
        "Winter Palace",
        "WINTER PALACE",
        "  winter   palace ",
        "State Hermitage",
        "Зимний дворец",
        "Зимній дворецъ",
        "Zimny dvorets",
        "Zimnii dvorets",
        "Государственный Эрмитаж",
        "Winter Palce",
    ],
    "smolny": ["Smolny", "Smolnyi", "Smol'nyi", "Смольный", "Смольный институтъ", "Smolny Institute", "Smolney"],
    "nevsky_prospect": [
        "Nevsky Prospekt",
        "Nevskii prospekt",
        "Nevskiy pr.",
        "Nevski Prospect",
        "Невский проспект",
        "Невскій проспектъ",
    ],
    "liteiny_bridge": ["Liteiny Bridge", "Liteyny Bridge", "Liteinyi most", "Литейный мостъ"],
    "trinity_bridge": ["Trinity Bridge", "Troitsky Bridge", "Troitskii most", "Троицкій мостъ"],
    "nikolaevsky_bridge": [
        "Nicholas Bridge",
        "Nikolaevskii most",
        "Николаевскій мостъ",
        "Blagoveshchensky Bridge",
        "Благовещенский мост",
        "Благовѣщенскій мостъ",
    ],
    "palace_bridge": ["Palace Bridge", "Dvortsovy Bridge", "Дворцовый мост"],
    "palace_square": ["Palace Square", "Dvortsovaya ploshchad", "Дворцовая площадь", "Dvortsovaya pl."],
    "peter_paul_fortress": [
        "Peter and Paul Fortress",
        "Peter-Paul Fortress",
        "Petropavlovskaya krepost",
        "Petropavlovskaia krepost'",
        "Петропавловская крѣпость",
    ],
    "tauride_palace": ["Tauride Palace", "Taurida Palace", "Tavricheskii dvorets", "Таврическій дворецъ"],
    "mariinsky_palace": ["Mariinsky Palace", "Mariinskii dvorets", "Маріинскій дворецъ"],
    "mariinsky_theatre": ["Mariinsky Theatre", "Mariinskii teatr", "Marinsky Theatre"],
    "kshesinskaya_mansion": ["Kshesinskaya mansion", "Kshesinskaia mansion", "Kschessinska", "Особняк Кшесинской"],
    "finland_station": ["Finland Station", "Finlyandskii vokzal", "Финляндскій вокзалъ"],
    "nikolaevsky_station": [
        "Nikolaevsky Station",
        "Nikolaevskii vokzal",
        "Moskovsky railway terminal",
        "Московский вокзал",
    ],
    "warsaw_station": ["Warsaw Station", "Varshavskii vokzal", "Варшавскій вокзалъ"],
    "znamenskaya_square": ["Znamenskaya Square", "Vosstaniya Square", "площадь Восстания", "Znamenskaia ploshchad'"],
    "st_isaac_square": ["St Isaac's Square", "St. Isaac’s Square", "Исаакіевская площадь", "Isaakievskaya pl."],
    "police_bridge": ["Green Bridge", "Зелёный мост", "Зеленый мост"],
    "engineers_castle": ["Engineers' Castle", "Engineers’ Castle", "Mikhailovsky Castle", "Инженерный замокъ"],
    "putilov_works": ["Putilov Works", "Kirov Plant", "Путиловскій заводъ"],
    "cirque_moderne": ["Cirque Moderne", "Циркъ Модернъ"],
    "alexandrinsky_theatre": ["Alexandrinsky Theatre", "Aleksandrinskii teatr", "Александринскій театръ"],
    "vasilievsky_island": ["Vasilievsky Island", "Vasil'evskii ostrov", "Васильевскій островъ"],
    "helsingfors": ["Helsingfors", "Helsinki", "Гельсингфорсъ"],
    "kronstadt": ["Kronstadt", "Cronstadt", "Kronshtadt", "Кронштадтъ"],
    "tsarskoe_selo": ["Tsarskoe Selo", "Tsarskoye Selo", "Царское Село", "Pushkin"],
    "state_bank": ["State Bank", "Gosudarstvennyi bank", "Государственный банкъ"],
    "military_hotel": ["Military Hotel", "Hotel Astoria"],
    "petrograd": ["Petrograd", "Петроградъ", "St Petersburg"],
}


@pytest.mark.parametrize(("place_id", "name"), [(place, name) for place, names in SPELLINGS.items() for name in names])
def test_spellings(known, place_id, name):
    first = known.find(name)[0]
    assert first.place.place_id == place_id
    assert fold(first.matched) == fold(name) or first.score < 1


def test_every_place_of_the_record_is_found_by_one_of_its_names(known, chronicle):
    """Another kind of name for each in turn: of 1917, of today, in Russian, a further spelling."""
    lost = []
    for turn, place in enumerate(chronicle.places.itertuples()):
        every = (place.name, place.name_ru, place.name_modern, place.name_modern_ru, *place.names)
        names = [name for name in every if name]
        name = names[turn % len(names)]
        if place.place_id not in [match.place.place_id for match in known.find(name, limit=20)]:
            lost.append((place.place_id, name))
    assert lost == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Невскій", "Nevskii"),
        ("Nevskii", "Nevsky"),
        ("Зелёный", "Зеленый"),
        ("Благовѣщенскій", "Благовещенский"),
        ("Маріинскій", "Мариинский"),
        ("Ѳедоръ", "Федор"),
        ("Smol'nyi", "Smolny"),
        ("Engineers’", "Engineers'"),
        ("Liteinyi", "Liteiny"),
        ("Aleksandrinskii", "Alexandrinsky"),
        ("Nevsky pr.", "Nevsky Prospekt"),
        ("ул. Чехова", "ulitsa Chekhova"),
        ("Дворцовая пл.", "Dvortsovaya ploshchad'"),
        ("Ligovskaia ulitsa", "Ligovskaya ul."),
        ("Miéville", "Mieville"),
    ],
)
def test_fold_brings_spellings_together(one, other):
    assert fold(one) == fold(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Nevsky", "Neva"), ("Palace Square", "Palace Bridge"), ("Мойка", "Мука"), ("36", "63")]
)
def test_fold_keeps_different_names_apart(one, other):
    assert fold(one) != fold(other)


def test_it_is_a_geocoder_of_geopy(known):
    assert isinstance(known, Geocoder)
    location = known.geocode("Smolny")
    assert isinstance(location, Location)
    assert location.address == "Smolny Institute"
    assert (location.latitude, location.longitude) == (location.raw["lat"], location.raw["lon"])
    assert location.raw["place_id"] == "smolny"
    assert list(location.raw) == ["place_id", "name", "lat", "lon", "error_m", "matched", "score"]
    assert known.geocode(query="Smolny", exactly_one=True, timeout=3) == location


def test_exactly_one_or_all(three):
    assert [found.raw["place_id"] for found in three.geocode("Nicholas Bridge", exactly_one=False)] == ["bridge"]
    both = three.geocode("Nikolaevsky Station", exactly_one=False)
    assert [found.raw["place_id"] for found in both] == ["north", "south"]
    assert all(isinstance(found, Location) for found in both)
    assert len(three.geocode("Nikolaevsky Station", exactly_one=False, limit=1)) == 1


def test_where_several_fit_none_is_picked_in_silence(three):
    with pytest.raises(Ambiguous) as raised:
        three.geocode("Nikolaevsky Station")
    assert isinstance(raised.value, GeocoderQueryError)
    assert [match.place.place_id for match in raised.value.candidates] == ["north", "south"]
    assert "“Nikolaevsky Station”" in str(raised.value)


def test_what_fits_by_a_word_is_offered(three, known):
    assert {match.place.place_id for match in three.find("Nikolaevsky")} == {"north", "south", "bridge"}
    with pytest.raises(Ambiguous) as raised:
        known.geocode("Nikolaevsky")
    assert {"nikolaevsky_bridge", "nikolaevsky_station"} <= {m.place.place_id for m in raised.value.candidates}


def test_the_very_name_outweighs_what_only_resembles_it(three):
    assert [match.place.place_id for match in three.find("Николаевскій вокзалъ")] == ["north"]
    assert three.find("Nikolaevsky Bridge")[0].score == 1


@pytest.mark.parametrize("name", ["Astoria", "Витебский вокзал", "Tsarskoe Selo Station", "Winter Palace", "Smolny"])
def test_a_place_that_the_base_map_draws_too_is_one_place(known, name):
    assert isinstance(known.geocode(name), Location)


def test_streets_of_the_base_map_are_known(known):
    street = known.find("Sadovaya Street")[0].place
    assert street.place_id == ""
    assert 59.9 < street.lat < 59.96
    assert street.error_m > 100


def test_a_list_of_places_has_no_point(three, known):
    assert [match.place.lat for match in three.find("All bridges")] == [None]
    assert three.geocode("All bridges") is None
    assert three.geocode("All bridges", exactly_one=False) is None
    assert known.find("Arsenals")[0].as_json()["lat"] is None


@pytest.mark.parametrize("name", ["", "   ", "!!!", "zzzz", "Хогвартс", "x" * 500, "<script>", "\0"])
def test_what_nobody_knows_is_not_found(known, name):
    assert known.find(name) == []
    assert known.geocode(name) is None
    assert known.geocode(name, exactly_one=False) is None


def test_matches_are_plain_values_the_likeliest_first(known):
    for name in ("Nikolaevsky", "Arsenal", "bridge", "Tauride"):
        matches = known.find(name, limit=50)
        assert [match.score for match in matches] == sorted((match.score for match in matches), reverse=True)
        assert all(0.7 <= match.score <= 1 for match in matches)
        assert json.dumps([match.as_json() for match in matches], allow_nan=False)


def test_the_limit_is_kept(known):
    assert [len(known.find("bridge", limit=limit)) for limit in (1, 3, 8)] == [1, 3, 8]


def test_reverse(known, chronicle):
    smolny = chronicle.places.set_index("place_id").loc["smolny"]
    near = known.reverse((smolny["lat"], smolny["lon"]), exactly_one=False)
    assert "smolny" in [found.raw["place_id"] for found in near]
    distances = [found.raw["distance_m"] for found in near]
    assert distances == sorted(distances)
    assert distances[0] <= 1
    assert known.reverse((smolny["lat"], smolny["lon"])) == near[0]


def test_reverse_measures_on_the_ground(three):
    found = three.reverse(Point(59.9346, 30.2905))
    assert found.raw["place_id"] == "bridge"
    assert found.raw["distance_m"] == pytest.approx(56, abs=1)
    assert three.reverse("59.9346, 30.2905") == found
    assert three.reverse((59.9346, 30.2905), exactly_one=False, limit=1) == [found]


def test_reverse_finds_nothing_far_away(three):
    assert three.reverse((59.5, 30.0)) is None
    assert three.reverse((59.5, 30.0), exactly_one=False) is None
    assert three.reverse((59.9346, 30.2905), within_m=50) is None
    assert len(three.reverse((59.93, 30.36), exactly_one=False, within_m=3500)) == 2


def test_it_makes_no_request(known, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a socket was opened")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    assert known.geocode("Smolny").raw["place_id"] == "smolny"
    assert known.geocode("zzzz") is None
    assert known.reverse((59.946, 30.3965)) is not None
    for fetch in (known.adapter.get_json, known.adapter.get_text):
        with pytest.raises(GeocoderUnavailable):
            fetch("https://nominatim.openstreetmap.org/search", timeout=1, headers={})


ANSWER = [
    {
        "place_id": 1,
        "lat": "59.9344",
        "lon": "30.3350",
        "name": "Фонтанка",
        "display_name": "Фонтанка, Санкт-Петербург",
        "boundingbox": ["59.9300", "59.9400", "30.3300", "30.3400"],
    }
]
BOX = ((59.862, 30.12), (60.01, 30.48))


class Service(ThreadingHTTPServer):
    """Stands in for Nominatim: keeps what it is asked, and when."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.asked = []
        self.headers = []
        self.answer = (200, json.dumps(ANSWER))

    @property
    def names(self):
        return [parse_qs(urlsplit(path).query)["q"][0] for _, path in self.asked]


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.asked.append((time.monotonic(), self.path))
        self.server.headers.append(self.headers)
        if self.server.answer is None:
            self.close_connection = True
            return
        status, body = self.server.answer
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, *args):
        pass


@pytest.fixture
def service(monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with Service() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}).start()
        yield server
        server.shutdown()


@pytest.fixture
def modern(service, tmp_path):
    """Makes a `ModernMap` that asks the service; each new one has the same file of answers."""

    def make():
        made = ModernMap(tmp_path / "answers.sqlite", BOX)
        made.api = f"http://127.0.0.1:{service.server_port}/search"
        return made

    return make


def test_the_modern_map_is_a_nominatim_that_asks_by_name_within_the_city(service, modern):
    asking = modern()
    assert isinstance(asking, Nominatim)
    (match,) = asking.find("Fontanka")
    assert (match.place.lat, match.place.lon, match.place.place_id) == (59.9344, 30.335, "")
    assert (match.matched, match.score) == ("Фонтанка", 1.0)
    assert match.place.error_m == pytest.approx(623, abs=5)
    query = parse_qs(urlsplit(service.asked[0][1]).query)
    assert (query["q"], query["limit"], query["bounded"]) == (["Fontanka"], ["5"], ["1"])
    assert sorted(map(float, query["viewbox"][0].split(","))) == [30.12, 30.48, 59.862, 60.01]
    assert "petrograd1917" in service.headers[0]["User-Agent"]


def test_the_modern_map_asks_once_a_second(service, modern):
    asking = modern()
    for name in ("Fontanka", "Moika", "Fontanka"):
        asking.find(name)
    assert service.names == ["Fontanka", "Moika"]
    (first, _), (second, _) = service.asked
    assert second - first >= 0.98


def test_the_modern_map_does_not_ask_again_what_it_was_told(service, modern):
    first = modern().find("Fontanka")
    service.answer = (500, "")
    assert modern().find("Fontanka") == first
    assert len(service.asked) == 1


def test_the_modern_map_keeps_that_there_is_nothing(service, modern):
    service.answer = (200, "[]")
    asking = modern()
    assert asking.find("Hogwarts") == asking.find("Hogwarts") == []
    assert asking.geocode("Hogwarts", exactly_one=False, limit=5, viewbox=BOX, bounded=True) is None
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ((500, "{}"), GeocoderServiceError),
        ((429, "{}"), GeocoderServiceError),
        ((403, "{}"), GeocoderServiceError),
        ((200, "<html>"), GeocoderParseError),
        (None, GeocoderUnavailable),
    ],
    ids=["broken", "too often", "forbidden", "no JSON", "hangs up"],
)
def test_the_modern_map_asks_once_where_the_service_fails_and_keeps_no_failure(service, modern, answer, error):
    service.answer = answer
    with pytest.raises(error):
        modern().find("Fontanka")
    assert len(service.asked) == 1
    service.answer = (200, json.dumps(ANSWER))
    assert len(modern().find("Fontanka")) == 1
    assert len(service.asked) == 2


def test_the_modern_map_says_that_nobody_answers(modern):
    asking = modern()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        asking.api = f"http://127.0.0.1:{free.getsockname()[1]}/search"
    with pytest.raises(GeocoderUnavailable):
        asking.find("Fontanka")
