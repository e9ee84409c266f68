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
from re import Match

from arxtui.export.latex import signs
from arxtui.export.texformulas import GREEK, Formulas, formulas
from arxtui.patterns import pattern
from arxtui.text.tex.tokens import has_tex, is_tie
from arxtui.tuples import NamedTuple

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
    if not _SPECIAL.search(source):
        return " ".join(source.split())
    return "".join(piece.text for piece in pieces(source))


def pieces(source: str) -> Iterator[FieldPiece]:
    """Yield a text as pieces of the value of a field."""
    if not _SPECIAL.search(source):
        if plain := " ".join(source.split()):
            yield FieldPiece(plain, is_plain=True)
        return
    tokens: list[str] = _TOKEN.findall(" ".join(_BLANK_IN_ACCENT.sub(r"\1", _HARMLESS.sub("", source)).split()))
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
