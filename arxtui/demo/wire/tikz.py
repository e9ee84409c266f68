"""Drawings within a page, as LaTeXML makes them of tikz: SVG whose texts are HTML."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from arxtui.light import NamedTuple

_COLOURS = '--ltx-stroke-color:#000000;--ltx-fill-color:{0};" fill="{0}" stroke="#000000"'
_HEIGHT = 12.3
_HALF = (38, 11)
"""Half the width and height of a node."""


class Node(NamedTuple):
    """A box with words in HTML about a point; y grows upwards."""

    words: str
    x: float
    y: float


class Arrow(NamedTuple):
    """An arrow from one node, by its number, to another, with words above its middle."""

    start: int
    end: int
    words: str


def drawing(anchor: str, size: tuple[int, int], nodes: Sequence[Node], arrows: Sequence[Arrow]) -> str:
    """Return a drawing of a size in pixels; the first node begins at its left edge."""
    width, height = size
    parts = [*(_node(node) for node in nodes), *(_arrow(nodes[each.start], nodes[each.end]) for each in arrows)]
    texts = [(node.words, node.x, node.y) for node in nodes]
    texts += [(each.words, *_middle(nodes[each.start], nodes[each.end])) for each in arrows if each.words]
    return (
        f'<span class="ltx_inline-block"><svg id="{anchor}" class="ltx_picture ltx_centering" height="{height}" '
        f'overflow="visible" version="1.1" viewBox="0 0 {width} {height}" width="{width}">'
        f'<g style="{_COLOURS.format("#000000")} stroke-width="0.4pt" '
        f'transform="translate(0,{height}) matrix(1 0 0 -1 0 0) translate({_HALF[0] + 1},0) translate(0,10)">'
        f"{''.join(parts)}{''.join(_text(*each) for each in texts)}</g></svg></span>"
    )


def _node(node: Node) -> str:
    wide, high = _HALF
    left, low, right, top = node.x - wide, node.y - high, node.x + wide, node.y + high
    edge = f"M {left} {low} L {right} {low} L {right} {top} L {left} {top} Z"
    return f'<g style="{_COLOURS.format("#FFFFFF")}><path d="{edge}"></path></g>'


def _arrow(start: Node, end: Node) -> str:
    """Return an arrow from the right of a node to the left of another."""
    x, y, to_x, to_y = start.x + _HALF[0], start.y, end.x - _HALF[0], end.y
    length = hypot(to_x - x, to_y - y)
    right, up = (to_x - x) / length, (to_y - y) / length
    return (
        f'<g><path style="fill:none" d="M {x} {y} L {to_x} {to_y}"></path></g><g stroke-linecap="round" '
        f'stroke-linejoin="round" transform="matrix({right:.5f} {up:.5f} {-up:.5f} {right:.5f} {to_x} {to_y})">'
        '<path style="fill:none" d="M -4 4 C -3 2 -1 0.5 0 0 C -1 -0.5 -3 -2 -4 -4"></path></g>'
    )


def _middle(start: Node, end: Node) -> tuple[float, float]:
    return (start.x + end.x) / 2, (start.y + end.y) / 2 + 12


def _text(words: str, x: float, y: float) -> str:
    width = 7 * len(words) if "<" not in words else 70
    return (
        f'<g style="{_COLOURS.format("#000000")} transform="matrix(1.0 0.0 0.0 1.0 {x - width / 2} {y - 3.5})">'
        f'<foreignObject style="--ltx-fo-width:{width / 13.84:.2f}em;--ltx-fo-height:0.69em;--ltx-fo-depth:0.2em;" '
        f'height="{_HEIGHT}" overflow="visible" transform="matrix(1 0 0 -1 0 {0.78 * _HEIGHT:.2f})" width="{width}">'
        '<span class="ltx_foreignobject_container"><span class="ltx_foreignobject_content">'
        f'<span class="ltx_text">{words}</span></span></span></foreignObject></g>'
    )
