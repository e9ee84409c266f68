"""The themes: ``look`` returns a theme by name; ``theme_for`` returns the name for a setting and a terminal,
``ThemeSwitch`` shows it in the application.

``derived`` makes looks of Textual's themes, ``look`` defines what a look is, and has those of the project."""

from __future__ import annotations

from functools import cache
from typing import Any

from textual.app import App

from arxtui.config.values import AUTO
from arxtui.tui.themes.derived import derived_look
from arxtui.tui.themes.look import LOOKS, PLAIN, Look

__all__ = ["LOOKS", "PLAIN", "ThemeSwitch", "look", "theme_for"]


@cache
def look(name: str) -> Look:
    """Return the look of a theme; it is made on first use. Raises: KeyError for an unknown name."""
    if own_look := LOOKS.get(name):
        return own_look
    return derived_look(name)


def theme_for(setting: str, *, dark: bool, colours: bool = True, console: bool = False) -> str:
    """Return the name of the theme for a value of ``[ui] theme``, on a terminal with a dark or a light background.
    Without ``colours`` it is the plain theme; on a text ``console`` ``auto`` is the one in the terminal's own colours:
    a console has no background between black and grey, such as that of the row under the cursor."""
    if not colours:
        return PLAIN
    if setting != AUTO:
        return setting
    if console:
        return "ansi"
    return "dark" if dark else "light"


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
