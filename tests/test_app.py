"""The app without a browser: what it sends to one."""

import gzip
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from petrograd1917.map import assets, fonts

ROOT = Path(__file__).resolve().parents[1]


def run(**query: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params.update(query)
    return app.run()


def arguments(app: AppTest) -> dict:
    assert not app.exception
    return json.loads(app.get("component_instance")[0].proto.json_args)


def test_a_map_is_a_few_kilobytes_and_names_no_other_machine():
    sent = arguments(run())
    assert len(json.dumps(sent)) < 10_000
    links = sent["js_links"] + sent["css_links"]
    assert links and all(link.startswith("../petrograd1917.map.assets.files/") for link in links)
    assert "://" not in sent["header"] + sent["script"]


def test_the_script_does_not_depend_on_the_moment():
    """Else the frame would be mounted anew at every change."""
    first, other = arguments(run(at="1917-11-06T20:00")), arguments(run(at="1917-07-17T15:00", lang="ru"))
    assert first["script"] == other["script"]
    assert first["feature_group"] != other["feature_group"]


def test_hostile_links_stay_inside_their_string():
    sent = arguments(run(at="</script><script>alert(1)</script>", event="`${alert(2)}`"))
    assert "</script>" not in sent["feature_group"]
    assert "\\u003c/script>" in sent["feature_group"]


def test_no_telemetry_and_a_theme():
    config = (ROOT / ".streamlit" / "config.toml").read_text()
    assert "gatherUsageStats = false" in config
    assert "[theme]" in config


@pytest.mark.parametrize("page", sorted(path.name for path in (ROOT / "pages").glob("*.py")))
def test_every_page_runs(page):
    app = run()
    app.switch_page(f"pages/{page}").run()
    assert not app.exception


def test_the_first_load_keeps_its_budget(chronicle):
    """Beyond Streamlit's own: 700 KB, gzipped 250 KB; what cards and own events show comes later."""
    later = {assets.OWN_SCRIPT, *assets.WINGS, *(f"{name}.json" for name in assets.LATER)}
    at_once = [content for name, content in assets.contents(chronicle).items() if name not in later]
    loaded = [*at_once, *(assets.web_font(face) for face in fonts.FACES)]
    assert sum(map(len, loaded)) < 700_000
    assert sum(len(gzip.compress(content)) for content in loaded) < 250_000


def test_no_two_parts_of_the_engine_give_the_same_name():
    """They share one closure, or take each other's names: of two functions of one name the later would be called in silence."""
    named = re.findall(r"^(?:async )?(?:function|class|const|let) (\w+)", _engine_source(), re.MULTILINE)
    assert len(named) > 100
    assert [name for name, times in Counter(named).items() if times > 1] == []


def _engine_source():
    return "\n".join(
        (assets.HERE / "engine" / f"{part}.js").read_text("utf-8") for part in (*assets.ENGINE, *assets.WAITING)
    )
