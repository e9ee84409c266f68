"""A home with a made-up upstream, for tests that kill processes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from arxtui.demo.home import prepare
from arxtui.demo.papers.calendar import newest_day
from arxtui.demo.papers.corpus import make
from arxtui.demo.upstream import Upstream
from tests.crash.rounds import Soak
from tests.fork_server import ForkServer


@contextmanager
def attacked(fork_server: ForkServer, folder: Path, chance: random.Random) -> Iterator[Soak]:
    """Yield the soak test of a new home under ``folder`` in which one refresh has completed."""
    with Upstream(make(newest_day(datetime.now(UTC)))) as upstream:
        home = folder / "home"
        paths = prepare(home, upstream.url)
        ids = [paper.id for paper in upstream.papers[:40]]
        soak = Soak(paths, fork_server, ids, chance)
        wrong = soak.recover()
        assert not wrong, wrong
        yield soak
