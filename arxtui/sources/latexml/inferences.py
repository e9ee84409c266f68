"""Proof trees of bussproofs and the like: boxes of premises, a bar with the rule's name, and a conclusion."""

from __future__ import annotations

from re import Match

from selectolax.lexbor import LexborNode

from arxtui.model.document import Formula, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import elements_in
from arxtui.sources.latexml.walker import Element, PageReader
from arxtui.text.math import display

BAR = ".ltx_inline-block > .ltx_filled_leader"
_WIDEST = 76
"""The most cells of a tree that is drawn; a wider one is a paragraph a line."""
_SIGNS = pattern(r"[\\{}$&#%_^~]")


def inference_tex(page: PageReader, box: Element, flow: Flow) -> str:
    """Return a proof tree as nested continued fractions; "" if it cannot be drawn."""
    faults, unknown = len(page.faults), page.unknown.copy()
    tex = _stack(page, box, flow)
    drawn = display(tex, 2 * _WIDEST)
    if drawn and drawn.width <= _WIDEST:
        return tex
    # The parts are read again as lines.
    del page.faults[faults:]
    page.unknown = unknown
    return ""


def is_bar(node: LexborNode) -> bool:
    """Whether a box holds only the bar above a conclusion."""
    return [each.attributes.get("class") for each in elements_in(node)] == ["ltx_rule ltx_filled_leader"]


def _stack(page: PageReader, box: Element, flow: Flow) -> str:
    """Return a column of lines: premises, then bars, each with a conclusion below it."""
    tex, rule = "", ""
    for node in elements_in(box.node):
        line = _row(page, box._replace(node=node), flow)
        if any(map(is_bar, elements_in(node))):
            rule = line and rf"\,{line}"
        else:
            tex = rf"\cfrac{{{tex}}}{{{line}}}{rule}" if tex else line
    return tex


def _row(page: PageReader, line: Element, flow: Flow) -> str:
    """Return what stands beside each other in a line: formulas, words, and trees."""
    parts = []
    for node in elements_in(line.node):
        part = line._replace(node=node)
        if node.css_first(BAR):
            is_column = any(is_bar(inner) for row in elements_in(node) for inner in elements_in(row))
            parts.append((_stack if is_column else _row)(page, part, flow))
        elif not is_bar(node):
            words = Flow(in_line=True, anchors=flow.anchors)
            page.node(node, line.style, words)
            parts.append(_tex(words.line()))
    return r"\quad ".join(filter(None, parts))


def _tex(content: Content) -> str:
    parts = []
    for run in content:
        if isinstance(run, Formula):
            parts.append(run.tex)
        elif isinstance(run, Text):
            parts.append(rf"\text{{{_SIGNS.sub(_escaped, run.text)}}}")
    return " ".join(parts)


def _escaped(sign: Match[str]) -> str:
    return f"\\{sign[0]}"
