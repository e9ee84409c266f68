"""Formulas as LaTeXML writes them: MathML with their TeX."""

from __future__ import annotations

from html import escape

from arxtui.text.math import parse
from arxtui.text.math.tree import Accent, Classed, Fraction, Node, Root, Row, Script, Space, Symbol

_SCRIPTS = {
    (True, False): ("msub", "munder"),
    (False, True): ("msup", "mover"),
    (True, True): ("msubsup", "munderover"),
}
"""The element of scripts, by whether there is a lower and an upper one; beside the base, and above and below it."""


def math(tex: str, display: str = "inline") -> str:
    """Return a formula as ``math``, with its TeX as annotation."""
    tree, source = parse(tex), escape(tex)
    shown = f"<mtext>{source}</mtext>" if tree is None else _element(tree)
    return (
        f'<math class="ltx_Math" alttext="{source}" display="{display}" intent=":literal"><semantics>{shown}'
        f'<annotation encoding="application/x-tex">{source}</annotation></semantics></math>'
    )


def _element(node: Node) -> str:
    match node:
        case Symbol(text):
            tag = "mn" if text.isdecimal() else "mi" if text.isalpha() else "mo"
            return f"<{tag}>{escape(text)}</{tag}>"
        case Space():
            return ""
        case Row(items):
            return _tagged("mrow", *items)
        case Script(base, sub, sup, limits):
            scripts = [part for part in (sub, sup) if part is not None]
            return _tagged(_SCRIPTS[sub is not None, sup is not None][limits], base, *scripts)
        case Fraction(above, below):
            return _tagged("mfrac", above, below)
        case Root(radicand, None):
            return _tagged("msqrt", radicand)
        case Accent(base, mark):
            return _tagged("mover", base, Symbol(mark))
        case Classed(body):
            return _element(body)
        case _:
            raise ValueError(f"the made-up papers have no {type(node).__name__}")


def _tagged(tag: str, *parts: Node) -> str:
    return f"<{tag}>{''.join(map(_element, parts))}</{tag}>"
