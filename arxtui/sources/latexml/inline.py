"""Parts of a line: links, references and citations, footnotes, marks, errors, line ends."""

from __future__ import annotations

from urllib.parse import unquote

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.document import Float, Footnote, Heading, Link, Paragraph, Reference, Rule, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.flow import Content, Flow, plain
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

# A rule about as wide as the text. Shorter rules are struts or blanks.
_WIDE = pattern(r"\bwidth\s*:\s*(?:100\s*%|[2-9]\d\d(?:\.\d+)?\s*p[tx]|\d{4,})")
_DOI = pattern(r"^https?://(?:dx\.)?doi\.org/(10\.\S+)$")
_BARE_LINK = "Document"
LOOSE_HYPHEN = pattern(r"\A-(?=[A-Z](?:[.\-]?\d+)*\Z)")
"""In the number of an appendix of IEEE's, whose first part is empty: ``-A``."""
_REDUNDANT_TYPES = ("footnote", "margin", "thanks")


def _link(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``a``: as a reference if it leads into this page, as a link if it leads out of it, else as plain content."""
    href = element.attributes.get("href") or ""
    line = page.line(element, flow)
    content = line.line()
    if (target := page.targets.target(href)) and content:
        if isinstance(first := content[0], Text) and LOOSE_HYPHEN.match(first.text):
            content = (first._replace(text=first.text[1:]), *content[1:])
        content = (Reference(content, target, page.cites),)
    elif content and page.targets.is_outward(href):
        content = (Link(content, clean(href)),)
    _append_line(flow, line, content, element.style)


def _external(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the address or number of a work in a BibTeX bibliography. An arXiv id becomes a link to arXiv; a link with
    the text ``Document`` shows its DOI instead."""
    if element.tag == "a":
        doi = _DOI.search(element.attributes.get("href") or "")
        if doi and clean(element.node.text()) == _BARE_LINK:
            doi_link = Link((Text(f"doi:{clean(unquote(doi[1]))}", Style(element.style)),), clean(doi.string))
            flow.splice((doi_link,))
        else:
            _link(page, element, flow)
        return
    try:
        work = ArxivId.parse(clean(element.node.text()))
    except ValueError:
        page.children(element, flow)
        return
    flow.splice((Link((Text(f"arXiv:{work}", Style(element.style)),), f"https://arxiv.org/abs/{work}"),))


def _field(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a field of a BibTeX entry; insert a blank if another field is directly before it."""
    before = element.node.prev
    if before is not None and before.is_element_node and "ltx_bib_" in (before.attributes.get("class") or ""):
        flow.write(" ", element.style)
    page.children(element, flow)


def _citation(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``cite`` as one reference, with brackets and names; several sources in it are references within."""
    if "ltx_cite" not in element.classes:
        page.children(element._replace(style=element.style | Style.ITALIC), flow)
        return
    page.cites = True
    line = page.line(element, flow)
    page.cites = False
    content = line.line()
    places = [place for place, run in enumerate(content) if isinstance(run, Reference)]
    if len(places) == 1:
        cited = content[places[0]]
        assert isinstance(cited, Reference)
        bare = Flow(in_line=True)
        bare.splice((*content[: places[0]], *cited.content, *content[places[0] + 1 :]))
        content = (Reference(bare.line(), cited.target, cites=True),)
    elif places:
        content = (Reference(content, "", cites=True),)
    _append_line(flow, line, content, element.style)


def _append_line(flow: Flow, line: Flow, content: Content, style: int) -> None:
    """Append a line to the flow, with the white space that was at its ends within the element."""
    if line.has_leading_blank:
        flow.write(" ", style)
    flow.splice(content)
    if line.has_trailing_blank:
        flow.write(" ", style)


def _note(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a footnote or other note. A note without content is the mark of a footnote elsewhere."""
    note = Flow()
    note.marks = []
    page.children(element, note)
    mark = _printed_mark(next(filter(None, note.marks), ""), element.classes)
    blocks = note.finished()
    flow.anchors.extend(note.take_anchors())
    if "ltx_role_footnotetext" in element.classes:
        mark = _called_mark(page, mark)
    if not blocks:
        _write_mark(page, mark, element, flow)
    elif "ltx_role_footnotetext" not in element.classes or not _annotates_above(Footnote(mark, blocks), flow):
        flow.add(Footnote(mark, blocks))


def _printed_mark(mark: str, classes: tuple[str, ...]) -> str:
    """Return the first sign of a mark that ends in TeX (``† †\\dagger``), and no mark for a note of todonotes, which
    has its options there."""
    if "ltx_role_todo" in classes and not mark.isdecimal():
        return ""
    return mark.split()[0] if "\\" in mark else mark


def _called_mark(page: PageReader, mark: str) -> str:
    """Return the mark that calls a text with its own mark elsewhere: this one, or else the last one without a text."""
    if mark in page.bare_marks:
        del page.bare_marks[mark]
        return mark
    return page.bare_marks.popitem()[0] if page.bare_marks else mark


def _annotates_above(note: Footnote, flow: Flow) -> bool:
    """Append a footnote that stands alone between blocks to the text, heading or caption above, if there is one."""
    if flow.in_line or not flow.is_empty or not flow.blocks:
        return False
    match flow.blocks[-1]:
        case Paragraph(content=text) as above:
            flow.blocks[-1] = above._replace(content=(*text, note))
        case Heading(title=text) as above:
            flow.blocks[-1] = above._replace(title=(*text, note))
        case Float(caption=text) as above if text:
            flow.blocks[-1] = above._replace(caption=(*text, note))
        case _:
            return False
    return True


def _write_mark(page: PageReader, mark: str, element: Element, flow: Flow) -> None:
    """Write the mark of a note elsewhere. In an author's name, the number is that of a note of title or authors."""
    if flow.notes_flow is not None and mark.isdecimal() and 0 < int(mark) <= len(page.thanks):
        flow.notes_flow.block(Paragraph(page.thanks[int(mark) - 1]))
    else:
        page.bare_marks[mark] = None
        is_power = flow.ends_in_number
        flow.write(f" [note {mark}]" if is_power else mark, element.style | (0 if is_power else Style.SUPER))


def _note_mark(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the mark of a note. HTML repeats it in the note, so within a note it is only stored."""
    line = page.line(element, flow)
    if flow.marks is None:
        _append_line(flow, line, line.line(), element.style)
    else:
        flow.marks.append(plain(line.line()))


def _note_type(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the type of a note; skip those of ``_REDUNDANT_TYPES`` (``thanks:``), which add nothing to the note."""
    kind = plain(page.line(element, flow).line())
    if not kind.startswith(_REDUNDANT_TYPES):
        flow.write(f"{kind} ", element.style)


def _tag(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a number, mark or label: store it if the flow expects one, else append it to the line."""
    line = page.line(element, flow)
    content = line.line()
    if flow.takes_tag:
        flow.takes_tag = False
        flow.tag = content
    else:
        _append_line(flow, line, content, element.style)


def _error(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a conversion error: the page shows the TeX that could not be converted."""
    line = page.line(element._replace(style=element.style | Style.MONO), flow)
    content = line.line()
    page.faults.append(plain(content))
    _append_line(flow, line, content, element.style)


def _missing(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a reference or citation whose target is missing."""
    line = page.line(element, flow)
    content = line.line()
    page.faults.append(plain(content))
    _append_line(flow, line, content, element.style)


def _break(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.break_line()


def _rule(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.block(Rule())


def _drawn_rule(page: PageReader, element: Element, flow: Flow) -> None:
    if _WIDE.search(element.attributes.get("style") or ""):
        flow.block(Rule())
    else:
        page.children(element, flow)


READERS = Readers(
    lines={
        "a": _link,
        "cite": _citation,
        "br": _break,
        ".ltx_bib_external": _external,
        **dict.fromkeys((".ltx_bib_editor", ".ltx_bib_title", ".ltx_bib_type"), _field),
        ".ltx_note": _note,
        ".ltx_note_mark": _note_mark,
        ".ltx_note_type": _note_type,
        ".ltx_tag": _tag,
        ".ltx_bibtag": _tag,
        ".ltx_ERROR": _error,
        ".ltx_missing_label": _missing,
        ".ltx_missing_citation": _missing,
        ".ltx_rule": _drawn_rule,
    },
    blocks={"hr": _rule},
)
