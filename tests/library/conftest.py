"""A home and its open library."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from tests.library.made import Home


@pytest.fixture
def home(paths: Paths) -> Home:
    """A user who follows cs.DC; nothing has arrived yet."""
    return Home(paths)


@pytest.fixture
def library(home: Home) -> Iterator[Library]:
    """The home's library, open."""
    with home.library() as opened:
        yield opened
