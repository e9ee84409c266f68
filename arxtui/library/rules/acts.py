"""Rules that tag or star: acts in the journal, once for each paper that is delivered after the rule was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

from arxtui.config.rules import no_such_rule
from arxtui.library.rules.queries import RuleQuery
from arxtui.library.rules.results import Rules
from arxtui.model.rules import Rule
from arxtui.store.library.database import LibraryFile
from arxtui.store.progress.rule_matches import contains

if TYPE_CHECKING:
    from arxtui.model.marks import Act, What


class Mark(Protocol):
    """A function that sets a mark of papers (``MarkActs.apply``)."""

    def __call__(self, keys: Iterable[int], what: What, tag: str = "", *, by: str = "") -> Act | None:
        """Set a mark or tag of papers; ``by`` names the actor."""


def apply_to_delivered(rules: Rules, library: LibraryFile, mark: Mark, delivered: Sequence[int]) -> None:
    """Apply the rules that tag or star to those of the delivered papers (ascending) that match and were not done
    before.

    When a rule is seen for the first time, its matches are only recorded, and left unchanged. While the index cannot
    return all matches, a new rule is not recorded either.
    """
    acting = _acting_queries(rules)
    names = [_name(query.rule) for query in acting]
    for name, query, matched in zip(names, acting, rules.matched(acting), strict=True):
        done = library.applied_rules.of(name)
        if done is None:
            if not rules.note:
                library.applied_rules.put(name, matched, names)
            continue
        new = [key for key in delivered if contains(matched, key) and not contains(done, key)]
        if new:
            _act(query.rule, new, mark)
            library.applied_rules.put(name, new, names)


def apply(rules: Rules, library: LibraryFile, mark: Mark, name: str) -> list[Act]:
    """Apply a rule to all papers that it matches, and return the acts. Raises LookupError for an unknown rule,
    ValueError for a rule that neither tags nor stars."""
    query = next((each for each in rules.queries if each.rule.name == name and not each.label), None)
    if query is None:
        raise no_such_rule(name, (each.rule for each in rules.queries if not each.label))
    acting = _acting_queries(rules)
    if query not in acting:
        raise ValueError(f'"{name}" neither tags nor stars: all other effects already apply to all papers')
    (matched,) = rules.matched([query])
    acts = _act(query.rule, matched, mark)
    library.applied_rules.put(_name(query.rule), matched, [_name(each.rule) for each in acting])
    return acts


def _acting_queries(rules: Rules) -> list[RuleQuery]:
    return [query for query in rules.queries if query.rule.tag or query.rule.star]


def _act(rule: Rule, keys: Sequence[int], mark: Mark) -> list[Act]:
    return [act for what, tag in _marks_of(rule) if (act := mark(keys, what, tag, by=f"rule {rule.name}"))]


def _marks_of(rule: Rule) -> Iterator[tuple[What, str]]:
    if rule.tag:
        yield "tag", rule.tag
    if rule.star:
        yield "star", ""


def _name(rule: Rule) -> str:
    """Return the identity of a rule: a rule with another query or effect is a different rule."""
    return "\n".join((rule.name, rule.query, rule.tag, "star" if rule.star else ""))
