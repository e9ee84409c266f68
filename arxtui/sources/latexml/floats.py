"""Figures, tables and algorithms with their captions, and the images in them."""

from __future__ import annotations

from arxtui.model.document import Equation, EquationCell, EquationRow, Float, Formula, Group, Paragraph, Picture, Text
from arxtui.sources.latexml.diagrams import diagram
from arxtui.sources.latexml.drawings import grid_tex
from arxtui.sources.latexml.flow import Flow, inlines, plain
from arxtui.sources.latexml.omitted import STOCK_ALTS
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

_KINDS = {"ltx_figure": "figure", "ltx_table": "table", "ltx_lstlisting": "listing"}
_FLOAT = "ltx_float_"
# An image may be embedded in its address as data. Longer addresses are dropped.
_MAX_ADDRESS = 65_536
_BLANK = Text(" ")


def _float(page: PageReader, element: Element, flow: Flow) -> None:
    anchors = flow.take_anchors()
    inner = Flow()
    inner.captions = []
    page.children(element, inner)
    blocks = inner.finished()
    tag, caption = inner.captions[0] if inner.captions else ("", ())
    more = tuple(Paragraph((Text(f"{tag} "), *content) if tag else content) for tag, content in inner.captions[1:])
    flow.block(Float(_kind(element), tag, caption, (*blocks, *more), (*anchors, *inner.take_anchors())))


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
    content = line.line()
    flow.captions.append((plain(line.tag).rstrip(" :."), content))


def _image(page: PageReader, element: Element, flow: Flow) -> None:
    attributes = element.attributes
    address = clean(attributes.get("src") or attributes.get("data") or "")
    if len(address) > _MAX_ADDRESS:
        address = ""
        page.unknown[f"{element.tag} written into the page"] += 1
    if "ltx_missing_image" in element.classes:
        page.faults.append(f"missing image {clean(attributes.get('id') or '')}".rstrip())
    alt = clean(attributes.get("alt") or "")
    flow.add(
        Picture(
            address,
            "" if alt in STOCK_ALTS else alt,
            _pixels(attributes.get("width")),
            _pixels(attributes.get("height")),
        )
    )


def _object(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an embedded object: an image if LaTeXML marks it as one; the fallback content is read in any case."""
    if "ltx_graphics" in element.classes:
        _image(page, element, flow)
    else:
        page.unknown[element.tag] += 1
    page.children(element, flow)


def _drawing(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a drawing: as a diagram if it has only formulas; else the text in it; else as an image without address."""
    page.unknown["svg"] += 1
    inner = Flow()
    page.children(element, inner)
    blocks = inner.finished()
    flow.anchors.extend(inner.take_anchors())
    runs = [run for run in inlines(blocks) if run != _BLANK]
    formulas = [run.tex for run in runs if isinstance(run, Formula)]
    if formulas and len(formulas) == len(runs):
        _diagram(element, flow, formulas)
    elif blocks:
        flow.end_paragraph()
        flow.block(Group("picture", (), blocks, flow.take_anchors()))
    else:
        attributes = element.attributes
        flow.add(
            Picture(
                "",
                clean(attributes.get("aria-label") or ""),
                _pixels(attributes.get("width")),
                _pixels(attributes.get("height")),
            )
        )


def _diagram(element: Element, flow: Flow, formulas: list[str]) -> None:
    """Convert a diagram to TeX if it is a grid, else to a description."""
    tex = grid_tex(element.node)
    if tex.startswith("\\begin") and not flow.in_line:
        flow.end_paragraph()
        flow.block(Equation((EquationRow((EquationCell((Formula(tex),)),)),), flow.take_anchors()))
    else:
        flow.splice((Formula(tex),) if tex else diagram(formulas).content())


def _end_row(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.end_row()


def _pixels(length: str | None) -> int:
    """Return a length in whole pixels; 0 if it is missing or has another unit."""
    number = (length or "").strip().removesuffix("px").partition(".")[0]
    return int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else 0


READERS = Readers(
    lines={
        ".ltx_caption": _caption,
        "img": _image,
        "svg": _drawing,
        **dict.fromkeys(("object", "embed", "video", "audio", "canvas", "picture", "source"), _object),
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
