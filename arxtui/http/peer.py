"""Where a connection leads: checked once it is established, before anything is sent."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from arxtui.http.errors import BadAnswer
from arxtui.http.hosts import Reach, host_of, reach_of


class Peer:
    """Where the connections to one URL after another lead, as httpcore2's trace extension reports them.

    The address of a connection shows where a host name leads; the name alone does not. A connection to a proxy does not
    show where the proxy connects to; in that case the host name decides.
    """

    def __init__(self) -> None:
        self._reach_by_origin: dict[tuple[str, int | None], Reach] = {}
        """The network of the last connection to each host and port: a connection that stays open serves further
        requests.
        """
        self._origin: tuple[str, int | None] = ("", None)
        self._nearest = Reach.LOOPBACK
        self._is_direct = False

    @property
    def reach(self) -> Reach:
        """Where the connection of the current request leads."""
        return self._reach_by_origin.get(self._origin) or reach_of(self._origin[0])

    def expect(self, url: str, nearest: Reach) -> None:
        """Prepare for a request to ``url``, whose connection must not lead nearer to this machine than ``nearest``.

        Raises BadAnswer if an open connection does.
        """
        self._origin, self._nearest = (host_of(url), urlsplit(url).port), nearest
        self._check()

    def trace(self, event: str, info: dict[str, Any]) -> None:
        """Handle an event of the connection. Raises BadAnswer, and closes the connection, if it leads too near."""
        if event.endswith("connect_tcp.started"):
            self._is_direct = info["host"] == self._origin[0]
        elif event.endswith("connect_tcp.complete") and self._is_direct:
            stream = info["return_value"]
            self._reach_by_origin[self._origin] = reach_of(str(stream.get_extra_info("server_addr")[0]))
            try:
                self._check()
            except BadAnswer:
                stream.close()
                raise

    def _check(self) -> None:
        if self.reach > self._nearest:
            where = "this machine itself" if self.reach is Reach.LOOPBACK else "a private network"
            raise BadAnswer(f"{self._origin[0]} points to {where}; redirects to it are not followed")
