"""The fields of the index.

Texts are made readable and folded in Python by the text room, the same way as queries are; tantivy gets words with
single blanks between and splits them there, so that no second opinion on what a word is comes in.

A word is looked for anywhere in two fields: ``abstract``, and ``other``, which holds the words of title, authors and
reviews that the abstract has not. ``begin`` holds the first one, two and three letters of every word, and with the name
of a field before them the first letters of its words: so few letters stand for too many words to look them all up while
someone types.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import tantivy

from arxtui.patterns import pattern
from arxtui.text import fold

TITLE, ABSTRACT, AUTHORS, REVIEW, COMMENT, JOURNAL = "title", "abstract", "authors", "review", "comment", "journal"
VENUE = "venue"
"""The names of the venues that a paper was accepted or published at, each with its year."""
OTHER, BEGIN = "other", "begin"
KEY, MONTH, CATEGORY, ARCHIVE, ID, DOI = "key", "month", "category", "archive", "id", "doi"
SUBMITTED = "submitted"
"""The month of ``published``, which is not always that of the key."""
PUBLISHED, ADDED, UPDATED = "published", "added", "updated"
"""Days as proleptic Gregorian ordinals; ``updated`` is a day and a key in one number (:func:`updated_order`)."""
BADGE = "badge"
"""The best badge of the reviews: 0 for none, 1 for Recognition, 1 + n for n theorem links; absent without a review."""
FACT = "fact"
"""``has:code``, ``source:api`` and the like."""
STATE, CHANGE = "state", "change"
"""The one document that is not a paper: ``state`` holds ``STATE_TERM``, ``change`` the number the index is built to."""
STATE_TERM = "built"

LONGEST_BEGINNING = 3
LONGEST_BEGINNINGS = {TITLE: 2, AUTHORS: 2, ABSTRACT: 1}
"""The same of words in one field, where it has so many that looking them up takes long."""


class Layout(NamedTuple):
    """What differs between schemas: the fields in which a word may stand anywhere, whether there are ``begin`` and
    months as terms, and of which fields ``begin`` holds how many letters."""

    anywhere: tuple[str, ...]
    helped: bool
    begun: Mapping[str, int] = MappingProxyType({})


CURRENT = Layout((ABSTRACT, OTHER), helped=True, begun=LONGEST_BEGINNINGS)
_FORMER = {
    "1": Layout((TITLE, ABSTRACT, AUTHORS, REVIEW), helped=False),
    **dict.fromkeys(("2", "3", "4"), Layout((ABSTRACT, OTHER), helped=True)),
}
"""Older schemas, whose index answers until the new one is built."""
_KEY_BITS = 42
_DOI_PREFIX = pattern(r"(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*")


def schema() -> tantivy.Schema:
    """The schema of this version."""
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
    """A month of ``model.ids`` as it stands in the index: from 1991 on in the order of time when sorted."""
    return f"{month:04}"


def doi_term(text: str) -> str:
    """A DOI as it stands in the index: folded, without the address before it."""
    return _DOI_PREFIX.sub("", fold(text.strip()), count=1)


def beginning_in(name: str, letters: str) -> str:
    """The term of ``begin`` for the papers that have a word beginning so in a field."""
    return f"{name}:{letters}"


def updated_order(day: int, key: int) -> int:
    """One number that sorts by day, then by key."""
    return day << _KEY_BITS | key


def key_of_order(order: int) -> int:
    """The key in a number of :func:`updated_order`."""
    return order & ((1 << _KEY_BITS) - 1)


def layout_of(version: str) -> Layout:
    """The layout of an index by its version (``<schema>.<converter>``)."""
    return _FORMER.get(version.partition(".")[0], CURRENT)
