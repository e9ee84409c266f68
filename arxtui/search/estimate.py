"""Estimates of the number of matching papers, from the frequencies of words and categories in the index."""

from __future__ import annotations

import math

from arxtui.model.expr import And, Category, Expr, Field, Or, Word
from arxtui.search.open_index import OpenIndex
from arxtui.search.schema import CATEGORY
from arxtui.text import words
from arxtui.text.matching.forms import forms


def at_most(opened: OpenIndex, expr: Expr) -> float:
    """Return an upper bound of the number of matching papers; infinity if finding one would take a search."""
    match expr:
        case And((_, *_) as parts):
            return min(at_most(opened, part) for part in parts)
        case Or(parts):
            return sum(at_most(opened, part) for part in parts)
        case Word(text, Field.ANY, prefix) if len(text_words := words(text)) == 1:
            return _with_prefix(opened, text_words[0]) if prefix else _with_word(opened, text_words[0])
        case Category(pattern) if not pattern.endswith("*"):
            return opened.searcher.doc_freq(CATEGORY, pattern)
        case _:
            return math.inf


def _with_word(opened: OpenIndex, word: str) -> float:
    return sum(opened.papers_with(form) for form in forms(word))


def _with_prefix(opened: OpenIndex, prefix: str) -> float:
    listed = [opened.words_with_prefix(name, prefix) for name in opened.layout.anywhere]
    if any(words_of_field is None for words_of_field in listed):
        return math.inf
    # A prefix also finds the other forms of the word, which need not begin with it.
    return _with_word(opened, prefix) + sum(papers for each in listed for _, papers in each or ())
