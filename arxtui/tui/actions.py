"""What the user can do: one registry that feeds bindings, footer, command palette, help screen and ``docs/keys.md``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """The headings of the help screen, in its order."""

    MOVE = "Move"
    TRIAGE = "Triage"
    FIND = "Find"
    SHOW = "Show"
    OUTSIDE = "Take along"
    PROGRAM = "Program"


class Place(StrEnum):
    """Where the keyboard is: what decides which keys the footer names."""

    FILTER = "filter"
    LIST = "list"
    DETAIL = "detail"
    SEARCH = "search"


@dataclass(frozen=True, slots=True)
class Action:
    """One thing the user can do.

    ``id`` names the method ``action_<id>`` of the main screen; ``keys`` are Textual's names, the first one is shown;
    ``label`` is the footer's word, ``description`` the palette's line, ``help`` the help screen's sentence; ``footer``
    are the places where the footer names it.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    description: str
    help: str
    group: Group
    footer: tuple[Place, ...]


_PAPERS = (Place.LIST, Place.DETAIL)

ACTIONS: tuple[Action, ...] = (
    Action("down", ("j", "down"), "down", "Move down", "One row down; in the detail, one line.", Group.MOVE, ()),
    Action("up", ("k", "up"), "up", "Move up", "One row up; in the detail, one line.", Group.MOVE, ()),
    Action("page_down", ("pagedown", "ctrl+d"), "page", "Page down", "One screenful down.", Group.MOVE, ()),
    Action("page_up", ("pageup", "ctrl+u"), "page", "Page up", "One screenful up.", Group.MOVE, ()),
    Action("top", ("g", "home"), "top", "Go to the top", "To the first row.", Group.MOVE, ()),
    Action("bottom", ("G", "end"), "bottom", "Go to the bottom", "To the last row.", Group.MOVE, ()),
    Action(
        "next_paper",
        ("J",),
        "next",
        "Next paper",
        "The next paper, from wherever the keyboard is.",
        Group.MOVE,
        (Place.DETAIL,),
    ),
    Action(
        "previous_paper",
        ("K",),
        "previous",
        "Previous paper",
        "The previous paper, from wherever the keyboard is.",
        Group.MOVE,
        (),
    ),
    Action(
        "choose",
        ("enter",),
        "open",
        "Open",
        "Show what the filter row names; from the list, go to the paper's detail.",
        Group.MOVE,
        (Place.FILTER,),
    ),
    Action(
        "back",
        ("escape",),
        "back",
        "Back",
        "Clear the search and return to where it began; else one pane back.",
        Group.MOVE,
        (Place.DETAIL,),
    ),
    Action(
        "next_pane", ("tab", "right"), "pane", "Next pane", "Filter, list, detail, and round again.", Group.MOVE, ()
    ),
    Action("previous_pane", ("shift+tab", "left"), "pane", "Previous pane", "The same, backwards.", Group.MOVE, ()),
    Action("show_filter", ("1",), "filter", "Go to the filter", "The filter pane.", Group.MOVE, ()),
    Action("show_list", ("2",), "list", "Go to the list", "The list of papers.", Group.MOVE, ()),
    Action("show_detail", ("3",), "detail", "Go to the detail", "The paper in full.", Group.MOVE, ()),
    Action(
        "search",
        ("slash",),
        "search",
        "Search",
        "Find as you type, within the list shown. Enter keeps the search, Escape drops it.",
        Group.FIND,
        (Place.FILTER, Place.LIST),
    ),
    Action(
        "toggle_read",
        ("space",),
        "read",
        "Mark read or unread, and move on",
        "Mark the paper read (or unread again) and move on. Nothing else ever marks a paper read.",
        Group.TRIAGE,
        _PAPERS,
    ),
    Action(
        "show_waiting",
        ("full_stop",),
        "show waiting",
        "Show what is waiting",
        "Take what arrived meanwhile into the list. A refresh never moves the list by itself.",
        Group.FIND,
        (Place.LIST,),
    ),
    Action("toggle_star", ("s",), "star", "Star or unstar", "Star the paper, or take it back.", Group.TRIAGE, _PAPERS),
    Action(
        "toggle_hidden",
        ("x",),
        "hide",
        "Hide or unhide",
        "Leave the paper out of every list but the hidden ones, and move on; or take it back.",
        Group.TRIAGE,
        (),
    ),
    Action(
        "undo",
        ("u",),
        "undo",
        "Undo",
        "Take back the last act; again, the one before. Acts of earlier days too.",
        Group.TRIAGE,
        (Place.LIST,),
    ),
    Action(
        "open_page",
        ("o",),
        "open page",
        "Open the abstract page",
        "Open the paper's page in a graphical browser. Where there is none, the address is copied and shown.",
        Group.OUTSIDE,
        _PAPERS,
    ),
    Action(
        "open_pdf",
        ("p",),
        "open PDF",
        "Open the PDF",
        "The same for the PDF.",
        Group.OUTSIDE,
        (Place.DETAIL,),
    ),
    Action(
        "copy_id",
        ("y",),
        "copy id",
        "Copy the identifier",
        "Copy the arXiv identifier to the clipboard, through the terminal (OSC 52).",
        Group.OUTSIDE,
        (Place.DETAIL,),
    ),
    Action(
        "copy_url",
        ("Y",),
        "copy URL",
        "Copy the address",
        "Copy the address of the abstract page.",
        Group.OUTSIDE,
        (),
    ),
    Action(
        "headlines",
        ("H",),
        "headlines",
        "Swap titles and headlines",
        "In the list, show Pith's headline where there is one, or the title.",
        Group.SHOW,
        (),
    ),
    Action(
        "tex",
        ("T",),
        "TeX",
        "Swap readable text and TeX source",
        "Show titles and abstracts readable, or exactly as arXiv sent them.",
        Group.SHOW,
        (),
    ),
    Action(
        "authors",
        ("A",),
        "authors",
        "Show all authors",
        "In the detail, all authors with their affiliations, or the first ones.",
        Group.SHOW,
        (Place.DETAIL,),
    ),
    Action(
        "refresh",
        ("R",),
        "refresh",
        "Refresh",
        "Ask arXiv and Pith for what is due now. It also happens at the start and on the schedule.",
        Group.PROGRAM,
        (Place.FILTER, Place.LIST),
    ),
    Action(
        "categories",
        ("c",),
        "categories",
        "Choose categories",
        "Choose the categories whose announcements fill your inbox.",
        Group.PROGRAM,
        (Place.FILTER,),
    ),
    Action("palette", ("ctrl+p",), "palette", "Command palette", "Find an action by its name.", Group.PROGRAM, ()),
    Action(
        "suspend",
        ("ctrl+z",),
        "suspend",
        "Suspend",
        "Put the program in the background; fg brings it back.",
        Group.PROGRAM,
        (),
    ),
    Action(
        "help",
        ("question_mark", "f1"),
        "help",
        "Help",
        "This page.",
        Group.PROGRAM,
        (Place.FILTER, Place.LIST, Place.DETAIL),
    ),
    Action("quit", ("q", "ctrl+q", "ctrl+c"), "quit", "Quit", "Leave; a refresh is stopped.", Group.PROGRAM, ()),
)
"""Everything, in the order of footer and help."""

ON_APP = {"quit": "app.quit", "palette": "app.command_palette"}
"""Actions of the app itself, which are there on every screen; all others are the main screen's."""

BY_ID = {action.id: action for action in ACTIONS}

_KEY_NAMES = {
    "slash": "/",
    "full_stop": ".",
    "question_mark": "?",
    "down": "↓",
    "up": "↑",
    "left": "←",
    "right": "→",
    "pagedown": "PgDn",
    "pageup": "PgUp",
    "home": "Home",
    "end": "End",
    "enter": "Enter",
    "escape": "Esc",
    "tab": "Tab",
    "shift+tab": "Shift+Tab",
    "f1": "F1",
}


def key_name(key: str) -> str:
    """A key as people write it: ``/`` for ``slash``, ``Ctrl+P`` for ``ctrl+p``."""
    if key in _KEY_NAMES:
        return _KEY_NAMES[key]
    return f"Ctrl+{key[5:].upper()}" if key.startswith("ctrl+") else key


def hints(place: Place) -> list[tuple[str, str]]:
    """(key, label) of what the footer names in a place, in order."""
    return [(key_name(action.keys[0]), action.label) for action in ACTIONS if place in action.footer]
