"""What an action is: one registry of them feeds bindings, footer, command palette, help screen and ``docs/keys.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum

from arxtui.config.key_names import key_name
from arxtui.model.frozen import frozen


class Area(StrEnum):
    """The screens that have a registry of their own; ``TRIAGE`` and ``TEXT`` have a table of ``[keys]``, too."""

    MAIN = "main"
    TRIAGE = "triage"
    TEXT = "text"
    RULES = "rules"
    LEDGER = "ledger"
    OUTPUT = "output"
    PICTURE = "picture"
    NOTE = "note"
    CATEGORIES = "categories"


class Group(StrEnum):
    """The headings of the help screen, in its order."""

    MOVE = "Move"
    TRIAGE = "Triage"
    PICK = "Select papers"
    RANK = "Rules, ranking, similar papers"
    LABEL = "Tags, lists, ratings, notes"
    FIND = "Find"
    TEXTS = "Full texts"
    DAYS = "Announcement days"
    NARROW = "Narrow down"
    VIEWS = "Saved views"
    SHOW = "Show"
    OUTSIDE = "Copy, export, open"
    FETCH = "Fetch"
    PROGRAM = "Program"
    DECIDE = "In triage mode"
    READ = "In a full text: move"
    FOLLOW = "In a full text: follow and find"
    LOOK = "In a full text: looks"
    CARRY = "In a full text: copy, open, leave"
    RULES = "In the list of rules"
    LEDGER = "In the ledger"
    OUTPUT = "While a program runs"
    PICTURE = "Over a picture"
    NOTE = "While writing a note"
    CATEGORIES = "While choosing categories"
    OWN = "Your own commands"


class Place(StrEnum):
    """Where the keyboard is: what decides which keys the footer names."""

    FILTER = "filter"
    LIST = "list"
    DETAIL = "detail"
    SEARCH = "search"


class Fact(StrEnum):
    """What may hold of the main screen, and decides which keys do something there."""

    PAPERS = "the list has a paper"
    STORED = "the cache has a paper"
    DAYS = "an announcement day is known"
    WAITING = "papers wait to be shown"
    FOLLOWING = "there is somebody to ask: categories are followed, or Pith's listing is set"
    UNSUBSCRIBED = "no category is followed"
    UNDOABLE = "an act can be undone"
    TERM = "the filter's row can narrow a query"
    OPENS = "the filter's row can be opened"
    MONTHS = "the filter's cursor is on the months, and there are some"
    QUERY = "the query has parts"
    OFFERED = "another query is offered where nothing matches"


class Takes(StrEnum):
    """What may follow the name of a command on the command line: the words that complete it."""

    QUERY = "a query"
    TAGS = "tags"
    LISTS = "a reading list"
    DESTINATION = "where an export goes"
    SETS = "one of arXiv's sets"
    TEXT = "anything"


@frozen
class Action:
    """One thing the user can do.

    ``keys`` are Textual's names, with blanks between those of a sequence; the first one is shown;
    ``label`` is the footer's word, ``description`` the palette's line, ``help`` the help screen's sentence; ``footer``
    are the places where the footer names it, while all of ``needs`` hold; while ``first_when`` does, the footer names
    it everywhere, before all others. ``by_digit``: the keys end in a digit; the method is told which.
    ``counts``: the method takes the number that was typed before the key. ``takes`` is what may follow its name on the
    command line: the answer to the question that it asks.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    description: str
    help: str
    group: Group
    footer: tuple[Place, ...]
    by_digit: bool = False
    needs: tuple[Fact, ...] = ()
    first_when: Fact | None = None
    run: Callable[..., object] | None = None
    counts: bool = False
    takes: Takes | None = None

    @property
    def name(self) -> str:
        """The name on the command line: ``copy-bibtex``, ``star`` for ``toggle_star``, ``wc`` for ``commands.wc``."""
        return self.id.removeprefix("commands.").removeprefix("toggle_").replace("_", "-")

    def call(self, *arguments: str) -> str:
        """Textual's name of the action."""
        if self.run is not None:
            return f"command({', '.join((repr(self.id), *arguments))})"
        return f"{self.id}({', '.join(arguments)})" if arguments else ON_APP.get(self.id, self.id)

    @property
    def calls(self) -> Iterator[tuple[str, str]]:
        """(key or sequence, Textual's name of the action) for each key."""
        for key in self.keys:
            yield key, self.call(key[-1]) if self.by_digit else self.call()

    @property
    def key_names(self) -> tuple[str, ...]:
        """The keys as people write them."""
        names = tuple(map(key_name, self.keys))
        return (f"{names[0]} … {names[-1]}",) if self.by_digit and len(names) > 2 else names


ON_APP = {
    "quit": "app.quit",
    "interrupt": "app.interrupt",
    "suspend": "app.suspend_process",
    "palette": "app.command_palette",
}
"""Actions of the app itself, which are there on every screen; all others are the main screen's."""
