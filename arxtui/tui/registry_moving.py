"""Going through the rows and from pane to pane: keys and words."""

from __future__ import annotations

from arxtui.tui.actions import Action, Fact, Group, Place

MOVING: tuple[Action, ...] = (
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
        needs=(Fact.PAPERS,),
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
        "Choose the filter row in place of others of its group; the number at its right is how many papers that shows. "
        "Open a folder; look closer at the months; take the offered query; from the list, go to the detail, from there "
        "to the full text.",
        Group.MOVE,
        (Place.FILTER,),
    ),
    Action(
        "back",
        ("escape",),
        "back",
        "Back",
        "Clear the selection; in the list, go back through searches and filters; on the months, clear the date filter; "
        "from any other pane, to the list.",
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
    Action(
        "previous_pane",
        ("shift+tab",),
        "pane",
        "Previous pane",
        "Detail, list, filter, and round again.",
        Group.MOVE,
        (),
    ),
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
)
"""What joins the registry of the main screen, in the order of footer and help."""
