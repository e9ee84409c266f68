"""The names of the themes, as ``[ui] theme`` takes them."""

from __future__ import annotations

AUTO = "auto"
"""Dark or light, as the terminal's background is."""
OWN = {
    "dark": "calm, on a dark ground",
    "light": "calm, on a light ground",
    "contrast-dark": "high contrast, on black",
    "contrast-light": "high contrast, on white",
    "ansi": "the terminal's own 16 colours",
}
"""The project's own themes, and what they are."""
TEXTUAL = (
    "textual-dark",
    "textual-light",
    "nord",
    "gruvbox",
    "catppuccin-mocha",
    "catppuccin-macchiato",
    "catppuccin-frappe",
    "catppuccin-latte",
    "dracula",
    "tokyo-night",
    "monokai",
    "flexoki",
    "solarized-dark",
    "solarized-light",
    "rose-pine",
    "rose-pine-moon",
    "rose-pine-dawn",
    "atom-one-dark",
    "atom-one-light",
    "ansi-dark",
    "ansi-light",
)
"""Those that come with Textual."""
THEMES = (AUTO, *OWN, *TEXTUAL)
