"""ASCII replacements for the signs on the screen, for terminals and streams limited to ASCII."""

from __future__ import annotations

from arxtui.model.signs import ROW_SIGNS

ASCII_SIGNS = {
    **{sign.character: sign.ascii for sign in ROW_SIGNS},
    # Other signs in the rows of the list and of the filter.
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
