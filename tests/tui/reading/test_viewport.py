"""The position of a document in its viewport, without a screen."""

from __future__ import annotations

import pytest

from arxtui.model.document import Equation, EquationCell, EquationRow, Formula
from arxtui.reader.lines import Place
from arxtui.tui.state.viewport import Viewport
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


def test_what_is_at_the_top_stays_there_at_another_width(room: Room, viewport: Viewport) -> None:
    viewport.go_to(Place(7))
    top = viewport.top
    room.size = (30, 10)
    viewport.lay_out()
    assert viewport.place == Place(7)
    assert viewport.top > top


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


def test_another_layout_makes_what_was_painted_worthless(viewport: Viewport) -> None:
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
