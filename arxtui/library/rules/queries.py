"""The queries of rules, each split into a part that depends on papers alone and the rest.

The results of the first part change only when a paper changes, and every change has a number, so these results can be
cached. The user's marks, announcement days and periods relative to today change without such a number: the terms that
depend on them are evaluated each time.

Dry runs say what a rule would have done to recent announcements.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterator
from datetime import UTC, date, datetime
from pathlib import Path

from arxtui.config.rules import checked, fault_of_rule
from arxtui.config.settings import Settings
from arxtui.config.text import read
from arxtui.library.marks.names import tag_name
from arxtui.library.rules.name_forms import candidates, rules_of
from arxtui.light import NamedTuple
from arxtui.model.expr import EVERYTHING, And, Expr, State, Term, conjuncts, terms_of
from arxtui.model.rules import Rehearsal, Rule
from arxtui.query import QueryError, check
from arxtui.search.version import VERSION

_OTHER_DAY = datetime(9001, 2, 3, tzinfo=UTC)
"""An arbitrary other day: a part of a query that parses differently on this day depends on the date."""
_OF_RULES = (State("muted"), State("highlighted"))
_SAMPLE = 10


class RuleQuery(NamedTuple):
    """The query of a rule on one day.

    A paper matches if it matches both ``cached`` (the part whose results are cached under ``name``) and ``rest``; None
    matches everything. ``is_searched`` means that ``rest`` needs the index. For something followed, ``label`` is its
    name on the screen, and ``author`` the author's name, empty for a keyword.
    """

    rule: Rule
    cached: Expr | None
    rest: Expr | None
    name: str = ""
    is_searched: bool = False
    label: str = ""
    author: str = ""


def queries_of_rules(settings: Settings, now: datetime, is_of_papers: Callable[[Term], bool]) -> tuple[RuleQuery, ...]:
    """Return the queries of the valid rules in their order, then of what is followed. ``is_of_papers`` says whether a
    term depends on papers alone."""
    own = (query_of_rule(rule, now, is_of_papers) for rule in settings.rules if not rule.off)
    return (*own, *_followed(settings, is_of_papers))


def query_of_rule(rule: Rule, now: datetime, is_of_papers: Callable[[Term], bool]) -> RuleQuery:
    """Return the query of a valid rule at a moment."""
    parts, then = (conjuncts(check(rule.query, now=moment).expr) for moment in (now, _OTHER_DAY))
    lasting = [
        part == other and all(map(is_of_papers, terms_of(part))) for part, other in zip(parts, then, strict=True)
    ]
    cached = _joined(part for part, lasts in zip(parts, lasting, strict=True) if lasts)
    rest = _joined(part for part, lasts in zip(parts, lasting, strict=True) if not lasts)
    searched = rest is not None and any(map(is_of_papers, terms_of(rest)))
    return RuleQuery(rule, cached, rest, f"{VERSION} {cached!r}" if cached else "", searched)


def check_rules(settings: Settings, file: Path) -> None:
    """Raise ConfigError, with the line in the file and the position in the query, for the first invalid rule."""
    for place, key, message in faults_of_rules(settings):
        raise fault_of_rule(read(file), str(file), place, key, message)


def faults_of_rules(settings: Settings) -> Iterator[tuple[int, str, str]]:
    """Yield the place, the key and a message for each invalid rule."""
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
    """Raise QueryError for an invalid query, ValueError for a query that a rule must not have."""
    expr = check(text).expr
    if any(state in _OF_RULES for state in terms_of(expr)):
        raise ValueError("a rule's query cannot use is:muted or is:highlighted, which rules set")
    if expr == EVERYTHING:
        raise ValueError("a rule's query must not match every paper; use for example ti:survey")


def _followed(settings: Settings, is_of_papers: Callable[[Term], bool]) -> Iterator[RuleQuery]:
    for rule, author in rules_of(settings.follow):
        if author:
            yield RuleQuery(
                rule, candidates(author), None, f"{VERSION} author {author}", label=rule.query, author=author
            )
        else:
            yield query_of_rule(rule, _OTHER_DAY, is_of_papers)._replace(label=rule.name.removeprefix("following "))


def _joined(parts: Iterator[Expr]) -> Expr | None:
    all_parts = tuple(parts)
    return And(all_parts) if len(all_parts) > 1 else all_parts[0] if all_parts else None


def sound(rule: Rule) -> Rule:
    """Return the rule in the form in which it is written to the configuration. Raises QueryError for an invalid query,
    ValueError, with a message for people, for anything else."""
    valid_rule = checked(rule)
    check_query(valid_rule.query)
    if valid_rule.tag:
        tag_name(valid_rule.tag)
    return valid_rule


def rehearse(
    rule: Rule,
    days: int,
    first: date,
    announced: array[int],
    matched: array[int],
    kept: Collection[int],
    read: Collection[int],
    note: str,
) -> Rehearsal:
    """Count what a rule that matches ``matched`` would have done to the announced papers. ``kept`` are the papers that
    the user keeps, ``read`` those marked read."""
    kept_here = [key for key in matched if key in kept]
    muted = [key for key in matched if key not in kept] if rule.mute else []
    sample = tuple(sorted(muted if rule.mute else matched, reverse=True)[:_SAMPLE])
    read_here = sum(key in read for key in muted)
    return Rehearsal(
        rule, days, first, len(announced), len(matched), len(muted), len(kept_here), read_here, sample, note
    )
