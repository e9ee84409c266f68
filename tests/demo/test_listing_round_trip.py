"""The program's listing parser returns what the made-up upstream lists."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from arxtui.demo.messages import Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.upstream import Upstream
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.paper import Announcement
from arxtui.sources.arxiv.pages.listing import ListingPage, parse_listing
from arxtui.sources.arxiv.urls import catchup_url, listing_url
from arxtui.sources.errors import UpstreamError
from arxtui.text import readable
from tests.demo.conftest import DAY, At


def read(upstream: Upstream, target: str, category: str) -> ListingPage:
    return parse_listing(upstream.reply(Request("GET", target, {})).body, category)


def rows(expected: tuple[Announcement, ...]) -> set[tuple[str, date, str, AnnounceType]]:
    return {(row.id, row.day, row.category, row.type) for row in expected}


@pytest.fixture
def upstream(corpus: Corpus, at: At) -> Upstream:
    made = at(corpus)
    made.announce_more(1000)
    return made


@pytest.mark.parametrize("category", ["cs.DC", "stat.ML", "quant-ph"])
def test_every_announcement_of_a_category_is_found_in_the_days_listing(
    upstream: Upstream, corpus: Corpus, category: str
) -> None:
    page = read(upstream, listing_url("/list", category), category)
    wanted = [row for row in corpus.announcements if row.day == DAY and row.category == category]
    assert (page.kind, page.subject, page.day, page.next_page) == ("new", category, DAY, None)
    assert not page.intake.rejects + page.intake.notes
    assert page.total == len(wanted) == sum(section.of for section in page.sections)
    assert rows(page.intake.announcements) == rows(tuple(wanted))


def test_the_texts_of_papers_come_back(upstream: Upstream, corpus: Corpus) -> None:
    page = read(upstream, listing_url("/list", "cs"), "cs")
    papers = {paper.id: paper for paper in corpus.papers}
    assert len(page.intake.papers) > 20
    for read_paper in page.intake.papers:
        made = papers[read_paper.id]
        assert readable(read_paper.title) == readable(made.title)
        assert readable(read_paper.abstract) == readable(made.abstract)
        assert [author.name for author in read_paper.authors] == [author.name for author in made.authors]
        assert (read_paper.categories, read_paper.comment) == (made.categories, made.comment)
        assert read_paper.journal_ref == made.journal_ref
        assert read_paper.version in (made.version, None)


def test_recent_days_are_distinguished_over_pages(month: Corpus, at: At) -> None:
    upstream = at(month, lambda: datetime(2026, 9, 11, 12, tzinfo=UTC))
    target: str | None = "/list/cs/recent?show=25"
    found: list[Announcement] = []
    while target:
        page = read(upstream, target, "cs")
        found += page.intake.announcements
        target = page.next_page
    days = [day for day in month.days if day <= date(2026, 9, 11)][-5:]
    wanted = {row.id for day in days for row in month.announced(day, ["cs"]) if row.version == 1}
    assert {row.id for row in found} == wanted
    assert {row.day for row in found} == set(days)


def test_a_day_is_caught_up_with_whole_and_one_without_announcements_is_empty(month: Corpus, at: At) -> None:
    upstream = at(month, lambda: datetime(2026, 9, 24, 12, tzinfo=UTC))
    for day in (date(2026, 9, 8), date(2026, 9, 9), date(2026, 9, 12), date(2026, 9, 24)):
        page = read(upstream, catchup_url("/catchup", "cs.DC", day), "cs.DC")
        wanted = [row for row in month.announcements if row.day == day and row.category == "cs.DC"]
        kept = [row for row in wanted if row.id not in month.deleted]
        assert (page.kind, page.day, page.total) == ("catchup", day, len(kept))
        assert rows(page.intake.announcements) == rows(tuple(kept))


@pytest.mark.parametrize("target", ["/list/nothing/new", "/list/cs/never", "/catchup/cs.DC/2027-01-01?abs=True"])
def test_an_error_page_is_never_an_empty_listing(upstream: Upstream, target: str) -> None:
    with pytest.raises(UpstreamError):
        read(upstream, target, "cs.DC")
