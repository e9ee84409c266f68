"""Connection errors become the right kind of exception, with a message that names the host."""

from __future__ import annotations

import socket

import httpx2
import pytest

from arxtui.http import wire
from arxtui.http.errors import BadAnswer, HttpError, NoNetwork, Unavailable


def refused_by_the_system() -> Exception:
    error = httpx2.ConnectError("all attempts failed")
    error.__cause__ = OSError(111, "Connection refused")
    return error


def without_a_name() -> Exception:
    error = httpx2.ConnectError("all attempts failed")
    error.__context__ = socket.gaierror(-2, "Name or service not known")
    return error


@pytest.mark.parametrize(
    ("error", "kind", "words"),
    [
        (httpx2.ConnectTimeout(""), NoNetwork, "arxiv.org cannot be reached: no connection within 10 seconds"),
        (refused_by_the_system(), NoNetwork, "arxiv.org cannot be reached: Connection refused"),
        (without_a_name(), NoNetwork, "arxiv.org cannot be reached: its name was not found"),
        (httpx2.ConnectError("why"), NoNetwork, "arxiv.org cannot be reached: why"),
        (httpx2.ProxyError(""), NoNetwork, "arxiv.org cannot be reached: ProxyError"),
        (httpx2.ReadTimeout(""), Unavailable, "arxiv.org sent nothing for 30 seconds"),
        (httpx2.RemoteProtocolError("Server disconnected"), Unavailable, "the response from arxiv.org was cut off"),
        (httpx2.RemoteProtocolError("peer closed connection"), Unavailable, "the response from arxiv.org was cut off"),
        (httpx2.RemoteProtocolError("illegal header"), Unavailable, "the response from arxiv.org is not valid HTTP"),
        (httpx2.ReadError("reset"), Unavailable, "the response from arxiv.org was cut off"),
        (httpx2.InvalidURL("odd"), BadAnswer, "arxiv.org cannot be reached: odd"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_timeout_or_a_failed_connection_is_reported_with_its_reason(
    error: Exception, kind: type[HttpError], words: str
) -> None:
    result = wire._translate(error, "arxiv.org")
    assert (type(result), result.reason) == (kind, words)
