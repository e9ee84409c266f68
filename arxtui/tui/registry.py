"""The registry: everything the user can do, in the order of footer, help and ``docs/keys.md``."""

from __future__ import annotations

from arxtui.tui.actions import Action, Group, Place
from arxtui.tui.registry_fetching import FETCHING
from arxtui.tui.registry_library import LIBRARY
from arxtui.tui.registry_moving import MOVING
from arxtui.tui.registry_queries import QUERIES
from arxtui.tui.registry_ranking import RANKING
from arxtui.tui.registry_taking import TAKING

_PAPERS = (Place.LIST, Place.DETAIL)

ACTIONS: tuple[Action, ...] = (
    *MOVING,
    *QUERIES,
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
    *LIBRARY,
    *RANKING,
    Action(
        "open_page",
        ("o",),
        "open page",
        "Open the abstract page",
        "Open the paper's page in a graphical browser, or up to ten picked ones after a question. Where there is no "
        "browser, the address is copied and shown.",
        Group.OUTSIDE,
        _PAPERS,
    ),
    Action(
        "read_text",
        ("t",),
        "read",
        "Read the full text",
        "Read the paper itself over the whole screen; from its detail Enter does so, too.",
        Group.TEXTS,
        _PAPERS,
    ),
    Action(
        "toggle_queued",
        ("w",),
        "keep",
        "Keep the full text for the train, or not",
        "Have the full text fetched and kept for reading offline; again: take that back.",
        Group.TEXTS,
        (),
    ),
    Action(
        "queue_listed",
        ("Q",),
        "keep all",
        "Keep the full texts of the list for the train",
        "The same for all papers of the list, after a question.",
        Group.TEXTS,
        (),
    ),
    Action(
        "fetch_text",
        ("W",),
        "fetch text",
        "Fetch the full text now",
        "Ask arXiv for the full text, or for a newer one.",
        Group.TEXTS,
        (),
    ),
    Action(
        "earlier_day",
        ("left_square_bracket",),
        "days",
        "Announcement day before",
        "The papers of the announcement day before, or from elsewhere of the newest, as on arXiv's page of the day. "
        "Days without any are passed over, and it is said why.",
        Group.DAYS,
        (Place.LIST,),
    ),
    Action(
        "later_day",
        ("right_square_bracket",),
        "day after",
        "Announcement day after",
        "The papers of the announcement day after.",
        Group.DAYS,
        (),
    ),
    Action(
        "next_section",
        ("right_parenthesis",),
        "next section",
        "Next section of the day",
        "To the cross-lists, to the replacements, and round again.",
        Group.DAYS,
        (),
    ),
    Action(
        "previous_section",
        ("left_parenthesis",),
        "previous section",
        "Previous section of the day",
        "The same, backwards.",
        Group.DAYS,
        (),
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
        "Copy the arXiv identifier to the clipboard, through the terminal (OSC 52); of picked papers, a line each.",
        Group.OUTSIDE,
        (Place.DETAIL,),
    ),
    Action(
        "copy_url",
        ("Y",),
        "copy URL",
        "Copy the address",
        "The same for the address of the abstract page.",
        Group.OUTSIDE,
        (),
    ),
    *TAKING,
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
    *FETCHING,
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


def hints(place: Place) -> list[tuple[str, str]]:
    """(key, label) of what the footer names in a place, in order."""
    return [(action.key_names[0], action.label) for action in ACTIONS if place in action.footer]
