"""The real app in a real browser: one server and one Chromium a run; whatever asks beyond this machine fails the test."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Frame, Page, Route, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = {"127.0.0.1", "localhost"}
FRAME = 'iframe[title="streamlit_folium.st_folium"]'
READY = "window.petrograd && document.documentElement.dataset.fonts === 'ready'"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@dataclass
class Server:
    """The app in a process of its own."""

    port: int
    command: list[str] = field(default_factory=lambda: [sys.executable, "-m", "petrograd1917", "serve"])
    path: str = ""
    cwd: Path = ROOT
    environment: dict[str, str] = field(default_factory=lambda: {**os.environ, "PYTHONPATH": str(ROOT / "src")})
    process: subprocess.Popen | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.path}"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)],
            cwd=self.cwd,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        end = time.monotonic() + 60
        while not self._answers():
            assert self.process.poll() is None, "the server ended by itself"
            assert time.monotonic() < end, "the server did not start within a minute"

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1) as answer:
                return answer.status == 200
        except (urllib.error.URLError, OSError):
            return False

    def kill(self) -> None:
        """End it as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(20)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server(free_port())
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = os.environ.get("CHROMIUM")
    assert chromium, "the browser tests need CHROMIUM=/path/to/chromium (make test finds one)"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield running
        running.close()


@dataclass
class Visitor:
    """A browser window that notes every request beyond this machine and every error."""

    page: Page
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def go(self, url: str) -> Frame:
        """Open an address and wait until the stage stands."""
        self.page.goto(url)
        return self.stage()

    def stage(self) -> Frame:
        """The frame of the stage, once it is ready."""
        self.page.wait_for_selector(FRAME, timeout=60_000)
        self.page.wait_for_function(
            f"document.querySelector('{FRAME}')?.contentWindow?.document?.documentElement?.dataset.fonts === 'ready'",
            timeout=60_000,
        )
        return next(frame for frame in self.page.frames if "streamlit_folium" in frame.url)


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Make windows: `visit(width, height, **options of a browser context)`."""
    visitors: list[Visitor] = []

    def make(width: int = 1366, height: int = 768, **options: object) -> Visitor:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        visitor = Visitor(context.new_page())

        def guard(route: Route) -> None:
            target = urlsplit(route.request.url)
            if target.scheme in ("http", "https", "ws", "wss") and target.hostname not in HERE:
                visitor.outside.append(route.request.url)
                route.abort()
            else:
                route.continue_()

        context.route("**/*", guard)
        visitor.page.on("pageerror", lambda error: visitor.errors.append(str(error)))
        visitors.append(visitor)
        return visitor

    yield make
    for visitor in visitors:
        visitor.page.context.close()
    for visitor in visitors:
        assert not visitor.outside, f"asked beyond this machine: {visitor.outside}"
        assert not visitor.errors, f"errors in the page: {visitor.errors}"


@pytest.fixture
def visitor(visit: Callable[..., Visitor]) -> Visitor:
    return visit()
