"""The home that tests of full texts begin with."""

from __future__ import annotations

import pytest

from arxtui.config.paths import Paths
from tests.tui.reading.texts import fill_with_text


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """Return the paths of a home with three papers, of which the newest has a full text."""
    fill_with_text(paths)
    return paths
