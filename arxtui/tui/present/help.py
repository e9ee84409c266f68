"""Help: signs of the rows, keys in force, and query syntax. The brief help, its first pages, has the keys that are
used most, and the signs; it fits three screens of 80×24."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from operator import attrgetter

from arxtui.light import NamedTuple
from arxtui.model.marks import MARKS
from arxtui.model.signs import ROW_SIGNS
from arxtui.text import cells, wrap
from arxtui.tui.actions import Action, Area, Group, Place
from arxtui.tui.keys.in_force import action, actions, with_keys
from arxtui.tui.present.line import Key, Line, Piece, first_key, pad

_KEYS, _COMMANDS = 18, 34
"""Widths in cells of the columns of keys and commands."""
_SHORT_KEYS = 3
"""Width of keys and signs that stand beside their text on a narrow terminal."""
_INDENT = _SHORT_KEYS + 4
_NARROW, _WIDE = 60, 96
"""Widths from which the text stands beside the keys, and from which commands have a column."""
_PANES = {Place.FILTER: "the filter", Place.LIST: "the list", Place.DETAIL: "the detail"}
LIST_SIGNS = (
    *(
        (" ".join(sign.character for sign in alike), meaning)
        for meaning, alike in groupby(ROW_SIGNS, key=attrgetter("meaning"))
    ),
    ("1 … 5", "your rating"),
    (
        "13 May",
        "above papers: the day of their announcement, or as the heading says; for older ones the month or the year. "
        "The bottom line shows the day of the paper. In an order without dates, the day is beside each paper",
    ),
)
FILTER_SIGNS = (
    ("●5", "unread papers of the row"),
    ("+ -", "in the query, or left out by it"),
    ("1 … 9", "opens this view"),
    ("▸ ▾", "more rows: → opens, ← closes"),
    ("▁▃▅█", "papers by month; that of submission. ← and → select a month, with Shift several"),
    ("×", "a part of the query; in the top line. {drop_chip} removes the last one, a click any one"),
)
_MARKED = ", ".join(f"is:{mark.name}" for mark in MARKS)
QUERIES = (
    ("sparse attention", "words, in title, abstract or authors; the last one may be incomplete"),
    ('"fair locks"', "a phrase"),
    ("ti: abs: au:", "in the title, the abstract, the authors: au:noether"),
    ("cat:cs.DC", "a category, or all of an archive: cat:cs.*"),
    ("date:2024-03", "submitted in that month; also a day, a year, 2024-03..2024-07, and newer:1w"),
    ("day:2026-05-13", "announced on that day, as on arXiv's page; day:today is the day in New York"),
    ("is:unread", f"also is:read, {_MARKED}, is:fresh, is:new, is:cross, is:replaced, is:withdrawn"),
    ("badge:theorem", "by review; also has:code, has:review, has:doi"),
    ("tag: list: note:", "your tags, reading lists (in their order) and notes"),
    ("rating:>=4", "your ratings; also is:toread, is:reading, is:finished"),
    ("-word  OR  ( )", "without; either; together"),
    ("sort:best", "best match first; also sort:old, sort:updated"),
    ("group:topic", "similar papers together; also group:category, group:rules"),
)

OpenedFrom = tuple[str, Sequence[Key]]
"""Title and keys of the screen that the help was opened from."""


class _Entry(NamedTuple):
    """An entry of the help: keys or a sign, the command they run, and its description or the sign's meaning."""

    keys: str
    title: str
    words: str


_Section = tuple[str, Sequence[_Entry]]


def help_lines(
    width: int, area: Area = Area.MAIN, place: Place | None = None, here: OpenedFrom | None = None, find: str = ""
) -> list[Line]:
    """Return the help laid out for a width. First come the signs of the rows, then the keys of the place where the help
    was opened (the registry of an ``area``, a pane, the screen ``here``), then all others. If ``find`` is not empty,
    only entries that contain all its words are included."""
    search_words = find.lower().split()
    lines: list[Line] = []
    for heading, entries in _sections(area, place, here):
        matching = [each for each in entries if all(word in " ".join(each).lower() for word in search_words)]
        lines += _section_lines(heading, matching, width) if matching else []
    return lines or [Line(((f" Nothing in the help has “{find}”.", "dim"),))]


def _sections(area: Area, place: Place | None, here: OpenedFrom | None) -> Iterator[_Section]:
    list_signs: _Section = ("Signs in the list", [_Entry(sign, "", words) for sign, words in LIST_SIGNS])
    filter_signs: _Section = (
        "Signs in the filter",
        [_Entry(sign, "", with_keys(words)) for sign, words in FILTER_SIGNS],
    )
    signs = [filter_signs, list_signs] if place is Place.FILTER else [list_signs, filter_signs]
    here_first = here is not None or area is not Area.MAIN
    if not here_first:
        yield signs.pop(0)
    if here:
        yield here[0], [_Entry(key, "", words) for key, words in here[1]]
    if place in _PANES:
        named = [each for each in actions() if place in each.footer]
        yield f"Here, in {_PANES[place]}", [_of_action(each, Area.MAIN) for each in named]
    yield from _groups(area, tuple(Group))
    for each in Area:
        if each is not area:
            yield from _groups(each, [group for group in Group if group is not Group.OWN])
    yield from signs
    yield "Queries", [_Entry(sign, "", words) for sign, words in QUERIES]


def _groups(area: Area, groups: Iterable[Group]) -> Iterator[_Section]:
    for group in groups:
        if entries := [_of_action(action, area) for action in actions(area) if action.group is group]:
            yield group.value, entries


def _of_action(action: Action, area: Area) -> _Entry:
    return _Entry("  ".join(action.key_names) or "no key", action.description, with_keys(action.help, area))


def _section_lines(heading: str, entries: Sequence[_Entry], width: int) -> list[Line]:
    lines = [Line(((f" {line}", "strong"),)) for line in wrap(heading, max(width - 2, 10))]
    for entry in entries:
        lines += _wide_lines(entry, width) if width >= _WIDE and entry.title else _entry_lines(entry, width)
    return [*lines, Line()]


def _wide_lines(entry: _Entry, width: int) -> list[Line]:
    """Return keys, command and description in three columns."""
    columns = (
        wrap(entry.keys, _KEYS),
        wrap(entry.title, _COMMANDS - 2),
        wrap(entry.words, max(width - _KEYS - _COMMANDS - 6, 10)),
    )
    rows = max(map(len, columns))
    keys, titles, words = ([*column, *[""] * (rows - len(column))] for column in columns)
    return [
        Line(
            ((f"   {pad(keys[row], _KEYS)} ", "accent"), (pad(titles[row], _COMMANDS), "strong"), (words[row], "text"))
        )
        for row in range(rows)
    ]


def _entry_lines(entry: _Entry, width: int) -> list[Line]:
    """Return the text beside the keys, or below them if the keys are long; on a narrow terminal, longer than a key."""
    room = _KEYS if width >= _NARROW else _SHORT_KEYS
    beside = cells(entry.keys) <= room
    indent = room + 4 if beside else _INDENT
    texts = wrap(" · ".join(filter(None, (entry.title, entry.words))), max(width - indent - 1, 10)) or [""]
    inked = [_with_title(text, entry.title if place == 0 else "") for place, text in enumerate(texts)]
    margin: Piece = (" " * indent, "text")
    if beside:
        margins: list[Piece] = [(f"   {pad(entry.keys, room)} ", "accent"), *[margin] * (len(texts) - 1)]
        return [Line((each, *pieces)) for each, pieces in zip(margins, inked, strict=True)]
    keys = [Line(((f"   {line}", "accent"),)) for line in wrap(entry.keys, max(width - 4, 10))]
    return [*keys, *(Line((margin, *pieces)) for pieces in inked)]


def _with_title(text: str, title: str) -> tuple[Piece, ...]:
    """Return a line of text with its title highlighted."""
    if title and text.startswith(title):
        return (title, "accent-strong"), (text.removeprefix(title), "text")
    return ((text, "text"),)


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
"""The width from which entries of the brief help stand in two columns, in cells."""
_QUERIES, _QUERIES_SHOWN = "Queries", 8

_BriefEntry = tuple[str, str]
"""A key, a sign or a query, and what it means."""


def brief_help_lines(
    width: int, area: Area = Area.MAIN, place: Place | None = None, here: OpenedFrom | None = None
) -> list[Line]:
    """Return the keys used most in an area or on the screen ``here``, then the signs and queries of the panes."""
    lines: list[Line] = []
    for heading, entries in _brief_sections(area, place, here):
        if entries:
            columns = 2 if width >= _TWO_COLUMNS and heading != _QUERIES else 1
            lines += [Line(((f" {heading}", "strong"),)), *_in_columns(entries, columns, width), Line()]
    return lines[:-1]


def _brief_sections(
    area: Area, place: Place | None, here: OpenedFrom | None
) -> Iterator[tuple[str, Sequence[_BriefEntry]]]:
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


def _commands(names: Iterable[str], area: Area) -> Iterator[_BriefEntry]:
    for each in (action(name, area) for name in names):
        if each.keys:
            yield first_key(each), each.description.partition(", ")[0]


def _in_brief(entries: Iterable[_BriefEntry]) -> list[_BriefEntry]:
    """Return meanings up to their first semicolon or colon; the whole help has the rest."""
    return [(sign, meaning.partition("; ")[0].partition(": ")[0]) for sign, meaning in entries]


def _in_columns(entries: Sequence[_BriefEntry], columns: int, width: int) -> Iterator[Line]:
    """Yield the entries, read down the first column and then the second if there are two."""
    rows = -(-len(entries) // columns)
    room = (width - 2) // columns
    names = max(cells(name) for name, _ in entries)
    for row in range(rows):
        cells_of_row = [_cell(entry, names, room) for entry in entries[row::rows]]
        for pieces in zip_longest(*cells_of_row, fillvalue=[(" " * room, "text")]):
            yield Line(tuple(piece for cell in pieces for piece in cell))


def _cell(entry: _BriefEntry, names: int, room: int) -> Iterator[list[Piece]]:
    """Yield the lines of an entry, each ``room`` cells wide."""
    name, meaning = entry
    beside = max(room - names - 4, 8)
    for number, text in enumerate(wrap(meaning, beside)):
        yield [(f"   {pad('' if number else name, names)} ", "accent"), (pad(text, beside), "text")]
