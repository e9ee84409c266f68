"""Fixtures for the tests of imports: short transactions, and a process pool from the start."""

from __future__ import annotations

from functools import partial

import pytest

from arxtui.sources import jsonlines
from arxtui.sync.importing import importer
from arxtui.sync.worker.process_pool import ProcessPool

RECORDS = 50
"""Records in a part of a file; a transaction has one part or a few."""


@pytest.fixture(autouse=True)
def short_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Split files into short parts, so that a few hundred records are many transactions."""
    monkeypatch.setattr(jsonlines, "CHUNK", RECORDS)


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prepare even the first records in other processes."""
    monkeypatch.setattr(importer, "ProcessPool", partial(ProcessPool, local_seconds=0))
