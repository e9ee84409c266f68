"""The theme that the application shows, and when it changes."""

from __future__ import annotations

from typing import Any

from textual.app import App

from arxtui.config.values import AUTO
from arxtui.tui.themes import look, theme_for


class ThemeSwitch:
    """Shows a theme and follows the terminal's background. ``setting`` is a value of ``[ui] theme``; ``dark`` is
    whether the terminal's background is dark. Without ``colours`` the plain theme is always shown; on a text
    ``console`` the automatic theme uses the console's own colours."""

    def __init__(self, app: App[Any], setting: str, *, dark: bool, colours: bool, console: bool) -> None:
        self._app = app
        self._dark = dark
        self._colours = colours
        self._console = console
        self.setting = setting
        self.show(setting)

    @property
    def is_automatic(self) -> bool:
        """Whether the terminal's background determines the theme."""
        return self._colours and self.setting == AUTO

    def show(self, setting: str) -> None:
        """Show a theme, as a preview or for good."""
        self.setting = setting
        name = theme_for(setting, dark=self._dark, colours=self._colours, console=self._console)
        self._app.register_theme(look(name).textual())
        self._app.theme = name

    def set_background(self, *, dark: bool) -> None:
        """Store whether the terminal's background is dark; switch the theme if it is automatic."""
        if dark != self._dark:
            self._dark = dark
            self.show(self.setting)
