"""TeX to Unicode, where the meaning is the same; everything else stays as source."""

from __future__ import annotations

import re

from arxtui.text.tex.commands import COMMANDS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.walker import Walker

CONVERTER_VERSION = 1
"""Raised when the same source comes out differently: what was made with an older one is made again."""

_TEX = re.compile(r"[\\$~]|--|``|[_^]\{|\{[^\x00-\x7f]\}")
_BLANKS = re.compile("  +")
_QUOTED = re.compile(r"(?<!\w)``(?!\s)((?:(?!``|'').){1,400})''|(?<!\w)``(?!\s)([^`\"]{1,400}?)\"", re.S)


def readable(tex: str) -> str:
    """Text as a reader would write it in Unicode; never raises.

    Formulas, accents, symbols, quotes and dashes are converted where the meaning stays the same. A script becomes
    raised or lowered signs only when all of it can; an unknown command and its arguments stay as written.
    """
    if not _TEX.search(tex):
        return tex
    try:
        shown = settle(Walker(tex, COMMANDS).sequence())
    except Exception:  # a formula shown as source is better than none
        return tex
    if "``" in shown:
        shown = _QUOTED.sub(lambda quoted: f"“{quoted[1] or quoted[2]}”", shown)
    return _BLANKS.sub(" ", shown) if "  " in shown else shown
