"""Names of hosts, looked up all at once: without a network each of them takes a resolver several seconds."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from collections.abc import Iterable


def unknown_hosts(hosts: Iterable[str], seconds: float) -> frozenset[str]:
    """Those of the hosts that have no address, or none within ``seconds``. None where the environment names a proxy:
    then it is the proxy that looks names up."""
    if urllib.request.getproxies():
        return frozenset()
    known: set[str] = set()

    def look_up(host: str) -> None:
        try:
            socket.getaddrinfo(host, None)
        except (OSError, UnicodeError):
            return
        known.add(host)

    # Nothing ends a look-up: one that is still under way must not keep the program.
    asked = {host: threading.Thread(target=look_up, args=(host,), name="look-up", daemon=True) for host in hosts}
    end = time.monotonic() + seconds
    for thread in asked.values():
        thread.start()
    for thread in asked.values():
        thread.join(max(end - time.monotonic(), 0))
    return frozenset(asked.keys() - known)
