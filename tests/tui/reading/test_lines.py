"""The lines of a text: where a cell is in the text, what can be followed, and the lines around the page."""

from __future__ import annotations

from typing import Any

import pytest

from arxtui.config.paths import Paths
from arxtui.config.settings import RefreshSettings
from arxtui.model.document import Document, Paragraph, Text
from arxtui.reader.find import Match
from arxtui.reader.layout import Page
from arxtui.reader.lines import Line, Place, Role, Run
from arxtui.tui.present.first_run import welcome_lines
from arxtui.tui.present.reading.bars import FootLine, foot_lines, head_line
from arxtui.tui.present.reading.excerpts import excerpts, note
from arxtui.tui.present.reading.lines import Shade, character_at, line_pieces, shown_by
from arxtui.tui.present.reading.selection import lines_text
from arxtui.tui.present.reading.states import fetching_words
from arxtui.tui.present.reading.targets import PageTarget, neighbour, target_at, targets
from arxtui.tui.state.viewport import PageGrid


def run(text: str, start: int, role: Role = Role.TEXT, target: str = "") -> Run:
    return Run(text, role, target, start=start, size=len(text))


LINE = Line((Run("  "), run("fair ", 10), run("[1]", 15, Role.CITATION, "bib1"), Run(" "), run("ok", 19)), 4)


def test_each_cell_of_a_line_is_at_a_character_of_the_text() -> None:
    at = [character_at(LINE, cell) for cell in range(-1, 16)]
    assert at == [10, 10, 10, 10, 11, 12, 13, 14, 15, 16, 17, 19, 19, 20, 20, 20, 20]
    assert character_at(Line((Run("──"),), 4), 1) is None
    assert shown_by(LINE) == Match(4, 10, 21)


def test_a_shade_lies_over_its_characters_and_no_other() -> None:
    def shaded(*over: Match) -> str:
        pieces = line_pieces(LINE, [Shade("chosen", over)])
        return "".join(text for text, ink in pieces if ink.endswith("+chosen"))

    assert shaded(Match(4, 15, 18)) == "[1]"
    assert shaded(Match(4, 11, 13)) == "ai"
    assert shaded(Match(4, 20, 21)) == "k"
    assert shaded(Match(3, 11, 13)) == shaded() == ""


def test_a_reference_that_goes_on_is_one_and_two_beside_each_other_are_two() -> None:
    def found(*lines: Line) -> list[tuple[int, int, str]]:
        return [(each.start, each.end, each.name) for each in targets(lines, {Role.CITATION})]

    cited = Role.CITATION
    first = Line((run("Example", 0, cited, "bib1"),), 4)
    assert found(first, Line((run("1999", 8, cited, "bib1"),), 4)) == [(0, 12, "bib1")]
    assert found(first, Line((run("1999", 9, cited, "bib1"),), 4)) == [(0, 7, "bib1"), (9, 13, "bib1")]
    assert found(first, Line((run("1999", 8, cited, "bib2"),), 4)) == [(0, 7, "bib1"), (8, 12, "bib2")]
    assert found(first, Line((run("1999", 8, cited, "bib1"),), 5)) == [(0, 7, "bib1"), (8, 12, "bib1")]


TARGETS = [
    PageTarget(block, start, end, Role.LINK, name)
    for block, start, end, name in ((1, 0, 3, "a"), (1, 3, 5, "b"), (2, 0, 3, "c"))
]


def test_the_steps_among_references_go_round_and_begin_at_either_end() -> None:
    one, two, three = TARGETS
    assert [neighbour(TARGETS, chosen, 1) for chosen in (None, one, two, three)] == [one, two, three, one]
    assert [neighbour(TARGETS, chosen, -1) for chosen in (None, one, two, three)] == [three, three, one, two]
    assert neighbour(TARGETS[1:], one, -1) == three
    assert neighbour([], None, 1) is None


def test_a_character_is_in_at_most_one_reference() -> None:
    found = {character: target_at(TARGETS, Place(1, character)) for character in (0, 2, 3, 4, 5)}
    assert [each.name if each else "" for each in found.values()] == ["a", "a", "b", "b", ""]


def test_a_blank_that_was_widened_is_copied_as_one() -> None:
    document = Document((), (), (Paragraph((Text("Fair locks"),)),))
    line = Line((run("Fair", 0), Run("   ", start=4, size=1), run("locks", 5)), 0)
    assert lines_text(Page(document, 20), [line]) == "Fair locks"


def test_the_first_of_two_equal_anchors_counts_and_a_note_is_found_by_its_number() -> None:
    first, second = (Paragraph((Text(words),), ("S1",)) for words in ("one", "two"))
    document = Document((), (), (first, second))
    assert excerpts(document) == {"S1": (0, (first,))}
    assert note(document, "note:0.1") is note(document, "S1") is None


@pytest.mark.parametrize(
    ("width", "words"), [(34, "Fetching: stored; waiting for arXiv"), (30, "Fetching: waiting for arXiv")]
)
def test_the_progress_of_a_fetch_is_cut_to_its_last_step_where_it_has_no_room(width: int, words: str) -> None:
    assert fetching_words("stored; waiting for arXiv", width + 1) == (words, "accent")


def test_a_single_tab_is_not_named() -> None:
    def head(*tabs: tuple[str, str]) -> str:
        return "".join(text for text, _ in head_line(60, ["Fair locks"], tabs, "Text"))

    assert head(("1", "Text")).split() == ["Fair", "locks"]
    assert head(("1", "Text"), ("2", "Review")).split() == ["Fair", "locks", "1", "Text", "2", "Review"]


def test_the_section_is_named_where_there_is_room_and_no_message() -> None:
    def foot(width: int, message: str = "") -> str:
        said = [(message, "dim")] if message else []
        (line,) = foot_lines(width, FootLine("1 Delay", 42, message=said), 2)
        return "".join(text for text, _ in line).strip()

    assert [line.split() for line in (foot(60), foot(59))] == [["1", "Delay", "42", "%"], ["42", "%"]]
    assert foot(60, "Copied").split() == ["Copied", "42", "%"]


@pytest.mark.parametrize(
    ("width", "two", "columns"), [(179, True, 1), (180, True, 2), (181, True, 2), (240, True, 2), (240, False, 1)]
)
def test_a_wide_page_has_two_columns_that_lie_within_it(width: int, two: bool, columns: int) -> None:
    grid = PageGrid.of(width, 80, two=two)
    assert len(grid.lefts) == columns
    assert grid.measure == 80
    assert all(left >= 0 and left + grid.width <= width for left in grid.lefts)
    if columns == 2:
        assert grid.lefts[1] - grid.lefts[0] - grid.width == 6


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({}, "arXiv is contacted when arxtui starts and every 30 minutes while it is open, for what is due"),
        ({"at_start": False}, "arXiv is contacted every 30 minutes while it is open, for what is due"),
        ({"interval_minutes": 0}, "arXiv is contacted when arxtui starts, for what is due"),
        ({"at_start": False, "interval_minutes": 0}, "arXiv is contacted when you press R:"),
    ],
)
def test_a_new_user_reads_how_often_arxiv_is_contacted(paths: Paths, settings: dict[str, Any], words: str) -> None:
    refresh = RefreshSettings(**{"at_start": True, "interval_minutes": 30, **settings})
    text = " ".join("".join(piece for piece, _ in line.pieces).strip() for line in welcome_lines(paths, refresh, 300))
    assert words in text
