"""An incomplete query means as much as possible so far, and never raises an error."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxtui.model.expr import (
    EVERYTHING,
    And,
    Category,
    Dated,
    Expr,
    Field,
    Not,
    Note,
    Phrase,
    Regex,
    Tag,
    Word,
    terms_of,
)
from arxtui.query import QueryError, check, parse
from arxtui.query.explain import explain
from arxtui.query.incomplete import with_stars
from tests.query.nasty import PIECES, fault_of, queries
from tests.samples import sample

typed = st.lists(st.sampled_from(PIECES) | st.just(" ") | st.text(max_size=2), max_size=25).map("".join) | st.text()


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("spar", Word("spar", prefix=True)),
        ("spar ", Word("spar", prefix=True)),
        ("sparse att", And((Word("sparse"), Word("att", prefix=True)))),
        ("ti:spar", Word("spar", Field.TITLE, prefix=True)),
        ("au:", EVERYTHING),
        ("a au:", Word("a", prefix=True)),
        ("a --s", And((Word("a"), Word("s", prefix=True)))),
        ("NOT -s", Word("s", prefix=True)),
        ("a -s", And((Word("a", prefix=True), Not(Word("s"))))),
        ("(a b", And((Word("a"), Word("b", prefix=True)))),
        ('"sparse att', And((Phrase("sparse"), Word("att", prefix=True)))),
        ('"sparse ', Phrase("sparse")),
        ('"sparse attention"', Phrase("sparse attention")),
        ('ti:"att', Word("att", Field.TITLE, prefix=True)),
        ("a OR", Word("a")),
        ("a -", Word("a", prefix=True)),
        ("is:un", EVERYTHING),
        ("sort:b", EVERYTHING),
        ("day:2026-0", EVERYTHING),
        ("cat:c", Category("c*")),
        ("cat:CS.l", Category("cs.L*")),
        ("cat:cs.LG", Category("cs.LG")),
        ("is:nonsense", And((Word("is"), Word("nonsense", prefix=True)))),
        ("foo:bar", And((Word("foo"), Word("bar", prefix=True)))),
        ("foo:bar a", And((Word("foo"), Word("bar"), Word("a", prefix=True)))),
        ("id:2605.0", Word("2605.0", Field.ID, prefix=True)),
        ("a date:2026-0", Word("a", prefix=True)),
        ("a date:2026-05..20", Word("a", prefix=True)),
        ("a date:2026-1", And((Word("a", prefix=True), Dated(date(2026, 1, 1), date(2026, 1, 31))))),
        ("a date:2026-12..2026-1", Word("a", prefix=True)),
        ("a day:2026-05-13..2026-05-1", Word("a", prefix=True)),
        ("a newer:1", Word("a", prefix=True)),
        ("a after:2026-0", Word("a", prefix=True)),
        ("a before:2026-1", And((Word("a", prefix=True), Dated(None, date(2025, 12, 31))))),
        ("a day:tod", Word("a", prefix=True)),
        ("title:sp", Word("sp", Field.TITLE, prefix=True)),
        ("category:cs.", Category("cs.*")),
        ("a added:1", Word("a", prefix=True)),
        ("a has:", Word("a", prefix=True)),
        ("a badge:theo", Word("a", prefix=True)),
        ("a source:p", Word("a", prefix=True)),
        ("tag:th", Tag("th*")),
        ("tag:th ", Tag("th*")),
        ('tag:"to r', Tag("to r*")),
        ("note:lem", Note("lem", prefix=True)),
        ('note:"the lem', Note("the lem", prefix=True)),
        ('note:"the ', Note("the")),
        ("a -tag:th", And((Word("a", prefix=True), Not(Tag("th"))))),
        ("/abc", Regex("abc")),
        ("a /o\\(n lo", And((Word("a", prefix=True), Regex("o\\(n lo", across=True)))),
        ("a /mo[s", Word("a", prefix=True)),
        ("a /ab\\", And((Word("a", prefix=True), Regex("ab")))),
        ("/", EVERYTHING),
    ],
)
def test_an_unfinished_query_is_parsed_with_its_last_word_as_a_prefix(text: str, expr: Expr) -> None:
    assert parse(text, typing=True).expr == expr


FILTERS = (
    *("is:unread", "sort:old", "cat:quant-ph", "-cat:cs.LG", "date:2025", "has:code", "/a b/", "-survey", "-", "is:"),
    *("(cat:cs.LG OR cat:cs.CV)", "(cat:cs.LG OR cat:c", "AND is:unread", "ti:rings", 'au:"Ada Example"', "id:2605"),
)


@pytest.mark.parametrize(
    "begun", ["galax", "dwarf galax", "id:2605", "ti:galax", "au:exam", "tag:th", "cat:c", "x OR y"]
)
@pytest.mark.parametrize("filters", [*FILTERS, "is:unread sort:old -cat:cs.LG"])
def test_a_beginning_stays_one_while_only_filters_follow(begun: str, filters: str) -> None:
    alone = parse(begun, typing=True).expr
    assert set(terms_of(alone)) <= set(terms_of(parse(f"{begun} {filters}", typing=True).expr))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("galax dwarf", "galax"),
        ('galax "dark matter"', "galax"),
        ("galax (dwarf", "galax"),
        ("galax foo:bar", "galax"),
        ("galax OR is:unread", "galax"),
        ("(galax) is:unread", "galax"),
        ("(galax OR is:starred) is:unread", "galax"),
        ("-galax is:unread", "galax"),
        ('"galax" is:unread', "galax"),
        ("au:exam galax is:unread", "exam"),
    ],
)
def test_a_word_is_whole_once_another_follows_or_where_it_is_closed(text: str, whole: str) -> None:
    terms = terms_of(parse(text, typing=True).expr)
    assert [getattr(term, "prefix", False) for term in terms if getattr(term, "text", "") == whole] == [False]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("galax is:unread", "galax* is:unread"),
        ("id:2605 cat:quant-ph sort:old", "id:2605* cat:quant-ph sort:old"),
        ("au:exam ti:galax", "au:exam* ti:galax*"),
        ("dwarf galax is:un", "dwarf galax* is:un"),
        ("2605.01234 is:unread", "2605.01234 is:unread"),
        ("galax* is:unread", "galax* is:unread"),
        ("-galax", "-galax"),
        ("galax:", "galax:"),
        ("galax dwarf ", "galax dwarf* "),
        ("galax NOT", "galax* NOT"),
    ],
)
def test_a_beginning_is_written_out_with_its_star(text: str, written: str) -> None:
    assert with_stars(text) == written


@given(typed)
@example("galax:")
def test_a_query_with_its_prefix_stars_written_out_keeps_its_typed_meaning(text: str) -> None:
    if parse(with_stars(text)).faults == parse(text, typing=True).faults == ():
        assert parse(with_stars(text)).expr == parse(text, typing=True).expr
    assert parse(with_stars(text), typing=True).expr == parse(text, typing=True).expr


@pytest.mark.parametrize(
    "text",
    [f"rating:{begun}" for begun in (">", ">=", "<", "<=", "=", "3.", "3..", ".", "..", "..4")]
    + ["spar", "is:un", "day:2026-0", "sort:b", "cat:c", "id:2605.0", "a -", "newer:1", "has:c", "badge:1", "/"]
    + ["date:2026-05..2026-05-0", "date:2026..2026-0", "date:..2026-0"],
)
def test_an_unfinished_word_or_value_is_no_fault_while_typing(text: str) -> None:
    assert parse(text, typing=True).faults == ()


@pytest.mark.parametrize("rest", ["", " OR", " AND", " is:un", " (", " -", ' "', " day:2026-0", " ti:/"])
def test_a_part_that_does_not_restrict_the_results_yet_is_distinguished(rest: str) -> None:
    query = parse(f"sparse{rest}", typing=True)
    assert query.unfinished is bool(rest)
    assert not parse("is:unread sparse", typing=True).unfinished
    assert not parse(f"sparse{rest}").unfinished


IMPOSSIBLE = (
    "2026-13",
    "2026-00",
    "2026-02-30",
    "2026-02-31",
    "2025-02-29",
    "2026-13..",
    "2026-13..2027",
    "..2026-13",
    "2026-05..2026-13",
    "2026-05..2026-04",
    "2026-05..2025",
    "2026-05-13..2026-05-12",
    "2026-02-31..",
    "2026-02-31.",
    "0000-",
    "20260",
    "2026-5.3",
    "202-5",
)


@pytest.mark.parametrize("name", ["date", "day", "added"])
@pytest.mark.parametrize("value", IMPOSSIBLE)
def test_an_impossible_date_is_the_same_fault_while_it_is_typed_as_afterwards(name: str, value: str) -> None:
    text = f"sparse {name}:{value}"
    typed, finished = parse(text, typing=True), parse(text)
    assert typed.faults == finished.faults
    (fault,) = typed.faults
    assert text[fault.start : fault.end] == value
    with pytest.raises(QueryError):
        check(text)
    # A date that is impossible is searched as words, which no paper contains: it is never ignored.
    assert Word(name) in terms_of(typed.expr)


@pytest.mark.parametrize("value", ["20261", "9000y", "13-", "1x", "."])
def test_an_impossible_length_of_time_is_one_as_well(value: str) -> None:
    assert parse(f"newer:{value}", typing=True).faults == parse(f"newer:{value}").faults != ()


_DATES = st.dates(min_value=date(1000, 1, 1))


@given(_DATES, _DATES, st.sampled_from(["day", "date", "added"]))
def test_no_beginning_of_a_possible_date_is_a_fault(one: date, other: date, name: str) -> None:
    first, last = sorted((one, other))
    for value in (f"{first}", f"{first:%Y-%m}", f"{first}..{last}", f"..{last}", f"{first:%Y-%m}..{last:%Y-%m}"):
        text = f"{name}:{value}"
        for end in range(len(name) + 2, len(text) + 1):
            assert parse(text[:end], typing=True).faults == (), text[:end]


@pytest.mark.parametrize(("text", "place"), [("/abc", "/abc"), ("has:", "has:"), ("a /mo[s", "/mo[s"), ("is:x", "x")])
def test_an_incomplete_or_unknown_part_of_a_query_is_underlined(text: str, place: str) -> None:
    fault = parse(text, typing=True).faults[0]
    assert text[fault.start : fault.end] == place


@given(typed, st.booleans())
def test_any_text_is_a_query_and_its_faults_lie_within_it(text: str, typing: bool) -> None:
    query = parse(text, typing=typing)
    assert explain(query)
    assert all(0 <= fault.start < fault.end <= len(text) and fault.reason for fault in query.faults)
    assert list(query.faults) == sorted(query.faults, key=lambda fault: (fault.start, fault.end))


@given(typed)
def test_every_beginning_of_a_query_is_one(text: str) -> None:
    for end in range(len(text)):
        parse(text[:end], typing=True)


def test_thousands_of_nasty_queries_mean_something() -> None:
    """``python -m benchmarks.soak_queries`` runs a million."""
    assert [
        fault
        for number, text in enumerate(queries(seed=3, count=sample(4_000, 20_000)))
        if (fault := fault_of(number, text))
    ] == []
