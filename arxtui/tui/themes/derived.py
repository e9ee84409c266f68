"""Looks derived from Textual's themes, with each ink adjusted to the contrast of WCAG AA."""

from __future__ import annotations

from collections.abc import Iterable

from textual.theme import BUILTIN_THEMES

from arxtui.tui.themes.look import Look, terminal_colours

TEXT, LARGE = 4.5, 3.0
"""The least contrast ratio for level AA: for text; for large text and for signs that are not text."""
_STEPS = 50


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours: 1 (none) to 21 (black and white)."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def mix(colour: str, other: str, share: float) -> str:
    """Return a colour mixed with a share (0 to 1) of another."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(own + (others - own) * share):02x}" for own, others in pairs)


def legible(colour: str, grounds: Iterable[str], minimum: float) -> str:
    """Return the colour, made lighter or darker just enough for the contrast ``minimum`` on each of the backgrounds."""
    grounds = tuple(grounds)
    goal = max(("#ffffff", "#000000"), key=lambda each: min(contrast(each, ground) for ground in grounds))
    steps = (mix(colour, goal, step / _STEPS) for step in range(_STEPS + 1))
    return next((each for each in steps if min(contrast(each, ground) for ground in grounds) >= minimum), goal)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(channel / 255) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


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
