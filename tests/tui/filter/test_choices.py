"""The lines of the screen on which categories are chosen."""

from __future__ import annotations

import pytest

from arxtui.text import cells
from arxtui.text.matching.categories import choice_of, choices
from arxtui.tui.present.first_run import (
    choice_line,
    code_cells,
    done_line,
    key_line,
    title_line,
)
from arxtui.tui.present.line import size


@pytest.mark.parametrize("width", [10, 20, 30, 40, 60, 80, 104])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    chosen = ("cs.LG", "quant-ph", "cond-mat.mtrl-sci")
    lines = [title_line(width), done_line(chosen, (), width, here=True), done_line((), chosen, width, here=False)]
    lines.append(key_line([("Enter Tab", "add"), ("↑↓", "move"), ("Ctrl+S", "done"), ("Esc", "not now")], width))
    assert max(map(size, lines)) <= max(width, 0) + 2  # except the blanks after the last key


@pytest.mark.parametrize("verb", ["add", "remove"])
@pytest.mark.parametrize("escape", ["not now", "cancel", "clear"])
def test_how_to_end_the_choosing_is_named_on_a_narrow_terminal(verb: str, escape: str) -> None:
    keys = [("Enter Tab", verb), ("↑↓", "move"), ("Ctrl+S", "done"), ("Esc", escape)]
    line = "".join(text for text, _ in key_line(keys, 40))
    assert line.split("  ") == [f" Enter {verb}", "Ctrl+S done", f"Esc {escape} "]


@pytest.mark.parametrize("width", [40, 60, 80, 104])
def test_the_line_of_a_category_fits_and_has_its_code_whole(width: int) -> None:
    for choice in choices(""):
        line = choice_line(choice, ("cs",), width, code_cells(choices(""), width), here=True)
        assert sum(cells(text) for text, _ in line) <= width
        assert choice.code in "".join(text for text, _ in line)


@pytest.mark.parametrize(
    ("chosen", "sign", "ink"),
    [
        ((), "· ", "faint"),
        (("cs.LG",), "✓ ", "accent"),
        (("cs",), "✓ ", "faint"),
        (("cs", "cs.LG"), "✓ ", "accent"),
        (("cs.LO",), "· ", "faint"),
        (("c",), "· ", "faint"),
    ],
)
def test_a_category_is_ticked_if_it_is_chosen_and_faintly_if_its_archive_is(
    chosen: tuple[str, ...], sign: str, ink: str
) -> None:
    assert choice_line(choice_of("cs.LG"), chosen, 80, 22, here=False)[1] == (sign, ink)


@pytest.mark.parametrize(
    ("chosen", "before", "words"),
    [
        (("cs.LG", "hep-th"), (), "Done   2 chosen: cs.LG, hep-th"),
        ((), (), "Done   nothing chosen yet"),
        ((), ("cs.LG",), "Done   nothing chosen: no category is followed any more"),
    ],
)
def test_the_last_row_names_the_categories_that_will_be_followed(
    chosen: tuple[str, ...], before: tuple[str, ...], words: str
) -> None:
    assert "".join(text for text, _ in done_line(chosen, before, 90, here=False)).strip() == words


@pytest.mark.parametrize("text", ["", "physics", "condensed"])
@pytest.mark.parametrize("width", [40, 60, 104])
def test_the_names_of_categories_are_below_each_other(width: int, text: str) -> None:
    found = choices(text)
    room = code_cells(found, width)
    lines = [choice_line(choice, (), width, room, here=False) for choice in found]
    aligned = [line for choice, line in zip(found, lines, strict=True) if cells(choice.code) < room]
    assert {sum(cells(text) for text, _ in line[:3]) for line in aligned} == {room + 5}
    assert len(aligned) == len(found) or width < 60
    assert min(cells(line[3][0]) for line in lines) >= 3
    assert all(line[2][0].endswith(" ") for line in lines)


def test_a_former_category_can_be_among_the_chosen() -> None:
    assert (choice_of("chao-dyn").code, choice_of("nobody.XX").name) == ("chao-dyn", "nobody.XX")
