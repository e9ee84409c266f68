"""Lines of text as Markdown (CommonMark, with GitHub's footnotes and formulas between dollar signs)."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from re import Match
from typing import Any

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import DRAWING, Break, Footnote, Formula, Inline, Link, Picture, Reference, Style, Text
from arxtui.reader.contents import Content, unwrapped
from arxtui.reader.spans import STRUCK_SIGN, formula_text, subscript, superscript
from arxtui.text.math.common_tex import common_tex

_MARKUP = pattern(r"[\\`*_\[\]<$~|]|&(?=#?\w+;)")
# Signs that at the start of a line begin a heading, a list, a quote, a rule or the underline of a heading.
_LINE_START_MARKUP = pattern(r"^(\d{1,9}(?=[.)])|)([-+=:#>.)])", 8)
_TICKS = pattern("`+")
_NOT_IN_LABEL = pattern(r"[\s\[\]\\`*_<>|$~^]")
_LOOSE_DOLLAR = pattern(r"(?<!\\)(?:\\\\)*\$")
_ADDRESS = str.maketrans({" ": "%20", "<": "%3C", ">": "%3E", "\\": "%5C", "\n": "", "|": "%7C"})
_LINE_END = "\\\n"


class MarkedText:
    """Writes lines of text, and labels the footnotes that they call."""

    def __init__(self) -> None:
        self.notes: list[tuple[str, Footnote]] = []
        """The footnotes called so far, each with its label: its mark, with a number if an earlier one has the same."""
        self._labels: Counter[str] = Counter()

    def paragraph(self, content: Content) -> str:
        """Write a text that begins a line; it has several lines if its author has set line breaks."""
        lines = self.line(content).split(_LINE_END)
        return _LINE_END.join(_LINE_START_MARKUP.sub(_escape_start, line.strip()) for line in lines)

    def line(self, content: Content, *, in_table: bool = False) -> str:
        """Write a text within a line, or within a cell of a table."""
        pieces = [_WRITERS[type(run)](self, run) for run in _without_references(content)]
        result = ""
        for index, marked in enumerate(pieces):
            if in_table and marked.is_code:
                marked = marked._replace(text=marked.text.replace("|", r"\|"))
            after = pieces[index + 1].beginning if index + 1 < len(pieces) else ""
            result += marked.leading
            result += _emphasize(marked, result[-1:], marked.trailing or after) + marked.trailing
        return result

    def cell(self, content: Content) -> str:
        """Write a text in a cell of a table, on one line."""
        return self.line(content, in_table=True).replace(_LINE_END, " ").strip()

    def text(self, run: Text) -> _MarkedRun:
        """Write a text in its style."""
        text, style = run.text, int(run.style)
        if style & Style.SUPER:
            text = superscript(text)
        elif style & Style.SUB:
            text = subscript(text)
        core = text.strip(" ")
        is_struck = bool(style & Style.STRIKE) and core != ""
        if style & Style.MONO:
            return _MarkedRun(code(text), is_code=True, is_struck=is_struck)
        is_script = style & (Style.SUPER | Style.SUB)
        sign = "" if is_script else "*" * (2 * bool(style & Style.BOLD) + bool(style & Style.ITALIC))
        if not (sign or is_struck) or not core:
            return _MarkedRun(escape(text))
        leading = text[: text.find(core)]
        return _MarkedRun(escape(core), sign, leading, text[len(leading) + len(core) :], is_struck=is_struck)

    def formula(self, run: Formula) -> _MarkedRun:
        """Write TeX between dollar signs; write the formula as code if its TeX is empty or contains dollar signs."""
        tex = common_tex(run.tex.strip())
        shown = code(formula_text(tex)) if not tex or _LOOSE_DOLLAR.search(tex) else f"${tex}$"
        return _MarkedRun(shown, is_code=True)

    def link(self, run: Link) -> _MarkedRun:
        """Write a link with its address; footnotes within the link follow it."""
        inner = tuple(unwrapped(run.content))
        text = self.line(tuple(part for part in inner if not isinstance(part, Footnote)))
        notes = self.line(tuple(part for part in inner if isinstance(part, Footnote)))
        return _MarkedRun(f"[{text.replace(_LINE_END, ' ')}](<{run.url.translate(_ADDRESS)}>){notes}")

    def picture(self, run: Picture) -> _MarkedRun:
        """Write a picture with its address; of a drawing within the page, only the description."""
        if run.is_drawing:
            return _MarkedRun(escape(f"[picture: {run.alt or DRAWING}]"))
        return _MarkedRun(f"![{escape(run.alt)}](<{run.address.translate(_ADDRESS)}>)")

    def note(self, run: Footnote) -> _MarkedRun:
        """Write the mark of a footnote, and register the footnote."""
        label = mark = _NOT_IN_LABEL.sub("", run.mark) or "note"
        while self._labels[label.casefold()]:
            self._labels[mark.casefold()] += 1
            label = f"{mark}-{self._labels[mark.casefold()]}"
        self._labels[label.casefold()] += 1
        self.notes.append((label, run))
        return _MarkedRun(f"[^{label}]")

    def end_line(self, run: Break) -> _MarkedRun:
        """Write a line break within a paragraph."""
        return _MarkedRun(_LINE_END)


class _MarkedRun(NamedTuple):
    """A written run, the emphasis signs to put around it, and the blanks outside these signs."""

    text: str
    sign: str = ""
    leading: str = ""
    trailing: str = ""
    is_code: bool = False
    is_struck: bool = False

    @property
    def beginning(self) -> str:
        return (self.leading or STRUCK_SIGN * self.is_struck or self.sign or self.text)[:1]


def escape(text: str) -> str:
    """Escape a text so that it contains no markup within a line. At the start of a line, further signs can be
    markup."""
    return _MARKUP.sub(r"\\\g<0>", text)


def code(text: str) -> str:
    """Return a text unchanged as inline code."""
    if not text.strip():
        return text
    ticks = "`" * (1 + max(map(len, _TICKS.findall(text)), default=0))
    room = " " if text[0] in " `" or text[-1] in " `" else ""
    return f"{ticks}{room}{text}{room}{ticks}"


def fence_of(lines: list[str]) -> str:
    """Return a fence for a code block that is longer than any row of backticks in its lines."""
    return "`" * max(3, 1 + max((len(match) for line in lines for match in _TICKS.findall(line)), default=0))


def _without_references(content: Content) -> Iterator[Inline]:
    """Yield the runs of a line, including those within references, because Markdown has no anchors for their
    targets."""
    stack = [iter(content)]
    while stack:
        for inline in stack[-1]:
            if type(inline) is Reference:
                stack.append(iter(inline.content))
                break
            yield inline
        else:
            stack.pop()


def _escape_start(match: Match[str]) -> str:
    return f"{match[1]}\\{match[2]}"


def _emphasize(marked: _MarkedRun, before: str, after: str) -> str:
    """Return the text with its emphasis signs if Markdown recognizes them here. Struck text is never written without a
    sign, because it would mean the opposite; where ``~~`` is not recognized, it is in HTML."""
    if not marked.is_struck:
        return _between(marked.sign, marked.text, before, after[:1]) or marked.text
    text = _between(marked.sign, marked.text, "~", "~") or marked.text
    return _between(STRUCK_SIGN, text, before, after[:1]) or f"<del>{text}</del>"


def _between(sign: str, text: str, before: str, after: str) -> str:
    """Return the text between two signs; "" if these would not be recognized: between a letter and a punctuation mark
    (CommonMark 0.31, 6.2), and beside another such sign."""
    is_apart = sign[:1] not in (before, after)
    return f"{sign}{text}{sign}" if is_apart and _is_open(text[:1], before) and _is_open(text[-1:], after) else ""


def _is_open(edge: str, neighbour: str) -> bool:
    return not _is_punctuation(edge) or not neighbour.strip() or _is_punctuation(neighbour)


def _is_punctuation(character: str) -> bool:
    return character != "" and unicodedata.category(character)[0] in "PS"


_WRITERS: Mapping[type, Callable[[MarkedText, Any], _MarkedRun]] = {
    Text: MarkedText.text,
    Formula: MarkedText.formula,
    Link: MarkedText.link,
    Picture: MarkedText.picture,
    Footnote: MarkedText.note,
    Break: MarkedText.end_line,
}
