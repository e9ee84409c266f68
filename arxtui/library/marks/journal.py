"""The journal of acts, with undo and redo."""

from __future__ import annotations

from array import array
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from arxtui.library.marks.paper_keys import PaperKeys
from arxtui.model.marks import FOLLOW_ACTS

if TYPE_CHECKING:
    from arxtui.library.context import LibraryContext
    from arxtui.model.marks import Act


class Journal:
    """The journal of acts."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
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
        return self._user_file.journal.can_undo()

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

    def papers_of(self, number: int) -> array[int]:
        """Return the ascending, distinct keys of the papers that an act changed; empty for an unknown number."""
        return array("q", sorted(self._keys.current(self._user_file.journal.papers_of(number))))

    def _turn_config(self, act: Act, present: list[Any], target: list[Any]) -> str:
        if act.what in FOLLOW_ACTS:
            from arxtui.library.rules.following import restore_followed

            return restore_followed(self._context.paths, present, target)
        from arxtui.library.rules.config import restore_rule

        return restore_rule(self._context.paths, present, target)
