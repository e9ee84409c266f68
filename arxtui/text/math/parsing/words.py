"""Running text within a formula: ``\\text{if $x > 0$}``."""

from __future__ import annotations

import re

from arxtui.light import pattern
from arxtui.text.math.parsing.atoms import SYMBOL_COMMANDS
from arxtui.text.math.parsing.parser import Command, Parser
from arxtui.text.math.tree import Node, Row, Space, Symbol, UnreadableError
from arxtui.text.tex.commands import convert_by_walk
from arxtui.text.tex.fonts import BOLD, ITALIC

_KERNS = pattern(r"\\(?:kern|hskip)\s*-?[\d.]+\s*(?:pt|em|ex|mu)\s*|\\(?:hss|penalty\s*-?\d*)(?![A-Za-z])\s?")
_STROKE = pattern(r"(?:\$|\\(?:display|text|script|scriptscript)style|\s)*\\not(?:\$|\s)*")
_BORDERS = pattern(r"(\\.|[{}$])", re.DOTALL)
_NO_TEXT = frozenset("\\{}$^~")


def running_text(parser: Parser, name: str) -> Node:
    """Parse the next argument as running text, with the formulas within it."""
    while parser.peek() == "[":
        parser.bracketed_source()
    source = parser.source()
    if source[:1] == "\\" and source[1:] in SYMBOL_COMMANDS and len(source) > 2:
        return parser.commands[source[1:]](parser, source[1:])
    if name == "textbf" and (len(sign := source.strip("{}")) == 1 or sign.isdecimal()):
        return Symbol(BOLD.apply(sign))
    parts = _split_at_dollars(source)
    if len(parts) % 2 == 0:
        raise UnreadableError("$")
    items: list[Node] = []
    for place, part in enumerate(parts):
        items += parser.inner(part, ITALIC).items if place % 2 else _text(part, name)
    return items[0] if len(items) == 1 else Row(tuple(items))


def _split_at_dollars(source: str) -> list[str]:
    """Split running text: every second part is a formula. A formula in it may have a box with formulas of its own."""
    parts, depth, opened = [""], 0, 0
    for part in _BORDERS.split(source):
        depth += (part == "{") - (part == "}")
        if part == "$" and (len(parts) % 2 or depth <= opened):
            parts.append("")
            opened = depth
        else:
            parts[-1] += part
    return parts


def _box(parser: Parser, name: str) -> Node:
    """Read ``\\hbox to 0pt{…}``. A box that has only the stroke of ``\\centernot`` strikes what follows."""
    if parser.word("to") and parser.length() is None:
        raise UnreadableError("\\hbox")
    start = parser.place
    if is_stroke(parser.source()):
        return parser.commands["not"](parser, "not")
    parser.place = start
    return running_text(parser, name)


def is_stroke(source: str) -> bool:
    """Whether a box has only the stroke of ``\\centernot``."""
    return _STROKE.fullmatch(_KERNS.sub("", source)) is not None


def _quantity(parser: Parser, name: str) -> Node:
    """Read ``\\unit[5]{MeV}``: a number and its unit."""
    number = parser.bracketed_source()
    unit = running_text(parser, name)
    return Row((*parser.inner(number).items, Space(1), unit)) if number else unit


def _text(source: str, name: str) -> list[Node]:
    source = _KERNS.sub("", source).replace("\\lx@text@lbrace", "\\{").replace("\\lx@text@rbrace", "\\}")
    text = _remove_braces(source.replace("~", " ")) if any(sign in source for sign in "\\{}`") else source
    text = text.replace("---", "—").replace("--", "–")
    text = " ".join(text.replace("~", " ").replace("\u00a0", " ").split(" "))
    bare = " ".join(text.split())
    if not bare:
        return [Space(1)] if text else []
    if _NO_TEXT & set(bare) and bare not in ("{", "}"):
        raise UnreadableError("\\" + name)
    before, after = [Space(1)] * text[0].isspace(), [Space(1)] * text[-1].isspace()
    return [*before, Symbol(bare), *after]


def _remove_braces(source: str) -> str:
    """Convert running text and remove braces that only group. A brace pair may be split by a formula in between."""
    if "\\{" in source or "\\}" in source:
        return convert_by_walk(source.replace("{}", ""))
    shown = convert_by_walk(source.replace("{}", ""))
    return shown if "\\" in shown else shown.replace("{", "").replace("}", "")


_WORDS = (
    "text textrm textbf textit textsf texttt textsl textsc textup textmd textnormal textmath emph mbox makebox "
    "mathmbox textquoteright enquote"
)

WORD_COMMANDS: dict[str, Command] = {**dict.fromkeys(_WORDS.split(), running_text), "unit": _quantity, "hbox": _box}
"""Commands with running text as their argument."""
