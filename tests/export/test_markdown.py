"""Markdown: the list of papers, in which no text is interpreted as markup."""

from __future__ import annotations

from markdown_it import MarkdownIt

from arxtui.export.references import Reference
from tests.export.made import MANY, ODD, paper
from tests.export.readers import exported


def shown(markdown: str) -> list[str]:
    """Return the text of each line of each item, as a Markdown parser shows it."""
    tokens = MarkdownIt("commonmark").parse(markdown)
    lines = []
    for token in tokens:
        if token.type == "inline":
            pieces = ["\n" if child.type == "hardbreak" else child.content for child in token.children or ()]
            lines += "".join(pieces).split("\n")
    return lines


def test_one_item_a_paper() -> None:
    assert exported(
        "markdown", [paper(1, "A [Title]", "Ada Example", "B. Example", journal_ref="J. Ex. 1", doi="10.1/x(1)")]
    ) == (
        "- [A \\[Title\\]](https://arxiv.org/abs/2605.00001)\\\n"
        "  Ada Example, B. Example\\\n"
        "  arXiv:2605.00001 cs.DC · 2026-05-11 · J. Ex. 1 · [doi:10.1/x(1)](https://doi.org/10.1/x%281%29)\n"
    )


def test_every_title_shows_as_it_is() -> None:
    lines = shown(exported("markdown", ODD))
    for record in ODD:
        assert " ".join(record.title.split()) in lines
        if Reference(record).url:
            assert f"({Reference(record).url})" in exported("markdown", [record])


def test_of_many_authors_the_first_are_named_and_the_others_counted() -> None:
    [_, authors, _] = shown(exported("markdown", [paper(1, "Many", *MANY)]))
    assert authors.startswith("Ada0 Example0, Ada1 Example1, ")
    assert authors.endswith("Ada7 Example7 and 4,992 more")
    [_, authors, _] = shown(exported("markdown", [paper(1, "Ten", *MANY[:10])]))
    assert authors.endswith("Ada9 Example9")


def test_tags_are_reported_and_notes_when_requested() -> None:
    marked = next(record for record in ODD if record.marks.note)
    assert "  Tags: thesis, thesis/related\\_work & more\n" in exported("markdown", [marked])
    text = exported("markdown", [marked], notes=True)
    assert text.endswith("\n\n  > Read § 3.\n  >\n  > 50% of it {twice\n")
    assert shown(text)[-2:] == ["Read § 3.", "50% of it {twice"]


def test_a_withdrawn_paper_says_so() -> None:
    [record] = [record for record in ODD if record.paper.title == "Taken back"]
    assert "Withdrawn: This paper has been withdrawn by the author: 50% of it is wrong" in shown(
        exported("markdown", [record])
    )
