"""The selected papers and the targets of a command, computed without delay for lists of any length."""

from __future__ import annotations

from array import array

import pytest

from arxtui.config.paths import Paths
from arxtui.library.facade import Library
from arxtui.library.views import Listing
from arxtui.query import parse
from arxtui.tui.present.completion import Offer, offer_at, offers, offers_line
from arxtui.tui.state.selection import LISTED, Selection
from tests.tui.papers import HOSTILE, paper
from tests.tui.reader import QUIET, fill


def listing(*keys: int, total: int | None = None, exact: bool = True) -> Listing:
    return Listing(parse(""), array("q", keys), len(keys) if total is None else total, "", exact)


def test_papers_are_picked_one_by_one_and_keep_that_order() -> None:
    picks = Selection()
    for key in (7, 3, 9, 3):
        picks.toggle(key)
    assert tuple(picks.targets().keys) == (7, 9)
    assert [key in picks for key in (3, 7, 9)] == [False, True, True]
    marks = [picks.mark]
    for key in (5, 5, 8, 5, 8, 5):
        picks.toggle(key)
        marks.append(picks.mark)
    assert marks == [None, 5, None, 8, 5, None, None]
    picks.add([1, 7])
    assert tuple(picks.targets().keys) == (7, 9, 1)
    assert picks.targets().words == "3 papers"


def test_a_short_list_is_selected_as_single_papers_and_outlives_it() -> None:
    picks = Selection()
    picks.toggle(7)
    picks.select_all(listing(3, 2, 1))
    picks.toggle(2)
    assert tuple(picks.targets().keys) == (3, 1)
    assert not picks.leave_list()
    assert tuple(picks.targets().keys) == (3, 1)


def test_all_of_a_list_that_is_not_read_yet_are_picked_at_once_and_known_later() -> None:
    picks = Selection()
    picks.select_all(listing(9, 8, total=5, exact=False))
    picks.toggle(8)
    assert picks.targets().words == "over 4 papers"
    assert 4 in picks
    picks.resolve_keys(listing(9, 8, 7, 6, 5))
    assert tuple(picks.targets().keys) == (9, 7, 6, 5)


def test_a_long_list_is_selected_with_exceptions_until_another_is_shown(paths: Paths) -> None:
    fill(paths, [paper(1)])
    keys = array("q", range(LISTED + 5, 0, -1))
    picks = Selection()
    picks.select_all(listing(*keys))
    for key in (3, 4, 3):
        picks.toggle(key)
    assert len(picks) == LISTED + 4
    assert [key in picks for key in (3, 4, 5)] == [True, False, True]
    library = Library.open(paths, QUIET)
    try:
        assert picks.targets().keys_from(library) == [key for key in keys if key != 4]
    finally:
        library.close()
    assert picks.leave_list()
    assert not picks


def test_adding_to_the_selection_of_a_whole_long_list_selects_papers_left_out_before() -> None:
    picks = Selection()
    picks.select_all(listing(9, 8, 7, 6, total=LISTED + 1))
    for key in (9, 8, 7):
        picks.toggle(key)
    picks.add([8, 7])
    assert [key in picks for key in (9, 8, 7, 6)] == [False, True, True, True]
    assert len(picks) == LISTED
    picks.leave_list()
    picks.select_all(listing(9, 8, total=LISTED + 1))
    assert 9 in picks


def test_single_papers_are_known_once_the_list_is_read_to_its_end_and_not_before() -> None:
    picks = Selection()
    picks.select_all(listing(9, 8, total=5, exact=False))
    picks.resolve_keys(listing(9, 8, total=5))
    assert (4 in picks, len(picks)) == (True, 5)
    picks.toggle(9)
    assert (picks.targets().number, picks.words) == (4, "4 selected")
    picks.resolve_keys(listing(9, 8, 7, 6, 5))
    assert (4 in picks, 9 in picks, len(picks)) == (False, False, 4)


NAMES = ["Own", "thesis", "thesis/related work", "to read", "synthesis"]


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("", [Offer(name, name) for name in NAMES]),
        ("thes", [Offer(name, name) for name in ("thesis", "thesis/related work", "synthesis")]),
        ("OWN", [Offer("Own", "Own")]),
        ("thesis", [Offer("thesis/related work", "thesis/related work"), Offer("synthesis", "synthesis")]),
        ("own, to", [Offer("to read", "own, to read")]),
        ("own, -to", [Offer("to read", "own, -to read")]),
        ("nothing like it", []),
    ],
)
def test_a_name_that_is_begun_is_completed(answer: str, found: list[Offer]) -> None:
    assert offers(answer, NAMES) == found


def test_of_many_names_the_first_twenty_are_offered() -> None:
    names = [f"name {number:02}" for number in range(25)]
    assert [offer.name for offer in offers("name", names)] == names[:20]


def test_a_click_takes_the_name_at_its_cell() -> None:
    offered = [Offer(name, name) for name in ("ab", "cde", "f")]
    line = "".join(text for text, _ in offers_line(offered, 1, 80))
    assert line == "Tab cde  f  ab"
    at = [offer_at(offered, 1, cell) for cell in range(len(line) + 2)]
    assert [offer.name if offer else "" for offer in at] == [
        *[""] * 4,
        *["cde"] * 3,
        "",
        "",
        "f",
        "",
        "",
        "ab",
        "ab",
        "",
        "",
    ]


@pytest.mark.parametrize("width", [0, 8, 30, 80])
def test_offered_names_with_hostile_text_fit_the_line(width: int) -> None:
    result = offers_line([Offer(name, name) for name in HOSTILE.values()], 2, width)
    text = "".join(piece for piece, _ in result)
    assert len(text) <= width
    assert "\x1b" not in text
