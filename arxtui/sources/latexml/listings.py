"""Code and algorithms: lines with numbers and preserved blanks. LaTeXML stores the source of a listing beside it."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from selectolax.lexbor import LexborNode

from arxtui.light import pattern
from arxtui.model.document import Block, Break, Heading, Inline, Line, Listing, Paragraph, Style, Text
from arxtui.sources.latexml.content import Content, inlines, plain
from arxtui.sources.latexml.equations import BAR, inference_tex, is_bar, put_formula
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import elements_in, has_class, text_of
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean, readable

_DATA = "data:text/plain;base64,"
_MAX_SIZE = 1 << 20
_ESCAPED = pattern(r"([^\w\s\\{}])\\[A-Za-z]+\{([^{}]*)\}\1")
"""A command in a source between two signs (``escapeinside`` of the packages), which marks what it contains."""
_TYPESET = {
    "“": ('"', "``"),
    "”": ('"', "''"),
    "‘": ("'", "`"),
    "’": ("'",),
    "–": ("--",),
    "—": ("---",),
    "…": ("...",),
    "␣": (" ",),
    "ˆ": ("^",),
    "˜": ("~",),
}
"""What TeX sets for characters of a source, and these characters."""


def _source_lines(listing: LexborNode) -> list[str]:
    """Return the lines of the source; none if there is no source."""
    link = listing.css_first(".ltx_listing_data a")
    data = (link.attributes.get("href") if link else None) or ""
    if not data.startswith(_DATA) or len(data) > _MAX_SIZE:
        return []
    try:
        source = base64.b64decode(data[len(_DATA) :]).decode()
    except ValueError:  # no base64, or no UTF-8
        return []
    return [line.expandtabs(8).rstrip() for line in source.rstrip().split("\n")]


def _with_source(lines: list[Line], source: list[str]) -> list[Line]:
    """Return the lines of a listing with the characters of its source, and with its indentation if they have none."""
    while lines and not lines[-1].content and len(lines) > len(source):
        lines = lines[:-1]
    if len(lines) != len(source):
        return lines
    source = [_ESCAPED.sub(r"\2", line) for line in source]
    is_flush = not any(plain(line.content).startswith(" ") for line in lines)
    if is_flush:
        return [_indented(line, written) for line, written in zip(lines, source, strict=True)]
    return [
        line._replace(content=_untypeset(line.content, written)) for line, written in zip(lines, source, strict=True)
    ]


def _indented(line: Line, source: str) -> Line:
    bare = source.lstrip(" ")
    content = _untypeset(line.content, bare)
    indent = " " * (len(source) - len(bare)) if content else ""
    return line._replace(content=(Text(indent), *content) if indent else content)


def _untypeset(content: Content, source: str) -> Content:
    """Return the content with the characters of the source; unchanged if it has other words."""
    runs: list[Inline] = []
    place = 0
    for run in content:
        if not isinstance(run, Text):
            return content
        text = ""
        for sign in run.text:
            written = next((each for each in (sign, *_TYPESET.get(sign, ())) if source.startswith(each, place)), None)
            if written is None:
                return content
            text += written
            place += len(written)
        runs.append(Text(text, run.style))
    return tuple(runs)


_END_OF_CODE = pattern(r"\s*\\end\{(\w+)\}\s*")
_SECTION = pattern(r"\s*\\((?:sub){0,2})section\*?(?=\{)")
_ENVIRONMENT = pattern(r"\s*\\(begin|end)\{([^{}]*)\}")
_BEGINNING = pattern(r"\s*\\(?:caption(?=\{)|(item)\b)\s*")
_SAID = "[From here on, this listing is the source of the paper’s text.]"


def _end_of_code(source: Sequence[str]) -> int:
    """Return the place of the line that ends the code."""
    return next((place for place, line in enumerate(source) if _END_OF_CODE.fullmatch(line)), len(source))


def _blocks_of(source: Sequence[str], level: int) -> Iterator[Block]:
    """Yield the text behind the code as headings, paragraphs and listings, after a line that says so. ``source`` begins
    with the line that ends the code; ``level`` is that of a section."""
    yield Paragraph((Text(_SAID, Style.ITALIC),))
    end = _END_OF_CODE.fullmatch(source[0])
    words: list[str] = []
    code: list[Line] | None = None
    for line in (*source[1:], ""):
        environment = _ENVIRONMENT.match(line)
        is_code = environment is not None and end is not None and environment[2] == end[1]
        if code is not None and not is_code:
            code.append(Line((Text(line),) if line else ()))
            continue
        section, beginning = _SECTION.match(line), _BEGINNING.match(line)
        if not line.strip() or environment or section or beginning:
            yield from _paragraph(words)
            words = ["• "] if beginning and beginning[1] else []
        if code:
            yield Listing(tuple(code))
        code = [] if is_code and environment and environment[1] == "begin" else None
        if section:
            yield Heading(level + section[1].count("sub"), "", (Text(_read(line[section.end() :])),))
        elif not environment:
            words.append(line[beginning.end() :] if beginning else line)


def _paragraph(words: list[str]) -> Iterator[Paragraph]:
    if text := _read(" ".join(words)).strip("• "):
        yield Paragraph((Text("• " * (words[0] == "• ") + text),))


def _read(tex: str) -> str:
    text = clean(readable(tex))
    return text[1:-1] if text[:1] + text[-1:] == "{}" else text


_LANGUAGE = "ltx_lst_language_"
_TEX = frozenset({"tex", "latex"})
_SWALLOWED = pattern(r"(?s)(?>.*?\\end\{).*\\(?:sub)*section\b")
_BAR = 24 * "─"
_NO_WIDTH = "width:0.0pt"
_AS_WIDE_AS_TEXT = pattern(r"(?:^|[;\s])width:\s*[1-9]\d\d")
_PARAGRAPHS = ".ltx_p, .ltx_listing, pre, table, br"
_LINE_LENGTH = 80
"""The most characters of a paragraph in a typewriter font that is a line of code; longer ones are prose."""
_LINES_OF_CODE = frozenset({"ltx_inline-block", "ltx_p"})


def _listing(page: PageReader, element: Element, flow: Flow) -> None:
    anchors = flow.take_anchors()
    inner = Flow()
    inner.captions = None if flow.captions is None else []
    inner.lines = []
    page.children(element, inner)
    _move_blocks_to_lines(inner)
    language = next((name.removeprefix(_LANGUAGE) for name in element.classes if name.startswith(_LANGUAGE)), "")
    source = _source_lines(element.node)
    end = len(source)
    if language.casefold() not in _TEX and _SWALLOWED.match("\n".join(source)):
        page.flaws["listing"] += 1
        end = _end_of_code(source)
    flow.end_paragraph()
    for caption in inner.captions or ():
        assert flow.captions is not None
        flow.captions.append(caption._replace(place=len(flow.blocks)))
    lines = _with_source(inner.lines, source) if source else inner.lines
    while lines and lines[-1] == Line(()):
        lines = lines[:-1]
    is_split = len(lines) == len(source) > end
    flow.block(Listing(tuple(lines[:end] if is_split else lines), language, (*anchors, *inner.take_anchors())))
    for block in _blocks_of(source[end:], page.offset + 1) if is_split else ():
        flow.block(block)


def _line(page: PageReader, element: Element, flow: Flow) -> None:
    if flow.lines is None:
        page.children(element, flow)
        return
    _move_blocks_to_lines(flow)
    line = Flow(in_line=True, keeps_blanks=True, anchors=flow.anchors)
    line.takes_tag = True
    page.children(element, line)
    content = line.line()
    flow.lines.append(Line(content, plain(line.tag).strip(), flow.take_anchors()))


def _text(page: PageReader, element: Element, flow: Flow) -> None:
    """Read styled text. A box of typewriter text as wide as the page is a line of code. In a listing, a box of zero
    width before a line of code is the line's number, and a comment aligned to the right end of a line is separated by
    two blanks."""
    style = element.attributes.get("style") or ""
    if "width:" in style:
        if _is_line_of_code(element, flow):
            _line_of_code(page, element, flow)
            return
        if is_bar(element.node):
            flow.write(_BAR, element.style)
            return
    if flow.is_preformatted and flow.takes_tag and _NO_WIDTH in style:
        flow.takes_tag = False
        flow.tag = page.line(element, flow).line()
        return
    if flow.keeps_blanks and "float:right" in style:
        flow.write("\xa0\xa0", element.style)
    page.children(element, flow)


def _blanks(page: PageReader, element: Element, flow: Flow) -> None:
    """Read blanks in code; in a line of a listing, each of them is preserved."""
    text = element.node.text() or ""
    flow.write(text.replace(" ", "\xa0") if flow.keeps_blanks and text.isspace() else text, element.style)


def _verbatim(page: PageReader, element: Element, flow: Flow) -> None:
    """Read verbatim text: a code block (``pre``), a line of fancyvrb's ``Verbatim`` (a box as wide as the text), or
    text within a line."""
    if element.tag == "pre":
        flow.end_paragraph()
        _preformatted(page, element, flow)
        return
    if flow.in_line or _LINES_OF_CODE.isdisjoint(element.classes):
        page.children(element, flow)
    else:
        _line_of_code(page, element, flow)


def _box(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a box: a line of code, lines of code, a small box within a sentence, or anything else as paragraphs."""
    if _is_line_of_code(element, flow):
        _line_of_code(page, element, flow)
        return
    if not flow.in_line and element.node.css_first(BAR) and (tex := inference_tex(page, element, flow)):
        put_formula(flow, tex)
        return
    parts = [*elements_in(element.node)]
    is_code = len(parts) > 1 and all(map(_is_typewriter_paragraph, parts))
    if is_code and not flow.in_line:
        for part in parts:
            _line_of_code(page, page.element(part, element.style), flow)
    elif len(parts) < 2 and _is_within_sentence(element.node):
        line = page.line(element, flow)
        flow.append_line(line, line.line(), element.style)
    else:
        flow.end_paragraph()
        page.children(element, flow)
        flow.end_paragraph()


def _is_line_of_code(element: Element, flow: Flow) -> bool:
    style = element.attributes.get("style")
    if flow.in_line or not style or "width:" not in style or not _AS_WIDE_AS_TEXT.search(style):
        return False
    if element.node.css_first(_PARAGRAPHS) is not None:
        return False  # a box of prose in a typewriter font
    return bool(element.style & Style.MONO) or (flow.has_code and not element.node.text().strip())


def _is_typewriter_paragraph(node: LexborNode) -> bool:
    text = node.first_child
    return (
        text is not None
        and text.next is None
        and has_class(node, "ltx_p")
        and has_class(text, "ltx_font_typewriter")
        and len(node.text()) <= _LINE_LENGTH
    )


def _is_within_sentence(box: LexborNode) -> bool:
    return any(text_of(beside).strip() for beside in (box.prev, box.next))


def _line_of_code(page: PageReader, element: Element, flow: Flow) -> None:
    line = Flow(in_line=True, keeps_blanks=True, anchors=flow.anchors)
    line.is_preformatted = line.takes_tag = True
    page.children(element, line)
    content = tuple(run for run in line.line() if not isinstance(run, Break))
    flow.code(Line(content, plain(line.tag).strip(), flow.take_anchors()), _paragraph_around(element.node))


def _paragraph_around(node: LexborNode) -> int:
    """Return the id of the paragraph that contains an element; 0 if there is none."""
    around = node.parent
    while around is not None and not has_class(around, "ltx_para"):
        around = around.parent
    return around.mem_id if around else 0


def _move_blocks_to_lines(listing: Flow) -> None:
    """Move the blocks between the lines of a listing into its lines."""
    listing.end_paragraph()
    assert listing.lines is not None
    for block in listing.blocks:
        listing.lines.extend(block.lines if isinstance(block, Listing) else [_as_line(block)])
    listing.blocks.clear()


def _as_line(block: Block) -> Line:
    line = Flow(in_line=True)
    line.splice(tuple(inlines(block)))
    return Line(line.line(), "", getattr(block, "anchors", ()))


def _preformatted(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``pre``: every blank and line end is preserved."""
    anchors = flow.take_anchors()
    inner = Flow(in_line=True, keeps_blanks=True)
    inner.is_preformatted = True
    page.children(element, inner)
    lines = _lines(inner.line())
    anchors = (*anchors, *inner.take_anchors())
    if lines:
        flow.block(Listing(lines, "", anchors))
    else:
        flow.return_anchors(anchors)


def _lines(content: Content) -> tuple[Line, ...]:
    """Split content into lines; blank lines at the end are dropped."""
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
    lines={".ltx_text": _text, ".ltx_lst_space": _blanks, ".ltx_verbatim": _verbatim, ".ltx_inline-block": _box},
    blocks={".ltx_listing": _listing, ".ltx_listingline": _line, "pre": _preformatted},
)
