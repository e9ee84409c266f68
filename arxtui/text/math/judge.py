"""Two witnesses for a formula, the TeX that a page stores and its MathML, and a judge between them.

Both are wrong at times, in different ways. The rules are in docs/math.md, "Two witnesses".
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import NamedTuple

from arxtui.patterns import pattern
from arxtui.text.math import parse
from arxtui.text.math.mathml import MathElement, mathml_as_tex, sign_as_tex
from arxtui.text.math.parsing.atoms import SYMBOL_COMMANDS
from arxtui.text.math.parsing.commands import COMMANDS
from arxtui.text.math.parsing.parser import Parser
from arxtui.text.math.tree import Node, Symbol, UnreadableError

_COMMAND = pattern(r"\\(?:begin|end)\{[^{}]*\}(?:\[[^]]*\])?(?:\{[lcr|]*\})?|\\([A-Za-z@]+)")
_NAMES = frozenset(COMMANDS) | set("right middle end over atop choose brack brace limits nolimits hline cr".split())
_LETTERS = dict.fromkeys(_NAMES, "") | {name: symbol.text for name, symbol in SYMBOL_COMMANDS.items()}
"""Known commands, to what they show themselves."""
_NO_LETTERS = pattern(r"[\W_]+")
_GROUPING = frozenset("()[]{}|‖∣.,:⟨⟩ \u00a0")
"""Signs that the witnesses write in different ways without another meaning: brackets are signs, or grow."""
_WIDEST = 3
"""Most signs of the MathML that one command stands for: ``arg min`` has two."""
_DRAWINGS = pattern(r"\\(?:pgfpicture|lxSVG@)")
_REFERENCES = {"ref": "\\text{%s}", "eqref": "\\text{(%s)}"}
_HOLE = "\ue000"


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


def agree(tex: str, shown: str) -> bool:
    """Whether all commands of a formula are known, and its letters and digits are those of ``shown``, the MathML's text.

    This is quick; a formula for which it is False may still be right.
    """
    try:
        parts = _COMMAND.split(tex)
        parts[1::2] = [_LETTERS[name] if name else "" for name in parts[1::2]]
    except KeyError:
        return False
    return _letters("".join(parts)) == _letters(shown)


def judge(tex: str, mathml: MathElement) -> Verdict:
    """Choose between the TeX of a formula and its MathML, by the rules of docs/math.md."""
    names = frozenset(name for name in _COMMAND.findall(tex) if name)
    unknown = names - _NAMES
    tree = None if unknown else parse(tex)
    unchanged = Verdict(tex, Choice.NEITHER if tree is None else Choice.TEX)
    try:
        other = mathml_as_tex(mathml)
    except UnreadableError:
        return unchanged
    seen = parse(other)
    if seen is None or (tree is not None and _letters(_text(tree)) == _letters(_text(seen))):
        return unchanged
    if _DRAWINGS.search(tex):
        return Verdict(other, Choice.MATHML)
    signs = _signs_for(tex, unknown or names & SYMBOL_COMMANDS.keys(), seen)
    if not unknown:
        signs = {command: sign for command, sign in signs.items() if _letters(sign) != _letters(_LETTERS[command[1:]])}
    if signs:
        named = _with_signs(tex, signs)
        return Verdict(named, Choice.PARTS) if parse(named) else unchanged
    known = Counter("".join(_pieces(tree) if tree is not None else _known_pieces(tex, unknown)))
    added = Counter("".join(_pieces(seen)))
    is_whole = known <= added and added.total() > known.total()
    words = Counter(_letters(_words(mathml)))
    if is_whole and (tree is None or Counter(_letters("".join((added - known).elements()))) <= words):
        return Verdict(other, Choice.MATHML)
    return unchanged


def _letters(text: str) -> list[str]:
    return sorted(_NO_LETTERS.sub("", text if text.isascii() else unicodedata.normalize("NFKD", text)))


def _words(mathml: MathElement) -> str:
    if mathml.tag == "mtext":
        return _all_text(mathml)
    return "".join(map(_words, mathml.children))


def _all_text(mathml: MathElement) -> str:
    return mathml.text + "".join(map(_all_text, mathml.children))


def _symbols(node: object) -> Iterator[str]:
    """Yield the symbols of a tree; scripts follow their base, the lower one first."""
    if type(node) is Symbol:
        yield node.text
    elif isinstance(node, tuple):
        for part in node:
            yield from _symbols(part)


def _text(node: Node) -> str:
    return "".join(_symbols(node))


def _pieces(node: Node) -> list[str]:
    """Return the symbols that both witnesses must have."""
    pieces = (text if text[0] == _HOLE else unicodedata.normalize("NFKD", text) for text in _symbols(node))
    return [piece for piece in pieces if not _GROUPING.issuperset(piece)]


def _known_pieces(tex: str, unknown: Iterable[str]) -> list[str]:
    """Return the symbols of a formula with unknown commands; its letters alone if it cannot be parsed."""
    try:
        return [piece for piece in _pieces(_parse_with_holes(tex, unknown)) if piece[0] != _HOLE]
    except UnreadableError:
        parts = _COMMAND.split(tex)
        parts[1::2] = [_LETTERS.get(name or "", "") for name in parts[1::2]]
        return _letters("".join(parts))


def _parse_with_holes(tex: str, holes: Iterable[str]) -> Node:
    return Parser(tex, COMMANDS | dict.fromkeys(holes, _hole)).formula()


def _hole(parser: Parser, name: str) -> Node:
    reference = f"{{{parser.source()}}}" if name in _REFERENCES else ""
    return Symbol(f"{_HOLE}\\{name}{reference}")


def _signs_for(tex: str, holes: Iterable[str], seen: Node) -> dict[str, str]:
    """Return the TeX that stands in the MathML where commands stand in ``tex``; {} if anything else differs."""
    try:
        expected = _pieces(_parse_with_holes(tex, holes))
    except UnreadableError:
        return {}
    found = _pieces(seen)
    for width in range(1, _WIDEST + 1):
        if signs := _fill(expected, found, width):
            return {command: _as_command(command, sign) for command, sign in signs.items()}
    return {}


def _fill(expected: list[str], found: list[str], width: int) -> dict[str, list[str]]:
    """Compare two formulas sign by sign; each hole takes ``width`` signs, always the same for the same command."""
    signs: dict[str, list[str]] = {}
    rest, place = "", 0
    for piece in expected:
        if piece[0] == _HOLE:
            taken = found[place : place + width]
            place += width
            if rest or len(taken) < width or signs.setdefault(piece[1:], taken) != taken:
                return {}
            continue
        for character in piece:
            if not rest:
                rest, place = "".join(found[place : place + 1]), place + 1
            if rest[:1] != character:
                return {}
            rest = rest[1:]
    return signs if not rest and place == len(found) else {}


def _as_command(command: str, signs: list[str]) -> str:
    if (form := _REFERENCES.get(command[1:].partition("{")[0])) is not None:
        return form % " ".join(signs)
    if len(signs) > 1 and all(sign.isalpha() for sign in signs):
        return "\\operatorname{%s}" % "\\,".join(signs)
    return "".join(map(sign_as_tex, signs))


def _with_signs(tex: str, signs: dict[str, str]) -> str:
    """Replace commands by TeX that stands for them."""
    either = "|".join(re.escape(command) for command in sorted(signs, key=len, reverse=True))
    return re.sub(rf"(?:{either})(?![A-Za-z@])", lambda match: _group(signs[match[0]]), tex)


def _group(sign: str) -> str:
    return sign if sign[:1] == "\\" and sign[-1] == "}" else f"{{{sign}}}"
