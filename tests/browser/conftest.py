"""The real app in a real browser; whatever asks beyond this machine fails the test."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from driving import HERE, ROOT, Server, Visitor, free_port
from playwright.sync_api import Browser, Frame, Route, sync_playwright

from petrograd1917.cli import main

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


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


@pytest.fixture(scope="session")
def saved(tmp_path_factory) -> Path:
    """The saved page, in a folder as people name them."""
    file = tmp_path_factory.mktemp("история 1917, 9 класс") / "Petrograd 1917.html"
    assert main(["page", "-o", str(file)]) == 0
    return file


@pytest.fixture(params=["app", "saved page"])
def show(request, visit: Callable[..., Visitor]) -> Callable[..., Frame]:
    """Open a view, in the app and in the saved page: `show("?at=…", width, height, **options of a browser context)`."""

    def opened(view: str = "", *size: int, **options: object) -> Frame:
        visitor = visit(*size, **options)
        if request.param == "app":
            return visitor.go(f"{request.getfixturevalue('server').url}/{view}")
        visitor.page.goto(f"{request.getfixturevalue('saved').as_uri()}{view}")
        visitor.page.wait_for_selector("html[data-fonts=ready][data-shown]", state="attached")
        return visitor.page.main_frame

    return opened


@pytest.fixture
def whole_record(tmp_path: Path) -> Path:
    """A copy of the record that comes with the app, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
