"""Conversion of a whole page into a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import zip_longest
from typing import Any

from selectolax.lexbor import LexborHTMLParser, LexborNode

from arxtui.light import pattern
from arxtui.model.document import Block, Document, Heading, Inline, Origin, Paragraph, Reference, Style, Text
from arxtui.sources.arxiv.pages.texts import is_complete, page_refusal
from arxtui.sources.errors import EmptyPageError, SourceError, UpstreamError
from arxtui.sources.html import TOO_DEEP
from arxtui.sources.latexml import (
    bibliography,
    equations,
    floats,
    front,
    inline,
    listings,
    lists,
    math,
    people,
    pictures,
    references,
    sections,
    tables,
)
from arxtui.sources.latexml.classes import ARTICLE
from arxtui.sources.latexml.content import plain, rewritten
from arxtui.sources.latexml.conversion import breaks_off, conversion_of, flaws_of
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.markup import prepare_markup
from arxtui.sources.latexml.nodes import has_class
from arxtui.sources.latexml.references import with_captions
from arxtui.sources.latexml.targets import LinkTargets
from arxtui.sources.latexml.typography import with_blanks_behind_abbreviations
from arxtui.sources.latexml.unconverted import mend_unconverted
from arxtui.sources.latexml.walker import Element, PageReader, merge_readers
from arxtui.sources.refusal import root_name
from arxtui.text import clean, decode

_EXPECTED = "a full text in HTML"
_ABOUT_PAPERS = 'meta[name="citation_arxiv_id"], .ds-site-header, #dlpage'
_READERS = merge_readers(
    module.READERS
    for module in (
        inline,
        references,
        math,
        tables,
        equations,
        lists,
        floats,
        pictures,
        listings,
        sections,
        front,
        bibliography,
        people,
    )
)
_NAME = pattern(r"(?>.*?<title\b[^<>]*>)(.*?)</title\s*>", re.IGNORECASE | re.DOTALL)
_HTML = frozenset("html a article b body br center div font h1 h2 h3 h4 hr main p pre section table title".split())
_AR5IV = pattern(r"""(?:canonical|og:url)["'][^>]*\bar5iv\b""")
_HEAD = 20_000
_CONTENTS = frozenset({"contents", "table of contents", "inhaltsverzeichnis", "sommaire", "table des matières"})


def parse_document(data: bytes) -> Document:
    """Parse a full text: a page of arXiv's HTML, of ar5iv, of any LaTeXML, or HTML written by an author.

    No address in the page is fetched.

    Raises: SourceError if the page is no paper (UpstreamError for arXiv's error pages), is cut off, is too large or is
    nested too deep.
    """
    return parse_with_drawings(data)[0]


def page_drawings(data: bytes) -> dict[str, bytes]:
    """Return the drawings within a page that are pictures of its document, as SVG, by their addresses there.

    Raises: SourceError as :func:`parse_document`.
    """
    return parse_with_drawings(data)[1]


def parse_with_drawings(data: bytes) -> tuple[Document, dict[str, bytes]]:
    """Return the results of :func:`parse_document` and :func:`page_drawings`.

    Raises: SourceError as :func:`parse_document`.
    """
    if not data.lstrip(b"\xef\xbb\xbf\0 \t\r\n").startswith((b"<", b"\xff\xfe", b"\xfe\xff")):
        raise page_refusal(data, _EXPECTED)
    text = prepare_markup(data)
    tree = LexborHTMLParser(text)
    article = next((node for node in tree.css(ARTICLE) if not has_class(node, "package-alerts")), None)
    if article is None:
        _refuse_other_pages(data, text, tree)
    elif "<html" in text and "</html>" not in text and not is_complete(text):
        raise SourceError("the page is cut off")
    root = article or tree.body
    page = PageReader(_READERS, LinkTargets(text, tree), offset=_offset(text))
    page.conversion = conversion_of(data, text)
    if "<merror" in text:
        page.faulty_math = frozenset(node.mem_id for node in tree.css(f"math:has({math.ERROR_IN_MATH})"))
    if "ltx_note" in text:
        page.noted_math = frozenset(node.mem_id for node in tree.css(f"math:has({math.NOTE_IN_MATH})"))
    flow = Flow()
    if root is not None:
        try:
            page.children(Element(root, root.tag or "", {}, 0), flow)
        except RecursionError as error:
            # Nested tables use more stack than other elements of the same depth.
            raise SourceError(TOO_DEEP) from error
    blocks = flow.finished()
    if not blocks and not page.title:
        raise EmptyPageError("the page has no text")
    notices = [*(tree.css(".package-alerts li") if "package-alerts" in text else ())]
    if "ltx_ERROR" in text:
        notices += _notices_behind(tree, article)
    document = Document(
        page.title or (_name(data) if article is None else ()),
        tuple(page.people),
        with_blanks_behind_abbreviations(text, blocks) if page.conversion.is_by_oxide else blocks,
        Origin.AR5IV if 'class="ar5iv-' in text or _AR5IV.search(text, 0, _HEAD) else Origin.HTML,
        tuple(sorted(page.unknown.items())),
        (*(clean(notice.text()) for notice in notices), *page.faults),
        breaks_off(text, tree),
        page.conversion.engine,
        tuple(flaws_of(text, page.flaws)),
    )
    return _completed(document, page, flow), page.drawings


def _completed(document: Document, page: PageReader, flow: Flow) -> Document:
    """Return the document with what only the whole page tells: which references lead nowhere, or to several captions,
    and what upstream has not converted."""
    # With broken markup, an element with a link target may not have been read, or may not be a block.
    unreached = page.targets.names - page.anchors | set(flow.anchors)

    def resolve(parts: Iterable[Any]) -> Iterable[Any]:
        resolved: list[Any] = []
        for part in parts:
            if isinstance(part, Reference) and part.target in unreached:
                resolved += part.content
            elif isinstance(part, Reference) and (tags := page.captions.get(part.target)):
                before = resolved.pop() if resolved else None
                before, part = with_captions(before, part, tags)
                resolved += [part] if before is None else [before, part]
            else:
                resolved.append(part)
        return resolved

    if unreached or page.captions:
        document = rewritten(document, resolve)
    document = document._replace(blocks=tuple(_without_empty_contents(document.blocks)))
    return mend_unconverted(document, page.faults)


def _without_empty_contents(blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield the blocks without the heading of a table of contents, which the engine leaves without its entries."""
    for block, below in zip_longest(blocks, blocks[1:]):
        if not (isinstance(below, Heading) and _heading_text(block).casefold() in _CONTENTS):
            yield block


def _heading_text(block: Block) -> str:
    """Return the text of a heading, or of a line in bold, to which nothing leads; else an empty text."""
    match block:
        case Heading(_, _, title, ()) | Paragraph((Text(_, Style.BOLD),) as title, ()):
            return plain(title)
    return ""


def _notices_behind(tree: LexborHTMLParser, article: LexborNode | None) -> Iterator[LexborNode]:
    """Yield the errors that ar5iv adds after an incompletely converted paper, as a document element of their own."""
    if article is None:
        return
    for node in tree.css(f"{ARTICLE} .ltx_ERROR"):
        around: LexborNode | None = node
        while around is not None and around.mem_id != article.mem_id:
            around = around.parent
        if around is None:
            yield node


def _refuse_other_pages(data: bytes, text: str, tree: LexborHTMLParser) -> None:
    """Raise SourceError for a page that is certainly no paper. Unknown markup is accepted: authors write any HTML."""
    refused = page_refusal(data, _EXPECTED)
    if isinstance(refused, UpstreamError) or root_name(text) not in _HTML:
        raise refused
    if tree.css_first(_ABOUT_PAPERS) is not None:
        raise SourceError(f"a page about papers, not {_EXPECTED}")


def _offset(text: str) -> int:
    """Return the number of heading levels above "section": parts and chapters."""
    return ("ltx_chapter" in text) + ("ltx_part" in text)


def _name(data: bytes) -> tuple[Inline, ...]:
    """Return the page's ``<title>``, for a text without title. LaTeXML then uses the first section's heading there."""
    match = _NAME.match(decode(data))
    name = clean(unescape(match[1])) if match else ""
    return (Text(name),) if name else ()
