"""The journal of what was done, and the ways back and forth in it."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from arxtui.library.opened import Opened

if TYPE_CHECKING:
    from arxtui.model.marks import Act


class History(Opened):
    """What can be undone and redone."""

    def undo(self, number: int | None = None) -> Act | None:
        """Take back the act of a number, else the newest of the user's that stands; None when there is none. Papers
        that were changed since stay as they are: the answer's ``papers`` are those that were put back."""
        return self._library.undo(self._clock(), number)

    def redo(self) -> Act | None:
        """Do again what was undone last; None when nothing was since the user's last act."""
        return self._library.redo()

    def journal(self, limit: int, *, before: int | None = None) -> list[Act]:
        """The acts before a number, else the newest, newest first; those that were undone and those of rules too."""
        return self._library.journal(limit, before)

    def acted_on(self, number: int) -> array[int]:
        """Ascending keys of the papers that an act changed, as they were then; none for a number that no act has."""
        return self._library.acted_on(number)
