"""Lines of text for display: superscripts and subscripts in Unicode, formulas in one line, footnotes as marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Break, Footnote, Formula, Inline, Link, Picture, Reference, Style, Text
from arxtui.reader.contents import Content
from arxtui.reader.lines import Role
from arxtui.text.encodable import encodable
from arxtui.text.math import linear
from arxtui.text.math.common_tex import common_tex
from arxtui.text.tex.marks import SUBSCRIPTS, SUPERSCRIPTS

PICTURE_SIGN = "▣"
"""The sign for a picture within a line."""
STRUCK_SIGN = "~~"
"""The sign before and after struck text where styles are not shown, as in Markdown."""
UNMARKED = "*"
"""The mark of a footnote without a mark of its own."""

# The constructor of a NamedTuple calls this, and takes twice the time.
_NEW = tuple.__new__
_STYLES = tuple(map(Style, range(256)))
_MATH, _NO_STYLE = Role.MATH, Style.PLAIN
"""A role and a style under names of their own: Python 3.11 takes ten times as long to find members in their class."""
_IS_STRUCK = tuple(bool(style & Style.STRIKE) for style in _STYLES)
_SUPER, _SUB = int(Style.SUPER), int(Style.SUB)
_SMALL_CAPS, _SMALL_CAPS_OR_MONO = int(Style.SMALL_CAPS), int(Style.SMALL_CAPS | Style.MONO)
_CODE_NAME = pattern(r"\w[._]\w")
_ASCII_OR_OTHERS = pattern(r"[\x00-\x7f]+|[^\x00-\x7f]+")
# Signs that need a raised or lowered form to look like a script; other signs are already marks.
_SIGNS = frozenset("+-−=()<>")
_SCRIPTS = "".join({*SUPERSCRIPTS.values(), *SUBSCRIPTS.values()})
# A number, also with a unit or in brackets, or a script: a raised mark after it would be read as its power.
_BASE = pattern(rf"(?:\d(?:\s?[A-Za-zΩµμÅ]{{1,3}})?[)\]]?|[{re.escape(_SCRIPTS)}])\s*\Z")
_LONGEST_BASE = 20


class Span(NamedTuple):
    """A part of a text with one role and style. ``start`` and ``size`` have the same meaning as in a run."""

    text: str
    role: Role
    target: str
    style: Style
    start: int
    size: int


class Leaf(NamedTuple):
    """A line of text in a block: its spans, and its text, which begins at ``start`` in the block's text."""

    spans: list[Span]
    text: str
    start: int


class Leaves:
    """Iterates over the leaves of a block, which are one character apart in the block's text. With ``tex``, formulas
    are shown as TeX; with ``struck_signs``, struck text between ``~~``."""

    def __init__(
        self, block: int, contents: Iterable[Content], *, tex: bool = False, struck_signs: bool = False
    ) -> None:
        self._block = block
        self._contents = iter(contents)
        self._tex = tex
        self._struck_signs = struck_signs
        self._notes = 0
        self._place = 0

    def __iter__(self) -> Iterator[Leaf]:
        return self

    def __next__(self) -> Leaf:
        content = next(self._contents)
        start = self._place
        self.spans: list[Span] = []
        """The spans of the current line so far."""
        spans = self.spans
        texts: list[str] = []
        for inline, context in _flattened(content):
            if type(inline) is Text and inline.style is _NO_STYLE:
                text = shown = inline.text
                (role, target), style = context, _NO_STYLE
            else:
                text, shown, role, target, style = _RENDERERS[type(inline)](self, inline, context)
            if text or shown:
                spans.append(_NEW(Span, (shown, role, target, style, self._place, len(text))))
                texts.append(text)
                self._place += len(text)
        self._place += 1
        if self._struck_signs and any(_IS_STRUCK[span.style] for span in spans):
            spans = _with_struck_signs(spans)
        return Leaf(spans, "".join(texts), start)

    def formula(self, formula: Formula) -> tuple[str, str]:
        """Return the text of a formula in one line, and the text to display for it."""
        text = formula_text(formula.tex)
        return text, f"${common_tex(formula.tex)}$" if self._tex else text

    def note_target(self) -> str:
        """Return the target of the next footnote of the block."""
        self._notes += 1
        return note_name(self._block, self._notes)


def with_role(spans: Iterable[Span], role: Role, style: Style = Style.PLAIN) -> list[Span]:
    """Return the spans with ``role`` instead of the plain text role, and with ``style`` added to all but formulas."""
    return [
        span
        if span.role is Role.MATH
        else span._replace(role=role if span.role is Role.TEXT else span.role, style=_STYLES[span.style | style])
        for span in spans
    ]


def in_ascii(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in ASCII. Spelled-out characters become spans of their own, so that search still finds the
    characters around them one by one; a formula is spelled out as a whole."""
    return [part for span in spans for part in _spelled_parts(span)]


def spacer(text: str = " ", role: Role = Role.TEXT) -> Span:
    """Return a span that the layout inserts between two texts on one line."""
    return Span(text, role, "", Style.PLAIN, 0, 0)


def text_of(block: int, contents: Iterable[Content]) -> str:
    """Return the text of a block, one line per line of text."""
    return "\n".join([leaf.text for leaf in Leaves(block, contents)])


def note_name(block: int, place: int) -> str:
    """Return the target of a block's footnote mark; footnotes are counted from 1."""
    return f"note:{block}.{place}"


def formula_text(tex: str) -> str:
    """Return a formula in one line of Unicode, or its TeX if that is impossible."""
    shown = linear(tex)
    return f"${tex}$" if shown is None else shown


def _with_struck_signs(spans: list[Span]) -> list[Span]:
    """Return the spans with ``~~`` around each struck text."""
    marked: list[Span] = []
    for struck, group in groupby(spans, lambda span: _IS_STRUCK[span.style]):
        signs = [spacer(STRUCK_SIGN)] if struck else []
        marked += [*signs, *group, *signs]
    return marked


def superscript(text: str) -> str:
    """Return ``text`` in superscript characters, or else ``^(text)``."""
    return _in_forms(text, SUPERSCRIPTS, "^")


def subscript(text: str) -> str:
    """Return ``text`` in subscript characters, or else ``_(text)``."""
    return _in_forms(text, SUBSCRIPTS, "_")


def _spelled_parts(span: Span) -> Iterator[Span]:
    if span.text.isascii():
        yield span
    elif span.role is Role.MATH or span.size != len(span.text):
        yield span._replace(text=encodable(span.text, "ascii"))
    else:
        for match in _ASCII_OR_OTHERS.finditer(span.text):
            if text := encodable(match[0], "ascii"):
                yield span._replace(text=text, start=span.start + match.start(), size=len(match[0]))


class _Context(NamedTuple):
    role: Role = Role.TEXT
    target: str = ""


_PLAIN = _Context()


def _flattened(content: Content) -> Iterator[tuple[Inline, _Context]]:
    """Yield the runs of a line, each with the role and target of the link or reference around it."""
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


Rendering = tuple[str, str, Role, str, Style]
"""The text of a run, its displayed text, and its role, target and style."""


def _text(leaves: Leaves, inline: Text, context: _Context) -> Rendering:
    text, style = inline
    shown = text
    if style is not _NO_STYLE:
        bits = int(style)
        if bits & _SUPER:
            shown = text = superscript(text)
        elif bits & _SUB:
            shown = text = subscript(text)
        elif bits & _SMALL_CAPS_OR_MONO == _SMALL_CAPS and text.lower() == text and not _CODE_NAME.search(text):
            shown = text.upper()
        style = _STYLES[bits & ~(_SUPER | _SUB)]
    return text, shown, context.role, context.target, style


def _formula(leaves: Leaves, inline: Formula, context: _Context) -> Rendering:
    return *leaves.formula(inline), _MATH, f"tex:{inline.tex}", _NO_STYLE


def _break(leaves: Leaves, inline: Break, context: _Context) -> Rendering:
    return "\n", "\n", context.role, context.target, _NO_STYLE


def _picture(leaves: Leaves, inline: Picture, context: _Context) -> Rendering:
    text = f"{PICTURE_SIGN} {inline.alt}" if inline.alt else PICTURE_SIGN
    return text, text, Role.PICTURE, inline.address, _NO_STYLE


def _note(leaves: Leaves, inline: Footnote, context: _Context) -> Rendering:
    text = _note_mark(inline.mark or UNMARKED, leaves.spans)
    return text, text, Role.NOTE, leaves.note_target(), _NO_STYLE


def _note_mark(mark: str, before: Sequence[Span]) -> str:
    """Return the mark of a footnote, raised; but ``[note 2]`` where it would be read as a power."""
    last = next((span for span in reversed(before) if not span.text.isspace()), None)
    if last is not None and last.role is Role.NOTE and not last.text.endswith("]"):
        return f"{',' * (last is before[-1])}{superscript(mark)}"
    text = "".join([span.text for span in before[-3:]])[-_LONGEST_BASE:]
    is_cited = last is not None and last.role is Role.CITATION and text.endswith((")", "]"))
    if last is None or not (last.role in (_MATH, Role.NOTE) or _BASE.search(text)) or is_cited:
        return superscript(mark)
    return f"{' ' * (not text[-1:].isspace())}[note {mark}]"


def _in_forms(text: str, forms: dict[str, str], sign: str) -> str:
    shown = [forms.get(character) or ("" if _needs_form(character) else character) for character in text]
    if all(shown):
        return "".join(shown)
    return f"{sign}({text})" if len(text) > 1 else sign + text


def _needs_form(character: str) -> bool:
    return character.isalnum() or character in _SIGNS


_RENDERERS: dict[type, Callable[[Leaves, Any, _Context], Rendering]] = {
    Text: _text,
    Formula: _formula,
    Break: _break,
    Picture: _picture,
    Footnote: _note,
}
