"""Writers killed in the middle of writing: the files stay valid, and every acknowledged write is stored."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import paper
from tests.child import Child

_ROUNDS = 6

_WRITER = """
import itertools, sys
from pathlib import Path
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import DAY, NOW, paper
from tests.store.made import CARD, packed, take
from dataclasses import replace

folder, first = Path(sys.argv[1]), int(sys.argv[2])
with Cache.open(folder / "cache.db") as cache, LibraryFile.open(folder / "library.db") as library:
    for number in itertools.count(first):
        card = replace(CARD, title=f"Title {number}", abstract=f"Abstract {number}.")
        many = [paper(number * 10 + place % 10, month=f"26{place // 10 + 1:02}") for place in range(40)]
        take(cache, *many, reviews=(card,))
        named = paper(number * 10, title=card.title, abstract=card.abstract, version=2)
        take(cache, named)
        library.inbox.deliver(DAY, [number])
        library.marks.apply([named.key], "star", NOW, packed(named))
        print(number, flush=True)
"""


def _killed_writer(folder: Path, first: int, acknowledged: int) -> list[int]:
    """Kill a writer while it is writing, after it acknowledged this many writes; return all numbers it acknowledged."""
    command = [sys.executable, "-c", _WRITER, str(folder), str(first)]
    with Child(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        for _ in range(acknowledged):
            assert writer.stdout.readline()
        writer.kill()
        return [*range(first, first + acknowledged), *map(int, writer.stdout.read().split())]


def test_a_killed_writer_leaves_sound_files_and_every_acknowledged_mark(tmp_path: Path) -> None:
    chance = random.Random(2)
    done: list[int] = []
    for _ in range(_ROUNDS):
        done += _killed_writer(tmp_path, len(done) + 1, chance.randrange(1, 25))
        with Cache.open(tmp_path / "cache.db") as cache, LibraryFile.open(tmp_path / "library.db") as library:
            assert cache._db.rows("PRAGMA integrity_check") == [("ok",)]
            assert library._db.rows("PRAGMA integrity_check") == [("ok",)]
            starred = [paper(number * 10).key for number in (*done, len(done) + 1)]
            assert set(starred[:-1]) <= set(library.marks.having("starred")) <= set(starred)
            assert all(library.saved_record(key) for key in library.marks.having("starred"))
            rows = [key for (key,) in cache._db.rows("SELECT key FROM paper ORDER BY key DESC")]
            assert list(cache.month_keys()) == rows
            assert len(cache.documents(rows)) == len(rows)
            assert sum(cache.counts_by_primary().values()) == len(rows)
            assert cache.stats().pending <= 1
