"""The errors of a request, each with a reason in words for the user."""

from __future__ import annotations


class HttpError(Exception):
    """The request brought no usable response.

    ``status`` is the HTTP status, if there was one. ``retry_after`` is the number of seconds after which upstream
    allows a retry, if it states one.
    """

    def __init__(self, reason: str, status: int | None = None, retry_after: float | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.status = status
        self.retry_after = retry_after


class RateLimited(HttpError):  # noqa: N818
    """Upstream wants fewer requests (status 429, 406, or a 200 that says so), or a long pause from an earlier request
    is still running.
    """


class Unavailable(HttpError):  # noqa: N818
    """Upstream is reachable but cannot answer now: status 5xx, a timeout, a truncated body."""


class Blocked(Unavailable):
    """Upstream refuses to serve this machine (403). Further requests would look like an attack."""


class Untrusted(Unavailable):
    """The host was reached but could not prove its identity (TLS). Nothing was sent to it."""


class TooSlow(Unavailable):
    """The response was not complete when its time limit was reached."""


class NoNetwork(HttpError):  # noqa: N818
    """The host could not be reached: no network, an unknown host name, or no server at the address."""


class TooLarge(HttpError):  # noqa: N818
    """The response is larger than any valid one, or grows suspiciously when decompressed."""


class BadAnswer(HttpError):  # noqa: N818
    """A response that a retry would not change: another 4xx status, too many redirects, or a redirect to something that
    is not http or https. ``body`` is that of the response, which may say why; empty without one.
    """

    body = b""


class CrossHostRedirect(BadAnswer):
    """A redirect to another host that the caller does not allow."""


class Cancelled(Exception):  # noqa: N818
    """The caller cancelled the request; this is not a failure of upstream."""
