"""A small replacement for Zotero's HTTP server: the documented endpoints of the connectors and of the local API's
items, with Zotero's rules (each session once, only JSON, the version of the protocol), and faults on demand."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class ZoteroServer(ThreadingHTTPServer):
    """A server whose library is ``items``; ``fault`` is the name of a fault or empty; ``protocol`` is the lowest
    version of the protocol that the server accepts."""

    daemon_threads = True
    fault = ""
    protocol = 3
    tells = False
    editable = True
    collection = "Reading"
    library = 1

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.items: list[dict[str, Any]] = []
        self.sessions: set[str] = set()
        self.asked: list[str] = []
        self.held = threading.Event()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.server_port}"


@contextmanager
def zotero_running() -> Iterator[ZoteroServer]:
    """Yield a server that responds until the context ends."""
    with ZoteroServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.held.set()
            server.shutdown()
            thread.join()


class _Handler(BaseHTTPRequestHandler):
    server: ZoteroServer

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        asked = urlsplit(self.path)
        if asked.path != "/api/users/0/items":
            self._answer(404, "No endpoint found\n", "text/plain")
        elif not self.server.tells:
            self._answer(403, "Local API is not enabled", "text/plain")
        else:
            sought = parse_qs(asked.query)["q"][0].lower()
            found = [{"data": item} for item in self.server.items if sought in json.dumps(item).lower()]
            self._answer(200, found)

    def do_POST(self) -> None:
        self.server.asked.append(self.path)
        result = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Type"] != "application/json":
            self._answer(400, "Endpoint does not support content-type\n", "text/plain")
            return
        answers = {"ping": self._ping, "getSelectedCollection": self._target, "saveItems": self._save}
        answers[self.path.removeprefix("/connector/")](json.loads(result))

    def _ping(self, expected: dict[str, Any]) -> None:
        self._answer(200, {"prefs": {"automaticSnapshots": True}})

    def _target(self, expected: dict[str, Any]) -> None:
        server = self.server
        library = {"libraryID": server.library, "libraryName": "My Library", "libraryEditable": server.editable}
        self._answer(200, {**library, "id": 7, "name": server.collection, "editable": server.editable})

    def _save(self, expected: dict[str, Any]) -> None:
        server = self.server
        if int(self.headers["X-Zotero-Connector-API-Version"]) < server.protocol:
            self._answer(400, {"error": "CONNECTOR_VERSION_OUTDATED"})
        elif expected["sessionID"] in server.sessions:
            self._answer(409, {"error": "SESSION_EXISTS"})
        elif server.fault == "read-only":
            self._answer(500, {"libraryEditable": False})
        elif server.fault == "broken" or (server.fault == "full" and server.items):
            self._answer(500, "", "text/plain")
        elif server.fault == "slow":
            server.held.wait()
        else:
            server.sessions.add(expected["sessionID"])
            server.items += expected["items"]
            self._answer(201, "")

    def _answer(self, status: int, expected: object, kind: str = "application/json") -> None:
        body = (expected if isinstance(expected, str) else json.dumps(expected)).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if self.server.fault != "stranger":
            self.send_header("X-Zotero-Version", "7.0.15")
            self.send_header("X-Zotero-Connector-API-Version", str(self.server.protocol))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing."""
