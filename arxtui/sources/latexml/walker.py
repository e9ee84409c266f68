"""The walk over a page: it calls the reader for each element, and collects title, authors, anchors and faults."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from selectolax.lexbor import LexborNode

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Block, Inline, Person, Style
from arxtui.sources.latexml.classes import BLOCKS, LINES, is_addition, is_omitted, latexml_classes, styles
from arxtui.sources.latexml.conversion import Conversion
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.targets import LinkTargets
from arxtui.text import clean
from arxtui.text.math.judge import Judge

# Papers have about 15 levels of elements, without formulas, and theses up to 60,000 elements. Elements beyond these
# limits become plain text.
_MAX_DEPTH = 64
_MAX_ELEMENTS = 250_000


class Element(NamedTuple):
    """An element of the page; ``style`` is the style of its text, as bits of ``Style``."""

    node: LexborNode
    tag: str
    attributes: Mapping[str, str | None]
    style: int

    @property
    def classes(self) -> tuple[str, ...]:
        """The element's classes that are LaTeXML's."""
        return latexml_classes(self.attributes.get("class") or "")


_GENERAL = frozenset({"ltx_text", "ltx_p", "ltx_inline-block"})
_LINE_THROUGH = "line-through"
"""In the CSS of an element, whose text is struck out. Words struck by the package soul have no class of their own."""
# Called directly: the constructor of a NamedTuple calls it too, but takes twice the time.
_NEW = tuple.__new__
_WHITE = pattern(r"(?:^|;)\s*(?:--ltx-fg-)?color:\s*(?:#FFFFFF|#FFF|white)\b", re.IGNORECASE)
"""Text in white, by which authors keep room, unless it is on a ground of another colour or in a drawing."""
Reader = Callable[["PageReader", Element, Flow], None]


class Readers(NamedTuple):
    """Readers by element name or ``.class``: for parts of a line (``lines``), and for elements that end a line
    (``blocks``)."""

    lines: Mapping[str, Reader]
    blocks: Mapping[str, Reader]


class _ElementRule(NamedTuple):
    reader: Reader | None
    """None for omitted elements."""
    is_block: bool
    set_on: int
    keeps: int
    unknown: str


class PageReader:
    """A page being read: the readers of elements, and all results other than blocks."""

    def __init__(self, readers: Mapping[str, tuple[Reader, bool]], targets: LinkTargets, offset: int = 0) -> None:
        self.targets = targets
        self.offset = offset
        """Number of heading levels above "section": parts and chapters."""
        self.conversion = Conversion()
        self.title: tuple[Inline, ...] = ()
        self.people: list[Person] = []
        self.thanks: list[tuple[Inline, ...]] = []
        """The notes of title and authors, to which authors' marks refer by number."""
        self.bare_marks: dict[str, None] = {}
        """The marks of footnotes whose text has not been read."""
        self.anchors: set[str] = set()
        """Ids read so far that are targets of links."""
        self.unknown: Counter[str] = Counter()
        self.faults: list[str] = []
        self.flaws: Counter[str] = Counter()
        """What is known to be wrong on the page, by kind."""
        self.faulty_math: frozenset[int] = frozenset()
        """The formulas with conversion errors, as ``mem_id`` of their nodes."""
        self.noted_math: frozenset[int] = frozenset()
        """The formulas with notes in them."""
        self.copied_math = 0
        """The number of formulas whose MathML has been read."""
        self.judge = Judge()
        self.captions: dict[str, tuple[str, ...]] = {}
        """The tags of each float with several captions, by its anchors."""
        self.labels: dict[int, tuple[Block, ...]] = {}
        """The labels of drawings, by ``mem_id`` of their nodes."""
        self.drawings: dict[str, bytes] = {}
        """The drawings that are pictures of the document, as SVG, by address."""
        self.cites = False
        """Whether a citation is being read."""
        self._readers = readers
        self._rules: dict[tuple[str, str], _ElementRule] = {}
        self._depth = 0
        self._remaining = _MAX_ELEMENTS

    def children(self, element: Element, flow: Flow) -> None:
        """Read the content of an element."""
        self._depth += 1
        node, style = element.node.first_child, element.style
        while node is not None:
            if node.is_text_node:
                flow.write(node.text_content or "", style)
            elif node.is_element_node:
                self._element(node, style, flow)
            node = node.next
        self._depth -= 1

    def node(self, node: LexborNode, style: int, flow: Flow) -> None:
        """Read a text node or an element."""
        if node.is_text_node:
            flow.write(node.text_content or "", style)
        elif node.is_element_node:
            self._element(node, style, flow)

    def _element(self, node: LexborNode, style: int, flow: Flow) -> None:
        if self._depth > _MAX_DEPTH or self._remaining <= 0:
            self.unknown["elements nested too deep" if self._remaining > 0 else "elements beyond the limit"] += 1
            self.flat(node, style, flow)
            return
        element, (reader, is_block, _, _, _) = self._enter(node, style)
        if reader is None:
            return
        attributes = element.attributes
        css = attributes.get("style")
        if css and "color:" in css and _WHITE.search(css) and is_on_white(node):
            flow.write(" ", style)
            return
        if is_block:
            flow.end_paragraph()
        if element.tag == "a" or attributes.get("id") in self.targets.names:
            self.note_anchor(element, flow)
        reader(self, element, flow)
        if is_block:
            flow.end_paragraph()

    def element(self, node: LexborNode, style: int) -> Element:
        """Return the ``Element`` for a node that the caller reads itself, such as a row or an item."""
        return self._enter(node, style)[0]

    def line(self, element: Element, flow: Flow, *, takes_tag: bool = False) -> Flow:
        """Read the content of an element as a line within ``flow``."""
        line = Flow(in_line=True, keeps_blanks=flow.keeps_blanks, anchors=flow.anchors)
        line.takes_tag = takes_tag
        self.children(element, line)
        return line

    def flat(self, node: LexborNode, style: int, flow: Flow) -> None:
        """Write the plain text of an element, without recursion."""
        for part in node.traverse(include_text=True):
            if part.is_text_node:
                flow.write(part.text_content or "", style)
            elif part.tag not in LINES:
                flow.write(" ", style)

    def note_anchor(self, element: Element, flow: Flow) -> None:
        """Store the id of an element as an anchor of the next block, if it is the target of a link."""
        for name in ("id", "name") if element.tag == "a" else ("id",):
            anchor = element.attributes.get(name) or ""
            if anchor in self.targets.names and anchor not in self.anchors:
                self.anchors.add(anchor)
                flow.anchors.append(anchor)

    def add_drawing(self, name: str, svg: bytes) -> str:
        """Store a drawing. Returns its address, a fragment of the page: the id of its element, if it has one."""
        number = len(self.drawings) + 1
        address = f"#{''.join(name.split())}" if name else f"#drawing{number}"
        address = f"{address}.{number}" if address in self.drawings else address
        self.drawings[address] = svg
        return address

    def spend(self, elements: int) -> None:
        """Count additional elements for something expensive."""
        self._remaining -= elements

    @property
    def is_spent(self) -> bool:
        """Whether the limit of elements has been reached."""
        return self._remaining <= 0

    def _enter(self, node: LexborNode, style: int) -> tuple[Element, _ElementRule]:
        self._remaining -= 1
        tag, attributes = node.tag or "", node.attributes
        classes = attributes.get("class") or ""
        rule = self._rules.get((tag, classes)) or self._rule(tag, classes)
        if rule.unknown:
            self.unknown[rule.unknown] += 1
        style = (style | rule.set_on) & rule.keeps
        if (css := attributes.get("style")) and _LINE_THROUGH in css:
            style |= Style.STRIKE
        return _NEW(Element, (node, tag, attributes, style)), rule

    def _rule(self, tag: str, classes: str) -> _ElementRule:
        own = latexml_classes(classes)
        set_on, set_off = styles(tag, classes)
        if is_omitted(tag, classes):
            rule = _ElementRule(None, False, 0, 0, "")
        else:
            reader, is_block, unknown = self._reader(tag, own)
            rule = _ElementRule(reader, is_block, set_on, ~set_off, unknown)
        self._rules[tag, classes] = rule
        return rule

    def _reader(self, tag: str, own: tuple[str, ...]) -> tuple[Reader, bool, str]:
        """Find the reader of an element. Returns (reader, is block, name for the report of unknown elements or "").

        Classes take precedence over the element name, other classes over general ones, and readers over known names.
        """
        names = [*(f".{name}" for name in sorted(own, key=_GENERAL.__contains__)), tag]
        known = [name for name in names if name in self._readers or name in LINES or name in BLOCKS]
        reader = next((self._readers[name] for name in known if name in self._readers), None)
        if reader is None:
            reader = PageReader.children, bool(known) and known[0] in BLOCKS
        strange = [name for name in own if not is_addition(name)] if known in ([], [tag]) else []
        return *reader, ".".join((clean(tag), *strange[:1])) if strange or not known else ""


def is_on_white(node: LexborNode) -> bool:
    """Whether no element around a text, nor the text itself, has a colour for its ground, and it is in no drawing."""
    around: LexborNode | None = node
    while around is not None and around.is_element_node:
        style = around.attributes.get("style") or ""
        if around.tag == "svg" or "bg-color" in style or "background" in style:
            return False
        around = around.parent
    return True


def merge_readers(kinds: Iterable[Readers]) -> dict[str, tuple[Reader, bool]]:
    """Merge all readers into one table: the reader, and whether it ends the line before it."""
    table: dict[str, tuple[Reader, bool]] = {}
    for kind in kinds:
        table.update((name, (reader, False)) for name, reader in kind.lines.items())
        table.update((name, (reader, True)) for name, reader in kind.blocks.items())
    return table
