"""Texts of arXiv as values of BibTeX fields: their TeX is unchanged, and everything else is escaped so that TeX prints
it.

arXiv's texts mix TeX and Unicode, and are not always well-formed. Whatever would stop BibTeX or TeX, or would vanish,
is escaped: ``&``, ``%`` and ``#`` anywhere, ``_`` and ``^`` outside formulas, a dollar sign or brace without its
partner, a tilde that means "about", a backslash that begins no command. BibTeX counts every brace, even escaped ones,
TeX only the unescaped ones: both find balanced braces. Unicode stays, because the files are UTF-8, which LaTeX reads.
But LaTeX does not know Greek letters, which arXiv's query API writes instead of commands in formulas: they become
commands again.

A text of more than ``LIMIT`` characters is neither a title nor an abstract; it is treated as text without formulas.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from re import Match

from arxtui.export.latex import signs
from arxtui.light import NamedTuple, pattern
from arxtui.text.tex.marks import ALPHABETS, MATH_ACCENTS
from arxtui.text.tex.symbols import ARROWS, BINARY, LARGE, LATEX_FUNCTIONS, RELATIONS
from arxtui.text.tex.tokens import formula_end, has_tex, is_prose, is_tie

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


LIMIT = 20_000
"""The number of characters above which formulas are not parsed: arXiv accepts abstracts of up to 1,920."""
# TeX ends the name of a command at a blank and drops the blank.
_TOKEN = pattern(r"\\[A-Za-z]+ ?|\\.|[{}$^_&~%#]|[^\\{}$^_&~%#]+|\\")
_SPECIAL = pattern(r"[\\{}$^_&~%#\u0180-\U0010ffff]")
_HARMLESS = pattern(r"\\(?:textcolor|colorbox)\{[^{}]*\}(?=\{)|\\color\{[^{}]*\}\s?|\\xspace\b\s?")
"""Commands without which a text says the same, and which stop a document without their packages."""
_BLANK_IN_ACCENT = pattern(r"(?<!\\)(\\[\"'`^~=.])\s+(?=[A-Za-z])")
_GREEK = dict(zip("αβγδϵεζηθϑικλμνξπϖρϱσςτυϕφχψωΓΔΘΛΞΠΣΥΦΨΩ", GREEK.split(), strict=True))
# A longer run is a Greek word.
_GREEK_RUN = pattern(f"(?<![\u0370-\u03ff])[{''.join(_GREEK)}]{{1,3}}(?![\u0370-\u03ff])")
_OPEN = {"{": "}", "\\{": "\\}"}
_BRACES = frozenset("{ } \\{ \\}".split())
_IN_TEXT = {"&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_", "^": r"\^{}", "$": r"\$"}
_IN_FORMULA = {"&": r"\&", "%": r"\%", "#": r"\#"}
_UNMATCHED_BRACE = {
    "{": (r"\textbraceleft{}", r"\lbrace "),
    "}": (r"\textbraceright{}", r"\rbrace "),
    "\\{": (r"\textbraceleft{}", r"\lbrace "),
    "\\}": (r"\textbraceright{}", r"\rbrace "),
}
_CHARACTER_COMMANDS = frozenset("\\" + character for character in " ,;:!/-\"'`^~=.&%$#_|@*+<>\\{}")
_ACCENTS = frozenset("\\" + character for character in "\"'`^~=.")
_ALIGNED = ("\\begin", "\\matrix", "\\pmatrix", "\\cases", "\\array")


class FieldPiece(NamedTuple):
    """A part of a field outside all braces: plain text, or something else (a formula, a group, a command).

    ``capitals``: BibTeX styles, which do not recognize formulas, would change letters in it to lower case and so change
    its meaning.
    """

    text: str
    is_plain: bool = False
    capitals: bool = False


def field(source: str) -> str:
    """Return a text as the value of a field, without the braces around it."""
    plain = without_specials(source)
    return "".join([piece.text for piece in pieces(source)]) if plain is None else plain


def without_specials(source: str) -> str | None:
    """Return a text that is as a field what it is, with single blanks; None if there is anything special in it."""
    return None if _SPECIAL.search(source) else " ".join(source.split())


def pieces(source: str) -> Iterator[FieldPiece]:
    """Yield a text as pieces of the value of a field."""
    if (plain := without_specials(source)) is not None:
        if plain:
            yield FieldPiece(plain, is_plain=True)
        return
    bare = _BLANK_IN_ACCENT.sub(r"\1", _HARMLESS.sub("", source)) if "\\" in source else source
    tokens: list[str] = _TOKEN.findall(" ".join(bare.split()))
    parsed = formulas(tokens) if len(source) <= LIMIT else Formulas(tokens, [0] * len(tokens), frozenset())
    written_tokens = _write_tokens(parsed)
    place = 0
    while place < len(written_tokens):
        end = _end_of_piece(written_tokens, place)
        text = "".join(each for each, _ in written_tokens[place:end])
        is_plain = end == place + 1 and not written_tokens[place][1] and text[0] not in "\\{"
        yield FieldPiece(text, is_plain, not is_plain and _has_capitals(written_tokens[place:end]))
        place = end


_WrittenToken = tuple[str, int]
"""A token as it is written, and the number of its formula (0 outside formulas)."""


def _write_tokens(parsed: Formulas) -> list[_WrittenToken]:
    tokens, numbers, bare = parsed
    in_tex = has_tex(tokens)
    unmatched = _unmatched_braces(tokens)
    aligned = {numbers[place] for place, token in enumerate(tokens) if token.startswith(_ALIGNED)}
    written_tokens: list[_WrittenToken] = []
    for place, token in enumerate(tokens):
        formula = numbers[place]
        following = tokens[place + 1] if place + 1 < len(tokens) else "}"
        if place in unmatched:
            shown = _UNMATCHED_BRACE[token][bool(formula)]
        elif formula:
            shown = _in_commands(token if formula in aligned else _IN_FORMULA.get(token, token), in_text=False)
        else:
            shown = _in_text(token, following)
            if shown == "~" and not _is_tie(tokens, place, in_tex=in_tex):
                shown = r"\textasciitilde{}"
        if shown == "\\\\" and following in _BRACES:
            shown = r"\\ " if formula else r"\newline{}"  # some programs would read the brace as escaped
        if formula in bare:
            shown = _in_ensuremath(shown, formula, numbers[max(place - 1, 0) : place], numbers[place + 1 : place + 2])
        written_tokens.append((shown, formula))
    return written_tokens


def _in_ensuremath(shown: str, formula: int, before: list[int], after: list[int]) -> str:
    r"""Wrap a formula without dollar signs in ``\ensuremath``; the first and last token get its ends. The blank that
    ends a command stays outside."""
    begins, ends = before != [formula], after != [formula]
    bare = shown.rstrip(" ") if ends else shown
    blank = shown[len(bare) :]
    return f"{chr(92)}ensuremath{{" * begins + bare + "}" * ends + blank


def _in_text(token: str, following: str) -> str:
    if token[0] != "\\":
        return _IN_TEXT.get(token) or _in_commands(token, in_text=True)
    if len(token) > 1 and ((token[1].isascii() and token[1].isalpha()) or token in _CHARACTER_COMMANDS):
        return token + "{}" if token in _ACCENTS and following in "}$" else token
    return rf"\textbackslash{{}}{token[1:]}"


def _in_commands(run: str, *, in_text: bool) -> str:
    """Return the text with Greek letters, and other characters unknown to LaTeX, replaced by their LaTeX commands."""

    def commands(match: Match[str]) -> str:
        named = "".join(f"\\{_GREEK[sign]}" for sign in match[0])
        if in_text:
            return f"\\ensuremath{{{named}}}"
        return named + " " * run[match.end() : match.end() + 1].isalpha()

    return run if run.isascii() else signs(_GREEK_RUN.sub(commands, run), in_text=in_text)


def _is_tie(tokens: list[str], place: int, *, in_tex: bool) -> bool:
    """Return whether the ``~`` at this position ties words (``Fig.~3``) or is meant to be visible (``z~3``)."""
    if not 0 < place < len(tokens) - 1:
        return False
    before, after = tokens[place - 1][-1], tokens[place + 1][0]
    beside = (after.isalnum() or after in "$\\{([") and before not in "*/([ "
    return beside and is_tie(tokens, place, in_tex=in_tex)


def _unmatched_braces(tokens: Sequence[str]) -> frozenset[int]:
    """Return the positions of braces, escaped or not, without a partner of the same type."""
    opened: list[int] = []
    waiting = dict.fromkeys(_OPEN.values(), 0)
    unmatched: set[int] = set()
    for place, token in enumerate(tokens):
        if token in _OPEN:
            opened.append(place)
            waiting[_OPEN[token]] += 1
        elif waiting.get(token):
            while (partner := _OPEN[tokens[opened[-1]]]) != token:
                unmatched.add(opened.pop())
                waiting[partner] -= 1
            opened.pop()
            waiting[token] -= 1
        elif token in waiting:
            unmatched.add(place)
    return frozenset(unmatched.union(opened))


def _end_of_piece(written_tokens: Sequence[_WrittenToken], place: int) -> int:
    """Return the end of the piece that begins at a position: a formula, a group, or one token."""
    formula = written_tokens[place][1]
    depth = 0
    for end in range(place, len(written_tokens)):
        text = written_tokens[end][0]
        depth += (text in _OPEN) - (text in _OPEN.values())
        if depth <= 0 and (not formula or end + 1 == len(written_tokens) or written_tokens[end + 1][1] != formula):
            return end + 1
    return len(written_tokens)


def _has_capitals(written_tokens: Sequence[_WrittenToken]) -> bool:
    """Return whether there are capitals outside braces."""
    depth = 0
    for text, _ in written_tokens:
        depth += (text in _OPEN) - (text in _OPEN.values())
        if not depth and text not in ("}", "\\}") and text != text.lower():
            return True
    return False
