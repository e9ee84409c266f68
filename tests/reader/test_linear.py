"""A document as words alone: nothing of it is lost, and nothing is expressed by layout."""

from __future__ import annotations

from pathlib import Path

from arxtui.model.document import Document, Float, Footnote, Listing, Picture, Pictures, Rule, Style, Table, Text
from arxtui.model.document import Line as CodeLine
from arxtui.reader import Role
from arxtui.reader.output.linear import linear
from arxtui.reader.output.plain import plain_lines
from arxtui.reader.survey import Survey
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from tests.reader.documents import cell, content, document, equation, para, section, table
from tests.reader.test_plain import words_of
from tests.samples import sample


def lines_of(paper: Document) -> list[str]:
    return [line.text.strip() for line in plain_lines(linear(paper), 60, 60, tex=True) if line.runs]


def test_headings_are_announced_with_level_and_number() -> None:
    assert lines_of(document(section("Locks", "1"), section("Keys", "1.1", 2), section("Thanks"))) == [
        "Heading 1: 1 Locks",
        "Heading 2: 1.1 Keys",
        "Heading 1: Thanks",
    ]


def test_a_table_is_read_row_by_row() -> None:
    assert lines_of(document(table("a | b", "1 | "))) == ["Row 1: a; b", "Row 2: 1; blank"]
    assert lines_of(document(Table(((cell("a"),), (), (cell("b"),))))) == ["Row 1: a", "Row 3: b"]


def test_a_cell_over_several_columns_says_so() -> None:
    rows = ((cell("a", columns=2), cell("b", columns=1)), (cell("c", columns=3),))
    assert lines_of(document(Table(rows))) == ["Row 1: a (over 2 columns); b", "Row 2: c (over 3 columns)"]


def test_pictures_and_their_captions_are_words() -> None:
    figure = Float(
        "figure", "Figure 1", content("A lock."), (Pictures((Picture("x1.png", "a lock"), Picture("x2.png"))),)
    )
    assert lines_of(document(figure, para("See ", Picture("x3.png"), "."))) == [
        "[Picture: a lock]",
        "[Picture: x2.png]",
        "Figure 1  A lock.",
        "See [Picture: x3.png].",
    ]


def test_formulas_are_their_tex_in_the_line() -> None:
    prose, displayed = lines_of(document(para("Let $\\frac{1}{2}$ be."), equation("a^2+b^2", number="(1)")))
    assert prose == "Let $\\frac{1}{2}$ be."
    assert displayed.split() == ["$a^2+b^2$", "(1)"]


def test_rules_are_left_out_and_notes_and_code_stay() -> None:
    noted = para("Held", Footnote("1", (table("x | y"),)), ".")
    code = Listing((CodeLine((Text("  lock()"),), "1"),))
    lines = lines_of(document(Rule(), noted, code))
    assert "Row 1: x; y" in " ".join(lines)
    assert any("lock()" in line for line in lines)


def test_struck_words_have_signs_and_the_lines_still_fit() -> None:
    paper = document(para("We do ", Text("not roll " * 20, Style.STRIKE), "roll ", Text("back", Style.STRIKE)))
    lines = [line.text.rstrip() for line in plain_lines(linear(paper), 40, 40, tex=True) if line.runs]
    text = " ".join(lines)
    assert text.startswith("We do ~~not roll not roll")
    assert text.endswith("~~roll ~~back~~")
    assert text.count("~~") == 4
    assert max(map(len, lines)) <= 40


def test_places_are_the_same_in_both_documents() -> None:
    paper = document(section("A"), Rule(), table("a | b"), section("B"), para("words"))
    assert [each.block for each in Survey(paper).outline] == [each.block for each in Survey(linear(paper)).outline]
    assert len(linear(paper).blocks) == len(paper.blocks)


def test_no_word_of_a_real_page_is_lost_and_no_frame_is_drawn(shared: Path) -> None:
    read = 0
    for file in sorted((shared / "data/arxiv/html").glob("*.html")):
        if file.stat().st_size > sample(400_000, 9_000_000):
            continue
        try:
            paper = parse_document(file.read_bytes())
        except SourceError:
            continue
        read += 1
        spoken, words = linear(paper), set(words_of(paper.blocks))
        assert words <= set(words_of(spoken.blocks)), file.name
        runs = [run for line in plain_lines(spoken, 80, 80, tex=True) for run in line.runs]
        # Only the notes have a rule above them.
        assert {sign for run in runs if run.role is Role.RULE for sign in run.text} <= set("─ "), file.name
    assert read > 10
