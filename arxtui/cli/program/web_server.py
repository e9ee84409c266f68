"""A web server on the loopback address that shows the reader; each page opened in a browser starts a reader.

Anyone who reaches the reader can run programs as its user (an editor, an opener). So the path of every request begins
with the secret key of the printed address, which other users of this machine and pages of other sites do not have. The
key is not in a cookie: browsers send the cookies of a host to the servers of all its ports.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import shlex
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Awaitable, Callable
from contextlib import suppress

import textual_serve.server
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

_HOST = "127.0.0.1"
_SHUTDOWN_SECONDS = 0.5
"""Seconds that requests have to end when the server is stopped."""
_QUIT_SECONDS = 5.0
"""Seconds that a reader has to quit once its page is closed; then it is killed."""
_MAX_COLUMNS, _MAX_ROWS = 500, 200
"""The largest terminal of a page, in cells: about a screen of 8K in a small font."""
_TERMINALS = ("KITTY_WINDOW_ID", "LC_TERMINAL", "TMUX")
"""Environment variables of the terminal in which the server runs; they do not describe the browser."""
_COMMAND = f"exec {shlex.join([sys.executable, '-P', '-m', 'arxtui'])}"
_FOCUS = b"""<script>
new MutationObserver((_, seen) => {
  const keys = document.querySelector(".xterm-helper-textarea");
  if (keys && document.body.classList.contains("-first-byte")) { keys.focus(); seen.disconnect(); }
}).observe(document.body, { attributes: true });
</script>
</body>"""
"""Gives the terminal the focus once the reader has written something: its first key needs no click before."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def bound_socket(port: int) -> socket.socket:
    """Return a socket that listens on a port of the loopback address, 0 for a free one. Raises OSError if it cannot."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((_HOST, port))
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening


class PageReader(AppService):
    """The reader of one page, in a terminal of at most ``_MAX_COLUMNS`` × ``_MAX_ROWS``. It ends with its page."""

    async def start(self, width: int, height: int) -> None:
        """Start the reader."""
        await super().start(*_bounded(width, height))

    async def set_terminal_size(self, width: int, height: int) -> None:
        """Tell the reader the new size of its terminal."""
        await super().set_terminal_size(*_bounded(width, height))

    async def stop(self) -> None:
        """Let the reader quit; kill it if it does not."""
        process, task, self._task = self._process, self._task, None
        if process is None or task is None:
            return
        await self._download_manager.cancel_app_downloads(app_service_id=self.app_service_id)
        try:
            await asyncio.wait({asyncio.create_task(self._quit(process, task))}, timeout=_QUIT_SECONDS)
        finally:
            with suppress(ProcessLookupError):
                process.kill()

    async def _quit(self, process: Process, task: asyncio.Task[None]) -> None:
        """Wait until the reader has quit; read what it still writes, which it would otherwise wait for."""
        await self.send_meta({"type": "quit"})
        await task
        while process.stdout and await process.stdout.read(1 << 16):
            pass
        await process.wait()


def _bounded(width: int, height: int) -> tuple[int, int]:
    return max(1, min(int(width), _MAX_COLUMNS)), max(1, min(int(height), _MAX_ROWS))


class WebServer(Server):
    """Textual's server under a secret path, and without resources from other sites.

    The constructor changes the environment of this process, which the readers inherit, to describe the page's terminal,
    and the class of the readers, which Textual's server gives no other way to choose.
    """

    def __init__(self, listening: socket.socket) -> None:
        os.environ["TERM"] = "xterm-256color"
        for name in _TERMINALS:
            os.environ.pop(name, None)
        setattr(textual_serve.server, "AppService", PageReader)  # noqa: B010 - mypy refuses the assignment of a class
        super().__init__(_COMMAND, _HOST, listening.getsockname()[1], title="arxtui")
        self._listening = listening
        self._key = secrets.token_urlsafe(16)

    @property
    def address(self) -> str:
        """The address of the reader, with the key."""
        return f"{self.public_url}/{self._key}/"

    def serve(self, debug: bool = False) -> None:  # noqa: FBT001 - Textual's signature
        """Serve until SIGINT or SIGTERM, without waiting for open pages, which never end on their own."""
        web.run_app(
            self._make_app(), sock=self._listening, print=None, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS
        )

    async def _make_app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        app.add_subapp(f"/{self._key}", await super()._make_app())
        app.on_response_prepare.append(self._keep_to_this_server)
        return app

    async def handle_index(self, request: web.Request) -> web.Response:
        """Return Textual's page, which takes keys at once."""
        # Textual's method is declared with what its template gets; its decorator returns the page.
        page: web.Response = await super().handle_index(request)  # type: ignore[assignment]
        assert isinstance(page.body, bytes)
        page.body = page.body.replace(b"</body>", _FOCUS)
        return page

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: the verb has printed the address."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests without the key, and those that pages of other sites cause."""
        if request.host == f"localhost:{self.port}":
            raise web.HTTPFound(f"{self.public_url}{request.path_qs}")
        is_foreign = request.headers.get("Origin", self.public_url) != self.public_url
        if request.host != f"{_HOST}:{self.port}" or is_foreign:
            raise web.HTTPForbidden(text="Only arxtui's own page can use this address.")
        first_part = request.path.split("/", 2)[1]
        if not secrets.compare_digest(first_part.encode(), self._key.encode()):
            raise web.HTTPForbidden(text="Open the whole address that 'arxtui serve' printed.")
        return await handler(request)

    async def _keep_to_this_server(self, request: web.Request, response: web.StreamResponse) -> None:
        """Set headers that forbid the page to load anything from other sites, fonts included, and to appear in other
        pages.
        """
        here = f"'self' {self.public_url.replace('http', 'ws', 1)}"
        response.headers["Content-Security-Policy"] = (
            f"default-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src {here}; "
            "frame-ancestors 'none'"
        )
        response.headers["Referrer-Policy"] = "no-referrer"
