"""Followed authors and keywords as rules, and the forms in which a name is written.

A name is followed in full, and found in the forms that bibliographies give it: ``Leslie Lamport`` also as
``L. Lamport``, ``Lamport, L.``, ``Lamport, Leslie`` and with a middle initial. A form may be another person's, and so
may, in the end, the full name: who it is nobody tells a reader of names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.expr import Expr, Field, Or, Phrase
from arxtui.model.rules import Rule
from arxtui.patterns import pattern
from arxtui.query import check
from arxtui.query.highlights import Highlights, highlights
from arxtui.text import words

if TYPE_CHECKING:
    from arxtui.config.settings import FollowSettings

_PLAIN = pattern(r"[\w-]+\*?")
_PARTICLES = frozenset("van von der den de del della di da dos du la le ten ter bin ibn al el zu af av".split())


class NameForm(NamedTuple):
    """An author's name that a followed one may be written as; ``exact``: it is the name itself."""

    written: str
    exact: bool

    @property
    def note(self) -> str:
        """What is to be known about the match; empty for the name itself."""
        return "" if self.exact else f'as "{self.written}", a name form: may be someone else'


def rules_of(follow: FollowSettings) -> Iterator[tuple[Rule, str]]:
    """What is followed as rules that highlight and give points; each author's with the name, a keyword's with none."""
    for name in follow.authors:
        yield Rule(f"following {name}", f'au:"{name}"', highlight=True, score=follow.author_score), name
    for word in follow.keywords:
        asked = word if _PLAIN.fullmatch(word) else f'"{word}"'
        yield Rule(f"following {word}", f"ti:{asked} OR abs:{asked}", highlight=True, score=follow.keyword_score), ""


def candidates(name: str) -> Expr:
    """A query for the papers that may have an author of this name. The index knows where names end only by their
    words, so that it finds too much (``Ada L. Lamport``): :func:`form_of` looks at the names themselves."""
    return _any_of(_written(name))


def words_of(follow: FollowSettings) -> Highlights:
    """The words by which a reader of titles, abstracts and names sees what is followed. Of a name without a middle
    initial the forms with one stay plain."""
    asked = [check(rule.query).expr for rule, author in rules_of(follow) if not author]
    return highlights(Or((*asked, *(_any_of(_written(name, middles="")) for name in follow.authors))))


def form_of(name: str, authors: Iterable[str]) -> NameForm | None:
    """The author that may be the one followed: by the name itself, else by one of its forms; None for nobody."""
    whole, forms = tuple(words(name)), _written(name)
    found = None
    for author in authors:
        written = tuple(words(author))
        if written == whole:
            return NameForm(author, exact=True)
        if found is None and written in forms:
            found = NameForm(author, exact=False)
    return found


def _any_of(forms: Iterable[tuple[str, ...]]) -> Expr:
    return Or(tuple(Phrase(" ".join(form), Field.AUTHOR) for form in sorted(forms)))


def _written(name: str, middles: str = ascii_lowercase) -> set[tuple[str, ...]]:
    """The words of a name in all of its forms, the name itself among them; of a name without middle names also with one
    of these initials."""
    given, family = _parts(words(name))
    if not given:
        return {family}
    first, *middle = given
    initials = tuple(each[0] for each in given)
    givens = {tuple(given), initials, (first,), (first[0],), (first, *initials[1:])}
    if not middle:
        givens |= {(begun, letter) for begun in (first, first[0]) for letter in middles}
    return {form for each in givens for form in ((*each, *family), (*family, *each))}


def _parts(asked: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The given names, and the family name with its particles."""
    cut = max(len(asked) - 1, 0)
    while cut > 1 and asked[cut - 1] in _PARTICLES:
        cut -= 1
    return asked[:cut], tuple(asked[cut:])
