"""Pages of a harvest that have arrived and are not in the cache yet."""

from __future__ import annotations

import os
import time
from pathlib import Path

from arxtui.sync.harvest.pages import Spool

FIRST, SECOND = "https://oai.example/?page=1", "https://oai.example/?page=2"


def test_a_page_is_kept_under_its_address_until_it_is_dropped(tmp_path: Path) -> None:
    spool = Spool(tmp_path / "spool")
    assert spool.get(FIRST) is None
    spool.put(FIRST, b"one")
    spool.put(SECOND, b"two")
    assert (spool.get(FIRST), Spool(tmp_path / "spool").get(SECOND)) == (b"one", b"two")
    spool.put(FIRST, b"once more")
    spool.drop(SECOND)
    spool.drop(SECOND)
    assert (spool.get(FIRST), spool.get(SECOND)) == (b"once more", None)
    spool.clear()
    assert spool.get(FIRST) is None


def test_pages_of_another_day_are_removed(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    for url, age in ((FIRST, 86_000), (SECOND, 86_500)):
        spool.put(url, b"page")
        (file,) = (each for each in tmp_path.iterdir() if time.time() - each.stat().st_mtime < 60)
        os.utime(file, (time.time() - age,) * 2)
    assert [Spool(tmp_path).get(url) for url in (FIRST, SECOND)] == [b"page", None]


def test_a_folder_that_cannot_be_written_costs_the_page_alone(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    spool = Spool(tmp_path / "file" / "spool")
    spool.put(FIRST, b"page")
    spool.drop(FIRST)
    spool.clear()
    assert spool.get(FIRST) is None
