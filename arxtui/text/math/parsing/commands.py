"""The commands of formulas."""

from __future__ import annotations

import unicodedata

from arxtui.text.math.parsing.atoms import SYMBOL_COMMANDS
from arxtui.text.math.parsing.environments import ENVIRONMENTS
from arxtui.text.math.parsing.fences import FENCES
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.math.parsing.physics import PHYSICS
from arxtui.text.math.parsing.placing import PLACING, STRUCTURES
from arxtui.text.math.parsing.words import WORD_COMMANDS
from arxtui.text.math.tree import EMPTY, Accent, AtomKind, Classed, Node, Row, Space, Symbol, UnreadableError
from arxtui.text.tex.fonts import BOLDER, CHANGES, KEEPS_BOLD, UPRIGHT
from arxtui.text.tex.marks import MATH_ACCENTS, STROKE

_DECLARATIONS = frozenset(
    "rm sf tt sc it em sl cal bf mit bb bbm scr goth euf rmfamily sffamily ttfamily upshape itshape slshape bfseries "
    "boldmath".split()
)
_ALSO_BOLD = frozenset(["\\mathrm", "\\mathsf", "\\mathtt"])
"""Alphabets that \\bm makes bold: in \\bm{\\mathrm{a}}, but not in \\mathbf{a_{\\mathrm{b}}}."""
_EITHER = frozenset("bb bbm scr goth euf".split())
_BASES = {'"': 16, "'": 8}
_DIGITS = "0123456789ABCDEF"
_MAX_ASCII = 0x7E
"""Highest code accepted by ``\\char``: what a higher one shows depends on the font."""
_NO_OPERAND = frozenset(["", *"{([&=<>,;:+-"])
_CANCELS = frozenset(["cancel", "bcancel", "xcancel"])
_DOTLESS = {16: "ı", 17: "ȷ"}
"""Codes of letters below the blank, in the encoding OT1 of TeX's own fonts."""
_ARROWS = {
    0x3222378: "↑", 0x3223379: "↓", 0x326C33F: "↕", 0x322A37E: "⇑", 0x322B37F: "⇓", 0x326D377: "⇕",
}  # fmt: skip
"""Delimiter codes of plain TeX that LaTeXML oxide writes for arrows in another font."""
_SMALL_ROOM = frozenset(["\\!", "\\,", "\\:"])


def _symbol(parser: Parser, name: str) -> Node:
    symbol = SYMBOL_COMMANDS[name]
    return symbol._replace(text=parser.font.apply(symbol.text)) if parser.font.bold else symbol


def _nothing(parser: Parser, name: str) -> Node:
    return EMPTY


def _font(parser: Parser, name: str) -> Node:
    """Read a font command: one with an argument, or a declaration that lasts to the end of the group.

    ``\\sl`` before an index or argument is not slanted text but the name of a Lie algebra.
    """
    if name == "sl" and parser.peek() in ("_", "^", "("):
        return Symbol("sl", AtomKind.OP)
    if name in BOLDER:
        if parser.peek() == "{" and parser.tokens[parser.place + 1] in _ALSO_BOLD:
            del parser.tokens[parser.place + 1]
        font = parser.font._replace(bold=True)
    else:
        font = CHANGES[name]
        if name in KEEPS_BOLD and parser.font.bold:
            font = font._replace(bold=True, words=False)
    if name not in _DECLARATIONS or (name in _EITHER and parser.peek() == "{"):
        return parser.styled(font)
    parser.font = font
    return EMPTY


def _classed(kind: AtomKind) -> Command:
    def command(parser: Parser, name: str) -> Node:
        body = parser.argument()
        return body if body == EMPTY else Classed(body, kind, kind is AtomKind.OP)

    return command


def _operator(parser: Parser, name: str) -> Node:
    limits = parser.star() or name == "operatornamewithlimits"
    body = parser.styled(UPRIGHT)
    if type(body) is Symbol:
        return Symbol(body.text, AtomKind.OP, limits)
    return Classed(body, AtomKind.OP, limits)


def _accent(parser: Parser, name: str) -> Node:
    base = parser.argument()
    if type(base) is Space:
        raise UnreadableError("\\" + name)
    return Accent(base, MATH_ACCENTS[name])


def _strike(parser: Parser, name: str) -> Node:
    """Read a slash through the next symbol: not equal, Feynman slash, cancelled."""
    while parser.peek() in _SMALL_ROOM:
        parser.place += 1
    struck = _sole(parser.argument())
    if type(struck) is Symbol and len(struck.text) == 1:
        return struck._replace(text=unicodedata.normalize("NFC", struck.text + STROKE))
    if name not in _CANCELS:
        raise UnreadableError("\\" + name)
    return Accent(struck, STROKE)


def _cancel_to(parser: Parser, name: str) -> Node:
    """Read ``\\cancelto{0}{x}``: x is struck out and tends to 0."""
    value = parser.argument()
    return Row((_strike(parser, "cancel"), Symbol("→", AtomKind.REL), value))


def _sole(node: Node) -> Node:
    """Return the only item of a row besides spaces; the node itself if there are more."""
    items = [item for item in node.items if type(item) is not Space] if type(node) is Row else []
    return items[0] if len(items) == 1 else node


def _end_of_proof(parser: Parser, name: str) -> Node:
    return Row((Space(1), Symbol("∎")))


def _tag(parser: Parser, name: str) -> Node:
    bare = parser.star()
    text = parser.source()
    if "\\" in text or "$" in text:
        raise UnreadableError("\\tag")
    return Row((Space(2), Symbol(text if bare else f"({text})")))


def _substack(parser: Parser, name: str) -> Node:
    if parser.next() != "{":
        raise UnreadableError("\\substack")
    grid = ENVIRONMENTS["substack"](parser, "}")
    parser.place += 1
    return grid


def _begin(parser: Parser, name: str) -> Node:
    environment = parser.source().strip()
    known = ENVIRONMENTS.get(environment.removesuffix("*"))
    if known is None:
        raise UnreadableError(f"\\begin{{{environment}}}")
    body = parser.deeper(lambda: known(parser, "\\end"))
    if parser.next() != "\\end" or parser.source().strip() != environment:
        raise UnreadableError(f"\\begin{{{environment}}}")
    return body


def _code_point(parser: Parser, name: str) -> Node:
    """Read ``\\char 37``, ``\\char"25``, ``\\char'45`` or ``\\unicode{x2013}``."""
    source = parser.source().strip()
    base = _BASES.get(source, 10)
    if source in _BASES:
        source = parser.next()
    elif source[:1] == "x":
        base, source = 16, source[1:]
    code = int(source, base) if _is_number(source, base) else 0
    if name == "char" and code in _DOTLESS:
        return Symbol(_DOTLESS[code])
    if not 0x20 < code < 0x110000 or (name == "char" and code > _MAX_ASCII):
        raise UnreadableError("\\" + name)
    return Symbol(chr(code))


def _delimiter_code(parser: Parser, name: str) -> Node:
    """Read ``\\delimiter 52568952``: an upwards arrow."""
    source = parser.source()
    arrow = _ARROWS.get(int(source)) if source.isdigit() and len(source) < 10 else None
    if arrow is None:
        raise UnreadableError("\\delimiter")
    return Symbol(arrow, AtomKind.REL)


def _is_number(source: str, base: int) -> bool:
    return 0 < len(source) < 8 and all(digit in _DIGITS[:base] for digit in source.upper())


def _division(parser: Parser, name: str) -> Node:
    """Read ``\\div``: the division sign in LaTeX, but the divergence in ``physics`` and for many authors.

    Raises: UnreadableError if neither a number nor a missing operand shows which of them it is.
    """
    before, after = parser.last(), parser.peek()
    if after in ("+", "-"):
        after = next(iter(parser.tokens[parser.place + 1 : parser.place + 2]), "")
    if after[:1].isdigit() and before[:1] not in _NO_OPERAND:
        return Symbol("÷", AtomKind.BIN)
    if (before[:1] in _NO_OPERAND and after) or after == "{":
        return Symbol("div", AtomKind.OP)
    raise UnreadableError("\\div")


_SPACES = {
    **dict.fromkeys([",", ":", ";", ">", " ", "\n", "thinspace", "medspace", "thickspace", "space", "nobreakspace"], 1),
    **dict.fromkeys(["enspace", "enskip", "quad", "hfill", "hfil"], 2),
    **dict.fromkeys(["qquad", "par"], 4),
    **dict.fromkeys(["!", "negthinspace", "negmedspace", "negthickspace"], 0),
}


def _space(parser: Parser, name: str) -> Node:
    return Space(_SPACES[name])


_UNSEEN = (
    "/ - @ displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag xspace protect noindent "
    "relax strut mathstrut null centering allowbreak nobreak break hidewidth unboldmath normalfont normalsize small "
    "large Large tiny scriptsize footnotesize leavevmode allowdisplaybreaks nonscript linebreak "
    "lx@inpgf@ignorespaces"
)

COMMANDS: dict[str, Command] = {
    **dict.fromkeys(SYMBOL_COMMANDS, _symbol),
    **dict.fromkeys([*CHANGES, *BOLDER], _font),
    **dict.fromkeys(_UNSEEN.split(), _nothing),
    **dict.fromkeys(_SPACES, _space),
    **dict.fromkeys(MATH_ACCENTS, _accent),
    **dict.fromkeys(["not", "slashed", *_CANCELS], _strike),
    **dict.fromkeys(["char", "unicode"], _code_point),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], _operator),
    "mathop": _classed(AtomKind.OP),
    "mathbin": _classed(AtomKind.BIN),
    "mathrel": _classed(AtomKind.REL),
    "mathopen": _classed(AtomKind.OPEN),
    "mathclose": _classed(AtomKind.CLOSE),
    "cancelto": _cancel_to,
    "delimiter": _delimiter_code,
    "div": _division,
    **dict.fromkeys(["qed", "QED", "Qed"], _end_of_proof),
    "tag": _tag,
    "substack": _substack,
    "begin": _begin,
    **STRUCTURES,
    **PHYSICS,
    **PLACING,
    **FENCES,
    **WORD_COMMANDS,
}
"""Command name, or the one character after the backslash, to the function that reads its arguments."""
