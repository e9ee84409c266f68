"""What stands in the list's place when there is nothing to list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from arxtui.model.counted import counted
from arxtui.model.ledger import plain_reason
from arxtui.query import parse
from arxtui.query.errors import QueryError
from arxtui.query.upstream import for_arxiv
from arxtui.tui.keys.in_force import key_for, with_keys
from arxtui.tui.present.filter.rows import READINGS, view_name
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.state.query_edit import day_of, without_order

if TYPE_CHECKING:
    from arxtui.library.views import Freshness
    from arxtui.model.arxiv.calendar import Quiet

_ANNOUNCED = ("day:", "cat:")
"""How the queries begin whose papers arXiv announces."""
_NAMED_DAYS = ("day:today", "day:yesterday")
_STATES = {
    "is:fresh": ("Nothing new since last time", "{refresh} asks arXiv; {earlier_day} shows the newest announcement."),
    "is:starred": ("Nothing starred yet", "{toggle_star} stars a paper; it is then kept for good, offline too."),
    "is:hidden": ("Nothing hidden", "{toggle_hidden} hides a paper from every list but this one."),
    "is:read": ("Nothing marked read yet", "{toggle_read} marks a paper read."),
    **dict.fromkeys(
        READINGS,
        ("No papers here yet", "{reading_state} says how far you are with a paper: to read, reading, read."),
    ),
}
"""Queries of states to what is said while no paper has them; in braces stand commands, for their keys."""


class Circumstances(NamedTuple):
    """All that decides which words are the right ones; ``offers`` are queries that might be meant, of which number
    ``offered`` is chosen; ``typing``: the query is still being written; ``misread``: a part of it cannot be understood;
    ``elsewhere``: the keyboard is neither in the list nor in the search; ``muted``: papers that match and are hidden by
    rules."""

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
    misread: bool = False
    elsewhere: bool = False
    read: int = 0
    """How many papers are read in all."""
    read_this_week: int = 0
    """How many of them were marked so since Monday."""
    muted: int = 0
    """Papers of the query that rules hide."""
    quiet: Quiet | None = None
    """The announcement days that the query asks for, where arXiv announces nothing on any of them."""


def nothing_to_list(about: Circumstances) -> list[Piece]:
    """Paragraphs: what is the case, what to do about it, what might be meant instead."""
    # Of a query that cannot be understood, the order may be what is wrong.
    what, then = _words(about if about.misread else about._replace(query=without_order(about.query)))
    return [(what, "strong"), (then, "dim"), *_offers(about)] if what else []


def _offers(about: Circumstances) -> list[Piece]:
    if not about.offers:
        return []
    offers = [
        (f"› {foreign(offer)}  ", "accent") if number == about.offered else (foreign(offer), "text")
        for number, offer in enumerate(about.offers)
    ]
    takes = "Tab takes it" if about.typing else "Tab or Enter takes it"
    choose = ", ↑↓ choose" if len(offers) > 1 else ""
    keys = f"{key_for('show_list')} goes to the list to take it" if about.elsewhere else f"{takes}{choose}"
    return [(" ", "text"), (f"Did you mean · {keys}", "dim"), *offers]


def _words(about: Circumstances) -> tuple[str, str]:
    if about.trouble:
        return ("The library cannot be read", foreign(about.trouble))
    if about.papers is None:
        return ("", "")
    if not about.papers and (not about.query or view_name(about.query)):
        return _empty_cache(about)
    if about.misread:
        return (f"{_set_off(about.query)} is not understood", "The bottom line says what is wrong.")
    if about.quiet:
        return (f"No announcements on {about.quiet.days}", f"{about.quiet.why}.\n{_days_beside(about)}")
    if about.query == "is:unread":
        return _all_read(about)
    if about.query in _STATES:
        what, then = _STATES[about.query]
        return what, with_keys(then)
    if told := _unasked(about):
        return told
    return (f"No paper matches {_set_off(about.query)}", f"{_hidden(about.muted)}{_ways_on(about)}")


def _set_off(query: str) -> str:
    """A query within a sentence: in quotation marks, but where it has some of its own."""
    return foreign(query) if '"' in query else f'"{foreign(query)}"'


def _days_beside(about: Circumstances) -> str:
    if about.typing:
        return f"Enter keeps it; then {key_for('earlier_day')} shows an earlier day."
    if day_of(about.query) is None:
        return f"{key_for('earlier_day')} shows the newest announcement."
    return f"{key_for('earlier_day')} shows the day before with announcements, {key_for('later_day')} the one after."


def _unasked(about: Circumstances) -> tuple[str, str] | None:
    """Of a list that nobody has narrowed: all papers, a day, a category."""
    if not about.query:
        return ("No papers here", _hidden(about.muted) or "What you have hidden is in the filter's row Hidden.")
    is_row = about.query.startswith(_ANNOUNCED) and view_name(about.query)
    if about.subscribed and (is_row or about.query in _NAMED_DAYS):
        return ("No papers here", f"What was announced may not have arrived yet: {key_for('ledger')} shows the ledger.")
    return None


def _ways_on(about: Circumstances) -> str:
    """What to do about a query that nothing matches."""
    can_ask = _can_be_asked(about.query)
    if about.typing:
        return f"Enter keeps it; then {key_for('ask_arxiv')} asks arXiv." if can_ask else "Esc drops it."
    ask = f"{key_for('ask_arxiv')} asks arXiv, " if can_ask else ""
    return f"{ask}{key_for('drop_chip')} removes the last part."


def _can_be_asked(query: str) -> bool:
    """Whether arXiv can look for anything in a query."""
    try:
        for_arxiv(parse(query))
    except QueryError:
        return False
    return True


def _hidden(muted: int) -> str:
    """Where to find the papers that only rules keep out of the list."""
    return (
        f"{muted:,} hidden by rules: {key_for('show_muted')} shows {'it' if muted == 1 else 'them'}.\n" if muted else ""
    )


NO_PAPER = "There is no paper in the list"
"""What a key says that needs one."""
_NEXT = "{earlier_day} newest day · {show_filter} filter · {search} search · {refresh} ask arXiv"


def _all_read(about: Circumstances) -> tuple[str, str]:
    """The end of the day's work, with what was done; never of papers that nobody has marked."""
    if not about.read:
        of = "your categories" if about.subscribed else f"categories that {key_for('categories')} chooses"
        return ("Nothing unread", f"What is announced in {of} comes here.\n{with_keys(_NEXT)}")
    papers = about.read_this_week
    title = f"All read: {counted(papers, 'paper')} since Monday" if papers else "All read"
    return (title, f"Well done, you are up to date.\n{with_keys(_NEXT)}")


def _empty_cache(about: Circumstances) -> tuple[str, str]:
    if about.notice and not about.refreshing:
        what, _, then = about.notice.partition(". ")
        return (what, then)
    if not about.subscribed:
        return (
            "No categories followed",
            f"{key_for('categories')} chooses them; their papers then come by themselves.",
        )
    if about.refreshing:
        return (
            "Fetching the first papers",
            "arXiv is asked politely, once in three seconds. They appear here as they come.",
        )
    for each in about.freshness:
        if each.reason:
            return (
                f"{foreign(each.label)}: {foreign(plain_reason(each.reason))}",
                f"{key_for('refresh')} tries again.",
            )
    return ("The cache is empty", f"{key_for('refresh')} fetches the papers of your categories.")
