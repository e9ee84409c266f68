"""What stands in the list's place when there is nothing to list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxtui.tui.present.bars import short_reason
from arxtui.tui.present.filters import view_name
from arxtui.tui.present.line import foreign

if TYPE_CHECKING:
    from arxtui.library.views import Freshness


@dataclass(frozen=True, slots=True)
class Circumstances:
    """All that decides which words are the right ones."""

    query: str
    subscribed: bool
    papers: int | None
    refreshing: bool
    freshness: Sequence[Freshness] = ()
    trouble: str = ""


def nothing_to_list(about: Circumstances) -> tuple[str, str]:
    """(what is the case, what to do about it)."""
    if about.trouble:
        return ("The library cannot be read", foreign(about.trouble))
    if about.papers is None:
        return ("", "")
    if not about.papers:
        return _empty_cache(about)
    if about.query == "is:unread":
        return ("All read", "Nothing is unread. 1 goes to the filter, / searches.")
    if about.query == "is:starred":
        return ("Nothing starred yet", "s stars a paper; it is then kept for good, offline too.")
    if view_name(about.query):
        return ("No papers here", "Announcements of this view have not arrived.")
    return ("No paper matches", f"{foreign(about.query)}\nEsc goes back to where the search began.")


def _empty_cache(about: Circumstances) -> tuple[str, str]:
    if not about.subscribed:
        return ("No categories chosen", "c chooses them; their papers then come by themselves.")
    if about.refreshing:
        return (
            "Fetching the first papers",
            "arXiv is asked politely, once in three seconds. They appear here as they come.",
        )
    for each in about.freshness:
        if each.reason:
            return (f"{foreign(each.label)}: {short_reason(each.status, each.reason)}", "R tries again.")
    return ("The cache is empty", "R fetches the papers of your categories.")
