"""The loopback server answers over a real socket, keeps a log, and misbehaves on request."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server, refused

ENTRIES = b"".join(b"\n  <entry><id>%d</id></entry>" % number for number in range(3))
PAGE = b'<?xml version="1.0"?>\n<feed><total>9</total>' + ENTRIES + b"\n</feed>"


def echo(request: Request) -> Reply:
    if request.path == "/broken":
        raise ValueError("broken on purpose")
    return Reply(200, PAGE, "application/atom+xml; charset=utf-8", {"ETag": '"1"'})


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(echo) as running:
        yield running


def connect(server: Server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=20)


def get(server: Server, target: str = "/page?start=0") -> tuple[int, dict[str, str], bytes]:
    connection = connect(server)
    try:
        connection.request("GET", target)
        answer = connection.getresponse()
        return answer.status, dict(answer.getheaders()), answer.read()
    finally:
        connection.close()


def test_it_answers_several_requests_on_one_connection(server: Server) -> None:
    connection = connect(server)
    for _ in range(3):
        connection.request("GET", "/page")
        assert connection.getresponse().read() == PAGE
    connection.close()
    assert [hit.status for hit in server.log] == [200, 200, 200]


def test_the_log_has_each_request_with_its_time(server: Server) -> None:
    before = time.monotonic()
    get(server, "/page?start=5&x=%20")
    (hit,) = server.log
    assert (hit.method, hit.path, hit.status) == ("GET", "/page?start=5&x=%20", 200)
    assert hit.headers["host"] == urlsplit(server.url).netloc
    assert hit.finished is not None
    assert before <= hit.at <= hit.finished <= time.monotonic()
    assert hit.wall.tzinfo is not None


def test_a_handler_that_raises_is_a_server_error_in_words(server: Server) -> None:
    status, _, body = get(server, "/broken")
    assert (status, body) == (500, b"ValueError: broken on purpose\n")


@pytest.mark.parametrize(
    ("fault", "status", "retry_after"),
    [
        (Fault.RATE_LIMITED, 429, None),
        (Fault.RATE_LIMITED_RETRY_AFTER, 429, "7"),
        (Fault.NOT_ACCEPTABLE, 406, None),
        (Fault.FORBIDDEN, 403, None),
        (Fault.SERVER_ERROR, 500, None),
        (Fault.UNAVAILABLE, 503, None),
        (Fault.UNAVAILABLE_RETRY_AFTER, 503, "7"),
        (Fault.RATE_EXCEEDED, 200, None),
        (Fault.HTML, 200, None),
        (Fault.REDIRECT_LOOP, 302, None),
        (Fault.REDIRECT_TO_FILE, 302, None),
    ],
)
def test_a_fault_is_shown_as_often_as_requested(
    server: Server, fault: Fault, status: int, retry_after: str | None
) -> None:
    server.faults.add("/page", fault, 2, retry_after=7)
    for _ in range(2):
        got, headers, body = get(server)
        assert got == status
        assert headers.get("Retry-After") == retry_after
        assert body != PAGE
    assert get(server)[2] == PAGE
    assert [hit.status for hit in server.log] == [status, status, 200]


def test_faults_hold_for_their_paths_until_they_are_removed(server: Server) -> None:
    server.faults.add("/page", Fault.UNAVAILABLE)
    server.faults.add("/other", Fault.RATE_LIMITED)
    assert [get(server, path)[0] for path in ("/page", "/page", "/other", "/third")] == [503, 503, 429, 200]
    server.faults.remove("/page")
    assert [get(server, path)[0] for path in ("/page", "/other")] == [200, 429]
    server.faults.clear()
    assert get(server, "/other")[0] == 200


def test_of_two_faults_for_a_path_the_first_is_used_up_first(server: Server) -> None:
    server.faults.add("/", Fault.UNAVAILABLE, 1)
    server.faults.add("/", Fault.RATE_LIMITED, 1)
    assert [get(server)[0] for _ in range(3)] == [503, 429, 200]


def test_pages_lose_entries_and_keep_their_claim(server: Server) -> None:
    server.faults.add("/page", Fault.EMPTY_PAGE, 1)
    server.faults.add("/page", Fault.SHORT_PAGE, 1)
    assert get(server)[2] == b'<?xml version="1.0"?>\n<feed><total>9</total>\n</feed>'
    assert get(server)[2].count(b"<entry>") == 1


def test_a_cut_off_body_ends_before_its_length(server: Server) -> None:
    server.faults.add("/page", Fault.CUT_OFF, 1)
    with pytest.raises(http.client.IncompleteRead):
        get(server)


def test_a_wrong_charset_is_declared(server: Server) -> None:
    server.faults.add("/page", Fault.WRONG_CHARSET, 1)
    _, headers, body = get(server)
    assert headers["Content-Type"] == "application/atom+xml; charset=utf-16"
    assert body == PAGE


def test_a_bomb_is_small_on_the_wire(server: Server) -> None:
    server.faults.add("/page", Fault.GZIP_BOMB, 1)
    _, headers, body = get(server)
    assert headers["Content-Encoding"] == "gzip"
    assert len(body) < 200_000


@pytest.mark.parametrize("fault", [Fault.ENDLESS, Fault.SLOW_DRIP])
def test_a_body_without_end_ends_when_the_server_stops(server: Server, fault: Fault) -> None:
    server.faults.add("/page", fault)
    address = urlsplit(server.url)
    with socket.create_connection((address.hostname, address.port or 0)) as caller:
        caller.sendall(b"GET /page HTTP/1.1\r\nHost: here\r\n\r\n")
        head = caller.recv(65536)
        assert b"Content-Length" not in head
        assert caller.recv(65536).strip() in (b"", b'<?xml version="1.0"?>')
        assert server.log[0].finished is None
        server.stop()
    assert server.log[0].finished is not None


def test_nobody_listens_at_a_refused_address() -> None:
    with refused() as url, pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection(urlsplit(url).netloc, timeout=20).connect()
