"""Redirects never lead from the Internet to this machine or its local network, however the address is written.

The Internet is simulated by a proxy on this machine: requests to it go through a real socket and have a public host
name.
"""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from arxtui.demo.messages import Reply, Request
from arxtui.demo.server import Server
from arxtui.http.client import Client
from arxtui.http.errors import BadAnswer
from arxtui.http.hosts import Reach, is_downgrade, reach_of

NEAR = (
    *("127.0.0.1", "0.0.0.0", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001"),
    *("localhost", "localhost.", "LOCALHOST", "x.localhost", "127.0.0.1.", "127.9.9.9"),
    *(
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[::127.0.0.1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
    ),
)
AROUND = (
    *("169.254.169.254", "10.0.0.1", "10.1", "192.168.1.1", "172.16.0.1", "172.31.255.255", "100.64.0.1", "0xa9fea9fe"),
    *("[fe80::1]", "[fe80::1%25lo]", "[fd00::1]", "[::ffff:10.0.0.1]", "[fec0::1]", "224.0.0.1", "255.255.255.255"),
)


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Yield a proxy that responds for every host name like a hostile upstream: with a redirect to the URL in the
    query."""

    def answer(request: Request) -> Reply:
        return Reply(302, headers={"Location": request.query["to"]}) if "to" in request.query else Reply(200, b"far")

    with Server(answer) as proxy:
        for name in ("http_proxy", "HTTP_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        for name in ("no_proxy", "NO_PROXY"):
            monkeypatch.setenv(name, "near.example")
        yield proxy


@pytest.fixture
def near() -> Iterator[Server]:
    """Yield a server on this machine, which redirects must not reach."""
    with Server(lambda request: Reply(200, b"secret")) as running:
        yield running


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr("arxtui.http.pacer.INTERVAL", 0.0)
    with Client(tmp_path) as made:
        yield made


@pytest.mark.parametrize("host", [*NEAR, *AROUND])
def test_the_internet_leads_to_no_address_of_this_machine_or_around_it(
    far: Server, near: Server, client: Client, host: str
) -> None:
    port = near.url.rpartition(":")[2]
    words = "this machine itself" if host in NEAR else "an address of a private network"
    with pytest.raises(BadAnswer, match=f"far.example redirects to {words}"):
        client.get(f"http://far.example/?to=http://{host}:{port}/", service="arxiv")
    assert not near.log
    assert len(far.log) == 1


@pytest.mark.parametrize("host", ["127%2e0.0.1", "loc%61lhost", "[::1", "a b"])
def test_a_host_that_would_be_read_as_another_is_not_followed(
    far: Server, near: Server, client: Client, host: str
) -> None:
    port = near.url.rpartition(":")[2]
    with pytest.raises(BadAnswer, match="not on the web"):
        client.get(f"http://far.example/?to={quote(f'http://{host}:{port}/')}", service="arxiv")
    assert not near.log


def test_a_name_that_leads_to_this_machine_is_found_out_before_anything_is_sent(
    far: Server, near: Server, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = near.url.rpartition(":")[2]
    real = socket.getaddrinfo

    def resolved(host: Any, *rest: Any, **more: Any) -> object:
        return real("127.0.0.1" if host in ("near.example", b"near.example") else host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", resolved)

    for _ in range(2):
        with pytest.raises(BadAnswer, match=r"near\.example points to this machine itself"):
            client.get(f"http://far.example/?to=http://near.example:{port}/", service="arxiv")
    assert not near.log

    # A request of the user may reach it, but its open connection is not used for a redirect.
    assert client.get(f"http://near.example:{port}/", service="arxiv").body == b"secret"
    with pytest.raises(BadAnswer, match=r"near\.example points to this machine itself"):
        client.get(f"http://far.example/?to=http://near.example:{port}/", service="arxiv")
    assert len(near.log) == 1


@pytest.mark.parametrize("port", ["99999", "0", "x", "-1"])
def test_a_port_that_is_none_is_not_on_the_web(far: Server, client: Client, port: str) -> None:
    for ask in (client.get, lambda url, service: client.get(url, service=service, one_host=True)):
        with pytest.raises(BadAnswer, match="not on the web"):
            ask(f"http://far.example/?to=http://far.example:{port}/", service="arxiv")
    with pytest.raises(BadAnswer):
        client.get(f"http://far.example:{port}/", service="arxiv")
    assert len(far.log) == 2


def test_public_names_lead_to_each_other(far: Server, client: Client) -> None:
    assert client.get("http://far.example/?to=http://other.example/", service="arxiv").body == b"far"


def test_an_address_of_this_machine_in_the_settings_may_lead_to_this_machine(client: Client, localhost: str) -> None:
    def answer(request: Request) -> Reply:
        there = {"Location": f"http://{localhost}:{request.headers['host'].rpartition(':')[2]}/there"}
        return Reply(302, headers=there) if request.path == "/here" else Reply(200, b"here")

    with Server(answer) as server:
        assert client.get(f"{server.url}/here", service="arxiv").body == b"here"


def test_an_address_of_this_machine_in_the_settings_leads_to_no_other_network(client: Client) -> None:
    with (
        Server(lambda request: Reply(302, headers={"Location": "http://192.168.1.1/"})) as server,
        pytest.raises(BadAnswer, match="redirects to an address of a private network"),
    ):
        client.get(server.url, service="arxiv")


@pytest.mark.parametrize("host", ["arxiv.org", "8.8.8.8", "2606:4700::1111", "64:ff9b::808:808", "1e100.net", "0x.org"])
def test_the_internet_is_public(host: str) -> None:
    assert reach_of(host) is Reach.PUBLIC


def test_the_last_bit_of_an_address_within_another_counts() -> None:
    assert reach_of("64:ff9b::0.0.0.0") is Reach.LOOPBACK
    assert reach_of("64:ff9b::0.0.0.1") is Reach.PRIVATE


@pytest.mark.parametrize(
    ("one", "other", "leaves"),
    [("https", "http", True), ("https", "https", False), ("http", "http", False), ("http", "https", False)],
)
def test_going_from_https_to_http_leaves_tls(one: str, other: str, leaves: bool) -> None:
    assert is_downgrade(f"{one}://arxiv.example/", f"{other}://arxiv.example/") is leaves


def test_a_key_is_sent_to_its_host_and_not_along_a_redirect(tmp_path: Path) -> None:
    with Server(lambda request: Reply(200, request.headers.get("x-api-key", "none").encode())) as other:
        targets = iter([f"{other.url}/", "/again"])

        def answer(request: Request) -> Reply:
            if request.path == "/again":
                return Reply(200, request.headers["x-api-key"].encode())
            return Reply(302, headers={"Location": next(targets)})

        with Server(answer) as server, Client(tmp_path) as client:
            with pytest.raises(BadAnswer, match="must not receive"):
                client.get(f"{server.url}/", service="made-up", secrets={"x-api-key": "key"})
            assert other.log == []
            assert client.get(f"{server.url}/", service="made-up", secrets={"x-api-key": "key"}).body == b"key"
            assert client.get(f"{other.url}/", service="made-up").body == b"none"
