"""Bars that a figure draws as lines are signs of its text: made-up SVG as MuPDF writes it."""

from __future__ import annotations

import pytest

from arxtui.figures.text import figure_text
from tests.figures.svgs import svg, text


def bar(x: float, y: float, length: float = 5, colour: str = "#000000") -> str:
    return f'<path fill="{colour}" d="M{x} {y}h{length}v0.5h-{length}Z"/>'


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (bar(26.5, 51), "K_max"),
        (bar(26.5, 40.5), "K max"),
        (bar(26.5, 51, colour="#ff0000"), "K max"),
        (bar(20.5, 41), "K̄ max"),
        (bar(20.5, 51.5), "Ḵ max"),
        (bar(14, 41, 14), "K max"),
    ],
)
def test_a_bar_is_read_by_its_place(line: str, words: str) -> None:
    word = [text("K", 20, 50, rest=' fill="#000000"'), text("max", 32, 50, rest=' fill="#000000"')]
    assert [label.text for label in figure_text(svg(*word, line)).labels] == [words]


def test_lines_that_meet_over_a_letter_are_a_root() -> None:
    strokes = '<path d="M15 45L17 50" stroke="#000000"/><path d="M17 50L20 41" stroke="#000000"/>'
    root = strokes + '<path d="M20 41H26" stroke="#000000"/>'
    assert [label.text for label in figure_text(svg(text("s", 20, 50, rest=' fill="#000000"'), root)).labels] == ["√s"]


def test_a_bar_is_not_drawn_below_the_text() -> None:
    read = figure_text(svg(text("x", 20, 50, rest=' fill="#000000"'), bar(20.5, 41)))
    assert [label.text for label in read.labels] == ["x̄"]
    ((left, top, width, _),) = read.drawn_text()
    assert (left * 400, top * 300, width * 400) == pytest.approx((20.5, 41, 5))
