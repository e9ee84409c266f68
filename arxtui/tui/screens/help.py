"""Every key and what it does, from the registry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen

from arxtui.text import wrap
from arxtui.tui.actions import Action, Group
from arxtui.tui.present.line import Line, Piece, pad
from arxtui.tui.registry import ACTIONS
from arxtui.tui.registry_deciding import DECIDING
from arxtui.tui.registry_reading import READING
from arxtui.tui.widgets.ink import Bar
from arxtui.tui.widgets.page import TextPage

_KEYS = 18
_SIGNS = (
    ("●", "unread: announced to you, and you have not said that you read it"),
    ("✓", "picked: the next verb is for all picked papers"),
    ("★", "starred"),
    ("1 … 5", "your rating"),
    ("○ ◐ ◉", "to read, reading, read: how far you are with the paper itself"),
    ("✎", "your note"),
    ("×", "a cross-list: its home is the category shown"),
    ("→", "a replacement; the version stands behind the title"),
    ("◆2", "a Pith review with so many theorem links"),
    ("◇", "a Pith review with the badge Recognition"),
    ("·", "a Pith review without a badge"),
    ("≡", "the full text is here"),
    ("↓", "the full text is wanted: the next refresh fetches it"),
    ("∅ !", "there is no full text; it could not be fetched, and the detail says why"),
)
_FILTER_SIGNS = (
    ("›", "the query is narrowed to this"),
    ("-", "the query excludes this"),
    ("1 … 9", "the digit that opens this view"),
    ("▸ ▾", "more rows: → opens, ← closes"),
    ("▁▃▅█", "papers by the months they were submitted in; ← and → go along, with Shift over several"),
    ("×", "above the list: a part of the query; Backspace takes the last one away, a click any"),
)
_QUERIES = (
    ("sparse attention", "words, in title, abstract or authors; the last one may be a beginning"),
    ('"fair locks"', "a phrase"),
    ("ti: abs: au:", "in the title, the abstract, the authors: au:noether"),
    ("cat:cs.DC", "a category, or all of an archive: cat:cs.*"),
    ("date:2024-03", "submitted in that month; also a day, a year, 2024-03..2024-07, and newer:1w"),
    ("day:2026-05-13", "announced on that day, as on arXiv's page"),
    ("is:unread", "also is:read, is:starred, is:hidden, is:queued, is:fresh, is:new, is:cross, is:replaced"),
    ("badge:theorem", "by review; also has:code, has:review, has:doi"),
    ("tag: list: note:", "your tags, reading lists (in their order) and notes"),
    ("rating:>=4", "your ratings; also is:toread, is:reading, is:finished"),
    ("-word  OR  ( )", "without; either; together"),
    ("sort:best", "best match first; also sort:old, sort:updated"),
)


def help_lines(width: int, first: Sequence[Action] = ACTIONS) -> list[Line]:
    """The help, laid out to a width: the ``first`` keys, those of the list and of the full texts, signs and queries."""
    lines: list[Line] = []
    for actions in dict.fromkeys((tuple(first), ACTIONS, DECIDING, READING)):
        for group in Group:
            rows = [("  ".join(action.key_names), action.help) for action in actions if action.group is group]
            lines += _section(group.value, rows, width) if rows else []
    lines += _section("Signs in the list", _SIGNS, width)
    lines += _section("Signs in the filter", _FILTER_SIGNS, width)
    lines += _section("Queries", _QUERIES, width)
    return lines


def _section(title: str, rows: list[tuple[str, str]] | tuple[tuple[str, str], ...], width: int) -> list[Line]:
    lines = [Line(((f" {title}", "strong"),))]
    for key, words in rows:
        first, *rest = wrap(words, max(width - _KEYS - 4, 10)) or [""]
        head: Piece = (f"   {pad(key, _KEYS)} ", "accent")
        lines.append(Line((head, (first, "text"))))
        lines += [Line(((" " * (_KEYS + 4) + more, "text"),)) for more in rest]
    return [*lines, Line()]


class HelpScreen(Screen[None], inherit_bindings=False):
    """A page that scrolls."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss_help", "Close the help", show=False),
        Binding("j,down", "scroll(1)", show=False),
        Binding("k,up", "scroll(-1)", show=False),
        Binding("pagedown,space,ctrl+d", "page(1)", show=False),
        Binding("pageup,ctrl+u", "page(-1)", show=False),
        Binding("g,home", "end(False)", show=False),
        Binding("G,end", "end(True)", show=False),
    ]

    def __init__(self, first: Sequence[Action] = ACTIONS) -> None:
        super().__init__()
        self._first = first

    def compose(self) -> ComposeResult:
        """Title, text and a line that says how to leave."""
        with Vertical(id="help-page"):
            yield Bar(id="help-title")
            yield TextPage(partial(help_lines, first=self._first), id="help-text")
            yield Bar(id="help-foot")

    def on_mount(self) -> None:
        """Write title and foot."""
        self.query_one("#help-title", Bar).show([(" arxtui", "strong"), ("   keys, signs and queries", "dim")])
        self.query_one("#help-foot", Bar).show(
            [(" Esc", "accent"), (" close   ", "dim"), ("j k PgDn PgUp", "accent"), (" scroll", "dim")]
        )

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
