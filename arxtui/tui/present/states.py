"""What stands in the list's place when there is nothing to list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.tui.present.bars import short_reason
from arxtui.tui.present.filters import view_name
from arxtui.tui.present.line import Piece, foreign

if TYPE_CHECKING:
    from arxtui.library.views import Freshness


class Circumstances(NamedTuple):
    """All that decides which words are the right ones; ``offers`` are queries that might be meant, of which number
    ``offered`` is chosen; ``typing``: the query is still being written."""

    query: str
    subscribed: bool
    papers: int | None
    refreshing: bool
    freshness: Sequence[Freshness] = ()
    trouble: str = ""
    notice: str = ""
    offers: Sequence[str] = ()
    offered: int = 0
    typing: bool = False


def nothing_to_list(about: Circumstances) -> list[Piece]:
    """Paragraphs: what is the case, what to do about it, what might be meant instead."""
    what, then = _words(about)
    return [(what, "strong"), (then, "dim"), *_offers(about)] if what else []


def _offers(about: Circumstances) -> list[Piece]:
    if not about.offers:
        return []
    offers = [
        (f"› {foreign(offer)}  ", "accent") if number == about.offered else (foreign(offer), "text")
        for number, offer in enumerate(about.offers)
    ]
    return [(" ", "text"), ("Did you mean", "dim"), *offers, (" ", "text"), ("Tab takes it", "dim")]


def _words(about: Circumstances) -> tuple[str, str]:
    if about.trouble:
        return ("The library cannot be read", foreign(about.trouble))
    if about.papers is None:
        return ("", "")
    if not about.papers and (not about.query or view_name(about.query)):
        return _empty_cache(about)
    if about.query == "is:unread":
        return ("All read", "Nothing is unread. f goes to the filter, / searches.")
    if about.query == "is:fresh":
        return ("Nothing new since last time", "R asks arXiv; [ shows the newest announcement.")
    if about.query == "is:starred":
        return ("Nothing starred yet", "s stars a paper; it is then kept for good, offline too.")
    if about.query == "is:hidden":
        return ("Nothing hidden", "x hides a paper from every list but this one.")
    if view_name(about.query):
        return ("No papers here", "What was announced may not have arrived yet: L shows the ledger.")
    ask = "Enter keeps it; then & asks arXiv." if about.typing else "& asks arXiv, Backspace takes the last part away."
    return ("No paper matches", f"{foreign(about.query)}\n{ask}")


def _empty_cache(about: Circumstances) -> tuple[str, str]:
    if about.notice and not about.refreshing:
        what, _, then = about.notice.partition(". ")
        return (what, then)
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
