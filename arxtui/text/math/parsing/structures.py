"""Commands that place one item over another: fractions, roots, labelled arrows and braces."""

from __future__ import annotations

from collections.abc import Mapping

from arxtui.text.math.parsing.atoms import CHARACTERS, DELIMITER_SIGNS
from arxtui.text.math.parsing.parser import CELL_ENDS, Command, Parser
from arxtui.text.math.tree import (
    EMPTY,
    Accent,
    AtomKind,
    Binomial,
    Brace,
    Classed,
    Fenced,
    Fraction,
    Grid,
    GridForm,
    Node,
    Root,
    Row,
    Script,
    Symbol,
    UnreadableError,
)
from arxtui.text.tex.marks import ACCENTS_ABOVE, ACCENTS_BELOW

_LONG_ARROWS = {
    "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐",
    "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩", "xrightharpoonup": "⇀",
    "xrightharpoondown": "⇁", "xleftharpoonup": "↼", "xleftharpoondown": "↽", "xrightleftharpoons": "⇌",
    "xleftrightharpoons": "⇋", "xtwoheadrightarrow": "↠", "xtwoheadleftarrow": "↞", "xlongequal": "=",
}  # fmt: skip
_OVER = CELL_ENDS | {"\\over"}
_SMALL = frozenset(["tfrac", "sfrac", "nicefrac", "flatfrac"])


def _fraction(parser: Parser, name: str) -> Node:
    if name == "cfrac":
        parser.bracketed_source()
    return Fraction(parser.argument(), parser.argument(), name in _SMALL, name == "cfrac")


def _binomial(parser: Parser, name: str) -> Node:
    return Binomial(parser.argument(), parser.argument())


def _general_fraction(parser: Parser, name: str) -> Node:
    left, right = (DELIMITER_SIGNS.get(parser.source().strip() or ".") for _ in range(2))
    thickness = parser.source()
    parser.source()
    if left is None or right is None:
        raise UnreadableError("\\genfrac")
    above, below = parser.argument(), parser.argument()
    if thickness.strip() and not thickness.strip(" 0.ptemcx"):
        if not left:
            return Grid(((above,), (below,)), GridForm.STACK)
        return Binomial(above, below, left, right)
    return Fenced(left, (Fraction(above, below),), (), right) if left or right else Fraction(above, below)


def _root(parser: Parser, name: str) -> Node:
    degree = parser.option()
    if type(degree) is Symbol and degree.text == "2":
        degree = None
    radicand = parser.argument()
    start = parser.place
    if radicand == CHARACTERS["("] and start not in parser.unclosed:  # \sqrt(5), which LaTeXML writes as \sqrt{(}5)
        within = parser.deeper(lambda: parser.row(CELL_ENDS | {")"}))
        if parser.peek() == ")":
            parser.place += 1
            return Root(within, degree)
        parser.place = start
        parser.unclosed.add(start)
    return Root(radicand, degree)


def _over_under(parser: Parser, name: str) -> Node:
    mark, base = parser.argument(), parser.argument()
    if name == "stackrel":  # a relation whatever it is: "=" in the braces of LaTeXML oxide is none any more
        base = base._replace(kind=AtomKind.REL) if type(base) is Symbol else Classed(base, AtomKind.REL)
    if name == "underset":
        below = Script(base, mark, None, limits=True) if mark != EMPTY else base
        return _as_accent(base, mark, ACCENTS_BELOW) or below
    return _above(mark, base)


def _as_accent(base: Node, mark: Node, accents: Mapping[str, str]) -> Node | None:
    if type(mark) is Symbol and mark.text in accents and type(base) is Symbol and base.kind is AtomKind.ORD:
        return Accent(base, accents[mark.text])
    return None


def _above(mark: Node, base: Node) -> Node:
    if accented := _as_accent(base, mark, ACCENTS_ABOVE):
        return accented
    return Script(base, None, mark, limits=True) if mark != EMPTY else base


def _under_over(parser: Parser, name: str) -> Node:
    below, above, base = parser.argument(), parser.argument(), parser.argument()
    return Script(base, below, above, limits=True)


def _long_arrow(parser: Parser, name: str) -> Node:
    below = parser.option()
    above = parser.argument()
    arrow = Symbol(_LONG_ARROWS[name], AtomKind.REL, limits=True)
    if below is None and above == EMPTY:
        return arrow
    return Script(arrow, below, None if above == EMPTY else above, limits=True)


def _brace(parser: Parser, name: str) -> Node:
    return Classed(Brace(parser.argument(), name.startswith("over")), AtomKind.ORD, limits=True)


def _prescript(parser: Parser, name: str) -> Node:
    """Read ``\\prescript{14}{6}{C}``: scripts before their base."""
    above, below = parser.argument(), parser.argument()
    scripts = Script(EMPTY, None if below == EMPTY else below, None if above == EMPTY else above)
    return Row((scripts, parser.argument()))


def _sideset(parser: Parser, name: str) -> Node:
    """Read ``\\sideset{_1^2}{_3^4}{\\prod}``: scripts at the corners of an operator."""
    before, after, base = parser.argument(), parser.argument(), parser.argument()
    if type(after) is Script and after.base == EMPTY:
        return Row((before, after._replace(base=base)))
    return Row((before, base, after))


def _buildrel(parser: Parser, name: str) -> Node:
    """Read ``\\buildrel a \\over b``, plain TeX's command to set a above b."""
    above = parser.row(_OVER)
    if parser.next() != "\\over":
        raise UnreadableError("\\" + name)
    return _above(above, parser.argument())


STRUCTURES: dict[str, Command] = {
    **dict.fromkeys(["frac", "dfrac", "cfrac", *_SMALL], _fraction),
    **dict.fromkeys(["binom", "dbinom", "tbinom"], _binomial),
    **dict.fromkeys(["overset", "underset", "stackrel"], _over_under),
    **dict.fromkeys(_LONG_ARROWS, _long_arrow),
    **dict.fromkeys(["underbrace", "overbrace", "underbracket", "overbracket"], _brace),
    "genfrac": _general_fraction,
    "sqrt": _root,
    "overunderset": _under_over,
    "prescript": _prescript,
    "buildrel": _buildrel,
    "sideset": _sideset,
}
"""Command name, to the function that reads its arguments."""
