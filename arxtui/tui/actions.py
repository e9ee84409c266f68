"""Actions, and the declaration of a command beside its function: it feeds key bindings, footer, command palette, help
screen and ``docs/keys.md``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from inspect import isawaitable
from types import ModuleType
from typing import Any, TypeVar

from arxtui.config.keys import key_name
from arxtui.config.values import THEMES
from arxtui.light import frozen
from arxtui.model.expr import NAMED_ORDERS, Grouping


class Area(StrEnum):
    """The screens that have their own registry of commands; users can rebind the keys of ``TRIAGE`` and ``TEXT`` in
    their own tables of ``[keys]``."""

    MAIN = "main"
    TRIAGE = "triage"
    TEXT = "text"
    RULES = "rules"
    LEDGER = "ledger"
    OUTPUT = "output"
    REFERENCES = "references"
    TREE = "tree"
    PICTURE = "picture"
    NOTE = "note"
    CATEGORIES = "categories"


class Group(StrEnum):
    """The headings of the help screen, in display order."""

    MOVE = "Move"
    TRIAGE = "Triage"
    PICK = "Select papers"
    RANK = "Rules, ranking, similar papers"
    CITATIONS = "References and citations"
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
    LOOK = "In a full text: appearance"
    CARRY = "In a full text: copy, open, leave"
    RULES = "In the list of rules"
    LEDGER = "In the ledger"
    OUTPUT = "While a program runs"
    REFERENCES = "In the table of references"
    TREE = "In the tree of citations"
    PICTURE = "Over a picture"
    NOTE = "While writing a note"
    CATEGORIES = "While choosing categories"
    OWN = "Your own commands"


class Place(StrEnum):
    """The pane that has the keyboard focus; determines which keys the footer shows."""

    FILTER = "filter"
    LIST = "list"
    DETAIL = "detail"
    SEARCH = "search"


class Fact(StrEnum):
    """Conditions of the main screen that determine whether a key has any effect there."""

    PAPERS = "the list has a paper"
    STORED = "the cache has a paper"
    DAYS = "an announcement day is known"
    WAITING = "papers are waiting to be shown"
    FOLLOWING = "there is something to fetch: categories are followed, or Pith's listing is set"
    UNSUBSCRIBED = "no category is followed"
    UNDOABLE = "an act can be undone"
    TERM = "the filter's row can narrow a query"
    AUTHOR = "the filter's row is an author"
    OPENS = "the row under the cursor can be opened"
    MONTHS = "the filter's cursor is on the months, and there are some"
    QUERY = "the query has parts"
    STRANDED = "the list is empty, and there is one to go back to"
    OFFERED = "nothing matches, and another query is suggested"


class Takes(StrEnum):
    """The kinds of argument a command accepts on the command line; selects the words that complete it."""

    QUERY = "a query"
    TAGS = "tags"
    LISTS = "a reading list"
    DESTINATION = "where an export goes"
    SETS = "one of arXiv's sets"
    ORDER = "an order"
    GROUPING = "a way to group"
    THEME = "a theme"
    TEXT = "anything"


CHOICES: Mapping[Takes, tuple[str, ...]] = {
    Takes.ORDER: NAMED_ORDERS,
    Takes.GROUPING: tuple(Grouping),
    Takes.THEME: THEMES,
}
"""The words that are an argument, for kinds that have only these."""


@frozen
class Action:
    """One thing the user can do.

    ``keys`` are Textual's key names, separated by spaces within a sequence; the first entry is the one shown. ``label``
    is the word in the footer, ``description`` the line in the palette, ``help`` the sentence on the help screen.
    ``footer`` lists the panes in which the footer shows the action while all ``needs`` hold. While ``first_when``
    holds, the footer shows the action in every pane, before all others. ``by_digit``: each key ends in a digit, which
    is passed to ``run``. ``counts``: ``run`` receives the number typed before the key. ``takes`` is the kind of
    argument that can follow the name on the command line; the argument answers the question that the command would ask.
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
    def is_passed_argument(self) -> bool:
        """Whether ``run`` receives the argument; if not, the argument answers the question that ``run`` asks."""
        return self.by_digit or self.takes is Takes.QUERY or self.takes in CHOICES

    @property
    def name(self) -> str:
        """The name on the command line: ``copy-bibtex``, ``star`` for ``toggle_star``, ``wc`` for ``commands.wc``."""
        return self.id.removeprefix("commands.").removeprefix("toggle_").replace("_", "-")

    def call(self, *arguments: str) -> str:
        """Return the action string that Textual runs, with the arguments inserted."""
        if self.run is not None:
            return f"command({', '.join((repr(self.id), *arguments))})"
        return f"{self.id}({', '.join(arguments)})" if arguments else ON_APP.get(self.id, self.id)

    @property
    def calls(self) -> Iterator[tuple[str, str]]:
        """Yield (key or sequence, Textual's action string) for each key."""
        for key in self.keys:
            yield key, self.call(key[-1]) if self.by_digit else self.call()

    @property
    def key_names(self) -> tuple[str, ...]:
        """The keys as they are shown to people; a run of digit keys is shortened to "first … last"."""
        names = tuple(map(key_name, self.keys))
        return (f"{names[0]} … {names[-1]}",) if self.by_digit and len(names) > 2 else names


ON_APP = {
    "quit": "app.quit",
    "interrupt": "app.interrupt",
    "suspend": "app.suspend_process",
    "palette": "app.command_palette",
}
"""Actions that the app itself implements and that work on every screen. All others belong to the main screen."""
Run = TypeVar("Run", bound=Callable[..., Any])
_declared: dict[str, list[Action]] = {}
"""The declared commands by module name."""


def command(
    keys: tuple[str, ...],
    label: str,
    description: str,
    group: Group,
    footer: tuple[Place, ...] = (),
    *,
    by_digit: bool = False,
    needs: tuple[Fact, ...] = (),
    first_when: Fact | None = None,
    counts: bool = False,
    takes: Takes | None = None,
    id: str = "",
) -> Callable[[Run], Run]:
    """Declare the function below as a command. The parameters are the fields of :class:`Action`. Its name is the ``id``
    unless another is given, and its docstring is the help: text for users, in which ``{toggle_read}`` becomes a key.

    The function is called with the :class:`Context`. If ``by_digit``, it also receives the digit; if it ``counts`` and
    a number was typed before its key, it also receives that number.
    """

    def declare(run: Run) -> Run:
        name, help = id or run.__name__, " ".join((run.__doc__ or "").split())
        action = Action(
            name, keys, label, description, help, group, footer, by_digit, needs, first_when, run, counts, takes
        )
        _declared.setdefault(run.__module__, []).append(action)
        return run

    return declare


def declared_in(*modules: ModuleType) -> tuple[Action, ...]:
    """Return the commands of these modules, in the order of the modules and of their declarations."""
    return tuple(action for module in modules for action in _declared[module.__name__])


async def run_command(action: Action, parts: object, *arguments: object) -> None:
    """Run a command with its context. ``arguments`` are the digit of its key, or the number typed before the key."""
    result = action.run(parts, *arguments) if action.run else None
    if isawaitable(result):
        await result
