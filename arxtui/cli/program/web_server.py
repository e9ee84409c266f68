"""A web server on the loopback address that shows the reader; each page opened in a browser starts a reader.

Anyone who reaches the reader can run programs as its user (an editor, an opener). So every request needs the secret key
of the printed address, which other users of this machine and pages of other sites do not have.
"""

from __future__ import annotations

import os
import secrets
import shlex
import socket
import sys
from collections.abc import Awaitable, Callable

from aiohttp import web
from textual_serve.server import Server

_HOST = "127.0.0.1"
_SHUTDOWN_SECONDS = 0.5
"""Seconds that requests have to end when the server is stopped."""
_TERMINALS = ("KITTY_WINDOW_ID", "LC_TERMINAL", "TMUX")
"""Environment variables of the terminal in which the server runs; they do not describe the browser."""
_COMMAND = f"exec {shlex.join([sys.executable, '-P', '-m', 'arxtui'])}"
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


class WebServer(Server):
    """Textual's server with a secret key, and without resources from other sites.

    The constructor changes the environment of this process, which the readers inherit, to describe the page's terminal.
    """

    def __init__(self, listening: socket.socket) -> None:
        os.environ["TERM"] = "xterm-256color"
        for name in _TERMINALS:
            os.environ.pop(name, None)
        super().__init__(_COMMAND, _HOST, listening.getsockname()[1], title="arxtui")
        self._listening = listening
        self._key = secrets.token_urlsafe(16)
        self._cookie = f"arxtui-{self.port}"

    @property
    def address(self) -> str:
        """The address of the reader, with the key."""
        return f"{self.public_url}/?key={self._key}"

    def serve(self, debug: bool = False) -> None:  # noqa: FBT001 - Textual's signature
        """Serve until SIGINT or SIGTERM, without waiting for open pages, which never end on their own."""
        web.run_app(
            self._make_app(), sock=self._listening, print=None, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS
        )

    async def _make_app(self) -> web.Application:
        app = await super()._make_app()
        app.middlewares.append(self._guard)
        app.on_response_prepare.append(self._keep_to_this_server)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """Print nothing: the verb has printed the address."""

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Reject requests without the key.

        A request for the address with the key sets a cookie and redirects to the one without.
        """
        if request.host == f"localhost:{self.port}":
            raise web.HTTPFound(f"{self.public_url}{request.path_qs}")
        is_foreign = request.headers.get("Origin", self.public_url) != self.public_url
        if request.host != f"{_HOST}:{self.port}" or is_foreign:
            raise web.HTTPForbidden(text="Only arxtui's own page can use this address.")
        if request.path == "/" and self._is_key(request.query.get("key", "")):
            redirect = web.HTTPFound("/")
            redirect.set_cookie(self._cookie, self._key, httponly=True, samesite="Lax")
            raise redirect
        if not self._is_key(request.cookies.get(self._cookie, "")):
            raise web.HTTPForbidden(text="Open the whole address that 'arxtui serve' printed.")
        return await handler(request)

    def _is_key(self, text: str) -> bool:
        return secrets.compare_digest(text.encode(), self._key.encode())

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
