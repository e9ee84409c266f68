"""Formulas in a text of arXiv: formulas between dollar signs, and math commands outside of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arxtui.text.tex.marks import ALPHABETS, MATH_ACCENTS
from arxtui.text.tex.symbols import ARROWS, BINARY, LARGE, LATEX_FUNCTIONS, RELATIONS
from arxtui.text.tex.tokens import formula_end, is_prose
from arxtui.tuples import NamedTuple

_CLOSING = {"$": "$", "\\(": "\\)", "\\[": "\\]"}
GREEK = (
    "alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi varpi rho varrho "
    "sigma varsigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega"
)
_LETTERS = (
    "hbar ell wp Re Im aleph partial nabla infty emptyset varnothing forall exists top bot angle prime varkappa "
    "digamma varGamma varDelta varTheta varLambda varXi varPi varSigma varUpsilon varPhi varPsi varOmega hslash beth "
    "gimel daleth imath jmath eth mho Finv Game Bbbk complement nexists measuredangle sphericalangle triangle Box "
    "square Diamond lozenge blacksquare diamond blacktriangle blacktriangledown blacklozenge bigstar clubsuit "
    "diamondsuit heartsuit spadesuit flat natural sharp backprime surd circledS diagup diagdown vartriangle "
    "triangledown langle rangle lfloor rfloor lceil rceil lbrace rbrace vert Vert lvert rvert lVert rVert ulcorner "
    "urcorner llcorner lrcorner lgroup rgroup lmoustache rmoustache bracevert arrowvert cdots ddots dotsc dotsb dotsm "
    "dotsi hdots"
)
_FONTS = "mathrm mathbf mathit mathsf mathtt mathnormal boldsymbol operatorname"
_ALSO_IN_TEXT = frozenset("dag ddag slash backslash lt gt with parr minus plus".split())
_DECLARATIONS = frozenset(["\\cal", "\\mit", "\\frak", "\\Bbb", "\\scr"])
_SCRIPTS = frozenset("^_")
_MAX_GROUP = 500
"""The maximum number of tokens in a group."""


class Formulas(NamedTuple):
    """The tokens of a text, the number of each token's formula (0 outside formulas), and in ``bare`` the numbers of the
    formulas without dollar signs."""

    tokens: list[str]
    numbers: list[int]
    bare: frozenset[int]


def formulas(source: Sequence[str]) -> Formulas:
    """Return the formulas in a tokenized text. The first letter after a bare command can become a token of its own."""
    tokens = list(source)
    numbers = _between_dollars(tokens)
    number = max(numbers, default=0)
    bare: set[int] = set()
    place = 0
    while place < len(tokens):
        end = _bare_end(tokens, place) if not numbers[place] else place
        numbers.extend([0] * (len(tokens) - len(numbers)))
        if end > place and not any(numbers[place:end]):
            number += 1
            bare.add(number)
            numbers[place:end] = [number] * (end - place)
        place = max(end, place + 1)
    return Formulas(tokens, numbers, frozenset(bare))


@cache
def _arguments() -> dict[str, int]:
    """Return the commands that are allowed only in formulas, with the number of their arguments."""
    commands = dict.fromkeys([*LARGE, *BINARY, *RELATIONS, *ARROWS], 0)
    commands |= dict.fromkeys([*f"{GREEK} {_LETTERS}".split(), *LATEX_FUNCTIONS], 0)
    commands |= dict.fromkeys([*MATH_ACCENTS, *ALPHABETS, *_FONTS.split(), "sqrt"], 1) | {"frac": 2, "binom": 2}
    return {name: count for name, count in commands.items() if name not in _ALSO_IN_TEXT}


def _bare_end(tokens: list[str], place: int) -> int:
    """Return the end of the formula that a math command at ``place`` begins; ``place`` itself if there is none."""
    if tokens[place] == "{" and tokens[place + 1 : place + 2] and tokens[place + 1].rstrip() in _DECLARATIONS:
        return _group_end(tokens, place)
    name = tokens[place].rstrip()
    count = _arguments().get(name[1:]) if name[:1] == "\\" else None
    if count is None or name in _DECLARATIONS:
        return place
    end = place + 1
    for _ in range(count):
        start, end = end, _argument_end(tokens, end)
        if end == start:
            return place
    while tokens[end : end + 1] and tokens[end] in _SCRIPTS and tokens[end - 1][-1:] != " ":
        script = _argument_end(tokens, end + 1)
        if script == end + 1:
            break
        end = script
    return end


def _argument_end(tokens: list[str], place: int) -> int:
    """Return the end of the argument that begins at ``place``: a group, a command, or a letter, which is split from its
    token.

    Returns ``place`` itself if there is no argument.
    """
    first = tokens[place] if place < len(tokens) else ""
    if first == "{":
        return _group_end(tokens, place)
    if len(first) > 1 and first[0].isalnum():
        tokens[place : place + 1] = [first[0], first[1:]]
    return place + (first[:1] == "\\" or first[:1].isalnum())


def _group_end(tokens: Sequence[str], place: int) -> int:
    """Return the end of a group; ``place`` itself if it is not closed, or too long for a formula."""
    depth = 0
    for end in range(place, min(len(tokens), place + _MAX_GROUP)):
        depth += (tokens[end] == "{") - (tokens[end] == "}")
        if depth == 0:
            return end + 1
    return place


def _between_dollars(tokens: list[str]) -> list[int]:
    numbers = [0] * len(tokens)
    # The last position of each closing token; after it no formula of this kind can end.
    last = {token: place for place, token in enumerate(tokens) if token in _CLOSING.values()}
    depth = place = formula = 0
    while place < len(tokens):
        closes = last.get(_CLOSING.get(tokens[place], ""), -1) > place
        end = _formula_end(tokens, place, nested=depth > 0) if closes else place
        if end > place:
            formula += 1
            numbers[place:end] = [formula] * (end - place)
            place = end
            continue
        depth = max(depth + (tokens[place] == "{") - (tokens[place] == "}"), 0)
        place += 1
    return numbers


def _formula_end(tokens: list[str], place: int, *, nested: bool) -> int:
    """Return the end of a formula that begins at ``place``; ``place`` itself if there is none."""
    closing = _CLOSING.get(tokens[place])
    if closing is None:
        return place
    width = 2 if tokens[place : place + 2] == ["$", "$"] else 1
    end = formula_end(tokens, place + width, closing, nested=nested)
    if end is None or (width == 2 and tokens[end : end + 2] != ["$", "$"]):
        return place
    content = "".join(tokens[place + width : end])
    following = tokens[end + 1] if end + 1 < len(tokens) else ""
    return place if closing == "$" and is_prose(content, following) else end + width
