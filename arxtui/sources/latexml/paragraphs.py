"""Paragraphs."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from arxtui.model.document import Heading
from arxtui.patterns import pattern
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class, past_blanks
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_EAST_ASIAN = pattern("[\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff]")
_STOPS = frozenset(".!?:;。！？：；．")
_LARGE = pattern(r"font-size:\s*(?:1[2-9]|[2-9]\d)\d(?:\.\d+)?%")


def _paragraph(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a paragraph. Where a sentence changes to Chinese, Japanese or Korean, the engine of 2026 begins another."""
    if not flow.is_continued:
        flow.end_paragraph()
    if (title := _title(page, element, flow)) is not None:
        page.title = page.line(element._replace(node=title), flow).line()
        return
    page.children(element, flow)
    flow.is_continued = not flow.in_line and _is_continued(element.node)
    if flow.is_continued:
        flow.write(" ", element.style)
    else:
        flow.end_paragraph()


def _title(page: PageReader, element: Element, flow: Flow) -> LexborNode | None:
    """Return the paper's title in a paragraph, of a class that the engine does not know: large and bold, before the
    first section of a page without a title."""
    run = past_blanks(element.node.first_child)
    if page.title or flow.in_line or run is None or not has_class(run, "ltx_font_bold") or past_blanks(run.next):
        return None
    above = element.node.parent.parent if element.node.parent is not None else None
    if above is None or not has_class(above, "ltx_document") or above.css_first(".ltx_title_document, h1") is not None:
        return None
    is_first = not any(isinstance(block, Heading) for block in flow.blocks)
    return run if is_first and _LARGE.search(run.attributes.get("style") or "") else None


def _is_continued(node: LexborNode) -> bool:
    following = past_blanks(node.next)
    if following is None or not has_class(following, "ltx_p"):
        return False
    before, after = node.text().rstrip()[-1:], following.text().lstrip()[:1]
    if before in _STOPS:
        return False
    return bool(_EAST_ASIAN.match(after) or (_EAST_ASIAN.match(before) and after.islower()))


READERS = Readers(lines={".ltx_p": _paragraph}, blocks={})
