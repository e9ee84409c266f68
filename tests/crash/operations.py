"""The six operations that write most: import, refresh, marks, backup, restore and repair."""

from __future__ import annotations

import random
import shutil
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

from arxtui.config.paths import Paths
from arxtui.library.backup.backups import back_up
from arxtui.library.backup.restoration import finish, restore
from arxtui.model.intake import Intake
from arxtui.model.ledger import Outcome
from arxtui.search.index import SearchIndex
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.sync.indexing import update_index
from tests.builders import DAY, NOW, paper
from tests.cli.command import run_here
from tests.crash.imports import faults, held, write_dump
from tests.crash.kills import Act, Operation
from tests.fork_server import Done
from tests.forked import PROGRAM
from tests.sync import upstream
from tests.sync.upstream import Reader, Upstream

KEPT = tuple(paper(number) for number in range(1, 41))
_KEYS = [each.key for each in KEPT]
_CATEGORIES = ("cs.PF", "cs.DC")
_OLD, _NEW = '[arxiv]\ncategories = ["cs.DC"]\n', '[arxiv]\ncategories = ["cs.LG"]\n'


@contextmanager
def operations(folder: Path) -> Iterator[Sequence[Operation]]:
    """Yield all operations, the quick ones twice; the files that they need outside a home are in ``folder``."""
    entries = [*upstream.many(60), *upstream.many(30, "cs.PF", 1001)]
    with upstream.running(Upstream(entries)) as served:
        dump = write_dump(folder / "dump.jsonl", 150, random.Random(1))
        marks = Marking("marks", ("cat:cs.DC",), "--star", "--queue", "--tag=book")
        taken = Marking("marks taken away", ("cat:cs.DC",), "--unstar", "--untag=thesis/related")
        backup, back = BackingUp(), Restoring(folder)
        refreshes = (Refreshing(served, first=first) for first in (True, False))
        yield (Importing(dump), marks, back, *refreshes, backup, taken, back, Repairing(), marks, backup, taken)


def furnish(home: Path, config: str = "") -> Paths:
    """Return a home with papers in its cache and index, and a library with every kind of mark."""
    paths = Paths.under(home)
    paths.make()
    paths.config_file.write_text(config)
    with Cache.open(paths.cache_db) as cache:
        cache.take(Intake(KEPT))
        update_index(cache, paths.index, threading.Event(), lambda note: None)
    mark(paths)
    return paths


def mark(paths: Paths) -> None:
    """Give some papers each kind of mark."""
    with LibraryFile.open(paths.library_db) as library:
        library.inbox.deliver(DAY, _KEYS[:20])
        library.marks.apply(_KEYS[:4], "star", NOW)
        library.marks.apply(_KEYS[2:6], "hide", NOW)
        library.tags.retag(_KEYS[4:9], ["thesis/related"], [], NOW)
        library.marks.note({_KEYS[0]: "the lemma is wrong"}, NOW)
        library.lists.enlist(_KEYS[:5], "seminar", NOW)
        library.marks.rate(_KEYS[:3], 4, NOW)


def marks_of(paths: Paths) -> Mapping[str, object]:
    """Return everything that the library shows, without the times."""
    with LibraryFile.open(paths.library_db) as library:
        keys = [*_KEYS, *library.marks.having("starred")]
        acts = library.journal.acts(100)
        return {
            "library's faults": library.faults(),
            "marks": library.marks.of(keys),
            "inbox": [(day, count, list(unread)) for day, count, unread in library.inbox.days()],
            "tags": [(name, list(tagged)) for name, tagged in library.tags.all()],
            "lists": [(name, list(listed)) for name, listed in library.lists.all()],
            "notes": library.marks.notes(),
            "journal": [(act.number, act.what, act.undone is None) for act in acts],
        }


def differences(expected: Mapping[str, object], found: Mapping[str, object]) -> list[str]:
    """Return the differences from the expected values, in words."""
    return [f"{name} {found[name]}, not {words}" for name, words in expected.items() if found[name] != words]


class _Whole:
    """An operation on a home with papers and marks that must not change the library; cache and index must be sound."""

    config = ""
    name = ""

    def prepare(self, home: Path) -> None:
        self._marks = marks_of(furnish(home, self.config))

    def after(self, home: Paths, done: Done) -> list[str]:
        with Cache.open(home.cache_db) as cache:
            lost = set(_KEYS) - set(cache.month_keys())
        return [
            *([f"{len(lost)} papers that were known before"] if lost else []),
            *differences(self._marks, marks_of(home)),
        ]

    def lies(self, home: Paths) -> list[str]:
        """Return the faults of cache and index, which both store how far they have come as a number."""
        return faults(home.config.parent)

    def seen(self, home: Paths) -> Mapping[str, object]:
        with Cache.open(home.cache_db) as cache:
            behind = cache.changes.lag(SearchIndex.open(home.index).change_number)
        return {**held(home.config.parent), "index is behind": behind, **marks_of(home)}


class Importing(_Whole):
    """``arxtui import`` of papers, announcements and reviews."""

    name = "import"

    def __init__(self, dump: Path) -> None:
        self._dump = dump

    def act(self, home: Path) -> Act:
        return Act(home, PROGRAM, ("import", self._dump))


class Refreshing(_Whole):
    """A refresh of two categories: the ``first`` one, or one on the next day."""

    def __init__(self, served: Upstream, *, first: bool) -> None:
        self.name = "first refresh" if first else "refresh"
        self.config = upstream.config(served.url, *_CATEGORIES)
        self._served = served
        self._first = first
        self._now = upstream.NOW if first else upstream.NOW + timedelta(days=1)

    def prepare(self, home: Path) -> None:
        super().prepare(home)
        if not self._first:
            reader = Reader(Paths.under(home), self._served.settings(*_CATEGORIES))
            assert reader.refresh() == 0

    def act(self, home: Path) -> Act:
        self._served.day = self._served.listed_day = self._now.date()
        self._served.announced = _announced(self._first)
        return Act(home, "refresh(sys.argv[1])", (self._now.isoformat(),))

    def lies(self, home: Paths) -> list[str]:
        with Cache.open(home.cache_db) as cache:
            feeds = [entry for entry in cache.ledger.all() if entry.target == "feed"]
            answered = any(feed.outcome is Outcome.OK and feed.fresh_as_of == self._now for feed in feeds)
            missing = len(_announced(self._first)) - len(cache.announcements.keys(self._now.date(), self._now.date()))
        said = [f"the feed is said to be in, and {missing} of its papers are missing"] if answered and missing else []
        return [*super().lies(home), *said]


def _announced(first: bool) -> list[str]:
    begin = 1 if first else 21
    return [f"2605.{number:05}" for number in (*range(begin, begin + 20), *range(1000 + begin, 1005 + begin))]


class Marking(_Whole):
    """Acts of the user on all papers, one for each option. Each act is complete or absent, and all are stored once the
    command reports success."""

    def __init__(self, name: str, papers: Sequence[str], *options: str) -> None:
        self.name = name
        self._papers = papers
        self._options = options

    def prepare(self, home: Path) -> None:
        super().prepare(home)
        beside = home.with_name(f"{home.name}-beside")
        shutil.copytree(home, beside)
        self._states = [self._marks]
        for option in self._options:
            assert run_here(beside, "mark", *self._papers, option).returncode == 0
            self._states.append(marks_of(Paths.under(beside)))

    def act(self, home: Path) -> Act:
        return Act(home, PROGRAM, ("mark", *self._papers, *self._options))

    def after(self, home: Paths, done: Done) -> list[str]:
        found = marks_of(home)
        if not done.killed:
            return differences(self._states[-1], found)
        return [] if found in self._states else differences(self._marks, found)


class BackingUp(_Whole):
    """``arxtui backup``: no file has the backup's name before the backup is complete."""

    name = "backup"
    config = _OLD

    def act(self, home: Path) -> Act:
        work = (
            "import os\n"
            "names = (f'{sys.argv[2]}/{number}.tar.gz' for number in range(9))\n"
            "sys.argv[2] = next(name for name in names if not os.path.exists(name))\n"
        )
        (home / "there").mkdir(exist_ok=True)
        return Act(home, work + PROGRAM, ("backup", home / "there"))

    def lies(self, home: Paths) -> list[str]:
        return [f"{file.name}: {fault}" for file in _there(home) for fault in self._faults(home, file)]

    def _faults(self, home: Paths, file: Path) -> list[str]:
        back = Paths.under(home.data.parent / "back")
        shutil.rmtree(back.data.parent, ignore_errors=True)
        try:
            restore(back, file, NOW)
        except Exception as error:
            return [str(error)]
        return differences(self._marks, marks_of(back))

    def seen(self, home: Paths) -> Mapping[str, object]:
        beside = [each.name for each in (home.data.parent / "there").iterdir() if each not in _there(home)]
        return {"what is not finished": [*beside, *_unfinished(home)], **marks_of(home)}


def _there(home: Paths) -> list[Path]:
    return sorted((home.data.parent / "there").glob("?.tar.gz"))


def _unfinished(home: Paths) -> list[str]:
    names = (each.name for folder in (home.data, home.config) for each in folder.iterdir())
    return [name for name in names if name.startswith(".") or name.endswith(".part")]


class Restoring(_Whole):
    """``arxtui restore``: library and settings are both replaced or both unchanged, at the latest after the next
    start."""

    name = "restore"
    config = _OLD

    def __init__(self, folder: Path) -> None:
        self._backup = folder / "to-restore.tar.gz"
        far = Paths.under(folder / "far")
        far.make()
        far.config_file.write_text(_NEW)
        with LibraryFile.open(far.library_db) as library:
            library.marks.apply(_KEYS[:3], "star", NOW)
        back_up(far, self._backup)
        self._theirs = marks_of(far)

    def act(self, home: Path) -> Act:
        return Act(home, PROGRAM, ("restore", self._backup))

    def after(self, home: Paths, done: Done) -> list[str]:
        if home.unfinished_restore.exists():
            finish(home, NOW)
        marks, config = marks_of(home), home.config_file.read_text()
        kept = [each.read_text() for each in home.config.glob("*.bak")]
        if config == _OLD:
            return differences(self._marks, marks)
        is_kept = kept == [_OLD] and any(home.data.glob("library.db.*.bak"))
        return [*([] if is_kept else ["what was there before"]), *differences(self._theirs, marks)]

    def seen(self, home: Paths) -> Mapping[str, object]:
        unfinished = [*_unfinished(home), *([home.unfinished_restore.name] if home.unfinished_restore.exists() else [])]
        return {"what is not finished": unfinished, "settings": home.config_file.read_text(), **marks_of(home)}


_REPAIR = """
from datetime import date
from arxtui.config.paths import Paths
from arxtui.store.recovery import records
records._FIRST_DAY = date(2026, 1, 1)  # a repair looks for announcements day by day
list(arxtui.sync.by_hand.repair.repair(Paths.find(), print))
"""


class Repairing(_Whole):
    """The repair of a cache that is partly unreadable."""

    name = "repair"

    def prepare(self, home: Path) -> None:
        super().prepare(home)
        paths = Paths.under(home)
        content = bytearray(paths.cache_db.read_bytes())
        place = content.index(KEPT[20].title.encode())
        content[place - 4_000 : place + 4_000] = b"\xff" * 8_000
        paths.cache_db.write_bytes(content)
        self._damaged = bytes(content)

    def act(self, home: Path) -> Act:
        return Act(home, _REPAIR)

    def after(self, home: Paths, done: Done) -> list[str]:
        kept = any(file.read_bytes() == self._damaged for file in home.cache.glob("cache.db*"))
        return [*([] if kept else ["the damaged cache"]), *differences(self._marks, marks_of(home))]

    def lies(self, home: Paths) -> list[str]:
        """Return nothing: a cache that is damaged or being rebuilt states nothing about itself."""
        return []
