"""Figures, tables and algorithms with their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from arxtui.light import pattern
from arxtui.model.document import Block, Float, Paragraph, Pictures, Text
from arxtui.sources.latexml.content import Content, inlines, plain
from arxtui.sources.latexml.flow import Caption, Flow
from arxtui.sources.latexml.walker import Element, PageReader, Readers

_KINDS = {"ltx_figure": "figure", "ltx_table": "table", "ltx_lstlisting": "listing"}
_FLOAT = "ltx_float_"
_CAPTION = pattern(r"(?i)\\\w*(?:legende?|caption)\*?")
"""A macro of a class that the engine does not know, before a caption."""


def _float(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a float; with several captions, each of them with its part becomes a float within."""
    anchors = flow.take_anchors()
    inner = Flow()
    inner.captions = []
    page.children(element, inner)
    blocks, captions, kind = inner.finished(), inner.captions, _kind(element)
    anchors = (*anchors, *inner.take_anchors())
    tags = tuple(tag for tag in [caption.tag for caption in captions] or _tags(blocks) if " " in tag)
    if len({*tags}) > 1:
        page.captions.update(dict.fromkeys(anchors, tags))
    if len({caption.tag for caption in captions}) > 1 and len({caption.place for caption in captions}) > 1:
        flow.block(Float(kind, "", (), tuple(_parts(kind, captions, blocks)), anchors))
        return
    more = (_caption_line(caption) for caption in captions[1:])
    tag, content, _ = captions[0] if captions else Caption("", (), 0)
    if not captions:
        if flow.captions is not None and all(isinstance(block, Pictures) for block in blocks):
            _put_panel(flow, blocks, anchors)
            return
        content, blocks = _behind_macro(blocks, page.faults)
    flow.block(Float(kind, tag, content, (*blocks, *more), anchors))


def _put_panel(flow: Flow, blocks: Iterable[Block], anchors: Iterable[str]) -> None:
    """Put the pictures of a part without a caption beside those of the parts before it."""
    flow.end_paragraph()
    flow.anchors.extend(anchors)
    for block in blocks:
        flow.splice(tuple(inlines(block)))
        flow.end_paragraph()


def _behind_macro(blocks: tuple[Block, ...], faults: Sequence[str]) -> tuple[Content, tuple[Block, ...]]:
    """Return the caption of a float whose macro the engine does not know, which is the paragraph behind the macro, and
    the other blocks; no caption if there is no such macro."""
    for place, pair in enumerate(pairwise(blocks)):
        match pair:
            case (Paragraph((*rest, Text(macro)), anchors), Paragraph(content)) if macro in faults:
                if _CAPTION.fullmatch(macro):
                    above = (Paragraph(tuple(rest), anchors),) if rest else ()
                    return content, (*blocks[:place], *above, *blocks[place + 2 :])
    return (), blocks


def _parts(kind: str, captions: list[Caption], blocks: tuple[Block, ...]) -> Iterator[Block]:
    """Yield what belongs to each caption: what is below it if all begins with a caption, else what is above it."""
    places = [caption.place for caption in captions]
    bounds = [0, *(places[1:] if not places[0] else places[:-1]), len(blocks)]
    for caption, start, end in zip(captions, bounds, bounds[1:], strict=False):
        yield Float(kind, caption.tag, caption.content, blocks[start:end])


def _tags(blocks: Iterable[Block]) -> Iterator[str]:
    """Yield the tags of floats, or those of the floats in a float without a caption."""
    for block in blocks:
        if isinstance(block, Float):
            yield from [block.tag] if block.tag else _tags(block.blocks)


def _caption_line(caption: Caption) -> Paragraph:
    return Paragraph((Text(f"{caption.tag} "), *caption.content) if caption.tag else caption.content)


def _kind(element: Element) -> str:
    classes = element.classes
    for name in classes:
        if name.startswith(_FLOAT):
            return name.removeprefix(_FLOAT)
    kind = next((_KINDS[name] for name in classes if name in _KINDS), "")
    return kind or ("float" if "ltx_float" in classes else "figure")


def _caption(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a caption. Outside of a float, it is ordinary text."""
    if flow.captions is None:
        page.children(element, flow)
        return
    line = page.line(element, flow, takes_tag=True)
    flow.end_row()
    flow.captions.append(Caption(plain(line.tag).rstrip(" :."), line.line(), len(flow.blocks)))


def _end_row(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.end_row()


READERS = Readers(
    lines={
        ".ltx_caption": _caption,
    },
    blocks={
        "figure": _float,
        "figcaption": _caption,
        "caption": _caption,
        ".ltx_figure": _float,
        ".ltx_table": _float,
        ".ltx_float": _float,
        ".ltx_flex_break": _end_row,
    },
)
