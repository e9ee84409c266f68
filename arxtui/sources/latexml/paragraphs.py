"""Paragraphs."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from arxtui.patterns import pattern
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class, past_blanks
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_EAST_ASIAN = pattern("[\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff]")
_STOPS = frozenset(".!?:;。！？：；．")


def _paragraph(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a paragraph. Where a sentence changes to Chinese, Japanese or Korean, the engine of 2026 begins another."""
    if not flow.is_continued:
        flow.end_paragraph()
    page.children(element, flow)
    flow.is_continued = not flow.in_line and _is_continued(element.node)
    if flow.is_continued:
        flow.write(" ", element.style)
    else:
        flow.end_paragraph()


def _is_continued(node: LexborNode) -> bool:
    following = past_blanks(node.next)
    if following is None or not has_class(following, "ltx_p"):
        return False
    before, after = node.text().rstrip()[-1:], following.text().lstrip()[:1]
    if before in _STOPS:
        return False
    return bool(_EAST_ASIAN.match(after) or (_EAST_ASIAN.match(before) and after.islower()))


READERS = Readers(lines={".ltx_p": _paragraph}, blocks={})
