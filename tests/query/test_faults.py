"""An invalid query is rejected, and its error is marked at its position."""

from __future__ import annotations

import pytest

from arxtui.model.expr import Acted, is_misread
from arxtui.query import QueryError, check, parse
from arxtui.query.parser import corrected


def test_the_place_is_marked_under_the_query() -> None:
    with pytest.raises(QueryError) as caught:
        check("ti:a is:unred b")
    first, query, mark = str(caught.value).split("\n")
    assert first.startswith('is: has no value "unred"; use unread, read,')
    assert query == "  ti:a is:unred b"
    assert mark == "          ^^^^^"


@pytest.mark.parametrize("text", ["cat:nope", "cites:zz", "sort:zz", "frob:x", "rating:9", "date:zz", "ti:/[/"])
def test_a_term_that_cannot_be_read_may_find_other_papers_than_were_meant(text: str) -> None:
    assert is_misread(parse(text).faults)
    assert not is_misread(parse("cat:cs.DC a").faults)


@pytest.mark.parametrize("text", ['au:" "', 'cat:" "', 'date:" "'])
def test_a_blank_value_of_a_field_is_a_fault_and_no_word(text: str) -> None:
    query = parse(f"{text} gas")
    assert ([fault.start for fault in query.faults], query.expr) == ([0], parse("gas").expr)


def test_wide_characters_do_not_shift_the_mark() -> None:
    with pytest.raises(QueryError) as caught:
        check("链图 (a")
    assert str(caught.value).split("\n")[1:] == ["  链图 (a", "       ^"]


def test_control_characters_of_a_query_are_not_printed() -> None:
    with pytest.raises(QueryError) as caught:
        check("a\x1b[31m\n(b")
    assert "\x1b" not in str(caught.value)
    assert str(caught.value).split("\n")[1:] == ["  a [31m (b", "         ^"]


def test_the_first_fault_is_the_one_reported() -> None:
    with pytest.raises(QueryError) as caught:
        check("x:y )")
    assert caught.value.fault.start == 0
    assert caught.value.text == "x:y )"


def test_a_sound_query_is_returned() -> None:
    assert check("ti:a").faults == ()


@pytest.mark.parametrize(
    ("query", "way"),
    [
        ("day:x", 'day: "x" is not a day; a day is written 2026-05-13 or today, a month 2026-05, a range 2026-05-'),
        ("date:3d", 'date: "3d" is not a day; a day is written 2026-05-13 or today, a month 2026-05, a range'),
        ("after:x", 'after: "x" is not a day; a day is written 2026-05-13 or today, a month 2026-05, a year 2026'),
        ("before:2026-01..2026-02", 'before: "2026-01..2026-02" is not a day'),
        ("after:9999", 'after: there is no day after "9999" in the calendar'),
        (
            "added:x",
            "2026-05-01..2026-05-13; a duration is written 3d, 1w, 2m or 1y (days, weeks, months, years)",
        ),
        ("newer:2026", 'newer: "2026" is not a duration; a duration is written 3d, 1w, 2m or 1y'),
        ("date:2026-02-30", '"2026-02-30" is not in the calendar'),
        ("date:2026-05..2025", "the range ends before it begins"),
        ("date:..", "a range needs a first or a last day"),
        ("newer:9999y", '"9999y" is before the calendar begins'),
    ],
)
def test_a_day_that_cannot_be_read_is_reported_with_the_ways_to_write_one(query: str, way: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(query)
    assert way in str(caught.value)


def test_brackets_go_fifty_deep_however_many_are_beside_each_other() -> None:
    assert check("(a) " * 60).faults == ()
    assert check("(" * 50 + "a" + ")" * 50).faults == ()
    with pytest.raises(QueryError, match="brackets can be at most 50 deep"):
        check("(" * 51 + "a" + ")" * 51)


def test_an_act_is_named_by_a_number_of_the_journal() -> None:
    assert check(f"act:{'9' * 18}").expr == Acted(int("9" * 18))
    for wrong in ("act:x", "act:-1", f"act:{'9' * 19}"):
        with pytest.raises(QueryError, match="not the number of an act; the journal lists them"):
            check(wrong)


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("titel:sparse", "title"),
        ("autor:example", "author"),
        ("is:stared", "starred"),
        ("cat:cs.LGG", "cs.LG"),
        ("catgory:cs.DC", "category"),
        ("is:strred", "starred"),
        ("sort:bset", "best"),
        ("sort:bst", "best"),
        ("abc:example", "abs"),
        ("zzzz:x", ""),
    ],
)
def test_a_misspelt_field_or_value_has_a_suggestion(query: str, meant: str) -> None:
    with pytest.raises(QueryError) as caught:
        check(query)
    hint = caught.value.fault.reason.partition("; did you mean ")[2]
    assert hint.rstrip("?").split(" or ")[0] == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("titel:a catgory:cs.LGG is:stared b", "title:a category:cs.LGG is:starred b"),
        ("is:strred sort:bst -autor:x", "is:starred sort:best -author:x"),
        ("zzzz:x is:stared", "zzzz:x is:starred"),
        ("(a titel:b", "(a title:b"),
        ("a b", "a b"),
    ],
)
def test_every_fault_that_has_a_suggestion_is_corrected_at_its_place(text: str, meant: str) -> None:
    assert corrected(text, parse(text).faults) == meant
