"""What can be asked of rules, and what they do to papers when these arrive."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from datetime import date, timedelta
from typing import TYPE_CHECKING

from arxtui.model.rules import RuleCount

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.acts import MarkActs
    from arxtui.library.papers.papers import Papers
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act
    from arxtui.model.rules import Reason, Rehearsal, Rule
    from arxtui.query.highlights import Highlights

RECENT_DAYS = 30


class LibraryRules:
    """Rules and what is followed. Where there are none, nothing here costs anything."""

    def __init__(self, context: LibraryContext, queries: Queries, papers: Papers, marks: MarkActs) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._papers = papers
        self._marks = marks

    def any(self) -> bool:
        """Whether there are rules, or anything is followed."""
        return self._context.has_rules

    def prepare(self) -> None:
        """Ask what every rule means of what has changed, so that nobody waits for it later."""
        rules = self._queries.rules()
        if rules:
            rules.matched(rules.asked)

    def counts(self) -> list[RuleCount]:
        """The rules of the configuration in their order, then what is followed, with their numbers; those of a rule
        that is off are 0."""
        rules = self._queries.rules()
        counted = {each.rule.name: each for each in rules.counts(self._recent(RECENT_DAYS))} if rules else {}
        own = [counted.pop(rule.name, RuleCount(rule, 0, 0, 0)) for rule in self._context.settings.rules]
        return [*own, *counted.values()]

    def note(self) -> str:
        """Why rules may have missed papers when they were last asked, in words; empty when they have not."""
        rules = self._queries.rules()
        return rules.note if rules else ""

    def scores(self, keys: Iterable[int]) -> dict[int, int]:
        """The points of those of these papers that a scoring rule means, or that are by or about what is followed."""
        rules = self._queries.rules()
        return rules.scores(keys) if rules else {}

    def highlighted(self, keys: Iterable[int]) -> frozenset[int]:
        """Those of these papers that rules highlight, or that are by or about what is followed."""
        rules = self._queries.rules()
        return rules.highlighted_among(keys) if rules else frozenset()

    def why(self, key: int) -> tuple[Reason, ...]:
        """What rules do to a paper, and by which of them; ``model.rules.reasons_in_words`` puts it in lines."""
        record = self._papers.record(key) if self._queries.rules() else None
        return record.why if record else ()

    def followed_words(self) -> Highlights:
        """The words of followed keywords and authors, as they are to stand out in titles, abstracts and names."""
        from arxtui.library.rules.name_forms import words_of

        return words_of(self._context.settings.follow)

    def rehearse(self, rule: Rule, days: int = RECENT_DAYS) -> Rehearsal:
        """What a rule would have done to the papers announced in the last days, today included; nothing is done.
        QueryError for a query with a fault, ValueError for what is no rule."""
        from arxtui.library.rules.queries import asked_as
        from arxtui.library.rules.rehearsal import rehearse, sound

        made, today, resolver = sound(rule), self._context.today(), self._queries.resolver()
        rules = self._queries.rules_or_none_made()
        announced = self._recent(days)
        asked = asked_as(made, today, resolver.is_of_papers)
        matched = rules.matches.among(asked, announced) if announced else announced
        unread = frozenset(resolver.state("unread"))
        read = (key for key in self._user_file.inbox.delivered(matched) if key not in unread)
        first, note = self._first_of(days), self._context.shortcoming()
        return rehearse(made, days, first, announced, matched, resolver.kept(), frozenset(read), note)

    def apply(self, name: str) -> list[Act]:
        """Let a rule tag and star all papers that it means now, whenever they arrived; the acts, none where all were so
        already. LookupError for no such rule, ValueError for one that is off or does neither."""
        from arxtui.library.rules.acts import apply as apply_rule

        if any(rule.off and rule.name == name for rule in self._context.settings.rules):
            raise ValueError(f'"{name}" is off: it does nothing until it is switched on')
        rules = self._queries.rules_or_none_made()
        return apply_rule(rules, self._user_file, self._marks.apply, name)

    def _recent(self, days: int) -> array[int]:
        """Ascending keys of what was announced in the last days in the categories followed; in any, while none is."""
        return self._cache.announcements.keys(self._first_of(days), None, categories=self._context.categories)

    def _first_of(self, days: int) -> date:
        """The first of so many days, of which today is the last."""
        return self._context.today() - timedelta(days=days - 1)
