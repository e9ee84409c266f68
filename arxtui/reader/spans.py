"""Lines of text as they are shown: scripts in raised and lowered characters, formulas in Unicode, notes as marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from arxtui.model.document import Break, Footnote, Formula, Inline, Link, Picture, Reference, Style, Text
from arxtui.patterns import pattern
from arxtui.reader.contents import Content
from arxtui.reader.lines import Role
from arxtui.text.encodable import encodable
from arxtui.text.math import linear
from arxtui.text.tex.marks import SUBSCRIPTS, SUPERSCRIPTS

PICTURE_SIGN = "▣"
"""Stands for a picture within a line."""
UNMARKED = "*"
"""The mark of a footnote that has none."""

_STYLES = tuple(map(Style, range(256)))
_SUPER, _SUB = int(Style.SUPER), int(Style.SUB)
_ASCII_OR_OTHERS = pattern(r"[\x00-\x7f]+|[^\x00-\x7f]+")
# What needs a raised or lowered form to be seen as a script; other signs are marks in themselves.
_SIGNS = frozenset("+-−=()<>")


class Span(NamedTuple):
    """A stretch of a text in one role and style. ``start`` and ``size`` as those of a run."""

    text: str
    role: Role
    target: str
    style: Style
    start: int
    size: int


class Leaf(NamedTuple):
    """A line of text of a block: its spans, and what it says, which begins at ``start`` of the block's text."""

    spans: list[Span]
    text: str
    start: int


class Leaves:
    """The leaves of a block, one after the other, a character apart. With ``tex`` formulas are shown as TeX."""

    def __init__(self, block: int, contents: Iterable[Content], *, tex: bool = False) -> None:
        self._block = block
        self._contents = iter(contents)
        self._tex = tex
        self._notes = 0
        self._place = 0

    def __iter__(self) -> Iterator[Leaf]:
        return self

    def __next__(self) -> Leaf:
        content = next(self._contents)
        start = self._place
        spans: list[Span] = []
        texts: list[str] = []
        for inline, context in _flat(content):
            text, shown, role, target, style = _SHOWN[type(inline)](self, inline, context)
            if text or shown:
                spans.append(Span(shown, role, target, style, self._place, len(text)))
                texts.append(text)
                self._place += len(text)
        self._place += 1
        return Leaf(spans, "".join(texts), start)

    def formula(self, formula: Formula) -> tuple[str, str]:
        """What a formula says in one line, and what is shown of it."""
        text = formula_text(formula.tex)
        return text, f"${formula.tex}$" if self._tex else text

    def note_target(self) -> str:
        """The name of the next footnote of the block."""
        self._notes += 1
        return note_name(self._block, self._notes)


def dressed(spans: Iterable[Span], role: Role, style: Style = Style.PLAIN) -> list[Span]:
    """Text that has no role of its own in ``role``, and all but formulas in ``style`` too."""
    return [
        span
        if span.role is Role.MATH
        else span._replace(role=role if span.role is Role.TEXT else span.role, style=_STYLES[span.style | style])
        for span in spans
    ]


def spelled_out(spans: Iterable[Span]) -> list[Span]:
    """The spans in ASCII. In text that shows what it says, characters that are spelled out are spans of their own, so
    that those around them are still found one by one; a formula is spelled as a whole."""
    return [part for span in spans for part in _spelled_parts(span)]


def between(text: str = " ", role: Role = Role.TEXT) -> Span:
    """What the layout puts between two texts on one line."""
    return Span(text, role, "", Style.PLAIN, 0, 0)


def text_of(block: int, contents: Iterable[Content]) -> str:
    """What a block says: its lines of text, one a line."""
    return "\n".join([leaf.text for leaf in Leaves(block, contents)])


def note_name(block: int, place: int) -> str:
    """The target of the mark of a block's footnote, counted from 1."""
    return f"note:{block}.{place}"


def formula_text(tex: str) -> str:
    """A formula in one line of Unicode, else its TeX."""
    shown = linear(tex)
    return f"${tex}$" if shown is None else shown


def raised(text: str) -> str:
    """``text`` in raised characters, else ``^(text)``."""
    return _scripted(text, SUPERSCRIPTS, "^")


def lowered(text: str) -> str:
    """``text`` in lowered characters, else ``_(text)``."""
    return _scripted(text, SUBSCRIPTS, "_")


def _spelled_parts(span: Span) -> Iterator[Span]:
    if span.text.isascii():
        yield span
    elif span.role is Role.MATH or span.size != len(span.text):
        yield span._replace(text=encodable(span.text, "ascii"))
    else:
        for found in _ASCII_OR_OTHERS.finditer(span.text):
            if text := encodable(found[0], "ascii"):
                yield span._replace(text=text, start=span.start + found.start(), size=len(found[0]))


class _Context(NamedTuple):
    role: Role = Role.TEXT
    target: str = ""


_PLAIN = _Context()


def _flat(content: Content) -> Iterator[tuple[Inline, _Context]]:
    """The runs of a line, each with the link or reference that it is part of."""
    stack = [(iter(content), _PLAIN)]
    while stack:
        runs, context = stack[-1]
        for inline in runs:
            if type(inline) is Reference:
                cites = inline.cites or context.role is Role.CITATION
                inner = _Context(Role.CITATION if cites else Role.REFERENCE, inline.target or context.target)
                stack.append((iter(inline.content), inner))
                break
            if type(inline) is Link:
                stack.append((iter(inline.content), _Context(Role.LINK, inline.url)))
                break
            yield inline, context
        else:
            stack.pop()


Shown = tuple[str, str, Role, str, Style]
"""What a run says, what is shown of it, its role, target and style."""


def _text(leaves: Leaves, inline: Text, context: _Context) -> Shown:
    text, style = inline
    if style is not Style.PLAIN:
        bits = int(style)
        if bits & _SUPER:
            text = raised(text)
        elif bits & _SUB:
            text = lowered(text)
        style = _STYLES[bits & ~(_SUPER | _SUB)]
    return text, text, context.role, context.target, style


def _formula(leaves: Leaves, inline: Formula, context: _Context) -> Shown:
    return *leaves.formula(inline), Role.MATH, f"tex:{inline.tex}", Style.PLAIN


def _break(leaves: Leaves, inline: Break, context: _Context) -> Shown:
    return "\n", "\n", context.role, context.target, Style.PLAIN


def _picture(leaves: Leaves, inline: Picture, context: _Context) -> Shown:
    text = f"{PICTURE_SIGN} {inline.alt}" if inline.alt else PICTURE_SIGN
    return text, text, Role.PICTURE, inline.address, Style.PLAIN


def _note(leaves: Leaves, inline: Footnote, context: _Context) -> Shown:
    text = raised(inline.mark or UNMARKED)
    return text, text, Role.NOTE, leaves.note_target(), Style.PLAIN


def _scripted(text: str, forms: dict[str, str], sign: str) -> str:
    shown = [forms.get(character) or ("" if _needs_form(character) else character) for character in text]
    if all(shown):
        return "".join(shown)
    return f"{sign}({text})" if len(text) > 1 else sign + text


def _needs_form(character: str) -> bool:
    return character.isalnum() or character in _SIGNS


_SHOWN: dict[type, Callable[[Leaves, Any, _Context], Shown]] = {
    Text: _text,
    Formula: _formula,
    Break: _break,
    Picture: _picture,
    Footnote: _note,
}
