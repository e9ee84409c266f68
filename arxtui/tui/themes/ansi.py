"""Inks in the terminal's own sixteen colours, and inks without any colour. Neither assumes a background."""

from __future__ import annotations

from rich.style import Style

LETTERS = {
    "bold": Style(bold=True),
    "slanted": Style(italic=True),
    "underlined": Style(underline=True),
    "struck": Style(strike=True),
}
"""The emphasis that an author gave to a text, laid over the ink of its role."""

ANSI_INKS = {
    "text": Style(),
    "strong": Style(bold=True),
    "dim": Style(dim=True),
    "faint": Style(dim=True),
    "hidden": Style(dim=True, strike=True),
    "italic": Style(dim=True, italic=True),
    "accent": Style(color="cyan"),
    "accent-strong": Style(color="cyan", bold=True),
    "link": Style(color="cyan", underline=True),
    "fault": Style(color="red"),
    "found": Style(underline=True),
    "found-strong": Style(bold=True, underline=True),
    "star": Style(bold=True),
    **{f"tint-{number}": Style(dim=True) for number in range(5)},
    "chip": Style(),
    "chip-cross": Style(color="cyan"),
    "chip-fault": Style(color="red", underline=True),
    "rule": Style(color="bright_black"),
    "cursor": Style(color="default", reverse=True, dim=False),
    "cursor-blurred": Style(),
    "match": Style(underline=True),
    "match-here": Style(reverse=True),
    "target": Style(reverse=True),
    "selected": Style(reverse=True),
    **LETTERS,
}
PLAIN_INKS = {
    **{name: style.without_color for name, style in ANSI_INKS.items()},
    "fault": Style(bold=True, underline=True),
    "chip-fault": Style(bold=True, underline=True),
    "rule": Style(dim=True),
}
ANSI_VARIABLES = {
    "rule": "ansi_bright_black",
    "scrollbar": "ansi_bright_black",
    "scrollbar-hover": "ansi_bright_black",
    "scrollbar-active": "ansi_cyan",
    "scrollbar-background": "ansi_default",
    "scrollbar-background-hover": "ansi_default",
    "scrollbar-background-active": "ansi_default",
}
