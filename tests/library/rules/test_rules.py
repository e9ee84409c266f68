"""Rules: the papers they hide, highlight and score, the reasons they give, exact counts, matches stored in the cache,
and no crash on bad rules."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxtui.config.paths import Paths
from arxtui.config.text import ConfigError
from arxtui.library.context import LibraryContext
from arxtui.library.facade import Library
from arxtui.library.rules import matches
from arxtui.model.arxiv.day_numbers import DayNumbers
from arxtui.model.marks import Marks, Reading, What
from arxtui.model.paper import Author, Paper
from arxtui.model.rules import Effect, Rehearsal, Rule, reasons_in_words
from arxtui.query import QueryError
from arxtui.store.cache.database import Cache
from arxtui.sync.indexing import update_index
from tests.builders import announced, paper
from tests.library.made import Home, ids
from tests.library.rules.made import rule

TALK = paper(1, "A large language model talks")
QUEUE = paper(2, "Queues with bounded delay")
ALSO = paper(3, "Another language model")
PAXOS = paper(4, "Consensus in theory", authors=(Author("Ben Example"), Author("Leslie Sample")))
PAPERS = (TALK, QUEUE, ALSO, PAXOS)
LESS = Rule("less LLM", 'ti:"language model"', mute=True)
DELAY = Rule("delay", "ti:delay", highlight=True, score=8)
TALKS = Rule("talk", "ti:talks", score=-3)


@pytest.fixture
def filled(home: Home) -> Home:
    """A home with four papers, all announced today."""
    home.take(*PAPERS, announcements=[announced(each) for each in PAPERS])
    return home


@contextmanager
def ruled(home: Home, *rules: Rule, **follow: Any) -> Iterator[Library]:
    """Open the home's library with these rules and deliver the papers of the day."""
    rule(home, *rules, **follow)
    with home.library() as library:
        library.inbox.deliver()
        yield library


def of(*papers: Paper) -> list[str]:
    return [each.id for each in papers]


# Hiding


def test_lists_leave_out_muted_papers_unless_the_query_has_is_muted(filled: Home) -> None:
    with ruled(filled, LESS) as library:
        assert ids(library, "") == ids(library, "abs:queues") == ids(library, "is:unread") == of(PAXOS, QUEUE)
        assert ids(library, "is:muted") == of(ALSO, TALK)
        assert ids(library, "ti:large is:muted") == of(TALK)
        assert ids(library, "-is:muted") == of(PAXOS, QUEUE)
        assert ids(library, "is:muted OR -is:muted") == of(PAXOS, ALSO, QUEUE, TALK)
        assert ids(library, f"day:{filled.now.date()}") == of(QUEUE, PAXOS)


def test_papers_hidden_by_the_user_and_muted_by_rules_are_distinguished(filled: Home) -> None:
    with ruled(filled, LESS) as library:
        library.marks.apply([QUEUE.key, ALSO.key], "hide")
        assert ids(library, "") == of(PAXOS)
        assert ids(library, "is:hidden") == of(ALSO, QUEUE)
        assert ids(library, "is:muted") == of(TALK)
        assert ids(library, "is:muted is:hidden") == of(ALSO)
        counts = library.counts.filters()
        assert (counts.all, counts.unread, counts.marked["hidden"], counts.muted, counts.fresh) == (1, 1, 2, 1, 0)
        assert counts.categories == (("cs.DC", 1, 1),)
        assert counts.days == ((filled.now.date(), DayNumbers(new=1), 1),)


@pytest.mark.parametrize(
    "keep",
    [
        lambda library, keys: library.marks.apply(keys, "star"),
        lambda library, keys: library.marks.apply(keys, "queue"),
        lambda library, keys: library.marks.apply(keys, "tag", "thesis"),
        lambda library, keys: library.marks.rate(keys, 1),
        lambda library, keys: library.marks.read_as(keys, Reading.TO_READ),
        lambda library, keys: library.lists.enlist(keys, "holidays"),
        lambda library, keys: library.marks.note(keys[0], "about speech"),
    ],
)
def test_a_starred_queued_tagged_rated_listed_or_noted_paper_is_never_muted_by_a_rule(
    filled: Home, keep: Callable[[Library, list[int]], object]
) -> None:
    with ruled(filled, LESS) as library:
        keep(library, [TALK.key])
        assert ids(library, "") == of(PAXOS, QUEUE, TALK)
        assert ids(library, "is:muted") == of(ALSO)
        library.journal.undo()
        assert ids(library, "") == of(PAXOS, QUEUE)


def test_unread_papers_that_a_rule_hides_are_not_counted_anywhere(filled: Home) -> None:
    with ruled(filled, LESS) as library:
        library.views.save("all", "")
        library.views.save("queues", "abs:queues")
        assert [(papers, unread) for _, papers, unread in library.counts.views()] == [(2, 2), (None, 2)]
        assert library.counts.filters().unread == 2
        assert library.facets.of("abs:queues").total == 2
        assert library.facets.of("abs:queues").unread == 2


@pytest.mark.parametrize(
    ("query", "hidden"),
    [("", 2), ("abs:queues", 2), ("ti:large", 1), ("is:starred", 0), ("is:muted", 0), ("is:hidden abs:queues", 0)],
)
def test_a_list_can_say_how_many_of_its_papers_rules_hide(filled: Home, query: str, hidden: int) -> None:
    with ruled(filled, LESS) as library:
        assert library.facets.hidden_by_rules(query) == hidden
        library.marks.apply([TALK.key], "hide")
        assert library.facets.hidden_by_rules(query) == max(hidden - 1, 0)


def test_an_arriving_paper_that_a_rule_mutes_is_not_counted_as_waiting(filled: Home) -> None:
    with ruled(filled, LESS) as library:
        shown = library.search.listing("")
        filled.take(paper(5, "One more language model"), paper(6, "News"))
        assert library.search.waiting(shown) == 1
        library.marks.apply([QUEUE.key], "hide")
        assert library.search.waiting(shown) == 1


@pytest.mark.parametrize("few", [0, 1_000])
def test_a_search_leaves_out_few_papers_by_name_and_many_by_asking_the_rules(
    filled: Home, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    monkeypatch.setattr("arxtui.library.rules.results.FEW", few)
    read = Rule("read", "ti:queues is:read", mute=True)
    with ruled(filled, LESS, read, Rule("theory", r"/in\s+theory/", mute=True)) as library:
        library.marks.apply([TALK.key], "star")
        assert ids(library, "abs:queues") == of(QUEUE, TALK)
        assert library.facets.hidden_by_rules("abs:queues") == 2
        assert library.counts.filters().categories == (("cs.DC", 2, 2),)
        library.marks.apply([QUEUE.key], "read")
        assert ids(library, "abs:queues") == of(TALK)
        library.marks.apply([ALSO.key], "tag", "thesis")
        assert ids(library, "abs:queues") == ids(library, "") == of(ALSO, TALK)
        assert (library.facets.of("abs:queues").total, library.facets.of("abs:queues").muted) == (2, 2)


# Highlights, points, reasons


def test_rows_can_be_highlighted_and_scored(filled: Home) -> None:
    with ruled(filled, DELAY, TALKS, Rule("all queues", "abs:queues", score=2)) as library:
        keys = [each.key for each in PAPERS]
        assert library.rules.scores(keys) == {TALK.key: -1, QUEUE.key: 10, ALSO.key: 2, PAXOS.key: 2}
        assert library.rules.scores([PAXOS.key, 77]) == {PAXOS.key: 2}
        assert library.rules.highlighted(keys) == {QUEUE.key}
        assert ids(library, "is:highlighted") == of(QUEUE)
        assert ids(library, "-is:highlighted") == of(PAXOS, ALSO, TALK)


@pytest.mark.parametrize("query", ["sort:score", "abs:queues sort:score", "is:unread sort:score"])
def test_sort_score_has_the_highest_score_first_then_the_newest_then_negative_scores(filled: Home, query: str) -> None:
    with ruled(filled, DELAY, TALKS) as library:
        assert ids(library, query) == of(QUEUE, PAXOS, ALSO, TALK)
        assert ids(library, f"ti:model {query}") == of(ALSO, TALK)
    with ruled(filled) as library:
        assert ids(library, query) == of(PAXOS, ALSO, QUEUE, TALK)


def test_one_point_moves_a_paper_up_or_down_and_of_equal_points_the_newest_is_first(filled: Home) -> None:
    with ruled(filled, Rule("models", "ti:model", score=1), Rule("delay", "ti:delay", score=-1)) as library:
        assert ids(library, "sort:score") == of(ALSO, TALK, PAXOS, QUEUE)


def test_kept_and_hidden_papers_say_why(filled: Home) -> None:
    with ruled(filled, LESS, DELAY, Rule("slow", "ti:bounded OR ti:unbounded OR ti:slow", score=4), TALKS) as library:
        assert reasons_in_words(library.rules.why(QUEUE.key)) == [
            "score 12: delay +8, slow +4",
            "highlighted by: delay",
        ]
        assert reasons_in_words(library.rules.why(TALK.key)) == ["score -3: talk -3", "hidden by rule: less LLM"]
        library.marks.apply([TALK.key], "star")
        assert reasons_in_words(library.rules.why(TALK.key)) == ["score -3: talk -3"]
        assert library.rules.why(PAXOS.key) == ()


def test_records_carry_their_points_and_reasons(filled: Home) -> None:
    with ruled(filled, DELAY) as library:
        queue, paxos = library.papers.records([QUEUE.key, PAXOS.key])
        assert (queue.score, [reason.effect for reason in queue.why]) == (8, [Effect.HIGHLIGHT, Effect.SCORE])
        assert (paxos.score, paxos.why) == (0, ())
    with ruled(filled) as library:
        assert [(each.score, each.why) for each in library.papers.records([QUEUE.key])] == [(None, ())]
        assert (library.rules.why(QUEUE.key), library.rules.scores([QUEUE.key])) == ((), {})
        assert library.rules.highlighted([QUEUE.key]) == frozenset()
        assert (library.rules.counts(), library.rules.note(), library.facets.hidden_by_rules("")) == ([], "", 0)


# Following


def test_followed_authors_are_found_by_their_name_and_its_forms(home: Home) -> None:
    names = ["Leslie Sample", "L. Sample", "Sample, L.", "Leslie B. Sample", "L. B. Sample", "leslie SAMPLE"]
    others = ["Leslie Sampler", "Ada L. Sample", "Lesley Sample", "Sample Leslie Jones", "Leslie Sample Jones"]
    papers = [
        paper(number, authors=(Author("Ada Example"), Author(name))) for number, name in enumerate(names + others, 1)
    ]
    home.take(*papers)
    with ruled(home, authors=("Leslie Sample",)) as library:
        found = set(library.search.listing("is:highlighted").keys)
        assert [each.authors[1].name for each in papers if each.key in found] == names
        notes = [{reason.note for reason in library.rules.why(each.key)} for each in papers[: len(names)]]
        assert notes == [
            {""},
            {'as "L. Sample", a name form: may be someone else'},
            {'as "Sample, L.", a name form: may be someone else'},
            {'as "Leslie B. Sample", a name form: may be someone else'},
            {'as "L. B. Sample", a name form: may be someone else'},
            {""},
        ]
        assert set(library.rules.scores([each.key for each in papers]).values()) == {5}


def test_followed_keywords_are_found_in_titles_and_abstracts(filled: Home) -> None:
    with ruled(filled, keywords=("consensus", "bounded delay", "c++ (new)"), keyword_score=3) as library:
        assert ids(library, "is:highlighted") == of(PAXOS, QUEUE)
        assert reasons_in_words(library.rules.why(PAXOS.key))[0] == "score 3: following consensus +3"
        wanted = library.rules.followed_words()
        assert "consensus" in wanted.title.words
        assert ("bounded", "delay") in wanted.abstract.phrases


def test_names_of_followed_authors_can_be_highlighted(filled: Home) -> None:
    with ruled(filled, authors=("Leslie Sample",)) as library:
        assert {("leslie", "sample"), ("l", "sample")} <= set(library.rules.followed_words().authors.phrases)


# Queries of rules


def test_rules_may_speak_of_marks_days_and_lengths_of_time(filled: Home) -> None:
    old = paper(5, "An old language model", published=filled.now - timedelta(days=40))
    filled.take(old)
    read = Rule("read", "ti:model is:read", mute=True)
    fresh = Rule("fresh", "newer:30d", score=1)
    tagged = Rule("tagged", "tag:later OR ti:consensus", highlight=True)
    with ruled(filled, read, fresh, tagged) as library:
        assert ids(library, "is:muted") == []
        library.marks.apply([old.key, TALK.key], "read")
        assert ids(library, "is:muted") == of(old, TALK)
        assert library.rules.scores([old.key, TALK.key]) == {TALK.key: 1}
        assert ids(library, "is:highlighted") == of(PAXOS)
        library.marks.apply([QUEUE.key], "tag", "later")
        assert ids(library, "is:highlighted") == of(PAXOS, QUEUE)
        filled.now += timedelta(days=60)
        assert library.rules.scores([old.key, TALK.key]) == {}


def test_a_rule_may_be_a_regular_expression(filled: Home) -> None:
    with ruled(filled, Rule("model", r"/language\s+model/", mute=True)) as library:
        assert ids(library, "") == ids(library, "abs:queues") == of(PAXOS, QUEUE)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("cat:cs.XX", "line 1: rule 'odd': arXiv has no category \"cs.XX\""),
        ("ti:a is:muted", "a rule's query cannot use is:muted"),
        ("sort:new", "a rule's query must not match every paper"),
    ],
)
def test_a_rule_that_cannot_be_meant_is_reported_when_the_library_opens(home: Home, query: str, words: str) -> None:
    rule(home, LESS, Rule("odd", query, mute=True))
    with pytest.raises(ConfigError) as fault, home.library():
        raise AssertionError
    assert words in str(fault.value)


def test_the_fault_of_a_query_names_the_line_and_marks_the_place(home: Home) -> None:
    home.paths.config_file.parent.mkdir(parents=True, exist_ok=True)
    home.paths.config_file.write_text('[[rules]]\nname = "odd"\nmute = true\nquery = "ti:a is:odd"\n')
    rule(home, Rule("odd", "ti:a is:odd", mute=True))
    with pytest.raises(ConfigError) as fault, home.library():
        raise AssertionError
    first, *marked = str(fault.value).splitlines()
    assert first.startswith(f"{home.paths.config_file}, line 4: rule 'odd': is: has no value \"odd\"")
    assert marked == ["  ti:a is:odd", "          ^^^"]


# Without a fresh index


def test_an_index_that_is_behind_or_absent_is_said(filled: Home) -> None:
    with ruled(filled, LESS) as library:
        assert (len(library.search.listing("").keys), library.rules.note()) == (2, "")
        filled.take(paper(5, "One more language model"), indexed=False)
        assert ids(library, "") == of(paper(5), PAXOS, QUEUE)
        assert library.rules.note() == "search does not include the newest paper yet: rules may have missed papers"
    shutil.rmtree(filled.paths.index)
    with ruled(filled, LESS, DELAY) as library:
        assert ids(library, "") == of(paper(5), PAXOS, QUEUE)
        assert ids(library, "sort:score") == of(paper(5), PAXOS, QUEUE)
        assert library.rules.note() == "there is no search index yet: rules may have missed papers"
        with Cache.open(filled.paths.cache_db) as cache:
            update_index(cache, filled.paths.index, threading.Event(), lambda note: None)
        assert ids(library, "sort:score") == of(QUEUE, PAXOS)
        assert library.rules.note() == ""


def test_papers_that_the_index_lacked_are_matched_once_it_has_them(filled: Home) -> None:
    late = paper(5, "Late news")
    with ruled(filled, Rule("late", "newer:30d", score=1), Rule("late news", "ti:late newer:30d", score=2)) as library:
        filled.take(late, indexed=False)
        assert library.rules.scores([late.key]) == {}
        with Cache.open(filled.paths.cache_db) as cache:
            update_index(cache, filled.paths.index, threading.Event(), lambda note: None)
        assert library.rules.scores([late.key]) == {late.key: 3}


def test_the_index_answers_each_rule_once(filled: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with ruled(filled, LESS, DELAY) as library:
        library.rules.counts()
    monkeypatch.setattr(LibraryContext, "index", lambda _: pytest.fail("the index was asked"))
    with filled.library() as library:
        assert ids(library, "") == of(PAXOS, QUEUE)
        assert library.rules.scores([QUEUE.key]) == {QUEUE.key: 8}


# Dry run


def test_a_dry_run_counts_the_papers_that_a_rule_would_have_matched_and_muted(filled: Home) -> None:
    old = paper(5, "Older language model")
    filled.take(old, announcements=[announced(old, filled.now.date() - timedelta(days=40))])
    with ruled(filled) as library:
        library.marks.apply([TALK.key], "star")
        library.marks.apply([TALK.key, ALSO.key], "read")
        said = library.rules.rehearse(Rule("try", "ti:model", mute=True))
        assert said == Rehearsal(said.rule, 30, filled.now.date() - timedelta(days=29), 4, 2, 1, 1, 1, (ALSO.key,))
        assert said.warnings == (
            "you keep 1 of them (starred, tagged, rated, ...): they stay in sight",
            "you have read 1 of those it would have hidden",
        )
        longer = library.rules.rehearse(Rule("try", "ti:model is:unread", score=2), days=50)
        assert (longer.announced, longer.matched, longer.muted, longer.warnings) == (5, 1, 0, ())
        edge, beyond = (library.rules.rehearse(Rule("try", "ti:older", score=2), days=days) for days in (41, 40))
        assert (edge.matched, beyond.matched) == (1, 0)  # today counts as one of the days
        assert ids(library, "is:muted") == []


def test_a_rule_is_tried_on_the_list_if_nothing_was_announced(filled: Home) -> None:
    filled.now += timedelta(days=90)
    with ruled(filled) as library:
        rule, listed = Rule("try", "ti:model", mute=True), library.search.listing("").keys
        assert library.rules.rehearse(rule).announced == 0
        tried = library.rules.rehearse(rule, listed=listed)
        assert (tried.announced, tried.matched) == (len(listed), library.search.listing("ti:model").total)
        assert tried.in_words == f"Would mute {tried.muted} of the {len(listed)} papers in this list"


def test_the_days_of_a_dry_run_end_with_arxivs_day_in_the_evening_of_the_americas(filled: Home) -> None:
    filled.now = datetime(2026, 7, 2, 3, tzinfo=UTC)  # 1 July, 23:00 Eastern
    with ruled(filled) as library:
        assert library.rules.rehearse(Rule("try", "ti:model", mute=True), days=1).first == date(2026, 7, 1)
        with pytest.raises(QueryError):
            library.rules.rehearse(Rule("try", "is:odd", mute=True))
        with pytest.raises(ValueError, match="it does nothing"):
            library.rules.rehearse(Rule("try", "ti:model"))


def test_rules_are_listed_with_their_numbers(filled: Home) -> None:
    with ruled(filled, LESS, DELAY, keywords=("consensus",)) as library:
        library.marks.apply([TALK.key], "star")
        result = [
            (each.rule.name, each.matched, each.muted, each.recent, each.followed) for each in library.rules.counts()
        ]
        assert result == [
            ("less LLM", 2, 1, 2, False),
            ("delay", 1, 0, 1, False),
            ("following consensus", 1, 0, 1, True),
        ]


# Any order of events


_TITLES = [" ".join(words) for words in (("alpha",), ("beta",), ("alpha", "beta"), ("gamma",), ("beta", "gamma"))]
_QUERIES: dict[str, Callable[[str, bool, bool], bool]] = {
    "ti:alpha": lambda title, unread, tagged: "alpha" in title,
    "ti:beta -ti:gamma": lambda title, unread, tagged: "beta" in title and "gamma" not in title,
    "ti:alpha OR ti:gamma": lambda title, unread, tagged: "alpha" in title or "gamma" in title,
    "ti:beta is:unread": lambda title, unread, tagged: "beta" in title and unread,
    "ti:gamma -tag:odd": lambda title, unread, tagged: "gamma" in title and not tagged,
    "-is:unread": lambda title, unread, tagged: not unread,
}
_STEPS = st.one_of(
    st.tuples(
        st.just("arrive"), st.lists(st.tuples(st.integers(1, 8), st.sampled_from(_TITLES)), min_size=1, max_size=4)
    ),
    st.tuples(st.just("rule"), st.lists(st.sampled_from(sorted(_QUERIES)), max_size=3, unique=True)),
    st.tuples(st.sampled_from(["read", "unread", "star", "unstar", "tag", "undo"]), st.integers(1, 8)),
    st.tuples(st.sampled_from(["forget the cache", "open again"]), st.none()),
)


@settings(max_examples=25)
@given(st.lists(_STEPS, min_size=3, max_size=10))
def test_after_any_changes_the_muted_papers_are_those_that_match_a_rule_and_have_no_star_or_tag(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, Any]]
) -> None:
    home = Home(Paths.under(tmp_path_factory.mktemp("rules")))
    titles: dict[int, str] = {}
    asked: list[str] = []
    with ExitStack() as stack:
        library = stack.enter_context(home.library())
        for version, (step, what) in enumerate(steps, 1):
            if step == "arrive":
                papers = {number: paper(number, title, version=version) for number, title in what}
                titles.update((each.key, each.title) for each in papers.values())
                home.take(*papers.values(), announcements=[announced(each) for each in papers.values()])
                library.inbox.deliver()
            elif step == "undo":
                library.journal.undo()
            elif step in ("rule", "open again"):
                asked = asked if what is None else what
                stack.close()
                rule(home, *(Rule(query, query, mute=True) for query in asked))
                library = stack.enter_context(home.library())
            elif step == "forget the cache":
                stack.close()
                home.drop_cache()
                titles.clear()
                library = stack.enter_context(home.library())
            else:
                library.marks.apply([paper(what).key], cast("What", step), "odd" if step == "tag" else "")
            marks = {row.key: row.marks for row in library.papers.rows(sorted(titles))}
            expected = [key for key in sorted(titles) if _is_hidden(titles[key], marks[key], asked)]
            assert sorted(library.search.listing("is:muted").keys) == expected
            assert sorted(library.search.listing("").keys) == sorted(titles.keys() - set(expected))
            assert library.facets.hidden_by_rules("abs:queues") == len(expected)


def _is_hidden(title: str, marks: Marks, asked: list[str]) -> bool:
    """Return the expected result of these rules, computed without the program's queries."""
    kept = marks.starred or bool(marks.tags)
    return not kept and any(_QUERIES[query](title, marks.unread, bool(marks.tags)) for query in asked)


def test_after_too_many_changes_each_open_library_matches_a_rule_anew(
    filled: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matches, "_MAX_CHANGES", 1)
    with ruled(filled, LESS, DELAY) as one, ruled(filled, LESS, DELAY) as other:
        assert ids(one, "is:muted") == ids(other, "is:muted") == of(ALSO, TALK)
        later = [paper(number, "Yet another language model") for number in (5, 6, 7)]
        filled.take(*later)
        assert ids(one, "is:muted") == ids(other, "is:muted") == of(*reversed(later), ALSO, TALK)
        assert other.papers.rows([QUEUE.key])[0].highlighted == one.papers.rows([QUEUE.key])[0].highlighted
        filled.take(paper(8), paper(9, "Bounded delay"))
        assert ids(one, "is:highlighted") == ids(other, "is:highlighted") == of(paper(9), QUEUE)
        filled.take(paper(10, "A last language model"))
        assert ids(other, "is:muted") == ids(one, "is:muted") == of(paper(10), *reversed(later), ALSO, TALK)
