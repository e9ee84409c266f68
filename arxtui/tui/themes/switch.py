"""Which theme the application shows, and when that changes."""

from __future__ import annotations

from typing import Any

from textual.app import App

from arxtui.config.themes import AUTO
from arxtui.tui.themes import look, theme_for


class ThemeSwitch:
    """``wanted`` is a value of ``[ui] theme``; ``dark`` whether the terminal's background is; without ``colours`` the
    plain theme is shown, whatever is wanted."""

    def __init__(self, app: App[Any], wanted: str, *, dark: bool, colours: bool) -> None:
        self._app = app
        self._dark = dark
        self._colours = colours
        self.wanted = wanted
        self.show(wanted)

    @property
    def is_automatic(self) -> bool:
        """Whether the terminal decides."""
        return self._colours and self.wanted == AUTO

    def show(self, wanted: str) -> None:
        """Show another theme: the one that is kept, or a preview."""
        self.wanted = wanted
        name = theme_for(wanted, dark=self._dark, colours=self._colours)
        self._app.register_theme(look(name).textual())
        self._app.theme = name

    def background_is(self, *, dark: bool) -> None:
        """Take note of the terminal's background; an automatic theme follows it."""
        if dark != self._dark:
            self._dark = dark
            self.show(self.wanted)
