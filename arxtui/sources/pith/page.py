"""An HTML page as the lines that a reader sees, in document order, each with its links.

The site's markup is not documented, so no class or structure is used: only which elements begin a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from arxtui.sources.html import parse_tree
from arxtui.text import clean

_INLINE = frozenset(
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i img ins kbd label mark meter output picture "
    "q ruby s samp small source span strike strong sub sup time tt u var wbr".split()
)
_UNREAD = frozenset("script style template noscript svg math head title iframe object select textarea".split())
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# Adjacent elements that a style sheet may separate although there is no blank between them.
_CELLS = frozenset({"a", "button", "label", "span", "time"})
# The alternative text of the only image that a card may have.
FIGURE = "Figure from the paper"


@dataclass(frozen=True, slots=True)
class PageLine:
    """One cleaned line of a page; the addresses of the links that contain it or are in it; whether it is a heading or a
    list item."""

    text: str
    links: tuple[str, ...] = ()
    heading: bool = False
    listed: bool = False


class _Writer:
    """Collects text until a block begins or ends. ``unread`` elements are skipped; with ``times``, ``time`` elements
    are read as text."""

    def __init__(self, unread: frozenset[str], *, times: bool) -> None:
        self.unread = _UNREAD | unread
        self.times = times
        self.heading = self.listed = False
        self.lines: list[PageLine] = []
        self.texts: list[str] = []
        self.links: dict[str, None] = {}
        self.anchors: list[str] = []
        self.after_cell = False

    def enter(self, node: LexborNode) -> bool:
        """Read the beginning of a node. Returns whether to visit its children."""
        tag = node.tag
        if node.is_text_node:
            self.write(node.text_content or "")
            return False
        if not tag or not node.is_element_node or tag in self.unread:
            return False
        if tag not in _INLINE:
            self.flush()
            self.heading = self.heading or tag in _HEADINGS
            self.listed = self.listed or tag == "li"
        elif tag in _CELLS and self.after_cell:
            self.texts.append(" ")
        return self.element(tag, node.attributes)

    def element(self, tag: str, attributes: dict[str, str | None]) -> bool:
        """Read the attributes of an element. Returns whether to visit its children."""
        if tag == "a":
            self.anchors.append(attributes.get("href") or "")
            self.links[self.anchors[-1]] = None
        elif tag == "time" and not self.times and (day := _DAY.match(attributes.get("datetime") or "")):
            self.write(day[0])
            return False
        elif tag == "img" and clean(attributes.get("alt") or "").startswith(FIGURE):
            self.write(f" {FIGURE} ")
        return True

    def write(self, text: str) -> None:
        """Append text to the current line; it belongs to all open links."""
        self.texts.append(text)
        self.links.update(dict.fromkeys(self.anchors))
        self.after_cell = False

    def leave(self, tag: str) -> None:
        """Read the end of an element."""
        if tag == "a":
            self.anchors.pop()
        if tag not in _INLINE:
            self.flush()
            self.heading = self.heading and tag not in _HEADINGS
            self.listed = self.listed and tag != "li"
        self.after_cell = tag in _CELLS

    def flush(self) -> None:
        """End the line. A closed link without text (an image) is added to the line before it."""
        text = clean("".join(self.texts))
        links = tuple(filter(None, self.links))
        if text:
            self.lines.append(PageLine(text, links, self.heading, self.listed))
            self.listed = False
        elif self.lines and links and not self.anchors:
            last = self.lines[-1]
            self.lines[-1] = replace(last, links=(*last.links, *links))
        self.texts.clear()
        self.links = dict.fromkeys(self.anchors)
        self.after_cell = False


def page_lines(html: str, unread: frozenset[str] = frozenset(), *, times: bool = False) -> list[PageLine]:
    """Return the lines of a page, without the ``unread`` elements.

    With ``times``, a ``time`` element is read as its text, else as the day in its attribute. Not recursive: the page
    may nest elements to any depth.
    """
    writer = _Writer(unread, times=times)
    body = parse_tree(html).body
    # Nodes to enter, and names of elements to leave.
    steps: list[LexborNode | str] = [] if body is None else [body]
    while steps:
        step = steps.pop()
        if isinstance(step, str):
            writer.leave(step)
        elif writer.enter(step):
            steps.append(step.tag or "")
            steps.extend(reversed(list(step.iter(include_text=True))))
    writer.flush()
    return writer.lines
