"""Fixtures: an open cache and an open library file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW


@pytest.fixture
def cache(tmp_path: Path, new_cache: Path) -> Iterator[Cache]:
    """An empty cache at ``cache.db``; its clock always returns ``NOW``."""
    shutil.copy(new_cache, tmp_path / "cache.db")
    with Cache.open(tmp_path / "cache.db", busy_timeout=0.05, clock=lambda: NOW) as opened:
        yield opened


@pytest.fixture
def library(tmp_path: Path, new_library: Path) -> Iterator[LibraryFile]:
    """An empty library at ``library.db``."""
    shutil.copy(new_library, tmp_path / "library.db")
    with LibraryFile.open(tmp_path / "library.db", busy_timeout=0.05) as opened:
        yield opened
