"""Every key and what it does, from the registry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from arxtui.model.marks import MARKS
from arxtui.text import cells, wrap
from arxtui.tui.actions import Action, Group
from arxtui.tui.commands import ACTIONS
from arxtui.tui.present.key_line import Key, key_line
from arxtui.tui.present.line import Line, Piece, pad
from arxtui.tui.reading.commands import READING
from arxtui.tui.registry_triage import TRIAGE
from arxtui.tui.widgets.ink import Bar, KeyBar
from arxtui.tui.widgets.page import TextPage

_KEYS = 18
_HELP_KEYS = (("j k", "scroll"), ("Space", "page"), ("g G", "beginning, end"), ("Esc", "close"))
"""Cells of the keys where the words stand beside them."""
_INDENT = 6
_NARROW = 60
_SIGNS = (
    ("●", "unread: announced to you, and you have not said that you read it"),
    ("●5", "in the filter: so many of the row's papers are unread"),
    ("✓", "selected: the next command is for all selected papers"),
    *((mark.sign, mark.given) for mark in MARKS if mark.sign),
    ("1 … 5", "your rating"),
    ("○ ◐ ◉", "to read, reading, read: how far you are with the paper itself"),
    ("✎", "your note"),
    ("×", "a cross-list: its home is the category shown"),
    ("→", "a replacement; the version stands behind the title"),
    ("◆2", "a Pith review with so many theorem links"),
    ("◇", "a Pith review with the badge Recognition"),
    ("·", "a Pith review without a badge"),
    (
        "13 May",
        "the day it was submitted, as far as is known; with the last updated first, that of its version; "
        "on a day's page, that day. The line above the list says which: dates: submitted",
    ),
    ("≡", "the full text is stored"),
    ("↓", "the full text is saved for offline reading: the next refresh fetches it"),
    ("∅ !", "there is no full text; it could not be fetched, and the detail says why"),
)
_FILTER_SIGNS = (
    ("+ -", "the query is narrowed to this, or excludes this"),
    ("1 … 9", "the digit that opens this view"),
    ("▸ ▾", "more rows: → opens, ← closes"),
    ("▁▃▅█", "papers by the months they were submitted in; ← and → go along, with Shift over several"),
    ("×", "above the list: a part of the query; Backspace removes the last one, a click any"),
)
_MARKED = ", ".join(f"is:{mark.name}" for mark in MARKS)
_QUERIES = (
    ("sparse attention", "words, in title, abstract or authors; the last one may be a beginning"),
    ('"fair locks"', "a phrase"),
    ("ti: abs: au:", "in the title, the abstract, the authors: au:noether"),
    ("cat:cs.DC", "a category, or all of an archive: cat:cs.*"),
    ("date:2024-03", "submitted in that month; also a day, a year, 2024-03..2024-07, and newer:1w"),
    ("day:2026-05-13", "announced on that day, as on arXiv's page"),
    ("is:unread", f"also is:read, {_MARKED}, is:fresh, is:new, is:cross, is:replaced"),
    ("badge:theorem", "by review; also has:code, has:review, has:doi"),
    ("tag: list: note:", "your tags, reading lists (in their order) and notes"),
    ("rating:>=4", "your ratings; also is:toread, is:reading, is:finished"),
    ("-word  OR  ( )", "without; either; together"),
    ("sort:best", "best match first; also sort:old, sort:updated"),
)


Here = tuple[str, Sequence[Key]]
"""The title of the screen that the user came from, and its keys."""


def help_lines(width: int, first: Sequence[Action] = ACTIONS, here: Here | None = None) -> list[Line]:
    """The help, laid out to a width: the keys of the screen ``here``, the ``first`` keys, those of the list and of the
    full texts, signs and queries."""
    lines = _section(here[0], [_Entry(key, "", words) for key, words in here[1]], width) if here else []
    own = tuple(action for action in first if action.group is Group.OWN)
    for actions in dict.fromkeys((own, tuple(first[len(own) :]), ACTIONS, TRIAGE, READING)):
        for group in Group:
            entries = [_of_action(action) for action in actions if action.group is group]
            lines += _section(group.value, entries, width) if entries else []
    for title, rows in (("Signs in the list", _SIGNS), ("Signs in the filter", _FILTER_SIGNS), ("Queries", _QUERIES)):
        lines += _section(title, [_Entry(sign, "", words) for sign, words in rows], width)
    return lines


class _Entry(NamedTuple):
    """A line of the help: keys or a sign, what they are called, and what they do or mean."""

    keys: str
    title: str
    words: str


def _of_action(action: Action) -> _Entry:
    return _Entry("  ".join(action.key_names), action.description, action.help)


def _section(heading: str, entries: Sequence[_Entry], width: int) -> list[Line]:
    lines = [Line(((f" {line}", "strong"),)) for line in wrap(heading, max(width - 2, 10))]
    for entry in entries:
        lines += _entry_lines(entry, width)
    return [*lines, Line()]


def _entry_lines(entry: _Entry, width: int) -> list[Line]:
    """The words beside the keys, or below them where the keys are long or the terminal is narrow."""
    beside = width >= _NARROW and cells(entry.keys) <= _KEYS
    indent = _KEYS + 4 if beside else _INDENT
    texts = wrap(" · ".join(filter(None, (entry.title, entry.words))), max(width - indent - 1, 10)) or [""]
    inked = [_inked(text, entry.title if place == 0 else "") for place, text in enumerate(texts)]
    margin: Piece = (" " * indent, "text")
    if beside:
        margins: list[Piece] = [(f"   {pad(entry.keys, _KEYS)} ", "accent"), *[margin] * (len(texts) - 1)]
        return [Line((each, *pieces)) for each, pieces in zip(margins, inked, strict=True)]
    keys = [Line(((f"   {line}", "accent"),)) for line in wrap(entry.keys, max(width - 4, 10))]
    return [*keys, *(Line((margin, *pieces)) for pieces in inked)]


def _inked(text: str, title: str) -> tuple[Piece, ...]:
    """A line of words, its title standing out."""
    if title and text.startswith(title):
        return (title, "accent-strong"), (text.removeprefix(title), "text")
    return ((text, "text"),)


class HelpScreen(Screen[None], inherit_bindings=False):
    """A page that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss_help", "Close the help", show=False, priority=True),
        Binding("j,down", "scroll(1)", show=False, priority=True),
        Binding("k,up", "scroll(-1)", show=False, priority=True),
        Binding("pagedown,space,ctrl+d", "page(1)", show=False, priority=True),
        Binding("pageup,ctrl+u", "page(-1)", show=False, priority=True),
        Binding("g,home", "end(False)", show=False, priority=True),
        Binding("G,end", "end(True)", show=False, priority=True),
    ]

    def __init__(self, first: Sequence[Action] = ACTIONS, here: Here | None = None) -> None:
        super().__init__()
        self._first = first
        self._here = here

    @property
    def actions(self) -> Sequence[Action]:
        """What the palette offers over the page: what the screen below does."""
        return self._first if hasattr(self._below, "action_command") else ()

    async def action_command(self, name: str, *arguments: object) -> None:
        """Leave, and have the screen below do what was chosen in the palette."""
        below = self._below
        self.dismiss()
        await below.action_command(name, *arguments)

    @property
    def _below(self) -> Any:
        stack = self.app.screen_stack
        return stack[stack.index(self) - 1]

    def compose(self) -> ComposeResult:
        """Title, text and a line that says how to leave."""
        with Vertical(id="help-page"):
            yield Bar(id="help-title")
            yield TextPage(partial(help_lines, first=self._first, here=self._here), id="help-text")
            yield KeyBar(id="help-foot")

    def on_resize(self, event: events.Resize) -> None:
        """Fit title and foot."""
        self.query_one("#help-title", Bar).show([(" arxtui", "strong"), ("   keys, signs and queries", "dim")])
        self.query_one("#help-foot", Bar).show(key_line(_HELP_KEYS, event.size.width))

    def action_dismiss_help(self) -> None:
        """Back to the papers."""
        self.dismiss()

    def action_scroll(self, step: int) -> None:
        """So many lines."""
        self.query_one(TextPage).move(step)

    def action_page(self, direction: int) -> None:
        """A screenful."""
        self.query_one(TextPage).page(direction)

    def action_end(self, last: bool) -> None:  # noqa: FBT001
        """To the first or the last line."""
        self.query_one(TextPage).to_end(last=last)
