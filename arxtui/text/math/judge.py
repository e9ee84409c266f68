"""Two witnesses for a formula, the TeX that a page stores and its MathML, and a judge between them.

Both are wrong at times, in different ways. The rules are in docs/math.md, "Two witnesses".
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from functools import lru_cache

from arxtui.light import NamedTuple, pattern
from arxtui.text.math import parse
from arxtui.text.math.mathml import PICTURE, MathElement, mathml_as_tex
from arxtui.text.math.parsing.atoms import SYMBOL_COMMANDS
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.math.signs import join_tex, sign_as_tex
from arxtui.text.math.tree import Accent, Binomial, Fraction, Node, Root, Script, Symbol, UnreadableError
from arxtui.text.tex.marks import MATH_ACCENTS, STROKE

_COMMAND = pattern(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^]]{0,9}\])?(?:\{[lcr|]*\})?|\\([A-Za-z@]+)")
_NAME = pattern(r"\\([A-Za-z@]+)")
_NAMES = frozenset(COMMANDS) | set("right middle end over atop choose brack brace limits nolimits hline cr".split())
_NAMES |= set("lx@physics@matrix endlx@physics@matrix dmat imat".split())
_LETTERS: dict[str, str] = dict.fromkeys(_NAMES, "") | {name: symbol.text for name, symbol in SYMBOL_COMMANDS.items()}
_LETTERS |= {"and": "and", "real": ""}
"""Known commands, to their letters in the MathML: LaTeXML oxide ignores what authors declare as \\and and \\real."""
_WIDEST = 3
"""Most signs of the MathML that one command stands for: ``arg min`` has two."""
_ENGINE = pattern("(?:end)?lx@|vbox$")
"""Commands without a sign of their own."""
_SEMICOLON = pattern(r"(?<!\\);")
_DRAWN = "\\pgfpicture"
_DRAWING = pattern(r"\\hbox to[\d.]+pt\{\\vbox to[\d.]+pt\{\\pgfpicture(?![A-Za-z])")
_ESCAPED = pattern(r"\\[\\{}]")
_END_OF_DRAWING = "\\endpgfpicture}}"
_REFERENCE = pattern(r"\\(eq)?ref\{[^{}]*\}")
_REDECLARED = frozenset(name for name, symbol in SYMBOL_COMMANDS.items() if symbol.text.isalpha())
"""Commands that an author may have declared as another word, which the MathML then has."""


class Choice(Enum):
    """What the judge chose."""

    TEX = "the TeX"
    PARTS = "the TeX, with signs of the MathML for some of its commands"
    MATHML = "the MathML"
    NEITHER = "the TeX, although it cannot be read"


class Verdict(NamedTuple):
    """The TeX of a formula, and what it is taken from."""

    tex: str
    choice: Choice


class Judge:
    """Judges the formulas of a page. What a command of the author stands for is learnt from one formula for others."""

    def __init__(self) -> None:
        self._chosen: dict[str, str] = {}
        self._signs: dict[str, str] = {}
        """Unknown commands to the TeX that they stand for; "" if two formulas contradict each other."""
        self._sure: set[str] = set()
        """Commands that two formulas have explained."""

    def choose(self, tex: str, shown: Callable[[], str], mathml: Callable[[], MathElement]) -> str:
        """Return the TeX of a formula. ``shown`` is the text of its MathML; both are read only if they are needed."""
        if (chosen := self._chosen.get(tex)) is None:
            chosen = tex if agree(tex, shown) else self.judge(tex, mathml).tex
            self._chosen[tex] = chosen
        return chosen

    def judge(self, tex: str, mathml: Callable[[], MathElement]) -> Verdict:
        """Choose between the TeX of a formula and its MathML, which differ in letters or digits."""
        return self._with_sure(tex) or self._judge(tex, mathml())

    def _judge(self, tex: str, mathml: MathElement) -> Verdict:
        try:
            other = mathml_as_tex(mathml)
        except UnreadableError:
            other = ""
        seen = parse(other) if other else None
        referred = _with_references(tex, mathml)
        names = _names_in(referred)
        unknown = names - _NAMES
        tree = None if unknown else parse(referred)
        unchanged = Verdict(tex, Choice.NEITHER)
        if tree is not None:
            unchanged = Verdict(referred, Choice.TEX if referred == tex else Choice.PARTS)
        if seen is None:
            return self._with_learnt(referred, unknown) or unchanged
        if tree is not None and sorted_letters(text_of(tree)) == sorted_letters(text_of(seen)):
            return unchanged
        signs = self._signs_of(referred, names, unknown, seen)
        if signs and parse(named := _with_signs(referred, signs)):
            return Verdict(named, Choice.PARTS)
        if learnt := self._with_learnt(referred, unknown):
            return learnt
        return Verdict(other, Choice.MATHML) if _is_better(other, seen, mathml, referred, unknown, tree) else unchanged

    def _signs_of(self, tex: str, names: frozenset[str], unknown: frozenset[str], seen: Node) -> dict[str, str]:
        """Return the TeX of commands: of unknown ones, which are learnt, or of those that the MathML contradicts."""
        if not unknown:
            found = _signs_for(tex, names & _REDECLARED, seen, 1)
            return {
                name: _as_command(sign)
                for name, sign in found.items()
                if sorted_letters("".join(sign)) != sorted_letters(_LETTERS[name])
            }
        signs = {name: _as_command(sign) for name, sign in _signs_for(tex, unknown, seen, _WIDEST).items()}
        for name, sign in signs.items():
            if name in self._signs:
                self._sure.add(name)
            if self._signs.setdefault(name, sign) != sign:
                self._signs[name] = ""
        return signs

    def _with_sure(self, tex: str) -> Verdict | None:
        """Return a formula whose unknown commands two formulas have explained; if they contradict each other, None."""
        unknown = _names_in(tex) - _NAMES
        return self._with_learnt(tex, unknown) if unknown <= self._sure else None

    def _with_learnt(self, tex: str, unknown: frozenset[str]) -> Verdict | None:
        signs = {name: sign for name in unknown if (sign := self._signs.get(name))}
        if not signs or len(signs) < len(unknown) or parse(named := _with_signs(tex, signs)) is None:
            return None
        return Verdict(named, Choice.PARTS)


def _names_in(tex: str) -> frozenset[str]:
    return frozenset(filter(None, _COMMAND.findall(tex)))


def agree(tex: str, shown: Callable[[], str]) -> bool:
    """Whether all commands of a formula are known, and its letters and digits are those of the MathML's text.

    This is quick; a formula for which it is False may still be right.
    """
    try:
        parts = _COMMAND.split(tex)
        parts[1::2] = [_LETTERS[name] if name else "" for name in parts[1::2]]
    except KeyError:
        return False
    said, seen = letters_of("".join(parts)), letters_of(shown())
    return said == seen or (len(said) == len(seen) and sorted(said) == sorted(seen))


def _is_better(
    other: str, seen: Node, mathml: MathElement, tex: str, unknown: frozenset[str], tree: Node | None
) -> bool:
    """Whether the MathML has all signs of the TeX, and more: a sign for each unknown command, or words."""
    known = counted(pieces(tree) if tree is not None else _known_pieces(tex, unknown))
    added = counted(pieces(seen))
    if not known <= added or _SEMICOLON.findall(other) != _SEMICOLON.findall(tex):
        return False
    if tree is None:
        return added.total() > known.total() or all(map(_ENGINE.match, unknown))
    return Counter(sorted_letters("".join((added - known).elements()))) <= Counter(sorted_letters(_words(mathml)))


def _words(mathml: MathElement) -> str:
    if mathml.tag == "mtext":
        return all_text(mathml)
    return "".join(map(_words, mathml.children))


def all_text(mathml: MathElement) -> str:
    """Return the text in an element."""
    return mathml.text + "".join(map(all_text, mathml.children))


def _known_pieces(tex: str, unknown: Iterable[str]) -> list[str]:
    """Return the symbols of a formula with unknown commands; its letters alone if it cannot be parsed."""
    try:
        return [piece for piece in pieces(_parse_with_holes(tex, unknown)) if piece[0] != HOLE]
    except UnreadableError:
        parts = _COMMAND.split(tex)
        parts[1::2] = [_LETTERS.get(name or "", "") for name in parts[1::2]]
        return sorted_letters("".join(parts))


def _parse_with_holes(tex: str, holes: Iterable[str]) -> Node:
    return Parser(tex, _commands_with(frozenset(holes))).formula()


@lru_cache(64)
def _commands_with(holes: frozenset[str]) -> dict[str, Command]:
    return COMMANDS | dict.fromkeys(holes, lambda parser, name: Symbol(HOLE + name))


def with_pictures(tex: str) -> str:
    """Replace the boxes of drawings by the sign of a picture; a box that is not closed stays."""
    shown, end = [], 0
    for box in _DRAWING.finditer(tex) if _DRAWN in tex else ():
        start = box.start()
        if start >= end:
            if not (after := _end_of_box(tex, start)):
                break
            shown += [tex[end:start], f"\\text{{{PICTURE}}}"]
            end = after
    return "".join((*shown, tex[end:]))


def _end_of_box(tex: str, start: int) -> int:
    """Return the end of the box of a drawing, at the end of this or a later drawing; 0 if it is not closed."""
    depth = 0
    while (place := tex.find(_END_OF_DRAWING, start)) >= 0:
        end = place + len(_END_OF_DRAWING)
        part = _ESCAPED.sub("", tex[start:end])
        depth += part.count("{") - part.count("}")
        if depth <= 0:
            return end
        start = end
    return 0


def _with_references(tex: str, mathml: MathElement) -> str:
    """Replace ``\\ref`` and ``\\eqref`` by the numbers of the MathML, whose links are in the same order."""
    if "ref{" not in tex:
        return tex
    numbers = list(_links(mathml))
    if len(numbers) != len(_REFERENCE.findall(tex)):
        return tex
    return _REFERENCE.sub(
        lambda match: f"\\text{{({numbers.pop(0)})}}" if match[1] else f"\\text{{{numbers.pop(0)}}}", tex
    )


def _links(mathml: MathElement) -> Iterator[str]:
    if mathml.tag == "a":
        yield all_text(mathml)
    else:
        for child in mathml.children:
            yield from _links(child)


def _signs_for(tex: str, holes: Iterable[str], seen: Node, widest: int) -> dict[str, list[str]]:
    """Return the signs that stand in the MathML where commands stand in ``tex``; {} if anything else differs."""
    try:
        expected = list(pieces(_parse_with_holes(tex, holes)))
    except UnreadableError:
        return {}
    found = list(pieces(seen))
    for width in range(1, widest + 1):
        if signs := _fill(expected, found, width):
            return signs
    return {}


def _fill(expected: list[str], found: list[str], width: int) -> dict[str, list[str]]:
    """Compare two formulas sign by sign; each hole takes ``width`` signs, always the same for the same command."""
    signs: dict[str, list[str]] = {}
    rest, place = "", 0
    for piece in map(alike, expected):
        if piece[0] == HOLE:
            taken = found[place : place + width]
            place += width
            if rest or len(taken) < width or signs.setdefault(piece[1:], taken) != taken:
                return {}
            continue
        for character in piece:
            if not rest:
                rest, place = "".join(map(alike, found[place : place + 1])), place + 1
            if rest[:1] != character:
                return {}
            rest = rest[1:]
    if rest or place < len(found) or any(sign[0] in MARKS for taken in signs.values() for sign in taken):
        return {}
    return signs


def _as_command(signs: list[str]) -> str:
    """Return the TeX of a sign, of an operator in one or several words, or of letters."""
    if len(signs) == 1 or not all(map(str.isalpha, signs)):
        return "".join(map(sign_as_tex, signs))
    if max(map(len, signs)) == 1:
        return f"\\mathrm{{{''.join(signs)}}}"
    words = "\\,".join(signs)
    return f"\\operatorname{{{words}}}"


def _with_signs(tex: str, signs: Mapping[str, str]) -> str:
    """Replace commands by the TeX that they stand for, in a group unless it is one item."""
    parts = _NAME.split(tex)
    parts[1::2] = [_as_item(signs[name]) if name in signs else f"\\{name}" for name in parts[1::2]]
    return join_tex(parts)


def _as_item(sign: str) -> str:
    is_item = len(sign) == 1 or (sign[0] == "\\" and (sign[-1] == "}" or sign[1:].isalpha()))
    return sign if is_item else f"{{{sign}}}"


_NO_LETTERS = pattern(r"[\W_]+")
_GROUPING = frozenset("()[]{}|‖∣.,;:⋯⟨⟩ \u00a0")
"""Signs that the witnesses write in different ways without another meaning: brackets are signs, or grow."""
_ALIKE = str.maketrans("⋅∙•∗", "···*", ", ")
HOLE, _BELOW, _ABOVE = "\ue000\ue001\ue002"
"""HOLE begins the symbol of a command whose sign is not known."""
_MARKED: dict[type, str] = {Accent: "", Fraction: "\ue003", Root: "\ue004", Binomial: "\ue005"}
MARKS = frozenset([_BELOW, _ABOVE, *"\ue003\ue004\ue005", *MATH_ACCENTS.values(), STROKE])
"""Pieces that stand for the structure of a formula, not for a sign."""


class _PlainLetters(dict[int, str | None]):
    """The letters and digits of a character in the plain alphabet, by its code; most characters have one. For those
    without any, None makes ``str.translate`` six times as fast as ``""``."""

    def __missing__(self, code: int) -> str | None:
        self[code] = plain = _NO_LETTERS.sub("", unicodedata.normalize("NFKD", chr(code))) or None
        return plain


_PLAIN = _PlainLetters()


def letters_of(text: str) -> str:
    """Return the letters and digits of a text, in the plain alphabet."""
    return text.translate(_PLAIN)


def sorted_letters(text: str) -> list[str]:
    """Return the letters and digits of a text in the order of their codes: MathML has other scripts first."""
    return sorted(letters_of(text))


def pieces(node: object) -> Iterator[str]:
    """Yield the symbols of a tree and the marks of its structure; scripts follow their base, the lower one first."""
    if type(node) is Symbol:
        if not _GROUPING.issuperset(node.text):
            yield node.text
    elif type(node) is Script:
        yield from pieces(node.base)
        for mark, script in (_BELOW, node.sub), (_ABOVE, node.sup):
            if script is not None:
                yield mark
                yield from pieces(script)
    elif isinstance(node, tuple):
        for part in node:
            yield from pieces(part)
        if type(node) in _MARKED:
            yield node.mark if type(node) is Accent else _MARKED[type(node)]


def alike(piece: str) -> str:
    """Return a piece in the form in which both witnesses write it; a command without a sign stays as it is."""
    if piece[0] == HOLE:
        return piece
    return unicodedata.normalize("NFKD", piece).translate(_ALIKE)


def text_of(node: Node) -> str:
    """Return the symbols of a tree."""
    return "".join(piece for piece in pieces(node) if piece[0] not in MARKS)


def counted(pieces: Iterable[str]) -> Counter[str]:
    """Count the characters of pieces, without the marks of structure."""
    return Counter("".join(alike(piece) for piece in pieces if piece[0] not in MARKS))
