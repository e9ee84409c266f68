"""Style sheet that leaves a widget alone whose rules have not changed."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from textual.css.stylesheet import Stylesheet

if TYPE_CHECKING:
    from textual.css.styles import RulesMap
    from textual.dom import DOMNode

_applied: WeakKeyDictionary[DOMNode, tuple[RulesMap, int]] = WeakKeyDictionary()
"""The rules that each node has from the style sheet, and how often its rules had been changed by then."""


class SparingStylesheet(Stylesheet):
    """Style sheet that sets the rules of a node only if they differ from those that it set last.

    A new class on a screen (another pane, an open question) makes Textual set every rule of every widget on it again.
    It compares them first, but in the form in which it stores them, which differs from the form in the style sheet.
    """

    @classmethod
    def replace_rules(cls, node: DOMNode, rules: RulesMap, animate: bool = False) -> None:  # noqa: FBT001 - Textual's signature
        """Set the rules of a node unless it has them already."""
        base = node.styles.base
        if _applied.get(node) == (rules, base._updates):
            node.notify_style_update()
            return
        super().replace_rules(node, rules, animate)
        _applied[node] = rules, base._updates
