"""The inbox: delivers each announcement to the user once, and applies the rules to new papers."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.light import deferred
from arxtui.model.arxiv.day_numbers import AnnounceType

with deferred():
    from arxtui.library.rules.acts import apply_to_delivered

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.marks.acts import MarkActs
    from arxtui.library.search.queries import Queries

DAYS = 60
"""The number of past announcement days that are delivered to the inbox and counted for the filter pane."""
INBOX_TYPES = (AnnounceType.NEW, AnnounceType.CROSS, AnnounceType.REPLACE)
"""The types of announcements that are delivered to the inbox."""


class Inbox:
    """Delivery of announcements. A rule that tags or stars applies to papers delivered after the rule was made."""

    def __init__(self, context: LibraryContext, queries: Queries, marks: Callable[[], MarkActs]) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = queries
        self._marks = marks

    def deliver(self) -> int:
        """Deliver the announcements of the subscribed categories, each once. Returns the number of papers delivered.

        New papers, cross-lists and replacements are delivered. A replacement in a category to which the paper is only
        cross-listed is not: arXiv's own listings show it last, and the paper has always been announced before.
        """
        categories = self._context.categories
        if not categories:
            return 0
        delivered = 0
        for day, _ in self._cache.announcements.days(DAYS, categories):
            announced = partial(self._cache.announcements.keys, day, day, categories=categories, news=True)
            keys = {key for kind in INBOX_TYPES for key in announced(type=kind)}
            delivered += self._user_file.inbox.deliver(day, keys)
        if any(rule.tag or rule.star for rule in self._context.settings.rules):
            self._obey_rules()
        return delivered

    def _obey_rules(self) -> None:
        rules, categories = self._queries.rules(), self._context.categories
        first = self._context.today() - timedelta(days=DAYS)
        news = (self._cache.announcements.keys(first, None, kind, categories, news=True) for kind in INBOX_TYPES)
        if rules:
            apply_to_delivered(rules, self._user_file, self._marks().apply, sorted(set(chain.from_iterable(news))))
