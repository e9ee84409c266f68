"""Fixtures for the tests of refreshes: a running upstream, and workers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest

from arxtui.config.paths import Paths
from tests.fork_server import ForkServer
from tests.sync import processes
from tests.sync.processes import StartWorker
from tests.sync.upstream import Upstream, running


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with running(Upstream()) as answering:
        yield answering


@pytest.fixture
def worker(fork_server: ForkServer, paths: Paths) -> StartWorker:
    return partial(processes.worker, fork_server, paths)
