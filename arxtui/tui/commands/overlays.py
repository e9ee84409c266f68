"""The commands of the screens over the list. They are in one table, because each screen has few commands of its own.

Commands that such a screen shares with the list (moving, undo, copying) use the list's keys. A screen names its row of
the table as ``own_area``, and implements each command as a method of that name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arxtui.tui.actions import Action, Area, Group


def _action(id: str, keys: tuple[str, ...], label: str, group: Group, description: str, help: str) -> Action:
    return Action(id, keys, label, description, help, group, ())


OVERLAYS: Mapping[Area, Sequence[Action]] = {
    Area.RULES: (
        _action(
            "edit_rule", ("e",), "edit", Group.RULES,
            "Edit the rule", "Edit the rule's query, effect and name; Enter continues, Esc cancels.",
        ),
        _action(
            "switch_rule", ("space",), "off or on", Group.RULES,
            "Switch the rule off or on", "Switch the rule off or on. A rule that is off stays in the list.",
        ),
        _action(
            "remove_rule", ("x",), "remove", Group.RULES,
            "Remove the rule", "Remove the rule, like {remove_view}; {undo} undoes it.",
        ),
    ),
    Area.LEDGER: (
        _action(
            "fetch_missing", ("r",), "fetch what is missing", Group.LEDGER,
            "Fetch what is missing", "Fetch announced papers that are missing, and the announcements of days "
                                     "without data, like {repair}.",
        ),
    ),
    Area.OUTPUT: (
        _action(
            "stop_program", ("x",), "stop", Group.OUTPUT,
            "Stop the program", "Stop the program; its output stays. Esc leaves the screen without stopping it.",
        ),
    ),
    Area.REFERENCES: (
        _action(
            "star_reference", ("s",), "star", Group.REFERENCES,
            "Star or unstar the work", "Star the work, or unstar it. One that is not on arXiv becomes a paper here, "
                                       "made of what the entry says.",
        ),
        _action(
            "add_missing", ("a",), "add missing", Group.REFERENCES,
            "Add what is missing", "Fetch the records of all works with an arXiv id that are not here.",
        ),
        _action(
            "show_others", ("tab", "f"), "show others", Group.REFERENCES,
            "All, here, unread or missing", "Show all references, those that are here, of these the unread ones, or "
                                            "those with an arXiv id that are not here; in a checked bibliography, the "
                                            "problems, or the entries with one verdict.",
        ),
        _action(
            "sort_references", ("S",), "order", Group.REFERENCES,
            "Change the order", "Show first what this paper cites most often, or the order of its bibliography again.",
        ),
        _action(
            "list_here", ("l",), "list", Group.REFERENCES,
            "List those that are here", "List the references that are here, in place of the list, like {references}.",
        ),
        _action(
            "entry_down", ("J", "ctrl+e"), "entry down", Group.REFERENCES,
            "Scroll the entry", "Scroll the entry below the table down.",
        ),
        _action(
            "entry_up", ("K", "ctrl+y"), "entry up", Group.REFERENCES,
            "Scroll the entry back", "Scroll the entry below the table up.",
        ),
        _action(
            "undo", ("u",), "undo", Group.REFERENCES, "Undo the last act", "Take back a star, like {undo} in the list."
        ),
    ),
    Area.TREE: (
        _action(
            "fold", ("tab",), "fold", Group.TREE,
            "Fold or unfold", "Fold the papers below a line, or unfold them; → unfolds, too.",
        ),
        _action(
            "list_below", ("l",), "list", Group.TREE,
            "List what is below", "List the papers that are, or would be, below this line, in place of the list.",
        ),
    ),
    Area.PICTURE: (
        _action(
            "enlarge_picture", ("plus", "equals_sign"), "enlarge", Group.PICTURE,
            "Enlarge the picture", "Enlarge the picture; it is drawn anew, with finer details.",
        ),
        _action(
            "shrink_picture", ("minus",), "shrink", Group.PICTURE,
            "Shrink the picture", "Shrink the picture, down to the whole of it.",
        ),
        _action(
            "whole_picture", ("0",), "whole", Group.PICTURE,
            "The whole picture", "Show the whole picture again.",
        ),
        _action(
            "next_panel", ("p",), "panel", Group.PICTURE,
            "Next panel", "Show the next plot of an SVG of several as large as fits; after the last, all.",
        ),
        _action(
            "picture_texts", ("t",), "texts", Group.PICTURE,
            "Texts of the picture", "List the texts of an SVG, with those marked that have no room in the drawing (the "
                                    "footer says how many; enlarged, a picture has room for more). Below them are the "
                                    "caption and the sentences that refer to the picture.",
        ),
        _action(
            "picture_left", ("left", "h"), "left", Group.PICTURE,
            "More of the left", "Show more of the left of an enlarged picture.",
        ),
        _action(
            "picture_right", ("right", "l"), "right", Group.PICTURE,
            "More of the right", "Show more of the right of an enlarged picture.",
        ),
        _action(
            "picture_up", ("up", "k"), "up", Group.PICTURE,
            "More of the top", "Show more of the top of an enlarged picture.",
        ),
        _action(
            "picture_down", ("down", "j"), "down", Group.PICTURE,
            "More of the bottom", "Show more of the bottom of an enlarged picture.",
        ),
        _action(
            "next_picture", ("n", "tab"), "next", Group.PICTURE,
            "Next picture", "Show the next picture of the text; after the last, the first.",
        ),
        _action(
            "previous_picture", ("N", "shift+tab"), "previous", Group.PICTURE,
            "Previous picture", "Show the picture before.",
        ),
        _action(
            "open_picture", ("o",), "open outside", Group.PICTURE,
            "Open the picture outside", "Open the picture in the desktop's default program.",
        ),
    ),
    Area.NOTE: (
        _action(
            "save_note", ("escape", "ctrl+s"), "save and close", Group.NOTE,
            "Save the note", "Save the note and close it.",
        ),
        _action(
            "leave_note", ("ctrl+l",), "leave it in that file", Group.NOTE,
            "Leave the note in its draft",
            "Close a note that could not be saved; its text stays in a draft, which {note} opens again.",
        ),
    ),
    Area.CATEGORIES: (
        _action(
            "follow_chosen", ("ctrl+s",), "done", Group.CATEGORIES,
            "Follow the chosen categories", "Follow the chosen categories, like Enter on Done.",
        ),
    ),
}  # fmt: skip
