"""A made-up upstream on the loopback address, and a home that is configured to use it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.home import prepare
from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream
from arxtui.tui.keys import in_force


@pytest.fixture(autouse=True)
def declared_keys() -> Iterator[None]:
    """Restore the default keys after each test, because the keys in force are global to the process."""
    yield
    in_force.use({})


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream(make(date(2026, 5, 13))) as running:
        yield running


@pytest.fixture
def home(tmp_path: Path, upstream: Upstream) -> Paths:
    return prepare(tmp_path / "demo", upstream.url)
