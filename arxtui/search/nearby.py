"""Words that differ by one edit, as suggestions for a search without results."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.model.expr import Field
from arxtui.search.open_index import OpenIndex
from arxtui.search.translate import names_of

_MIN_LETTERS = 3
_MAX_WORDS = 5
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"


def words_near(opened: OpenIndex, word: str) -> list[tuple[str, int]]:
    """Return (word, number of papers) for the indexed words that result from inserting, deleting or replacing one
    letter or swapping two, most frequent first, at most ``_MAX_WORDS``. Empty for words shorter than three letters,
    because too many words are near them."""
    if len(word) < _MIN_LETTERS:
        return []
    names = names_of(Field.ANY, opened.layout)
    counted = [(other, sum(opened.searcher.doc_freq(name, other) for name in names)) for other in set(_edits(word))]
    common = sorted(((other, papers) for other, papers in counted if papers), key=lambda each: (-each[1], each[0]))
    return common[:_MAX_WORDS]


def _edits(word: str) -> Iterator[str]:
    for place in range(len(word) + 1):
        head, tail = word[:place], word[place:]
        yield from (f"{head}{letter}{tail}" for letter in _LETTERS)
        if tail:
            yield head + tail[1:]
            yield from (f"{head}{letter}{tail[1:]}" for letter in _LETTERS if letter != tail[0])
        if len(tail) > 1 and tail[0] != tail[1]:
            yield f"{head}{tail[1]}{tail[0]}{tail[2:]}"
