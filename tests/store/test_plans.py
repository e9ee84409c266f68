"""SQLite's query plans: no query that a list, a detail view or a refresh runs scans all papers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

import pytest

from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.store.sqlite.connection import Database
from tests.builders import DAY, NOW, announced, paper
from tests.store.made import CARD, QUEUES, SECOND_CARD, STALENESS, packed, take
from tests.store.test_failures import CACHE_READS, CACHE_WRITES, LIBRARY_READS, LIBRARY_WRITES

# Tables that stay small: a few hundred months, one row per target or text, one per unfinished file, the last write; one
# paper of four hundred is withdrawn; the sources of citations, the journal of those that are not folded yet; and the
# values given to a statement. A report is about a paper that the user named.
_SMALL = frozenset(
    "month ledger import meta json_each arrival category_count fulltext outdated taste wanted withdrawn "
    "citation_source fresh_citation report "
    "CONSTANT".split()
)
# ``stats`` counts everything, and ``all_scores`` and ``aliases.all`` read all of theirs, in the background;
# ``announcements.days`` scans days newest first and stops at its limit.
_APART = {"stats", "announcements.days", "ranking_scores.all_scores", "aliases.all"}


def _statements(db: Database, actions: Iterable[Callable[[], object]]) -> set[str]:
    said: list[str] = []
    db._connection.set_trace_callback(said.append)
    for action in actions:
        action()
    db._connection.set_trace_callback(None)
    return {text for text in said if re.match(r"SELECT|UPDATE|DELETE", text)}


def _walks(db: Database, statement: str) -> list[str]:
    lines = [line for *_, line in db.rows(f"EXPLAIN QUERY PLAN {statement}")]
    walked = [line for line in lines if (found := re.match(r"SCAN (\w+)", line)) and found[1] not in _SMALL]
    # A scan of a partial index reads only the few rows in it; a scan of ``journal_turn`` ends at the first act that is
    # not undone. The requested keys are a table of their own.
    return [
        line
        for line in walked
        if not re.search(
            r"paper_unfinished|mark_starred|mark_hidden|mark_queued|mark_rated|mark_reading|journal_undone|journal_turn|\(subquery"
            r"|SCAN asked VIRTUAL TABLE",
            line,
        )
    ]


@pytest.fixture
def filled(cache: Cache) -> Cache:
    take(cache, STALENESS, QUEUES, *(paper(number) for number in range(1, 50)), announcements=(announced(STALENESS),))
    take(cache, reviews=(CARD, SECOND_CARD))
    return cache


def test_no_question_to_the_cache_walks_over_all_rows(filled: Cache) -> None:
    actions = (CACHE_READS | CACHE_WRITES).items()
    asked = _statements(filled._db, [partial(act, filled) for name, act in actions if name not in _APART])
    assert len(asked) > 25
    assert {statement: walks for statement in asked if (walks := _walks(filled._db, statement))} == {}


def test_a_newer_version_and_a_waiting_review_are_taken_without_a_walk(filled: Cache) -> None:
    waiting = tuple(
        type(CARD)(f"Headline {number}", f"Title {number}", "cs.DC", DAY, abstract=f"Abstract {number}.")
        for number in range(3)
    )
    asked = _statements(
        filled._db,
        [
            lambda: take(filled, paper(1, version=2), paper(2, category="math.NT")),
            lambda: take(filled, reviews=waiting),
            lambda: take(filled, paper(60, title="Title 1", abstract="Abstract 1.")),
        ],
    )
    assert {statement: walks for statement in asked if (walks := _walks(filled._db, statement))} == {}


def test_announcement_days_are_read_along_their_key(filled: Cache) -> None:
    [asked] = _statements(filled._db, [lambda: filled.announcements.days(14)])
    plan = [line for *_, line in filled._db.rows(f"EXPLAIN QUERY PLAN {asked}")]
    assert not any("ORDER BY" in line or "FOR GROUP BY" in line for line in plan)


def test_no_question_to_the_library_about_given_papers_walks_over_all_rows(library: LibraryFile) -> None:
    library.inbox.deliver(DAY, [1, 2])
    library.marks.apply([1], "star", NOW, packed(STALENESS))
    # These methods return everything by design.
    whole = (
        "inbox.unread marks.read judgements.read_since judgements.uses inbox.delivered inbox.days tags.all tags.names "
    )
    whole += "tags.rename tags.remove lists.all marks.notes views.all journal.change_views judgements.all "
    whole += "knows_papers places.read_at refusals.all applied_rules.put saved_works"
    actions = [act for name, act in (LIBRARY_READS | LIBRARY_WRITES).items() if name not in whole.split()]
    asked = _statements(library._db, [partial(act, library) for act in actions])
    assert {statement: walks for statement in asked if (walks := _walks(library._db, statement))} == {}
