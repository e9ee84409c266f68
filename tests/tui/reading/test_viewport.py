"""The position of a document in its viewport, without a screen."""

from __future__ import annotations

import pytest

from arxtui.model.document import Equation, EquationCell, EquationRow, Formula
from arxtui.reader.lines import Place
from arxtui.tui.state.viewport import Viewport
from tests.reader.documents import table
from tests.tui.reading.texts import document, prose


class Room:
    """A viewport of any number of columns and lines."""

    def __init__(self, width: int, height: int) -> None:
        self.size = (width, height)

    def __call__(self) -> tuple[int, int]:
        return self.size


@pytest.fixture
def room() -> Room:
    return Room(60, 10)


@pytest.fixture
def viewport(room: Room) -> Viewport:
    shown = Viewport(room)
    shown.show(document([prose(f"Paragraph {number}. " + "Some words of it. " * 12) for number in range(40)]))
    return shown


def test_nothing_is_laid_out_before_there_is_room(room: Room, viewport: Viewport) -> None:
    later = Viewport(Room(0, 0))
    assert viewport.document
    later.show(viewport.document, Place(3))
    assert (later.page, later.place) == (None, Place(3))


def test_the_place_at_the_top_stays_there_at_another_width(room: Room, viewport: Viewport) -> None:
    viewport.go_to(Place(7))
    top = viewport.top
    room.size = (30, 10)
    viewport.lay_out()
    assert viewport.place == Place(7)
    assert viewport.top > top


def test_a_blank_line_at_the_top_stays_there_when_lines_are_added_below(room: Room, viewport: Viewport) -> None:
    viewport.go_to(Place(7), above=1)
    top = viewport.top
    assert not viewport.in_sight[0].text.strip()
    for height in (11, 9):
        room.size = (60, height)
        viewport.lay_out()
        assert viewport.top == top


def test_who_listens_hears_of_lines_that_come_into_sight_and_of_no_others(viewport: Viewport) -> None:
    heard: list[int] = []
    viewport.moved.subscribe(lambda: heard.append(viewport.top))
    viewport.move(-1)
    assert heard == []
    viewport.move(2)
    viewport.turn(1)
    assert heard == [2, 10]
    assert viewport.unread == 12
    viewport.to_end(last=True)
    last = viewport.top
    viewport.move(1)
    assert heard == [2, 10, last]


def test_another_layout_sends_changed_and_then_laid_out(viewport: Viewport) -> None:
    heard: list[str] = []
    viewport.changed.subscribe(lambda: heard.append("changed"))
    viewport.laid_out.subscribe(lambda: heard.append("laid out"))
    viewport.lay_out(viewport.options._replace(measure=40))
    assert heard == ["changed", "laid out"]


@pytest.mark.parametrize("before", ["", "y="])
def test_a_turn_does_not_begin_within_a_formula(before: str) -> None:
    cells = (EquationCell((Formula(tex),)) for tex in (before, r"\sum_{i=1}^{n} x_{i}=1") if tex)
    sum_of_all = Equation((EquationRow(tuple(cells)),))
    viewport = Viewport(Room(100, 38))
    for above in range(13, 18):
        viewport.show(document([*[prose("One line.")] * above, sum_of_all, *[prose("One line.")] * 40]))
        viewport.turn(1)
        shown = "\n".join(line.text for line in viewport.in_sight)
        assert ("∑" in shown) == ("i=1" in shown), above
        assert viewport.top == 36 or viewport.in_sight[0].text.strip(), "no line more than the formula comes again"


def test_a_turn_says_where_the_lines_begin_that_were_not_in_sight(viewport: Viewport) -> None:
    seen: list[tuple[int, int | None]] = []
    for direction, part in ((1, 1), (1, 1), (1, 1), (-1, 1), (1, 2), (1, 10)):
        viewport.turn(direction, part)
        seen.append((viewport.top, viewport.unread))
    assert seen == [(8, 10), (16, 18), (24, 26), (16, None), (21, 26), (22, 31)]


@pytest.mark.parametrize("percent", [0, 1, 33, 50, 99, 100])
def test_a_percentage_is_that_of_the_last_line_in_sight(viewport: Viewport, percent: int) -> None:
    assert viewport.page
    viewport.to_end(last=True)
    viewport.go_to_percent(percent)
    last = viewport.top + viewport.rows
    assert viewport.page.percent_at(last - 1) >= percent or viewport.top == viewport._clamped(viewport.page, 1 << 20)
    assert viewport.top == 0 or viewport.page.percent_at(last - 2) < percent


def test_another_document_is_shown_from_its_left_edge(room: Room) -> None:
    wide = Viewport(room)
    wide.show(document([table(" | ".join(["a long cell of a table"] * 9)), *[prose("One line.")] * 30]))
    wide.sideways(6)
    assert wide.shift == 6
    wide.show(document([table(" | ".join(["a long cell of a table"] * 9)), *[prose("One line.")] * 30]))
    assert wide.shift == 0


def test_many_layouts_one_after_the_other_leave_the_place_where_it_was(room: Room, viewport: Viewport) -> None:
    viewport.go_to(Place(7), 2)
    viewport.move(4)
    place = viewport.place
    for width in (20, 44, 31, 60, 20, 60):
        room.size = (width, 10)
        viewport.lay_out()
    assert viewport.place == place


def test_the_first_new_line_is_marked_only_right_after_a_turn_to_a_further_page(
    viewport: Viewport,
) -> None:
    unread: list[int | None] = []
    for turn, lines in ((1, 0), (0, 1), (0, 999), (1, 0), (-1, 0)):
        viewport.turn(turn) if turn else viewport.move(lines)
        unread.append(viewport.unread)
    assert unread == [10, None, None, None, None]


def test_a_place_that_is_not_in_sight_comes_a_quarter_of_the_height_below_the_top(viewport: Viewport) -> None:
    viewport.bring_into_sight(Place(20))
    assert viewport.page
    assert viewport.page.y_of_place(Place(20)) - viewport.top == 2
    top = viewport.top
    viewport.bring_into_sight(Place(20))
    assert viewport.top == top
    for place in (Place(0), Place(39)):
        viewport.bring_into_sight(place)
        assert 0 <= viewport.page.y_of_place(place) - viewport.top < viewport.rows
    viewport.go_to(Place(20), 3)
    assert viewport.page.y_of_place(Place(20)) - viewport.top == 3
    assert viewport.position.place <= Place(20)
