"""The rules of a style sheet are set on a widget when they differ from those it has."""

from __future__ import annotations

from textual.css.styles import RulesMap
from textual.dom import DOMNode

from arxtui.tui.terminal.app import SparingStylesheet


def underlined(opacity: float) -> RulesMap:
    """Return rules, one of which is stored in another form than it has here."""
    return {"opacity": opacity, "link_style": "underline"}  # type: ignore[typeddict-item]


def test_rules_that_a_node_has_are_not_set_again() -> None:
    node = DOMNode()
    SparingStylesheet.replace_rules(node, underlined(0.5))
    changes = node.styles.base._updates
    SparingStylesheet.replace_rules(node, underlined(0.5), animate=True)
    assert node.styles.base._updates == changes


def test_other_rules_are_set() -> None:
    node = DOMNode()
    for opacity in (0.5, 0.25):
        SparingStylesheet.replace_rules(node, underlined(opacity))
        assert node.styles.base.opacity == opacity


def test_rules_that_something_else_changed_are_set_again() -> None:
    node = DOMNode()
    SparingStylesheet.replace_rules(node, underlined(0.5))
    node.styles.base.opacity = 1.0
    SparingStylesheet.replace_rules(node, underlined(0.5))
    assert node.styles.base.opacity == 0.5


def test_each_node_has_its_own_rules() -> None:
    first, second = DOMNode(), DOMNode()
    SparingStylesheet.replace_rules(first, underlined(0.5))
    SparingStylesheet.replace_rules(second, underlined(0.5))
    assert second.styles.base.opacity == 0.5
