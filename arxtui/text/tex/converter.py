"""Conversion of a text: the tokens are walked, spacing is settled, quotation marks are converted.

Most texts with TeX are prose around formulas, and half of all formulas occur repeatedly. So prose is copied as it is,
and results for formulas that do not depend on their surroundings are cached; the walk over all tokens is for the rest.
"""

from __future__ import annotations

from functools import lru_cache

from arxtui.light import deferred, pattern
from arxtui.text.tex.commands import COMMANDS, finish
from arxtui.text.tex.spacing import convert_dashes, is_dash, settle
from arxtui.text.tex.tokens import FORMULA_LIMIT, formula_end, is_prose
from arxtui.text.tex.walker import Formulas, Walker

with deferred():
    from arxtui.text.math import linear
    from arxtui.text.tex.shorthands import expand_shorthands

_PARTS_RUNS = "}^_&"
_LOOKS_AROUND = pattern(r"[~$\n]|\\(?:begin|end|verb|[(\[])|\\$")
_INITIAL = pattern(r"\s*\\(?:mathbf|textbf|bf|boldsymbol|bm)(?![A-Za-z])\s*\{?\s*([A-Za-z]+)\s*\}?\s*")
"""Bold letters beside others are part of a word: ``$\\mathbf{F}$ast`` explains an acronym."""
_FORMULAS_CACHED = 8192
# A script that begins with space for the other script, or contains such space: this determines the order of the
# indices.
_ORDERED = pattern(r"\\h?phantom\b|[_^]\{(?:\s|\{\}|\\[!,:])*(?:\\[ ;>]|~|\\q?quad\b)")


def convert(tex: str) -> str:
    """Convert a text; returns the source if conversion fails."""
    return finish(tex, lambda source: _prose(source) or Walker(source, COMMANDS, FORMULAS).sequence())


def _prose(tex: str) -> str | None:
    """Convert a text whose only TeX is dashes and formulas between dollars. Returns None for any other text."""
    parts = tex.split("$")
    prose = " ".join(parts[::2])
    if len(parts) % 2 == 0 or "\\" in prose or "{" in prose or "~" in prose or not all(parts[1:-1]):
        return None
    if "--" in prose:
        if any(sign in prose for sign in _PARTS_RUNS):
            return None
        parts[::2] = map(convert_dashes, parts[::2])
    for place in range(1, len(parts), 2):
        if parts[place] == "-" and is_dash(parts[place - 1], parts[place + 1]):
            parts[place] = "–"
            continue
        shown = _formula(parts[place], parts[place - 1][-1:], parts[place + 1][:1])
        if shown is None:
            return None
        parts[place] = shown
    return "".join(parts)


@lru_cache(_FORMULAS_CACHED)
def _formula(content: str, before: str, after: str) -> str | None:
    """Convert the source between two dollars in running text; ``before`` and ``after`` are the characters next to it.

    Returns None if the result depends on more of the text, or if the source is no formula.
    """
    if _LOOKS_AROUND.search(content) or content.rfind("[") > content.rfind("]") or is_prose(content, after):
        return None
    initial = _INITIAL.fullmatch(content) if before.isalpha() or after.isalpha() else None
    if initial:
        return initial[1]
    walker = Walker(content, COMMANDS, FORMULAS, math=True)
    grouped = "{" in content or "}" in content or len(content) > FORMULA_LIMIT
    if grouped and formula_end([*walker.tokens, "$"], 0, "$", nested=True) is None:
        return None
    walker.before = before
    shown = _better(content, walker.sequence().strip())
    return settle(shown, before, after) if shown else " "


def _better(source: str, walked: str) -> str:
    """Return ``walked``, unless it has TeX left or the order of its indices may be wrong; then try the math parser."""
    ordered = _ORDERED.search(source) is not None
    if "\\" not in walked and not ordered:
        return walked
    return linear(expand_shorthands(source.strip())) or (f"${source}$" if ordered else walked)


FORMULAS = Formulas(_formula, _better)
