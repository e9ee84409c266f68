"""The topics of the made-up papers: sentences for each field, with placeholders for words that vary between papers.

``topics.toml`` has the sentences, and says what the placeholders stand for.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """A result: the sentence for the abstract, and the headline and deck for a review."""

    sentence: str
    headline: str
    deck: str


@dataclass(frozen=True, slots=True)
class Topic:
    """A primary category, its usual cross-lists, and the sentences of its abstracts; an abstract has the order opening,
    gap, aim, means, two findings, closing."""

    category: str
    crosses: tuple[str, ...]
    subjects: tuple[str, ...]
    settings: tuple[str, ...]
    methods: tuple[str, ...]
    bounds: tuple[str, ...]
    forms: tuple[str, ...]
    titles: tuple[str, ...]
    openings: tuple[str, ...]
    gaps: tuple[str, ...]
    aims: tuple[str, ...]
    means: tuple[str, ...]
    findings: tuple[Finding, ...]
    closings: tuple[str, ...]


def _topic(category: str, findings: list[dict[str, str]], **sentences: Any) -> Topic:
    parts = {name: tuple(each) for name, each in sentences.items()}
    return Topic(category=category, findings=tuple(Finding(**each) for each in findings), **parts)


_ROWS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))["topics"]
TOPICS = tuple(_topic(**row) for row in _ROWS)
