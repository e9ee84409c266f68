"""What was learned of the user's marks, as the cache keeps it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from arxtui.store.cache.database import Cache
from arxtui.store.progress.ranking_scores import Learned

LEARNED = Learned(datetime(2026, 5, 13, 8, 14, tzinfo=UTC), "starred: 12", 12)
MODEL = [-0.5, {"word": {"queues": 1.25}}]


def test_nothing_is_learned_at_first(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        assert (cache.ranking_scores.learned(), cache.ranking_scores.model(), cache.ranking_scores.all_scores()) == (
            None,
            None,
            {},
        )


def test_a_learned_ranking_is_there_for_the_next_process(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.ranking_scores.put(LEARNED, MODEL, {7: 1.5, 3: -0.25})
    with Cache.open(tmp_path / "cache.db") as cache:
        assert cache.ranking_scores.learned() == LEARNED
        assert cache.ranking_scores.model() == MODEL
        assert cache.ranking_scores.all_scores() == {3: -0.25, 7: 1.5}
        assert cache.ranking_scores.scores([7, 8]) == {7: 1.5}


def test_a_newly_learned_ranking_replaces_the_one_before(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.ranking_scores.put(LEARNED, MODEL, {7: 1.5, 3: -0.25})
        cache.ranking_scores.put(LEARNED._replace(wanted=13), [0.0, {}], {4: 2.0})
        assert cache.ranking_scores.learned() == LEARNED._replace(wanted=13)
        assert (cache.ranking_scores.model(), cache.ranking_scores.all_scores()) == ([0.0, {}], {4: 2.0})


def test_scores_come_and_go_under_one_model(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.ranking_scores.put(LEARNED, MODEL, {7: 1.5, 3: -0.25})
        cache.ranking_scores.add({9: 0.5}, gone=[3, 4])
        assert cache.ranking_scores.all_scores() == {7: 1.5, 9: 0.5}
        assert cache.ranking_scores.learned() == LEARNED


def test_all_of_it_can_be_forgotten(tmp_path: Path) -> None:
    with Cache.open(tmp_path / "cache.db") as cache:
        cache.ranking_scores.put(LEARNED, MODEL, {7: 1.5})
        cache.ranking_scores.forget()
        assert (cache.ranking_scores.learned(), cache.ranking_scores.model(), cache.ranking_scores.all_scores()) == (
            None,
            None,
            {},
        )
