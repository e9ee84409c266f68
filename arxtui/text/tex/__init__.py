"""TeX to Unicode, where the meaning is the same; everything else stays as source."""

from __future__ import annotations

from arxtui.patterns import pattern

CONVERTER_VERSION = 5
"""Raised when the same source comes out differently, or as other words: what was made with an older one is made again.
"""

_BRACED = pattern(r"[_^]\{|\{[^\x00-\x7f]\}")


def readable(tex: str) -> str:
    """Text as a reader would write it in Unicode; never raises.

    Formulas, accents, symbols, quotes and dashes are converted where the meaning stays the same. A script becomes
    raised or lowered signs only when all of it can; an unknown command and its arguments stay as written.
    """
    if not _holds_tex(tex):
        return tex
    from arxtui.text.tex.converter import convert  # its tables are loaded for the first text that holds TeX

    return convert(tex)


def _holds_tex(text: str) -> bool:
    """Single characters first: looking for one is nearly free, and most texts have none of them."""
    return (
        "\\" in text
        or "$" in text
        or "~" in text
        or ("-" in text and "--" in text)
        or ("`" in text and "``" in text)
        or ("{" in text and _BRACED.search(text) is not None)
    )
