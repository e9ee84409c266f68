"""A made-up upstream on the loopback address, and a home that is configured to use it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.upstream import Upstream
from arxtui.tui import commands  # noqa: F401 - declares the commands, whose keys many lines name
from arxtui.tui.application import ArxtuiApp
from arxtui.tui.keys import in_force
from tests.homes import corpus, subscribed
from tests.tui.reader import fill_usually


@pytest.fixture(autouse=True)
def declared_keys() -> Iterator[None]:
    """Restore the default keys after each test, because the keys in force are global to the process."""
    yield
    in_force.use({})


@pytest.fixture
def filled(paths: Paths) -> Paths:
    """Return the paths of a home with the usual sixty papers."""
    fill_usually(paths)
    return paths


@pytest.fixture
def copied(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that were put on the clipboard."""
    texts: list[str] = []
    monkeypatch.setattr(ArxtuiApp, "copy_to_clipboard", lambda self, text: texts.append(text))
    return texts


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The output to the terminal outside frames, instead of the terminal."""
    sequences: list[str] = []
    monkeypatch.setattr(ArxtuiApp, "write_sequence", lambda self, sequence: sequences.append(sequence))
    monkeypatch.delenv("TMUX", raising=False)
    return sequences


@pytest.fixture
def upstream() -> Iterator[Upstream]:
    with Upstream(corpus()) as running:
        yield running


@pytest.fixture
def home(tmp_path: Path, upstream: Upstream) -> Paths:
    return subscribed(tmp_path / "demo", upstream.url)
