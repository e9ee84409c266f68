"""The screen on which a paper is read."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from arxtui.tui.actions import Action
from arxtui.tui.registry_reading import READING
from arxtui.tui.screens.reading_pictures import Illustrated


class ReadingScreen(Illustrated):
    """The reader of full texts. Every action of its registry is a method of this screen or of the app."""

    # With priority a key is answered before the next one is looked at.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in READING
        for keys, call in action.bindings
    ]
    actions: ClassVar[tuple[Action, ...]] = READING

    def action_leave(self) -> None:
        """Put away what lies over the text and what was found in it; then back to the list."""
        if self.prompt.asking:
            self.close_prompt()
        elif self.in_contents:
            self.close_contents()
        elif self.preview.is_open:
            self.close_preview()
        elif self.is_selected or self.chosen:
            self.deselect()
            self.choose(None)
            self.say("")
        elif self.is_finding:
            self.find("")
        else:
            self.dismiss()

    def action_leave_at_once(self) -> None:
        """Back to the list."""
        self.dismiss()

    def action_help(self) -> None:
        """Every key."""
        from arxtui.tui.screens.help import HelpScreen

        self.app.push_screen(HelpScreen(READING))

    def action_suspend(self) -> None:
        """Into the background of the shell."""
        self.app.action_suspend_process()

    # Keys of the contents, where they are open

    def action_follow(self) -> None:
        """Take the heading; else what is chosen."""
        if self.in_contents:
            self.take_section()
        else:
            super().action_follow()
