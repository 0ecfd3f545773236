"""A visitor without a browser: one session of the app over Streamlit's own websocket, as its page would hold it."""

from __future__ import annotations

import asyncio
import json
import uuid
from dataclasses import dataclass, field

import requests
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect

_XSRF = "_streamlit_xsrf"
#: seconds after which an answer counts as lost
PATIENCE = 180


class Lost(Exception):
    """The app did not answer, or not what was asked."""


@dataclass
class Visitor:
    """A session.

    Attributes
    ----------
    url : str
        The app's address without a slash at its end.
    elements : list
        What the page shows after the last run of its script.
    pages : dict
        Each page's address (`""` is the map) → its hash.
    """

    url: str
    socket: ClientConnection | None = None
    session: str = ""
    elements: list[Element] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    _page: str = ""
    _widgets: dict[str, WidgetState] = field(default_factory=dict)
    _query: str = ""

    async def open(self, query: str = "") -> None:
        """Open the map."""
        address = f"{self.url.replace('http', 'ws', 1)}/_stcore/stream"
        # origin: as a browser says it, so that the server's guard is in the way of this too
        self.socket = await connect(address, subprotocols=["streamlit"], max_size=None, origin=self.url)
        self._query = query
        await self.run()

    async def close(self) -> None:
        await self.socket.close()

    async def run(self, *pressed: WidgetState, page: str | None = None) -> None:
        """Run the script, as a widget or a link to another page does, and take in what it shows."""
        if page is not None:
            self._page, self._widgets = self.pages[page], {}
        message = BackMsg()
        asked = message.rerun_script
        asked.query_string, asked.page_script_hash = self._query, self._page
        asked.widget_states.widgets.extend([*self._widgets.values(), *pressed])
        await self._send(message)
        shown: dict[tuple[int, ...], Element] = {}
        while True:
            said = await self._next()
            kind = said.WhichOneof("type")
            if kind == "new_session":
                self.session = said.new_session.initialize.session_id or self.session
                self._page = said.new_session.page_script_hash
                shown = {}
            elif kind == "navigation":
                self.pages = {
                    "" if one.is_default else one.url_pathname: one.page_script_hash
                    for one in said.navigation.app_pages
                }
            elif kind == "delta" and said.delta.WhichOneof("type") == "new_element":
                shown[tuple(said.metadata.delta_path)] = said.delta.new_element
            elif kind == "script_finished" and said.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:
                break
        self.elements = [*shown.values()]
        for element in self.elements:
            if element.WhichOneof("type") == "exception":
                raise Lost(f"the page failed: {element.exception.message}")

    async def report(self, query: str) -> None:
        """Let the hand come to rest: the stage reports what it shows."""
        stage = self.one("component_instance")
        self._widgets[stage.id] = WidgetState(id=stage.id, json_value=json.dumps({"query": query}))
        await self.run()

    async def press(self, label: str) -> None:
        """Press a button."""
        await self.run(WidgetState(id=self.one("button", label).id, trigger_value=True))

    async def export(self, label: str) -> bytes:
        """Press a download button, and fetch what it makes."""
        return await self.fetch(await self.made(label))

    async def long_export(self, label: str) -> bytes:
        """Press a button that begins to make a file, wait until it is offered, and fetch it."""
        await self.press(label)
        while not (saved := [one for one in self.all("download_button") if one.url]):
            await asyncio.sleep(1)  # as the page itself looks
            await self.run()
        return await self.fetch(saved[0].url)

    async def made(self, label: str) -> str:
        """Press a download button; where to fetch what it has made."""
        button = self.one("download_button", label)
        message = BackMsg()
        asked = message.backend_operation_request
        asked.request_id, asked.session_id = uuid.uuid4().hex, self.session
        asked.deferred_file.file_id = button.deferred_file_id
        await self._send(message)
        while True:
            said = (await self._next()).backend_operation_response
            if said.request_id == asked.request_id:
                break
        if said.error_msg:
            raise Lost(f"{label}: {said.error_msg}")
        return said.deferred_file.url

    async def upload(self, name: str, content: bytes) -> None:
        """Give the page's uploader a file."""
        message = BackMsg()
        asked = message.file_urls_request
        asked.request_id, asked.session_id = uuid.uuid4().hex, self.session
        asked.file_names.append(name)
        await self._send(message)
        while True:
            said = (await self._next()).file_urls_response
            if said.response_id == asked.request_id:
                break
        (urls,) = said.file_urls
        await asyncio.to_thread(self._put, urls.upload_url, name, content)
        uploader = self.one("file_uploader")
        state = WidgetState(id=uploader.id)
        state.file_uploader_state_value.uploaded_file_info.add(
            name=name, size=len(content), file_id=urls.file_id, file_urls=urls
        )
        self._widgets[uploader.id] = state
        await self.run()

    def _put(self, address: str, name: str, content: bytes) -> None:
        with requests.Session() as browser:
            browser.get(f"{self.url}/_stcore/health", timeout=PATIENCE)
            token = browser.cookies.get(_XSRF, "")
            answer = browser.put(
                f"{self.url}{address}",
                files={name: (name, content, "text/csv")},
                headers={"X-Xsrftoken": token},
                timeout=PATIENCE,
            )
        if not answer.ok:
            raise Lost(f"the upload was refused: {answer.status_code}")

    async def fetch(self, address: str) -> bytes:
        """What the app serves under an address."""
        answer = await asyncio.to_thread(requests.get, f"{self.url}{address}", timeout=PATIENCE)
        if not answer.ok:
            raise Lost(f"{address} is not served: {answer.status_code}")
        return answer.content

    def one(self, kind: str, label: str = "") -> object:
        """The only thing of its kind on the page, or the one with this label."""
        found = [one for one in self.all(kind) if not label or one.label == label]
        if len(found) != 1:
            raise Lost(f"{len(found)} × {kind} {label} on the page")
        return found[0]

    def all(self, kind: str) -> list:
        """All things of a kind on the page."""
        return [getattr(one, kind) for one in self.elements if one.WhichOneof("type") == kind]

    def printed(self) -> str:
        """The page's own text."""
        return "\n".join(one.html.body for one in self.elements if one.WhichOneof("type") == "html")

    def told(self) -> str:
        """What the stage is told to show."""
        return json.loads(self.one("component_instance").json_args)["feature_group"]

    async def _send(self, message: BackMsg) -> None:
        await self.socket.send(message.SerializeToString())

    async def _next(self) -> ForwardMsg:
        said = ForwardMsg()
        async with asyncio.timeout(PATIENCE):
            said.ParseFromString(await self.socket.recv())
        return said
