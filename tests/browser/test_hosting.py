"""Two replicas behind a real nginx, with the configuration that docs/hosting.md hands out: nobody loses the minute."""

from __future__ import annotations

import os
import re
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from driving import FRAME, ROOT, Server, free_port
from playwright.sync_api import Frame, expect
from test_your_events import HEADER, drop, row, settled

CONFIGURATION = ROOT / "docs" / "nginx.conf"
PATH = "/petrograd"
COOKIE = "petrograd_replica"
#: nginx around the part of its configuration that is ours, in a folder of its own
AROUND = """daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/petrograd.conf;
}}
"""


@dataclass
class Hosting:
    """nginx and its replicas, by the number that the cookie gives them."""

    url: str
    replicas: dict[str, Server]


@pytest.fixture(scope="module")
def hosting(tmp_path_factory) -> Iterator[Hosting]:
    folder = tmp_path_factory.mktemp("nginx")
    ports = {"80": free_port(), "8501": free_port(), "8502": free_port()}
    replicas = {"1": _replica(ports["8501"]), "2": _replica(ports["8502"])}
    text = CONFIGURATION.read_text("utf-8")
    for told, port in ports.items():
        text = re.sub(rf"(listen |:){told}\b", rf"\g<1>{port}", text)
    (folder / "petrograd.conf").write_text(text, "utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), "utf-8")
    nginx = subprocess.run(
        ["sh", str(Path(__file__).with_name("find_nginx.sh"))], check=True, capture_output=True, text=True
    ).stdout.strip()
    proxy = subprocess.Popen([nginx, "-p", str(folder), "-e", f"{folder}/start.log", "-c", f"{folder}/nginx.conf"])
    try:
        for replica in replicas.values():
            replica.start()
        url = f"http://127.0.0.1:{ports['80']}{PATH}"
        end = time.monotonic() + 20
        while not _healthy(url):
            assert proxy.poll() is None and time.monotonic() < end, (folder / "error.log").read_text()
        yield Hosting(url, replicas)
    finally:
        proxy.terminate()
        proxy.wait(20)
        for replica in replicas.values():
            replica.kill()


def _replica(port: int) -> Server:
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "src"),
        "STREAMLIT_SERVER_BASE_URL_PATH": PATH.strip("/"),
    }
    return Server(port, path=PATH, environment=environment)


def _healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


def opened(visitor, url: str) -> Frame:
    visitor.page.goto(url)
    return stood(visitor)


def stood(visitor) -> Frame:
    """The frame of the stage, once it is ready; the page's policy forbids what `Visitor.stage` evaluates in it."""
    ready = visitor.page.frame_locator(FRAME).locator("html[data-fonts=ready][data-shown]")
    ready.wait_for(state="attached", timeout=60_000)
    return next(frame for frame in visitor.page.frames if "streamlit_folium" in frame.url)


def replica_of(visitor) -> str:
    """The replica that serves a window, as its cookie says."""
    (number,) = (one["value"] for one in visitor.page.context.cookies() if one["name"] == COOKIE)
    return number


def test_the_app_works_under_its_policy_and_says_so(hosting, visitor):
    told: list[str] = []
    visitor.page.on("console", lambda said: told.append(said.text) if said.type == "error" else None)
    answers = {}
    visitor.page.on("response", lambda answer: answers.setdefault(answer.url, answer))
    stage = opened(visitor, f"{hosting.url}/?at=1917-11-07T02:00")
    # only the map's frame runs what it is sent
    for address, evaluates in ((f"{hosting.url}/?at=1917-11-07T02:00", False), (stage.url, True)):
        headers = answers[address].headers
        rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
        assert rules["default-src"] == "'none'" and rules["frame-ancestors"] == "'self'"
        assert ("'unsafe-eval'" in rules["script-src"]) == ("'unsafe-inline'" in rules["script-src"]) == evaluates
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    stage.get_by_role("button", name="Play", exact=True).click()
    stage.wait_for_function("petrograd.minute > 446525")
    stage.get_by_role("button", name="Pause").click()
    stage.get_by_role("button", name="Words of the time").click()
    for page in ("Sources", "Disagreements", "Places", "Export"):
        visitor.page.get_by_role("link", name=page, exact=True).click()
        expect(visitor.page.get_by_test_id("stHtml").first).to_be_attached()
        settled(visitor.page)
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("button", name="PNG 1920 × 1080").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")
    assert not told


def test_a_page_of_another_address_gets_no_websocket_and_no_metrics(hosting):
    wanted = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    wanted |= {"Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==", "Origin": "http://elsewhere.example"}
    for address, headers, status in (("stream", wanted, 403), ("metrics", {}, 404)):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(urllib.request.Request(f"{hosting.url}/_stcore/{address}", headers=headers))
        assert refused.value.code == status


def test_a_replica_that_dies_loses_nobody_s_minute(hosting, visitor):
    """The window goes on with the other replica; what it fetches comes from there, when the first is back too."""
    stage = opened(visitor, f"{hosting.url}/?at=1917-11-06T20:00")
    stage.evaluate("window.mark = 'the same frame'; petrograd.seek(petrograd.minute + 125)")
    expect(visitor.page).to_have_url(re.compile("22:05"))
    first = replica_of(visitor)
    with visitor.page.expect_websocket(timeout=60_000):
        hosting.replicas[first].kill()
    stage.evaluate("petrograd.seek(petrograd.minute + 6)")
    expect(visitor.page).to_have_url(re.compile("22:11"))
    assert stage.evaluate("window.mark") == "the same frame"
    hosting.replicas[first].start()
    settled(visitor.page)
    # an upload goes to the session's replica, and its events come from there
    visitor.page.get_by_role("link", name="Your events", exact=True).click()
    expect(visitor.page.get_by_role("heading", name="Your events", exact=True)).to_be_visible(timeout=60_000)
    assert replica_of(visitor) != first
    drop(visitor.page, f"{HEADER}\n{row(1, title='School opens')}")
    visitor.page.get_by_role("button", name="Show on the map").click()
    stage = stood(visitor)
    expect(stage.locator(".own-list .now li")).to_contain_text(["School opens"], timeout=60_000)
