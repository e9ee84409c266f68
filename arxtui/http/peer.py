"""Who is at the other end of a connection: looked at once it stands, before anything is sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from arxtui.http.errors import BadAnswer
from arxtui.http.hosts import Reach, host_of, reach_of


class Peer:
    """The other end of the requests to one URL after another, as httpcore2's trace extension shows them.

    A name says nothing about where it leads; the connection does. One to a proxy does not, and who is asked by a proxy
    counts as far as its name says.
    """

    def __init__(self) -> None:
        self._reached: dict[tuple[str, int | None], Reach] = {}
        """Where the last connection to each host and port led: those that are kept open serve further requests."""
        self._origin: tuple[str, int | None] = ("", None)
        self._nearest = Reach.LOOPBACK
        self._is_direct = False

    @property
    def reach(self) -> Reach:
        """Where the one who is asked now is."""
        return self._reached.get(self._origin) or reach_of(self._origin[0])

    def expect(self, url: str, nearest: Reach) -> None:
        """The next request is for ``url``, and may not end nearer than ``nearest``. BadAnswer where a connection that
        was made does."""
        self._origin, self._nearest = (host_of(url), urlsplit(url).port), nearest
        self._check()

    def trace(self, event: str, told: dict[str, Any]) -> None:
        """Hear of an event of the connection. BadAnswer where it leads too near."""
        if event.endswith("connect_tcp.started"):
            self._is_direct = told["host"] == self._origin[0]
        elif event.endswith("connect_tcp.complete") and self._is_direct:
            stream = told["return_value"]
            self._reached[self._origin] = reach_of(str(stream.get_extra_info("server_addr")[0]))
            try:
                self._check()
            except BadAnswer:
                stream.close()
                raise

    def _check(self) -> None:
        if self.reach > self._nearest:
            where = "this machine itself" if self.reach is Reach.LOOPBACK else "a private network"
            raise BadAnswer(f"{self._origin[0]} leads to {where}; no redirect to it is followed")
