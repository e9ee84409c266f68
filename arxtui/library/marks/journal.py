"""The journal of what was done, and the ways back and forth in it."""

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
    """What was done, and what of it can be undone and redone."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._user_file = context.user_file
        self._keys = PaperKeys(context.cache)

    def undo(self, number: int | None = None) -> Act | None:
        """Take back the act of a number, else the newest of the user's that stands; None when there is none. Papers
        that were changed since stay as they are: the answer's ``papers`` are those that were put back.
        ``refused`` says why a setting was not; ConfigError when the configuration cannot be read or written, and then
        the act stands."""
        return self._user_file.journal.undo(self._context.now(), number, self._turn_config)

    def can_undo(self) -> bool:
        """Whether there is an act of the user's to take back."""
        return self._user_file.journal.can_undo()

    def redo(self) -> Act | None:
        """Do again what was undone last; None when nothing was since the user's last act."""
        return self._user_file.journal.redo(self._turn_config)

    def acts(self, limit: int, *, before: int | None = None) -> list[Act]:
        """The acts before a number, else the newest, newest first; those that were undone and those of settings too."""
        return self._user_file.journal.acts(limit, before)

    def read_this_week(self) -> int:
        """How many papers the user has marked read since Monday began in the reader's own time zone."""
        now = self._context.now().astimezone()
        monday = (now - timedelta(days=now.weekday())).replace(hour=0, minute=0, second=0, microsecond=0)
        return len(self._keys.current(self._user_file.judgements.read_since(monday)))

    def papers_of(self, number: int) -> array[int]:
        """Ascending keys of the papers that an act changed, each once; none for a number that no act has."""
        return array("q", sorted(self._keys.current(self._user_file.journal.papers_of(number))))

    def _turn_config(self, act: Act, held: list[Any], wanted: list[Any]) -> str:
        if act.what in FOLLOW_ACTS:  # few acts change the configuration
            from arxtui.library.rules.following import turn_followed

            return turn_followed(self._context.paths, held, wanted)
        from arxtui.library.rules.config import turn_rule

        return turn_rule(self._context.paths, held, wanted)
