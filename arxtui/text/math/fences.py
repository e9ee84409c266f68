"""The commands of delimiters: ``\\left`` and ``\\right``, ``\\big``, ``\\ket``."""

from __future__ import annotations

from arxtui.text.math.atoms import DELIMITER_SIGNS
from arxtui.text.math.parser import Command, Parser
from arxtui.text.math.tree import EMPTY, Fenced, Form, Grid, Kind, Node, Row, Space, Symbol, UnreadableError

_SIZES = "big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm"
_ENDS_OF_PART = frozenset(["\\middle", "\\right"])
_NAMED = {
    "ket": "|⟩", "bra": "⟨|", "braket": "⟨⟩", "Ket": "|⟩", "Bra": "⟨|", "Braket": "⟨⟩", "abs": "||", "norm": "‖‖",
    "ceil": "⌈⌉", "floor": "⌊⌋",
}  # fmt: skip


def _delimiter(parser: Parser) -> str:
    piece = parser.next()
    found = DELIMITER_SIGNS.get(piece)
    if found is None:
        raise UnreadableError(f"\\left{piece}")
    return found


def _fenced(parser: Parser, name: str) -> Node:
    left = _delimiter(parser)
    parts: list[Node] = []
    delimiters: list[str] = []
    ending = "\\middle"
    while ending == "\\middle":
        parts.append(parser.deeper(parser.row))
        ending = parser.next()
        if ending not in _ENDS_OF_PART:
            raise UnreadableError("\\left")
        delimiters.append(_delimiter(parser))
    *middles, right = delimiters
    return _fence(left, parts, middles, right)


def _fence(left: str, parts: list[Node], middles: list[str], right: str) -> Node:
    """Delimiters around one grid are the grid's own: a matrix in brackets, cases after a brace."""
    only = parts[0]
    if middles or type(only) is not Grid or only.left or only.right:
        return Fenced(left, tuple(parts), tuple(middles), right)
    if left and right:
        return only._replace(left=left, right=right)
    if (left, right) in (("{", ""), ("", "}")):
        form = Form.CASES if only.form is Form.MATRIX else only.form
        return only._replace(left=left, right=right, form=form)
    return Fenced(left, (only,), (), right)


def _sized(parser: Parser, name: str) -> Node:
    """A delimiter of a size that its author chose."""
    sign = _delimiter(parser)
    if name[-1] == "l":
        return Symbol(sign, Kind.OPEN) if sign else EMPTY
    if name[-1] == "r":
        return Symbol(sign, Kind.CLOSE) if sign else EMPTY
    if name[-1] == "m":
        return Symbol(sign, Kind.REL)
    if sign in ("|", "‖"):
        return Symbol(sign, Kind.FENCE)
    kind = Kind.OPEN if sign in "([{⟨⌊⌈⟦" else Kind.CLOSE if sign in ")]}⟩⌋⌉⟧" else Kind.ORD
    return Symbol(sign, kind) if sign else EMPTY


def _named_fence(parser: Parser, name: str) -> Node:
    parser.star()
    if parser.peek() != "{":
        raise UnreadableError("\\" + name)
    return Fenced(_NAMED[name][0], (parser.argument(),), (), _NAMED[name][1])


def _modulus(parser: Parser, name: str) -> Node:
    word = (Symbol("mod"), Space(1)) if name == "pmod" else ()
    return Row((Space(1), Symbol("(", Kind.OPEN), *word, parser.argument(), Symbol(")", Kind.CLOSE)))


FENCES: dict[str, Command] = {
    **dict.fromkeys(_SIZES.split(), _sized),
    **dict.fromkeys(_NAMED, _named_fence),
    **dict.fromkeys(["pmod", "pod"], _modulus),
    "left": _fenced,
}
"""Command name to what reads its arguments."""
