"""Homes that many tests start from, and the made-up papers of their upstream: each is built once in a process."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Hashable
from datetime import date
from functools import cache
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.demo.papers.corpus import Corpus, make
from arxtui.demo.upstream import settings_toml

_made: dict[Hashable, tempfile.TemporaryDirectory[str]] = {}


def as_made(folder: Path, what: Hashable, make: Callable[[], object]) -> None:
    """Fill ``folder`` with what ``make`` writes there. ``make`` is called once for each key ``what``; later calls copy
    its result.

    ``folder`` must be empty, and ``make`` must close every file.
    """
    if what in _made:
        shutil.copytree(_made[what].name, folder, dirs_exist_ok=True)
        return
    make()
    kept = tempfile.TemporaryDirectory(prefix="arxtui-made-")
    shutil.copytree(folder, kept.name, dirs_exist_ok=True)
    _made[what] = kept


@cache
def corpus(day: date = date(2026, 5, 13)) -> Corpus:
    """Return the demo's corpus whose newest announcement day is ``day``."""
    return make(day)


def subscribed(home: Path, url: str, *categories: str) -> Paths:
    """Make a home that follows a few ``categories`` (default: cs.DC) of the upstream at ``url``. A refresh of all
    categories of the demo takes five times as long."""
    paths = Paths.under(home)
    paths.make()
    paths.config_file.write_text(settings_toml(url, categories or ("cs.DC",)), encoding="utf-8")
    return paths
