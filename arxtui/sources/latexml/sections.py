"""Paragraphs, headings, and blocks with a title: abstract, theorems, proofs, quotes."""

from __future__ import annotations

from selectolax.lexbor import LexborNode

from arxtui.light import pattern
from arxtui.model.document import Block, Group, Heading, Paragraph, Style, Text
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class, past_blanks
from arxtui.sources.latexml.references import LOOSE_HYPHEN
from arxtui.sources.latexml.walker import Element, PageReader, Reader, Readers

_EAST_ASIAN = pattern("[\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff]")
_STOPS = frozenset(".!?:;。！？：；．")
_LARGE = pattern(r"font-size:\s*(?:1[2-9]|[2-9]\d)\d(?:\.\d+)?%")


def _paragraph(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a paragraph. Where a sentence changes to Chinese, Japanese or Korean, the engine of 2026 begins another."""
    if not flow.is_continued:
        flow.end_paragraph()
    if (title := _title_in_paragraph(page, element, flow)) is not None:
        page.title = page.line(element._replace(node=title), flow).line()
        return
    page.children(element, flow)
    flow.is_continued = not flow.in_line and _is_continued(element.node)
    if flow.is_continued:
        flow.write(" ", element.style)
    else:
        flow.end_paragraph()


def _title_in_paragraph(page: PageReader, element: Element, flow: Flow) -> LexborNode | None:
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


_THEOREM = "ltx_theorem_"
_TITLE = "ltx_title_"
_LEVELS = {"section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4, "subparagraph": 5}
_ABOVE = ("part", "chapter")
_FRAMED = frozenset({"ltx_inline-para", "ltx_inline-block", "ltx_minipage", "ltx_parbox", "ltx_block", "ltx_para"})


def _title(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a title: of the paper, of a block whose flow expects one, or of a section."""
    names = element.classes
    if f"{_TITLE}document" in names:
        _document_title(page, element, flow)
    elif flow.takes_title:
        flow.takes_title = False
        flow.title = page.line(element, flow).line()
    else:
        _heading(page, element, flow, _level(page, names, element.tag))


def _level(page: PageReader, names: tuple[str, ...], tag: str) -> int:
    """Return the level by the kind of section, because pages use HTML's headings inconsistently."""
    for name in names:
        kind = name.removeprefix(_TITLE)
        if kind in _LEVELS:
            return page.offset + _LEVELS[kind]
        if kind in _ABOVE:
            return page.offset if kind == "chapter" else 1
        if kind in ("appendix", "bibliography", "index", "glossary", "acknowledgements"):
            return max(page.offset, 1)
    return max(int(tag[1]) - 1, 1) if tag in ("h1", "h2", "h3", "h4", "h5", "h6") else 1


def _plain_heading(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``h1`` to ``h6`` without a class, mostly from other HTML than LaTeXML's. The first ``h1`` is the title."""
    if _heads_contents(element):
        return
    if element.tag == "h1" and not page.title and not flow.in_line:
        _document_title(page, element, flow)
    else:
        _heading(page, element, flow, max(int(element.tag[1]) - 1, 1))


def _heads_contents(element: Element) -> bool:
    following = element.node.next
    while following is not None and following.is_text_node:
        following = following.next
    return has_class(following, "ltx_toclist")


def _document_title(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the paper's title. Notes in it become the first blocks."""
    line = Flow(in_line=True, anchors=flow.anchors)
    line.notes_flow = Flow()
    page.children(element, line)
    title = line.line()
    if page.title:
        flow.block(Heading(1, "", title, flow.take_anchors()))
    else:
        page.title = title
        flow.blocks = [block for block in flow.blocks if not _is_leftover(block)]
    for note in line.notes_flow.finished():
        flow.block(note)


def _is_leftover(block: Block) -> bool:
    """Whether a block is nothing but the argument of a macro before the title, the year or a number of the journal; or
    the sign of a proof, which ``\\qed`` in an argument leaves there."""
    text = plain(block.content) if isinstance(block, Paragraph) else ""
    return text.isdecimal() or text == "∎"


def _subtitle(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a subtitle. It becomes part of the title if there are only authors and notes between them."""
    content = page.line(element, flow).line()
    if page.title and content and flow.is_empty and all(isinstance(block, Paragraph) for block in flow.blocks):
        page.title = (
            *page.title,
            Text(": " if plain(page.title[-1:])[-1:].isalnum() and plain(content)[:1].isalnum() else " "),
            *content,
        )
    else:
        flow.splice(content)


def _heading(page: PageReader, element: Element, flow: Flow, level: int) -> None:
    line = page.line(element, flow, takes_tag=True)
    heading = Heading(level, LOOSE_HYPHEN.sub("", plain(line.tag).strip()), line.line())
    if "ltx_title_bibliography" in element.classes:
        _drop_repeated(heading, flow)
    flow.block(heading._replace(anchors=flow.take_anchors()))


def _drop_repeated(heading: Heading, flow: Flow) -> None:
    """Remove the same heading directly above, that of an empty appendix; its anchors go to the next block."""
    above = flow.blocks[-1] if flow.blocks and flow.is_empty else None
    if isinstance(above, Heading) and above._replace(anchors=()) == heading:
        flow.blocks.pop()
        flow.return_anchors(above.anchors)


def group(kind: str | None = None) -> Reader:
    """Return a reader for blocks with a title. Default for ``kind``: the name of the theorem environment."""

    def read(page: PageReader, element: Element, flow: Flow) -> None:
        anchors = flow.take_anchors()
        inner = Flow()
        inner.takes_title = True
        page.children(element, inner)
        blocks = inner.finished()
        anchors = (*anchors, *inner.take_anchors())
        if blocks or inner.title:
            title = _with_stop(inner.title) if kind in (None, "proof") else inner.title
            flow.block(Group(kind or _environment(element), title, blocks, anchors))
        else:
            flow.return_anchors(anchors)

    return read


def _with_stop(title: Content) -> Content:
    """Return the title of a theorem, which stands in the line of its text, with a stop if it ends in a word; or in a
    bracket, unless a stop is behind its number."""
    text = plain(title)
    if not text[-1:].isalnum() and (text[-1:] not in (")", "]") or ". " in text):
        return title
    last = title[-1]
    return (*title, Text(".", last.style if isinstance(last, Text) else Style.PLAIN))


def _environment(element: Element) -> str:
    environments = (name.removeprefix(_THEOREM) for name in element.classes if name.startswith(_THEOREM))
    return next(environments, "theorem")


def _frame(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a framed element: as a box if it has blocks, else as part of the line."""
    holds_blocks = element.tag == "div" or not _FRAMED.isdisjoint(element.classes)
    (_BOX if holds_blocks else PageReader.children)(page, element, flow)


_BOX = group("box")
READERS = Readers(
    lines={
        ".ltx_p": _paragraph,
        ".ltx_framed": _frame,
        ".ltx_framed_rectangle": _frame,
    },
    blocks={
        ".ltx_subtitle": _subtitle,
        ".ltx_title": _title,
        **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _plain_heading),
        ".ltx_abstract": group("abstract"),
        ".ltx_theorem": group(),
        ".ltx_proof": group("proof"),
        ".ltx_quote": group("quote"),
        "blockquote": group("quote"),
    },
)
