"""Fixtures: a home and its open library."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from tests.library.made import Home


@pytest.fixture
def home(paths: Paths) -> Home:
    """The home of a user who follows cs.DC, without any papers."""
    return Home(paths)


@pytest.fixture
def library(home: Home, new_cache: Path, new_library: Path) -> Iterator[Library]:
    """The open library of the home."""
    shutil.copy(new_cache, home.paths.cache_db)
    shutil.copy(new_library, home.paths.library_db)
    with home.library() as opened:
        yield opened
