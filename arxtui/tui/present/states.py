"""Text shown in place of the list when there is nothing to list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from arxtui.light import NamedTuple
from arxtui.model.counted import counted
from arxtui.model.ledger import plain_reason
from arxtui.query import parse
from arxtui.query.parser import QueryError
from arxtui.query.upstream import for_arxiv
from arxtui.tui.keys.in_force import key_for, with_keys
from arxtui.tui.present.filter.rows import READINGS, view_name
from arxtui.tui.present.line import Piece, foreign
from arxtui.tui.state.query_edit import day_of, without_arrangement

if TYPE_CHECKING:
    from arxtui.library.views import Freshness
    from arxtui.model.arxiv.calendar import Quiet

_ANNOUNCED = ("day:", "cat:")
"""Prefixes of queries for papers that arXiv announces."""
_NAMED_DAYS = ("day:today", "day:yesterday")
_STATES = {
    "is:fresh": (
        "Nothing new since last time",
        "{refresh} fetches new papers; {earlier_day} shows the newest announcement.",
    ),
    "is:starred": (
        "Nothing starred yet",
        "{toggle_star} stars a paper; its record is then stored permanently, also offline.",
    ),
    "is:hidden": ("Nothing hidden", "{toggle_hidden} hides a paper from every list but this one."),
    "is:read": ("Nothing marked read yet", "{toggle_read} marks a paper read."),
    "is:queued": (
        "Nothing saved for offline reading",
        "{toggle_queued} saves a full text: the next refresh fetches it.",
    ),
    "has:note": ("No notes yet", "{note} writes a note on the paper under the cursor."),
    **dict.fromkeys(
        READINGS,
        ("No papers here yet", "{reading_state} says how far you are with a paper: to read, reading, read."),
    ),
}
"""State queries, with the texts shown while no paper matches. A command's name in braces is replaced by its key."""
_LABELS = {
    "tag": (
        "No paper has the tag {}",
        "{tag} tags the paper under the cursor; {remove_view} in the filter removes a tag.",
    ),
    "list": (
        "The reading list {} is empty",
        "{add_to_list} puts a paper on it; {remove_view} in the filter removes a list.",
    ),
}
"""Prefixes of a tag or reading list query, with the texts shown if it has no papers."""


class Circumstances(NamedTuple):
    """The facts that the text depends on. ``offers`` are suggested queries, of which number ``offered`` is chosen;
    ``typing``: the query is still being typed; ``misread``: a part of the query has a syntax fault; ``elsewhere``: the
    focus is neither in the list nor in the search box; ``muted``: number of matching papers hidden by rules."""

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
    faults: Sequence[str] = ()
    """The syntax faults of the query, in words, with the key that corrects them."""
    elsewhere: bool = False
    read: int = 0
    """Total number of read papers."""
    read_this_week: int = 0
    """Number of papers marked read since Monday."""
    muted: int = 0
    """Number of papers of the query that rules hide."""
    quiet: Quiet | None = None
    """The announcement days of the query, if arXiv announces nothing on any of them."""


def empty_list_text(about: Circumstances) -> list[Piece]:
    """Return paragraphs: the situation, what to do about it, and suggested queries."""
    # If the query has a fault, its order can be the faulty part, so keep the order in the text.
    what, then = _words(about if about.misread else about._replace(query=without_arrangement(about.query)))
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
        return (f"{_quoted(about.query)} is not understood", "; ".join(map(foreign, about.faults)))
    if about.quiet:
        return (f"No announcements on {about.quiet.days}", f"{about.quiet.why}.\n{_neighbouring_days(about)}")
    if named_words := _named(about):
        what, then = named_words
        return (what, f"{_muted_note(about.muted)}{then}")
    if unfiltered := _unfiltered(about):
        return unfiltered
    return (f"No paper matches {_quoted(about.query)}", f"{_muted_note(about.muted)}{_next_steps(about)}")


def _named(about: Circumstances) -> tuple[str, str] | None:
    """Return the texts for a library row, a tag or a reading list; None for any other query."""
    if about.query == "is:unread":
        return _all_read(about)
    if about.query in _STATES:
        what, then = _STATES[about.query]
        return what, with_keys(then)
    kind = about.query.partition(":")[0]
    if kind in _LABELS and (name := view_name(about.query)):
        what, then = _LABELS[kind]
        return what.format(_quoted(name)), with_keys(then)
    return None


def _quoted(query: str) -> str:
    """Return a query in quotation marks, unless it contains some."""
    return foreign(query) if '"' in query else f'"{foreign(query)}"'


def _neighbouring_days(about: Circumstances) -> str:
    if about.typing:
        return f"Enter keeps it; then {key_for('earlier_day')} shows an earlier day."
    if day_of(about.query) is None:
        return f"{key_for('earlier_day')} shows the newest announcement."
    return f"{key_for('earlier_day')} shows the day before with announcements, {key_for('later_day')} the one after."


def _unfiltered(about: Circumstances) -> tuple[str, str] | None:
    """Return the texts for a list without filters (all papers, a day or a category); None for any other query."""
    if not about.query:
        return ("No papers here", _muted_note(about.muted) or "Hidden papers are in the filter's row Hidden.")
    is_row = about.query.startswith(_ANNOUNCED) and view_name(about.query)
    if about.subscribed and (is_row or about.query in _NAMED_DAYS):
        return ("No papers here", f"Announced papers may not have arrived yet: {key_for('ledger')} shows the ledger.")
    return None


def _next_steps(about: Circumstances) -> str:
    """Return what to do about a query without results."""
    can_ask = _arxiv_can_search(about.query)
    if about.typing:
        return f"Enter keeps it; then {key_for('ask_arxiv')} asks arXiv." if can_ask else "Esc clears it."
    ask = f"{key_for('ask_arxiv')} asks arXiv, " if can_ask else ""
    return f"{ask}{key_for('drop_chip')} removes the last part."


def _arxiv_can_search(query: str) -> bool:
    """Return whether arXiv can be searched for the query."""
    try:
        for_arxiv(parse(query))
    except QueryError:
        return False
    return True


def _muted_note(muted: int) -> str:
    """Return how to show the papers that only rules hide; an empty string if there are none."""
    return (
        f"{muted:,} hidden by rules: {key_for('show_muted')} shows {'it' if muted == 1 else 'them'}.\n" if muted else ""
    )


NO_PAPER = "There is no paper in the list"
"""Message of a key that needs a paper."""
_NEXT_KEYS = "{earlier_day} newest day · {show_filter} filter · {search} search · {refresh} ask arXiv"


def _all_read(about: Circumstances) -> tuple[str, str]:
    """Return the texts for an empty inbox: praise with the week's number, or an explanation if no paper was ever
    read."""
    if not about.read:
        of = "your categories" if about.subscribed else f"categories that {key_for('categories')} chooses"
        return ("Nothing unread", f"New papers in {of} appear here.\n{with_keys(_NEXT_KEYS)}")
    papers = about.read_this_week
    title = f"All read: {counted(papers, 'paper')} since Monday" if papers else "All read"
    return (title, f"Well done, you are up to date.\n{with_keys(_NEXT_KEYS)}")


def _empty_cache(about: Circumstances) -> tuple[str, str]:
    if about.notice and not about.refreshing:
        what, _, then = about.notice.partition(". ")
        return (what, then)
    if not about.subscribed:
        return (
            "No categories followed",
            f"{key_for('categories')} chooses them; their papers then arrive by themselves. "
            "'arxtui demo' opens a made-up library to try everything.",
        )
    if about.refreshing:
        return (
            "Fetching the first papers",
            "Requests to arXiv are at least three seconds apart. The papers appear here as they come.",
        )
    for each in about.freshness:
        if each.reason:
            return (
                f"{foreign(each.label)}: {foreign(plain_reason(each.reason))}",
                f"{key_for('refresh')} tries again; 'arxtui doctor' looks for the cause.",
            )
    return ("The cache is empty", f"{key_for('refresh')} fetches the papers of your categories.")
