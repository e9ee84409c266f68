"""Texts are cut and wrapped to a width in cells."""

from __future__ import annotations

import pytest

from arxtui.text import cells, clip, wrap
from arxtui.text.width import _wrap_cells


@pytest.mark.parametrize(("text", "size"), [("abc", 3), ("链图", 4), ("x̂", 1), ("ℝⁿ", 2), ("👩‍🔬", 2), ("", 0)])
def test_width_is_counted_in_cells(text: str, size: int) -> None:
    assert cells(text) == size


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("short", 5, "short"),
        ("a longer title", 9, "a longer…"),
        ("a longer title", 10, "a longer…"),
        ("Starred ", 8, "Starred "),
        ("Starred ", 7, "Starred"),
        ("   ", 2, ""),
        ("链链链链", 5, "链链…"),
        ("链链链链", 4, "链…"),
        ("x̂ŷẑ abc", 3, "x̂ŷ…"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
        ("abc", -1, ""),
    ],
)
def test_a_clipped_text_ends_in_an_ellipsis(text: str, width: int, shown: str) -> None:
    assert clip(text, width) == shown


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 7, ["one two", "three"]),
        ("one two", 7, ["one two"]),
        ("averyverylongword", 6, ["averyv", "erylon", "gword"]),
        ("a averyverylongword", 6, ["a", "averyv", "erylon", "gword"]),
        ("one\ntwo", 10, ["one", "two"]),
        ("one\n\ntwo", 10, ["one", "", "two"]),
        ("链图链图", 5, ["链图", "链图"]),
        ("ab 链图链图 cd", 6, ["ab 链", "图链图", "cd"]),
        ("see Fig.\u00a03 now", 7, ["see", "Fig.\u00a03", "now"]),
        ("naïve façade", 6, ["naïve", "façade"]),
        ("链", 1, ["链"]),
        ("", 5, []),
    ],
)
def test_lines_break_at_blanks_and_between_wide_characters(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


def test_narrow_letters_wrap_as_any_others_do() -> None:
    texts = ("Erdős–Rényi graphs — “sparse” ones, naïvely", "Größe α→β", "Łukasz · cs.LG · 5 May", "ab\u00adc naïve")
    for text in texts:
        for width in range(1, 30):
            lines: list[str] = []
            _wrap_cells(text, width, lines)
            assert wrap(text, width) == lines
