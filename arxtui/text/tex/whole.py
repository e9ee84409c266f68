"""Formulas that the walk over a text does not read right: left to the reader of whole formulas."""

from __future__ import annotations

from arxtui.patterns import pattern

# A script that begins with room for the other one, or holds it: the order of indices hangs on it.
_ORDERED = pattern(r"\\h?phantom\b|[_^]\{(?:\s|\{\}|\\[!,:])*(?:\\[ ;>]|~|\\q?quad\b)")


def better(source: str, walked: str) -> str:
    """What a formula shows: as ``walked``, unless TeX was left or the order of its indices may be lost."""
    ordered = _ORDERED.search(source) is not None
    if "\\" not in walked and not ordered:
        return walked
    from arxtui.text.math import linear  # for the few formulas that need it
    from arxtui.text.tex.shorthands import written_out

    return linear(written_out(source.strip())) or (f"${source}$" if ordered else walked)
