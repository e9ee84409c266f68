"""Query terms that are not words (days, badges, sources, available data), and tolerant spellings of words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product
from pathlib import Path

import pytest

from arxtui.model.arxiv.ids import key_of
from arxtui.model.expr import (
    And,
    Badge,
    Category,
    Dated,
    Expr,
    Field,
    Has,
    Not,
    Note,
    Phrase,
    Regex,
    Sort,
    Source,
    Tag,
    Word,
)
from arxtui.query import check, parse
from arxtui.search.counting import Counts
from arxtui.search.index import SearchIndex
from arxtui.search.translate import UnresolvedError
from arxtui.search.writer import Document
from tests.search.made import ids, indexed, paper, reviewed

NETS, INDICES, JOINED, OLD = "2605.00001", "2604.00002", "2603.00003", "hep-th/9901001"


def badged(document: Document, theorem_links: int | None) -> Document:
    """Return the document with one more review, which has this badge."""
    *before, last = reviewed(document, "Headline").reviews
    return document._replace(reviews=(*before, replace(last, theorem_links=theorem_links)))


def day(*when: int) -> datetime:
    """Return noon UTC of that day."""
    return datetime(*when, 12, tzinfo=UTC)  # type: ignore[misc,arg-type]


PAPERS = [
    badged(
        badged(
            paper(
                NETS,
                "Self-attention networks",
                abstract="Queries and matrices. Our code is available.",
                published=day(2026, 5, 2),
                updated=day(2026, 5, 9),
                doi="10.1/x",
                categories=("cs.LG", "math.PR"),
            ),
            3,
        ),
        None,
    )._replace(added=date(2026, 5, 3), sources=("api", "rss")),
    badged(
        paper(INDICES, "A query of the index", abstract="One matrix of a non–linear network", categories=("math.NT",)),
        0,
    )._replace(added=date(2026, 4, 3), sources=("oai",)),
    badged(
        paper(
            JOINED,
            r"Nonlinear selfattention, $\ell$-adic $\sigma_8$",
            published=day(2026, 4, 30),
            updated=day(2026, 6, 1),
        ),
        None,
    )._replace(added=date(2026, 4, 3), sources=("jsonl",)),
    paper(OLD, "Physics of gas", abstract="See github.com/example/gas", categories=("hep-th",)),
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    return indexed(tmp_path_factory.mktemp("index"), PAPERS)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Word("network"), [NETS, INDICES]),
        (Word("networks"), [NETS, INDICES]),
        (Word("query"), [NETS, INDICES]),
        (Word("indices"), [INDICES]),
        (Word("matrices", Field.ABSTRACT), [NETS, INDICES]),
        (Word("networks", prefix=True), [NETS, INDICES]),
        (Phrase("networks"), [NETS]),
        (Word("physic"), []),
    ],
)
def test_singular_and_plural_find_each_other_unless_quoted(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Word("self-attention"), [NETS, JOINED]),
        (Word("selfattention"), [NETS, JOINED]),
        (Word("selfattention", Field.TITLE), [NETS, JOINED]),
        (Word("selfatt", prefix=True), [NETS, JOINED]),
        (Word("self-att", prefix=True), [NETS, JOINED]),
        (Word("non-linear"), [INDICES, JOINED]),
        (Word("nonlinear"), [INDICES, JOINED]),
        (Phrase("self attention"), [NETS]),
        (Word("ladic"), [JOINED]),
        (Word("sigma8"), [JOINED]),
    ],
)
def test_a_hyphen_may_be_there_or_not(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (Dated(date(2026, 5, 2), date(2026, 5, 2)), [NETS]),
        (Dated(date(2026, 5, 3), None), []),
        (Dated(date(2026, 5, 1), date(2026, 5, 1)), []),
        (Dated(date(2026, 4, 30), date(2026, 5, 1)), [JOINED]),
        (Dated(date(2026, 5, 1), date(2026, 5, 2)), [NETS]),
        (Dated(date(2026, 4, 1), date(2026, 4, 30)), [INDICES, JOINED]),
        (Dated(None, date(2026, 4, 1)), [INDICES, OLD]),
        (Dated(date(1999, 1, 1), date(1999, 1, 1)), [OLD]),
        (Dated(date(2026, 5, 9), date(2026, 5, 2)), []),
        (Dated(date(2026, 5, 9), date(2026, 3, 2)), []),
        (Dated(date(2026, 5, 9), date(2023, 3, 2)), []),
        (Dated(date(2025, 12, 31), date(2026, 5, 1)), [INDICES, JOINED]),
        (Dated(date(2025, 5, 2), date(2026, 5, 2)), [NETS, INDICES, JOINED]),
        (Dated(date(2026, 5, 3), date(2026, 4, 3), added=True), []),
        (Dated(None, date(2026, 5, 2), added=True), [INDICES, JOINED]),
        (Dated(date(2026, 4, 4), None, added=True), [NETS]),
        (Dated(None, None, added=True), [NETS, INDICES, JOINED]),
        (Dated(date(2026, 4, 3), date(2026, 4, 3), added=True), [INDICES, JOINED]),
        (Badge("theorem"), [NETS]),
        (Badge("theorem", 3), [NETS]),
        (Badge("theorem", 4), []),
        (Badge("recognition"), [INDICES]),
        (Badge("none"), [JOINED]),
        (Source("rss"), [NETS]),
        (Source("oai"), [INDICES]),
        (Has("code"), [NETS, OLD]),
        (Has("doi"), [NETS]),
        (Has("review"), [NETS, INDICES, JOINED]),
        (Has("fulltext"), []),
        (And((Word("matrix"), Not(Has("code")))), [INDICES]),
    ],
)
def test_facts_of_papers(index: SearchIndex, query: Expr, found: list[str]) -> None:
    assert ids(index, query) == found


def test_a_range_of_days_ends_with_its_last_day_wherever_months_and_years_end(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    ends = [(2024, 2, 28), (2024, 2, 29), (2024, 3, 1), (2025, 2, 27), (2025, 2, 28), (2025, 3, 1)]
    ends += [(2025, 4, 29), (2025, 4, 30), (2025, 5, 1), (2025, 12, 30), (2025, 12, 31), (2026, 1, 1), (2026, 1, 31)]
    by_day = {date(*when): f"2602.{place + 1:05}" for place, when in enumerate(ends)}
    index = indexed(
        tmp_path_factory.mktemp("days"),
        [paper(base, "T", published=day(of.year, of.month, of.day)) for of, base in by_day.items()],
    )
    for first, last in product([None, *by_day], [None, *by_day]):
        within = [base for of, base in by_day.items() if (first or of) <= of <= (last or of)]
        assert ids(index, Dated(first, last)) == within[::-1], (first, last)


def test_a_doi_is_found_however_a_record_or_a_query_writes_it(tmp_path: Path) -> None:
    written = ["10.1000/ABC", "doi:10.1000/abc", "https://doi.org/10.1000/Abc", "http://dx.doi.org/10.1000/abc"]
    papers = [paper(f"2605.{place:05}", "T", doi=doi) for place, doi in enumerate(written, 1)]
    others = [paper("2605.00009", "T", doi="10.1000/abcd"), paper("2605.00008", "T", doi="10.1/x 10.1000/abc")]
    index = indexed(tmp_path, [*papers, *others])
    found = ["2605.00008", "2605.00004", "2605.00003", "2605.00002", "2605.00001"]
    for query in ("doi:10.1000/abc", "DOI:10.1000/ABC", "10.1000/Abc", "https://doi.org/10.1000/abc"):
        assert ids(index, check(query).expr) == found
    assert ids(index, check("doi:10.1000/ab*").expr) == ["2605.00009", *found]


def test_tags_notes_and_regular_expressions_must_be_made_into_keys_first(index: SearchIndex) -> None:
    for query in (Tag("thesis"), Note("check"), Has("note"), Has("tag"), Regex("a b", across=True)):
        with pytest.raises(UnresolvedError):
            index.find(And((Word("network"), query)), limit=1)


def test_the_last_updated_come_first_and_of_one_day_the_newest(index: SearchIndex) -> None:
    assert ids(index, Not(Word("nothing")), Sort.UPDATED) == [JOINED, NETS, INDICES, OLD]


def test_the_oldest_come_first_where_requested(index: SearchIndex) -> None:
    assert ids(index, Word("network"), Sort.OLD) == [INDICES, NETS]


def test_counts_of_a_search(index: SearchIndex) -> None:
    assert index.counts(Word("network")) == Counts(
        total=2,
        categories=(("cs.LG", 1), ("math.NT", 1), ("math.PR", 1)),
        archives=(("math", 2), ("cs", 1)),
        months=((key_of(INDICES) >> 32, 1), (key_of(NETS) >> 32, 1)),
        badges=((1, 1), (4, 1)),
    )
    assert index.counts(Category("cs.XX")) == Counts()


NUMERICS = [
    paper("2605.00004", "Named as today", categories=("math.NA", "quant-ph")),
    paper("2605.00003", "Named as before", categories=("cs.NA",)),
    paper("2605.00002", "Named twice", categories=("math.NA", "cs.NA")),
    paper("2605.00001", "Something else", categories=("cs.CL",)),
    paper("cmp-lg/9404001", "From an old archive", categories=("cmp-lg",)),
]
ALL_NUMERICS = ["2605.00004", "2605.00003", "2605.00002"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("cat:math.NA", ALL_NUMERICS),
        ("cat:cs.NA", ALL_NUMERICS),
        ("cat:cs.N*", ALL_NUMERICS),
        ("cat:math", ALL_NUMERICS),
        ("cat:cs", [*ALL_NUMERICS, "2605.00001", "cmp-lg/9404001"]),
        ("-cat:cs.NA", ["2605.00001", "cmp-lg/9404001"]),
        ("cat:cs.NA -cat:math.NA", []),
        ("cat:cs.CL", ["2605.00001", "cmp-lg/9404001"]),
        ("cat:cmp-lg", ["cmp-lg/9404001"]),
    ],
)
def test_a_category_is_found_under_each_of_its_codes(
    tmp_path_factory: pytest.TempPathFactory, query: str, found: list[str]
) -> None:
    index = indexed(tmp_path_factory.mktemp("index"), NUMERICS)
    expr = check(query).expr
    assert ids(index, expr) == found
    assert index.count(expr) == len(found)


def test_a_category_is_counted_under_each_of_its_codes(tmp_path_factory: pytest.TempPathFactory) -> None:
    counts = indexed(tmp_path_factory.mktemp("index"), NUMERICS).counts(And())
    numbers = dict(counts.categories)
    assert (numbers["math.NA"], numbers["cs.NA"], numbers["cs.CL"], numbers["cmp-lg"]) == (3, 3, 2, 1)
    assert dict(counts.archives) == {"cs": 5, "math": 3, "quant-ph": 1, "cmp-lg": 1}


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("netwrok", "network"),
        ("matrx", "matrix"),
        ("phyysics", "physics"),
        ("quary", "query"),
        ("gaz", "gas"),
        ("zzzz", None),
        ("q", None),
    ],
)
def test_words_one_letter_off_are_offered(index: SearchIndex, misspelt: str, meant: str | None) -> None:
    assert [word for word, _ in index.nearby(misspelt)] == ([meant] if meant else [])


def one_edit_apart(one: str, other: str) -> bool:
    """Return whether a letter inserted, deleted or replaced, or two neighbours swapped, leads from one to the other."""
    short, long = sorted((one, other), key=len)
    if len(short) < len(long):
        return any(long[:at] + long[at + 1 :] == short for at in range(len(long)))
    differ = [at for at, (left, right) in enumerate(zip(one, other, strict=True)) if left != right]
    swapped = len(differ) == 2 and differ[1] == differ[0] + 1 and sorted(one) == sorted(other)
    return len(differ) == 1 or swapped


def test_the_commonest_five_words_one_edit_away_are_offered_with_their_papers(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    words = ["".join(letters) for length in (2, 3, 4) for letters in product("kz7", repeat=length)]
    papers = {word: 1 + at * 5 % 7 for at, word in enumerate(words) if at % 4}
    titles = [" ".join(word for word, count in papers.items() if count > at) for at in range(7)]
    index = indexed(
        tmp_path_factory.mktemp("index"), [paper(f"2605.{at:05}", title) for at, title in enumerate(titles, 1)]
    )
    for word in words:
        near = sorted((-count, other) for other, count in papers.items() if one_edit_apart(word, other))
        offered = [(other, -count) for count, other in near][:5]
        assert index.nearby(word) == (offered if len(word) > 2 else []), word


def test_best_first_whole_words_come_before_those_that_begin_so(tmp_path_factory: pytest.TempPathFactory) -> None:
    papers = [
        paper("2605.00009", "Sparsity everywhere", abstract="Nothing else."),
        paper("2605.00002", "Deep in the text", abstract="It was spars and sails and masts and ropes."),
        paper("2601.00001", "Spars", abstract="Spars."),
    ]
    index = indexed(tmp_path_factory.mktemp("index"), papers)
    assert ids(index, Word("spar", prefix=True), Sort.BEST) == ["2601.00001", "2605.00002", "2605.00009"]
    assert ids(index, Word("spars", prefix=True)) == ["2605.00009", "2605.00002", "2601.00001"]


VENUES = [
    paper("2605.00011", "One", comment="Accepted at NIPS 2016, 12 pages"),
    paper("2605.00010", "Two", comment="Submitted to NeurIPS 2026"),
    paper("2605.00009", "Three", comment="12 pages", journal_ref="Phys.Rev.D79:123,2009"),
    paper("2605.00008", "Four", comment="Accepted to ICLR 2025 workshop", abstract="A film: https://lab.example.org/"),
    paper("2605.00007", "Five", comment="doi:10.1000/example"),
    paper("2605.00006", "Six", comment="Code: https://github.com/example/six"),
]


@pytest.fixture(scope="module")
def venues(tmp_path_factory: pytest.TempPathFactory) -> SearchIndex:
    return indexed(tmp_path_factory.mktemp("venues"), VENUES)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("venue:neurips", ["2605.00011"]),
        ("venue:nips", ["2605.00011"]),
        ("venue:iclr", ["2605.00008"]),
        ("venue:iclrs", []),
        ('venue:"NeurIPS 2016"', ["2605.00011"]),
        ('venue:"NeurIPS 2026"', []),
        ("venue:2009", ["2605.00009"]),
        ("venue:prd", ["2605.00009"]),
        ('venue:"physical review d"', ["2605.00009"]),
        ("venue:iclr -venue:workshop", []),
        ("venue:icl*", ["2605.00008"]),
        ("has:link", ["2605.00008", "2605.00006"]),
        ("has:code", ["2605.00006"]),
    ],
)
def test_a_paper_is_found_by_the_venue_that_took_it_and_by_its_links(
    venues: SearchIndex, query: str, found: list[str]
) -> None:
    assert ids(venues, check(query).expr) == found


@pytest.mark.parametrize("begun", ["venue:n", "venue:neu", "venue:prd", 'venue:"phys. rev', "venue:", 'venue:"NIPS 20'])
def test_a_venue_may_be_half_typed(venues: SearchIndex, begun: str) -> None:
    assert venues.count(parse(begun, typing=True).expr) > 0
