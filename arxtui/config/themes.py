"""The names of the themes: the values of ``[ui] theme``."""

from __future__ import annotations

AUTO = "auto"
"""The dark or the light theme, according to the terminal's background."""
OWN = {
    "dark": "calm, dark background",
    "light": "calm, light background",
    "contrast-dark": "high contrast, on black",
    "contrast-light": "high contrast, on white",
    "ansi": "the terminal's own 16 colours",
}
"""The project's own themes, with descriptions."""
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
"""The themes that come with Textual."""
THEMES = (AUTO, *OWN, *TEXTUAL)
