"""Homes and upstreams for the program in a real terminal."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.demo.faults import Fault
from arxtui.demo.messages import Reply
from arxtui.demo.server import Server
from arxtui.tui.terminal.private_parts import SWITCH
from tests.cli.command import run_here, write_papers
from tests.homes import as_made

READER = (sys.executable, "-m", "arxtui")


either_way = pytest.mark.parametrize("stock", ["", "1"], ids=["ours", "stock"])
"""Run a test with arxtui's own terminal driver, and with Textual's."""


@pytest.fixture
def stock() -> str:
    """The value of the environment variable that leaves the terminal to Textual; empty for arxtui's own driver."""
    return ""


@pytest.fixture
def environ(paths: Paths, stock: str) -> dict[str, str]:
    """The environment variables that make the program use the test's home."""
    return {"ARXTUI_HOME": str(paths.config.parent), SWITCH: stock}


@pytest.fixture
def slow_upstream(paths: Paths) -> Iterator[Server]:
    """An upstream whose responses never end, so that a request is still in progress when the test acts."""
    with Server(lambda request: Reply(body=b"<rss/>")) as server:
        server.faults.add("/", Fault.SLOW_DRIP)
        paths.config_file.write_text(
            f'[arxiv]\ncategories = ["cs.DC"]\nfeed_url = "{server.url}/rss"\napi_url = "{server.url}/api/query"\n'
            "[pith]\nreviews = false\n"
        )
        yield server


@pytest.fixture
def fill(paths: Paths, tmp_path: Path) -> Callable[[Sequence[dict[str, Any]]], None]:
    """Return a function that puts records into the cache by ``arxtui import``. The home does not refresh by itself."""
    paths.config_file.write_text("[refresh]\nat_start = false\ninterval_minutes = 0\n[arxiv]\ncategories = ['cs.DC']\n")

    def fill(records: Sequence[dict[str, Any]]) -> None:
        def import_records() -> None:
            done = run_here(paths.config.parent, "import", str(write_papers(tmp_path / "papers.jsonl", records)))
            assert done.returncode == 0, done.stderr

        if paths.cache_db.exists():
            import_records()
        else:
            as_made(paths.config.parent, ("imported", json.dumps(records)), import_records)

    return fill
