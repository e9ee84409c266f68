"""ASCII replacements for the signs on the screen: the only such table, for terminals and streams limited to ASCII."""

from __future__ import annotations

ASCII_SIGNS = {
    # Signs in the rows of the list and of the filter. Signs that can appear in the same column have different
    # replacements.
    "●": "o",
    "•": ".",
    "★": "*",
    "✓": "V",
    "○": "_",
    "◐": "%",
    "◉": "@",
    "✎": "&",
    "◆": "#",
    "◇": "+",
    "·": "-",
    "×": "x",
    "→": ">",
    "≡": "=",
    "≠": "/",
    "↓": "v",
    "∅": "0",
    "⊘": "X",
    "›": ">",
    "▸": ">",
    "▾": "v",
    "…": "~",
    # Other arrows, typography, mathematics.
    **dict.fromkeys("←⇐", "<"),
    **dict.fromkeys("↑", "^"),
    **dict.fromkeys("⇒↦↪⟶⟹", ">"),
    **dict.fromkeys("–—−‐‑‒―", "-"),
    **dict.fromkeys("‘’′‵", "'"),
    **dict.fromkeys("“”„″", '"'),
    **dict.fromkeys("⟨⟪", "<"),
    **dict.fromkeys("⟩⟫", ">"),
    **dict.fromkeys("∗⋅", "*"),
    "∼": "~",
    "∎": "#",
    # Bars, by height.
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
    # Box drawing, brackets and blocks.
    **dict.fromkeys("─━╌╍┄┅┈┉╴╶╸╺⎯▔⏞⏟", "-"),
    "═": "=",
    **dict.fromkeys("│┃║╎╏┆┇┊┋╵╷╹╻‖∥▏▎▍▌▐▕⎜⎟⎢⎥⎪⎮⎨⎬⎰⎱", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬", "+"),
    **dict.fromkeys("╱⎛⎠⎧⎭", "/"),
    **dict.fromkeys("╲⎝⎞⎩⎫", "\\"),
    **dict.fromkeys("⎡⎣⌈⌊⟦", "["),
    **dict.fromkeys("⎤⎦⌉⌋⟧", "]"),
    **dict.fromkeys("▀▖▗▘▝▚▞▛▜▙▟", "#"),
}
"""A sign one cell wide, and the ASCII character that replaces it."""
