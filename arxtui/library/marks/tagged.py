"""Search in tags and notes: which papers have a tag, or words in their note."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from arxtui.text import fold, words

Tags = Iterable[tuple[str, Iterable[int]]]
"""Pairs of a tag and the keys of its papers."""


def with_tag(tags: Tags, pattern: str) -> array[int]:
    """Return the ascending keys of the papers with a tag or a tag nested in it. With a trailing star the pattern is a
    prefix."""
    folded = fold(pattern)
    matches = _has_prefix(folded.rstrip("*")) if folded.endswith("*") else _is_nested_in(folded)
    return _ascending(keys for name, keys in tags if matches(fold(name)))


def by_tag(tags: Tags) -> list[tuple[str, array[int]]]:
    """Return (tag, ascending keys of the papers with the tag or one nested in it), sorted by name.

    A level that only contains other tags is included, and spellings that differ by case or accents are merged: each
    row equals the results of ``tag:``.
    """
    spelt: dict[str, str] = {}
    below: dict[str, list[Iterable[int]]] = {}
    for name, keys in tags:
        for level in _levels(name):
            folded = fold(level)
            spelt.setdefault(folded, level)
            below.setdefault(folded, []).append(keys)
    return sorted((spelt[folded], _ascending(lists)) for folded, lists in below.items())


def with_words(notes: Iterable[tuple[int, str]], text: str, *, prefix: bool) -> array[int]:
    """Return the ascending keys of the papers whose note contains the words side by side. With ``prefix`` the last word
    is a prefix. A single whole word also matches its singular or plural."""
    from arxtui.text.matching.forms import forms  # its table is loaded for searches in notes only

    query_words = words(text)
    if len(query_words) == 1 and not prefix:
        word_forms = set(forms(query_words[0]))
        return _ascending([key] for key, note in notes if not word_forms.isdisjoint(words(note)))
    phrase = f" {' '.join(query_words)}{'' if prefix else ' '}"
    return _ascending([key] for key, note in notes if query_words and phrase in f" {' '.join(words(note))} ")


def _has_prefix(prefix: str) -> Callable[[str], bool]:
    return lambda name: name.startswith(prefix)


def _is_nested_in(tag: str) -> Callable[[str], bool]:
    return lambda name: f"{name}/".startswith(f"{tag}/")


def _levels(name: str) -> Iterator[str]:
    parts = name.split("/")
    return ("/".join(parts[:depth]) for depth in range(1, len(parts) + 1))


def _ascending(lists: Iterable[Iterable[int]]) -> array[int]:
    return array("q", sorted(set(chain.from_iterable(lists))))
