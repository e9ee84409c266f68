"""The fields of the index, and how a paper becomes a document.

Texts are made readable and folded in Python by the text room, the same way as queries are; tantivy gets words with
single blanks between and splits them there, so that no second opinion on what a word is comes in.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import tantivy

from arxtui.model.ids import split_key
from arxtui.model.paper import Paper
from arxtui.model.review import Review
from arxtui.text import CONVERTER_VERSION, fold, readable, words

SCHEMA_VERSION = 1
VERSION = f"{SCHEMA_VERSION}.{CONVERTER_VERSION}"
"""An index of another version is built anew: its fields, or the words in them, are others."""

TITLE, ABSTRACT, AUTHORS, REVIEW, COMMENT, JOURNAL = "title", "abstract", "authors", "review", "comment", "journal"
KEY, MONTH, CATEGORY, PRIMARY, ID, DOI = "key", "month", "category", "primary", "id", "doi"
STATE, CHANGE = "state", "change"
"""The one document that is not a paper: ``state`` holds ``STATE_TERM``, ``change`` the number the index is built to."""
STATE_TERM = "built"

_DOI_PREFIX = re.compile(r"(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*", re.I)


class Document(NamedTuple):
    """What is indexed of a paper: its record and its reviews."""

    key: int
    paper: Paper
    reviews: tuple[Review, ...] = ()


def schema() -> tantivy.Schema:
    """The schema of this version."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(KEY, indexed=True, fast=True)
    builder.add_unsigned_field(MONTH, fast=True)
    for name in (TITLE, ABSTRACT, AUTHORS, REVIEW, COMMENT, JOURNAL):
        builder.add_text_field(name, tokenizer_name="whitespace")
    for name in (CATEGORY, PRIMARY):
        builder.add_text_field(name, tokenizer_name="raw", fast=True, index_option="basic")
    for name in (ID, DOI, STATE):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_unsigned_field(CHANGE, stored=True)
    return builder.build()


def of_paper(document: Document) -> tantivy.Document:
    """The document of a paper. Several values of a field keep phrases from running over their borders."""
    key, paper, reviews = document
    made = tantivy.Document()
    made.add_unsigned(KEY, key)
    made.add_unsigned(MONTH, split_key(key)[0])
    texts = [
        (TITLE, readable(paper.title)),
        (ABSTRACT, readable(paper.abstract)),
        *((AUTHORS, readable(author.name)) for author in paper.authors),
        *((REVIEW, readable(text)) for review in reviews for text in (review.headline, review.deck)),
        (COMMENT, readable(paper.comment or "")),
        (JOURNAL, readable(paper.journal_ref or "")),
    ]
    for name, text in texts:
        if told := " ".join(words(text)):
            made.add_text(name, told)
    for category in dict.fromkeys(paper.categories):
        made.add_text(CATEGORY, category)
    if paper.primary_category:
        made.add_text(PRIMARY, paper.primary_category)
    if paper.id:
        made.add_text(ID, paper.id)
    for doi in (paper.doi or "").split():
        made.add_text(DOI, bare_doi(doi))
    return made


def of_state(change: int) -> tantivy.Document:
    """The document that says up to which change number the index is built."""
    made = tantivy.Document()
    made.add_text(STATE, STATE_TERM)
    made.add_unsigned(CHANGE, change)
    return made


def bare_doi(text: str) -> str:
    """A DOI folded, without the address before it."""
    return fold(_DOI_PREFIX.sub("", text.strip()))
