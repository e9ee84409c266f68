"""The words of a query to highlight in the text of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from arxtui.light import NamedTuple
from arxtui.model.expr import And, Expr, Field, Or, Phrase, SomeOf, Word
from arxtui.text import words
from arxtui.text.matching.everyday import content_words
from arxtui.text.matching.forms import forms
from arxtui.text.matching.hyphens import compounds
from arxtui.text.matching.spans import Wanted


class Highlights(NamedTuple):
    """The words to highlight in each text of a paper."""

    title: Wanted
    abstract: Wanted
    authors: Wanted


def highlights(expr: Expr) -> Highlights:
    """Return the words, prefixes and phrases that a query searches for, without the excluded ones, by the rules of
    ``docs/query.md``.

    If the last word of a compound word is unfinished, its prefix is highlighted by itself.
    """
    terms = list(_positive_terms(expr))
    title, abstract, authors = (
        _merged(_highlight(term) for term in terms if term.field in (Field.ANY, field))
        for field in (Field.TITLE, Field.ABSTRACT, Field.AUTHOR)
    )
    return Highlights(title, abstract, authors)


def merge_highlights(one: Highlights, other: Highlights) -> Highlights:
    """Return the union of two sets of words."""
    return Highlights(*(_merged(both) for both in zip(one, other, strict=True)))


def _positive_terms(expr: Expr) -> Iterator[Word | Phrase]:
    match expr:
        case Word() | Phrase():
            yield expr
        case SomeOf(question):
            yield from map(Word, content_words(question))
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive_terms(part)


def _highlight(term: Word | Phrase) -> Wanted:
    term_words = tuple(words(term.text))
    if isinstance(term, Phrase):
        return _adjacent_words(term_words)
    if len(term_words) < 2:
        return _merged(_word(word, prefix=term.prefix, exact=term.field is Field.AUTHOR) for word in term_words)
    apart = (
        [_adjacent_words(term_words[:-1]), Wanted(beginnings=term_words[-1:])]
        if term.prefix
        else [_adjacent_words(term_words)]
    )
    joined = [_word("".join(term_words), prefix=term.prefix)] if compounds(term.text) else []
    return _merged([*apart, *joined])


def _adjacent_words(row: tuple[str, ...]) -> Wanted:
    """Return the match for exactly these words, one after the other."""
    return Wanted(phrases=(row,)) if len(row) > 1 else Wanted(frozenset(row), joined=frozenset(row))


def _word(word: str, *, prefix: bool, exact: bool = False) -> Wanted:
    """Return the match for a word in each of its forms (only the word itself if ``exact``), also if a hyphen splits
    it."""
    matching = frozenset((word,) if exact else forms(word))
    return Wanted(matching, beginnings=(word,) if prefix else (), joined=matching)


def _merged(all_wanted: Iterable[Wanted]) -> Wanted:
    several = list(all_wanted)
    return Wanted(
        frozenset().union(*(each.words for each in several)),
        tuple(dict.fromkeys(chain.from_iterable(each.beginnings for each in several))),
        tuple(dict.fromkeys(chain.from_iterable(each.phrases for each in several))),
        frozenset().union(*(each.joined for each in several)),
    )
