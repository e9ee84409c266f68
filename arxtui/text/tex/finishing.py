"""A text that was walked, settled and with its quotation marks set."""

from __future__ import annotations

import re
from collections.abc import Callable

from arxtui.patterns import pattern
from arxtui.text.tex.commands import COMMANDS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.walker import WALKED, Walker

_BLANKS = pattern("  +")
_QUOTED = pattern(r"(?<!\w)``(?!\s)((?:(?!``|'').){1,400})''|(?<!\w)``(?!\s)([^`\"]{1,400}?)\"", re.S)


def walked(tex: str) -> str:
    """The text as the walk over its tokens shows it, formulas too."""
    return finished(tex, lambda source: Walker(source, COMMANDS, WALKED).sequence())


def finished(tex: str, walk: Callable[[str], str]) -> str:
    """What a ``walk`` over the text shows; the source itself where a formula cannot be read."""
    try:
        shown = settle(walk(tex))
    except RecursionError:  # braces in braces, more than anybody writes
        return tex
    except Exception:  # a formula shown as source is better than none
        import logging  # slow to load, and no text that can be read needs it

        logging.getLogger(__name__).exception("a text is shown as its source: %.200r", tex)
        return tex
    if "``" in shown:
        shown = _QUOTED.sub(lambda quoted: f"“{quoted[1] or quoted[2]}”", shown)
    return _BLANKS.sub(" ", shown) if "  " in shown else shown
