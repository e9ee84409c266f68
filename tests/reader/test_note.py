"""Notes read as Markdown: what they look like, and that nothing of them is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxtui.model.document import Style
from arxtui.reader import plain_lines
from arxtui.reader.note import note_document


def shown(note: str, width: int = 40) -> list[str]:
    """The lines of a note; those of the source if it is shown as typed."""
    document = note_document(note)
    assert document
    return [line.text.rstrip() for line in plain_lines(document, width, width, styled=True)]


def styled(note: str, words: str) -> Style:
    document = note_document(note)
    assert document
    return next(run.style for line in plain_lines(document, 40, 40) for run in line.runs if run.text == words)


@pytest.mark.parametrize(
    ("note", "lines"),
    [
        ("# Idea\ntwo\nlines", ["Idea", "", "two", "lines"]),
        ("see $\\alpha_i + x^2$ for $5 and $10", ["see αᵢ + x² for $5 and $10"]),
        ("- one\n- two", ["• one", "• two"]),
        ("3. three\n3. again", ["3. three", "3. again"]),
        ("> quoted", ["    quoted"]),
        ("```\nx  = *1*\n```", ["  x  = *1*"]),
        ("```python\nx\n```", ["  python", "  x"]),
        ("[text](https://a.example/x) more", ["text (https://a.example/x) more"]),
        ('![plot](a.png "T")', ['plot (a.png "T")']),
        ("<b>bold</b> &amp; [x]: y", ["<b>bold</b> &amp; [x]: y"]),
        ("[x]: https://a.example", ["[x]: https://a.example"]),
        ("title\n---", ["title", "", "─" * 40]),
        ("\\*stars\\* \\alpha \\{x\\} a\\_b", ["*stars* \\alpha \\{x\\} a_b"]),
        ("<script>x</script>\n\n<!-- y -->", ["<script>x</script>", "", "<!-- y -->"]),
    ],
)
def test_a_note_is_laid_out_as_markdown_but_html_and_link_addresses_stay_visible(note: str, lines: list[str]) -> None:
    assert shown(note) == lines


def test_emphasis_is_a_style_and_a_table_has_columns_and_a_formula_is_displayed() -> None:
    assert styled("a *b* c", "b") is Style.ITALIC
    assert styled("a **b** c", "b") is Style.BOLD
    assert styled("a ~~b~~ c", "b") is Style.STRIKE
    assert [line.split() for line in shown("| a | b |\n|---|--:|\n| long | 1 |") if "─" not in line] == [
        ["a", "b"],
        ["long", "1"],
    ]
    assert "".join(shown("$$\\frac{a}{b}$$")).split() == ["a", "─", "b"]


@pytest.mark.parametrize("note", ["| a |\n|---|\n| b | lost |", "x" * 20_001, "> " * 30 + "deep"])
def test_a_note_of_which_something_would_not_be_shown_is_shown_as_typed(note: str) -> None:
    assert note_document(note) is None


def letters(text: str) -> str:
    return "".join(each for each in text if each.isalnum())


@given(st.text("ab1 *_`#>-|\n[]()!~\\.<&;:", max_size=60), st.integers(4, 30))
def test_every_letter_and_digit_of_a_note_is_shown_in_its_place(note: str, width: int) -> None:
    if document := note_document(note):
        assert letters("".join(line.text for line in plain_lines(document, width, width))) == letters(note)


@given(st.text("ab$^_{}\\ \n*|-", max_size=60))
def test_formulas_of_any_form_are_laid_out(note: str) -> None:
    if document := note_document(note):
        assert all(line.block < len(document.blocks) for line in plain_lines(document, 20, 20))
