"""The wheel, in an empty venv, started from another folder under a base path: the app is whole there too."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from driving import ROOT, Server, free_port


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    source = tmp_path_factory.mktemp("source")
    for name in ("src", "pages", "data", "seeds", ".streamlit"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("app.py", "pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture
def installed(wheel, tmp_path) -> Path:
    """The folder of programs of a venv that holds the wheel; the dependencies are lent by this environment."""
    venv.create(tmp_path / "venv", with_pip=True)
    programs = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    install = [programs / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel]
    subprocess.run(install, check=True)
    site = next((tmp_path / "venv").rglob("site-packages"))
    (site / "lent.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
    return programs


def test_holds_app_pages_data_and_settings(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = (
        "app.py",
        "pages/map.py",
        "data/events.csv",
        "data/words/ru.json",
        ".streamlit/config.toml",
        "map/engine/start.js",
    )
    assert {f"petrograd1917/{name}" for name in wanted} <= names


def test_runs_from_another_folder_under_a_base_path(installed, tmp_path, visitor):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    environment["STREAMLIT_SERVER_BASE_URL_PATH"] = "school/petrograd"
    server = Server(
        free_port(),
        command=[str(installed / "petrograd1917"), "serve"],
        path="/school/petrograd",
        cwd=elsewhere,
        environment=environment,
    )
    server.start()
    try:
        stage = visitor.go(f"{server.url}/?at=1917-11-08T02:10")
        assert "ministers_arrested" in {event["id"] for event in stage.evaluate("petrograd.events()")}
        paper = visitor.page.evaluate("getComputedStyle(document.querySelector('.stApp')).backgroundColor")
        assert paper == "rgb(243, 237, 223)"
        # telemetry would ask beyond this machine, which the visitor's leaving asserts it did not
        visitor.page.goto(f"{server.url}/places")
        visitor.page.get_by_role("heading", name="Places", exact=True).wait_for(timeout=60_000)
    finally:
        server.kill()
