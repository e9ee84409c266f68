"""The state of a session at the prompt between commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class Pages(Protocol):
    """Something shown page by page: a list, or a full text."""

    @property
    def has_more(self) -> bool:
        """Whether there is a page after the current one."""
        ...

    def turn(self, step: int) -> int:
        """Show the next (1) or previous (-1) page; return an exit status.

        Raises CommandError if there is no such page.
        """
        ...


@dataclass(slots=True)
class Session:
    """The state of a session. ``interactive`` means that the user types at a prompt; otherwise a script is read."""

    interactive: bool
    papers: Sequence[int] = ()
    """The keys of the papers listed last; their numbers count from 1."""
    paper: int | None = None
    """The key of the paper shown or read last."""
    pages: Pages | None = None
    """The pages that ``next`` and ``back`` turn: the list or the text opened last."""
    is_over: bool = False
    status: int = 0
    """The exit status of the session."""
