"""Cells of a picture as strips of the screen: in the colours of the theme, or the nearest of sixteen."""

from __future__ import annotations

import pytest
from rich.color import Color, ColorType
from rich.segment import Segment
from rich.style import Style

from arxtui.figures.cells import Paper, Run
from arxtui.tui.pictures.strips import paper_of, strips


def test_the_paper_of_a_picture_is_that_of_the_theme() -> None:
    dark, light = paper_of("dark"), paper_of("light")
    assert dark
    assert light
    assert dark.white < 0x404040 < dark.black
    assert light.black < 0x606060 < light.white
    assert paper_of("ansi") in (Paper(0, 0xFFFFFF), Paper(0xFFFFFF, 0))


def cells_in_sixteen_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> Segment:
    for name in ("COLORTERM", "NO_COLOR", "XTERM_VERSION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    [[segment]] = strips([[run]], "ansi")
    return segment


def in_sixteen_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> Style:
    return cells_in_sixteen_colours(run, monkeypatch).style or Style()


def number_of(colour: Color | None) -> int | None:
    return colour.number if colour and colour.type is ColorType.STANDARD else None


@pytest.mark.parametrize(
    ("colour", "number"),
    [
        (0xC83232, 9),
        (0x478DC8, 12),
        (0x47C68D, 10),
        (0xDCC800, 11),
        (0xFF7F0E, 9),
        (0x00B0B0, 6),
        (0x8000A0, 5),
        (0x808080, None),
        (0xE0E0E0, None),
    ],
)
def test_of_sixteen_colours_a_line_has_the_one_of_its_hue(
    colour: int, number: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert number_of(in_sixteen_colours(Run("▀", colour, None), monkeypatch).color) == number


@pytest.mark.parametrize(("ground", "number"), [(0x6E6E6E, 8), (0xC83232, 9), (None, None)])
def test_of_sixteen_colours_an_area_filled_in_grey_stays_filled(
    ground: int | None, number: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert number_of(in_sixteen_colours(Run(" ", None, ground), monkeypatch).bgcolor) == number


def test_of_sixteen_colours_an_area_in_black_is_in_the_colour_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    white, black = paper_of("ansi") or (0, 0)
    assert in_sixteen_colours(Run(" ", None, black), monkeypatch).reverse
    cell = in_sixteen_colours(Run("▀", 0xC83232, black), monkeypatch)
    assert cell.reverse
    assert number_of(cell.bgcolor) == 9
    assert not in_sixteen_colours(Run("▀", black, white), monkeypatch).reverse


def test_of_sixteen_colours_a_white_grid_on_nearly_white_is_not_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    white, black = paper_of("ansi") or (0, 0)
    nearly = abs(white - 0x151512)
    assert cells_in_sixteen_colours(Run("▌", white, nearly), monkeypatch) == Segment(" ", Style())
    line = cells_in_sixteen_colours(Run("▌", black, nearly), monkeypatch)
    assert (line.text, line.style) == ("▌", Style())
    assert number_of(in_sixteen_colours(Run("▌", nearly, white), monkeypatch).color) == 8
