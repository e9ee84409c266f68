"""The part of the library for rules: their matches, counts, scores and reasons, dry runs, and their application."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arxtui.library.rules.name_forms import words_of
from arxtui.light import deferred
from arxtui.model.limits import RECENT_DAYS
from arxtui.model.rules import RuleCount

with deferred():
    from arxtui.library.rules import acts
    from arxtui.library.rules.queries import query_of_rule, rehearse, sound

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.acts import MarkActs
    from arxtui.library.papers.papers import Papers
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act
    from arxtui.model.rules import Reason, Rehearsal, Rule
    from arxtui.query.highlights import Highlights


class LibraryRules:
    """The rules and the followed authors and keywords. Without any of them every method is nearly free."""

    def __init__(self, context: LibraryContext, queries: Queries, papers: Papers, marks: MarkActs) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._papers = papers
        self._marks = marks

    def prepare(self) -> None:
        """Update the matches of every rule now, so that later calls need not wait for them."""
        rules = self._queries.rules()
        if rules:
            rules.matched(rules.queries)

    def counts(self) -> list[RuleCount]:
        """Return the counts of the configured rules in their order, then those of what is followed. The counts of a
        rule that is off are 0."""
        rules = self._queries.rules()
        counted = {each.rule.name: each for each in rules.counts(self._recent(RECENT_DAYS))} if rules else {}
        own = [counted.pop(rule.name, RuleCount(rule, 0, 0, 0)) for rule in self._context.settings.rules]
        return [*own, *counted.values()]

    def note(self) -> str:
        """Return why rules may have missed papers in their last evaluation, in words; empty if they have not."""
        rules = self._queries.rules()
        return rules.note if rules else ""

    def scores(self, keys: Iterable[int]) -> dict[int, int]:
        """Return the points of those of the papers that match a scoring rule or anything followed."""
        rules = self._queries.rules()
        return rules.scores(keys) if rules else {}

    def highlighted(self, keys: Iterable[int]) -> frozenset[int]:
        """Return those of the papers that match a highlighting rule or anything followed."""
        rules = self._queries.rules()
        return rules.highlighted_among(keys) if rules else frozenset()

    def why(self, key: int) -> tuple[Reason, ...]:
        """Return what rules do to a paper, with the rule for each effect. ``model.rules.reasons_in_words`` renders the
        result as text."""
        record = self._papers.record(key) if self._queries.rules() else None
        return record.why if record else ()

    def followed_words(self) -> Highlights:
        """Return the words of followed keywords and authors, for highlighting in titles, abstracts and names."""
        return words_of(self._context.settings.follow)

    def rehearse(self, rule: Rule, days: int = RECENT_DAYS, listed: Sequence[int] = ()) -> Rehearsal:
        """Return what a rule would have done to the papers announced in the last ``days`` days, including today; if
        none was announced, to the ``listed`` papers. Changes nothing.

        Raises QueryError for an invalid query, ValueError for a rule that is invalid otherwise.
        """
        valid_rule, resolver = sound(rule), self._queries.resolver()
        rules = self._queries.rules_or_empty()
        announced = self._recent(days)
        rule_query = query_of_rule(valid_rule, self._context.now(), resolver.is_of_papers)
        is_listed = not announced and bool(listed)
        papers = array("q", sorted(listed)) if is_listed else announced
        matched = rules.matches.among(rule_query, papers) if papers else papers
        unread = frozenset(resolver.state("unread"))
        read = (key for key in self._user_file.inbox.delivered(matched) if key not in unread)
        first, note = self._first_of(days), self._context.shortcoming()
        made = rehearse(valid_rule, days, first, papers, matched, resolver.kept(), frozenset(read), note)
        return made._replace(is_listed=is_listed)

    def apply(self, name: str) -> list[Act]:
        """Apply a rule that tags or stars to all papers that it matches now, whenever they arrived. Returns the acts;
        empty if nothing changed. Raises LookupError for an unknown rule, ValueError for one that is off or neither tags
        nor stars."""
        if any(rule.off and rule.name == name for rule in self._context.settings.rules):
            raise ValueError(f'"{name}" is off: it does nothing until it is switched on')
        rules = self._queries.rules_or_empty()
        return acts.apply(rules, self._user_file, self._marks.apply, name)

    def _recent(self, days: int) -> array[int]:
        """Return the ascending keys of the papers announced in the last ``days`` days in the subscribed categories; in
        any category if there are no subscriptions."""
        return self._cache.announcements.keys(self._first_of(days), None, categories=self._context.categories)

    def _first_of(self, days: int) -> date:
        """Return the first of ``days`` announcement days that end today."""
        return self._context.arxiv_day() - timedelta(days=days - 1)
