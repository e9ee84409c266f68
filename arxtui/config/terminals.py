"""What a terminal can show, as far as the environment tells."""

from __future__ import annotations

from collections.abc import Mapping

TRUE_COLOUR = 1 << 24
"""The number of colours of 24 bits."""


def is_gnu_screen(environ: Mapping[str, str]) -> bool:
    """Whether GNU screen draws. tmux can have a name that begins in the same way."""
    return environ.get("TERM", "").startswith("screen") and not environ.get("TMUX")


def colours_of(environ: Mapping[str, str]) -> int:
    """Return the number of colours. GNU screen passes on what the terminal around it says of itself, and does not
    understand colours of 24 bits; xterm understands them and does not say so."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR"):
        return 0
    if not is_gnu_screen(environ) and (
        environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit")
        or (term.startswith("xterm") and environ.get("XTERM_VERSION"))
    ):
        return TRUE_COLOUR
    return 256 if term.endswith(("256color", "kitty")) or term.startswith("mlterm") else 16
