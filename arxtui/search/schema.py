"""The fields of the index.

The ``text`` package makes texts readable and folds them, the same way as queries. tantivy receives words separated by
single blanks and splits only there, so there is only one definition of a word.

A search for a word anywhere uses two fields: ``abstract``, and ``other``, which contains the words of title, authors
and reviews that are not in the abstract. ``begin`` contains the first one, two and three letters of every word and,
prefixed with a field name, the first letters of that field's words. Without it, a short prefix would need a lookup of
every word that begins with it, which takes too long while the user types.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import tantivy

from arxtui.light import NamedTuple, pattern
from arxtui.text import fold

TITLE, ABSTRACT, AUTHORS, REVIEW, COMMENT, JOURNAL = "title", "abstract", "authors", "review", "comment", "journal"
VENUE = "venue"
"""The names of the venues that accepted or published a paper, each with its year."""
OTHER, BEGIN = "other", "begin"
KEY, MONTH, CATEGORY, ARCHIVE, ID, DOI = "key", "month", "category", "archive", "id", "doi"
SUBMITTED = "submitted"
"""The month of ``published``, which can differ from the month of the key."""
PUBLISHED, ADDED, UPDATED = "published", "added", "updated"
"""Days as proleptic Gregorian ordinals; ``updated`` combines a day and a key in one number (:func:`updated_order`)."""
BADGE = "badge"
"""The best badge of the reviews: 0 for none, 1 for Recognition, 1 + n for n theorem links; absent without a review."""
FACT = "fact"
"""Terms like ``has:code`` and ``source:api``."""
STATE, CHANGE = "state", "change"
"""The one document that is not a paper: ``state`` is ``STATE_TERM``, ``change`` is the change number up to which the
index is built."""
STATE_TERM = "built"

MAX_PREFIX = 2
"""Letters of the longest prefix of a word in any field in ``begin``."""
MAX_FIELD_PREFIX = {TITLE: 2, AUTHORS: 2, ABSTRACT: 1}
"""Letters of the longest prefix of a word in one field in ``begin``, for the fields with so many words that looking
them up is slow."""


class Layout(NamedTuple):
    """The differences between schemas: the fields to search for a word anywhere, whether the index has ``begin`` and
    months as terms (``has_prefixes``), and the longest prefix in ``begin`` for each field."""

    anywhere: tuple[str, ...]
    has_prefixes: bool
    prefix_lengths: Mapping[str, int] = MappingProxyType({})


CURRENT = Layout((ABSTRACT, OTHER), has_prefixes=True, prefix_lengths=MAX_FIELD_PREFIX)
_OLDER = {
    "1": Layout((TITLE, ABSTRACT, AUTHORS, REVIEW), has_prefixes=False),
    **dict.fromkeys(("2", "3", "4"), Layout((ABSTRACT, OTHER), has_prefixes=True)),
}
"""Older schemas, whose index answers until the new one is built."""
_KEY_BITS = 42
_DOI_PREFIX = pattern(r"(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*")


def schema() -> tantivy.Schema:
    """Return the schema of this version."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(KEY, indexed=True, fast=True)
    for name in (TITLE, ABSTRACT, AUTHORS, REVIEW, COMMENT, JOURNAL, VENUE):
        builder.add_text_field(name, tokenizer_name="whitespace")
    for name in (OTHER, BEGIN):
        builder.add_text_field(name, tokenizer_name="whitespace", index_option="basic")
    for name in (MONTH, SUBMITTED, CATEGORY, ARCHIVE):
        builder.add_text_field(name, tokenizer_name="raw", fast=True, index_option="basic")
    for name in (ID, DOI, FACT, STATE):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    for name in (PUBLISHED, ADDED, UPDATED):
        builder.add_unsigned_field(name, fast=True)
    builder.add_unsigned_field(BADGE, indexed=True, fast=True)
    builder.add_unsigned_field(CHANGE, stored=True)
    return builder.build()


def month_term(month: int) -> str:
    """Return the index term of a month of ``model.ids``; terms sort by time, from 1991 on."""
    return f"{month:04}"


def doi_term(text: str) -> str:
    """Return the index term of a DOI: folded, without a resolver address before it."""
    return _DOI_PREFIX.sub("", fold(text.strip()), count=1)


def field_prefix(name: str, letters: str) -> str:
    """Return the term of ``begin`` for the papers with a word in field ``name`` that begins with ``letters``."""
    return f"{name}:{letters}"


def updated_order(day: int, key: int) -> int:
    """Return a number that sorts by day, then by key."""
    return day << _KEY_BITS | key


def key_of_order(order: int) -> int:
    """Return the key in a number of :func:`updated_order`."""
    return order & ((1 << _KEY_BITS) - 1)


def layout_of(version: str) -> Layout:
    """Return the layout of an index from its version (``<schema>.<converter>``)."""
    return _OLDER.get(version.partition(".")[0], CURRENT)
