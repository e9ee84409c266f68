"""Parts of a line: links, references and citations, footnotes, marks, errors, line ends."""

from __future__ import annotations

from urllib.parse import unquote, urlsplit

from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.document import Footnote, Link, Reference, Rule, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.flow import Content, Flow, append_line, plain
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

# A rule about as wide as the text. Shorter rules are struts or blanks.
_WIDE = pattern(r"\bwidth\s*:\s*(?:100\s*%|[2-9]\d\d(?:\.\d+)?\s*p[tx]|\d{4,})")
_DOI = pattern(r"^https?://(?:dx\.)?doi\.org/(10\.\S+)$")
_ICON = ".fa[aria-hidden], .fab[aria-hidden], .fas[aria-hidden], .far[aria-hidden]"
"""A sign of an icon font, an element without text."""
_WITHIN = " ‣ "
_BULLETS = frozenset("•–-∘")
_BARE_LINK = "Document"
_REDUNDANT_TYPES = ("footnote", "margin", "thanks")


def _link(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``a``: as a reference if it leads into this page, as a link if it leads out of it, else as plain content."""
    href = element.attributes.get("href") or ""
    line = page.line(element, flow)
    content = _of_item(line.line())
    if (target := page.targets.target(href)) and content:
        content = (Reference(content, target, page.cites),)
    elif page.targets.is_outward(href) and (content or element.node.css_first(_ICON) is not None):
        content = (
            Link(content or (Text(f"[{urlsplit(href).hostname or clean(href)}]", Style(element.style)),), clean(href)),
        )
    append_line(flow, line, content, element.style)


def _of_item(content: Content) -> Content:
    """Return a reference to an item without a number as its mark, or as the number of what the item is in."""
    if len(content) == 1 and isinstance(content[0], Text) and _WITHIN in content[0].text:
        mark, _, number = content[0].text.partition(_WITHIN)
        return (content[0]._replace(text=number if mark in _BULLETS else mark),) if not mark.isalnum() else content
    return content


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
    append_line(flow, line, content, element.style)


def _note(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a footnote or other note. A note without content is the mark of a footnote elsewhere."""
    note = Flow()
    note.marks = []
    page.children(element, note)
    mark = next(filter(None, note.marks), "")
    blocks = note.finished()
    flow.anchors.extend(note.take_anchors())
    if blocks:
        flow.add(Footnote(mark, blocks))
    else:
        flow.write(mark, element.style | Style.SUPER)


def _note_mark(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the mark of a note. HTML repeats it in the note, so within a note it is only stored."""
    line = page.line(element, flow)
    if flow.marks is None:
        append_line(flow, line, line.line(), element.style)
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
        append_line(flow, line, content, element.style)


def _error(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a conversion error: the page shows the TeX that could not be converted."""
    line = page.line(element._replace(style=element.style | Style.MONO), flow)
    content = line.line()
    page.faults.append(plain(content))
    append_line(flow, line, content, element.style)


def _missing(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a reference or citation whose target is missing."""
    line = page.line(element, flow)
    content = line.line()
    page.faults.append(plain(content))
    append_line(flow, line, content, element.style)


def _break(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.break_line()


def _rule(_page: PageReader, _element: Element, flow: Flow) -> None:
    flow.block(Rule())


def _drawn_rule(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a rule across the page; others are only blanks, and in code the sides of a frame."""
    if _WIDE.search(element.attributes.get("style") or ""):
        flow.block(Rule())
    elif not flow.is_preformatted:
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
