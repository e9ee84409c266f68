"""Works outside arXiv in the cache: each has a key of its own, and takes none of a paper of arXiv."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from arxtui.model.arxiv.ids import is_work, split_key, work_key
from arxtui.model.intake import Intake
from arxtui.model.paper import Author, Paper
from arxtui.model.reviews import Review
from arxtui.store.cache import works as works_module
from arxtui.store.cache.database import Cache
from arxtui.store.cache.works import settled_key

CLOCKS = Paper("", "Clocks of old", authors=(Author("C. Prova"),), published=datetime(1999, 1, 1, tzinfo=UTC))
LOCKS = replace(CLOCKS, title="Locks of old")


def test_a_work_is_the_same_by_its_doi_or_by_its_title_and_first_author(cache: Cache) -> None:
    same = replace(CLOCKS, title="clocks  of OLD", authors=(Author("C. Prova"), Author("D. Dova")))
    assert settled_key(cache.papers, CLOCKS) == settled_key(cache.papers, same)
    assert settled_key(cache.papers, CLOCKS) != settled_key(cache.papers, replace(CLOCKS, authors=(Author("E. Eva"),)))
    plus, minus = (replace(CLOCKS, title=f"Production of $D^{sign}$ mesons") for sign in "+-")
    assert settled_key(cache.papers, plus) != settled_key(cache.papers, minus)
    named = replace(CLOCKS, doi="10.1000/Clocks")
    assert settled_key(cache.papers, named) == settled_key(cache.papers, replace(LOCKS, doi="10.1000/clocks"))
    assert settled_key(cache.papers, named) != settled_key(cache.papers, CLOCKS)


def test_a_work_is_placed_in_its_year_and_before_arxiv_in_its_first_month(cache: Cache) -> None:
    assert split_key(settled_key(cache.papers, CLOCKS))[0] == 8 * 12 + 1
    assert split_key(settled_key(cache.papers, replace(CLOCKS, published=None)))[0] == 1
    old = replace(CLOCKS, published=datetime(1687, 1, 1, tzinfo=UTC))
    assert split_key(settled_key(cache.papers, old))[0] == 1


@pytest.mark.parametrize("intakes", [[(CLOCKS, LOCKS)], [(CLOCKS,), (LOCKS,)]])
def test_two_works_with_one_hash_are_two_works(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, intakes: list[tuple[Paper, ...]]
) -> None:
    monkeypatch.setattr(works_module, "work_key", lambda year, identity: work_key(year, identity.strip()[-1]))
    for works in intakes:
        assert cache.take(Intake(works)).new == len(works)
    for work in (CLOCKS, LOCKS):
        stored = cache.papers.get(settled_key(cache.papers, work))
        assert stored is not None
        assert stored.title == work.title
        assert cache.take(Intake((work,))).same == 1


def test_a_review_is_never_that_of_a_work_with_its_title(cache: Cache) -> None:
    cache.take(Intake((CLOCKS,)))
    cache.take(Intake(reviews=(Review("A headline", "Clocks of old", "cs.DC", date(2026, 5, 13)),)))
    key = settled_key(cache.papers, CLOCKS)
    assert is_work(key)
    assert not cache.papers.reviews(key)
    assert cache.count() == 2


def test_a_work_needs_no_record_from_arxiv(cache: Cache) -> None:
    cache.take(Intake((replace(CLOCKS, source="citation"),)))
    assert cache.papers.incomplete(10) == []
    assert cache.papers.pending(10) == []
