"""Characters that an encoding lacks are spelled out, and no others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.text.encodable import SIGNS, encodable, in_ascii_cells, is_lost_in_ascii
from arxtui.text.width import cells


@pytest.mark.parametrize(
    ("text", "ascii_text", "latin"),
    [
        ("Gödel, Łukasz and Erdős", "Godel, Lukasz and Erdos", "Gödel, Lukasz and Erdos"),
        ("β → α-RuCl₃ × 2 …", "beta -> alpha-RuCl_3 x 2 ...", "beta -> alpha-RuCl_3 × 2 ..."),
        ("O(√n), 10²⁴ and ≥ ½", "O(sqrt n), 10^24 and >= 1/2", "O(sqrt n), 10²^4 and >= ½"),
        ("“straight” – ‘quotes’", "\"straight\" - 'quotes'", "\"straight\" - 'quotes'"),
        ("Straße, ﬁne ℝ 𝒜", "Strasse, fine R A", "Straße, fine R A"),
        ("λ, Λ, 3 µm", "lambda, Lambda, 3 um", "lambda, Lambda, 3 µm"),
        ("○ ∞ ↑ ‖x‖", "_ infinity ^ |x|", "_ infinity ^ |x|"),
        ("链 and ∉", "? and ?", "? and ?"),
        ("a\u0301 =\u0338", "a =?", "a =?"),
        ("x²³y₁₂ x²y³ z²₁", "x^23y_12 x^2y^3 z^2_1", "x²³y_12 x²y³ z²_1"),
    ],
)
def test_prose_is_spelled_with_the_characters_of_the_encoding(text: str, ascii_text: str, latin: str) -> None:
    assert encodable(text, "ascii") == ascii_text
    assert encodable(text, "latin-1") == latin
    assert encodable(text, "utf-8") == text


def test_the_signs_of_a_list_take_one_cell_and_are_distinguished() -> None:
    signs = "●★◆◇→×…"
    for encoding in ("ascii", "latin-1"):
        shown = signs.encode(encoding, SIGNS).decode(encoding)
        assert len(shown) == len(set(shown)) == len(signs)
        assert "?" not in shown


@given(st.text())
def test_any_text_can_be_written(text: str) -> None:
    assert encodable(text, "ascii").isascii()
    assert len(text.encode("latin-1", SIGNS)) >= len(text.encode("latin-1", "ignore"))
    if text.isascii():
        assert encodable(text, "ascii") == text


@pytest.mark.parametrize(
    ("text", "shown", "is_lost"),
    [
        ("plain?", "plain?", False),
        ("ＡB", "A B", False),
        ("链x", "? x", True),
        ("é→ a\u0301b —", "e> ab -", False),
        ("👩\u200d🔬 ok", "?  ok", True),
        ("⟨α⟩", "<?>", True),
        ("½?", "??", True),
    ],
)
def test_each_cell_of_a_screen_in_ascii_keeps_its_place(text: str, shown: str, is_lost: bool) -> None:
    assert in_ascii_cells(text) == shown
    assert len(shown) == cells(text)
    assert is_lost_in_ascii(text) is is_lost
