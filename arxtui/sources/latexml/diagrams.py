"""Diagrams of xy-pic described in words. LaTeXML draws them, and only coordinates relate a label to its place.

The description lists the objects row by row, then the labels of the arrows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Formula, Inline, Text
from arxtui.sources.latexml.content import Content

_DRAWING = "\\lx@xy@svg{"
_OBJECT, _LABEL = "\\textstyle{", "\\scriptstyle{"
_LABELLED = pattern(r"\$\\(?:text|script)style\{")
_STRUT = pattern(r"\\hbox to\s*[\d.]+pt\{\\hfill\\vrule[^{}]*\}")
_IGNORED = pattern(r"\\(?:lx@inpgf@)?ignorespaces(?![A-Za-z@])\s*")


class Diagram(NamedTuple):
    """The TeX of the objects, and of the labels beside arrows, both in page order."""

    objects: tuple[str, ...]
    arrows: tuple[str, ...]

    def parts(self) -> Iterator[tuple[str, str]]:
        """Yield the parts of the description: words, and the formula after them or ""."""
        lead = "[diagram: "
        for tex in self.objects:
            yield lead, tex
            lead = ", "
        lead = "; arrows " if self.objects else "[diagram: arrows "
        for tex in self.arrows:
            yield lead, tex
            lead = ", "
        yield "]" if self.objects or self.arrows else "[diagram]", ""

    def content(self) -> Content:
        """Return the description as the content of a line."""
        runs: list[Inline] = []
        for words, tex in self.parts():
            runs += [Text(words), Formula(tex)] if tex else [Text(words)]
        return tuple(runs)


def diagram(formulas: Iterable[str]) -> Diagram:
    """Sort the formulas of a drawing: xy-pic sets objects in text size, and the labels of arrows in a smaller size."""
    objects: list[str] = []
    arrows: list[str] = []
    for tex in formulas:
        is_label = tex.startswith(_LABEL)
        if bare := bare_tex(tex):
            (arrows if is_label else objects).append(bare)
    return Diagram(tuple(objects), tuple(arrows))


def bare_tex(tex: str) -> str:
    """Return the TeX of an object or a label without its size and the strut around it."""
    is_whole = tex.startswith((_LABEL, _OBJECT)) and _closing(tex, tex.index("{")) == len(tex) - 1
    return _STRUT.sub("", tex[tex.index("{") + 1 : -1] if is_whole else tex).strip()


def describe_diagrams(tex: str) -> str:
    """Remove drawing commands from a formula; a diagram within it is replaced by its description."""
    tex = _IGNORED.sub("", tex)
    while (start := tex.find(_DRAWING)) >= 0:
        end = _closing(tex, start + len(_DRAWING) - 1)
        source = tex[start:end]
        description = "".join(
            f"{words}${part}$" if part else words for words, part in diagram(_labelled(source)).parts()
        )
        tex = f"{tex[:start]}\\text{{{description}}}{tex[end + 1 :]}"
    return tex


def _labelled(source: str) -> Iterator[str]:
    for match in _LABELLED.finditer(source):
        yield source[match.start() + 1 : _closing(source, match.end() - 1) + 1]


def _closing(tex: str, opening: int) -> int:
    """Return the index of the brace that closes the one at ``opening``; the length of the text if it is not closed."""
    depth = 0
    for place in range(opening, len(tex)):
        if tex[place] in "{}" and (place == 0 or tex[place - 1] != "\\"):
            depth += 1 if tex[place] == "{" else -1
            if depth == 0:
                return place
    return len(tex)
