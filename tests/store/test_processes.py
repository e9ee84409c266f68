"""Several processes that write to the cache and the library at the same time."""

from __future__ import annotations

import subprocess
import sys
from array import array
from pathlib import Path

from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import NOW
from tests.child import Child

_PROCESSES, _ACTS = 4, 25

_WORKER = """
import sys
from pathlib import Path
from arxtui.model.marks import Reading
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from tests.builders import DAY, NOW, paper
from tests.store.made import take

folder, mine = Path(sys.argv[1]), int(sys.argv[2]) * 1000
sys.stdin.readline()
with Cache.open(folder / "cache.db") as cache, LibraryFile.open(folder / "library.db") as library:
    for number in range(1, 26):
        take(cache, paper(mine + number), paper(99_000, version=number, title=f"{mine} {number}"))
        library.inbox.deliver(DAY, [mine + number, 99_000])
        library.marks.apply([mine + number], "star", NOW)
        library.marks.rate([mine + number], 1 + number % 5, NOW)
        library.lists.enlist([mine + number], "shared", NOW)
        if number % 5 == 0:
            library.marks.apply([mine + number], "hide", NOW)
            library.marks.read_as([99_000], (None, *Reading)[number % 4], NOW)
            library.tags.rename("shared", "shared too", NOW)
            library.marks.apply([mine + number], "tag", NOW, name="shared")
            library.lists.arrange("shared", [mine + number], None, NOW)
"""


def test_processes_that_begin_together_on_new_files_lose_nothing(tmp_path: Path) -> None:
    workers = [
        Child(
            [sys.executable, "-c", _WORKER, str(tmp_path), str(place)],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for place in range(_PROCESSES)
    ]
    result = [worker.stdin for worker in workers if worker.stdin]
    for gate in result:
        gate.write("go\n")
        gate.flush()
    assert [worker.communicate()[1] for worker in workers] == [""] * _PROCESSES
    marked = [place * 1000 + number for place in range(_PROCESSES) for number in range(1, _ACTS + 1)]
    with Cache.open(tmp_path / "cache.db") as cache, LibraryFile.open(tmp_path / "library.db") as library:
        assert len(cache.month_keys()) == cache.count() == len(marked) + 1
        assert list(library.marks.having("starred")) == marked
        assert list(library.marks.having("hidden")) == [key for key in marked if key % 5 == 0]
        assert list(library.inbox.unread()) == [*marked, 99_000]
        assert library.marks.ratings() == {key: 1 + key % 1000 % 5 for key in marked}
        [(_, listed)] = library.lists.all()
        assert sorted(listed) == marked
        for place in range(_PROCESSES):
            unmoved = [key for key in marked if key // 1000 == place and key % 5]
            assert [key for key in listed if key in unmoved] == unmoved
        assert sorted({key for _, keys in library.tags.all() for key in keys}) == list(library.marks.having("hidden"))
        while library.journal.undo(NOW):
            pass
        assert [library.marks.having("starred"), library.marks.having("hidden")] == [array("q")] * 2
        assert [library.marks.ratings(), library.marks.readings()] == [{}, {}]
        assert library.lists.all() == library.tags.all() == []
        assert cache.faults() == library.faults() == []
