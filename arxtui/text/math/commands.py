"""What the commands of formulas mean."""

from __future__ import annotations

import unicodedata

from arxtui.patterns import pattern
from arxtui.text.math.atoms import DELIMITER_SIGNS, SYMBOL_COMMANDS
from arxtui.text.math.environments import ENVIRONMENTS
from arxtui.text.math.fonts import BOLDER, CHANGES, KEEPS_BOLD, UPRIGHT
from arxtui.text.math.parser import Command, Parser
from arxtui.text.math.tree import (
    EMPTY,
    Accent,
    Binomial,
    Brace,
    Classed,
    Fenced,
    Form,
    Fraction,
    Grid,
    Kind,
    Node,
    Root,
    Row,
    Script,
    Space,
    Symbol,
    Unreadable,
)
from arxtui.text.math.words import WORD_COMMANDS
from arxtui.text.tex.marks import MATH_ACCENTS

_ENDS_OF_PART = frozenset(["\\middle", "\\right"])
_LENGTH = pattern(r"\s*(-?)[\d.]*\s*(?:plus|minus|\\?[a-z]+)?")
_STRUCK = "\u0338"
# What authors set above a letter with \overset and mean as an accent.
_ACCENTS_ABOVE = {
    "∘": "\u030a",
    "∼": "\u0303",
    "→": "\u20d7",
    "·": "\u0307",
    ".": "\u0307",
    "∧": "\u0302",
    "−": "\u0304",
}


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
    if name.startswith(("math", "bold", "bm", "pmb", "Bbb", "frak", "Eu", "Cal")) or (
        parser.peek() == "{" and name in ("bb", "bbm", "scr", "goth", "euf", "roman")
    ):
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


def _fraction(parser: Parser, name: str) -> Node:
    if name == "cfrac":
        parser.bracketed_source()
    small = name in ("tfrac", "sfrac", "nicefrac", "flatfrac")
    return Fraction(parser.argument(), parser.argument(), small, name == "cfrac")


def _binomial(parser: Parser, name: str) -> Node:
    return Binomial(parser.argument(), parser.argument())


def _general_fraction(parser: Parser, name: str) -> Node:
    left, right = (DELIMITER_SIGNS.get(parser.source().strip() or ".") for _ in range(2))
    thickness = parser.source()
    parser.source()
    if left is None or right is None:
        raise Unreadable("\\genfrac")
    above, below = parser.argument(), parser.argument()
    if thickness.strip(" .ptemcx").strip("0") == "" and thickness.strip():
        if not left:
            return Grid(((above,), (below,)), Form.STACK)
        return Binomial(above, below, left, right)
    return Fenced(left, (Fraction(above, below),), (), right) if left or right else Fraction(above, below)


def _root(parser: Parser, name: str) -> Node:
    degree = parser.option()
    if type(degree) is Symbol and degree.text == "2":
        degree = None
    return Root(parser.argument(), None if degree == EMPTY else degree)


def _accent(parser: Parser, name: str) -> Node:
    return Accent(parser.argument(), MATH_ACCENTS[name])


def _struck(parser: Parser, name: str) -> Node:
    """A slash through the next symbol: not equal, Feynman's slash, cancelled."""
    struck = parser.argument()
    if type(struck) is Symbol and len(struck.text) == 1:
        return struck._replace(text=unicodedata.normalize("NFC", struck.text + _STRUCK))
    if name != "cancel":
        raise Unreadable("\\" + name)
    return Accent(struck, _STRUCK)


def _delimiter(parser: Parser) -> str:
    token = parser.next()
    found = DELIMITER_SIGNS.get(token)
    if found is None:
        raise Unreadable(f"\\left{token}")
    return found


def _fenced(parser: Parser, name: str) -> Node:
    left = _delimiter(parser)
    parts: list[Node] = []
    middles: list[str] = []
    parser.depth += 1
    font = parser.font
    while True:
        parts.append(parser.row())
        token = parser.next()
        if token not in _ENDS_OF_PART:
            raise Unreadable("\\left")
        delimiter = _delimiter(parser)
        if token == "\\right":
            break
        middles.append(delimiter)
    parser.font = font
    parser.depth -= 1
    return _fence(left, parts, middles, delimiter)


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


def _over_under(parser: Parser, name: str) -> Node:
    mark, base = parser.argument(), parser.argument()
    if name == "underset":
        return Script(base, mark, None, limits=True) if mark != EMPTY else base
    if type(mark) is Symbol and mark.text in _ACCENTS_ABOVE and type(base) is Symbol and base.kind is Kind.ORD:
        return Accent(base, _ACCENTS_ABOVE[mark.text])
    return Script(base, None, mark, limits=True) if mark != EMPTY else base


def _under_over(parser: Parser, name: str) -> Node:
    below, above, base = parser.argument(), parser.argument(), parser.argument()
    return Script(base, below, above, limits=True)


_LONG_ARROWS = {
    "xrightarrow": "→", "xleftarrow": "←", "xleftrightarrow": "↔", "xRightarrow": "⇒", "xLeftarrow": "⇐",
    "xLeftrightarrow": "⇔", "xmapsto": "↦", "xhookrightarrow": "↪", "xhookleftarrow": "↩", "xrightharpoonup": "⇀",
    "xrightharpoondown": "⇁", "xleftharpoonup": "↼", "xleftharpoondown": "↽", "xrightleftharpoons": "⇌",
    "xleftrightharpoons": "⇋", "xtwoheadrightarrow": "↠", "xtwoheadleftarrow": "↞", "xlongequal": "=",
}  # fmt: skip


def _long_arrow(parser: Parser, name: str) -> Node:
    below = parser.option()
    above = parser.argument()
    arrow = Symbol(_LONG_ARROWS[name], Kind.REL, limits=True)
    if below in (None, EMPTY) and above == EMPTY:
        return arrow
    return Script(arrow, None if below == EMPTY else below, None if above == EMPTY else above, limits=True)


def _brace(parser: Parser, name: str) -> Node:
    return Classed(Brace(parser.argument(), name == "overbrace"), Kind.ORD, limits=True)


def _room(parser: Parser, name: str) -> Node:
    parser.star()
    length = _LENGTH.match(parser.source())
    return EMPTY if name == "vspace" or (length and length[1]) else Space(1)


def _kern(parser: Parser, name: str) -> Node:
    """Room given without braces: ``\\kern-2pt``, ``\\hskip 5.0pt``."""
    negative = parser.peek() == "-"
    parser.place += negative
    for _ in range(2):
        if parser.peek()[:1].isdigit() or parser.peek() == ".":
            parser.place += 1
    unit = parser.next() + parser.next()
    if unit not in ("pt", "em", "ex", "mu", "mm", "cm", "in"):
        raise Unreadable("\\" + name)
    return EMPTY if negative else Space(1)


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


def _modulus(parser: Parser, name: str) -> Node:
    word = (Symbol("mod"), Space(1)) if name == "pmod" else ()
    return Row((Space(1), Symbol("(", Kind.OPEN), *word, parser.argument(), Symbol(")", Kind.CLOSE)))


_FENCES = {
    "ket": "|⟩", "bra": "⟨|", "braket": "⟨⟩", "Ket": "|⟩", "Bra": "⟨|", "Braket": "⟨⟩", "abs": "||", "norm": "‖‖",
    "ceil": "⌈⌉", "floor": "⌊⌋",
}  # fmt: skip


def _named_fence(parser: Parser, name: str) -> Node:
    parser.star()
    if parser.peek() != "{":
        raise Unreadable("\\" + name)
    return Fenced(_FENCES[name][0], (parser.argument(),), (), _FENCES[name][1])


def _tag(parser: Parser, name: str) -> Node:
    bare = parser.star()
    text = parser.source()
    if "\\" in text or "$" in text:
        raise Unreadable("\\tag")
    return Row((Space(2), Symbol(text if bare else f"({text})")))


def _substack(parser: Parser, name: str) -> Node:
    if parser.next() != "{":
        raise Unreadable("\\substack")
    found = ENVIRONMENTS["substack"](parser, "}")
    parser.place += 1
    return found


def _begin(parser: Parser, name: str) -> Node:
    environment = parser.source().strip()
    known = ENVIRONMENTS.get(environment.removesuffix("*"))
    if known is None:
        raise Unreadable(f"\\begin{{{environment}}}")
    parser.depth += 1
    font = parser.font
    found = known(parser, "\\end")
    parser.font = font
    parser.depth -= 1
    if parser.next() != "\\end" or parser.source().strip() != environment:
        raise Unreadable(f"\\begin{{{environment}}}")
    return found


def _code_point(parser: Parser, name: str) -> Node:
    """``\\char 37``, ``\\unicode{x2013}``."""
    written = parser.source().strip()
    code = int(written) if name == "char" and written.isdecimal() else int(written[1:], 16) if written[:1] == "x" else 0
    shown = chr(code) if code < 0x110000 else ""
    if not shown.isprintable() or shown == "":
        raise Unreadable("\\" + name)
    return Symbol(shown)


def _derivative(parser: Parser, name: str) -> Node:
    """The long names of the ``physics`` package: ``\\derivative[n]{f}{x}``, ``\\partialderivative{f}{x}{y}``."""
    sign = Symbol("∂" if name.startswith("partial") else "d")
    small = parser.star()
    order = parser.option()
    parts = [parser.argument()]
    while parser.peek() == "{" and len(parts) < 2:
        parts.append(parser.argument())
    d = sign if order is None else Script(sign, None, order)
    above, variable = (EMPTY, parts[0]) if len(parts) == 1 else parts
    below = variable if order is None else Script(variable, None, order)
    return Fraction(Row((d, above)), Row((sign, below)), small)


def _differential(parser: Parser, name: str) -> Node:
    order = parser.option()
    sign = Symbol("d")
    return Row((sign if order is None else Script(sign, None, order), parser.argument()))


def _gradient(parser: Parser, name: str) -> Node:
    return Row((Symbol("∇"), parser.argument()))


_SPACES = {
    **dict.fromkeys([",", ":", ";", ">", " ", "\n", "thinspace", "medspace", "thickspace", "space", "nobreakspace"], 1),
    **dict.fromkeys(["enspace", "enskip", "quad", "hfill", "hfil"], 2),
    "qquad": 4,
}


def _space(parser: Parser, name: str) -> Node:
    return Space(_SPACES[name])


_SIZES = "big Big bigg Bigg bigl bigr bigm Bigl Bigr Bigm biggl biggr biggm Biggl Biggr Biggm"
_UNSEEN = (
    "! / - @ negthinspace displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag xspace protect noindent "
    "relax strut mathstrut null centering allowbreak nobreak break hidewidth unboldmath normalfont normalsize small "
    "large Large tiny scriptsize footnotesize leavevmode negmedspace negthickspace mathsurround hfil allowdisplaybreaks"
)
_WRAPPERS = "smash vcenter lowercase uppercase mathinner mathord ensuremath mathpunct num boxed fbox hbox* lx@text"

COMMANDS: dict[str, Command] = {
    **dict.fromkeys(SYMBOL_COMMANDS, _symbol),
    **dict.fromkeys([*CHANGES, *BOLDER], _font),
    **dict.fromkeys(_UNSEEN.split(), _nothing),
    **dict.fromkeys(_SPACES, _space),
    **dict.fromkeys(_WRAPPERS.split(), _plain_argument),
    **dict.fromkeys(MATH_ACCENTS, _accent),
    **dict.fromkeys(["frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac", "flatfrac"], _fraction),
    **dict.fromkeys(["binom", "dbinom", "tbinom"], _binomial),
    **dict.fromkeys(["not", "slashed", "cancel"], _struck),
    **dict.fromkeys(_SIZES.split(), _sized),
    **dict.fromkeys(["overset", "underset", "stackrel"], _over_under),
    **dict.fromkeys(_LONG_ARROWS, _long_arrow),
    **dict.fromkeys(["underbrace", "overbrace"], _brace),
    **dict.fromkeys(["hspace", "vspace", "mspace"], _room),
    **dict.fromkeys(["kern", "mkern", "hskip", "mskip"], _kern),
    **dict.fromkeys(["phantom", "hphantom", "vphantom"], _phantom),
    **dict.fromkeys(["label", "cline", "index"], _dropped),
    **dict.fromkeys(["color", "pagecolor", "textcolor", "colorbox"], _coloured),
    **dict.fromkeys(["pmod", "pod"], _modulus),
    **dict.fromkeys(_FENCES, _named_fence),
    **dict.fromkeys(["char", "unicode"], _code_point),
    **dict.fromkeys(["derivative", "partialderivative"], _derivative),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], _operator),
    "mathop": _classed(Kind.OP),
    "mathbin": _classed(Kind.BIN),
    "mathrel": _classed(Kind.REL),
    "mathopen": _classed(Kind.OPEN),
    "mathclose": _classed(Kind.CLOSE),
    "genfrac": _general_fraction,
    "sqrt": _root,
    "left": _fenced,
    "overunderset": _under_over,
    "tag": _tag,
    "substack": _substack,
    "begin": _begin,
    "differential": _differential,
    "gradient": _gradient,
    **WORD_COMMANDS,
}
"""Command name (or the one character after the backslash) to what reads its arguments."""
