"""Plots in three dimensions: made-up SVG as MuPDF writes it."""

from __future__ import annotations

import pytest

from arxtui.figures.text import figure_text
from tests.figures.svgs import column, row, svg, text

LEFT, FRONT, RIGHT, TOP = (60, 200), (200, 250), (320, 190), (320, 60)
"""Corners of a box."""
Corner = tuple[int, int]


def edge(*corners: Corner) -> str:
    return f'<path d="M{" ".join(f"{x} {y}" for x, y in corners)}" fill="none" stroke="#000000"/>'


def ticks(numbers: str, start: Corner, end: Corner, away: Corner, near: float = 1.0) -> str:
    """Draw ticks along an edge, their middles at a distance from it; ``near`` is how much nearer its end is."""
    values = numbers.split()
    places = [(place + 0.5) / len(values) for place in range(len(values))]
    places = [place / (near + (1 - near) * place) for place in places]
    xs, ys = zip(start, end, strict=True)
    return "".join(
        text(
            value, xs[0] + place * (xs[1] - xs[0]) + away[0] - 3 * len(value), ys[0] + place * (ys[1] - ys[0]) + away[1]
        )
        for value, place in zip(values, places, strict=True)
    )


@pytest.mark.parametrize("near", [1.0, 1.3])
def test_axes_along_slanted_lines_that_meet_are_in_space(near: float) -> None:
    read = figure_text(
        svg(
            *(edge(LEFT, FRONT), edge(FRONT, RIGHT), edge(RIGHT, TOP)),
            ticks("0.0 0.5 1.0 1.5", LEFT, FRONT, (-5, 24), near),
            ticks("−20 −10 0 10 20", FRONT, RIGHT, (22, 16), near),
            ticks("1 2 3 4 5", RIGHT, TOP, (20, 3), near),
            *(text("Length (m)", 70, 264), text("width", 290, 245), text("Height", 370, 140, turned=True)),
        )
    )
    assert read.lines() == [
        "axis 1 in space: Length [m], 0.0, 0.5, 1.0, 1.5",
        "axis 2 in space: width, −20, −10, 0, 10, 20",
        "axis 3 in space: Height, 1, 2, 3, 4, 5",
    ]


def test_an_axis_in_space_whose_numbers_are_drawn_over_each_other_makes_no_plot_flat() -> None:
    read = figure_text(
        svg(
            *(edge(LEFT, FRONT), edge(FRONT, RIGHT), edge(RIGHT, TOP)),
            ticks("0.0 0.5 1.0 1.5", LEFT, FRONT, (-5, 24)),
            ticks("1 2 3 4 5", RIGHT, TOP, (20, 3)),
        )
    )
    assert read.lines() == ["axis 1 in space: 0.0, 0.5, 1.0, 1.5", "axis 2 in space: 1, 2, 3, 4, 5"]


def test_the_three_sides_of_a_triangle_are_in_no_space() -> None:
    left, right, top = (60, 250), (300, 250), (180, 42)
    read = figure_text(
        svg(
            edge(left, right, top, left),
            ticks("0.2 0.4 0.6 0.8", left, right, (0, 18)),
            ticks("0.1 0.3 0.5 0.7", right, top, (20, 0)),
            ticks("0.2 0.4 0.6 0.8", top, left, (-20, 0)),
        )
    )
    assert [line.partition(":")[0] for line in read.lines()] == ["axis 1", "axis 2", "axis 3"]


def test_slanted_lines_in_a_flat_plot_leave_its_axes_flat() -> None:
    curve = edge((60, 258), (200, 255), (340, 60))
    read = figure_text(
        svg(
            edge((55, 40), (345, 40), (345, 262), (55, 262), (55, 40)),
            curve,
            row("0 10 20 30 40", 275),
            column("0 5 10 15 20", 45),
        )
    )
    assert read.lines() == ["x: 0, 10, 20, 30, 40", "y: 0, 5, 10, 15, 20"]
