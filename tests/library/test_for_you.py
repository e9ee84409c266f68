"""The "for you" ranking, learned from the user's marks on this machine only."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, repeat
from math import fsum

import pytest

from arxtui.library.facade import Library
from arxtui.library.ranking.for_you import background
from arxtui.model.arxiv.ids import key_of
from arxtui.model.marks import What
from arxtui.model.paper import Author, Paper
from tests.builders import announced, paper
from tests.library.made import YESTERDAY, Home, ids

_SUBJECTS = ("queues arrive and wait at servers", "galaxies shine in halos of dust", "proofs unfold by induction")


def _stream(first: int, count: int) -> Iterator[Paper]:
    """Yield papers on three subjects in turn, the first of them on queues."""
    for number in range(first, first + count):
        yield paper(
            number,
            f"Note {number}",
            abstract=f"We look at {_SUBJECTS[(number - first) % 3]}.",
            authors=(Author(f"Author {number % 7}"),),
        )


_EARLIER, _NEW = list(_stream(100, 60)), list(_stream(200, 30))
_QUEUES, _OTHERS = [each.key for each in _EARLIER[::3]], [each.key for each in _EARLIER[1::3]]
_NEW_QUEUES = [each.id for each in reversed(_NEW[::3])]


@pytest.fixture
def arrived(home: Home) -> Home:
    """A home with 60 papers announced yesterday and 30 announced today."""
    days = [*(announced(each, YESTERDAY) for each in _EARLIER), *map(announced, _NEW)]
    home.take(*_EARLIER, *_NEW, announcements=days)
    return home


@pytest.fixture
def held(arrived: Home) -> Iterator[Library]:
    with arrived.library() as opened:
        opened.inbox.deliver()
        yield opened


def test_nothing_is_learned_from_few_marks(held: Library) -> None:
    held.marks.apply(_QUEUES[:3], "star")
    held.ranking.learn()
    state = held.ranking.state()
    assert (state.learned, state.wanted, state.needed) == (None, 3, 2)
    assert str(state) == "needs 2 more stars to learn from (3 papers marked)"
    assert held.ranking.scores(_QUEUES) == {}
    assert held.ranking.reasons(_QUEUES[0]) == ()
    assert ids(held, "-is:starred sort:foryou") == ids(held, "-is:starred")


def test_papers_similar_to_the_starred_ones_come_first(held: Library, home: Home) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    assert sorted(ids(held, "day:2026-05-13 sort:foryou")[:10]) == sorted(_NEW_QUEUES)
    assert held.ranking.state()[:3] == (home.now, 8, 0)
    assert "from 8 papers that you starred" in str(held.ranking.state())


def test_common_references_and_papers_that_cite_both_raise_a_score_and_are_its_reasons(held: Library) -> None:
    shared, citing, other = (key_of(f"2604.0000{number}") for number in (1, 2, 3))
    galaxies = [each.key for each in _NEW[1::3]]
    starred = _QUEUES[:8]
    graph = held._context.cache.graph
    graph.put("file", 7, {key: [shared, other + key % 7] for key in (*starred, galaxies[0])})
    graph.put("file", 7, {citing: [*starred, galaxies[1]]})
    held.marks.apply(starred, "star")
    held.ranking.learn()
    scores = held.ranking.scores(galaxies)
    assert sorted(galaxies, key=lambda key: -scores[key])[:2] == galaxies[:2]
    for key, feature in zip(galaxies, ("cites: 2604.00001", "citedby: 2604.00002"), strict=False):
        reasons = held.ranking.reasons(key)
        assert fsum(reason.weight for reason in reasons) == pytest.approx(scores[key], abs=1e-3)
        assert next(reason.weight for reason in reasons if reason.feature == feature) > 0


def test_ratings_lists_tags_and_reading_states_are_learned_from_like_stars(held: Library) -> None:
    held.marks.rate(_QUEUES[:2], 5)
    held.lists.enlist(_QUEUES[2:4], "seminar")
    held.marks.apply(_QUEUES[4:6], "tag", "thesis")
    held.marks.apply(_QUEUES[6:7], "queue")
    held.marks.note(_QUEUES[7], "look again")
    assert held.ranking.state().wanted == 8
    held.ranking.learn()
    assert sorted(ids(held, "day:2026-05-13 sort:foryou")[:10]) == sorted(_NEW_QUEUES)


def test_hidden_and_badly_rated_papers_draw_theirs_down(held: Library) -> None:
    held.marks.apply(_QUEUES[:5], "star")
    held.ranking.learn()
    before = held.ranking.scores([_NEW[1].key])[_NEW[1].key]
    held.marks.apply(_OTHERS[:5], "hide")
    held.marks.rate(_OTHERS[5:8], 1)
    held.ranking.learn()
    assert held.ranking.scores([_NEW[1].key])[_NEW[1].key] < before


def test_marking_as_read_is_no_wish_for_more(held: Library) -> None:
    held.marks.apply(_QUEUES, "read")
    assert held.ranking.state().wanted == 0


def test_the_reasons_of_a_score_sum_to_it(held: Library) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    key = _NEW[0].key
    reasons = held.ranking.reasons(key)
    assert fsum(reason.weight for reason in reasons) == pytest.approx(held.ranking.scores([key])[key])
    assert {"every paper", "abs: queues", "au: Author 4", "ti: note"} <= {reason.feature for reason in reasons}
    assert held.ranking.reasons(key_of("2605.09999")) == ()


def test_papers_without_a_score_follow_newest_first(held: Library, home: Home) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    late = list(_stream(300, 3))
    home.take(*late)
    assert ids(held, "-is:starred sort:foryou")[-3:] == [each.id for each in reversed(late)]
    assert held.ranking.scores([late[0].key]) == {}
    assert held.ranking.is_due()
    learned = held.ranking.state().learned
    home.now += timedelta(hours=1)
    held.ranking.learn()
    assert held.ranking.state().learned == learned
    assert late[0].id in ids(held, "sort:foryou")[:25]


@pytest.mark.parametrize("act", ["read", "star"])
@pytest.mark.parametrize("query", ["day:2026-05-13", "note day:2026-05-13"])
def test_read_or_starred_papers_come_after_the_undecided_ones_each_by_score(
    held: Library, act: What, query: str
) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    before = ids(held, f"{query} sort:foryou")
    decided = [before[place] for place in (0, 5, 29)]
    held.marks.apply(map(key_of, decided), act)
    assert ids(held, f"{query} sort:foryou") == [each for each in before if each not in decided] + decided


def test_hidden_papers_come_last_where_they_are_requested(held: Library) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    first, second = held.search.listing("day:2026-05-13 sort:foryou").keys[:2]
    held.marks.apply([first], "hide")
    listed = held.search.listing("day:2026-05-13 (is:hidden OR -is:hidden) sort:foryou").keys
    assert (listed[0], listed[-1], len(listed)) == (second, first, 30)


def test_it_is_learned_anew_when_marks_have_changed_and_not_otherwise(held: Library) -> None:
    assert not held.ranking.is_due()
    held.marks.apply(_QUEUES[:8], "star")
    assert held.ranking.is_due()
    held.ranking.learn()
    assert not held.ranking.is_due()
    held.marks.apply(_QUEUES[8:9], "star")
    assert held.ranking.is_due()
    held.journal.undo()
    assert not held.ranking.is_due()
    held.marks.apply(_QUEUES[:8], "unstar")
    assert held.ranking.is_due()
    held.ranking.learn()
    assert (held.ranking.state().learned, held.ranking.scores(_QUEUES)) == (None, {})


def test_stars_given_by_a_rule_are_not_learned_from(held: Library) -> None:
    held.marks.apply(_OTHERS[:8], "star", by="rule galaxies")
    assert held.ranking.state().wanted == 0


def test_forgetting_keeps_every_mark_and_learns_from_later_ones(held: Library, home: Home) -> None:
    held.marks.apply(_OTHERS[:8], "star")
    held.ranking.learn()
    home.now += timedelta(hours=1)
    held.ranking.forget()
    assert len(held.search.listing("is:starred").keys) == 8
    assert held.ranking.scores(_OTHERS) == {}
    assert held.ranking.state().since == home.now
    assert str(held.ranking.state()).startswith("needs 5 more stars to learn from (0 papers marked since ")
    home.now += timedelta(hours=1)
    held.marks.apply(_QUEUES[:6], "star")
    held.ranking.learn()
    assert held.ranking.state().wanted == 6
    assert sorted(ids(held, "day:2026-05-13 sort:foryou")[:10]) == sorted(_NEW_QUEUES)


def test_a_deleted_cache_costs_nothing_but_the_learning(held: Library, home: Home) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    held.close()
    home.drop_cache()
    home.take(*_NEW, announcements=list(map(announced, _NEW)))
    with home.library() as again:
        assert again.ranking.state().learned is None
        again.ranking.learn()
        assert sorted(ids(again, "day:2026-05-13 sort:foryou")[:10]) == sorted(_NEW_QUEUES)


@pytest.mark.parametrize(("papers", "apart"), [(5, 1), (6_000, 1), (11_999, 1), (12_000, 2), (50_000, 8)])
def test_of_the_many_that_nobody_judged_some_thousands_are_drawn_evenly(papers: int, apart: int) -> None:
    drawn = background(range(papers))
    assert list(drawn) == [number * apart for number in range(min(papers, 6_000))]


def test_learning_that_is_stopped_stores_no_ranking(held: Library) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    for papers in (0, 1, 7):
        answers = chain(repeat(False, papers), repeat(True))
        held.ranking.learn(answers.__next__)
        assert held.ranking.state().learned is None


def test_records_have_their_score(held: Library) -> None:
    key = _NEW[0].key
    assert held.papers.records([key])[0].for_you is None
    held.marks.apply(_QUEUES[:8], "star")
    held.ranking.learn()
    assert held.papers.records([key])[0].for_you == held.ranking.scores([key])[key]


def test_there_must_be_papers_to_compare_with(home: Home, library: Library) -> None:
    home.take(*_EARLIER[::3][:8])
    library.marks.apply(_QUEUES[:8], "star")
    library.ranking.learn()
    assert library.ranking.state()[:3] == (None, 8, 0)
    assert not library.ranking.is_due()


@pytest.mark.parametrize(("wanted", "others"), [(4, 30), (5, 19), (5, 20), (6, 21)])
def test_it_takes_five_wanted_papers_and_twenty_others(home: Home, library: Library, wanted: int, others: int) -> None:
    home.take(*_EARLIER[: wanted + others])
    library.marks.apply([each.key for each in _EARLIER[:wanted]], "star")
    assert library.ranking.is_due() is (learns := wanted >= 5 and others >= 20)
    library.ranking.learn()
    assert bool(library.ranking.state().learned) is learns


def test_learning_does_not_wait_for_delivered_papers_that_are_no_longer_in_the_cache(held: Library, home: Home) -> None:
    held.marks.apply(_QUEUES[:8], "star")
    held.close()
    home.drop_cache()
    home.take(*_EARLIER)
    with home.library() as again:
        again.ranking.learn()
        assert again.ranking.state().learned
        assert not again.ranking.is_due()
