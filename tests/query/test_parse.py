"""The parser turns a query into an expression tree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from operator import eq, ge, gt, le, lt
from typing import get_args

import pytest

from arxtui.model.expr import (
    EVERYTHING,
    And,
    Announced,
    Badge,
    Category,
    Countable,
    Counted,
    Dated,
    Expr,
    Field,
    Has,
    Not,
    Note,
    Or,
    Phrase,
    Rated,
    Regex,
    Sort,
    Source,
    State,
    Tag,
    Word,
)
from arxtui.query import parse
from arxtui.query.vocabulary import FIELDS

A, B, C = Word("a"), Word("b"), Word("c")


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("", EVERYTHING),
        ("  \t ", EVERYTHING),
        ("a", A),
        ("a b", And((A, B))),
        ("a AND b", And((A, B))),
        ("a b OR c", Or((And((A, B)), C))),
        ("a (b OR c)", And((A, Or((B, C))))),
        ("a (b c)", And((A, B, C))),
        ("-a", Not(A)),
        ("NOT a b", And((Not(A), B))),
        ("NOT NOT a", A),
        ("--a", A),
        ("-(a b)", Not(And((A, B)))),
        ("a ANDNOT b", And((A, Not(B)))),
        ("a ANDNOT (b OR c)", And((A, Not(Or((B, C)))))),
        ("all:a all: b", And((A, B))),
        ('ALL:"a b"', Phrase("a b")),
        ("ti: a", Word("a", Field.TITLE)),
        ('title: "a b" c', And((Phrase("a b", Field.TITLE), C))),
        ("-ti: a", Not(Word("a", Field.TITLE))),
        ("is: starred", State("starred")),
        ("ti:(a -b) c", And((Word("a", Field.TITLE), Not(Word("b", Field.TITLE)), C))),
        ("ti: (a (b OR co:c))", And((Word("a", Field.TITLE), Or((Word("b", Field.TITLE), Word("c", Field.COMMENT)))))),
        ("ti:(au:(a) b)", And((Word("a", Field.AUTHOR), Word("b", Field.TITLE)))),
        ("cat:(cs.LG OR cs.CL)", Or((Category("cs.LG"), Category("cs.CL")))),
        ("au:del_maestro", Phrase("del maestro", Field.AUTHOR)),
        ("au:hinton_g_1", And((Word("hinton", Field.AUTHOR), Word("g", Field.AUTHOR, prefix=True)))),
        ("au:_", EVERYTHING),
        ("ti:del_maestro", Word("del_maestro", Field.TITLE)),
        ("a-b", Word("a-b")),
        ("a - b", And((A, B))),
        ("and or not", And((Word("and"), Word("or"), Word("not")))),
        ('"a  b"', Phrase("a b")),
        ('-ti:"a b"', Not(Phrase("a b", Field.TITLE))),
        ("TI:a", Word("a", Field.TITLE)),
        ("BERT: a", And((Word("BERT:"), A))),
        ("& — +", EVERYTHING),
        ("[28] a[/b]", And((Word("[28]"), Word("a[/b]")))),
        ("-is:read", Not(State("read"))),
        ("IS:Starred", State("starred")),
        ("cat:CS.lg", Category("cs.LG")),
        ("cat:CS.*", Category("cs.*")),
        ("cat:astro-ph", Category("astro-ph*")),
        ("cat:alg-geom", Category("alg-geom")),
        ('cat:"cs.DC"', Category("cs.DC")),
        ("day:2024-02", Announced(date(2024, 2, 1), date(2024, 2, 29))),
        ("day:2026", Announced(date(2026, 1, 1), date(2026, 12, 31))),
        ("day:2026-5-3", Announced(date(2026, 5, 3), date(2026, 5, 3))),
        ("arXiv:2605.01234", Word("2605.01234", Field.ID)),
        ("id:2605.01234v3", Word("2605.01234", Field.ID)),
        ("id:2605*", Word("2605", Field.ID, prefix=True)),
        ("10.48550/arXiv.2605.01234", Word("2605.01234", Field.ID)),
        ("arXiv: 2605.01234", Word("2605.01234", Field.ID)),
        ("doi:10.48550/arXiv.2605.01234v2", Word("2605.01234", Field.ID)),
        ("doi: https://doi.org/10.48550/arXiv.2605.01234", Word("2605.01234", Field.ID)),
        ("10.1000/example.1", Word("10.1000/example.1", Field.DOI)),
        ("(a OR 10.1000/S0(95)1-4)", Or((A, Word("10.1000/S0(95)1-4", Field.DOI)))),
        ("-https://dx.doi.org/10.1000/example.1,", Not(Word("10.1000/example.1", Field.DOI))),
        ("10.1000/ex*", Word("10.1000/ex", Field.DOI, prefix=True)),
        ("rating>3", Rated(4, 5)),
        ("(rating<=2)", Rated(1, 2)),
        ("p>3", Word("p>3")),
        ('id:"2605.01234"', Word("2605.01234", Field.ID)),
        ('doi:"10.1000/(a) b"', Word("10.1000/(a) b", Field.DOI)),
        ("date:2026-05..2026-06", Dated(date(2026, 5, 1), date(2026, 6, 30))),
        ("DATE:..2025", Dated(None, date(2025, 12, 31))),
        ("added:2026-05-03", Dated(date(2026, 5, 3), date(2026, 5, 3), added=True)),
        ("added:2D", Dated(date(2026, 3, 29), None, added=True)),
        ("newer:1w", Dated(date(2026, 3, 24), None)),
        ("newer:1m", Dated(date(2026, 2, 28), None)),
        ("newer:25m", Dated(date(2024, 2, 29), None)),
        ("newer:1y", Dated(date(2025, 3, 31), None)),
        ("tag:Thesis/a", Tag("Thesis/a")),
        ("tag:th**", Tag("th*")),
        ('tag:"to  read"', Tag("to read")),
        ("note:lem*", Note("lem", prefix=True)),
        ('note:"a  b*"', Note("a b*")),
        ("note:*", EVERYTHING),
        ("badge:Theorem", Badge("theorem")),
        ("badge:12", Badge("theorem", 12)),
        ("badge:123456", Badge("theorem", 123_456)),
        ("-badge:none", Not(Badge("none"))),
        ("source:OAI", Source("oai")),
        ("has:code", Has("code")),
        ("/mo[st]2/", Regex("mo[st]2")),
        ("-ti:/a b/ c", And((Not(Regex("a b", Field.TITLE, across=True)), C))),
        ("(/a(b|c)/ OR b)", Or((Regex("a(b|c)"), B))),
        (r"/a\/b/(b)", And((Regex(r"a\/b", across=True), B))),
        ("/a/b/", Regex("a/b", across=True)),
        ("a/b/ c//d/", And((Word("a/b/"), Word("c//d/")))),
        ("/ // //a/", Word("//a/")),
        ('"/a/"', Phrase("/a/")),
    ],
)
def test_words_fields_and_operators_are_parsed_into_an_expression(text: str, expr: Expr) -> None:
    query = parse(text, now=datetime(2026, 3, 31, 12, tzinfo=UTC))
    assert query.expr == expr
    assert query.faults == ()
    assert query.text == text


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("a", Sort.NEW),
        ("sort:best a", Sort.BEST),
        ("(a sort:best) b", Sort.BEST),
        ("sort:NEW", Sort.NEW),
        ("sort:old", Sort.OLD),
        ("sort:old a sort:updated", Sort.UPDATED),
    ],
)
def test_a_sort_order_can_be_anywhere_and_is_no_term(text: str, sort: Sort) -> None:
    query = parse(text)
    assert query.sort is sort
    assert not query.faults


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('ti:"x AND (', [(3, 11)]),
        ("((", [(0, 1), (1, 2)]),
        ("OR", [(0, 2)]),
        ("a OR OR b", [(2, 4), (5, 7)]),
        ("a AND AND b", [(2, 5)]),
        ("AND a", [(0, 3)]),
        ("a AND", [(2, 5)]),
        ("(a AND) b", [(3, 6)]),
        ("a AND OR b", [(2, 5)]),
        ("(OR a)", [(1, 3)]),
        ("-(", [(1, 2)]),
        ("NOT", [(0, 3)]),
        ("x:y is:z )", [(0, 2), (7, 8), (9, 10)]),
        ("-sort:best", [(1, 10)]),
        ("day:..", [(4, 6)]),
        ("a /b(", [(2, 5), (4, 5)]),
        ("ti:/b[/ is:/a/", [(5, 6), (12, 13)]),
        ("newer:2026 badge:0 x:/y/", [(6, 10), (17, 18), (19, 21)]),
        ("-", [(0, 1)]),
        (" - - ", [(1, 4)]),
    ],
)
def test_every_fault_is_reported_in_the_order_of_its_place(text: str, places: list[tuple[int, int]]) -> None:
    assert [(fault.start, fault.end) for fault in parse(text).faults] == places


@pytest.mark.parametrize("sign", ["", "=", "<", "<=", ">", ">="])
def test_ratings_are_compared_as_numbers_and_those_that_no_paper_can_have_are_faults(sign: str) -> None:
    means: dict[str, Callable[[int, int], bool]] = {"": eq, "=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}
    for number in range(10):
        matching = [rating for rating in range(1, 6) if means[sign](rating, number)]
        for text in (f"rating:{sign}{number}", f"rating{sign or '='}{number}"):
            query = parse(text)
            if number + (sign == ">") - (sign == "<") in range(1, 6):
                assert (query.expr, query.faults) == (Rated(matching[0], matching[-1]), ()), text
            else:
                assert query.faults, text


@pytest.mark.parametrize("least", ["", *"012345"])
@pytest.mark.parametrize("most", ["", *"123456"])
def test_a_range_of_ratings_may_be_open_at_one_end(least: str, most: str) -> None:
    query = parse(f"rating:{least}..{most}")
    if (least or most) and 1 <= int(least or 1) <= int(most or 5) <= 5:
        assert (query.expr, query.faults) == (Rated(int(least or 1), int(most or 5)), ())
    else:
        assert query.faults


@pytest.mark.parametrize("text", ["", "  ", "sort:best", "a -", "a - b", "*", "- sort:best"])
def test_a_dash_beside_words_and_a_query_for_everything_are_no_faults(text: str) -> None:
    assert parse(text).faults == ()


def test_a_minus_that_is_being_typed_may_become_a_query() -> None:
    assert parse("-", typing=True).faults == ()


def test_brackets_have_a_depth_at_which_they_end() -> None:
    query = parse("(" * 5000 + "a" + ")" * 5000)
    assert query.expr == A
    assert query.faults


def test_ages_are_counted_from_the_day_in_utc_unless_another_is_given() -> None:
    [first] = {query.expr.first for query in [parse("newer:0d")] if isinstance(query.expr, Dated)}
    assert first is not None
    assert abs(first - datetime.now(UTC).date()) <= timedelta(days=1)


EVENING = datetime(2026, 5, 14, 1, 30, tzinfo=UTC)
"""Half past nine in the evening of May 13 in New York."""


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("day:today", Announced(date(2026, 5, 13), date(2026, 5, 13))),
        ("day:yesterday", Announced(date(2026, 5, 12), date(2026, 5, 12))),
        ("day:>=yesterday", Announced(date(2026, 5, 12), None)),
        ("date:today", Dated(date(2026, 5, 14), date(2026, 5, 14))),
        ("added:today", Dated(date(2026, 5, 14), date(2026, 5, 14), added=True)),
        ("newer:1d", Dated(date(2026, 5, 13), None)),
    ],
)
def test_the_announcement_day_is_that_of_new_york_and_other_days_are_in_utc(text: str, expr: Expr) -> None:
    assert parse(text, now=EVENING).expr == expr


@pytest.mark.parametrize(("hour", "day"), [(3, 12), (4, 13), (23, 13)])
def test_arxivs_day_begins_at_midnight_in_new_york(hour: int, day: int) -> None:
    expected = Announced(date(2026, 5, day), date(2026, 5, day))
    assert parse("day:today", now=datetime(2026, 5, 13, hour, 59, 59, tzinfo=UTC)).expr == expected


def test_a_field_holds_for_the_brackets_within_its_bracket_unless_they_have_their_own() -> None:
    for text, meant in (
        ("ti:(fair (old OR new))", "ti:fair (ti:old OR ti:new)"),
        ("ti:(fair abs:(old OR (new locks)) queues)", "ti:fair (abs:old OR (abs:new abs:locks)) ti:queues"),
        ("ti:((fair)) locks", "ti:fair locks"),
    ):
        assert parse(text).expr == parse(meant).expr, text


@pytest.mark.parametrize("field", [*FIELDS, "year"])
@pytest.mark.parametrize("value", [">=3", "<2025"])
def test_a_comparison_needs_no_colon(field: str, value: str) -> None:
    read = parse(f"{field}:{value}").expr
    if isinstance(read, Counted | Rated | Dated | Announced):
        assert parse(f"{field} {value}").expr == read


@pytest.mark.parametrize("field", get_args(Countable))
@pytest.mark.parametrize(
    ("value", "least", "most"),
    [
        ("10", 10, 10),
        (">10", 11, None),
        (">=10", 10, None),
        ("<10", 0, 9),
        ("<=10", 0, 10),
        ("10..20", 10, 20),
        ("10..", 10, None),
        ("..20", 0, 20),
    ],
)
def test_a_range_or_comparison_of_numbers_gives_the_least_and_the_most(
    field: Countable, value: str, least: int, most: int | None
) -> None:
    assert parse(f"{field}:{value}").expr == Counted(field, least, most)
