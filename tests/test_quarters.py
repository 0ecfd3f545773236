import pytest

from petrograd1917.quarters import PARTS, quarters


@pytest.mark.parametrize(
    "place_id, part",
    [
        ("winter_palace", "centre"),
        ("mariinsky_theatre", "centre"),
        ("engineers_castle", "centre"),
        ("tauride_palace", "beyond_fontanka"),
        ("smolny", "beyond_fontanka"),
        ("putilov_works", "beyond_fontanka"),
        ("nikolaevsky_landing", "vasilievsky"),
        ("peter_paul_fortress", "petrograd_side"),
        ("kshesinskaya_mansion", "petrograd_side"),
        ("finland_station", "vyborg_side"),
        ("nikolaevsky_bridge", "water"),
        ("aurora_nikolaevsky_anchorage", "water"),
        ("kronstadt", "beyond_city"),
        ("neva_bridges", ""),
        ("petrograd", ""),
    ],
)
def test_parts_of_the_city(chronicle, place_id, part):
    assert quarters(chronicle)[place_id] == part


def test_what_has_a_point_has_a_part(chronicle):
    parts = quarters(chronicle)
    assert {place: part != "" for place, part in parts.items()} == {
        place: point is not None for place, point in chronicle.points.items()
    }
    assert set(parts.values()) <= {*PARTS, ""}
