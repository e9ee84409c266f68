"""What the user can do: one registry that feeds bindings, footer, command palette, help screen and ``docs/keys.md``."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Group(StrEnum):
    """The headings of the help screen, in its order."""

    MOVE = "Move"
    TRIAGE = "Triage"
    FIND = "Find"
    NARROW = "Narrow down"
    VIEWS = "Saved views"
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
    are the places where the footer names it. ``by_digit``: the keys are the digits 1 to 9; the method is told which.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    description: str
    help: str
    group: Group
    footer: tuple[Place, ...]
    by_digit: bool = False

    @property
    def bindings(self) -> list[tuple[str, str]]:
        """(keys with commas between, Textual's name of the action) for each different call."""
        if self.by_digit:
            return [(key, f"{self.id}({key})") for key in self.keys]
        return [(",".join(self.keys), ON_APP.get(self.id, self.id))]

    @property
    def key_names(self) -> tuple[str, ...]:
        """The keys as people write them."""
        return ("1 … 9",) if self.by_digit else tuple(map(key_name, self.keys))


ON_APP = {"quit": "app.quit", "palette": "app.command_palette"}
"""Actions of the app itself, which are there on every screen; all others are the main screen's."""

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
        "Show what the filter row names, alone; open a folder; look at the chosen months closer; take the query that "
        "is offered where nothing matches; from the list, go to the paper's detail.",
        Group.MOVE,
        (Place.FILTER,),
    ),
    Action(
        "back",
        ("escape",),
        "back",
        "Back",
        "Clear the search and return to where it began; on the months, take the dates back; else one pane back.",
        Group.MOVE,
        (Place.DETAIL,),
    ),
    Action(
        "next_pane",
        ("tab",),
        "pane",
        "Next pane",
        "Filter, list, detail, and round again; where nothing matches, take the query that is offered.",
        Group.MOVE,
        (),
    ),
    Action("previous_pane", ("shift+tab",), "pane", "Previous pane", "The same, backwards.", Group.MOVE, ()),
    Action(
        "go_right",
        ("l", "right"),
        "right",
        "Go right",
        "In the filter, open a folder or go to the later months; else the next pane.",
        Group.MOVE,
        (),
    ),
    Action(
        "go_left",
        ("h", "left"),
        "left",
        "Go left",
        "In the filter, close a folder or go to the earlier months; else the previous pane.",
        Group.MOVE,
        (),
    ),
    Action("show_filter", ("f", "f2"), "filter", "Go to the filter", "The filter pane.", Group.MOVE, (Place.LIST,)),
    Action("show_list", ("f3",), "list", "Go to the list", "The list of papers.", Group.MOVE, ()),
    Action("show_detail", ("f4",), "detail", "Go to the detail", "The paper in full.", Group.MOVE, ()),
    Action(
        "narrow",
        ("plus", "equals_sign"),
        "narrow",
        "Narrow the query by the filter row",
        "Only papers of the filter row as well; again: take that back. With the mouse, Ctrl+click.",
        Group.NARROW,
        (Place.FILTER,),
    ),
    Action(
        "exclude",
        ("minus",),
        "exclude",
        "Exclude the filter row",
        "No papers of the filter row; again: take that back. With the mouse, Alt+click.",
        Group.NARROW,
        (Place.FILTER,),
    ),
    Action(
        "drop_chip",
        ("backspace",),
        "less",
        "Take the last filter away",
        "Take the last part of the query away; on the months, the dates. A click above the list takes the one it hits.",
        Group.NARROW,
        (Place.FILTER,),
    ),
    Action(
        "earlier",
        ("left_square_bracket",),
        "earlier",
        "Earlier months",
        "Narrow the dates to the bar before; the first time, to the newest.",
        Group.NARROW,
        (),
    ),
    Action(
        "later",
        ("right_square_bracket",),
        "later",
        "Later months",
        "Narrow the dates to the bar after; the first time, to the oldest.",
        Group.NARROW,
        (),
    ),
    Action(
        "extend_earlier",
        ("left_curly_bracket", "shift+left"),
        "from earlier",
        "Earlier months as well",
        "Let the dates begin a bar earlier, or end a bar earlier after they were extended to later ones.",
        Group.NARROW,
        (),
    ),
    Action(
        "extend_later",
        ("right_curly_bracket", "shift+right"),
        "to later",
        "Later months as well",
        "Let the dates end a bar later, or begin a bar later after they were extended to earlier ones.",
        Group.NARROW,
        (),
    ),
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
        "sort",
        ("S",),
        "sort",
        "Change the order",
        "Newest first, best first, oldest first, last updated first, and round again.",
        Group.FIND,
        (),
    ),
    Action(
        "bound_view",
        tuple("123456789"),
        "view",
        "Open the view of a digit",
        "Show the saved view that is bound to the digit.",
        Group.VIEWS,
        (),
        by_digit=True,
    ),
    Action(
        "save_view",
        ("v",),
        "save view",
        "Save the search as a view",
        "Give the query of the list a name. It then stands in the filter, with what is unread in it.",
        Group.VIEWS,
        (),
    ),
    Action(
        "bind_view",
        ("b",),
        "bind",
        "Bind the view to a digit",
        "Choose the digit that opens the view under the filter's cursor, or in the list.",
        Group.VIEWS,
        (),
    ),
    Action("rename_view", ("r",), "rename", "Rename the view", "Give the view another name.", Group.VIEWS, ()),
    Action(
        "view_up",
        ("less_than_sign", "ctrl+up"),
        "up",
        "Move the view up",
        "One place up among the views.",
        Group.VIEWS,
        (),
    ),
    Action(
        "view_down",
        ("greater_than_sign", "ctrl+down"),
        "down",
        "Move the view down",
        "One place down among the views.",
        Group.VIEWS,
        (),
    ),
    Action(
        "remove_view",
        ("D", "delete"),
        "remove",
        "Remove the view",
        "Forget the view, after a question. No paper is touched.",
        Group.VIEWS,
        (),
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

BY_ID = {action.id: action for action in ACTIONS}

_KEY_NAMES = {
    "slash": "/",
    "full_stop": ".",
    "question_mark": "?",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "less_than_sign": "<",
    "greater_than_sign": ">",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "backspace": "Backspace",
    "delete": "Del",
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
}


def key_name(key: str) -> str:
    """A key as people write it: ``/`` for ``slash``, ``Ctrl+P`` for ``ctrl+p``."""
    if key in _KEY_NAMES:
        return _KEY_NAMES[key]
    held, plus, last = key.rpartition("+")
    if plus:
        return f"{held.title()}+{_KEY_NAMES.get(last, last.upper())}"
    return key.upper() if len(key) > 1 and key[1:].isdigit() else key


def hints(place: Place) -> list[tuple[str, str]]:
    """(key, label) of what the footer names in a place, in order."""
    return [(action.key_names[0], action.label) for action in ACTIONS if place in action.footer]
