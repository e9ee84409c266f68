"""Contrast of colours as WCAG 2.2 defines it (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Colours are
``#rrggbb``."""

from __future__ import annotations

from collections.abc import Iterable

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
