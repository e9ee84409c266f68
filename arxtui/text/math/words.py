"""Running text within a formula: ``\\text{if $x > 0$}``."""

from __future__ import annotations

from arxtui.text.math.atoms import SYMBOL_COMMANDS
from arxtui.text.math.fonts import ITALIC, Font
from arxtui.text.math.parser import Command, Parser
from arxtui.text.math.tree import EMPTY, Node, Row, Space, Symbol, UnreadableError
from arxtui.text.tex import readable

_BOLD = Font(bold=True)
_NO_TEXT = frozenset("\\{}$^~")


def _words(parser: Parser, name: str) -> Node:
    if parser.peek() == "[":
        parser.bracketed_source()
    source = parser.source()
    if source[:1] == "\\" and source[1:] in SYMBOL_COMMANDS and len(source) > 2:
        return parser.commands[source[1:]](parser, source[1:])
    if name == "textbf" and len(source) == 1:
        return Symbol(_BOLD.shown(source))
    pieces = source.split("$")
    if len(pieces) % 2 == 0:
        raise UnreadableError("$")
    if parser.depth > 20:
        raise UnreadableError("too deep")
    items: list[Node] = []
    for place, piece in enumerate(pieces):
        items += _formula(parser, piece) if place % 2 else _text(piece, name)
    return items[0] if len(items) == 1 else Row(tuple(items))


def _text(source: str, name: str) -> list[Node]:
    source = source.replace("{}", "")
    text = readable(source.replace("~", " ")) if "\\" in source or "{" in source or "`" in source else source
    text = " ".join(text.replace("~", " ").replace("\u00a0", " ").split(" "))
    bare = " ".join(text.split())
    if not bare:
        return [Space(1)] if text else []
    if _NO_TEXT & set(bare):
        raise UnreadableError("\\" + name)
    before, after = [Space(1)] * text[0].isspace(), [Space(1)] * text[-1].isspace()
    return [*before, Symbol(bare), *after]


def _formula(parser: Parser, source: str) -> list[Node]:
    inner = Parser(source, parser.commands)
    inner.depth = parser.depth + 10
    inner.font = ITALIC
    found = inner.formula()
    return list(found.items) if found is not EMPTY else []


_WORDS = (
    "text textrm textbf textit textsf texttt textsl textsc textup textmd textnormal textmath emph mbox hbox makebox "
    "mathmbox textquoteright enquote"
)

WORD_COMMANDS: dict[str, Command] = dict.fromkeys(_WORDS.split(), _words)
"""Commands whose argument is running text."""
