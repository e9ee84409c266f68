"""Acts on files of the user, which the journal does not have, between those that it has."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.light import NamedTuple

Redo = Callable[[], object]


class OutsideAct(NamedTuple):
    """An act on a file: the number of the user's newest act in effect before it, and what undoes it and returns a
    message; called in a thread."""

    before: int
    undo: Callable[[], str]


class OutsideActs:
    """The acts on files of this session, in effect and undone, each with what does it again. A new act of the user
    empties the stack of undone acts."""

    def __init__(self) -> None:
        self._done: list[tuple[OutsideAct, Redo]] = []
        self._undone: list[tuple[OutsideAct, Redo]] = []

    def add(self, act: OutsideAct, redo: Redo, *, is_redone: bool) -> None:
        """Add an act that was just done, or done again."""
        self._done.append((act, redo))
        if not is_redone:
            self._undone.clear()

    def undo(self, newest: int, number: int | None = None) -> str:
        """Undo the last act and return a message; "" if there is none behind the ``newest`` act in effect of the
        journal, or if the act of a ``number`` is undone there. Raises as the act does; it then cannot be undone any
        more."""
        self._undone = [each for each in self._undone if each[0].before >= newest]
        if number or not self._done or self._done[-1][0].before < newest:
            return ""
        act, redo = self._done.pop()
        words = act.undo()
        self._undone.append((act, redo))
        return words

    def redo(self, newest: int) -> Redo | None:
        """Return what does the act again that was undone last; None if there is none, or if the ``newest`` act in
        effect of the journal is not the one before it."""
        if not self._undone or self._undone[-1][0].before != newest:
            return None
        return self._undone.pop()[1]
