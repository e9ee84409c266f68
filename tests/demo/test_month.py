"""The made-up month contains everything that arXiv does in four weeks."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

from arxtui.demo.papers.calendar import last_days
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.papers.topics import TOPICS
from arxtui.model.arxiv.calendar import is_announcement_day
from arxtui.model.paper import AnnounceType
from tests.demo.conftest import NEWEST
from tests.demo.month import DAYS, make_month

AFTER_LABOR_DAY = date(2026, 9, 8)


def test_the_same_arguments_give_the_same_month(month: Corpus) -> None:
    assert make_month(NEWEST) == month
    assert make_month(NEWEST, seed=2) != month
    assert len(make_month(NEWEST, days=5, papers=3).days) == 5


def test_nothing_is_announced_on_weekends_and_after_a_holiday(month: Corpus) -> None:
    assert month.days == last_days(NEWEST, DAYS)
    assert AFTER_LABOR_DAY not in month.days
    assert month.days[0] < AFTER_LABOR_DAY
    assert all(is_announcement_day(day) for day in month.days)


def test_every_category_has_news_each_day_and_every_kind_in_the_month(month: Corpus) -> None:
    new = {(row.day, row.category) for row in month.announcements if row.type is AnnounceType.NEW}
    assert new == {(day, topic.category) for day in month.days for topic in TOPICS}
    kinds = {(row.type, row.category) for row in month.announcements}
    assert {kind for kind, _ in kinds} == set(AnnounceType)
    assert all((AnnounceType.REPLACE, topic.category) in kinds for topic in TOPICS)


def test_a_replacement_is_the_next_version_and_some_change_title_or_abstract(month: Corpus) -> None:
    changed: Counter[str] = Counter()
    for row in month.announcements:
        if row.type is not AnnounceType.REPLACE:
            continue
        number = row.version or 0
        before, after = (month.revisions[row.id][place].paper for place in (number - 2, number - 1))
        assert (before.version, after.version) == (number - 1, number)
        assert before.updated is not None
        assert after.updated is not None
        assert before.updated < after.updated
        changed["title"] += before.title != after.title
        changed["abstract"] += before.abstract != after.abstract
        changed["none"] += (before.title, before.abstract) == (after.title, after.abstract)
    assert min(changed[kind] for kind in ("title", "abstract", "none")) > 0


def test_versions_beyond_the_fifth_come_out_and_are_announced_nowhere(month: Corpus) -> None:
    assert max(len(revisions) for revisions in month.revisions.values()) == 7
    assert max(row.version or 0 for row in month.announcements) == 5


def test_a_paper_is_held_for_weeks_before_it_is_announced(month: Corpus) -> None:
    first = {row.id: row.day for row in month.announcements if row.type is AnnounceType.NEW}
    submitted = {base: updated for base in first if (updated := month.versions(base)[0].updated)}
    waited = {base: first[base] - updated.date() for base, updated in submitted.items()}
    assert len(waited) == len(first)
    assert [base for base, time in waited.items() if time > timedelta(weeks=3)] == [
        base for base, time in waited.items() if time > timedelta(days=5)
    ]
    assert sum(time > timedelta(weeks=3) for time in waited.values()) == 1


def test_a_paper_is_as_it_was_on_a_day_until_it_is_deleted(month: Corpus) -> None:
    [(gone, day)] = month.deleted.items()
    assert gone in month.papers_on(day - timedelta(days=1))
    assert gone not in month.papers_on(day)
    row = next(row for row in month.announcements if row.type is AnnounceType.REPLACE and row.version == 3)
    assert month.papers_on(row.day)[row.id].version == 3
    assert month.papers_on(row.day - timedelta(days=1))[row.id].version == 2
