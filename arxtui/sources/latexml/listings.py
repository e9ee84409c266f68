"""Code and algorithms: lines with their numbers and blanks."""

from __future__ import annotations

from arxtui.model.document import Block, Break, Inline, Line, Listing
from arxtui.sources.latexml.flow import Content, Flow, inlines, plain
from arxtui.sources.latexml.walker import Element, Page, Readers

_LANGUAGE = "ltx_lst_language_"


def _listing(page: Page, element: Element, flow: Flow) -> None:
    anchors = flow.take_anchors()
    inner = Flow()
    inner.captions = flow.captions
    inner.lines = []
    page.children(element, inner)
    _take_rest(inner)
    language = next((name.removeprefix(_LANGUAGE) for name in element.classes if name.startswith(_LANGUAGE)), "")
    flow.block(Listing(tuple(inner.lines), language, (*anchors, *inner.take_anchors())))


def _line(page: Page, element: Element, flow: Flow) -> None:
    if flow.lines is None:
        page.children(element, flow)
        return
    _take_rest(flow)
    line = Flow(in_line=True, keeps_blanks=True, anchors=flow.anchors)
    line.takes_tag = True
    page.children(element, line)
    content = line.line()
    flow.lines.append(Line(content, plain(line.tag).strip(), flow.take_anchors()))


def _text(page: Page, element: Element, flow: Flow) -> None:
    """A comment that the page sets at the right end of a line of an algorithm keeps its distance."""
    if flow.keeps_blanks and "float:right" in (element.attributes.get("style") or ""):
        flow.write("\xa0\xa0", element.style)
    page.children(element, flow)


def _take_rest(listing: Flow) -> None:
    """What stands between the lines is lines too."""
    listing.end_paragraph()
    assert listing.lines is not None
    for block in listing.blocks:
        listing.lines.extend(block.lines if isinstance(block, Listing) else [_as_line(block)])
    listing.blocks.clear()


def _as_line(block: Block) -> Line:
    line = Flow(in_line=True)
    line.splice(tuple(inlines(block)))
    return Line(line.line(), "", getattr(block, "anchors", ()))


def _preformatted(page: Page, element: Element, flow: Flow) -> None:
    """``pre``: every blank and line end counts."""
    anchors = flow.take_anchors()
    inner = Flow(in_line=True, keeps_blanks=True)
    inner.is_preformatted = True
    page.children(element, inner)
    lines = _lines(inner.line())
    anchors = (*anchors, *inner.take_anchors())
    if lines:
        flow.block(Listing(lines, "", anchors))
    else:
        flow.give_back(anchors)


def _lines(content: Content) -> tuple[Line, ...]:
    """Without blank lines at the end."""
    lines: list[list[Inline]] = [[]]
    for run in content:
        if isinstance(run, Break):
            lines.append([])
        else:
            lines[-1].append(run)
    while lines and not plain(tuple(lines[-1])).strip():
        lines.pop()
    return tuple(Line(tuple(line)) for line in lines)


READERS = Readers(
    lines={".ltx_text": _text},
    blocks={".ltx_listing": _listing, ".ltx_listingline": _line, "pre": _preformatted},
)
