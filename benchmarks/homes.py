"""Homes full of made-up papers for the benchmarks, built once a run by the product's own store and index."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.model.intake import Intake
from arxtui.store.cache import Cache
from arxtui.sync.indexing import catch_up
from benchmarks.papers import made_up

CONFIG = '[arxiv]\ncategories = ["cs.LG", "cs.DC"]\n[refresh]\nat_start = false\ninterval_minutes = 0\n'


def build(home: Path, count: int, *, index: bool = True) -> Paths:
    """A home with ``count`` papers, subscribed and quiet: nothing is fetched."""
    paths = Paths.under(home)
    paths.make()
    paths.config_file.write_text(CONFIG)
    papers = made_up(count)
    with Cache.open(paths.cache_db) as cache:
        while chunk := tuple(itertools.islice(papers, 5_000)):
            cache.take(Intake(papers=chunk))
    if index:
        with Cache.open(paths.cache_db) as cache:
            catch_up(cache, paths.index, threading.Event(), print)
    return paths
