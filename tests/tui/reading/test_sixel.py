"""Pictures as sixels, read back as a terminal reads them."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("PIL", reason="Pillow is not installed")
from PIL import Image

from arxtui.tui.pictures.graphics import sixels

Pixel = tuple[int, ...]


def read_back(sequence: str) -> dict[tuple[int, int], Pixel]:
    """Return the colour (percent) of each pixel, by column and row, drawn with the colour that was selected last."""
    body = re.fullmatch(r'\x1bP0;1;0q"1;1;\d+;\d+(.*)\x1b\\', sequence, re.DOTALL)
    assert body
    pixels: dict[tuple[int, int], Pixel] = {}
    colours: dict[int, Pixel] = {}
    x = top = 0
    selected: int | None = None
    for colour, levels, repeated, sixel, control in re.findall(
        r"#(\d+)((?:;\d+){4})?|(?:!(\d+))?([?-~])|([$-])", body[1]
    ):
        if levels:
            colours[int(colour)] = tuple(map(int, levels.split(";")[2:]))
        elif colour:
            selected = int(colour)
        elif control:
            x, top = 0, top + 6 * (control == "-")
        else:
            until = x + int(repeated or 1)
            rows = [top + place for place in range(6) if (ord(sixel) - 63) >> place & 1]
            for at in [(column, row) for column in range(x, until) for row in rows]:
                assert selected is not None, "a terminal need not select a colour that is only defined"
                assert at not in pixels, "drawn twice"
                pixels[at] = colours[selected]
            x = until
    return pixels


@pytest.mark.parametrize("size", [(1, 1), (7, 13), (64, 6), (30, 31)])
def test_every_pixel_has_its_colour(size: tuple[int, int]) -> None:
    width, height = size
    image = Image.new("RGB", size)
    shades = [(0, 0, 0), (255, 255, 255), (255, 0, 0), (0, 102, 204)]
    wanted = {(x, y): shades[(x // 5 + y // 4) % 4] for x in range(width) for y in range(height)}
    for place, shade in wanted.items():
        image.putpixel(place, shade)
    drawn = read_back(sixels(image))
    assert drawn == {place: tuple(round(each * 100 / 255) for each in shade) for place, shade in wanted.items()}
