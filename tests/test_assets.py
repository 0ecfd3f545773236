"""How the browser's files come to be served."""

import threading
from concurrent.futures import ThreadPoolExecutor

from petrograd1917.map import assets


def test_who_come_together_to_a_cold_server_have_its_files_made_once(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made, together, again = [], threading.Barrier(8), threading.Event()

    def make() -> dict[str, bytes]:
        made.append(threading.get_ident())
        if len(made) > 1:
            again.set()
        again.wait(1)  # long enough for the others to come too, were they let in
        return {"a.js": b"a"}

    def come(_: int) -> dict[str, str]:
        together.wait(20)
        return assets._serve("edition", ["a.js"], make)

    with ThreadPoolExecutor(8) as visitors:
        links = [*visitors.map(come, range(8))]
    assert len(made) == 1
    assert {link["a.js"] for link in links} == {"petrograd1917.map.assets.files/edition/a.js"}
