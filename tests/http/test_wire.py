"""What a connection costs: one thread for all requests, and certificate authorities only for TLS."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.demo.messages import Reply
from arxtui.demo.server import Server
from arxtui.http import wire
from arxtui.http.client import Client

CERTIFICATE = Path(__file__).with_name("selfsigned.pem")


@pytest.fixture
def server() -> Iterator[Server]:
    with Server(lambda request: Reply(200, b"pong")) as running:
        yield running


@pytest.fixture(autouse=True)
def nothing_read() -> Iterator[None]:
    wire._read_authorities.cache_clear()
    yield
    wire._read_authorities.cache_clear()


def watches() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "http watch"]


def test_one_thread_watches_all_requests_and_ends_with_the_connection(server: Server, tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        before = watches()
        client.get(f"{server.url}/", service="arxiv")
        (watch,) = set(watches()) - set(before)
        client.get(f"{server.url}/", service="arxiv")
        assert set(watches()) - set(before) == {watch}
    watch.join(30)
    assert not watch.is_alive()


def test_no_authorities_are_read_for_a_host_without_tls(server: Server, tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        assert client.get(f"{server.url}/", service="arxiv").body == b"pong"
    assert wire._read_authorities.cache_info().currsize == 0


def test_a_host_that_a_trusted_authority_vouches_for_is_trusted(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    server._listener.socket = context.wrap_socket(server._listener.socket, server_side=True)
    with Client(tmp_path) as client:
        assert client.get(f"{server.url.replace('http:', 'https:')}/", service="arxiv").body == b"pong"
    assert wire._read_authorities.cache_info().currsize == 1
