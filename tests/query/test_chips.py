"""Chips are parts of the query text: each can be removed, and a new one narrows the whole query."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.expr import And, Expr
from arxtui.query import parse
from arxtui.query.chips import Chip, chips, narrowable, with_term, without_chip
from tests.query.nasty import PIECES, queries
from tests.samples import sample

texts = st.lists(st.sampled_from(PIECES) | st.just(" ") | st.text(max_size=2), max_size=20).map("".join) | st.text()


def asked(text: str) -> tuple[Expr, ...]:
    """Return the terms of a query in order."""
    expr = parse(text).expr
    return expr.parts if isinstance(expr, And) else (expr,)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  sparse  ti:x ", ["sparse", "ti:x"]),
        ("sparse attention", ["sparse attention"]),
        ('a "b c"  d cat:cs.LG e', ['a "b c"  d', "cat:cs.LG", "e"]),
        ("a AND b -c d", ["a AND b", "-c", "d"]),
        ("2605.01234 a:b /c/ d", ["2605.01234", "a:b", "/c/", "d"]),
        ("sparse AND -is:read sort:best", ["sparse", "-is:read", "sort:best"]),
        ('cat:cs.LG (a OR b) -(c d) NOT "e f"', ["cat:cs.LG", "(a OR b)", "-(c d)", 'NOT "e f"']),
        ("/a b(c|d)/ ti:/x/", ["/a b(c|d)/", "ti:/x/"]),
        ("a OR b c", ["a OR b c"]),
        ("a (b c", ["a", "(b c"]),
        ("a NOT", ["a", "NOT"]),
        ("a) b", ["a", "b"]),
    ],
)
def test_terms_side_by_side_are_chips(text: str, expected: list[str]) -> None:
    assert [chip.text for chip in chips(text)] == expected
    assert all(text[chip.start : chip.end] == chip.text for chip in chips(text))


@pytest.mark.parametrize(
    ("text", "opened"),
    [("", ""), ("a  b ", "a  b "), ("a OR b", "(a OR b)"), ("(a OR b) c", "(a OR b) c"), ("a OR b c", "(a OR b c)")],
)
def test_words_added_to_a_query_narrow_all_of_it(text: str, opened: str) -> None:
    assert narrowable(text) == opened


@given(texts)
def test_a_query_that_can_be_narrowed_keeps_its_meaning(text: str) -> None:
    assert parse(narrowable(text)).expr == parse(text).expr


@pytest.mark.parametrize(
    ("text", "term", "narrowed"),
    [
        ("", "is:unread", "is:unread"),
        (" a  b ", "cat:cs.LG", "a  b cat:cs.LG"),
        ("a OR b", "is:unread", "(a OR b) is:unread"),
        ("(a OR b) c", "is:unread", "(a OR b) c is:unread"),
        ("a b", "c", "a b (c)"),
        ("is:unread", "c", "is:unread c"),
        ('a "b c', "is:unread", 'a "b c" is:unread'),
        ("a (/b c\\", "is:unread", "a (/b c/) is:unread"),
        ("a) b OR c", "d", "a (b OR c) d"),
        ("a NOT", "b", "(a NOT) b"),
        ("a", "b OR c", "a (b OR c)"),
        ("a", "b c", "a (b c)"),
        ("a", "-b", "a -b"),
        ("a", "NOT", "a (NOT)"),
        ("a", '"b', 'a ("b")'),
        ("-a", '"b', '-a "b"'),
        ("a", " ", "a"),
        ("a", "AND", "a"),
    ],
)
def test_a_term_narrows_the_whole_query(text: str, term: str, narrowed: str) -> None:
    assert with_term(text, term) == narrowed


@pytest.mark.parametrize(
    ("text", "number", "left"),
    [
        ("a b c", 0, ""),
        ("a b ti:c d", 0, "ti:c d"),
        ("ti:a ti:b ti:c", 1, "ti:a ti:c"),
        ("ti:a AND b AND c", 1, "ti:a"),
        ("a AND b AND ti:c", 0, "ti:c"),
        ("ti:a AND ti:b AND ti:c", 2, "ti:a AND ti:b"),
        ("is:unread a", 1, "is:unread"),
        ("a (b OR c)", 0, "(b OR c)"),
        ("NOT AND a -b", 1, "NOT AND -b"),
        ('x"y"z', 0, ""),
        ('x ti:"y"z', 1, "x z"),
        ("a", 0, ""),
    ],
)
def test_a_chip_can_be_taken_away(text: str, number: int, left: str) -> None:
    assert without_chip(text, chips(text)[number]) == left


def test_a_chip_of_another_query_takes_nothing_away() -> None:
    assert without_chip("a b", Chip("b", 0, 1)) == "a b"
    assert without_chip("a b", chips("a b ti:c")[1]) == "a b"


def _stays(text: str, term: str) -> None:
    narrowed = with_term(text, term)
    if chips(term):
        assert asked(narrowed) == (*asked(text), *asked(term))
        assert asked(without_chip(narrowed, chips(narrowed)[-1])) == asked(text)
    else:
        assert narrowed == text
    for chip in chips(text):
        others = [part for each in chips(text) if each != chip for part in asked(each.text)]
        assert list(asked(without_chip(text, chip))) == others


@given(texts, texts)
def test_of_any_text_a_chip_more_or_less_is_that_chip_more_or_less(text: str, term: str) -> None:
    _stays(text, term)


def test_of_many_nasty_texts_too() -> None:
    count = sample(300, 2_000)
    for text, term in zip(queries(1, count), queries(2, count), strict=True):
        if len(text) < 500:
            _stays(text, term)
