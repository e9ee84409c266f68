"""Commands that place items: one over another (fractions, roots, labelled arrows, braces), with space, or in boxes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping

from arxtui.light import pattern
from arxtui.text.math import tree
from arxtui.text.math.parsing.atoms import CHARACTERS, DELIMITER_SIGNS
from arxtui.text.math.parsing.parser import CELL_ENDS, Command, Parser
from arxtui.text.math.parsing.words import running_text
from arxtui.text.tex.marks import ACCENTS_ABOVE, ACCENTS_BELOW

_LONG_ARROWS = {
    "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐",
    "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩", "xrightharpoonup": "⇀",
    "xrightharpoondown": "⇁", "xleftharpoonup": "↼", "xleftharpoondown": "↽", "xrightleftharpoons": "⇌",
    "xleftrightharpoons": "⇋", "xtwoheadrightarrow": "↠", "xtwoheadleftarrow": "↞", "xlongequal": "=",
}  # fmt: skip
_OVER = CELL_ENDS | {"\\over"}
_SMALL = frozenset(["tfrac", "sfrac", "nicefrac", "flatfrac"])


def _fraction(parser: Parser, name: str) -> tree.Node:
    if name == "cfrac":
        parser.bracketed_source()
    return tree.Fraction(parser.argument(), parser.argument(), name in _SMALL, name == "cfrac")


def _binomial(parser: Parser, name: str) -> tree.Node:
    return tree.Binomial(parser.argument(), parser.argument())


def _general_fraction(parser: Parser, name: str) -> tree.Node:
    left, right = (DELIMITER_SIGNS.get(parser.source().strip() or ".") for _ in range(2))
    thickness = parser.source()
    parser.source()
    if left is None or right is None:
        raise tree.UnreadableError("\\genfrac")
    above, below = parser.argument(), parser.argument()
    if thickness.strip() and not thickness.strip(" 0.ptemcx"):
        if not left:
            return tree.Grid(((above,), (below,)), tree.GridForm.STACK)
        return tree.Binomial(above, below, left, right)
    return (
        tree.Fenced(left, (tree.Fraction(above, below),), (), right) if left or right else tree.Fraction(above, below)
    )


def _root(parser: Parser, name: str) -> tree.Node:
    degree = parser.option()
    if type(degree) is tree.Symbol and degree.text == "2":
        degree = None
    radicand = parser.argument()
    start = parser.place
    if radicand == CHARACTERS["("] and start not in parser.unclosed:  # \sqrt(5), which LaTeXML writes as \sqrt{(}5)
        within = parser.deeper(lambda: parser.row(CELL_ENDS | {")"}))
        if parser.peek() == ")":
            parser.place += 1
            return tree.Root(within, degree)
        parser.place = start
        parser.unclosed.add(start)
    return tree.Root(radicand, degree)


def _over_under(parser: Parser, name: str) -> tree.Node:
    mark, base = parser.argument(), parser.argument()
    if name == "stackrel":  # a relation whatever it is: "=" in the braces of LaTeXML oxide is none any more
        base = (
            base._replace(kind=tree.AtomKind.REL)
            if type(base) is tree.Symbol
            else tree.Classed(base, tree.AtomKind.REL)
        )
    if name == "underset":
        below = tree.Script(base, mark, None, limits=True) if mark != tree.EMPTY else base
        return _as_accent(base, mark, ACCENTS_BELOW) or below
    return _above(mark, base)


def _as_accent(base: tree.Node, mark: tree.Node, accents: Mapping[str, str]) -> tree.Node | None:
    if (
        type(mark) is tree.Symbol
        and mark.text in accents
        and type(base) is tree.Symbol
        and base.kind is tree.AtomKind.ORD
    ):
        return tree.Accent(base, accents[mark.text])
    return None


def _above(mark: tree.Node, base: tree.Node) -> tree.Node:
    if accented := _as_accent(base, mark, ACCENTS_ABOVE):
        return accented
    return tree.Script(base, None, mark, limits=True) if mark != tree.EMPTY else base


def _under_over(parser: Parser, name: str) -> tree.Node:
    below, above, base = parser.argument(), parser.argument(), parser.argument()
    return tree.Script(base, below, above, limits=True)


def _long_arrow(parser: Parser, name: str) -> tree.Node:
    below = parser.option()
    above = parser.argument()
    arrow = tree.Symbol(_LONG_ARROWS[name], tree.AtomKind.REL, limits=True)
    if below is None and above == tree.EMPTY:
        return arrow
    return tree.Script(arrow, below, None if above == tree.EMPTY else above, limits=True)


def _brace(parser: Parser, name: str) -> tree.Node:
    return tree.Classed(tree.Brace(parser.argument(), name.startswith("over")), tree.AtomKind.ORD, limits=True)


def _prescript(parser: Parser, name: str) -> tree.Node:
    """Read ``\\prescript{14}{6}{C}``: scripts before their base."""
    above, below = parser.argument(), parser.argument()
    scripts = tree.Script(tree.EMPTY, None if below == tree.EMPTY else below, None if above == tree.EMPTY else above)
    return tree.Row((scripts, parser.argument()))


def _sideset(parser: Parser, name: str) -> tree.Node:
    """Read ``\\sideset{_1^2}{_3^4}{\\prod}``: scripts at the corners of an operator."""
    before, after, base = parser.argument(), parser.argument(), parser.argument()
    if type(after) is tree.Script and after.base == tree.EMPTY:
        return tree.Row((before, after._replace(base=base)))
    return tree.Row((before, base, after))


def _buildrel(parser: Parser, name: str) -> tree.Node:
    """Read ``\\buildrel a \\over b``, plain TeX's command to set a above b."""
    above = parser.row(_OVER)
    if parser.next() != "\\over":
        raise tree.UnreadableError("\\" + name)
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


_LENGTH = pattern(r"\s*(-?)[\d.]*\s*(?:plus|minus|\\?[a-z]+)?")
_NO_LENGTH = pattern(r"\s*-?0*\.?0*\s*[a-z]")
_POINTS, _CELLS = (0.01, 8, 15), (0, 1, 2, 4)
"""From which length on a space has how many cells: ``\\quad`` is 10 pt wide, in small type 8.5."""
_WHITE = frozenset([("", "white"), ("rgb", "1,1,1"), ("RGB", "255,255,255"), ("gray", "1"), ("HTML", "FFFFFF")])
_ARGUMENTS_DROPPED = {
    "label": 1, "cline": 1, "index": 1, "hypertarget": 1, "definecolor": 3,
    "pgfsys@color@rgb@stroke": 3, "pgfsys@color@rgb@fill": 3, "pgfsys@color@cmyk@stroke": 4,
    "pgfsys@color@cmyk@fill": 4, "pgfsys@color@gray@stroke": 1, "pgfsys@color@gray@fill": 1,
}  # fmt: skip
_ARGUMENTS_BEFORE_TEXT = {"hyperlink": 1, "hyperref": 0, "raisebox": 1, "scalebox": 1, "resizebox": 2}
_WRAPPERS = (
    "mathclap mathllap mathrlap clap llap rlap vcenter lowercase uppercase mathinner mathord mathpunct "
    "ensuremath num boxed fbox lx@scalerel@obj"
)


def _space(parser: Parser, name: str) -> tree.Node:
    parser.star()
    length = _LENGTH.match(parser.source())
    if name == "vspace":
        return tree.EMPTY
    return tree.Space(0 if length and length[1] else 1)


def _kern(parser: Parser, name: str) -> tree.Node:
    """Read space given without braces: ``\\kern-2pt``, ``\\hskip 5.0pt plus 1.0fil``."""
    points = parser.length()
    if points is None:
        raise tree.UnreadableError("\\" + name)
    for word in ("plus", "minus"):
        if parser.word(word) and parser.length() is None:
            raise tree.UnreadableError("\\" + name)
    return tree.EMPTY if name == "vskip" else tree.Space(_CELLS[bisect_right(_POINTS, points)])


def _penalty(parser: Parser, name: str) -> tree.Node:
    """Read ``\\penalty 1000``; LaTeXML oxide drops the number."""
    parser.place += parser.peek() == "-"
    parser.place += parser.peek().isdigit()
    return tree.EMPTY


def _shift(parser: Parser, name: str) -> tree.Node:
    """Read the length in ``\\raise 2pt\\hbox{x}``; the moved box follows."""
    if parser.length() is None:
        raise tree.UnreadableError("\\" + name)
    return tree.EMPTY


def _phantom(parser: Parser, name: str) -> tree.Node:
    parser.argument()
    return tree.EMPTY if name == "vphantom" else tree.Space(1)


def _drop_arguments(parser: Parser, name: str) -> tree.Node:
    for _ in range(_ARGUMENTS_DROPPED[name]):
        parser.bracketed_source()
        parser.source()
    return tree.EMPTY


def _rule(parser: Parser, name: str) -> tree.Node:
    """Read ``\\rule{0pt}{2ex}``, an invisible strut. A visible line cannot be shown."""
    parser.bracketed_source()
    if not any([_NO_LENGTH.match(parser.source()), _NO_LENGTH.match(parser.source())]):
        raise tree.UnreadableError("\\rule")
    return tree.EMPTY


def _text_after(parser: Parser, name: str) -> tree.Node:
    """Read ``\\hyperlink{target}{text}``: arguments for target or size, then running text."""
    for _ in range(_ARGUMENTS_BEFORE_TEXT[name]):
        parser.source()
    return running_text(parser, name)


def _choice(parser: Parser, name: str) -> tree.Node:
    """Read ``\\mathchoice``: one item in four sizes, the largest first. Returns the second."""
    return [parser.argument() for _ in range(4)][1]


def _colour(parser: Parser, name: str) -> tree.Node:
    """Read a change of colour. What is white is a blank: authors set white letters to move others."""
    model = parser.bracketed_source()
    is_white = (model, parser.source()) in _WHITE
    if name == "color" and is_white:
        parser.deeper(parser.row)
        return tree.Space(1)
    if name in ("color", "pagecolor"):
        return tree.EMPTY
    coloured = parser.argument()
    return tree.Space(1) if is_white and name == "textcolor" else coloured


def _plain_argument(parser: Parser, name: str) -> tree.Node:
    return parser.argument()


def _argument_after_options(parser: Parser, name: str) -> tree.Node:
    """Read ``\\smash[t]{x}``, ``\\mathmakebox[width][c]{x}``."""
    while parser.bracketed_source():
        pass
    return parser.argument()


PLACING: dict[str, Command] = {
    **dict.fromkeys(_WRAPPERS.split(), _plain_argument),
    **dict.fromkeys(["hspace", "vspace", "mspace"], _space),
    **dict.fromkeys(["smash", "mathmakebox"], _argument_after_options),
    **dict.fromkeys(["kern", "mkern", "hskip", "mskip", "vskip"], _kern),
    "penalty": _penalty,
    **dict.fromkeys(["raise", "lower"], _shift),
    **dict.fromkeys(["phantom", "hphantom", "vphantom"], _phantom),
    **dict.fromkeys(_ARGUMENTS_DROPPED, _drop_arguments),
    **dict.fromkeys(_ARGUMENTS_BEFORE_TEXT, _text_after),
    **dict.fromkeys(["color", "pagecolor", "textcolor", "colorbox"], _colour),
    "mathchoice": _choice,
    "rule": _rule,
}
"""Command name, to the function that reads its arguments."""
