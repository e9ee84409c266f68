"""The last steps of the conversion: settle the spacing, and convert quotation marks."""

from __future__ import annotations

import re
from collections.abc import Callable

from arxtui.patterns import pattern
from arxtui.text.tex.commands import COMMANDS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.walker import WALK_ONLY, Walker

_BLANKS = pattern("  +")
_QUOTED = pattern(r"(?<!\w)``(?!\s)((?:(?!``|'').){1,400})''|(?<!\w)``(?!\s)([^`\"]{1,400}?)\"", re.S)


def convert_by_walk(tex: str) -> str:
    """Convert a text only by the walk over its tokens, including its formulas."""
    return finish(tex, lambda source: Walker(source, COMMANDS, WALK_ONLY).sequence())


def finish(tex: str, walk: Callable[[str], str]) -> str:
    """Finish the result of ``walk``; returns the source if the walk fails."""
    try:
        shown = settle(walk(tex))
    except RecursionError:  # braces nested deeper than in any real text
        return tex
    except Exception:  # the source of a formula is better than none
        import logging  # slow to import, and rarely needed

        logging.getLogger(__name__).exception("a text is shown as its source: %.200r", tex)
        return tex
    if "``" in shown:
        shown = _QUOTED.sub(lambda quoted: f"“{quoted[1] or quoted[2]}”", shown)
    return _BLANKS.sub(" ", shown) if "  " in shown else shown
