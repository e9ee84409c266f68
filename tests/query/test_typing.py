"""A half-typed query means what it can so far, and never errs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.expr import EVERYTHING, And, Category, Expr, Field, Not, Note, Phrase, Regex, Tag, Word
from arxtui.query import explain, parse
from arxtui.query.chips import chips
from tests.query.nasty import PIECES, queries

typed = st.lists(st.sampled_from(PIECES) | st.just(" ") | st.text(max_size=2), max_size=25).map("".join) | st.text()


@pytest.mark.parametrize(
    ("text", "expr"),
    [
        ("spar", Word("spar", prefix=True)),
        ("spar ", Word("spar")),
        ("sparse att", And((Word("sparse"), Word("att", prefix=True)))),
        ("ti:spar", Word("spar", Field.TITLE, prefix=True)),
        ("au:", EVERYTHING),
        ("a au:", Word("a")),
        ("a -s", And((Word("a"), Not(Word("s"))))),
        ("(a b", And((Word("a"), Word("b", prefix=True)))),
        ('"sparse att', And((Phrase("sparse"), Word("att", prefix=True)))),
        ('"sparse ', Phrase("sparse")),
        ('"sparse attention"', Phrase("sparse attention")),
        ('ti:"att', Word("att", Field.TITLE, prefix=True)),
        ("a OR", Word("a")),
        ("a -", Word("a")),
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
        ("a date:2026-0", Word("a")),
        ("a date:2026-05..20", Word("a")),
        ("a newer:1", Word("a")),
        ("a added:1", Word("a")),
        ("a has:", Word("a")),
        ("a badge:theo", Word("a")),
        ("a source:p", Word("a")),
        ("tag:th", Tag("th*")),
        ("tag:th ", Tag("th")),
        ('tag:"to r', Tag("to r*")),
        ("note:lem", Note("lem", prefix=True)),
        ('note:"the lem', Note("the lem", prefix=True)),
        ('note:"the ', Note("the")),
        ("a -tag:th", And((Word("a"), Not(Tag("th"))))),
        ("/abc", Regex("abc")),
        ("a /o\\(n lo", And((Word("a"), Regex("o\\(n lo", across=True)))),
        ("a /mo[s", Word("a")),
        ("a /ab\\", And((Word("a"), Regex("ab")))),
        ("/", EVERYTHING),
    ],
)
def test_what_is_typed_so_far(text: str, expr: Expr) -> None:
    assert parse(text, typing=True).expr == expr


@pytest.mark.parametrize(
    "text", ["spar", "is:un", "day:2026-0", "sort:b", "cat:c", "id:2605.0", "a -", "newer:1", "has:c", "badge:1", "/"]
)
def test_what_has_only_begun_is_no_fault(text: str) -> None:
    assert parse(text, typing=True).faults == ()


@pytest.mark.parametrize(("text", "place"), [("/abc", "/abc"), ("has:", "has:"), ("a /mo[s", "/mo[s"), ("is:x", "x")])
def test_what_is_missing_or_unknown_is_underlined(text: str, place: str) -> None:
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


def test_a_hundred_thousand_nasty_queries_mean_something() -> None:
    for number, text in enumerate(queries(seed=3, count=100_000)):
        query = parse(text, typing=number % 2 == 0)
        assert explain(query)
        assert all(0 <= fault.start < fault.end <= len(text) for fault in query.faults)
        if number % 4 == 0:
            assert all(text[chip.start : chip.end] == chip.text for chip in chips(text))
