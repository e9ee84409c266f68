"""The made-up listings and catch-up pages have arXiv's markup and contain the announcements."""

from __future__ import annotations

import re
from collections import Counter
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from arxtui.demo.messages import Reply, Request
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.server import Clock
from arxtui.demo.upstream import Upstream
from arxtui.demo.wire import listing
from arxtui.demo.wire.listing import Window
from arxtui.model.arxiv.day_numbers import AnnounceType
from arxtui.model.arxiv.ids import key_of
from tests.demo.conftest import DAY, At, Get

HEADINGS = {"New": AnnounceType.NEW, "Cross": AnnounceType.CROSS, "Replacement": AnnounceType.REPLACE}
SECTION = re.compile(r"(New|Cross|Replacement) submissions \(showing (\d+) of (\d+) entries\)")


def page(upstream: Upstream, target: str) -> LexborHTMLParser:
    reply = answer(upstream, target)
    assert (reply.status, reply.content_type) == (200, "text/html; charset=utf-8")
    return LexborHTMLParser(reply.body.decode())


def answer(upstream: Upstream, target: str) -> Reply:
    return upstream.reply(Request("GET", target, {}))


def utc(year: int, month: int, day: int, hour: int = 0, minute: int = 0) -> Clock:
    """Return a clock that always returns this time."""
    return lambda: datetime(year, month, day, hour, minute, tzinfo=UTC)


def text(shown: LexborHTMLParser | LexborNode, selector: str = "#dlpage") -> str:
    """Return the text of the first element that matches the selector."""
    node = shown.css_first(selector)
    assert node is not None
    return node.text()


def ids(shown: LexborHTMLParser | LexborNode) -> list[str]:
    return [link.attributes["id"] or "" for link in shown.css("dt a[title=Abstract]")]


def sections(shown: LexborHTMLParser) -> dict[AnnounceType, list[str]]:
    """Return the ids under each heading, and check the counts in the headings."""
    found = {}
    for part in shown.css("dl#articles"):
        heading = text(part, "h3")
        result = SECTION.fullmatch(heading)
        assert result, heading
        found[HEADINGS[result[1]]] = ids(part)
        assert int(result[2]) == int(result[3]) == len(found[HEADINGS[result[1]]])
    return found


@pytest.mark.parametrize("subject", ["cs.DC", "hep-ph", "math", "cs"])
def test_the_newest_day_of_a_subject_has_everything_in_three_sections(corpus: Corpus, at: At, subject: str) -> None:
    upstream = at(corpus)
    upstream.announce_more(1000)
    shown = page(upstream, f"/list/{subject}/new")
    wanted: dict[AnnounceType, list[str]] = {}
    for row in corpus.announced(DAY, [subject]):
        kind = AnnounceType.REPLACE if row.type is AnnounceType.REPLACE_CROSS else row.type
        wanted.setdefault(kind, []).append(row.id)
    found = sections(shown)
    assert {kind: sorted(base) for kind, base in found.items()} == {kind: sorted(base) for kind, base in wanted.items()}
    assert text(shown, "#dlpage > h3") == "Showing new listings for Wednesday, 13 May 2026"
    assert text(shown, ".paging").split() == f"Total of {sum(map(len, wanted.values()))} entries".split()


def test_an_entry_says_everything_there_is_to_say_of_a_paper(corpus: Corpus, at: At) -> None:
    upstream = at(corpus)
    upstream.announce_more(1000)
    shown = page(upstream, "/list/cs/new")
    papers = {paper.id: paper for paper in corpus.papers}
    with_html: Counter[bool] = Counter()
    for term, entry in zip(shown.css("dt"), shown.css("dd"), strict=True):
        paper = papers[ids(term)[0]]
        assert [link.text() for link in entry.css(".list-authors a")] == [author.name for author in paper.authors]
        subjects = re.findall(r"\(([\w.-]+)\)(?:;|$)", text(entry, ".list-subjects").strip())
        assert tuple(subjects) == paper.categories
        comment, journal = entry.css_first(".list-comments"), entry.css_first(".list-journal-ref")
        assert (comment is None, journal is None) == (paper.comment is None, paper.journal_ref is None)
        assert abs(len(text(entry, "p.mathjax").split()) - len(paper.abstract.split())) <= 3
        html = term.css_first("a[title='View HTML']")
        with_html[html is not None] += 1
        if html is not None:
            assert html.attributes["href"] == f"https://arxiv.org/html/{paper.arxiv_id}"
        crossed = paper.primary_category.partition(".")[0] != "cs" and paper.version == 1
        assert (f"(cross-list from {paper.primary_category})" in term.text()) == crossed
        assert ("(replaced)" in term.text()) == ((paper.version or 0) > 1)
    assert min(with_html[True], with_html[False]) > 0


def test_our_markup_is_that_of_a_real_listing(corpus: Corpus, at: At, shared: Path) -> None:
    real = LexborHTMLParser((shared / "data/arxiv/listing/gen-list-astro-ph-new.html").read_text())
    made = page(at(corpus), "/list/cs/new")
    paragraphs = {"p  mathjax > br  "}
    assert shape(made) == shape(real) - paragraphs


def shape(shown: LexborHTMLParser) -> set[str]:
    """Return "parent > child" for each element, both with tag, title and class; obfuscated addresses are left out."""
    nodes = shown.css("#dlpage *:not(.link-external)")
    return {f"{description(node.parent)} > {description(node)}" for node in nodes if node.parent}


def description(node: LexborNode) -> str:
    held = node.attributes
    return f"{node.tag} {held.get('title') or ''} {held.get('class') or ''}"


def test_a_day_without_announcements_shows_the_one_before_and_an_empty_subject_says_so(month: Corpus, at: At) -> None:
    saturday = at(month, utc(2026, 9, 12, 12))
    assert "Friday, 11 September 2026" in text(page(saturday, "/list/cs.DC/new"), "#dlpage > h3")
    empty = page(saturday, "/list/econ.TH/new")
    assert "No updates today." in text(empty)
    assert (ids(empty), empty.css(".paging")) == ([], [])
    assert "No updates for this time period." in text(page(saturday, "/list/econ.TH/recent"))


def test_listings_change_in_the_evening_before_the_feeds(month: Corpus, at: At) -> None:
    before, after = at(month, utc(2026, 9, 9, 23, 59)), at(month, utc(2026, 9, 10, 0, 1))
    assert "9 September" in text(page(before, "/list/cs.DC/new"), "#dlpage > h3")
    assert "10 September" in text(page(after, "/list/cs.DC/new"), "#dlpage > h3")
    assert before.feed(["cs.DC"]) == after.feed(["cs.DC"])
    assert before.feed(["cs.DC"]) != at(month, utc(2026, 9, 10, 4, 1)).feed(["cs.DC"])


def test_recent_has_five_days_by_pages_without_replacements(month: Corpus, at: At) -> None:
    upstream = at(month, utc(2026, 9, 11, 12))
    seen: list[str] = []
    for skip in (0, 25, 50, 75):
        seen += ids(page(upstream, f"/list/cs/recent?show=25&skip={skip}"))
    days = [day for day in month.days if day <= date(2026, 9, 11)][-5:]
    rows = [row for day in days for row in month.announced(day, ["cs"])]
    news = [row.id for row in rows if row.type in (AnnounceType.NEW, AnnounceType.CROSS)]
    assert sorted(seen) == sorted(news)
    headings = [node.text() for node in page(upstream, "/list/cs/recent?show=25&skip=3").css("dl#articles > h3")]
    assert re.fullmatch(r"\w{3}, \d+ Sep 2026 \(continued, showing last \d+ of \d+ entries \)", headings[0])


def test_a_day_to_catch_up_with_has_pages(corpus: Corpus) -> None:
    entries = [(paper, AnnounceType.NEW) for paper in corpus.papers[:25]]
    sections = [listing.ListingSection("New", entries), listing.ListingSection("Cross", entries[:5])]
    seen: list[str] = []
    for skip, heading in (
        (0, "showing first 10 of 25"),
        (10, "continued, showing 10 of 25"),
        (20, "showing last 5 of 25"),
    ):
        body = listing.catchup("cs", DAY, sections, Window(skip, 10), abstracts=True, next_day=None)
        shown = LexborHTMLParser(body.decode())
        assert heading in text(shown, "#dlpage h3")
        assert "Total of 30 entries for Wed, 13 May 2026" in text(shown)
        links = {link.text(): link.attributes["href"] for link in shown.css("#dlpage a[href*='page=']")}
        assert len(links) == 2
        assert all(href == f"/catchup/cs/{DAY}?abs=True&page={number}" for number, href in links.items())
        seen += ids(shown)
    assert len(seen) == 30


def test_a_day_caught_up_with_late_shows_papers_as_they_are_by_then(month: Corpus, at: At) -> None:
    later = at(month, utc(2026, 9, 24, 12))
    rows = [row for row in month.announcements if row.type is AnnounceType.NEW and row.id not in month.deleted]
    revised = next(row for row in rows if len(month.revisions[row.id]) > 1 and key_of(row.id) % 5)
    shown = page(later, f"/catchup/{revised.category}/{revised.day}?abs=True")
    assert revised.id in sections(shown)[AnnounceType.NEW]
    newest = month.revisions[revised.id][-1].paper
    links = {link.attributes["href"] for link in shown.css("a[title='View HTML']")}
    assert f"https://arxiv.org/html/{newest.arxiv_id}" in links


def test_a_day_to_catch_up_with_leads_on_and_says_when_it_has_nothing(month: Corpus, at: At) -> None:
    upstream = at(month, utc(2026, 9, 24, 12))
    holiday = page(upstream, "/catchup/cs.DC/2026-09-08?abs=True")
    assert "Total of 0 entries for Tue, 08 Sep 2026" in text(holiday)
    assert "No updates for Tue, 08 Sep 2026." in text(holiday)
    links = {link.text(): link.attributes["href"] for link in holiday.css("#dlpage a")}
    assert links == {"Continue to the next day": "/catchup/cs.DC/2026-09-09?abs=True&page=1"}
    assert "Continue" not in text(page(upstream, "/catchup/cs.DC/2026-09-24"))
    assert not page(upstream, "/catchup/cs.DC/2026-09-23?abs=False").css("p.mathjax")


@pytest.mark.parametrize(
    ("target", "status", "expected"),
    [
        ("/list/nothing/new", 404, "Not Found"),
        ("/list/cs.XX/new", 404, "Not Found"),
        ("/list/cs.DC/tomorrow", 400, "valid time period"),
        ("/list/cs.DC", 400, "valid time period"),
        ("/list/cs.DC/new?show=7", 400, "Invalid show"),
        ("/catchup/cs.DC", 404, "Not Found"),
        ("/catchup/nothing/2026-05-12", 400, "Invalid subject"),
        ("/catchup/cs.DC/yesterday", 400, "Invalid date format"),
        ("/catchup/cs.DC/2026-05-14", 400, "later than today"),
        ("/catchup/cs.DC/2026-02-10", 400, "past 90 days"),
        ("/catchup/cs.DC/2026-05-12?abs=maybe", 400, "Invalid abs"),
        ("/catchup/cs.DC/2026-05-12?page=0", 400, "Invalid page"),
    ],
)
def test_an_invalid_request_for_a_listing_is_an_error_page_with_the_reason(
    get: Get, target: str, status: int, expected: str
) -> None:
    got, headers, body = get(target)
    assert (got, headers["Content-Type"]) == (status, "text/html; charset=utf-8")
    assert expected in text(LexborHTMLParser(body.decode()), "h1")


def test_an_alias_leads_to_its_category(get: Get) -> None:
    status, headers, _ = get("/catchup/cs.SY/2026-05-12?abs=True&page=1")
    assert (status, headers["Location"]) == (301, "/catchup/eess.SY/2026-05-12?abs=True&page=1")
    assert get("/list/cs.SY/new")[0] == 200
