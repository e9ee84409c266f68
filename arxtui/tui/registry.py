"""The registry: everything the user can do, in the order of footer, help and ``docs/keys.md``."""

from __future__ import annotations

from collections.abc import Container

from arxtui.tui.actions import Action, Fact, Group, Place
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
        "Mark the paper read (or unread again) and move on. Only this key and decisions in triage mode do so; a paper "
        "that was never marked nor announced to you is neither.",
        Group.TRIAGE,
        _PAPERS,
        needs=(Fact.PAPERS,),
    ),
    Action(
        "show_waiting",
        ("full_stop",),
        "show waiting",
        "Show what is waiting",
        "Add what arrived meanwhile to the list. A refresh never moves the list by itself.",
        Group.FIND,
        (Place.LIST,),
        needs=(Fact.WAITING,),
    ),
    Action(
        "toggle_star",
        ("s",),
        "star",
        "Star or unstar",
        "Star the paper, or unstar it. It stays unread until space marks it read; in triage mode a star does both.",
        Group.TRIAGE,
        _PAPERS,
        needs=(Fact.PAPERS,),
    ),
    Action(
        "toggle_hidden",
        ("x",),
        "hide",
        "Hide or unhide",
        "Leave the paper out of every list but the hidden ones, and move on; or show it again.",
        Group.TRIAGE,
        (),
    ),
    Action(
        "undo",
        ("u",),
        "undo",
        "Undo",
        "Undo the last act; again, the one before. Acts of earlier days too.",
        Group.TRIAGE,
        (Place.LIST,),
        needs=(Fact.UNDOABLE,),
    ),
    *LIBRARY,
    *RANKING,
    Action(
        "open_page",
        ("o",),
        "open page",
        "Open the abstract page",
        "Open the paper's page in a browser, or up to ten selected ones after a question: that of the setting opener, "
        "those of $BROWSER, or the desktop's. Where none opens it, the address is copied and shown.",
        Group.OUTSIDE,
        _PAPERS,
        needs=(Fact.PAPERS,),
    ),
    Action(
        "read_text",
        ("t",),
        "read",
        "Read the full text",
        "Read the paper itself over the whole screen; from its detail Enter does so, too. A text that is not here is "
        "fetched at once, with the abstract to read meanwhile.",
        Group.TEXTS,
        _PAPERS,
        needs=(Fact.PAPERS,),
    ),
    Action(
        "toggle_queued",
        ("w",),
        "save",
        "Save the full text for offline reading, or not",
        "The next refresh fetches the full text and keeps it; the same key again clears that.",
        Group.TEXTS,
        (),
    ),
    Action(
        "queue_listed",
        ("Q",),
        "save all",
        "Save the full texts of the list for offline reading",
        "Save the full texts of all papers of the list for offline reading, after a question.",
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
        "Days without papers are skipped, and a message says why.",
        Group.DAYS,
        (Place.LIST,),
        needs=(Fact.DAYS,),
    ),
    Action(
        "later_day",
        ("right_square_bracket",),
        "day after",
        "Announcement day after",
        "The papers of the announcement day after this one.",
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
        "To the section before, and round again from the first to the last.",
        Group.DAYS,
        (),
    ),
    Action(
        "open_pdf",
        ("p",),
        "open PDF",
        "Open the PDF",
        "Open the paper's PDF in a graphical browser, or copy its address where there is none.",
        Group.OUTSIDE,
        (Place.DETAIL,),
        needs=(Fact.PAPERS,),
    ),
    Action(
        "copy_id",
        ("y",),
        "copy id",
        "Copy the identifier",
        "Copy the arXiv identifier to the clipboard, through the terminal (OSC 52); of selected papers, a line each.",
        Group.OUTSIDE,
        (Place.DETAIL,),
        needs=(Fact.PAPERS,),
    ),
    Action(
        "copy_url",
        ("Y",),
        "copy URL",
        "Copy the address",
        "Copy the address of the abstract page to the clipboard; of selected papers, a line each.",
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
        needs=(Fact.PAPERS,),
    ),
    *FETCHING,
    Action(
        "categories",
        ("c",),
        "categories",
        "Choose categories",
        "Choose the arXiv categories to follow: their announcements fill your inbox.",
        Group.PROGRAM,
        (Place.FILTER,),
        first_when=Fact.UNSUBSCRIBED,
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
        "quit",
        ("q", "ctrl+q"),
        "quit",
        "Quit",
        "Leave; a refresh is stopped.",
        Group.PROGRAM,
        (Place.FILTER, Place.LIST, Place.DETAIL),
    ),
    Action(
        "interrupt",
        ("ctrl+c",),
        "cancel",
        "Copy, cancel or leave",
        "Copy the selected text; where none is selected, close the question, the search or the screen that is open; "
        "where nothing is open, ask whether to leave: Enter or Ctrl+C leaves, Esc does not. A note stays open.",
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
)
"""Everything, in the order of footer and help."""

BY_ID = {action.id: action for action in ACTIONS}


def hints(place: Place, facts: Container[Fact]) -> list[tuple[str, str]]:
    """(key, label) of what the footer names in a place while these facts hold, in order."""
    urgent = [action for action in ACTIONS if action.first_when and action.first_when in facts]
    useful = [
        action
        for action in ACTIONS
        if place in action.footer and all(need in facts for need in action.needs) and action not in urgent
    ]
    return [(action.key_names[0], action.label) for action in (*urgent, *useful)]
