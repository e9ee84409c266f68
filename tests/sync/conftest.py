"""Fixture: a running upstream for the tests of refreshes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sync.upstream import Upstream, running


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running(Upstream()) as answering:
        yield answering
