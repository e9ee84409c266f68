"""No text from upstream can control a terminal."""

from __future__ import annotations

import pytest

from arxtui.text import clean, clean_block
from arxtui.text.clean import clean_line


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  a \t b\n c  ", "a b c"),
        ("\x1b[31mred\x1b]52;c;AAAA\x07", "[31mred]52;c;AAAA"),
        ("Teichm\x7fuller", "Teichmuller"),
        ("c1 \x9b31m", "c1 31m"),
        ("a\u202eevil\u202c \u2066x\u2069 \u200e\u200f", "aevil x"),
        ("one\u2028two\u2029three\x85four", "one two three four"),
        ("no\u00a0break", "no break"),
        ("\ufeffmark\u200b \ud800", "mark \ufffd"),
        ("👩\u200d🔬 stays", "👩\u200d🔬 stays"),
        ("[Re] a[/b]c [@click=app.quit]x[/]", "[Re] a[/b]c [@click=app.quit]x[/]"),
        ("Łukasz 链 Ünïcode", "Łukasz 链 Ünïcode"),
        ("", ""),
    ],
)
def test_one_line_of_safe_text_comes_out(sent: str, kept: str) -> None:
    assert clean(sent) == kept


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  We study\nhard wraps\nhere.", "We study hard wraps here."),
        ("One.\n  Two.\n  Three.", "One.\nTwo.\nThree."),
        ("One.\n\nTwo.\r\n\r\nThree.", "One.\nTwo.\nThree."),
        ("One.\u2029Two.", "One.\nTwo."),
        *(
            (f"One.{sign}Two.{sign}{sign}Three.", "One. Two.\nThree.")
            for sign in ("\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028")
        ),
        ("\n\n  \x1b\n  only\n \n", "only"),
        ("one line", "one line"),
    ],
)
def test_paragraphs_stay_and_hard_wraps_go(sent: str, kept: str) -> None:
    assert clean_block(sent) == kept


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("  two  blanks stay  \n", "  two  blanks stay"),
        ("a\tb", "a       b"),
        ("10 %\r50 %\rdone\r\n", "done"),
        ("\x1b[1;31mred\x1b[0m \x1b]0;title\x07and\x1b]8;;https://a.example\x1b\\ link\x1b(B", "red and link"),
        ("bell\x07 \u202eevil \ud800", "bell evil \ufffd"),
        ("no\u00a0break", "no break"),
        ("", ""),
    ],
)
def test_a_line_of_a_program_is_shown_as_a_terminal_would_leave_it(printed: str, shown: str) -> None:
    assert clean_line(printed) == shown
