"""Followed authors and keywords as rules, and the forms in which an author's name is written.

The user follows a full name. It matches in the forms that bibliographies use: ``Leslie Lamport`` also as
``L. Lamport``, ``Lamport, L.``, ``Lamport, Leslie`` and with a middle initial. Such a form, and even the full name,
may belong to another person; the metadata does not distinguish them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple, pattern
from arxtui.model.expr import Expr, Field, Or, Phrase
from arxtui.model.rules import Rule
from arxtui.query import check
from arxtui.query.highlights import Highlights, highlights
from arxtui.text import words

if TYPE_CHECKING:
    from arxtui.config.settings import FollowSettings

_PLAIN = pattern(r"[\w-]+\*?")
_PARTICLES = frozenset("van von der den de del della di da dos du la le ten ter bin ibn al el zu af av".split())


class NameForm(NamedTuple):
    """A form of a followed name, as an author is written on a paper. ``exact`` means that it is the name itself."""

    written: str
    exact: bool

    @property
    def note(self) -> str:
        """A caution about the match, in words; empty for an exact one."""
        return "" if self.exact else f'as "{self.written}", a name form: may be someone else'


def rules_of(follow: FollowSettings) -> Iterator[tuple[Rule, str]]:
    """Yield a rule that highlights and scores for each followed author or keyword, with the author's name (empty for a
    keyword)."""
    for name in follow.authors:
        yield Rule(f"following {name}", f'au:"{name}"', highlight=True, score=follow.author_score), name
    for word in follow.keywords:
        term = word if _PLAIN.fullmatch(word) else f'"{word}"'
        yield Rule(f"following {word}", f"ti:{term} OR abs:{term}", highlight=True, score=follow.keyword_score), ""


def candidates(name: str) -> Expr:
    """Return a query for the papers that may have an author of this name. The index compares words, not whole names, so
    the query finds too many papers (``Ada L. Lamport``); :func:`form_of` compares the names."""
    return _any_of(_forms_of(name))


def words_of(follow: FollowSettings) -> Highlights:
    """Return the words to highlight in titles, abstracts and names. For a name without a middle initial, forms with one
    are not highlighted."""
    expressions = [check(rule.query).expr for rule, author in rules_of(follow) if not author]
    return highlights(Or((*expressions, *(_any_of(_forms_of(name, middles="")) for name in follow.authors))))


def form_of(name: str, authors: Iterable[str]) -> NameForm | None:
    """Return the first author whose name is exactly ``name``, otherwise the first with a form of ``name``; None if
    neither exists."""
    whole, forms = tuple(words(name)), _forms_of(name)
    first_form = None
    for author in authors:
        written = tuple(words(author))
        if written == whole:
            return NameForm(author, exact=True)
        if first_form is None and written in forms:
            first_form = NameForm(author, exact=False)
    return first_form


def _any_of(forms: Iterable[tuple[str, ...]]) -> Expr:
    return Or(tuple(Phrase(" ".join(form), Field.AUTHOR) for form in sorted(forms)))


def _forms_of(name: str, middles: str = ascii_lowercase) -> set[tuple[str, ...]]:
    """Return the word sequences of all forms of a name, including the name itself. For a name without middle names,
    forms with each of the initials ``middles`` are included."""
    given, family = _parts(words(name))
    if not given:
        return {family}
    first, *middle = given
    initials = tuple(each[0] for each in given)
    givens = {tuple(given), initials, (first,), (first[0],), (first, *initials[1:])}
    if not middle:
        givens |= {(begun, letter) for begun in (first, first[0]) for letter in middles}
    return {form for each in givens for form in ((*each, *family), (*family, *each))}


def _parts(name_words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Split a name into the given names and the family name with its particles."""
    family_start = max(len(name_words) - 1, 0)
    while family_start > 1 and name_words[family_start - 1] in _PARTICLES:
        family_start -= 1
    return name_words[:family_start], tuple(name_words[family_start:])
