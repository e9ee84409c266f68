"""The statistics of a corpus: lengths, words and their growth, categories, months."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

from arxtui.model.arxiv.ids import key_of, split_key
from arxtui.text import readable, words
from benchmarks.corpus.counts import WordCounts

MEASURES = ("title, characters", "abstract, characters", "authors", "categories")


class Statistics:
    """Counts of a corpus that can be made in parts and merged."""

    def __init__(self) -> None:
        self.papers = 0
        self.texts, self.names = WordCounts(), WordCounts()
        self.lengths: dict[str, Counter[int]] = {name: Counter() for name in MEASURES}
        self.categories: Counter[str] = Counter()
        self.months: Counter[int] = Counter()

    def add(self, row: dict[str, Any]) -> None:
        """Count one paper, given as a record that ``arxtui import`` reads."""
        self.papers += 1
        # The pseudo-random position of the paper for the growth of the vocabulary; it depends on the paper alone.
        place = zlib.crc32(row["id"].encode()) / 2**32
        self.texts.add(words(readable(row["title"])) + words(readable(row["abstract"])), place)
        self.names.add([word for name in row["authors"] for word in words(readable(name))], place)
        held = (len(row["title"]), len(row["abstract"]), len(row["authors"]), len(row["categories"]))
        for name, length in zip(MEASURES, held, strict=True):
            self.lengths[name][length] += 1
        self.categories.update(row["categories"])
        self.months[split_key(key_of(row["id"]))[0]] += 1

    def merge(self, other: Statistics) -> None:
        """Add the counts of another object."""
        self.papers += other.papers
        self.texts.merge(other.texts)
        self.names.merge(other.names)
        for name, lengths in other.lengths.items():
            self.lengths[name].update(lengths)
        self.categories.update(other.categories)
        self.months.update(other.months)


def counted(lines: Iterable[str]) -> Statistics:
    """Return the statistics of JSON lines."""
    found = Statistics()
    for line in lines:
        found.add(json.loads(line))
    return found
