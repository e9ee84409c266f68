"""The open reader gives back the space of the library."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.store.cache.database import Cache
from arxtui.store.library import space
from arxtui.store.library.database import LibraryFile
from arxtui.tui.services import housekeeping
from tests.store.made import LONG_KEYS, fill_with_undone_stars
from tests.tui.reader import QUIET, reading


def test_a_library_in_use_is_looked_at_later(paths: Paths, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="arxtui.store.library.space")
    fill_with_undone_stars(paths.cache_db, paths.library_db)
    with closing(Library.open(paths, QUIET)) as library:
        with LibraryFile.open(paths.library_db) as other, other._db.transaction():
            library.session.reclaim_space()
        assert "the space of the library was not given back" in caplog.text
        library.session.reclaim_space()
        assert "less on the disk" in caplog.text


def test_a_library_to_which_nothing_was_written_is_not_looked_at_again(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[Path] = []

    def look(library_db: Path, cache: Cache) -> int:
        looks.append(library_db)
        return 0

    monkeypatch.setattr(space, "reclaim", look)
    with closing(Library.open(paths, QUIET)) as library:
        library.session.reclaim_space()
        library.session.reclaim_space()
        assert looks == [paths.library_db]
        library.views.save("all", "")
        library.session.reclaim_space()
        assert len(looks) == 2


async def test_an_open_reader_gives_back_the_space_of_undone_stars(
    paths: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(housekeeping, "INTERVAL", 0.05)
    fill_with_undone_stars(paths.cache_db, paths.library_db)
    size = paths.library_db.stat().st_size
    async with reading(paths) as reader:
        await reader.until(lambda: paths.library_db.stat().st_size < size / 2)
        await reader.press("s")  # unstars a paper, and "u" stars it again
        await reader.press("u")
    with LibraryFile.open(paths.library_db) as library:
        assert list(library.marks.having("starred")) == LONG_KEYS[:5]
