"""Commands of layout: space, boxes, colours, link targets."""

from __future__ import annotations

from bisect import bisect_right

from arxtui.patterns import pattern
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.math.parsing.words import running_text
from arxtui.text.math.tree import EMPTY, Node, Space, UnreadableError

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


def _space(parser: Parser, name: str) -> Node:
    parser.star()
    length = _LENGTH.match(parser.source())
    if name == "vspace":
        return EMPTY
    return Space(0 if length and length[1] else 1)


def _kern(parser: Parser, name: str) -> Node:
    """Read space given without braces: ``\\kern-2pt``, ``\\hskip 5.0pt plus 1.0fil``."""
    points = parser.length()
    if points is None:
        raise UnreadableError("\\" + name)
    for word in ("plus", "minus"):
        if parser.word(word) and parser.length() is None:
            raise UnreadableError("\\" + name)
    return EMPTY if name == "vskip" else Space(_CELLS[bisect_right(_POINTS, points)])


def _penalty(parser: Parser, name: str) -> Node:
    """Read ``\\penalty 1000``; LaTeXML oxide drops the number."""
    parser.place += parser.peek() == "-"
    parser.place += parser.peek().isdigit()
    return EMPTY


def _shift(parser: Parser, name: str) -> Node:
    """Read the length in ``\\raise 2pt\\hbox{x}``; the moved box follows."""
    if parser.length() is None:
        raise UnreadableError("\\" + name)
    return EMPTY


def _phantom(parser: Parser, name: str) -> Node:
    parser.argument()
    return EMPTY if name == "vphantom" else Space(1)


def _drop_arguments(parser: Parser, name: str) -> Node:
    for _ in range(_ARGUMENTS_DROPPED[name]):
        parser.bracketed_source()
        parser.source()
    return EMPTY


def _rule(parser: Parser, name: str) -> Node:
    """Read ``\\rule{0pt}{2ex}``, an invisible strut. A visible line cannot be shown."""
    parser.bracketed_source()
    if not any([_NO_LENGTH.match(parser.source()), _NO_LENGTH.match(parser.source())]):
        raise UnreadableError("\\rule")
    return EMPTY


def _text_after(parser: Parser, name: str) -> Node:
    """Read ``\\hyperlink{target}{text}``: arguments for target or size, then running text."""
    for _ in range(_ARGUMENTS_BEFORE_TEXT[name]):
        parser.source()
    return running_text(parser, name)


def _choice(parser: Parser, name: str) -> Node:
    """Read ``\\mathchoice``: one item in four sizes, the largest first. Returns the second."""
    return [parser.argument() for _ in range(4)][1]


def _colour(parser: Parser, name: str) -> Node:
    """Read a change of colour. What is white is a blank: authors set white letters to move others."""
    model = parser.bracketed_source()
    is_white = (model, parser.source()) in _WHITE
    if name == "color" and is_white:
        parser.deeper(parser.row)
        return Space(1)
    if name in ("color", "pagecolor"):
        return EMPTY
    coloured = parser.argument()
    return Space(1) if is_white and name == "textcolor" else coloured


def _plain_argument(parser: Parser, name: str) -> Node:
    return parser.argument()


def _argument_after_options(parser: Parser, name: str) -> Node:
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
