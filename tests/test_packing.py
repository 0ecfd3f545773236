from petrograd1917.map.packing import packed, spoken, without


def test_tables_lie_on_their_side():
    rows = [{"id": letter, "name": {"en": letter, "ru": letter}} for letter in "abcd"]
    sides = {"id": list("abcd"), "name": {"#": {"en": list("abcd"), "ru": list("abcd")}}}
    assert packed({"ways": [], "events": rows})["events"] == {"#": sides}
    by_name = packed({"ways": [], "places": {row["id"]: row for row in rows}})["places"]
    assert by_name == {"names": list("abcd"), "#": sides}


def test_what_is_not_alike_stays_as_it_is():
    odd = [{"a": 1}, {"a": 1}, {"a": 1}, {"b": 1}]
    few = [{"a": 1}, {"a": 2}]
    assert packed({"ways": [], "odd": odd, "few": few, "none": []}) == {"ways": [], "odd": odd, "few": few, "none": []}


def test_ways_go_by_steps():
    stops = [[446940.0, 59.9404, 30.3139, ""], [446941.619, 59.941151, 30.312903, "computed"]]
    way = ["kerensky", "departs", "-c", [446940000, 1619], [59940400, 751], [30313900, -997]]
    assert packed({"ways": [["kerensky", "departs", stops]]}) == {"ways": [way]}


def test_few_words_go_by_number():
    said = {"ways": [], "rows": [{"side": side} for side in ["mrc", "mrc", "duma", "mrc", "mrc", "mrc", "mrc"]]}
    assert packed(said)["rows"] == {"#": {"side": {"%": ["mrc", "duma"], "at": [0, 0, 1, 0, 0, 0, 0]}}}


def test_a_language_travels_by_itself():
    rows = [{"id": letter, "name": {"en": letter, "ru": letter.upper()}} for letter in "abcd"]
    words = {"en": {"play": "Play"}, "ru": {"play": "Пуск"}}
    frames = {"words": words, "places": {"a": rows[0]}, "actors": {}, "events": rows, "title": {"en": "A", "ru": "А"}}
    assert spoken(frames, "ru") == {
        "words": {"play": "Пуск"},
        "places": {"a": {"name": "A"}},
        "actors": None,
        "events": {"#": {"name": list("ABCD")}},
    }
    rest = without(frames, "ru")
    assert rest["events"][0] == {"id": "a", "name": {"en": "a"}}
    assert (rest["words"], rest["title"]) == ({"en": {"play": "Play"}}, {"en": "A", "ru": "А"})
