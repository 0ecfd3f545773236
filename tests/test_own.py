"""A visitor's own events in the served folder: their names, their end, and what the engine is handed."""

import gc
import json
import subprocess
import sys

import pytest

from petrograd1917.exchange.events import OwnEvent, When
from petrograd1917.map import assets, own
from petrograd1917.map.page import page
from petrograd1917.moment import EPOCH, to_minute


@pytest.fixture
def events():
    return [OwnEvent(str(n), f"Title {n}", When(EPOCH.replace(day=9 - n)), lat=59.94, lon=30.31) for n in range(5)]


def test_a_file_lies_under_a_random_name_and_goes_with_its_holder(chronicle, events):
    one, other = own.Published(chronicle, events), own.Published(chronicle, events)
    shelf, name = one.link.split("/")[1:]
    assert len(bytes.fromhex(name.removesuffix(".json"))) == len(bytes.fromhex(shelf.removeprefix("own-"))) == 16
    assert one.link != other.link
    file = own.shelf() / name
    assert file.is_file()
    del one
    gc.collect()
    assert not file.exists()
    other.remove()
    assert not list(own.shelf().glob("*.json"))


def test_the_engine_is_handed_them_in_the_order_in_which_they_begin(chronicle, events):
    told = json.loads(own.contents(chronicle, events))
    assert told["events"]["#"]["start"] == sorted(to_minute(event.start.at) for event in events)
    assert told["words"]["en"].keys() == told["words"]["ru"].keys()


def test_a_dead_process_s_shelf_is_removed_and_a_living_one_s_is_not(chronicle, events):
    held = own.Published(chronicle, events)
    dead = assets.web_folder() / f"own-{'0' * 32}"
    dead.mkdir(exist_ok=True)
    (dead / "held").touch()
    (dead / "left.json").write_text("[]")
    subprocess.run([sys.executable, "-c", "from petrograd1917.map import own; own.shelf()"], check=True)
    assert not dead.exists()
    assert (own.shelf() / held.link.rsplit("/", 1)[1]).is_file()


def test_a_saved_page_has_their_script_only_where_there_are_some(chronicle, events):
    script = assets.contents(chronicle)[assets.OWN_SCRIPT].decode()
    assert script in page(chronicle, events)
    assert script not in page(chronicle)
