"""Fixtures of the made-up upstream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import date
from http.client import HTTPConnection, HTTPMessage
from urllib.parse import urlsplit

import pytest

from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.server import Clock
from arxtui.demo.upstream import Upstream
from tests.demo.month import make_month

DAY = date(2026, 5, 13)

NEWEST = date(2026, 9, 24)
"""The newest day of the made-up month."""

At = Callable[..., Upstream]
Get = Callable[..., tuple[int, HTTPMessage, bytes]]


@pytest.fixture(scope="session")
def corpus() -> Corpus:
    """Return the corpus of papers around a Wednesday in May."""
    return make(DAY)


@pytest.fixture
def upstream(corpus: Corpus) -> Iterator[Upstream]:
    """Yield a running upstream."""
    with Upstream(corpus) as running:
        yield running


@pytest.fixture
def at() -> Iterator[At]:
    """Yield a function that makes an upstream without starting its server. Tests call its methods directly; ``clock``
    sets its time (None: its own clock)."""
    with ExitStack() as stack:

        def made(corpus: Corpus, clock: Clock | None = None) -> Upstream:
            upstream = Upstream(corpus, clock=clock)
            stack.callback(upstream.stop)
            return upstream

        yield made


@pytest.fixture(scope="session")
def month() -> Corpus:
    """Return the corpus of twenty-two announcement days in August and September, including Labor Day."""
    return make_month(NEWEST)


@pytest.fixture
def get(upstream: Upstream) -> Get:
    """Return a function that requests a path from the upstream. It returns status, headers and body."""

    def ask(target: str, **headers: str) -> tuple[int, HTTPMessage, bytes]:
        connection = HTTPConnection(urlsplit(upstream.url).netloc, timeout=20)
        try:
            connection.request("GET", target, headers={name.replace("_", "-"): text for name, text in headers.items()})
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    return ask
