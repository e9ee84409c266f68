"""The translation of a query to arXiv's query API."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arxtui.demo.api import matcher, stem
from arxtui.demo.papers.corpus import make
from arxtui.model.expr import And, Expr, Not, Or, Query
from arxtui.model.paper import Author, Paper
from arxtui.query import QueryError, check
from arxtui.query.upstream import ArxivQuery, for_arxiv
from arxtui.search.document import Document
from arxtui.text import words
from arxtui.text.matching.forms import IRREGULAR, TAILS, forms
from tests.samples import sample
from tests.search.drawn import Draw
from tests.search.oracle import Oracle

NOW = datetime(2026, 5, 13, tzinfo=UTC)


def asked(text: str) -> ArxivQuery:
    return for_arxiv(check(text, now=NOW), NOW)


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("cat:cs.DC", "cat:cs.DC"),
        ("cat:stat", "(cat:stat.* OR cat:math.ST)"),
        ("cat:cs.NA", "(cat:cs.NA OR cat:math.NA)"),
        ("cat:cs.CL -cat:eess.SY", "((cat:cs.CL OR cat:cmp-lg) ANDNOT (cat:eess.SY OR cat:cs.SY))"),
        ("cat:cs.DC OR cat:cs.PF cat:cs.LG", "(cat:cs.DC OR (cat:cs.PF AND cat:cs.LG))"),
        ("cat:cs.DC -cat:cs.LG -cat:cs.PF", "(cat:cs.DC ANDNOT (cat:cs.LG OR cat:cs.PF))"),
        ("cat:cs.DC -(cat:cs.LG -cat:cs.PF)", "(cat:cs.DC ANDNOT (cat:cs.LG ANDNOT cat:cs.PF))"),
        ('ti:"sparse attention"', 'ti:"sparse attention"'),
        ('"to be or not"', None),
        ("au:example", 'au:"example"'),
        ("au:to", 'au:"to"'),
        ('au:"an no"', 'au:"an no"'),
        ("ti:matrices", '(ti:"matrices" OR ti:"matrix")'),
        ("co:matrices", '(co:"matrices" OR co:"matrix" OR co:"matrixes")'),
        ("au:de-Vries", '(au:"de vries" OR au:"de-vries" OR au:"devries")'),
        ('au:"Björn Måns"', '(au:"bjorn mans" OR au:"björn måns")'),
        ('jr:"ANDNOT (OR)"', 'jr:"andnot or"'),
        ("2605.01234v2", "id:2605.01234"),
        ("hep-th/9901001", "id:9901001"),
        ("doi:10.1000/Example.1", '(doi:"10.1000/Example.1" OR doi:"10.1000/example.1" OR doi:"10.1000/EXAMPLE.1")'),
        ("date:2026-05-13", "submittedDate:[202605130000 TO 202605140000]"),
        ("date:2026-02..", "submittedDate:[202602010000 TO 210001010000]"),
        ("date:..1999", "submittedDate:[199101010000 TO 200001010000]"),
        ("newer:1w", "submittedDate:[202605060000 TO 210001010000]"),
        ("cat:cs.DC -date:2026-05", "(cat:cs.DC ANDNOT submittedDate:[202605010000 TO 202605312359])"),
    ],
)  # fmt: skip
def test_every_bracket_is_written_and_words_are_in_quotes(typed: str, sent: str | None) -> None:
    if sent is None:
        with pytest.raises(QueryError):
            asked(typed)
    else:
        assert asked(typed).search_query == sent


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("ti:pruned", 'ti:"pruned"'),
        ("abs:sparse", 'abs:"sparse"'),
        ("quickly", 'all:"quickly"'),
        ("ti:queries", 'ti:"queries"'),
        ("ti:cookies", 'ti:"cookies"'),
        ("ti:ties", '(ti:"ties" OR ti:"tie")'),
        ("boxes", 'all:"boxes"'),
        ("self-attention", '(all:"self attention" OR all:"self-attention" OR all:"selfattention")'),
        ("co:accepted", 'co:"accepted"'),
        ("jr:pruned", 'jr:"pruned"'),
        ("ti:sky", '(ti:"sky" OR ti:"skies")'),
        ("ti:bias", '(ti:"bias" OR ti:"biases")'),
        ("co:page", '(co:"page" OR co:"pages")'),
    ],
)
def test_a_plural_is_requested_only_where_it_is_written_and_arxiv_does_not_find_it_by_the_word(
    typed: str, sent: str
) -> None:
    assert asked(typed).search_query == sent


def test_every_form_of_a_word_has_the_stem_of_one_that_is_requested(papers: list[Paper]) -> None:
    written = {word for paper in papers for word in words(f"{paper.title} {paper.abstract}")}
    for word in [*written, *IRREGULAR, *TAILS]:
        try:
            sent = re.findall(r'ti:"([^"]*)"', asked(f"ti:{word}").search_query)
        except QueryError:
            continue  # arXiv does not index this word
        assert {stem(form) for form in forms(word)} == set(map(stem, sent)), word


@pytest.mark.parametrize(
    ("typed", "sent", "left_out"),
    [
        ("cat:cs.DC is:unread badge:theorem", "cat:cs.DC", ("is:unread", "badge:theorem")),
        ("cat:cs.DC spars* /ab+/ tag:thesis note:x", "cat:cs.DC", ("spars*", "/ab+/", "tag:thesis", "note:x")),
        ("cat:cs.DC added:1w day:2026-05 has:doi", "cat:cs.DC", ("added:1w", "day:2026-05", "has:doi")),
        ("cat:cs.DC -survey", "cat:cs.DC", ("-survey",)),
        ("cat:cs.DC (ti:zeta OR is:starred)", "cat:cs.DC", ("(ti:zeta OR is:starred)",)),
        ("(cat:cs.PF is:starred OR cat:cs.LG)", "(cat:cs.PF OR cat:cs.LG)", ("(cat:cs.PF is:starred OR cat:cs.LG)",)),
        ("cat:cs.DC the sort:best", "cat:cs.DC", ("the",)),
        ("cat:cs.DC -id:hep-th/9901001", "cat:cs.DC", ("-id:hep-th/9901001",)),
        ("cat:cs.DC -id:2605.01234", "(cat:cs.DC ANDNOT id:2605.01234)", ()),
        ("cat:cs.DC -(id:hep-th/9901001 OR id:2605.01234)", "(cat:cs.DC ANDNOT id:2605.01234)",
         ("-(id:hep-th/9901001 OR id:2605.01234)",)),
        ("cat:cs.DC (id:hep-th/9901001 OR id:2605.01234)", "(cat:cs.DC AND (id:9901001 OR id:2605.01234))", ()),
        ("cat:cs.DC -(cat:cs.LG is:unread)", "cat:cs.DC", ("-(cat:cs.LG is:unread)",)),
        ("cat:cs.DC -(cat:cs.LG OR is:unread)", "(cat:cs.DC ANDNOT cat:cs.LG)", ("-(cat:cs.LG OR is:unread)",)),
    ],
)  # fmt: skip
def test_parts_of_a_query_that_arxiv_does_not_know_are_left_out_and_named_as_typed(
    typed: str, sent: str, left_out: tuple[str, ...]
) -> None:
    assert asked(typed)[0] == sent
    assert asked(typed).left_out == left_out


@pytest.mark.parametrize(
    "typed", ["-ti:zeta", "is:unread", "is:unread OR cat:cs.DC", "spars*", "-cat:cs.LG", "the", ""]
)
def test_a_query_that_leaves_nothing_to_look_for_is_refused(typed: str) -> None:
    with pytest.raises(
        QueryError, match=f"'{re.escape(typed)}' contains nothing that arXiv|query for arXiv is empty"
    ) as result:
        asked(typed)
    assert (result.value.fault.start, result.value.fault.end) == (0, len(typed))


@pytest.mark.parametrize(
    ("order", "sort_by", "descending"),
    [
        ("", "submittedDate", True),
        ("sort:new", "submittedDate", True),
        ("sort:old", "submittedDate", False),
        ("sort:best", "relevance", True),
        ("sort:updated", "lastUpdatedDate", True),
    ],
)
def test_the_order_is_arxivs_where_it_has_one(order: str, sort_by: str, descending: bool) -> None:
    assert asked(f"cat:cs.DC {order}")[1:3] == (sort_by, descending)


@pytest.fixture(scope="module")
def papers() -> list[Paper]:
    """Return papers whose words mean the same to arXiv and to arxtui: no formulas, no hyphens."""
    return [
        replace(
            paper,
            title=_plain(paper.title),
            abstract=_plain(paper.abstract),
            authors=tuple(Author(author.name.replace("-", " ")) for author in paper.authors),
        )
        for paper in make(NOW.date()).papers
    ]


def _plain(text: str) -> str:
    return re.sub(r"\$[^$]*\$|[-_^\\{}–]", " ", text)


@pytest.mark.parametrize("seed", range(sample(1, 4)))
def test_arxiv_finds_all_that_the_query_means(papers: list[Paper], seed: int) -> None:
    oracle = Oracle([Document(paper.key, paper) for paper in papers])
    draw, by_key = Draw(oracle, seed), {paper.key: paper for paper in papers}
    drawn = [draw.query(number) for number in range(250)]
    joined = [_together(drawn[place : place + 3], place) for place in range(0, 240, 3)]
    found = result = 0
    for expr in (*drawn, *joined):
        try:
            finds = matcher(for_arxiv(Query("", expr)).search_query)
        except QueryError:
            continue
        meant = oracle.matching(expr)
        assert all(finds(by_key[key]) for key in meant), expr
        result += 1
        found += bool(meant)
    assert result > 150
    assert found > 50


def _together(parts: list[Expr], place: int) -> Expr:
    first, second, third = parts
    return (
        And((first, Not(Or((second, third))))),
        Or((And((first, second)), third)),
        And((Or((first, second)), Not(third))),
    )[place % 3]


def test_the_page_says_which_query_arxiv_gets() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/query.md").read_text(encoding="utf-8")
    section = page.partition("## Search arXiv itself")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]*)` \| `([^`]*)` \|$", section, re.M)
    assert len(rows) >= 3
    for typed, sent in rows:
        assert asked(typed).search_query == sent
