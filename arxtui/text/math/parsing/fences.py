"""Commands of delimiters: ``\\left`` and ``\\right``, ``\\big``, ``\\ket``."""

from __future__ import annotations

from arxtui.text.math.parsing.atoms import DELIMITER_SIGNS
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.math.tree import EMPTY, AtomKind, Fenced, Grid, GridForm, Node, Row, Space, Symbol, UnreadableError

_SIZES = "big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm"
_SIDES = {"l": AtomKind.OPEN, "r": AtomKind.CLOSE, "m": AtomKind.REL}
_ENDS_OF_PART = frozenset(["\\middle", "\\right"])
_NAMED = {
    "ket": "|⟩", "Ket": "|⟩", "Bra": "⟨|", "abs": "||", "absolutevalue": "||", "norm": "‖‖", "ceil": "⌈⌉",
    "floor": "⌊⌋", "pqty": "()", "bqty": "[]", "vqty": "||", "Bqty": "{}",
}  # fmt: skip
_BRAKETS = {"braket": ("⟨⟩", 3), "Braket": ("⟨⟩", 3), "set": ("{}", 2), "Set": ("{}", 2)}


def _delimiter(parser: Parser, *, braced: bool = False) -> str:
    """Read a delimiter. With ``braced``, it may be in braces, as LaTeXML writes it: ``\\big{(}``."""
    token = parser.next()
    if braced and token == "{":
        token = parser.next()
        if parser.next() != "}":
            raise UnreadableError("\\big")
    sign = DELIMITER_SIGNS.get(token)
    if sign is None:
        raise UnreadableError(f"\\left{token}")
    return sign


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
    """Build a fenced node. Delimiters around one grid become its own: a matrix in brackets, cases after a brace."""
    only = parts[0]
    if middles or type(only) is not Grid or only.left or only.right:
        return Fenced(left, tuple(parts), tuple(middles), right)
    if left and right:
        return only._replace(left=left, right=right)
    if (left, right) in (("{", ""), ("", "}")):
        form = GridForm.CASES if only.form is GridForm.MATRIX else only.form
        return only._replace(left=left, right=right, form=form)
    return Fenced(left, (only,), (), right)


def _sized_delimiter(parser: Parser, name: str) -> Node:
    """Read a delimiter with an explicit size."""
    sign = _delimiter(parser, braced=True)
    if not sign:
        return EMPTY
    kind = _SIDES.get(name[-1])
    if kind is None and sign in ("|", "‖"):
        kind = AtomKind.FENCE
    elif kind is None:
        kind = AtomKind.OPEN if sign in "([{⟨⌊⌈⟦" else AtomKind.CLOSE if sign in ")]}⟩⌋⌉⟧" else AtomKind.ORD
    return Symbol(sign, kind, sized=True)


def _named_fence(parser: Parser, name: str) -> Node:
    parser.star()
    if parser.peek() != "{" and not parser.peek().isalnum():
        raise UnreadableError("\\" + name)
    return Fenced(_NAMED[name][0], (parser.argument(),), (), _NAMED[name][1])


def _bra(parser: Parser, name: str) -> Node:
    """Read ``\\bra{a}``; a ``\\ket{b}`` directly after it is joined to one bracket."""
    bra = _named_fence(parser, "Bra")
    if parser.peek() != "\\ket" or type(bra) is not Fenced:
        return bra
    parser.place += 1
    parser.star()
    return between("⟨⟩", [*bra.parts, parser.argument()])


def _braket(parser: Parser, name: str) -> Node:
    """Read ``\\braket`` of the packages braket and physics, and ``\\set`` of braket.

    Authors separate the parts by lines in one argument; LaTeXML writes them as several arguments.
    """
    parser.star()
    if parser.peek() != "{":
        raise UnreadableError("\\" + name)
    fences, limit = _BRAKETS[name]
    parts = [parser.argument()]
    while len(parts) < limit and parser.peek() == "{" and not _has_line(parts[0]):
        parts.append(parser.argument())
    if fences == "{}" and len(parts) > 1:
        return Fenced("{", tuple(parts), ("|",), "}")
    return between(fences, parts)


def _has_line(node: Node) -> bool:
    items = node.items if type(node) is Row else (node,)
    return any(type(item) is Symbol and item.kind is AtomKind.FENCE for item in items)


def between(fences: str, parts: list[Node]) -> Node:
    """Return ``parts`` between two delimiters, separated by lines: ⟨a|b|c⟩."""
    items: list[Node] = []
    for part in parts:
        items += [Symbol("|"), part] if items else [part]
    return Fenced(fences[0], (items[0] if len(items) == 1 else Row(tuple(items)),), (), fences[1])


def _modulus(parser: Parser, name: str) -> Node:
    word = (Symbol("mod"), Space(1)) if name == "pmod" else ()
    return Row((Space(1), Symbol("(", AtomKind.OPEN), *word, parser.argument(), Symbol(")", AtomKind.CLOSE)))


FENCES: dict[str, Command] = {
    **dict.fromkeys(_SIZES.split(), _sized_delimiter),
    **dict.fromkeys(_NAMED, _named_fence),
    **dict.fromkeys(_BRAKETS, _braket),
    **dict.fromkeys(["pmod", "pod"], _modulus),
    "bra": _bra,
    "left": _fenced,
}
"""Command name, to the function that reads its arguments."""
