"""The wheel, in an empty venv, started from another folder under a base path: the app is whole there too.

It is built from what the Containerfile copies, and started as the Containerfile says; the image itself is not built.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from driving import ROOT, Server, done, free_port
from visitor import Visitor

CONTAINER = (ROOT / "Containerfile").read_text("utf-8")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    source = tmp_path_factory.mktemp("source")
    for said in re.findall(r"^COPY (?!--)(.+) \S+$", CONTAINER, re.MULTILINE):
        for name in said.split():
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel) -> Iterator[Path]:
    """The folder of programs of a venv that holds the wheel; the dependencies are lent by this environment."""
    with open_to_all() as folder:
        venv.create(folder, with_pip=True)
        programs = folder / ("Scripts" if os.name == "nt" else "bin")
        install = [programs / "python", "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", wheel]
        subprocess.run(install, check=True)
        site = next(folder.rglob("site-packages"))
        (site / "lent.pth").write_text("\n".join(path for path in sys.path if path.endswith("site-packages")))
        yield programs


@contextmanager
def open_to_all() -> Iterator[Path]:
    """A folder that every user may read; those of pytest are its user's alone."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


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


def said(instruction: str) -> list[str]:
    """The command of an instruction of the Containerfile."""
    (found,) = re.findall(rf"^{instruction}\b.*?(\[.+\])$", CONTAINER, re.MULTILINE)
    return json.loads(found)


@pytest.fixture
def temporary() -> Iterator[Path]:
    with open_to_all() as folder:
        yield folder


def test_the_container_s_commands_serve_from_a_file_system_that_is_only_read(installed, temporary):
    """Everything but one temporary folder is closed to it, and nobody elsewhere is asked; root becomes somebody else."""
    folder, port = installed.parent, free_port()
    settings = dict(
        pair.split("=") for line in re.findall(r"^ENV (.+)$", CONTAINER, re.MULTILINE) for pair in line.split()
    )
    environment = {key: value.replace("/tmp", str(temporary)) for key, value in settings.items()}
    environment |= {
        "TMPDIR": str(temporary),
        "PATH": os.environ["PATH"],
        "STREAMLIT_SERVER_BASE_URL_PATH": "/petrograd",
    }
    outside = socket.create_server(("127.0.0.1", 0))  # whatever asks beyond this machine would come by here
    environment |= dict.fromkeys(("http_proxy", "https_proxy"), f"http://127.0.0.1:{outside.getsockname()[1]}")
    environment["no_proxy"] = "127.0.0.1"
    stranger = {}
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        (uid,) = re.findall(r"^USER (\d+)", CONTAINER, re.MULTILINE)
        stranger = {"user": int(uid), "group": int(uid), "extra_groups": []}
        os.chown(temporary, int(uid), int(uid))
    here = [part.replace("/app/", f"{folder}/") for part in said("CMD")]
    check = [part.replace("/app/", f"{folder}/").replace("8501", str(port)) for part in said("HEALTHCHECK")]

    def healthy() -> bool:
        return subprocess.run(check, env=environment, capture_output=True, **stranger).returncode == 0

    assert not healthy()
    server = subprocess.Popen(
        [*here, "--port", str(port)], env=environment, cwd=temporary, stdout=subprocess.DEVNULL, **stranger
    )
    try:
        end = time.monotonic() + 60
        while not healthy():
            assert server.poll() is None and time.monotonic() < end

        async def visit() -> str:
            visitor = Visitor(f"http://127.0.0.1:{port}/petrograd")
            await visitor.open("at=1917-11-08T02:10")
            shown = visitor.told()
            await visitor.run(page="export")
            assert (await visitor.export("PNG 1920 × 1080")).startswith(b"\x89PNG")
            await visitor.close()
            return shown

        assert "1917-11-08T02:10" in done(visit())
        assert {made.name for made in temporary.iterdir()} == {"cache"}
        outside.settimeout(0)
        with pytest.raises(BlockingIOError):
            outside.accept()
    finally:
        server.terminate()
        server.wait(20)
        outside.close()
