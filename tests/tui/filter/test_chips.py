"""The chips of the query in the top line."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.expr import Sort
from arxtui.model.views import Dated
from arxtui.query import parse
from arxtui.query.chips import chips
from arxtui.tui.present.bars import Tally
from arxtui.tui.present.line import size
from arxtui.tui.present.top_line import TopLine, lay_out_chips, top_line


def text(made: TopLine) -> str:
    return "".join(piece for piece, _ in made.pieces)


def made(width: int, query: str, tally: Tally = Tally(1284, unread=12), name: str = "") -> TopLine:  # noqa: B008
    return top_line(width, name, parse(query), chips(query), tally, now=datetime(2026, 5, 14, tzinfo=UTC))


def test_the_query_is_its_chips_each_with_a_cross() -> None:
    assert text(made(100, 'cat:cs.DC is:unread "memory wall"')).startswith(
        '  cat:cs.DC ×   is:unread ×   "memory wall" ×'
    )


def test_the_heading_names_the_view_the_numbers_and_the_order() -> None:
    shown = text(made(100, "day:2026-05-13", name="Wed 13 May"))
    assert shown.startswith(" Wed 13 May   day:2026-05-13 ×")
    assert shown.endswith("1,284 papers · 12 unread · as announced ")


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        (Sort.NEW, "newest first"),
        (Sort.BEST, "best first"),
        (Sort.OLD, "oldest first"),
        (Sort.UPDATED, "last updated first"),
    ],
)
def test_the_order_has_a_name(sort: Sort, words: str) -> None:
    pieces = top_line(100, "", parse(f"fair sort:{sort}"), chips("fair"), Tally(9), now=datetime.now(UTC)).pieces
    assert words in "".join(piece for piece, _ in pieces)


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_words_give_way_to_half_a_line_of_a_long_name(width: int) -> None:
    name = "References of Stale Gradients Cost a Third Less in Asynchronous Training, and Where They Come From"
    line = text(top_line(width, name, parse(""), (), Tally(3), (Dated.SUBMITTED,), now=datetime.now(UTC)))
    assert name[: width // 2 - 3] in line
    assert "3 papers" in line


@pytest.mark.parametrize("order", ["sort:best", "SORT:old", "group:topic"])
def test_an_order_that_has_a_chip_is_said_once(order: str) -> None:
    shown = text(made(100, f"fair {order}"))
    assert f"{order} ×" in shown
    assert not {"best", "oldest", "by topic"} & {*shown.replace(f"{order} ×", "").split()}
    assert shown.endswith("12 unread " if order != "group:topic" else "newest first ")


def test_a_number_that_is_not_exact_says_so() -> None:
    assert "over 1,200 papers" in text(made(100, "fair", Tally(1200, exact=False)))


def test_the_words_give_way_to_the_chips_and_the_number_stays() -> None:
    for width, words in (
        (80, "1,284 papers · 12 unread"),
        (64, "1,284 papers · 12 unread"),
        (46, "1,284 papers "),
        (38, "1,284 "),
    ):
        shown = text(made(width, "cat:cs.DC is:unread"))
        assert "cat:cs.DC ×   is:unread ×" in shown
        assert words in shown


def test_where_not_all_chips_fit_the_last_one_is_there_and_the_others_are_counted() -> None:
    shown = text(made(40, "cat:cs.DC is:unread fair locks"))
    assert shown.lstrip().startswith("+2")
    assert "locks ×" in shown


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("sort:updated date:2026-11", "sort:updat… ×   date:2026-11 ×"),
        ("sort:updated date:2026-05..2026-06", "+1  date:2026-05..2026-06 ×"),
        ("cat:cs.DC is:unread date:2026-05..2026-06", "+2  date:2026-05..2026-06 ×"),
    ],
)
def test_the_months_that_were_chosen_can_be_read_on_a_narrow_screen(query: str, shown: str) -> None:
    assert text(made(40, query, Tally(141))).lstrip().startswith(shown)


def test_a_part_that_cannot_be_read_is_underlined() -> None:
    inks = dict(made(80, "cat:nothing fair").pieces)
    assert inks["cat:nothing"] == "chip-fault"
    assert inks["fair"] == "chip"


@given(st.lists(st.text(min_size=1, max_size=60), max_size=8), st.integers(0, 120))
def test_chips_never_take_more_room_than_there_is(texts: list[str], width: int) -> None:
    laid_out = lay_out_chips(texts, width)
    assert laid_out.size <= width
    assert laid_out.size == size(laid_out.pieces)


@given(st.lists(st.text(alphabet="abc:", min_size=1, max_size=30), min_size=1, max_size=6), st.integers(8, 120))
def test_every_cell_of_a_chip_is_the_chip(texts: list[str], width: int) -> None:
    laid_out = lay_out_chips(texts, width)
    for start, end, number in laid_out.places:
        assert {laid_out.at(cell) for cell in range(start, end)} == {number}
    if laid_out.places:
        assert laid_out.places[-1][2] == len(texts) - 1
        assert laid_out.at(laid_out.size) is None


@pytest.mark.parametrize("width", [20, 30, 40, 60])
def test_a_click_names_the_chip_at_its_cell_also_where_the_first_ones_have_no_room(width: int) -> None:
    texts = ["is:unread", "cat:cs.DC", "locks", "fair"]
    laid = lay_out_chips(texts, width)
    line = "".join(piece for piece, _ in laid.pieces)
    shown = [number for number, text in enumerate(texts) if f" {text} × " in f"{line} "]
    assert [number for _, _, number in laid.places] == shown == list(range(shown[0], 4))
    assert line.startswith(f"+{shown[0]} ") == (shown[0] > 0)
    for start, end, number in laid.places:
        assert [laid.at(cell) for cell in (start, end - 1)] == [number, number]
        assert laid.at(end) is None
