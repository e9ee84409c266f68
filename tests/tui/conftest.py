"""A made-up upstream on the loopback address, a home that asks it, and keys that wait for nothing but conditions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from textual import _wait

from arxtui.config.paths import Paths
from arxtui.demo.corpus import make
from arxtui.demo.home import prepare
from arxtui.demo.upstream import Upstream

# After each key Textual's pilot sleeps until the process has been idle for a while. Here every test waits for what it
# expects to see, so that all of it would be time lost.
_wait.SLEEP_GRANULARITY = 0.002
_wait.SLEEP_IDLE = 1.0


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream(make(date(2026, 5, 13))) as running:
        yield running


@pytest.fixture
def home(tmp_path: Path, upstream: Upstream) -> Paths:
    return prepare(tmp_path / "demo", upstream.url)
