"""Regular expressions across words: matched in the texts themselves, within limits that are reported."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.search.key_sets import key_set
from arxtui.library.search.regex import ScanResult, TextSearch, settle
from arxtui.library.views import Listing
from arxtui.model.expr import And, Expr, Keys, Not, Or, Regex
from arxtui.model.paper import Author
from arxtui.search.errors import SearchError
from tests.builders import announced, card, paper
from tests.library.made import Home, ids

LOCKS = paper(1, r"Fair locks in $O(n \log n)$ by G\"odel", comment="12 pages, 3 figures", journal_ref="Example J. 7")
QUEUES = paper(2, "Persistent queues", abstract="We show that queues are cheap.")
TWO_AUTHORS = paper(3, "Gossip", authors=(Author("Ada Example"), Author("Björn Måns")), abstract="State of the art.")
FOUND = [
    (r"/locks in O\(n log n\)/", [LOCKS]),
    ("/FAIR LOCKS/", [LOCKS]),
    (r"/by gödel$/", [LOCKS]),
    (r"/queues? (is|are) \w+/", [QUEUES]),
    ("ti:/queues are/", []),
    ("abs:/queues are/", [QUEUES]),
    ("au:/ada example/", [TWO_AUTHORS, QUEUES, LOCKS]),
    ("au:/bjorn m.ns/", [TWO_AUTHORS]),
    ("/example bjorn/", []),
    ("/queues we/", []),
    (r"co:/\d+ pages/", [LOCKS]),
    ("jr:/example j/", [LOCKS]),
    ("/a third less/", [LOCKS]),
    ("/keep the rate/", [LOCKS]),
    ("-/queues are/", [TWO_AUTHORS, LOCKS]),
    ("cat:cs.DC -/queues are/ -/state of/", [LOCKS]),
    ("gossip OR /queues are/", [TWO_AUTHORS, QUEUES]),
    ("(gossip /state of the/) OR (persistent /are cheap/)", [TWO_AUTHORS, QUEUES]),
    ("/fair locks/ /n log n/", [LOCKS]),
    ("/fair locks/ /are cheap/", []),
    ("is:starred /queues are/", [QUEUES]),
    ("is:unread /queues are/", []),
    ("-(gossip OR -/ /)", [QUEUES, LOCKS]),
]


@pytest.fixture
def filled(home: Home, library: Library) -> Library:
    """A library in which LOCKS has a review and QUEUES is starred."""
    home.take(LOCKS, QUEUES, TWO_AUTHORS, announcements=[announced(LOCKS)], reviews=[card(LOCKS)])
    library.marks.apply([QUEUES.key], "star")
    return library


def test_expressions_are_found_across_words_and_in_no_two_texts_at_once(filled: Library) -> None:
    listings = {query: filled.search.listing(query) for query, _ in FOUND}
    assert {query: list(listing.keys) for query, listing in listings.items()} == {
        query: [each.key for each in found] for query, found in FOUND
    }
    assert {listing.note for listing in listings.values()} == {""}
    assert all(listing.complete and listing.total == len(listing.keys) for listing in listings.values())


def test_a_starred_paper_that_left_the_cache_is_looked_at_too(home: Home, filled: Library) -> None:
    filled.close()
    home.drop_cache()
    with home.library() as library:
        assert ids(library, "is:starred /queues are/") == [QUEUES.id]


def test_papers_that_a_regular_expression_was_not_tried_on_are_counted_and_in_no_list(
    home: Home, library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.take(*(paper(number) for number in range(1, 11)))
    monkeypatch.setattr("arxtui.library.search.queries.MAX_SCANNED", 3)
    newest = ["2605.00010", "2605.00009", "2605.00008"]
    note = "the regular expression was tried on the newest 3 of 10 papers that may match"
    for query, found in (("/about queues/", newest), ("-/queues about/", newest), ("queues /number 9/", newest[1:2])):
        listing = library.search.listing(query)
        assert (ids(library, query), listing.note) == (found, note)
    either = library.search.listing("/about queues/ OR 2605.00001")
    assert (ids(library, either.query.text), either.note) == ([*newest, "2605.00001"], note)
    assert library.search.listing("2605.00001 /about queues/").note == ""


def test_an_expression_that_never_ends_is_ended(home: Home, library: Library) -> None:
    home.take(paper(1, abstract="a" * 60), paper(2, abstract="Short a"))
    library._queries._texts = TextSearch(home.paths, seconds=1.0)
    listing = library.search.listing("/(a+)+ b/")
    assert (list(listing.keys), listing.complete) == ([], True)
    assert listing.note == "the regular expression was tried on the newest 0 of 2 papers that may match"
    assert library.search.more(listing) is listing


def test_results_of_a_regular_expression_are_listed_while_the_scan_continues(home: Home, library: Library) -> None:
    home.take(*(paper(number) for number in range(1, 351)))
    text = "/is about queues/ -/number 34[0-9]/ OR 2605.00001"
    listings: list[Listing] = []
    while not listings or listings[-1].goes_on:
        listings.append(library.search.listing(text, patience=0.0))
    whole = library.search.listing(text)
    assert (list(listings[-1].keys), listings[-1].note) == (list(whole.keys), "")
    assert len(listings) > 2
    assert all(listing.note.endswith(" may match so far") for listing in listings[:-1])
    found = [frozenset(listing.keys) for listing in listings]
    assert all(before <= after for before, after in itertools.pairwise(found))
    with home.library() as other:
        assert list(other.search.listing(text).keys) == list(whole.keys)


def test_another_question_ends_the_one_that_goes_on(home: Home, library: Library) -> None:
    home.take(paper(1, abstract="a" * 60), paper(2, abstract="Short a"))
    assert library.search.listing("/(a+)+ b/", patience=0.0).goes_on
    assert ids(library, "/short a/") == ["2605.00002"]
    assert library._queries._texts
    assert [scan.goes_on for scan in library._queries._texts._scans.values()] == [False]


def test_who_looks_is_no_part_of_the_terminals_session(
    home: Home, filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A separate session keeps signals of the terminal, such as Ctrl-C and hangup, away from the child; only the reader
    # handles them.
    sessions: list[tuple[int, int]] = []

    class Started(subprocess.Popen[bytes]):
        def __init__(self, *words: Any, **more: Any) -> None:
            super().__init__(*words, **more)
            sessions.append((self.pid, os.getsid(self.pid)))

    monkeypatch.setattr(subprocess, "Popen", Started)
    assert ids(filled, "/queues are/") == [QUEUES.id]
    assert [session for _, session in sessions] == [child for child, _ in sessions] != []


def test_a_view_with_an_expression_is_counted_among_the_unread_alone(home: Home, filled: Library) -> None:
    filled.inbox.deliver()
    filled.views.save("Cheap", "/queues are/")
    filled.views.save("Third", "/a third less/")
    assert [(papers, unread) for _, papers, unread in filled.counts.views()] == [(None, 0), (None, 1)]
    filled.marks.apply([LOCKS.key], "read")
    assert [(papers, unread) for _, papers, unread in filled.counts.views()] == [(None, 0), (None, 0)]


def test_texts_that_cannot_be_read_are_an_error_and_the_log_says_why(paths: Paths) -> None:
    with pytest.raises(SearchError, match=re.escape(str(paths.log_file))):
        TextSearch(paths).look([Regex("a b", across=True)], [1], 0)
    assert "There is no cache" in paths.log_file.read_text()


ASKED = (Regex("a b", across=True), Regex("c d", across=True))
PAPERS = range(12)
SETS = st.frozensets(st.sampled_from(PAPERS))
TERMS = st.one_of(st.sampled_from(ASKED), SETS.map(lambda keys: Keys(tuple(sorted(keys)))))
TREES = st.recursive(
    TERMS,
    lambda parts: st.one_of(
        parts.map(Not),
        st.lists(parts, max_size=3).map(lambda held: And(tuple(held))),
        st.lists(parts, min_size=1, max_size=3).map(lambda held: Or(tuple(held))),
    ),
    max_leaves=8,
)


def _meant(expr: Expr, key: int, found: dict[Regex, frozenset[int]], seen: frozenset[int]) -> bool | None:
    """Return whether a paper matches; None if that cannot be known without searching its text."""
    match expr:
        case Regex():
            return key in found[expr] if key in seen else None
        case Keys(keys):
            return key in keys
        case Not(part):
            inner = _meant(part, key, found, seen)
            return None if inner is None else not inner
        case And(parts):
            result = [_meant(part, key, found, seen) for part in parts]
            return False if False in result else None if None in result else True
        case Or(parts):
            return _meant(Not(And(tuple(map(Not, parts)))), key, found, seen)
        case _:
            raise AssertionError(expr)


@given(TREES, st.tuples(SETS, SETS), st.integers(0, len(PAPERS)), st.integers(0, len(PAPERS)))
def test_any_query_lists_exactly_the_papers_that_the_scanned_texts_prove_to_match(
    expr: Expr, truth: tuple[frozenset[int], frozenset[int]], most: int, looked: int
) -> None:
    seen: set[int] = set(PAPERS)

    def newest(beside: Expr) -> tuple[list[int], int]:
        known = key_set(beside)
        assert known is not None
        meant = [key for key in reversed(PAPERS) if (key in known.keys) != known.inverted]
        seen.difference_update(set(meant).difference(meant[: min(most, looked)]))
        return meant[:most], len(meant)

    def look(asked: Sequence[Regex], keys: Sequence[int]) -> ScanResult:
        first = keys[:looked]
        found = tuple([key for key in first if key in truth[ASKED.index(each)]] for each in asked)
        return ScanResult(found, len(first))

    settled = settle(expr, newest, look)
    known = key_set(settled.tree)
    assert known is not None
    found = dict(zip(ASKED, truth, strict=True))
    listed = {key for key in PAPERS if (key in known.keys) != known.inverted}
    assert listed == {key for key in PAPERS if _meant(expr, key, found, frozenset(seen)) is True}
    assert bool(settled.note) == (seen != set(PAPERS))
