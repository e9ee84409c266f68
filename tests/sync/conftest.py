"""An upstream that answers, for every test of a refresh."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sync.upstream import Upstream, running


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running(Upstream()) as answering:
        yield answering
