"""Questions about the nodes of a page around and in an element."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from arxtui.light import pattern

NUMBER_IN_FORMULA = pattern(r"(?:~|\\[,;: ]|\\q?quad(?![A-Za-z]))+\((\d{1,3}[a-z]?)\)\s*\Z")
"""The number of an equation that its author has written at the end of the formula, behind a space."""


def has_class(node: LexborNode | None, name: str) -> bool:
    """Whether a node is an element of this class."""
    return node is not None and node.is_element_node and name in (node.attributes.get("class") or "").split()


def text_of(node: LexborNode | None) -> str:
    """Return the text of a text node; "" for any other."""
    return (node.text_content or "") if node is not None and node.is_text_node else ""


def elements_in(node: LexborNode) -> Iterator[LexborNode]:
    """Yield the elements directly in a node."""
    return (part for part in node.iter() if part.is_element_node)


def past_blanks(node: LexborNode | None) -> LexborNode | None:
    """Return a node or the first one after it that is not white space."""
    while node is not None and node.is_text_node and not (node.text_content or "").strip():
        node = node.next
    return node
