"""What the rules of the settings ask: the part that only papers decide, which is kept, and the part that is not.

What a paper says changes with the paper, and every change has a number. The user's marks, announcement days and lengths
of time counted from today change without one: terms that speak of them are asked anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from arxtui.config.rules import fault_of_rule
from arxtui.config.settings import Settings
from arxtui.config.text import read
from arxtui.library.marks.names import tag_name
from arxtui.library.rules.name_forms import candidates, rules_of
from arxtui.model.expr import EVERYTHING, And, Expr, State, Term, terms_of
from arxtui.model.rules import Rule
from arxtui.query import QueryError, check
from arxtui.search.version import VERSION

_ANOTHER_DAY = date(9001, 2, 3)
"""By which parts of a query that are counted from today are told from the others."""
_OF_RULES = (State("muted"), State("highlighted"))


class Asked(NamedTuple):
    """A rule as it is asked today. A paper that it means is meant by ``kept`` and by ``rest``, each None where it asks
    for nothing; ``name`` is what ``kept`` is kept under, and where ``is_searched`` the index is asked for ``rest``. Of
    what is followed, ``shown`` is how it is called, and ``author`` the name, where it is one."""

    rule: Rule
    kept: Expr | None
    rest: Expr | None
    name: str = ""
    is_searched: bool = False
    shown: str = ""
    author: str = ""


def asked_by(settings: Settings, today: date, is_of_papers: Callable[[Term], bool]) -> tuple[Asked, ...]:
    """The rules in their order, then what is followed; all of them sound. ``is_of_papers`` says which terms only papers
    decide."""
    asked = (asked_as(rule, today, is_of_papers) for rule in settings.rules if not rule.off)
    return (*asked, *_followed(settings, is_of_papers))


def asked_as(rule: Rule, today: date, is_of_papers: Callable[[Term], bool]) -> Asked:
    """A sound rule as it is asked on a day."""
    now, then = (_parts(check(rule.query, today=day).expr) for day in (today, _ANOTHER_DAY))
    lasting = [part == other and all(map(is_of_papers, terms_of(part))) for part, other in zip(now, then, strict=True)]
    kept = _joined(part for part, lasts in zip(now, lasting, strict=True) if lasts)
    rest = _joined(part for part, lasts in zip(now, lasting, strict=True) if not lasts)
    searched = rest is not None and any(map(is_of_papers, terms_of(rest)))
    return Asked(rule, kept, rest, f"{VERSION} {kept!r}" if kept else "", searched)


def check_rules(settings: Settings, file: Path) -> None:
    """ConfigError, with the line in the file and the place in the query, for the first rule that cannot be meant."""
    for place, key, message in faults_of_rules(settings):
        raise fault_of_rule(read(file), str(file), place, key, message)


def faults_of_rules(settings: Settings) -> Iterator[tuple[int, str, str]]:
    """The rules that cannot be meant: place, key and what is wrong with it."""
    for place, rule in enumerate(settings.rules):
        key = "query"
        try:
            check_query(rule.query)
            key = "tag"
            if rule.tag:
                tag_name(rule.tag)
        except (QueryError, ValueError) as error:
            yield place, key, f"rule {rule.name!r}: {error}"


def check_query(text: str) -> None:
    """QueryError for a query with a fault, ValueError for one that no rule can ask."""
    expr = check(text).expr
    if any(state in _OF_RULES for state in terms_of(expr)):
        raise ValueError("a rule cannot ask for what rules do (is:muted, is:highlighted)")
    if expr == EVERYTHING:
        raise ValueError("a rule that means every paper means nothing; say which, such as ti:survey")


def _followed(settings: Settings, is_of_papers: Callable[[Term], bool]) -> Iterator[Asked]:
    for rule, author in rules_of(settings.follow):
        if author:
            yield Asked(rule, candidates(author), None, f"{VERSION} author {author}", shown=rule.query, author=author)
        else:
            yield asked_as(rule, _ANOTHER_DAY, is_of_papers)._replace(shown=rule.name.removeprefix("following "))


def _parts(expr: Expr) -> tuple[Expr, ...]:
    return expr.parts if isinstance(expr, And) else (expr,)


def _joined(parts: Iterator[Expr]) -> Expr | None:
    told = tuple(parts)
    return And(told) if len(told) > 1 else told[0] if told else None
