"""The first pages of the help: the keys that are used most, and the signs. They fit three screens of 80×24."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from arxtui.text import cells, wrap
from arxtui.tui.actions import Area, Place
from arxtui.tui.keys.in_force import action, actions
from arxtui.tui.present.help import FILTER_SIGNS, LIST_SIGNS, QUERIES, OpenedFrom
from arxtui.tui.present.key_line import first_key
from arxtui.tui.present.line import Line, Piece, pad

MOST_USED: Mapping[Area, Mapping[str, tuple[str, ...]]] = {
    Area.MAIN: {
        "Read and decide": (
            *("choose", "read_text", "toggle_read", "toggle_star", "toggle_hidden", "undo"),
            *("triage", "select", "tag", "add_to_list", "note", "mark_all_read"),
        ),
        "Find": (
            *("search", "narrow", "exclude", "sort", "earlier_day", "similar"),
            *("references", "cited_by", "papers_of_author", "save_view", "ask_arxiv"),
        ),
        "Go": ("down", "up", "page_down", "inbox", "back", "forward", "drop_chip", "next_pane", "show_filter"),
        "Copy, open, fetch, leave": (
            *("open_page", "open_pdf", "copy_bibtex", "export", "refresh", "show_waiting"),
            *("palette", "command_line", "categories", "rules", "tour", "quit"),
        ),
    },
    Area.TEXT: {
        "Move": (
            *("page_down", "page_up", "line_down", "next_section", "previous_section", "contents"),
            *("top", "bottom", "percent", "leave"),
        ),
        "Find and follow": (
            *("find", "next_match", "next_target", "show_target", "jump_back", "next_formula"),
            *("footnotes", "references", "cited_by"),
        ),
        "Look": ("wider", "narrower", "two_columns", "pictures", "tex", "citations", "tab_reviews", "tab_versions"),
        "Copy, open, keep": ("toggle_star", "toggle_queued", "copy", "open", "open_pdf", "undo"),
    },
    Area.TRIAGE: {
        "Decide": ("read_on", "star_on", "hide_on", "save_on", "rate_on", "go_on", "go_back", "undo"),
        "More of this paper": (
            *("read_text", "page_down", "tag", "add_to_list", "note", "open_page", "links", "copy_bibtex"),
            *("leave", "leave_at_once"),
        ),
    },
}
"""The commands that are used most, in this order; an area without a table shows all of its commands."""
_TWO_COLUMNS = 72
"""The width from which entries stand in two columns, in cells."""
_QUERIES, _QUERIES_SHOWN = "Queries", 8

_Entry = tuple[str, str]
"""A key, a sign or a query, and what it means."""


def brief_help_lines(
    width: int, area: Area = Area.MAIN, place: Place | None = None, here: OpenedFrom | None = None
) -> list[Line]:
    """Return the keys used most in an area or on the screen ``here``, then the signs and queries of the panes."""
    lines: list[Line] = []
    for heading, entries in _sections(area, place, here):
        if entries:
            columns = 2 if width >= _TWO_COLUMNS and heading != _QUERIES else 1
            lines += [Line(((f" {heading}", "strong"),)), *_in_columns(entries, columns, width), Line()]
    return lines[:-1]


def _sections(area: Area, place: Place | None, here: OpenedFrom | None) -> Iterator[tuple[str, Sequence[_Entry]]]:
    if here:
        yield here[0], here[1]
    for heading, names in MOST_USED.get(area, {}).items() if here is None else ():
        yield heading, [*_commands(names, area)]
    if area not in MOST_USED:
        yield "More", [(first_key(each), each.description) for each in actions(area) if each.keys]
    if here is None and area is Area.MAIN:
        signs = ("Signs in the list", _in_brief(LIST_SIGNS[:-1])), ("Signs in the filter", _in_brief(FILTER_SIGNS))
        yield from reversed(signs) if place is Place.FILTER else signs
        yield _QUERIES, _in_brief(QUERIES[:_QUERIES_SHOWN])


def _commands(names: Iterable[str], area: Area) -> Iterator[_Entry]:
    for each in (action(name, area) for name in names):
        if each.keys:
            yield first_key(each), each.description.partition(", ")[0]


def _in_brief(entries: Iterable[_Entry]) -> list[_Entry]:
    """Return meanings up to their first semicolon or colon; the whole help has the rest."""
    return [(sign, meaning.partition("; ")[0].partition(": ")[0]) for sign, meaning in entries]


def _in_columns(entries: Sequence[_Entry], columns: int, width: int) -> Iterator[Line]:
    """Yield the entries, read down the first column and then the second if there are two."""
    rows = -(-len(entries) // columns)
    room = (width - 2) // columns
    names = max(cells(name) for name, _ in entries)
    for row in range(rows):
        cells_of_row = [_cell(entry, names, room) for entry in entries[row::rows]]
        for pieces in zip_longest(*cells_of_row, fillvalue=[(" " * room, "text")]):
            yield Line(tuple(piece for cell in pieces for piece in cell))


def _cell(entry: _Entry, names: int, room: int) -> Iterator[list[Piece]]:
    """Yield the lines of an entry, each ``room`` cells wide."""
    name, meaning = entry
    beside = max(room - names - 4, 8)
    for number, text in enumerate(wrap(meaning, beside)):
        yield [(f"   {pad('' if number else name, names)} ", "accent"), (pad(text, beside), "text")]
