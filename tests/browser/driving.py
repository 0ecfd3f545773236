"""What the browser tests drive the app with: a server in a process of its own, and a window that notes what goes wrong."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Frame, Page

ROOT = Path(__file__).resolve().parents[2]
HERE = {"127.0.0.1", "localhost"}
FRAME = 'iframe[title="streamlit_folium.st_folium"]'


def done(sessions: Coroutine) -> object:
    """What comes of sessions without a browser (`bench/visitor.py`); in a thread, for this one drives browsers."""
    with ThreadPoolExecutor(1) as own:
        return own.submit(asyncio.run, sessions).result()


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
            f"document.querySelector('{FRAME}')?.contentWindow?.document?.documentElement?.matches('[data-fonts=ready][data-shown]')",
            timeout=60_000,
        )
        return next(frame for frame in self.page.frames if "streamlit_folium" in frame.url)
