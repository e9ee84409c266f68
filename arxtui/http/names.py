"""Host name look-ups in parallel: without a network each look-up takes a resolver several seconds."""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from collections.abc import Iterable


def unknown_hosts(hosts: Iterable[str], seconds: float) -> frozenset[str]:
    """Return the hosts that have no address, or whose address is not known within ``seconds``.

    Returns an empty set if the environment names a proxy, because the proxy then looks up the names.
    """
    if urllib.request.getproxies():
        return frozenset()
    resolved: set[str] = set()

    def look_up(host: str) -> None:
        try:
            socket.getaddrinfo(host, None)
        except (OSError, UnicodeError):
            return
        resolved.add(host)

    # A look-up cannot be cancelled; a daemon thread does not delay the program's exit.
    threads = {host: threading.Thread(target=look_up, args=(host,), name="look-up", daemon=True) for host in hosts}
    end = time.monotonic() + seconds
    for thread in threads.values():
        thread.start()
    for thread in threads.values():
        thread.join(max(end - time.monotonic(), 0))
    return frozenset(threads.keys() - resolved)
