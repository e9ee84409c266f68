"""The signs of the screen in ASCII: the one table, for terminals and streams that have no others."""

from __future__ import annotations

ASCII_SIGNS = {
    # Rows of the list and of the filter: what can stand in one column differs.
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
    "↓": "v",
    "∅": "0",
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
    # Bars by their height.
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
    # Lines, brackets and blocks that are drawn.
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
"""A sign of one cell, and the ASCII character in its place."""
