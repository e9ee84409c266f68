"""What can go wrong with a request, each with a reason in words for people."""

from __future__ import annotations


class HttpError(Exception):
    """No usable answer. ``status`` is the HTTP status where there was one; ``retry_after`` the seconds after which
    upstream wants to be asked again, where it said so."""

    def __init__(self, reason: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.retry_after = retry_after


class RateLimited(HttpError):  # noqa: N818
    """Upstream wants fewer requests: 429, 406, or a 200 that says so; or a longer pause that it asked for lasts."""


class Unavailable(HttpError):  # noqa: N818
    """Upstream is there and cannot answer now: 5xx, a timeout, a body cut off."""


class Blocked(Unavailable):
    """Upstream refuses to serve this machine (403). Asking on would be taken for an attack."""


class Untrusted(Unavailable):
    """The host was reached, and did not prove to be the one that was asked (TLS). Nothing was sent to it."""


class TooSlow(Unavailable):
    """The answer was still arriving when its time was over."""


class NoNetwork(HttpError):  # noqa: N818
    """The host could not be reached: no network, no such name, nobody listening."""


class TooLarge(HttpError):  # noqa: N818
    """The answer is larger than any sound one, or grows suspiciously when unpacked."""


class BadAnswer(HttpError):  # noqa: N818
    """An answer that asking again would not change: another 4xx, a redirect without end or to what is not the web."""


class Elsewhere(BadAnswer):
    """A redirect to another host, which was not to be followed."""


class Cancelled(Exception):  # noqa: N818
    """The caller asked to stop; not upstream's failure."""
