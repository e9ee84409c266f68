"""The journal of acts, with undo and redo, and what was read when."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from arxtui.library.marks.acts import PaperKeys
from arxtui.library.views import ReadingSpan
from arxtui.light import changed, deferred
from arxtui.model.marks import FOLLOW_ACTS

with deferred():
    from arxtui.library.rules import config

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.library.search.queries import Queries
    from arxtui.model.marks import Act


class Journal:
    """The journal of acts."""

    def __init__(self, context: LibraryContext, queries: Queries) -> None:
        self._context = context
        self._queries = queries
        self._user_file = context.user_file
        self._keys = PaperKeys(context.cache)

    def undo(self, number: int | None = None) -> Act | None:
        """Undo the act with a number, by default the user's newest act that is not undone. Returns None if there is
        none.

        Papers that were changed since stay as they are: ``papers`` of the returned act are those that were restored,
        and ``refused`` says why a setting was not restored. Raises ConfigError if the configuration cannot be read or
        written; the act then is not undone.
        """
        return self._user_file.journal.undo(self._context.now(), number, self._turn_config)

    def can_undo(self) -> bool:
        """Whether the user has an act that can be undone."""
        return self.newest() > 0

    def newest(self) -> int:
        """Return the number of the user's newest act that is not undone; 0 if there is none."""
        return self._user_file.journal.newest()

    def redo(self) -> Act | None:
        """Redo the act that was undone last. Returns None if nothing was undone since the user's last act."""
        return self._user_file.journal.redo(self._turn_config)

    def acts(self, limit: int, *, before: int | None = None) -> list[Act]:
        """Return up to ``limit`` acts before a number, or the newest, newest first, including undone acts and those on
        settings."""
        return self._user_file.journal.acts(limit, before)

    def read_this_week(self) -> int:
        """Return how many papers the user has marked read since Monday 00:00 in the local time zone."""
        now = self._context.now().astimezone()
        monday = (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
        return len(self._keys.current(self._user_file.judgements.read_since(monday)))

    def reading(self, weeks: int) -> tuple[ReadingSpan, ...]:
        """Return what the user opened, read and starred in each of the last ``weeks``, the present one first."""
        today = self._context.now().astimezone().date()
        mondays = [today - timedelta(days=today.weekday(), weeks=back) for back in range(weeks)]
        resolver = self._queries.resolver()
        hidden = resolver.hidden_papers()
        used = {
            what: {day: frozenset(keys) - hidden for day, keys in resolver.used(what, mondays[-1]).items()}
            for what in ("opened", "read", "starred")
        }
        return tuple(_week(monday, used) for monday in mondays)

    def papers_of(self, number: int) -> array[int]:
        """Return the ascending, distinct keys of the papers that an act changed; empty for an unknown number."""
        return array("q", sorted(self._keys.current(self._user_file.journal.papers_of(number))))

    def _turn_config(self, act: Act, present: list[Any], target: list[Any]) -> str:
        restore = config.restore_followed if act.what in FOLLOW_ACTS else config.restore_rule
        return restore(self._context.paths, present, target)


_Used = Mapping[str, Mapping[date, frozenset[int]]]
"""The papers that were opened, read and starred, in this order, by local day."""


def _week(monday: date, used: _Used) -> ReadingSpan:
    days = [monday + timedelta(days=number) for number in reversed(range(7))]
    spans = (_span([day], used) for day in days)
    return changed(_span(days, used), days=tuple(each for each in spans if each.opened or each.read or each.starred))


def _span(days: Sequence[date], used: _Used) -> ReadingSpan:
    """Return the numbers of the days, which are consecutive, newest first."""
    sets = (frozenset[int]().union(*(papers.get(day, ()) for day in days)) for papers in used.values())
    opened, read, starred = map(len, sets)
    return ReadingSpan(days[-1], days[0], opened, read, starred)
