"""The first words of a paper's conclusions."""

from __future__ import annotations

import pytest

from arxtui.model.document import Block
from arxtui.reader.conclusions import conclusions
from tests.tui.reading.texts import WORDS, document, heading, prose

INTRODUCTION = (heading("1", "Introduction"), prose("We begin."))


@pytest.mark.parametrize(
    "title", ["Conclusions", "CONCLUSION", "Discussion and conclusions", "Concluding remarks", "Summary"]
)
def test_they_are_the_first_paragraph_below_their_heading(title: str) -> None:
    blocks: tuple[Block, ...] = (*INTRODUCTION, heading("2", title), prose("Delays are bounded."), prose("More."))
    assert conclusions(document(blocks)) == "Delays are bounded."


def test_of_several_headings_the_last_counts() -> None:
    blocks = (heading("1", "Summary of results"), prose("At first."), heading("2", "Conclusion"), prose("At last."))
    assert conclusions(document(blocks)) == "At last."


def test_a_subsection_before_the_text_is_passed_over_and_the_next_section_is_not() -> None:
    ahead = (heading("5", "Conclusions"), heading("5.1", "Findings", level=2), prose("It holds."))
    assert conclusions(document(ahead)) == "It holds."
    assert conclusions(document((heading("5", "Conclusions"), prose(" "), prose("It holds.")))) == "It holds."
    assert conclusions(document((heading("5", "Conclusions"), heading("A", "Proofs"), prose("Lemma.")))) == ""


def test_a_text_without_such_a_section_has_none() -> None:
    assert conclusions(document(INTRODUCTION)) == ""
    assert conclusions(document(())) == ""


def test_of_a_long_paragraph_whole_sentences_are_reported() -> None:
    result = conclusions(document((heading("9", "Conclusions"), prose(f"{WORDS}. " * 20))))
    assert result.endswith("them.")
    assert len(result) <= 480


def test_a_sentence_without_an_end_is_cut_at_a_word() -> None:
    result = conclusions(document((heading("9", "Conclusions"), prose("word " * 500))))
    assert result.endswith("word …")
    assert len(result) < 490
