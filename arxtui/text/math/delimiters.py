"""Tall brackets, braces and lines."""

from __future__ import annotations

from arxtui.text.math.boxes import Box, line

# Each entry: top, repeated part, middle, bottom.
_PIECES: dict[str, tuple[str, str, str, str]] = {
    "(": ("⎛", "⎜", "⎜", "⎝"),
    ")": ("⎞", "⎟", "⎟", "⎠"),
    "[": ("⎡", "⎢", "⎢", "⎣"),
    "]": ("⎤", "⎥", "⎥", "⎦"),
    "{": ("⎧", "⎪", "⎨", "⎩"),
    "}": ("⎫", "⎪", "⎬", "⎭"),
    "⌈": ("⎡", "⎢", "⎢", "⎢"),
    "⌉": ("⎤", "⎥", "⎥", "⎥"),
    "⌊": ("⎢", "⎢", "⎢", "⎣"),
    "⌋": ("⎥", "⎥", "⎥", "⎦"),
    "⟨": ("╱", "│", "⟨", "╲"),
    "⟩": ("╲", "│", "⟩", "╱"),
    "|": ("│", "│", "│", "│"),
    "‖": ("║", "║", "║", "║"),
    "/": ("╱", "╱", "╱", "╱"),
    "↑": ("↑", "│", "│", "│"),
    "↓": ("│", "│", "│", "↓"),
    "⟦": ("⟦", "⟦", "⟦", "⟦"),
    "⟧": ("⟧", "⟧", "⟧", "⟧"),
}
_TWO_LINES = {"{": "⎰⎱", "}": "⎱⎰", "⟨": "╱╲", "⟩": "╲╱"}


def is_growing(sign: str) -> bool:
    """Whether the delimiter has a tall form."""
    return sign in _PIECES


def delimiter(sign: str, height: int, baseline: int) -> Box:
    """Return the delimiter ``height`` lines tall, with its middle at the baseline; unchanged if it has no tall form."""
    if height == 1 or sign not in _PIECES:
        return line(sign)
    if height == 2 and sign in _TWO_LINES:
        return Box(tuple(_TWO_LINES[sign]), baseline, 1)
    top, repeated, middle, bottom = _PIECES[sign]
    lines = [top, *[repeated] * (height - 2), bottom]
    if height > 2:
        lines[baseline if 0 < baseline < height - 1 else height // 2] = middle
    return Box(tuple(lines), baseline, 1)
