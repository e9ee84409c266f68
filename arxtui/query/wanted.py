"""The words of a query to highlight in the text of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from arxtui.model.expr import And, Expr, Field, Or, Phrase, Word
from arxtui.text import compounds, forms, words
from arxtui.text.matching.spans import Wanted


class WantedIn(NamedTuple):
    """The words to highlight in each text of a paper."""

    title: Wanted
    abstract: Wanted
    authors: Wanted


def words_wanted(expr: Expr) -> WantedIn:
    """Return the words, prefixes and phrases that a query searches for, without the excluded ones, by the rules of
    ``docs/query.md``.

    If the last word of a compound word is unfinished, its prefix is highlighted by itself.
    """
    asked = list(_asked(expr))
    title, abstract, authors = (
        _together(_wanted(term) for term in asked if term.field in (Field.ANY, field))
        for field in (Field.TITLE, Field.ABSTRACT, Field.AUTHOR)
    )
    return WantedIn(title, abstract, authors)


def either_wanted(one: WantedIn, other: WantedIn) -> WantedIn:
    """Return the union of two sets of words."""
    return WantedIn(*(_together(both) for both in zip(one, other, strict=True)))


def _asked(expr: Expr) -> Iterator[Word | Phrase]:
    match expr:
        case Word() | Phrase():
            yield expr
        case And(parts) | Or(parts):
            for part in parts:
                yield from _asked(part)


def _wanted(term: Word | Phrase) -> Wanted:
    asked = tuple(words(term.text))
    if isinstance(term, Phrase):
        return _row(asked)
    if len(asked) < 2:
        return _together(_word(word, prefix=term.prefix, exact=term.field is Field.AUTHOR) for word in asked)
    apart = [_row(asked[:-1]), Wanted(beginnings=asked[-1:])] if term.prefix else [_row(asked)]
    joined = [_word("".join(asked), prefix=term.prefix)] if compounds(term.text) else []
    return _together([*apart, *joined])


def _row(asked: tuple[str, ...]) -> Wanted:
    """Return the match for exactly these words, one after the other."""
    return Wanted(phrases=(asked,)) if len(asked) > 1 else Wanted(frozenset(asked), joined=frozenset(asked))


def _word(word: str, *, prefix: bool, exact: bool = False) -> Wanted:
    """Return the match for a word in each of its forms (only the word itself if ``exact``), also if a hyphen splits
    it."""
    meant = frozenset((word,) if exact else forms(word))
    return Wanted(meant, beginnings=(word,) if prefix else (), joined=meant)


def _together(all_wanted: Iterable[Wanted]) -> Wanted:
    several = list(all_wanted)
    return Wanted(
        frozenset().union(*(each.words for each in several)),
        tuple(dict.fromkeys(chain.from_iterable(each.beginnings for each in several))),
        tuple(dict.fromkeys(chain.from_iterable(each.phrases for each in several))),
        frozenset().union(*(each.joined for each in several)),
    )
