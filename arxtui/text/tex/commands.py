"""All commands of the converter, and the conversion of a text by the walk over its tokens.

After the walk, the spacing is settled, and quotation marks are converted.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from arxtui.light import pattern
from arxtui.text.tex.characters import CHARACTERS
from arxtui.text.tex.documents import DOCUMENTS
from arxtui.text.tex.formulas import FORMULAS
from arxtui.text.tex.spacing import settle
from arxtui.text.tex.walker import WALK_ONLY, Command, Walker

COMMANDS: dict[str, Command] = {**CHARACTERS, **FORMULAS, **DOCUMENTS}
"""Command name, or the one character after the backslash, to the function that reads the arguments and returns text."""


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
