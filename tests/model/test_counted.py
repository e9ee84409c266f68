"""Numbers with their nouns."""

from __future__ import annotations

import pytest

from arxtui.model.counted import counted


@pytest.mark.parametrize(
    ("number", "words"), [(0, "0 papers"), (1, "1 paper"), (2, "2 papers"), (12_000, "12,000 papers")]
)
def test_a_counted_noun_agrees_with_its_number(number: int, words: str) -> None:
    assert counted(number, "paper") == words


def test_a_plural_may_be_another_word() -> None:
    assert counted(1, "paper is lost", "papers are lost") == "1 paper is lost"
    assert counted(3, "paper is lost", "papers are lost") == "3 papers are lost"
