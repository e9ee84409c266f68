"""Looks derived from Textual's themes, with each ink adjusted to the contrast of WCAG AA."""

from __future__ import annotations

from arxtui.tui.themes.contrast import LARGE, TEXT, legible, mix
from arxtui.tui.themes.look import Look
from arxtui.tui.themes.own import terminal_colours

_CURSOR, _CURSOR_BLURRED, _RULE, _DIM, _FAINT = 0.11, 0.05, 0.18, 0.3, 0.5
"""Shares of mixed colours: of the foreground in the backgrounds and the rule, of the background in dim and faint
text."""
_STAR, _TINTS, _TINT = "#f2c200", ("#4f8fff", "#a06bff", "#2fb45f", "#ff5f9a", "#14b3b8"), 0.55
"""The colour of a star; the hues of categories, and their share in the colour of dim text."""
_TEXT_CONTRAST = 5.5
"""The least contrast ratio of ordinary text: higher than WCAG AA's, so that dim text looks different."""


def derived_look(name: str) -> Look:
    """Return the look of a theme of Textual, whose widgets keep the colours of that theme. Raises: KeyError for an
    unknown name."""
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
    dim = legible(mix(text, background, _DIM), grounds, TEXT)
    return Look(
        name=name,
        dark=theme.dark,
        background=background,
        foreground=legible(text, grounds, _TEXT_CONTRAST),
        dim=dim,
        faint=legible(mix(text, background, _FAINT), grounds, LARGE),
        rule=mix(background, text, _RULE),
        accent=legible(accent, grounds, TEXT),
        fault=legible(fault, grounds, TEXT),
        cursor=cursor,
        cursor_blurred=cursor_blurred,
        star=legible(_STAR, grounds, TEXT),
        tints=tuple(legible(mix(dim, hue, _TINT), grounds, TEXT) for hue in _TINTS),
        base=name,
    )
