"""Withdrawn papers in the cache: by their texts, and by what arXiv lists."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from arxtui.model.intake import Intake
from arxtui.model.paper import History, Paper
from arxtui.store.cache.database import Cache
from tests.builders import NOW, paper

OF = paper(1)
LATER = NOW + timedelta(days=1)
GONE = replace(OF, version=2, updated=LATER, comment="This paper has been withdrawn by the author")
SHORT = replace(GONE, comment="Lemma 2 is wrong")


def _take(path: Path, *papers: Paper, withdrawn: int = 0, days: int = 0) -> None:
    histories = (History(OF.id, withdrawn=withdrawn),) if withdrawn else ()
    with Cache.open(path, clock=lambda: NOW + timedelta(days=days)) as cache:
        cache.take(Intake(papers=papers, histories=histories))


def _state(path: Path) -> tuple[list[int], bool, bool]:
    """Return the withdrawn papers, whether the row of the paper says so, and whether that is news since yesterday."""
    with Cache.open(path) as cache:
        (row,) = cache.rows([OF.key])
        news = cache.withdrawals.since(NOW + timedelta(hours=1))
        return list(cache.withdrawals.keys()), row.withdrawn, OF.key in news


def test_a_new_version_that_says_so_is_withdrawn_and_that_is_news(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, OF, paper(2))
    assert _state(path) == ([], False, False)
    _take(path, GONE, days=1)
    assert _state(path) == ([OF.key], True, True)
    with Cache.open(path) as cache:
        moments = [NOW + timedelta(days=1, seconds=seconds) for seconds in (-1, 0, 1)]
        assert [OF.key in cache.withdrawals.since(moment) for moment in moments] == [True, True, False]
        assert cache.withdrawals.among([OF.key, paper(2).key, 1]) == {OF.key}
    _take(path, replace(GONE, doi="10.1000/a"), days=9)
    with Cache.open(path) as cache:
        assert not cache.withdrawals.since(NOW + timedelta(days=2)), "the news are those of the day it was withdrawn"


def test_a_paper_that_comes_withdrawn_is_no_news(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, GONE, days=1)
    assert _state(path) == ([OF.key], True, False)


def test_a_paper_that_is_submitted_again_is_alive(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    for day, version in enumerate(
        (OF, GONE, replace(OF, version=3, updated=LATER + timedelta(days=1), comment="Mended"))
    ):
        _take(path, version, days=day)
    assert _state(path) == ([], False, False)


def test_a_version_that_arxiv_lists_as_withdrawn_stays_so_until_there_is_another(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, OF)
    _take(path, replace(SHORT, source="oai"), withdrawn=2, days=1)
    assert _state(path) == ([OF.key], True, True)
    _take(path, replace(SHORT, source="api", journal_ref="J. Ex. 1"), days=2)
    assert _state(path)[:2] == ([OF.key], True), "the API does not tell"
    _take(path, replace(SHORT, version=3, updated=LATER + timedelta(days=3)), days=4)
    assert _state(path)[:2] == ([], False)


def test_a_version_that_arxiv_lists_stays_withdrawn_though_its_texts_said_so_too_and_say_so_no_more(
    tmp_path: Path,
) -> None:
    path = tmp_path / "cache.db"
    for day, (told, withdrawn) in enumerate(
        [(GONE, 2), (replace(GONE, doi="10.1000/a"), 0), (replace(GONE, comment="12 pages"), 0)]
    ):
        _take(path, told, withdrawn=withdrawn, days=day)
        assert _state(path)[:2] == ([OF.key], True)


def test_an_older_version_that_arxiv_lists_as_withdrawn_says_nothing_of_the_newest(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, replace(SHORT, version=3))
    _take(path, replace(SHORT, source="oai"), withdrawn=2)
    assert _state(path)[:2] == ([], False)


def test_a_corrected_comment_takes_the_withdrawal_back(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, GONE)
    _take(path, replace(GONE, comment="12 pages"))
    assert _state(path) == ([], False, False)


def test_a_cache_of_an_older_program_knows_its_withdrawn_papers(tmp_path: Path) -> None:
    path = tmp_path / "cache.db"
    _take(path, GONE, paper(2))
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TABLE withdrawn")
        db.execute("ALTER TABLE figure DROP COLUMN words")
        db.execute("DROP TABLE cited_text")
        db.execute("DROP TABLE citation")
        for name in ("report", "reported_work", "request_count"):
            db.execute(f"DROP TABLE {name}")
        db.execute("PRAGMA user_version = 16")
        db.commit()
    assert _state(path) == ([OF.key], True, False)
