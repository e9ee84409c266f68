"""Commands of the package ``physics``: derivatives, quantum mechanics brackets, commutators, quantities.

LaTeXML writes their long names (``\\partialderivative`` for ``\\pdv``). A short name is read only if authors without
the package do not use it for something else, and only with the arguments that the package defines.
"""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.text.math import tree
from arxtui.text.math.parsing.fences import between
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.tex.fonts import BOLD

MATRICES = {"matrixquantity": "", "mqty": "", "smallmatrixquantity": "", "smqty": "", "pmqty": "()", "bmqty": "[]"}
MATRICES |= {"vmqty": "||", "matrixdeterminant": "||", "mdet": "||", "smallmatrixdeterminant": "||", "smdet": "||"}
"""The commands, to the brackets around the matrix; "" if the argument has them."""
_DIAGONAL = pattern(r"\\dmat(?:\[([^][]*)\])?\{([^{}]{1,99})\}|\\imat\{([1-9])\}")
_BEGIN, _END = "\\lx@physics@matrix", "\\endlx@physics@matrix"
_CLOSING = {"(": ")", "[": "]", "|": "|"}
_SIZES = frozenset(["\\big", "\\Big", "\\bigg", "\\Bigg"])
_PAIRS = {"commutator": "[]", "comm": "[]", "anticommutator": "{}", "acomm": "{}", "poissonbracket": "{}"}
_DIFFERENTIALS = {"d": "d", "p": "∂", "f": "δ", "v": "δ"}
_TRIGONOMETRIC = "sin cos tan csc sec cot sinh cosh tanh csch sech coth"


def cells_of(source: str) -> str:
    """Return the cells of a matrix without the words of LaTeXML oxide around them, and written out where a command
    stands for them: ``\\dmat{a,b}`` for a diagonal, ``\\imat{2}`` for ones on it. Raises: UnreadableError if there are
    none."""
    if source.startswith(_BEGIN):
        source = source.removeprefix(_BEGIN).removesuffix(_END).strip()
        if not source:
            raise tree.UnreadableError("an empty matrix")  # upstream has lost it
    if match := _DIAGONAL.fullmatch(source):
        cells = match[2].split(",") if match[2] else ["1"] * int(match[3])
        fill = "0" if match[3] else match[1] or ""
        rows = ([cell if place == row else fill for place in range(len(cells))] for row, cell in enumerate(cells))
        return "\\\\".join(map("&".join, rows))
    return source


def _braced_argument(parser: Parser, name: str) -> tree.Node:
    if parser.peek() != "{":
        raise tree.UnreadableError("\\" + name)
    return parser.argument()


def _arguments(parser: Parser, name: str, count: int) -> list[tree.Node]:
    parser.star()
    parser.star()
    return [_braced_argument(parser, name) for _ in range(count)]


def _bracketed_argument(parser: Parser, name: str) -> tuple[str, str]:
    """Read a bracketed argument. Returns its opening bracket, and the source within."""
    opening = parser.peek()
    closing = _CLOSING.get(opening)
    if closing is None:
        raise tree.UnreadableError("\\" + name)
    depth = braces = 0
    for place in range(parser.place, len(parser.tokens)):
        token = parser.tokens[place]
        braces += (token == "{") - (token == "}")
        if not braces and token in (opening, closing):
            depth += 1 if token == opening and (opening != closing or not depth) else -1
            if not depth:
                source = "".join(parser.tokens[parser.place + 1 : place])
                parser.place = place + 1
                return opening, source
    raise tree.UnreadableError("\\" + name)


def _quantity(parser: Parser, name: str) -> tree.Node:
    """Read ``\\qty(x)``: growing brackets. With two arguments, it is a number and a unit from another package."""
    parser.star()
    if parser.peek() in _SIZES:
        parser.place += 1
    if parser.peek() != "{":
        opening, source = _bracketed_argument(parser, name)
        return tree.Fenced(opening, (parser.inner(source),), (), _CLOSING[opening])
    body = parser.argument()
    if parser.peek() == "{":
        raise tree.UnreadableError("\\" + name)
    return tree.Fenced("{", (body,), (), "}")


def _evaluation(parser: Parser, name: str) -> tree.Node:
    parser.star()
    if parser.peek() == "{":
        return tree.Fenced("", (parser.argument(),), (), "|")
    raise tree.UnreadableError("\\" + name)


def _order(parser: Parser, name: str) -> tree.Node:
    return tree.Row((tree.Symbol("𝒪"), tree.Fenced("(", tuple(_arguments(parser, name, 1)), (), ")")))


def _pair(parser: Parser, name: str) -> tree.Node:
    first, second = _arguments(parser, name, 2)
    fences = _PAIRS[name]
    return tree.Fenced(fences[0], (tree.Row((first, tree.Symbol(",", tree.AtomKind.PUNCT), second)),), (), fences[1])


def _product(parser: Parser, name: str) -> tree.Node:
    """Read ``\\innerproduct{a}{b}``, or ``{a}`` for the product of a with itself."""
    repeats = parser.repeats
    (first,) = _arguments(parser, name, 1)
    second = parser.argument() if parser.peek() == "{" else _repeated(parser, first, repeats)
    if name == "innerproduct":
        return between("⟨⟩", [first, second])
    return tree.Row((tree.Fenced("|", (first,), (), "⟩"), tree.Fenced("⟨", (second,), (), "|")))


def _expectation(parser: Parser, name: str) -> tree.Node:
    (body,) = _arguments(parser, name, 1)
    if parser.peek() != "{":
        return between("⟨⟩", [body])
    repeats = parser.repeats
    state = _repeated(parser, parser.argument(), repeats)
    return between("⟨⟩", [state, body, state])


def _repeated(parser: Parser, state: tree.Node, before: int) -> tree.Node:
    """Return a state that is shown twice. Raises: UnreadableError if another is within, read since ``before`` were
    counted: the formula would double with every level."""
    if parser.repeats > before:
        raise tree.UnreadableError("a repeated state in another")
    parser.repeats += 1
    return state


def _element(parser: Parser, name: str) -> tree.Node:
    return between("⟨⟩", _arguments(parser, name, 3))


def _matrix(parser: Parser, name: str) -> tree.Node:
    parser.star()
    fences = MATRICES[name]
    if parser.peek() == "{":
        source = parser.source()
    else:
        opening, source = _bracketed_argument(parser, name)
        fences = fences or opening + _CLOSING[opening]
    items = parser.inner(cells_of(source)).items
    rows = items[0].rows if len(items) == 1 and type(items[0]) is tree.Grid else ((tree.Row(items),),)
    return tree.Grid(rows, tree.GridForm.MATRIX, fences[:1], fences[1:])


def _sign(name: str) -> tree.Symbol:
    return tree.Symbol(_DIFFERENTIALS[name[0]])


def _derivative(parser: Parser, name: str) -> tree.Node:
    """Read ``\\derivative[n]{f}{x}``, ``{x}``, ``{x}(f)``, or by two variables ``\\partialderivative{f}{x}{y}``."""
    sign = _sign(name)
    small = parser.star()
    order = parser.option()
    function: tree.Node = tree.EMPTY
    variable = _braced_argument(parser, name)
    if parser.peek() == "{":
        function, variable = variable, parser.argument()
    elif name == "dv":
        raise tree.UnreadableError("\\dv")  # with one argument, other authors use it for the divergence
    if parser.peek() == "{" and sign.text == "∂":
        order, variables = tree.Symbol("2"), tree.Row((sign, variable, sign, parser.argument()))
    elif order is None:
        return tree.Fraction(tree.Row((sign, function)), tree.Row((sign, variable)), small)
    else:
        variables = tree.Row((sign, tree.Script(variable, None, order)))
    return tree.Fraction(tree.Row((tree.Script(sign, None, order), function)), variables, small)


def _differential(parser: Parser, name: str) -> tree.Node:
    order = parser.option()
    sign = _sign(name)
    body = parser.argument() if parser.peek() == "{" else tree.EMPTY
    return tree.Row((sign if order is None else tree.Script(sign, None, order), body))


def _vector(parser: Parser, name: str) -> tree.Node:
    parser.star()
    if len(name) == 2 and parser.peek() != "{":
        raise tree.UnreadableError("\\" + name)
    body = parser.styled(BOLD)
    mark = {"vectorarrow": "\u20d7", "va": "\u20d7", "vectorunit": "\u0302", "vu": "\u0302"}.get(name)
    return tree.Accent(body, mark) if mark else body


def _power(parser: Parser, name: str) -> tree.Node:
    """Read ``\\sin[2](x)``: a power in square brackets, only if an argument follows it."""
    function = tree.Symbol(name, tree.AtomKind.OP)
    start = parser.place
    power = parser.option()
    if power is not None and type(power) is tree.Symbol and parser.peek() in ("(", "{"):
        return tree.Script(function, None, power)
    parser.place = start
    return function


PHYSICS: dict[str, Command] = {
    **dict.fromkeys(["quantity", "qty"], _quantity),
    **dict.fromkeys(_PAIRS, _pair),
    **dict.fromkeys(["innerproduct", "outerproduct", "ketbra", "dyad"], _product),
    **dict.fromkeys(["expectationvalue", "expval"], _expectation),
    **dict.fromkeys(["matrixelement", "matrixel", "mel"], _element),
    **dict.fromkeys(MATRICES, _matrix),
    **dict.fromkeys(["derivative", "partialderivative", "functionalderivative", "dv", "pdv", "fdv"], _derivative),
    **dict.fromkeys(["differential", "variation"], _differential),
    **dict.fromkeys(["vectorbold", "vectorarrow", "vectorunit", "vb", "va", "vu"], _vector),
    **dict.fromkeys(_TRIGONOMETRIC.split(), _power),
    "evaluated": _evaluation,
    "order": _order,
}
"""Command name, to the function that reads its arguments."""
