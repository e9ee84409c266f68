"""Attributes of SVG elements as they are written by any program."""

from __future__ import annotations

import pytest

from arxtui.figures.attributes import colour_of


@pytest.mark.parametrize(
    ("written", "colour"),
    [
        ("#1a2B3c", "#1a2b3c"),
        ("#1a2b3cff", "#1a2b3c"),
        ("#abc", "#aabbcc"),
        ("#abcd", "#aabbcc"),
        (" Black ", "#000000"),
        ("rgb(1, 2, 255)", "#0102ff"),
        ("rgb(0%,50%,100%)", "#0080ff"),
        ("rgb(-5, 300, 1e999)", "#00ffff"),
        *((faulty, "") for faulty in ("", "none", "#", "#12", "#12345", "#zzzzzz", "#ab cde", "rgb(1,2)", "url(#a)")),
    ],
)
def test_a_colour_has_six_digits_and_an_invalid_one_is_empty(written: str, colour: str) -> None:
    assert colour_of(written) == colour
