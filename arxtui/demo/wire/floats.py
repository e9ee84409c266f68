"""Figures in a page of LaTeXML oxide."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.demo.papers.manuscripts import Manuscript
from arxtui.demo.wire.mathml import math
from arxtui.demo.wire.tikz import Arrow, Node, drawing

PLOT, MAP = "delay.svg", "sites.svg"
"""The URLs of the figures that arXiv has of an illustrated paper."""


def illustrations(written: Manuscript) -> Iterator[str]:
    """Yield the paragraphs and figures of an illustrated paper: a plot, a diagram and a map."""
    names = [each.name for each in written.results]
    to_plot, to_diagram, to_map = (f"Figure {ref(f'S3.F{number}', str(number))}" for number in (2, 3, 4))
    yield (
        f"{to_plot} shows the delay around a failover: below zero it is shorter than before. A round is drawn in "
        f"{to_diagram}; the sites and their distances are in {to_map}."
    )
    yield figure_float(
        2, _object(PLOT, 360, 264), f"The delay of {names[0]}, {names[1]} and {names[2]} around a failover."
    )
    yield figure_float(
        3, _round(), f"One round of {names[0]}: the leader answers when {math('f+1')} replicas have the write."
    )
    yield figure_float(4, _object(MAP, 396, 290), "The sites of the measurements, and the time to each and back.")
    yield (
        f"All three methods gain from the failover in the end ({to_plot}), because the new leader is near the clients "
        f"(the dark sites in {to_map}); in {to_diagram}, only the first arrow becomes shorter."
    )


def _round() -> str:
    """Return the diagram: a client, the leader and the replicas of one round."""
    nodes = (
        Node("client", 0, 60), Node("leader", 150, 60), Node(f"replica {math('1')}", 320, 110),
        Node(f"replica {math('2')}", 320, 60), Node(f"replica {math('2f')}", 320, 10),
    )  # fmt: skip
    arrows = (Arrow(0, 1, "write"), *(Arrow(1, each, "") for each in (2, 3, 4)))
    return drawing("S3.F3.pic1", (400, 140), nodes, arrows)


def _object(address: str, width: int, height: int) -> str:
    return (
        f'<object type="image/svg+xml" data="{address}" class="ltx_graphics ltx_centering ltx_img_landscape" '
        f'style="aspect-ratio:{width}/{height};" width="{width}" height="{height}"></object>'
    )


def figure_float(number: int, content: str, caption: str) -> str:
    """Return a figure with its caption."""
    return (
        f'<figure id="S3.F{number}" class="ltx_figure">{content}\n<figcaption class="ltx_caption ltx_centering">'
        f'<span class="ltx_tag ltx_tag_figure">Figure {number}: </span>{caption}</figcaption></figure>'
    )


def ref(anchor: str, words: str) -> str:
    """Return a reference to a place of the page."""
    return f'<a href="#{anchor}" class="ltx_ref"><span class="ltx_text ltx_ref_tag">{words}</span></a>'
