"""TeX for other programs: what KaTeX and MathJax typeset with the meaning that the reader shows.

LaTeXML stores ``\\braket{a|b}`` as ``\\braket{a}{b}``, which both typeset as ⟨a⟩b, and the short names of the package
``physics`` as long ones, which both refuse. Names that one of them does not know are written with commands that both
know. Everything else stays as the paper has it.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from arxtui.light import pattern
from arxtui.text.math.parsing.physics import MATRICES, cells_of
from arxtui.text.math.parsing.tokens import MAX_LENGTH, Tokens
from arxtui.text.math.parsing.words import is_stroke
from arxtui.text.math.signs import gap_between, join_tex
from arxtui.text.math.tree import UnreadableError
from arxtui.text.tex.symbols import FUNCTIONS, LATEX_FUNCTIONS

_RENAMED = {
    **dict.fromkeys(["bm", "mathbold"], "\\boldsymbol"),
    **dict.fromkeys(["mathbbm", "mathds", "mathbbmss"], "\\mathbb"),
    **dict.fromkeys(["nicefrac", "sfrac", "flatfrac"], "\\frac"),
    "gradient": "\\nabla",
    "divergence": "\\nabla\\cdot",
    "laplacian": "\\nabla^{2}",
    "dotproduct": "\\cdot",
    "crossproduct": "\\times",
    "imaginary": "\\operatorname{Im}",
    "principalvalue": "\\mathcal{P}",
    "and": "\\wedge",
    "real": "\\mathbb{R}",
    "relbar": "-",
    "lx@sectionsign": "\\text{§}",
    **dict.fromkeys(["mapstochar", "mapsfromchar"], "|"),
    **dict.fromkeys(["nonscript", "linebreak", "par", "lx@inpgf@ignorespaces", "lx@scalerel@obj"], ""),
}
_FENCED = {
    "absolutevalue": "||", "abs": "||", "norm": "\\|\\|", "pqty": "()", "bqty": "[]", "vqty": "||", "Bqty": "\\{\\}",
    "ceil": "\\lceil\\rceil", "floor": "\\lfloor\\rfloor", "evaluated": ".|",
}  # fmt: skip
_PAIRS = {"commutator": "[]", "comm": "[]", "anticommutator": "\\{\\}", "acomm": "\\{\\}", "poissonbracket": "\\{\\}"}
_DERIVATIVES = {
    **dict.fromkeys(["derivative", "dv"], "\\mathrm{d}"),
    **dict.fromkeys(["partialderivative", "pdv"], "\\partial"),
    **dict.fromkeys(["functionalderivative", "fdv"], "\\delta"),
}
_VECTORS = {
    **dict.fromkeys(["vectorbold", "vb"], "{}"),
    **dict.fromkeys(["vectorarrow", "va"], "\\vec{{{}}}"),
    **dict.fromkeys(["vectorunit", "vu"], "\\hat{{{}}}"),
}
_ENVIRONMENTS = {"": "matrix", "()": "pmatrix", "[]": "bmatrix", "||": "vmatrix"}
_CLOSING = {"(": ")", "[": "]", "|": "|"}
_STANDARD = frozenset([*LATEX_FUNCTIONS, *"bmod mod injlim projlim varlimsup varliminf varinjlim varprojlim".split()])
_LIMITS = frozenset(["argmin", "argmax"])
_DELIMITER = pattern(r"\\[A-Za-z]+|\\?.")


def common_tex(tex: str) -> str:
    """Return a formula in commands that KaTeX and MathJax know; what cannot be read stays as it is."""
    if not _NAMES.search(tex):
        return tex
    try:
        return _Rewriter(tex).rewritten()
    except UnreadableError:
        return tex


class _Rewriter(Tokens):
    """Rewrites the commands of :data:`_RULES`, the last one first: the arguments of each are then rewritten already."""

    def rewritten(self) -> str:
        for start in reversed(range(len(self.tokens))):
            token = self.tokens[start]
            if token[0] == "\\" and (rule := _RULES.get(token[1:])):
                self.place = start + 1
                with suppress(UnreadableError):
                    self._replace(start, rule(self, token[1:]))
        return "".join(self.tokens)

    def _replace(self, start: int, shown: str) -> None:
        """Replace the tokens from ``start`` to the present place."""
        following = "".join(self.tokens[self.place : self.place + 1])
        if len(shown) <= MAX_LENGTH:  # a state that is repeated doubles with every level
            self.tokens[start : self.place] = [shown + gap_between(shown, following)]

    def stars(self) -> None:
        """Skip stars, which only set the size of brackets."""
        while self.star():
            pass

    def braced(self) -> str:
        """Return the next argument. Raises: UnreadableError if it is not in braces."""
        if self.peek() != "{":
            raise UnreadableError("no argument")
        return self.source()


def _fence(fences: str, body: str) -> str:
    opening, closing = _DELIMITER.findall(fences)
    return join_tex([f"\\left{opening}", body, f"\\right{closing}"])


def _renamed(rewriter: _Rewriter, name: str) -> str:
    return _RENAMED[name]


def _function(rewriter: _Rewriter, name: str) -> str:
    return f"\\operatorname{'*' * (name in _LIMITS)}{{{name}}}"


def _penalty(rewriter: _Rewriter, name: str) -> str:
    rewriter.place += rewriter.peek() == "-"
    rewriter.place += rewriter.peek().isdigit()
    return ""


def _skip(rewriter: _Rewriter, name: str) -> str:
    if rewriter.length() is None:
        raise UnreadableError("\\vskip")
    return ""


def _box(rewriter: _Rewriter, name: str) -> str:
    """Read ``\\mathmakebox[width][c]{x}``."""
    while rewriter.bracketed_source():
        pass
    return f"{{{rewriter.braced()}}}"


def _choice(rewriter: _Rewriter, name: str) -> str:
    return f"{{{[rewriter.braced() for _ in range(4)][1]}}}"


def _stroke(rewriter: _Rewriter, name: str) -> str:
    """Read the box of ``\\centernot``, which strikes what follows."""
    if not rewriter.word("to") or rewriter.length() is None or not is_stroke(rewriter.braced()):
        raise UnreadableError("\\hbox")
    return "\\not"


def _lined(rewriter: _Rewriter, name: str) -> str:
    """Read ``\\braket{a}{b}`` and ``\\Set{x}{y}``: join the arguments by the lines that separated them."""
    rewriter.stars()
    parts = [rewriter.braced()]
    limit = 2 if name.lower() == "set" else 3
    while len(parts) < limit and rewriter.peek() == "{" and "|" not in parts[0]:
        parts.append(rewriter.braced())
    return f"\\{name}{{{'|'.join(parts)}}}"


def _fenced(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    return _fence(_FENCED[name], rewriter.braced())


def _quantity(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    opening = rewriter.peek()
    if opening in _CLOSING:
        return _fence(opening + _CLOSING[opening], _bracketed(rewriter, opening))
    body = rewriter.braced()
    if rewriter.peek() == "{":
        raise UnreadableError("a number and its unit")
    return _fence("\\{\\}", body)


def _bracketed(rewriter: _Rewriter, opening: str) -> str:
    depth = braces = 0
    for place in range(rewriter.place, len(rewriter.tokens)):
        token = rewriter.tokens[place]
        braces += (token == "{") - (token == "}")
        if not braces and token in (opening, _CLOSING[opening]):
            depth += 1 if token == opening and (token != _CLOSING[opening] or not depth) else -1
            if not depth:
                start, rewriter.place = rewriter.place + 1, place + 1
                return "".join(rewriter.tokens[start:place])
    raise UnreadableError(opening)


def _matrix(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    fences, opening = MATRICES[name], rewriter.peek()
    if opening in _CLOSING:
        source, fences = _bracketed(rewriter, opening), fences or opening + _CLOSING[opening]
    else:
        source = rewriter.braced()
    environment = _ENVIRONMENTS[fences]
    return f"\\begin{{{environment}}}{cells_of(source)}\\end{{{environment}}}"


def _pair(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    return _fence(_PAIRS[name], f"{rewriter.braced()},{rewriter.braced()}")


def _inner(rewriter: _Rewriter, name: str) -> str:
    return _between(*_two_states(rewriter))


def _expectation(rewriter: _Rewriter, name: str) -> str:
    """Read ``\\expval{operator}{state}``; the state may be missing."""
    rewriter.stars()
    operator = rewriter.braced()
    if rewriter.peek() != "{":
        return _between(operator)
    state = rewriter.braced()
    return _between(state, operator, state)


def _element(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    return _between(rewriter.braced(), rewriter.braced(), rewriter.braced())


def _between(*parts: str) -> str:
    return _fence("\\langle\\rangle", "\\middle|".join(f"{{{part}}}" for part in parts))


def _two_states(rewriter: _Rewriter) -> tuple[str, str]:
    """Read one or two arguments; a missing second one repeats the first."""
    rewriter.stars()
    first = rewriter.braced()
    return first, rewriter.braced() if rewriter.peek() == "{" else first


def _outer(rewriter: _Rewriter, name: str) -> str:
    first, second = _two_states(rewriter)
    return f"\\left|{first}\\right\\rangle\\left\\langle{{{second}}}\\right|"


def _derivative(rewriter: _Rewriter, name: str) -> str:
    sign = _DERIVATIVES[name]
    rewriter.stars()
    order = rewriter.bracketed_source()
    power = f"^{{{order}}}" if order else ""
    function, variable = "", rewriter.braced()
    if rewriter.peek() == "{":
        function, variable = variable, rewriter.braced()
    elif name == "dv":
        raise UnreadableError("\\dv")
    if rewriter.peek() == "{" and sign == "\\partial":
        return f"\\frac{{{sign}^{{2}}{{{function}}}}}{{{sign}{{{variable}}}{sign}{{{rewriter.braced()}}}}}"
    return f"\\frac{{{sign}{power}{{{function}}}}}{{{sign}{{{variable}}}{power}}}"


def _differential(rewriter: _Rewriter, name: str) -> str:
    order = rewriter.bracketed_source()
    sign = "\\mathrm{d}" if name == "differential" else "\\delta"
    body = f"{{{rewriter.braced()}}}" if rewriter.peek() == "{" else ""
    return f"{sign}^{{{order}}}{body}" if order else sign + body


def _vector(rewriter: _Rewriter, name: str) -> str:
    rewriter.stars()
    return _VECTORS[name].format(f"\\boldsymbol{{{rewriter.braced()}}}")


def _order(rewriter: _Rewriter, name: str) -> str:
    return "\\mathcal{O}" + _fence("()", rewriter.braced())


def _begin(rewriter: _Rewriter, name: str) -> str:
    """Read ``\\begin{array}[]{c}``, whose empty option KaTeX takes for the columns."""
    environment = rewriter.source()
    if environment == "array":
        rewriter.bracketed_source()
    return f"\\begin{{{environment}}}"


_RULES: dict[str, Callable[[_Rewriter, str], str]] = {
    **dict.fromkeys(_RENAMED, _renamed),
    **dict.fromkeys([name for name in FUNCTIONS if name not in _STANDARD], _function),
    **dict.fromkeys(["braket", "Braket", "set", "Set"], _lined),
    **dict.fromkeys(_FENCED, _fenced),
    **dict.fromkeys(["quantity", "qty"], _quantity),
    **dict.fromkeys(_PAIRS, _pair),
    **dict.fromkeys(MATRICES, _matrix),
    "innerproduct": _inner,
    **dict.fromkeys(["expectationvalue", "expval"], _expectation),
    **dict.fromkeys(["matrixelement", "matrixel", "mel"], _element),
    **dict.fromkeys(["outerproduct", "ketbra", "dyad"], _outer),
    **dict.fromkeys(_DERIVATIVES, _derivative),
    **dict.fromkeys(["differential", "variation"], _differential),
    **dict.fromkeys(_VECTORS, _vector),
    "order": _order,
    "begin": _begin,
    "penalty": _penalty,
    "vskip": _skip,
    "mathmakebox": _box,
    "mathchoice": _choice,
    "hbox": _stroke,
}
_NAMES = pattern(rf"\\(?:{'|'.join(_RULES)})(?![A-Za-z])")
