"""The themes: ``look`` gives the one of a name, ``theme_for`` the name for what the user wants and the terminal has.

``own`` has the project's own themes, ``derived`` makes looks of Textual's, ``look`` says what a look is.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from arxtui.config.themes import AUTO
from arxtui.tui.themes.own import LOOKS, PLAIN

if TYPE_CHECKING:
    from arxtui.tui.themes.look import Look

__all__ = ["LOOKS", "PLAIN", "look", "theme_for"]


@cache
def look(name: str) -> Look:
    """The look of a theme, made when it is first used. KeyError for an unknown name."""
    if found := LOOKS.get(name):
        return found
    from arxtui.tui.themes.derived import derived_look

    return derived_look(name)


def theme_for(wanted: str, *, dark: bool, colours: bool = True) -> str:
    """The name of the theme for a value of ``[ui] theme``, on a terminal with a dark background or a light one;
    without ``colours`` the plain one."""
    if not colours:
        return PLAIN
    if wanted != AUTO:
        return wanted
    return "dark" if dark else "light"
