"""Images and drawings: a diagram of formulas becomes TeX, any other drawing a line with the words in it."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.light import pattern
from arxtui.model.document import (
    Block,
    Break,
    Footnote,
    Formula,
    Group,
    Inline,
    Paragraph,
    Picture,
    Pictures,
    Style,
    Table,
    Text,
)
from arxtui.sources.latexml.classes import STOCK_ALTS
from arxtui.sources.latexml.content import Content, inlines, plain
from arxtui.sources.latexml.diagrams import bare_tex, diagram
from arxtui.sources.latexml.drawings import grid_tex
from arxtui.sources.latexml.equations import put_formula
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.standalone import standalone_svg
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean
from arxtui.text.tex.marks import SUBSCRIPTS, SUPERSCRIPTS, in_forms

# An image may be embedded in its address as data. Longer addresses are dropped.
_MAX_ADDRESS = 65_536
_BLANK = Text(" ")
_SECOND_COLUMN = ".ltx_tikzmatrix_col + .ltx_tikzmatrix_col"
_ORCID = "id"
"""The text in the sign of ORCID, which some authors draw."""
_LABEL_WORDS = 12
"""The most words of a label of a drawing; longer texts are prose in a box that LaTeXML draws."""
_BOX_TEXTS = 2
"""The most texts of such a box, its title and the prose. In a drawing with more, a label can have such lines."""
_TICKS = 3
"""The most numbers along an axis that are all shown."""
_LOWEST = 30
"""The least height of a drawing that is shown as a picture, in pixels: two lines of text."""
_MOST_DRAWINGS = 200
_AROUND_WORDS = pattern(r"^\[(?:picture|diagram)(?:: )?|\]$")
_NUMBER = pattern(r"-?\d{1,9}(?:\.\d{1,9})?")


def _image(page: PageReader, element: Element, flow: Flow) -> None:
    attributes = element.attributes
    address = clean(attributes.get("src") or attributes.get("data") or "")
    if len(address) > _MAX_ADDRESS:
        address = ""
        page.unknown[f"{element.tag} written into the page"] += 1
    if "ltx_missing_image" in element.classes:
        page.faults.append(f"missing image {clean(attributes.get('id') or '')}".rstrip())
    alt = clean(attributes.get("alt") or "")
    flow.add(_sized(element, address, "" if alt in STOCK_ALTS else alt))


def _sized(element: Element, address: str, alt: str) -> Picture:
    width, height = (_pixels(element.attributes.get(name)) for name in ("width", "height"))
    return Picture(address, alt, width, height)


def _object(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an embedded object: an image if LaTeXML marks it as one; the fallback content is read in any case."""
    if "ltx_graphics" in element.classes:
        _image(page, element, flow)
    else:
        page.unknown[element.tag] += 1
    page.children(element, flow)


def _drawing(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a drawing: as TeX if it is a grid of formulas; as a picture if it can be drawn; else the text in it; else as
    an image without address."""
    page.unknown["svg"] += 1
    inner = Flow()
    inner.labels = []
    page.children(element, inner)
    around = inner.finished()
    flow.anchors.extend(inner.take_anchors())
    labels = [*inner.labels, around] if around else inner.labels
    pictures: list[Picture] = []
    labels = [label for label in labels if not _takes_pictures(label, pictures)]
    lines = list(map(_line, labels))
    runs = [run for line in lines for run in line if run != _BLANK]
    formulas = [run.tex for run in runs if isinstance(run, Formula)]
    is_diagram = bool(formulas) and len(formulas) == len(runs)
    if len(lines) == 1 and not formulas and plain(lines[0]).casefold() == _ORCID:
        return
    if is_diagram and (grid := grid_tex(element.node)):
        _put_grid(flow, grid)
    elif is_diagram or all(_is_label(label, in_box=len(labels) <= _BOX_TEXTS) for label in labels):
        words = diagram(formulas).content() if is_diagram else _described(lines) if lines else ()
        if pictures or not _put_drawing(page, element, flow, words):
            flow.splice(words if words or pictures else (_sized(element, "", _description(element)),))
    else:
        flow.end_paragraph()
        flow.block(Group("picture", (), tuple(block for label in labels for block in label), flow.take_anchors()))
    if pictures:
        flow.block(Pictures(tuple(pictures)))


def _takes_pictures(label: tuple[Block, ...], pictures: list[Picture]) -> bool:
    """Append the pictures of a label to the others, if it has nothing else."""
    taken = [picture for block in label if isinstance(block, Pictures) for picture in block.pictures]
    is_all = all(isinstance(block, Pictures) for block in label)
    pictures += taken if is_all else ()
    return is_all


def _label(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a text within a drawing."""
    if flow.in_line:
        page.children(element, flow)
        return
    inner = Flow()
    page.children(element, inner)
    blocks = inner.finished()
    page.labels[element.node.mem_id] = blocks
    if flow.labels is None:
        for block in blocks:
            flow.block(block)
    elif blocks:
        flow.labels.append(blocks)
    flow.anchors.extend(inner.take_anchors())


def _matrix(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a matrix of a drawing. One with a single column is a text of several lines."""
    (PageReader.children if element.node.css_first(_SECOND_COLUMN) else _label)(page, element, flow)


def _is_label(blocks: tuple[Block, ...], *, in_box: bool) -> bool:
    """Whether a text of a drawing is a few words, also in a table with one column; prose, any other table or code is
    set in a box that LaTeXML draws."""
    words = [len(plain(_line((block,))).split()) for block in blocks]
    return (sum(words) if in_box else max(words)) <= _LABEL_WORDS and all(
        isinstance(block, Paragraph) or (isinstance(block, Table) and all(len(row) == 1 for row in block.rows))
        for block in blocks
    )


def _line(blocks: tuple[Block, ...]) -> Content:
    first = blocks[0]
    if len(blocks) == 1 and isinstance(first, Paragraph) and not any(isinstance(run, Break) for run in first.content):
        return first.content
    line = Flow(in_line=True)
    for block in blocks:
        line.splice(tuple(_BLANK if isinstance(run, Break) else run for run in inlines(block)))
    return line.line()


def _described(labels: list[Content]) -> Content:
    """Return the labels of a drawing as one line, and each row of numbers along an axis as its first and last."""
    between = Text("; " if any("," in plain(label) for label in labels) else ", ")
    runs: list[Inline] = []
    for label in _without_ticks(labels):
        runs += [between if runs else Text("[picture: "), *label]
    return (*runs, Text("]"))


def _without_ticks(labels: list[Content]) -> Iterator[Content]:
    row: list[tuple[float, Content]] = []
    for label in [*labels, ()]:
        value = _number(label)
        if value is not None and (len(row) < 2 or (value > row[-1][0]) == (row[1][0] > row[0][0])):
            row.append((value, label))
            continue
        contents = [each for _, each in row]
        yield from [(*contents[0], Text(" … "), *contents[-1])] if len(row) > _TICKS else contents
        row = [] if value is None else [(value, label)]
        if value is None and label:
            yield label


def _number(label: Content) -> float | None:
    text = plain(label).replace("−", "-").strip()
    return float(text) if _NUMBER.fullmatch(text) else None


def _put_grid(flow: Flow, tex: str) -> None:
    if tex.startswith("\\begin") and not flow.in_line:
        flow.end_paragraph()
        put_formula(flow, tex)
    else:
        flow.splice((Formula(tex),))


def _put_drawing(page: PageReader, element: Element, flow: Flow, words: Content) -> bool:
    """Add a drawing as a picture that is stored with the page, if it is no part of a line and can be drawn. Returns
    whether it is added."""
    attributes = element.attributes
    has_more = any(isinstance(run, Footnote | Picture) for run in words)
    is_small = _pixels(attributes.get("height")) < _LOWEST
    if flow.in_line or has_more or is_small or len(page.drawings) >= _MOST_DRAWINGS:
        return False
    if svg := standalone_svg(element.node, lambda node: _text_lines(page.labels.get(node.mem_id, ()))):
        alt = _AROUND_WORDS.sub("", plain(tuple(map(_plain_run, words)))) or _description(element)
        flow.picture(Picture(page.add_drawing(clean(attributes.get("id") or ""), svg), alt))
    return bool(svg)


def _description(element: Element) -> str:
    return clean(element.attributes.get("aria-label") or "")


def _text_lines(blocks: tuple[Block, ...]) -> list[str]:
    """Return the lines of a label as plain text."""
    parts = [part for block in blocks for part in (block.rows if isinstance(block, Table) else (block,))]
    text = "\n".join(plain(tuple(map(_plain_run, inlines(part)))) for part in parts)
    return [line for each in text.split("\n") if (line := clean(each))]


def _plain_run(run: Inline) -> Inline:
    """Return a run of a label so that its plain text has line ends and powers, and no commands of the drawing."""
    if isinstance(run, Break):
        return Text("\n")
    if isinstance(run, Formula):
        return Formula(bare_tex(run.tex))
    if isinstance(run, Text) and run.style & (Style.SUPER | Style.SUB):
        forms, sign = (SUPERSCRIPTS, "^") if run.style & Style.SUPER else (SUBSCRIPTS, "_")
        return Text(in_forms(forms, run.text) or f"{sign}({run.text})")
    return run


def _pixels(length: str | None) -> int:
    """Return a length in whole pixels; 0 if it is missing or has another unit."""
    number = (length or "").strip().removesuffix("px").partition(".")[0]
    return int(number) if number.isdecimal() and number.isascii() and len(number) < 6 else 0


READERS = Readers(
    lines={
        "img": _image,
        "svg": _drawing,
        ".ltx_tikzmatrix": _matrix,
        **dict.fromkeys(("object", "embed", "video", "audio", "canvas", "picture", "source"), _object),
    },
    blocks=dict.fromkeys(("foreignobject", "foreignObject", "text"), _label),
)
