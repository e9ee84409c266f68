"""The themes: ``look`` returns a theme by name; ``theme_for`` returns the name for a setting and a terminal.

``own`` has the project's own themes, ``derived`` makes looks of Textual's themes, ``look`` defines what a look is.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arxtui.config.values import AUTO
from arxtui.tui.themes.own import LOOKS, PLAIN

if TYPE_CHECKING:
    from arxtui.tui.themes.look import Look

__all__ = ["LOOKS", "PLAIN", "look", "theme_for"]


@cache
def look(name: str) -> Look:
    """Return the look of a theme; it is made on first use. Raises: KeyError for an unknown name."""
    if own_look := LOOKS.get(name):
        return own_look
    from arxtui.tui.themes.derived import derived_look

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
