"""A query that cannot be read is refused with its place marked."""

from __future__ import annotations

import pytest

from arxtui.query import QueryError, check


def test_the_place_is_marked_under_the_query() -> None:
    with pytest.raises(QueryError) as caught:
        check("ti:a is:unred b")
    first, query, mark = str(caught.value).split("\n")
    assert first.startswith('is: knows no "unred"; it takes unread, read,')
    assert query == "  ti:a is:unred b"
    assert mark == "          ^^^^^"


def test_wide_characters_do_not_shift_the_mark() -> None:
    with pytest.raises(QueryError) as caught:
        check("链图 (a")
    assert str(caught.value).split("\n")[1:] == ["  链图 (a", "       ^"]


def test_control_characters_of_a_query_are_not_printed() -> None:
    with pytest.raises(QueryError) as caught:
        check("a\x1b[31m\n(b")
    assert "\x1b" not in str(caught.value)
    assert str(caught.value).split("\n")[1:] == ["  a [31m (b", "         ^"]


def test_the_first_fault_is_the_one_told() -> None:
    with pytest.raises(QueryError) as caught:
        check("x:y )")
    assert caught.value.fault.start == 0
    assert caught.value.text == "x:y )"


def test_a_sound_query_is_returned() -> None:
    assert check("ti:a").faults == ()
