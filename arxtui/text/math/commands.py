"""What the commands of formulas mean."""

from __future__ import annotations

import unicodedata

from arxtui.patterns import pattern
from arxtui.text.math.atoms import SYMBOL_COMMANDS
from arxtui.text.math.environments import ENVIRONMENTS
from arxtui.text.math.fences import FENCES
from arxtui.text.math.fonts import BOLDER, CHANGES, KEEPS_BOLD, UPRIGHT
from arxtui.text.math.parser import Command, Parser
from arxtui.text.math.structures import STRUCTURES
from arxtui.text.math.tree import (
    EMPTY,
    Accent,
    Classed,
    Kind,
    Node,
    Row,
    Space,
    Symbol,
    UnreadableError,
)
from arxtui.text.math.words import WORD_COMMANDS
from arxtui.text.tex.marks import MATH_ACCENTS

_DECLARATIONS = frozenset(
    "rm sf tt sc it em sl cal bf mit bb bbm scr goth euf rmfamily sffamily ttfamily upshape itshape slshape bfseries "
    "boldmath".split()
)
_EITHER = frozenset("bb bbm scr goth euf".split())
_LENGTH = pattern(r"\s*(-?)[\d.]*\s*(?:plus|minus|\\?[a-z]+)?")
_NUMBER = pattern(r"\s*(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))\s*")
_STRUCK = "\u0338"


def _symbol(parser: Parser, name: str) -> Node:
    symbol = SYMBOL_COMMANDS[name]
    return symbol._replace(text=parser.font.shown(symbol.text)) if parser.font.bold else symbol


def _nothing(parser: Parser, name: str) -> Node:
    return EMPTY


def _font(parser: Parser, name: str) -> Node:
    """A command with an argument, or a declaration up to the end of the group."""
    if name in BOLDER:
        font = parser.font._replace(bold=True)
    else:
        font = CHANGES[name]
        if name in KEEPS_BOLD and parser.font.bold:
            font = font._replace(bold=True, words=False)
    if name not in _DECLARATIONS or (name in _EITHER and parser.peek() == "{"):
        return parser.styled(font)
    parser.font = font
    return EMPTY


def _plain_argument(parser: Parser, name: str) -> Node:
    return parser.argument()


def _classed(kind: Kind) -> Command:
    def command(parser: Parser, name: str) -> Node:
        return Classed(parser.argument(), kind, kind is Kind.OP)

    return command


def _operator(parser: Parser, name: str) -> Node:
    limits = parser.star() or name == "operatornamewithlimits"
    body = parser.styled(UPRIGHT)
    if type(body) is Symbol:
        return Symbol(body.text, Kind.OP, limits)
    return Classed(body, Kind.OP, limits)


def _accent(parser: Parser, name: str) -> Node:
    base = parser.argument()
    if base == EMPTY or type(base) is Space:
        raise UnreadableError("\\" + name)
    return Accent(base, MATH_ACCENTS[name])


def _struck(parser: Parser, name: str) -> Node:
    """A slash through the next symbol: not equal, Feynman's slash, cancelled."""
    struck = parser.argument()
    if type(struck) is Symbol and len(struck.text) == 1:
        return struck._replace(text=unicodedata.normalize("NFC", struck.text + _STRUCK))
    if name != "cancel":
        raise UnreadableError("\\" + name)
    return Accent(struck, _STRUCK)


def _room(parser: Parser, name: str) -> Node:
    parser.star()
    length = _LENGTH.match(parser.source())
    if name == "vspace":
        return EMPTY
    return Space(0 if length and length[1] else 1)


def _kern(parser: Parser, name: str) -> Node:
    """Room given without braces: ``\\kern-2pt``, ``\\hskip 5.0pt``."""
    negative = parser.peek() == "-"
    parser.place += negative
    for _ in range(2):
        if parser.peek()[:1].isdigit() or parser.peek() == ".":
            parser.place += 1
    unit = parser.next() + parser.next()
    if unit not in ("pt", "em", "ex", "mu", "mm", "cm", "in"):
        raise UnreadableError("\\" + name)
    return Space(0 if negative else 1)


def _phantom(parser: Parser, name: str) -> Node:
    parser.argument()
    return EMPTY if name == "vphantom" else Space(1)


def _dropped(parser: Parser, name: str) -> Node:
    parser.source()
    return EMPTY


def _coloured(parser: Parser, name: str) -> Node:
    parser.bracketed_source()
    parser.source()
    return EMPTY if name in ("color", "pagecolor") else parser.argument()


def _tag(parser: Parser, name: str) -> Node:
    bare = parser.star()
    text = parser.source()
    if "\\" in text or "$" in text:
        raise UnreadableError("\\tag")
    return Row((Space(2), Symbol(text if bare else f"({text})")))


def _substack(parser: Parser, name: str) -> Node:
    if parser.next() != "{":
        raise UnreadableError("\\substack")
    found = ENVIRONMENTS["substack"](parser, "}")
    parser.place += 1
    return found


def _begin(parser: Parser, name: str) -> Node:
    environment = parser.source().strip()
    known = ENVIRONMENTS.get(environment.removesuffix("*"))
    if known is None:
        raise UnreadableError(f"\\begin{{{environment}}}")
    found = parser.deeper(lambda: known(parser, "\\end"))
    if parser.next() != "\\end" or parser.source().strip() != environment:
        raise UnreadableError(f"\\begin{{{environment}}}")
    return found


def _code_point(parser: Parser, name: str) -> Node:
    """``\\char 37``, ``\\unicode{x2013}``."""
    number = _NUMBER.fullmatch(parser.source())
    code = 0 if number is None else int(number[1], 16) if number[1] else int(number[2])
    if not 0x20 < code < 0x110000:
        raise UnreadableError("\\" + name)
    return Symbol(chr(code))


_SPACES = {
    **dict.fromkeys([",", ":", ";", ">", " ", "\n", "thinspace", "medspace", "thickspace", "space", "nobreakspace"], 1),
    **dict.fromkeys(["enspace", "enskip", "quad", "hfill", "hfil"], 2),
    "qquad": 4,
    **dict.fromkeys(["!", "negthinspace", "negmedspace", "negthickspace"], 0),
}


def _space(parser: Parser, name: str) -> Node:
    return Space(_SPACES[name])


_UNSEEN = (
    "/ - @ displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag xspace protect noindent "
    "relax strut mathstrut null centering allowbreak nobreak break hidewidth unboldmath normalfont normalsize small "
    "large Large tiny scriptsize footnotesize leavevmode allowdisplaybreaks"
)
_WRAPPERS = "smash vcenter lowercase uppercase mathinner mathord ensuremath mathpunct num boxed fbox"

COMMANDS: dict[str, Command] = {
    **dict.fromkeys(SYMBOL_COMMANDS, _symbol),
    **dict.fromkeys([*CHANGES, *BOLDER], _font),
    **dict.fromkeys(_UNSEEN.split(), _nothing),
    **dict.fromkeys(_SPACES, _space),
    **dict.fromkeys(_WRAPPERS.split(), _plain_argument),
    **dict.fromkeys(MATH_ACCENTS, _accent),
    **dict.fromkeys(["not", "slashed", "cancel"], _struck),
    **dict.fromkeys(["hspace", "vspace", "mspace"], _room),
    **dict.fromkeys(["kern", "mkern", "hskip", "mskip"], _kern),
    **dict.fromkeys(["phantom", "hphantom", "vphantom"], _phantom),
    **dict.fromkeys(["label", "cline", "index"], _dropped),
    **dict.fromkeys(["color", "pagecolor", "textcolor", "colorbox"], _coloured),
    **dict.fromkeys(["char", "unicode"], _code_point),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], _operator),
    "mathop": _classed(Kind.OP),
    "mathbin": _classed(Kind.BIN),
    "mathrel": _classed(Kind.REL),
    "mathopen": _classed(Kind.OPEN),
    "mathclose": _classed(Kind.CLOSE),
    "tag": _tag,
    "substack": _substack,
    "begin": _begin,
    **STRUCTURES,
    **FENCES,
    **WORD_COMMANDS,
}
"""Command name (or the one character after the backslash) to what reads its arguments."""
