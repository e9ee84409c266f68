"""Invisible characters are dropped, and stacks of combining marks are limited to what real text contains."""

from __future__ import annotations

import pytest

from arxtui.library.marks.names import note_text
from arxtui.text import clean, clean_block
from arxtui.text.clean import escape_controls


@pytest.mark.parametrize(
    "sign", ["\U000e0001", "\U000e0041", "\U000e007f", "\u2060", "\u2064", "\u180e", "\U0001d173", "\U0001bca0"]
)
def test_invisible_characters_are_dropped(sign: str) -> None:
    assert clean(f"a{sign}b") == "ab"
    assert clean_block(f"a{sign}b\n\nc{sign}") == "ab\nc"
    assert note_text(f"a{sign}b") == "ab"


@pytest.mark.parametrize("marks", [30, 31, 32, 5000])
@pytest.mark.parametrize("mark", ["\u0301", "\u0489", "\u20dd", "\u0e49", "\u064b", "\ufe0f"])
def test_of_a_heap_of_marks_thirty_stay(mark: str, marks: int) -> None:
    heap = f"a{mark * marks}b"
    for shown in (clean(heap), clean_block(heap), clean_block(f"x\n  {heap}"), note_text(heap)):
        assert shown.count(mark) == 30
        assert shown.endswith("b")


@pytest.mark.parametrize("text", ["é", "שָׁלוֹם", "ที่", "👍🏽", "👨\u200d👩\u200d👧", "a\u0301\u0302\u0303", "བརྒྱད"])
def test_accents_emoji_and_combining_marks_of_scripts_stay(text: str) -> None:
    assert clean(text) == clean_block(text) == text


def test_a_note_has_no_unit_separator_and_keeps_its_tabs() -> None:
    assert note_text("one\x1ftwo\tthree\x1b[31m") == "onetwo\tthree[31m"


def test_control_characters_are_spelled_out_where_nothing_may_be_lost() -> None:
    assert escape_controls("a\x1b[31m\x9b\r\n\tb\u202e") == "a\\x1b[31m\\x9b\\r\n\\tb\\u202e"
    assert escape_controls("plain – 链\nlines") == "plain – 链\nlines"
