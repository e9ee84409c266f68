"""The screen on which a paper is read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from arxtui.tui.actions import Action
from arxtui.tui.present.key_line import Key, keys_of
from arxtui.tui.registry_reading import READING
from arxtui.tui.screens.reading_pictures import Illustrated
from arxtui.tui.screens.reading_tabs import Tab

_KEYS = (
    "page_down",
    "leave",
    "contents",
    "find",
    "next_section",
    "next_target",
    "follow",
    "toggle_star",
    "open_pdf",
    "open",
    "copy",
)
_KEYS_WITHOUT_TEXT = ("leave", "open_pdf", "open", "toggle_queued", "toggle_star")
_KEYS_OF_CONTENTS = ("follow", "line_down", "line_up", "leave", "help")
_TAB_KEYS = {Tab.TEXT: "tab_text", Tab.REVIEWS: "tab_reviews", Tab.VERSIONS: "tab_versions"}


class ReadingScreen(Illustrated):
    """The reader of full texts. Every action of its registry is a method of this screen or of the app."""

    # With priority a key is answered before the next one is looked at.
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(keys, call, action.description, show=False, priority=True, id=action.id)
        for action in READING
        for keys, call in action.bindings
    ]
    actions: ClassVar[tuple[Action, ...]] = READING

    def keys(self) -> Sequence[Key]:
        """The keys of what is shown: contents, a text, or what stands in for it."""
        if self.in_contents:
            return keys_of(READING, _KEYS_OF_CONTENTS)
        fetching = ("stop_fetching",) if self.context.fulltexts.fetching_words(self.key) else ()
        if self.tab == Tab.TEXT and not self.is_text:
            names = fetching or ("fetch_text",)
            return keys_of(READING, (*names, *_KEYS_WITHOUT_TEXT, *self._keys_of_tabs, "help"))
        found = ("next_match", "previous_match") if self.is_finding else ()
        return keys_of(READING, (*fetching, *found, *_KEYS, *self._keys_of_tabs, "help"))

    @property
    def _keys_of_tabs(self) -> list[str]:
        return [name for tab, name in _TAB_KEYS.items() if tab in self.tabs and tab != self.tab]

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
