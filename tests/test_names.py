"""The names of tests: they say what is tested in the words that people search for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
BETTER = {
    "told|tells|tell": "reported, says, named, distinguished",
    "asked|asks": "requested, requests, retried, queried; of users: a question, a confirmation",
    "stands|stand|stood": "is, appears, wins, is kept; of colours: is highlighted",
    "heard": "received, known from",
    "what|whatever": "the thing itself: a category, a duplicate, a message",
}
"""Words that say too little, each with those that say more."""


def names() -> Iterator[tuple[Path, str]]:
    for file in TESTS.rglob("*.py"):
        for name in re.findall(r"def (test_\w+)\(", file.read_text(encoding="utf-8")):
            yield file.relative_to(TESTS), name


@pytest.mark.parametrize(("vague", "better"), BETTER.items())
def test_no_name_has_a_vague_word(vague: str, better: str) -> None:
    found = [f"{file}: {name}" for file, name in names() if re.search(rf"_({vague})(_|$)", name)]
    assert not found, f"better: {better}"


def test_there_are_names_of_every_folder() -> None:
    folders = {file.parts[0] for file, _ in names() if len(file.parts) > 1}
    assert folders >= {"cli", "library", "query", "reader", "search", "sources", "store", "sync", "text", "tui"}
