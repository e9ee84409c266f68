"""The rate-limited client, against a real server on the loopback address."""

from __future__ import annotations

import gzip
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest

from arxtui import __version__
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server, refused
from arxtui.http.client import Client
from arxtui.http.errors import (
    BadAnswer,
    Blocked,
    Cancelled,
    CrossHostRedirect,
    HttpError,
    NoNetwork,
    RateLimited,
    TooLarge,
    TooSlow,
    Unavailable,
    Untrusted,
)
from arxtui.model.ledger import unreached_host

PAGE = "<feed><title>Gödel</title></feed>".encode()
TYPE = "application/atom+xml; charset=UTF-8"


ALWAYS = {
    "/cookie": Reply(200, b"pong", headers={"Set-Cookie": "session=secret; Path=/"}),
    "/odd": Reply(200, PAGE, TYPE, {"ETag": '"é"', "Last-Modified": "a\ttab"}),
    "/unmodified": Reply(304),
}


def answer(request: Request) -> Reply:
    if request.path == "/feed":
        headers = {"ETag": '"abc"', "Last-Modified": "Wed, 13 May 2026 04:00:00 GMT", "Cache-Control": "max-age=300"}
        if request.headers.get("if-none-match") == '"abc"':
            return Reply(304, headers=headers)
        return Reply(200, PAGE, TYPE, headers)
    if request.path == "/packed":
        return Reply(200, gzip.compress(PAGE), TYPE, {"Content-Encoding": "gzip"})
    if request.path == "/packed-otherwise":
        return Reply(200, gzip.compress(PAGE), TYPE, {"Content-Encoding": " GZip "})
    if request.path == "/hops":
        left = int(request.query["left"])
        return Reply(302, headers={"Location": f"/hops?left={left - 1}" if left else "/feed"})
    if request.path == "/to":
        return Reply(int(request.query.get("code", "301")), headers={"Location": request.query["url"]})
    if request.path == "/status":
        return Reply(int(request.query["code"]), b"in words")
    if request.path == "/echo":
        kept = {name: request.headers.get(name, "") for name in ("content-type", "accept")}
        return Reply(
            202 if request.body == b"note" else 200, request.body, headers={"X-Kept": repr(kept), "ETag": '"e"'}
        )
    return ALWAYS.get(request.path) or Reply(200, b"pong")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(answer) as running:
        yield running


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with Client(tmp_path, "mailto:ada@example.org", seconds=30.0) as made:
        yield made


def statuses(server: Server) -> list[int]:
    return [hit.status for hit in server.log]


def test_a_response_has_its_body_and_the_fields_of_its_header(server: Server, client: Client) -> None:
    got = client.get(f"{server.url}/feed", service="arxiv")
    assert (got.status, got.body) == (200, PAGE)
    assert got.content_type == "application/atom+xml"
    assert (got.etag, got.last_modified) == ('"abc"', "Wed, 13 May 2026 04:00:00 GMT")
    assert (got.url, got.max_age) == (f"{server.url}/feed", 300)


@pytest.mark.parametrize(
    ("expected", "seconds"),
    [
        ("max-age=57600", 57_600),
        ("public, max-age=3600, must-revalidate", 3_600),
        ("s-maxage=5,max-age=999999999", 999_999_999),
        ("s-maxage=5", None),
        ("x-max-age=5", None),
        ("max-age=soon", None),
        ("no-store", None),
    ],
)
def test_how_long_an_answer_is_fresh_is_read_among_other_words(
    client: Client, expected: str, seconds: int | None
) -> None:
    with Server(lambda request: Reply(200, PAGE, headers={"Cache-Control": expected})) as server:
        assert client.get(f"{server.url}/feed", service="arxiv").max_age == seconds


def test_a_validator_that_could_not_be_sent_back_is_none(server: Server, client: Client) -> None:
    got = client.get(f"{server.url}/odd", service="arxiv")
    assert (got.body, got.etag, got.last_modified) == (PAGE, None, None)


def test_a_packed_body_is_unpacked(server: Server, client: Client) -> None:
    for path in ("/packed", "/packed-otherwise"):
        assert client.get(f"{server.url}{path}", service="arxiv").body == PAGE


def test_requests_have_the_agent_and_the_accepted_types(server: Server, client: Client) -> None:
    client.get(f"{server.url}/feed", service="arxiv")
    (hit,) = server.log
    assert hit.headers["user-agent"] == f"arxtui/{__version__} (+mailto:ada@example.org)"
    assert "application/atom+xml" in hit.headers["accept"]
    assert "text/xml" in hit.headers["accept"]
    assert "*/*" in hit.headers["accept"]
    assert hit.headers["accept-encoding"] == "gzip"


@pytest.mark.parametrize(
    ("contact", "sent"),
    [("", ""), ("Ada\r\nX-Evil: 1", " (+AdaX-Evil: 1)"), ("ada(at)böx", " (+adaatbx)"), (" \x1b ", "")],
)
def test_a_contact_cannot_break_the_header(server: Server, tmp_path: Path, contact: str, sent: str) -> None:
    with Client(tmp_path, contact) as client:
        client.get(f"{server.url}/", service="arxiv")
    assert server.log[0].headers["user-agent"] == f"arxtui/{__version__}{sent}"
    assert "x-evil" not in server.log[0].headers


def test_an_unchanged_page_is_not_sent_again(server: Server, client: Client) -> None:
    got = client.get(f"{server.url}/feed", service="arxiv", etag='"abc"', last_modified="Wed, 13 May 2026 04:00:00 GMT")
    assert (got.status, got.body, got.etag) == (304, b"", '"abc"')
    assert server.log[0].headers["if-modified-since"] == "Wed, 13 May 2026 04:00:00 GMT"
    assert client.get(f"{server.url}/feed", service="arxiv", etag='"old"').status == 200


def test_not_modified_without_a_condition_is_no_answer(server: Server, client: Client) -> None:
    with pytest.raises(BadAnswer, match="304"):
        client.get(f"{server.url}/unmodified", service="arxiv")


@pytest.mark.parametrize(
    "fault",
    [
        Fault.RATE_LIMITED,
        Fault.NOT_ACCEPTABLE,
        Fault.SERVER_ERROR,
        Fault.UNAVAILABLE,
        Fault.RATE_EXCEEDED,
        Fault.CUT_OFF,
    ],
)
def test_transient_errors_are_retried_until_the_answer_comes(server: Server, client: Client, fault: Fault) -> None:
    server.faults.add("/feed", fault, 2)
    assert client.get(f"{server.url}/feed", service="arxiv").body == PAGE
    assert len(server.log) == 3


@pytest.mark.parametrize(
    ("fault", "error", "status", "words"),
    [
        (Fault.RATE_LIMITED, RateLimited, 429, "429 Too Many Requests"),
        (Fault.NOT_ACCEPTABLE, RateLimited, 406, "406 Not Acceptable: too many requests"),
        (Fault.RATE_EXCEEDED, RateLimited, 200, "rate limit is exceeded"),
        (Fault.SERVER_ERROR, Unavailable, 500, "500 Internal Server Error"),
        (Fault.UNAVAILABLE, Unavailable, 503, "503 Service Unavailable"),
        (Fault.CUT_OFF, Unavailable, None, "cut off"),
    ],
)
def test_lasting_trouble_is_given_up_after_three_attempts(
    server: Server, client: Client, fault: Fault, error: type[HttpError], status: int | None, words: str
) -> None:
    server.faults.add("/feed", fault)
    with pytest.raises(error, match=words) as raised:
        client.get(f"{server.url}/feed", service="arxiv")
    assert raised.value.status == status
    assert len(server.log) == 3


@pytest.mark.parametrize(
    ("fault", "error", "words"),
    [
        (Fault.FORBIDDEN, Blocked, "403 Forbidden: this machine is blocked"),
        (Fault.REDIRECT_TO_FILE, BadAnswer, "not on the web: 'file:"),
        (Fault.ENDLESS, TooLarge, "larger than 3 MB"),
        (Fault.GZIP_BOMB, TooLarge, "larger than 3 MB"),
    ],
)
def test_permanent_errors_are_not_retried(
    server: Server, client: Client, fault: Fault, error: type[HttpError], words: str
) -> None:
    server.faults.add("/feed", fault)
    with pytest.raises(error, match=words):
        client.get(f"{server.url}/feed", service="arxiv", limit=3_000_000)
    assert len(server.log) == 1


@pytest.mark.parametrize("code", [400, 404, 410, 204])
def test_other_statuses_are_no_answer(server: Server, client: Client, code: int) -> None:
    with pytest.raises(BadAnswer, match=f"127.0.0.1 answered {code}") as raised:
        client.get(f"{server.url}/status?code={code}", service="arxiv")
    assert raised.value.status == code
    assert len(server.log) == 1


@pytest.mark.parametrize(
    ("code", "error", "asked"), [(499, BadAnswer, 1), (500, Unavailable, 3), (599, Unavailable, 3)]
)
def test_server_errors_from_500_on_are_retried(client: Client, code: int, error: type[HttpError], asked: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def refuse() -> None:
            for _ in range(asked):
                accepted, _ = listener.accept()
                with accepted:
                    accepted.recv(1 << 16)
                    accepted.sendall(f"HTTP/1.1 {code} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())

        refusing = threading.Thread(target=refuse)
        refusing.start()
        with pytest.raises(error) as raised:
            client.get(f"http://127.0.0.1:{listener.getsockname()[1]}/", service="arxiv")
        refusing.join()
    assert raised.value.status == code


@pytest.mark.parametrize("fault", [Fault.RATE_LIMITED_RETRY_AFTER, Fault.UNAVAILABLE_RETRY_AFTER])
def test_retry_after_is_obeyed(server: Server, tmp_path: Path, fault: Fault) -> None:
    received: list[tuple[datetime, str]] = []
    server.faults.add("/feed", fault, 1, retry_after=1)
    with Client(tmp_path, on_wait=lambda *words: received.append(words)) as client:
        assert client.get(f"{server.url}/feed", service="arxiv").status == 200
    first, second = server.log
    assert first.finished is not None
    assert second.at - first.finished >= 1.0
    ((until, reason),) = received
    assert first.wall < until <= second.wall + timedelta(seconds=0.1)
    assert str(first.status) in reason


def test_retry_after_may_be_a_date(server: Server, client: Client) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    server.faults.add("/feed", Fault.UNAVAILABLE_RETRY_AFTER, retry_after=date)
    with pytest.raises(Unavailable) as raised:
        client.get(f"{server.url}/feed", service="arxiv")
    assert raised.value.retry_after is not None
    assert 0 < raised.value.retry_after <= 3600


@pytest.mark.parametrize("expected", ["0", "Wed, 13 May 2020 08:05:00 GMT"])
@pytest.mark.parametrize("fault", [Fault.RATE_LIMITED_RETRY_AFTER, Fault.UNAVAILABLE_RETRY_AFTER])
def test_retry_after_zero_waits_longer_with_every_refusal_in_any_process(
    server: Server, tmp_path: Path, fault: Fault, expected: str
) -> None:
    server.faults.add("/feed", fault, 7, retry_after=expected)
    for _ in range(2):
        with Client(tmp_path) as client, pytest.raises(HttpError):
            client.get(f"{server.url}/feed", service="arxiv")
    with Client(tmp_path) as client:
        assert client.get(f"{server.url}/feed", service="arxiv").status == 200
        assert client.get(f"{server.url}/feed", service="arxiv").status == 200
    ended = [hit.finished for hit in server.log]
    pauses = [after.at - end for end, after in zip(ended, server.log[1:], strict=False) if end is not None]
    # The pauses are thousandths of those for a real host.
    assert [pause >= least for pause, least in zip(pauses, (0.01, 0.02, 0.04, *[0.08] * 4, 0.0), strict=True)] == [
        True
    ] * 8
    server.faults.add("/feed", fault, 1, retry_after=expected)
    with Client(tmp_path) as client:
        assert client.get(f"{server.url}/feed", service="arxiv").status == 200
    assert json.loads((tmp_path / "pace-arxiv.json").read_bytes())["refusals"] == 0


def test_the_first_refusal_costs_the_shortest_pause(server: Server, client: Client, tmp_path: Path) -> None:
    server.faults.add("/feed", Fault.FORBIDDEN)
    with pytest.raises(Blocked):
        client.get(f"{server.url}/feed", service="arxiv")
    printed = json.loads((tmp_path / "pace-arxiv.json").read_bytes())
    assert printed["refusals"] == 1
    assert 0.01 <= printed["pause"] < 0.02


def test_a_longer_retry_after_is_raised_at_once_and_kept_by_everybody(server: Server, tmp_path: Path) -> None:
    # Much longer than the ten minutes that the client is willing to wait, because some of it passes between the two
    # requests on a busy machine.
    server.faults.add("/feed", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=36_000)
    begun = time.time()
    for _ in range(2):
        with Client(tmp_path) as client, pytest.raises(RateLimited) as raised:
            client.get(f"{server.url}/feed", service="arxiv")
        assert raised.value.retry_after is not None
        assert 35_999 - (time.time() - begun) <= raised.value.retry_after <= 36_000
    server.faults.clear()
    with Client(tmp_path) as client:
        assert client.get(f"{server.url}/feed", service="pith").status == 200
    assert statuses(server) == [429, 200]


def test_a_second_more_than_ten_minutes_is_not_waited_for(server: Server, client: Client) -> None:
    server.faults.add("/feed", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=601)
    with pytest.raises(RateLimited):
        client.get(f"{server.url}/feed", service="arxiv")
    assert statuses(server) == [429]


def test_redirects_are_followed_five_times(server: Server, client: Client) -> None:
    got = client.get(f"{server.url}/hops?left=4", service="arxiv")
    assert (got.body, got.url) == (PAGE, f"{server.url}/feed")
    with pytest.raises(BadAnswer, match="more than 5 times"):
        client.get(f"{server.url}/hops?left=5", service="arxiv")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_every_redirect_of_the_web_is_followed(server: Server, client: Client, code: int) -> None:
    assert client.get(f"{server.url}/to?code={code}&url=/feed", service="arxiv").body == PAGE


def test_a_redirect_to_nowhere_is_no_answer(server: Server, client: Client) -> None:
    with pytest.raises(BadAnswer, match="answered 302 Found"):
        client.get(f"{server.url}/status?code=302", service="arxiv")


def test_a_redirect_loop_ends(server: Server, client: Client) -> None:
    server.faults.add("/feed", Fault.REDIRECT_LOOP)
    with pytest.raises(BadAnswer, match="more than 5 times"):
        client.get(f"{server.url}/feed", service="arxiv")
    assert statuses(server) == [302] * 6


def test_a_redirect_to_another_host_keeps_the_pace(server: Server, tmp_path: Path) -> None:
    with Server(answer) as other, Client(tmp_path, interval=0.2) as client:
        got = client.get(f"{server.url}/to?url={other.url}/feed", service="arxiv")
        assert got.url == f"{other.url}/feed"
        first = server.log[0].finished
        assert first is not None
        assert other.log[0].at - first >= 0.2


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://127.0.0.1/x", "gopher:x", "http://", "//", "http://[::1/"]
)
def test_only_web_addresses_are_requested(client: Client, url: str) -> None:
    with pytest.raises(HttpError):
        client.get(url, service="arxiv")


def test_a_refused_connection_is_no_network_and_not_retried(client: Client) -> None:
    with refused() as url, pytest.raises(NoNetwork, match=r"127\.0\.0\.1 cannot be reached: Connection refused"):
        client.get(f"{url}/feed", service="arxiv")


def test_a_proxy_of_the_environment_is_not_used_for_this_machine(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with refused() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy)
        with Client(tmp_path) as client:
            assert client.get(f"{server.url}/feed", service="arxiv").status == 200


def test_a_proxy_that_cannot_be_used_is_no_network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "gopher://127.0.0.1:1")
    with Client(tmp_path) as client, pytest.raises(NoNetwork, match="the proxy set in the environment"):
        client.get("http://127.0.0.1:1/", service="arxiv")


@pytest.mark.parametrize(("usual", "own"), [(0.3, None), (30.0, 0.3)])
def test_a_slow_drip_is_cut_when_its_time_is_over(
    server: Server, tmp_path: Path, usual: float, own: float | None
) -> None:
    server.faults.add("/feed", Fault.SLOW_DRIP)
    with Client(tmp_path, seconds=usual) as client, pytest.raises(TooSlow, match=r"not complete after 0\.3 seconds"):
        client.get(f"{server.url}/feed", service="arxiv", seconds=own)
    assert len(server.log) == 1


def test_a_server_that_never_answers_is_cut_when_its_time_is_over(tmp_path: Path) -> None:
    release = threading.Event()

    def never(request: Request) -> Reply:
        release.wait()
        return Reply()

    with Server(never) as server:
        with Client(tmp_path, seconds=0.3) as client, pytest.raises(TooSlow):
            client.get(f"{server.url}/feed", service="arxiv")
        release.set()


def once(condition: Callable[[], object], then: Callable[[], None]) -> threading.Thread:
    """Start a thread that calls ``then`` as soon as ``condition`` holds."""

    def watch() -> None:
        while not condition():
            time.sleep(0.005)
        then()

    thread = threading.Thread(target=watch)
    thread.start()
    return thread


def test_a_stop_ends_a_request_under_way(server: Server, tmp_path: Path) -> None:
    server.faults.add("/feed", Fault.SLOW_DRIP)
    stop = threading.Event()
    watching = once(lambda: server.log, stop.set)
    with Client(tmp_path, stop=stop, seconds=1000.0) as client, pytest.raises(Cancelled):
        client.get(f"{server.url}/feed", service="arxiv")
    watching.join()


def test_a_stop_ends_a_pause(server: Server, tmp_path: Path) -> None:
    server.faults.add("/feed", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=500)
    stop = threading.Event()
    with Client(tmp_path, stop=stop, on_wait=lambda until, reason: stop.set()) as client, pytest.raises(Cancelled):
        client.get(f"{server.url}/feed", service="arxiv")
    assert statuses(server) == [429]


def test_after_trouble_the_same_client_goes_on(server: Server, client: Client) -> None:
    for fault in (Fault.ENDLESS, Fault.GZIP_BOMB, Fault.FORBIDDEN):
        server.faults.add("/feed", fault, 1)
        with pytest.raises(HttpError):
            client.get(f"{server.url}/feed", service="arxiv", limit=100_000)
        assert client.get(f"{server.url}/feed", service="arxiv").body == PAGE


JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def test_a_body_is_posted_unchanged_with_its_headers(server: Server, client: Client) -> None:
    got = client.post(f"{server.url}/echo", b'{"id": 1}', service="pith", headers=JSON)

    assert (got.status, got.body, got.etag) == (200, b'{"id": 1}', '"e"')
    assert got.headers["x-kept"] == repr({name.lower(): value for name, value in JSON.items()})
    assert [hit.method for hit in server.log] == ["POST"]


def test_a_notification_is_answered_by_having_been_accepted(server: Server, client: Client) -> None:
    assert client.post(f"{server.url}/echo", b"note", service="pith", headers=JSON).status == 202
    with pytest.raises(BadAnswer, match="202"):
        client.get(f"{server.url}/status?code=202", service="pith")


def test_a_post_follows_redirects_and_is_retried_like_a_get(server: Server, client: Client) -> None:
    server.faults.add("/to", Fault.UNAVAILABLE, 1)

    got = client.post(f"{server.url}/to?url={server.url}/echo", b"{}", service="pith", headers=JSON)

    assert (got.body, got.url) == (b"{}", f"{server.url}/echo")
    assert [(hit.method, hit.status) for hit in server.log] == [("POST", 503), ("POST", 301), ("POST", 200)]


def test_a_post_keeps_the_pace_of_its_service(server: Server, tmp_path: Path) -> None:
    with Client(tmp_path, interval=0.05) as client:
        client.get(f"{server.url}/", service="pith")
        client.post(f"{server.url}/echo", b"{}", service="pith", headers=JSON)

    first, second = server.log
    assert first.finished is not None
    assert second.at - first.finished >= 0.04


@pytest.mark.parametrize("fault", [Fault.ENDLESS, Fault.GZIP_BOMB, Fault.CUT_OFF])
def test_the_answer_to_a_post_has_the_limits_of_every_answer(server: Server, client: Client, fault: Fault) -> None:
    server.faults.add("/echo", fault)
    with pytest.raises((TooLarge, Unavailable)):
        client.post(f"{server.url}/echo", b"{}", service="pith", headers=JSON)


def test_a_post_is_never_redirected_to_another_host(server: Server, client: Client) -> None:
    named = {**JSON, "mcp-session-id": "secret", "authorization": "Bearer secret"}
    with Server(answer) as other:
        for code in (301, 307):
            with pytest.raises(CrossHostRedirect, match="must not receive the data"):
                client.post(f"{server.url}/to?code={code}&url={other.url}/echo", b"{}", service="pith", headers=named)
        assert not other.log


def test_an_answer_of_one_host_alone_follows_no_redirect_to_another(server: Server, client: Client) -> None:
    here, there = f"{server.url}/to?url=/feed", f"{server.url}/to?url=http://localhost:1/feed"
    assert client.get(here, service="arxiv", one_host=True).body == PAGE
    with pytest.raises(CrossHostRedirect, match=r"127\.0\.0\.1 redirects to localhost"):
        client.get(there, service="arxiv", one_host=True)


def test_no_cookie_is_taken_and_sent_anywhere(server: Server, client: Client) -> None:
    for _ in range(2):
        client.get(f"{server.url}/cookie", service="arxiv")
    assert ["cookie" in hit.headers for hit in server.log] == [False, False]


@pytest.mark.parametrize(
    ("certificate", "words"),
    [
        ("selfsigned.pem", r"\(self.signed certificate\): the clock of this machine may be wrong, or a network"),
        ("unknown_authority.pem", r"\(unable to get local issuer certificate\): .* \(package ca-certificates\), or a"),
    ],
)
def test_a_certificate_that_fails_is_not_taken_for_being_offline(certificate: str, words: str, client: Client) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(Path(__file__).with_name(certificate))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        greeted: list[object] = []

        def greet() -> None:
            accepted, _ = listener.accept()
            with accepted, pytest.raises(ssl.SSLError) as refusal:
                context.wrap_socket(accepted, server_side=True).recv(1)
            greeted.append(refusal.value)

        greeting = threading.Thread(target=greet)
        greeting.start()
        with pytest.raises(Untrusted, match=r"the certificate of 127\.0\.0\.1 is not trusted " + words) as raised:
            client.get(f"https://127.0.0.1:{listener.getsockname()[1]}/", service="arxiv")
        greeting.join()
    assert len(greeted) == 1
    assert unreached_host(raised.value.reason) is None


def test_a_host_that_speaks_no_tls_is_not_taken_for_being_offline(server: Server, client: Client) -> None:
    with pytest.raises(Untrusted, match=r"no secure connection to 127\.0\.0\.1 \([A-Z_]{5,}\)"):
        client.get(server.url.replace("http:", "https:"), service="arxiv")


def test_oai_shares_the_interval_of_arxiv_and_not_the_pause_of_its_api(server: Server, client: Client) -> None:
    server.faults.add("/api", Fault.RATE_LIMITED_RETRY_AFTER, retry_after=4000)
    with pytest.raises(RateLimited):
        client.get(f"{server.url}/api", service="arxiv")
    assert client.get(f"{server.url}/feed", service="oai").status == 200
    with pytest.raises(RateLimited):
        client.get(f"{server.url}/feed", service="arxiv")
    assert [hit.path for hit in server.log] == ["/api", "/feed"]


def test_the_body_of_a_refused_request_says_why(server: Server, client: Client) -> None:
    with pytest.raises(BadAnswer) as refused_request:
        client.get(f"{server.url}/status?code=400", service="arxiv")
    assert refused_request.value.body == b"in words"
