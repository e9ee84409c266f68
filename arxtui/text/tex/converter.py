"""The whole way of one text: walked, settled, its quotation marks set."""

from __future__ import annotations

import re

from arxtui.patterns import pattern
from arxtui.text.tex.commands import COMMANDS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.walker import Walker

_BLANKS = pattern("  +")
_QUOTED = pattern(r"(?<!\w)``(?!\s)((?:(?!``|'').){1,400})''|(?<!\w)``(?!\s)([^`\"]{1,400}?)\"", re.S)


def convert(tex: str) -> str:
    """The text as ``readable`` shows it; the source itself where a formula cannot be read."""
    try:
        shown = settle(Walker(tex, COMMANDS).sequence())
    except Exception:  # a formula shown as source is better than none
        import logging  # slow to load, and this never happens

        logging.getLogger(__name__).exception("a text is shown as its source: %.200r", tex)
        return tex
    if "``" in shown:
        shown = _QUOTED.sub(lambda quoted: f"“{quoted[1] or quoted[2]}”", shown)
    return _BLANKS.sub(" ", shown) if "  " in shown else shown
