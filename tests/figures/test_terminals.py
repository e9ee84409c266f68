"""Terminals are told by what they say of themselves, and get the cells that they were seen to draw."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arxtui.figures.cells import Cells
from arxtui.figures.terminals import cells_of, graphics_of, pictures_in_words


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({"TERM": "xterm-kitty", "COLORTERM": "truecolor"}, Cells.SEXTANTS),
        ({"TERM": "foot"}, Cells.SEXTANTS),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221203"}, Cells.SEXTANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7006"}, Cells.SEXTANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "5202"}, Cells.QUADRANTS),
        ({"TERM": "xterm-256color", "VTE_VERSION": "new"}, Cells.QUADRANTS),
        ({"TERM": "xterm-256color"}, Cells.QUADRANTS),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "VTE_VERSION": "7006"}, Cells.QUADRANTS),
        ({"TERM": "alacritty", "VTE_VERSION": "7006"}, Cells.QUADRANTS),
        ({"TERM": "st-256color"}, Cells.QUADRANTS),
        ({"TERM": "rxvt-unicode-256color", "KITTY_WINDOW_ID": "1"}, Cells.QUADRANTS),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/x"}, Cells.QUADRANTS),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/x", "VTE_VERSION": "7006"}, Cells.QUADRANTS),
        ({"TERM": "screen.xterm-256color", "STY": "7.tty", "VTE_VERSION": "7006"}, Cells.QUADRANTS),
        ({"TERM": "linux"}, Cells.HALVES),
        ({}, Cells.QUADRANTS),
    ],
)
def test_a_terminal_gets_the_finest_cells_that_it_draws(environ: Mapping[str, str], expected: Cells) -> None:
    assert cells_of("auto", environ)[0] is expected
    assert cells_of("kitty", environ)[0] is expected
    assert cells_of("braille", environ)[0] is Cells.BRAILLE


@pytest.mark.parametrize("cells", list(Cells))
def test_with_cells_in_the_settings_no_graphics_are_used(cells: Cells) -> None:
    assert graphics_of(cells, {"TERM": "xterm-kitty"}) == "blocks"


@pytest.mark.parametrize(
    ("setting", "term", "words"),
    [
        ("auto", "xterm-kitty", "in sextants (kitty draws them); over the whole screen as kitty pictures (by TERM or "
         "TERM_PROGRAM)"),
        ("auto", "st-256color", "in quadrants (every terminal that was tried draws them)"),
        ("sixel", "xterm-256color", "in quadrants (every terminal that was tried draws them); over the whole screen as "
         "sixel pictures (set by [ui] pictures)"),
        ("braille", "xterm-kitty", "in braille (set by [ui] pictures)"),
    ],
)  # fmt: skip
def test_the_chosen_way_of_drawing_pictures_is_named_with_the_reason(setting: str, term: str, words: str) -> None:
    assert pictures_in_words(setting, {"TERM": term}) == words


@pytest.mark.parametrize(
    ("environ", "attributes", "expected"),
    [
        ({"TERM": "xterm-256color"}, {62, 4, 22}, "sixel"),
        ({"TERM": "xterm-256color"}, {64, 1, 2, 6}, "blocks"),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221203"}, {62, 1, 4}, "kitty"),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221203"}, {1, 2}, "blocks"),
        ({"TERM": "xterm-256color", "KONSOLE_VERSION": "221203", "TERM_PROGRAM": "vscode"}, {62, 4}, "sixel"),
        ({"TERM": "xterm", "XTERM_VERSION": "XTerm(379)", "KONSOLE_VERSION": "221203"}, {63, 4}, "sixel"),
        ({"TERM": "xterm-kitty"}, {62}, "kitty"),
        ({"TERM": "tmux-256color", "TMUX": "/tmp/x"}, {1, 2, 4}, "blocks"),
        ({"TERM": "screen", "STY": "7.tty"}, {1, 2, 4}, "blocks"),
    ],
)
def test_a_terminal_that_says_that_it_has_sixels_gets_pictures(
    environ: Mapping[str, str], attributes: set[int], expected: str
) -> None:
    assert graphics_of("auto", environ, attributes) == expected
    assert graphics_of("blocks", environ, attributes) == "blocks"
