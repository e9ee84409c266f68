"""Matrices of the package ``physics``: their names, and their cells as LaTeXML oxide writes them."""

from __future__ import annotations

from arxtui.patterns import pattern
from arxtui.text.math.tree import UnreadableError

MATRICES = {"matrixquantity": "", "mqty": "", "smallmatrixquantity": "", "smqty": "", "pmqty": "()", "bmqty": "[]"}
MATRICES |= {"vmqty": "||", "matrixdeterminant": "||", "mdet": "||", "smallmatrixdeterminant": "||", "smdet": "||"}
"""The commands, to the brackets around the matrix; "" if the argument has them."""
_DIAGONAL = pattern(r"\\dmat(?:\[([^][]*)\])?\{([^{}]{1,99})\}|\\imat\{([1-9])\}")
_BEGIN, _END = "\\lx@physics@matrix", "\\endlx@physics@matrix"


def cells_of(source: str) -> str:
    """Return the cells of a matrix without the words of LaTeXML oxide around them, and written out where a command
    stands for them: ``\\dmat{a,b}`` for a diagonal, ``\\imat{2}`` for ones on it. Raises: UnreadableError if there are
    none."""
    if source.startswith(_BEGIN):
        source = source.removeprefix(_BEGIN).removesuffix(_END).strip()
        if not source:
            raise UnreadableError("an empty matrix")  # upstream has lost it
    if match := _DIAGONAL.fullmatch(source):
        cells = match[2].split(",") if match[2] else ["1"] * int(match[3])
        fill = "0" if match[3] else match[1] or ""
        rows = ([cell if place == row else fill for place in range(len(cells))] for row, cell in enumerate(cells))
        return "\\\\".join(map("&".join, rows))
    return source
