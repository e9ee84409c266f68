"""The made-up responses have the format of arXiv's, and both general parsers and the program's own parsers read
them."""

from __future__ import annotations

import base64
import hashlib
import re
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from pathlib import Path

import feedparser
import pytest

from arxtui.demo import wire
from arxtui.demo.papers.corpus import Corpus
from arxtui.demo.upstream import Upstream
from arxtui.demo.wire.atom import ApiQuery
from arxtui.demo.wire.rss import tex_accents
from arxtui.model.arxiv.taxonomy import covers
from arxtui.model.paper import AnnounceType
from arxtui.sources.arxiv.api.atom import parse_answer
from arxtui.sources.arxiv.feed import parse_feed
from arxtui.sources.errors import UpstreamError
from arxtui.sources.pith.listing import parse_html
from arxtui.text import readable
from tests.demo.conftest import DAY

NOW = datetime(2026, 5, 13, 12, 0, 0, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"


def local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def test_an_answer_parses_and_names_itself_by_its_query(corpus: Corpus) -> None:
    asked = ApiQuery("(cat:cs.DC AND submittedDate:[202605010000 TO 202605132359])", "", 60, 15)
    feed = ET.fromstring(wire.answer(corpus.papers[:15], 300, asked, NOW))
    title = feed.findtext(f"{ATOM}title") or ""
    query = 'search_query=(cat:cs.DC AND submittedDate:"202605010000 TO 202605132359")&id_list=&start=60&max_results=15'
    assert title == f"arXiv Query: {query}"
    digest = base64.b64encode(hashlib.sha1(query.encode()).digest())[:27].decode()
    assert feed.findtext(f"{ATOM}id") == f"https://arxiv.org/api/{digest}"
    assert [local(child) for child in feed][:7] == [
        "id", "title", "updated", "link", "itemsPerPage", "totalResults", "startIndex"
    ]  # fmt: skip
    assert len(feed.findall(f"{ATOM}entry")) == 15


def shape(element: ET.Element) -> list[tuple[str, tuple[str, ...]]]:
    """Return the names and attribute names of the children in order, without repetitions."""
    result = [(local(child), tuple(child.attrib)) for child in element]
    return [each for number, each in enumerate(result) if each not in result[:number]]


def test_entries_have_the_order_of_a_real_answer(corpus: Corpus, shared: Path) -> None:
    real = ET.parse(shared / "seeds" / "arxiv-query-60.atom.xml").getroot()
    wanted = max((shape(entry) for entry in real.iter(f"{ATOM}entry")), key=len)
    made = ET.fromstring(wire.answer(corpus.papers, 300, ApiQuery("all:x"), NOW))
    for entry in made.iter(f"{ATOM}entry"):
        result = shape(entry)
        assert [each for each in wanted if each in result] == [each for each in result if each in wanted]


def test_our_own_reader_gets_back_every_paper(corpus: Corpus) -> None:
    page = parse_answer(wire.answer(corpus.papers, len(corpus.papers), ApiQuery("all:x", max_results=500), NOW))
    assert (page.total, page.start, page.per_page) == (300, 0, 500)
    assert page.suspicious is None
    assert (page.intake.rejects, page.intake.notes) == ((), ())
    for read, made in zip(page.intake.papers, corpus.papers, strict=True):
        assert made.license
        assert (read.id, read.version, read.title, read.abstract) == (made.id, made.version, made.title, made.abstract)
        assert (read.authors, read.categories) == (made.authors, made.categories)
        assert (read.published, read.updated) == (made.published, made.updated)
        assert (read.comment, read.journal_ref, read.doi, read.links) == (
            made.comment, made.journal_ref, made.doi, made.links
        )  # fmt: skip


def test_an_error_answer_is_an_error_in_its_own_words() -> None:
    with pytest.raises(UpstreamError, match="start must be an integer"):
        parse_answer(wire.error("start must be an integer", NOW))
    assert b"/api/errors#start_must_be_an_integer<" in wire.error("start must be an integer", NOW)
    assert b"/api/errors<" in wire.error("Invalid query string: 'x'", NOW)


@pytest.mark.parametrize("categories", [("cs.DC",), ("cs.DC", "math.NT", "quant-ph"), ("cs",), ("stat.ME",)])
def test_a_feed_has_every_announcement_of_its_day_and_categories(corpus: Corpus, categories: tuple[str, ...]) -> None:
    upstream = Upstream(corpus)
    upstream.announce_more(1000)
    for day in corpus.days:
        page = parse_feed(upstream.feed(categories, day), categories)
        assert page.day == day
        assert page.categories == categories
        assert not page.intake.rejects
        result = {row for row in corpus.announcements if row.day == day}
        wanted = {row for row in result if any(covers(asked, row.category) for asked in categories)}
        assert set(page.intake.announcements) == wanted
    upstream.stop()


def test_a_feed_has_the_texts_versions_and_licences_of_its_papers(corpus: Corpus) -> None:
    upstream = Upstream(corpus)
    page = parse_feed(upstream.feed(("cs", "math", "stat", "hep-ph", "quant-ph")))
    upstream.stop()
    papers = {paper.id: paper for paper in corpus.papers}
    assert len(page.intake.papers) > 40
    for read in page.intake.papers:
        made = papers[read.id]
        assert (read.title, read.abstract, read.license) == (made.title, made.abstract, made.license)
        assert (read.doi, read.journal_ref, read.categories) == (made.doi, made.journal_ref, made.categories)
        assert [author.affiliations for author in read.authors] == [author.affiliations for author in made.authors]
        assert [readable(author.name) for author in read.authors] == [author.name for author in made.authors]


def test_a_general_reader_finds_arxivs_own_elements_in_a_feed(corpus: Corpus) -> None:
    upstream = Upstream(corpus)
    read = feedparser.parse(upstream.feed(("cs.DC", "cs.PF")))
    upstream.stop()
    assert not read.bozo
    assert read.feed.title == "cs.DC, cs.PF updates on arXiv.org"
    assert re.fullmatch(r"Wed, 13 May 2026 00:00:00 -0400", read.feed.published)
    kinds = [entry.arxiv_announce_type for entry in read.entries]
    assert sorted(kinds, key=[kind.value for kind in AnnounceType].index) == kinds
    assert all(entry.summary.startswith("arXiv:") and " \nAbstract: " in entry.summary for entry in read.entries)


def test_a_feed_without_papers_is_sound(corpus: Corpus) -> None:
    page = parse_feed(wire.feed((), ("econ.EM",), DAY, NOW))
    assert (page.day, page.intake.papers, page.complete) == (DAY, (), True)


def test_a_feed_error_is_an_error_in_its_own_words() -> None:
    with pytest.raises(UpstreamError, match="Bad archive 'foo'"):
        parse_feed(wire.feed_error("Bad archive 'foo'. Valid archive names are: cs.", ["foo"], DAY, NOW))


@pytest.mark.parametrize(
    ("name", "tex"),
    [("Björn Måns", r"Bj\"orn M\r{a}ns"), ("Žofia Příklad", r"\v{Z}ofia P\v{r}\'iklad"), ("Søren", r"S{\o}ren")],
)
def test_names_in_feeds_have_their_accents_in_tex(name: str, tex: str) -> None:
    assert tex_accents(name) == tex
    assert readable(tex) == name


def test_a_listing_has_every_card_of_its_category(corpus: Corpus) -> None:
    counted = 0
    for category in sorted({review.category for review in corpus.reviews}):
        made = [review for review in corpus.reviews if review.category == category]
        page = parse_html(wire.pith_listing(made, category), "https://pith.example.org/list")
        assert page.category == category
        assert not page.intake.rejects
        for read, review in zip(page.intake.reviews, made, strict=True):
            assert (read.headline, read.title, read.abstract) == (review.headline, review.title, review.abstract)
            assert (read.deck, read.deck_truncated, read.badge) == (review.deck, review.deck_truncated, review.badge)
            assert (read.votes, read.comments, read.has_figure) == (review.votes, review.comments, review.has_figure)
            assert (read.arxiv_id, read.version, read.listed_on) == (review.arxiv_id, review.version, review.listed_on)
            assert read.place == review.place
        counted += len(made)
    assert counted == len(corpus.reviews) == 62
