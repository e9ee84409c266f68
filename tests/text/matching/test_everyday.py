"""The words of a question that say what it is about."""

from __future__ import annotations

import pytest

from arxtui.text.matching.everyday import FUNCTION_WORDS, MOST_WORDS, content_words

MANY = [f"word{number}" for number in range(MOST_WORDS + 3)]


@pytest.mark.parametrize(
    ("question", "content"),
    [
        ("Why do robots fold Robots' clothes?", ("robots", "fold", "clothes")),
        ("making sense of Gödel", ("sense", "godel")),
        ("what is it about", ("what", "is", "it", "about")),
        ("", ()),
        ("— ?", ()),
        (" ".join(MANY), tuple(MANY[:MOST_WORDS])),
        (f"{' '.join(sorted(FUNCTION_WORDS))} robots {' '.join(MANY)}", ("robots", *MANY[: MOST_WORDS - 1])),
        (" ".join(sorted(FUNCTION_WORDS)), tuple(sorted(FUNCTION_WORDS)[:MOST_WORDS])),
    ],
)
def test_a_question_is_about_its_first_words_that_are_not_those_of_any_question(
    question: str, content: tuple[str, ...]
) -> None:
    assert content_words(question) == content
