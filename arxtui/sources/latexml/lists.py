"""Lists of all kinds, index and glossary."""

from __future__ import annotations

from collections.abc import Iterator

from selectolax.lexbor import LexborNode

from arxtui.model.document import Item, Items, Text
from arxtui.sources.latexml.content import Content
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_BULLET = "•"
_ITEM = "ltx_item"


def _items(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``ul`` and ``ol``, or ``span`` with the class of a list, as in a box or a footnote.

    LaTeXML writes the mark of each item. In other HTML, items get a number or a bullet.
    """
    anchors = flow.take_anchors()
    counts = _counts(element)
    items = []
    for node in _parts(element):
        item = page.element(node, element.style)
        if node.tag == "li" or _is_item(node):
            usual = f"{next(counts)}." if element.tag == "ol" and not item.classes else ""
            items.append(_item(page, item, usual or ("" if item.classes else _BULLET)))
        else:
            page.node(node, element.style, flow)
    _put(flow, items, anchors, described=False)


def _item(page: PageReader, element: Element, usual: str) -> Item:
    inner = Flow()
    page.note_anchor(element, inner)
    anchors = inner.take_anchors()
    inner.takes_tag = True
    page.children(element, inner)
    blocks = inner.finished()
    mark = inner.tag or ((Text(usual),) if usual else ())
    return Item(mark, blocks, (*anchors, *inner.take_anchors()))


def _description_list(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``dl``: a term may have several descriptions, and several terms may share one."""
    anchors = flow.take_anchors()
    items: list[Item] = []
    mark: Content = ()
    anchors_of_term: tuple[str, ...] = ()
    for node in _parts(element):
        if node.tag == "dt" or _is_term(node):
            if mark:
                items.append(Item(mark, (), anchors_of_term))
            mark, anchors_of_term = _term(page, page.element(node, element.style))
        elif node.tag == "dd" or _is_item(node):
            item = _item(page, page.element(node, element.style), "")
            items.append(Item(mark or item.mark, item.blocks, (*anchors_of_term, *item.anchors)))
            mark, anchors_of_term = (), ()
        else:
            page.node(node, element.style, flow)
    if mark:
        items.append(Item(mark, (), anchors_of_term))
    _put(flow, items, anchors, described=True)


def _is_item(node: LexborNode) -> bool:
    return has_class(node, _ITEM)


def _is_term(node: LexborNode) -> bool:
    """Whether an item that is neither ``dt`` nor ``dd`` consists of a term only."""
    if not _is_item(node) or node.tag == "dd":
        return False
    parts = [part for part in node.iter(include_text=True) if part.is_element_node or (part.text_content or "").strip()]
    return len(parts) == 1 and has_class(parts[0], "ltx_tag_item")


def _term(page: PageReader, element: Element) -> tuple[Content, tuple[str, ...]]:
    inner = Flow(in_line=True)
    page.note_anchor(element, inner)
    inner.takes_tag = True
    page.children(element, inner)
    return (*inner.tag, *inner.line()), inner.take_anchors()


def _parts(element: Element) -> Iterator[LexborNode]:
    """Yield the elements of a list. A ``div`` within ``dl`` only groups elements, so its elements are yielded."""
    node = element.node.first_child
    while node is not None:
        if node.is_element_node and node.tag == "div" and element.tag == "dl":
            yield from _parts(element._replace(node=node))
        elif node.is_element_node or (node.text_content or "").strip():
            yield node
        node = node.next


def _counts(element: Element) -> Iterator[int]:
    start = element.attributes.get("start") or "1"
    count = int(start) if start.isdecimal() and len(start) < 10 else 1
    while True:
        yield count
        count += 1


def _put(flow: Flow, items: list[Item], anchors: tuple[str, ...], *, described: bool) -> None:
    """Append a list. A list has no anchors; the first item gets those of the list element."""
    if items:
        items[0] = items[0]._replace(anchors=(*anchors, *items[0].anchors))
        flow.block(Items(tuple(items), described))
    else:
        flow.return_anchors(anchors)


READERS = Readers(
    lines={},
    blocks={
        "ul": _items,
        "ol": _items,
        "menu": _items,
        "dl": _description_list,
        ".ltx_itemize": _items,
        ".ltx_enumerate": _items,
        ".ltx_description": _description_list,
        "li": PageReader.children,
        "dt": PageReader.children,
        "dd": PageReader.children,
    },
)
