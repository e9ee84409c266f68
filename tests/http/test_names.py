"""Host names are looked up in parallel, and a lookup is abandoned after its timeout."""

from __future__ import annotations

import socket
import threading

import pytest

from arxtui.http.names import unknown_hosts

HOSTS = [f"{name}.example" for name in "abcde"]


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def test_all_names_are_looked_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    all_asked = threading.Barrier(len(HOSTS))

    def resolved(host: str, port: object) -> object:
        all_asked.wait(60)
        if host != "a.example":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return []

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    assert unknown_hosts(HOSTS, 60) == set(HOSTS[1:])


def test_a_resolver_that_does_not_answer_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = threading.Event()

    def resolved(host: str, port: object) -> object:
        if host != "a.example":
            answered.wait(60)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", resolved)
    try:
        assert unknown_hosts(HOSTS, 0.2) == set(HOSTS[1:])
    finally:
        answered.set()


def test_where_there_is_a_proxy_nobody_else_looks_names_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", "http://127.0.0.1:9")
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_: pytest.fail("a name was looked up"))
    assert not unknown_hosts(HOSTS, 60)


def test_this_machine_is_known(localhost: str) -> None:
    assert not unknown_hosts(["127.0.0.1", localhost], 60)
