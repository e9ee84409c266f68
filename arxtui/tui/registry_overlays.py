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
    Area.PICTURE: (
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
