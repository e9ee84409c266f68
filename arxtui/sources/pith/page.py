"""An HTML page as the lines a reader sees, in document order, with the links inside each.

The site's markup is not known, so nothing here asks for a class or a structure: only which elements begin a line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from selectolax.lexbor import LexborNode

from arxtui.sources.html import tree_of
from arxtui.text import clean

_INLINE = frozenset(
    "a abbr acronym b bdi bdo big button cite code data del dfn em font i img ins kbd label mark meter output picture "
    "q ruby s samp small source span strike strong sub sup time tt u var wbr".split()
)
_UNREAD = frozenset("script style template noscript svg math head title iframe object select textarea".split())
_HEADINGS = frozenset(f"h{level}" for level in range(1, 7))
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
# Neighbours without a blank between them that a style sheet sets apart.
_CELLS = frozenset({"a", "button", "label", "span", "time"})
# The one picture a listing has beside its text.
FIGURE = "Figure from the paper"


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a page, cleaned, and the addresses of the anchors it stands in or contains; whether it is a heading,
    or an item of a list."""

    text: str
    links: tuple[str, ...] = ()
    heading: bool = False
    listed: bool = False


class _Writer:
    """Collects text until a block begins or ends; ``unread`` elements are left out, of ``times`` the text is read."""

    def __init__(self, unread: frozenset[str], *, times: bool) -> None:
        self.unread = _UNREAD | unread
        self.times = times
        self.heading = self.listed = False
        self.lines: list[Line] = []
        self.pieces: list[str] = []
        self.links: dict[str, None] = {}
        self.anchors: list[str] = []
        self.after_cell = False

    def enter(self, node: LexborNode) -> bool:
        """Take note of a node; whether its children are to be visited."""
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
            self.pieces.append(" ")
        return self.element(tag, node.attributes)

    def element(self, tag: str, attributes: dict[str, str | None]) -> bool:
        """What an element says by its attributes."""
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
        """Text of the line at hand, standing in every anchor that is open."""
        self.pieces.append(text)
        self.links.update(dict.fromkeys(self.anchors))
        self.after_cell = False

    def leave(self, tag: str) -> None:
        """The end of an element."""
        if tag == "a":
            self.anchors.pop()
        if tag not in _INLINE:
            self.flush()
            self.heading = self.heading and tag not in _HEADINGS
            self.listed = self.listed and tag != "li"
        self.after_cell = tag in _CELLS

    def flush(self) -> None:
        """End the line. A closed link without text (a picture) belongs to the line before it."""
        text = clean("".join(self.pieces))
        links = tuple(filter(None, self.links))
        if text:
            self.lines.append(Line(text, links, self.heading, self.listed))
            self.listed = False
        elif self.lines and links and not self.anchors:
            last = self.lines[-1]
            self.lines[-1] = replace(last, links=(*last.links, *links))
        self.pieces.clear()
        self.links = dict.fromkeys(self.anchors)
        self.after_cell = False


def page_lines(html: str, unread: frozenset[str] = frozenset(), *, times: bool = False) -> list[Line]:
    """The page's lines, without the ``unread`` elements. With ``times`` an element for a time is read as it is shown,
    else as the day that it names. Walks without recursion: how deep it nests is the page's choice."""
    writer = _Writer(unread, times=times)
    body = tree_of(html).body
    # A node to enter, or the name of an element to leave.
    ahead: list[LexborNode | str] = [] if body is None else [body]
    while ahead:
        step = ahead.pop()
        if isinstance(step, str):
            writer.leave(step)
        elif writer.enter(step):
            ahead.append(step.tag or "")
            ahead.extend(reversed(list(step.iter(include_text=True))))
    writer.flush()
    return writer.lines
