"""Looks derived from the themes of Textual, with each ink made as legible as WCAG AA asks."""

from __future__ import annotations

from arxtui.tui.themes.contrast import LARGE, TEXT, legible, mix
from arxtui.tui.themes.look import Look
from arxtui.tui.themes.own import terminal_colours

_CURSOR, _CURSOR_BLURRED, _RULE, _DIM, _FAINT = 0.11, 0.05, 0.18, 0.3, 0.5
"""How much a colour has of the foreground (the grounds and the rule) or of the background (dim and faint text)."""
_CLEAR = 5.5
"""The least contrast of ordinary text, so that dim text looks different."""


def derived_look(name: str) -> Look:
    """The look of a theme of Textual; its widgets keep the colours of that theme. KeyError for an unknown name."""
    from textual.theme import BUILTIN_THEMES

    theme = BUILTIN_THEMES[name]
    if theme.ansi:
        return terminal_colours(name, name)
    colours = theme.to_color_system().generate()
    background, text, accent, fault = (
        colours[each][:7].lower() for each in ("background", "foreground", "primary", "error")
    )
    cursor, cursor_blurred = mix(background, text, _CURSOR), mix(background, text, _CURSOR_BLURRED)
    grounds = (background, cursor, cursor_blurred)
    return Look(
        name=name,
        dark=theme.dark,
        background=background,
        foreground=legible(text, grounds, _CLEAR),
        dim=legible(mix(text, background, _DIM), grounds, TEXT),
        faint=legible(mix(text, background, _FAINT), grounds, LARGE),
        rule=mix(background, text, _RULE),
        accent=legible(accent, grounds, TEXT),
        fault=legible(fault, grounds, TEXT),
        cursor=cursor,
        cursor_blurred=cursor_blurred,
        base=name,
    )
