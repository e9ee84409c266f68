"""Pixels become cells in which thin lines stay thin, and stay."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from arxtui.figures.cells import SHAPES, Cells, Paper, Run, cell_runs

DARK = Paper(white=0x101418, black=0xD0D4D8)
LIGHT = Paper(white=0xFAFAF8, black=0x202020)
KINDS = pytest.mark.parametrize("kind", list(Cells))


def sheet(kind: Cells, columns: int = 20, lines: int = 10) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    wide, high = SHAPES[kind].pixels
    image = Image.new("RGB", (columns * wide, lines * high), "white")
    return image, ImageDraw.Draw(image)


def texts(rows: list[list[Run]]) -> list[str]:
    return ["".join(run.text for run in row) for row in rows]


@KINDS
def test_every_character_has_its_own_dots(kind: Cells) -> None:
    shape = SHAPES[kind]
    assert len(set(shape.signs)) == len(shape.signs) == 1 << shape.wide * shape.high


def test_dots_are_where_unicode_has_them() -> None:
    assert SHAPES[Cells.SEXTANTS].signs[1] == "\N{BLOCK SEXTANT-1}"
    assert SHAPES[Cells.SEXTANTS].signs[0b100010] == "\N{BLOCK SEXTANT-26}"
    assert SHAPES[Cells.SEXTANTS].signs[0b111110] == "\N{BLOCK SEXTANT-23456}"
    assert SHAPES[Cells.BRAILLE].signs[0b10000010] == "\N{BRAILLE PATTERN DOTS-48}"
    assert SHAPES[Cells.QUADRANTS].signs[0b1001] == "\N{QUADRANT UPPER LEFT AND LOWER RIGHT}"


@KINDS
def test_a_thin_line_is_one_dot_thick_from_end_to_end(kind: Cells) -> None:
    image, draw = sheet(kind)
    draw.line((0, image.height // 3, image.width, image.height // 3), fill="black")
    lines = [line for line in texts(cell_runs(image, kind, LIGHT)[0]) if line.strip()]
    assert len(lines) == 1
    signs = SHAPES[kind].signs
    dots = {signs.index(sign) for sign in lines[0]}
    assert len(dots) == 1
    assert dots.pop().bit_count() == SHAPES[kind].wide


@KINDS
def test_a_thin_line_goes_on_beside_a_thick_mark(kind: Cells) -> None:
    image, draw = sheet(kind)
    y = image.height // 2 + 2
    draw.line((0, y, image.width, y), fill="#1f77b4")
    draw.ellipse((image.width // 2 - 8, y - 8, image.width // 2 + 8, y + 8), fill="#1f77b4")
    row = cell_runs(image, kind, LIGHT)[0][y // SHAPES[kind].pixels[1]]
    assert all(run.text.strip() or run.ground != LIGHT.white for run in row), texts([row])


def test_the_white_beside_a_band_is_not_drawn_as_the_line_within_the_band() -> None:
    image, draw = sheet(Cells.SEXTANTS)
    _, high = SHAPES[Cells.SEXTANTS].pixels
    draw.rectangle((0, 2 * high, image.width, 3 * high - 6), fill="#bfbfbf")
    draw.rectangle((0, 2 * high, image.width, 2 * high + 2), fill="black")
    assert texts(cell_runs(image, Cells.SEXTANTS, LIGHT)[0])[2] == "\N{BLOCK SEXTANT-12}" * 20


def test_a_full_cell_is_a_blank_on_its_colour() -> None:
    image, draw = sheet(Cells.HALVES, 4, 2)
    draw.rectangle((0, 0, image.width // 2 - 1, image.height), fill="black")
    assert cell_runs(image, Cells.HALVES, LIGHT)[0][0] == [Run("  ", None, LIGHT.black), Run("  ", None, LIGHT.white)]


def test_on_a_dark_screen_lightness_is_turned_and_hue_kept() -> None:
    image, draw = sheet(Cells.QUADRANTS, 6, 2)
    for at, colour in enumerate(("black", "#ff0000", "#0000ff")):
        draw.rectangle((at * 16, 0, at * 16 + 15, 15), fill=colour)
    black, red, blue = [run.ground or 0 for run in cell_runs(image, Cells.QUADRANTS, DARK)[0][0]]
    assert black == DARK.black
    assert red >> 16 > 2 * (red & 255)
    assert (blue & 255) > 2 * (blue >> 16)
    assert blue >> 16 > 0x30  # pure blue could not be seen


def test_a_photograph_keeps_its_colours_on_a_dark_screen() -> None:
    image = Image.radial_gradient("L").resize((160, 160)).convert("RGB")
    grounds = [run.ground or 0 for row in cell_runs(image, Cells.QUADRANTS, DARK)[0] for run in row]
    assert min(grounds) < 0x202020
    assert max(grounds) > 0xE0E0E0
    middle = cell_runs(image, Cells.QUADRANTS, DARK)[0][5]
    assert (middle[len(middle) // 2].ground or 0) < 0x303030  # the centre of the gradient is black


@KINDS
def test_the_upper_edge_of_a_bar_is_at_the_nearest_dot(kind: Cells) -> None:
    shape = SHAPES[kind]
    wide, high = shape.pixels
    image, draw = sheet(kind)
    for left, share in ((2, 0.2), (8, 0.9)):  # the part of the dot above the sixth line that the bar fills
        top = round(5 * high - share * shape.dot_pixels)
        draw.rectangle((left * wide, top, (left + 3) * wide - 1, image.height), fill="#e08020")
    rows = texts(cell_runs(image, kind, LIGHT)[0])
    lowest = shape.signs[(1 << shape.wide) - 1 << shape.wide * (shape.high - 1)]
    assert [row.strip() for row in rows[:5]] == ["", "", "", "", 3 * lowest]
    assert rows[4].index(lowest) == 8


def test_a_bar_that_fills_no_whole_dot_stays() -> None:
    image, draw = sheet(Cells.QUADRANTS)
    wide, high = SHAPES[Cells.QUADRANTS].pixels
    draw.rectangle((3 * wide, 5 * high + 3, 9 * wide - 1, 6 * high - 4), fill="#e02020", outline="black")
    row = cell_runs(image, Cells.QUADRANTS, LIGHT)[0][5]
    shown = "".join(" " if run.ground == LIGHT.white and not run.text.strip() else "#" * len(run.text) for run in row)
    assert shown.strip() == "######"


def test_a_picture_on_a_dark_ground_keeps_its_colours_on_a_dark_screen() -> None:
    image, draw = sheet(Cells.QUADRANTS)
    draw.rectangle((0, 0, image.width, image.height), fill="#080010")
    draw.rectangle((16, 16, 47, 47), fill="#f8f0e0")
    rows = cell_runs(image, Cells.QUADRANTS, DARK)[0]
    assert (rows[0][0].ground, rows[2][0].ground) == (0x080010, 0x080010)
    assert rows[2][1].ground == 0xFFF7E7
    assert cell_runs(image, Cells.QUADRANTS, LIGHT)[0][0][0].ground != LIGHT.white


def test_a_photograph_within_a_picture_keeps_its_colours_and_the_rest_is_turned() -> None:
    image, draw = sheet(Cells.QUADRANTS)
    draw.rectangle((44, 36, 119, 119), fill="#101010")
    part = (44, 36, 120, 120)
    grounds = [[run.ground for run in row] for row in cell_runs(image, Cells.QUADRANTS, DARK, [part])[0]]
    assert {ground for row in grounds for ground in row} == {DARK.white, 0x101010}
    turned = [[run.ground for run in row] for row in cell_runs(image, Cells.QUADRANTS, DARK)[0]]
    assert 0x101010 not in turned[4]


def test_a_colour_scale_keeps_its_colours_on_a_dark_screen() -> None:
    image, draw = sheet(Cells.QUADRANTS, 40, 4)
    for at in range(40):
        draw.rectangle((at * 8, 0, at * 8 + 7, image.height), fill=(at * 6, 40, 255 - at * 6))
    first, *_, last = cell_runs(image, Cells.QUADRANTS, DARK)[0][0]
    assert (first.ground or 0) & 255 > 0xF0 > (last.ground or 0) & 255
    assert (last.ground or 0) >> 16 > 0xE0


@KINDS
def test_without_colours_ink_is_dots_and_shades_are_patterns(kind: Cells) -> None:
    image, draw = sheet(kind)
    draw.rectangle((0, 0, image.width // 2 - 1, image.height // 2 - 1), fill="#808080")
    rows = cell_runs(image, kind, None)[0]
    assert {(run.ink, run.ground) for row in rows for run in row} == {(None, None)}
    grey, white = texts(rows)[2][:8], texts(rows)[2][12:]
    dots = [SHAPES[kind].signs.index(sign).bit_count() for sign in grey]
    assert 0.3 < sum(dots) / (len(dots) * SHAPES[kind].wide * SHAPES[kind].high) < 0.7
    assert not white.strip()


def test_noise_of_a_jpeg_does_not_hide_its_ground() -> None:
    image, _draw = sheet(Cells.QUADRANTS)
    pixels = image.load()
    assert pixels is not None
    for at in range(image.width * image.height):
        grey = 255 - at * 7 % 5
        pixels[at % image.width, at // image.width] = (grey, grey, grey)
    assert not "".join(texts(cell_runs(image, Cells.QUADRANTS, LIGHT)[0])).strip()
