"""What the user can do in triage mode, in the order of help and ``docs/keys.md``."""

from __future__ import annotations

from arxtui.tui.actions import Action, Group

DECIDING: tuple[Action, ...] = (
    Action("read_on", ("space", "j"), "read", "Read, and on", "Mark the paper read, and on.", Group.DECIDE, ()),
    Action("star_on", ("s",), "star", "Star, and on", "Star the paper, and on.", Group.DECIDE, ()),
    Action("hide_on", ("x",), "hide", "Hide, and on", "Hide the paper from every list, and on.", Group.DECIDE, ()),
    Action(
        "keep_on", ("w",), "keep", "Keep for the train, and on", "Have the full text fetched, and on.", Group.DECIDE, ()
    ),
    Action(
        "rate_on",
        tuple("12345"),
        "rate",
        "Rate, and on",
        "The rating is the digit.",
        Group.DECIDE,
        (),
        by_digit=True,
    ),
    Action("unrate", ("0", "asterisk"), "no rating", "No rating", "Take the rating away.", Group.DECIDE, ()),
    Action("tag", ("number_sign",), "tag", "Tag…", "As in the list; the paper stays.", Group.DECIDE, ()),
    Action("enlist", ("a",), "list", "Put on a reading list…", "As in the list; the paper stays.", Group.DECIDE, ()),
    Action("reading_state", ("d",), "to read", "To read, reading, read", "As in the list.", Group.DECIDE, ()),
    Action("note", ("n",), "note", "Write a note", "As in the list; the paper stays.", Group.DECIDE, ()),
    Action("note_outside", ("N",), "note", "Write a note in your editor", "As in the list.", Group.DECIDE, ()),
    Action("go_on", ("J", "l", "right"), "skip", "On, without a decision", "The next paper.", Group.DECIDE, ()),
    Action("go_back", ("k", "K", "h", "left"), "back", "Back", "The paper before.", Group.DECIDE, ()),
    Action("undo", ("u",), "undo", "Undo", "Take back the last act, and go to its paper.", Group.DECIDE, ()),
    Action("redo", ("U",), "redo", "Redo", "Do again what was undone last.", Group.DECIDE, ()),
    Action("line_down", ("down",), "down", "Line down", "One line of a long text down.", Group.DECIDE, ()),
    Action("line_up", ("up",), "up", "Line up", "One line up.", Group.DECIDE, ()),
    Action("page_down", ("pagedown", "ctrl+d"), "page", "Page down", "One screenful down.", Group.DECIDE, ()),
    Action("page_up", ("pageup", "ctrl+u"), "page", "Page up", "One screenful up.", Group.DECIDE, ()),
    Action("read_text", ("t", "enter"), "read text", "Read the full text", "The paper itself.", Group.DECIDE, ()),
    Action("open_page", ("o",), "open", "Open the abstract page", "As in the list.", Group.DECIDE, ()),
    Action("links", ("O",), "links", "Links", "As in the list.", Group.DECIDE, ()),
    Action("export", ("E",), "export", "Export…", "As in the list; the paper stays.", Group.DECIDE, ()),
    Action("copy_bibtex", ("C",), "copy", "Copy BibTeX", "As in the list.", Group.DECIDE, ()),
    Action("zotero", ("Z",), "Zotero", "Add to Zotero", "As in the list.", Group.DECIDE, ()),
    Action("tex", ("T",), "TeX", "Swap readable text and TeX source", "As in the list.", Group.DECIDE, ()),
    Action("complete", ("tab",), "complete", "Complete the name", "In a question, take the name.", Group.DECIDE, ()),
    Action("leave", ("escape",), "leave", "Leave", "To the list, on this paper.", Group.DECIDE, ()),
    Action("leave_at_once", ("q", "z"), "leave", "Leave at once", "The same.", Group.DECIDE, ()),
    Action("palette", ("ctrl+p",), "palette", "Find an action", "The actions by name.", Group.DECIDE, ()),
    Action("suspend", ("ctrl+z",), "suspend", "Suspend the program", "As everywhere.", Group.DECIDE, ()),
    Action("help", ("question_mark", "f1"), "help", "Help on triage", "This page.", Group.DECIDE, ()),
)
"""Everything, in the order of the help."""
