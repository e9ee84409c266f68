"""Parts of a line: links, references and citations, footnotes, marks, errors, line ends."""

from __future__ import annotations

from urllib.parse import urlsplit

from selectolax.lexbor import LexborNode

from arxtui.model.document import Float, Footnote, Heading, Link, Paragraph, Reference, Rule, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.flow import Content, Flow, joined, plain
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

# A rule about as wide as the text. Shorter rules are struts or blanks.
_WIDE = pattern(r"\bwidth\s*:\s*(?:100\s*%|[2-9]\d\d(?:\.\d+)?\s*p[tx]|\d{4,})")
LOOSE_HYPHEN = pattern(r"\A-(?=[A-Z](?:[.\-]?\d+)*\Z)")
"""In the number of an appendix of IEEE's, whose first part is empty: ``-A``."""
_KIND_AND_NUMBER = pattern(r"([^\W\d]+) ([\w.]*\w)")
_PAGE = pattern(r"(?i)\b(?:pages?|pp?\.)\s*$")
_BETWEEN_PAGES = frozenset({"–", "-", "and", "to"})
_PART = pattern(r"#(?:footnote\d|.*\.E\d)")
"""An address of a footnote or an equation."""
_KIND = pattern(r"(?i)\b(fig|tab|algorithm|lemma|theorem|prop|coroll|definition|remark)\w*\.?\s*\Z")
_FLOATS = ("fig", "tab", "algorithm")
_WHOLE = pattern(r"(?:In |‣ )([A-Z][a-z]+) ([\w.]*\w)")
UNKNOWN = "??"
"""Stands for the number of a reference that has none, as in LaTeX."""
_EMPTY_MAIL = "mailto:"
_ICON = ".fa[aria-hidden], .fab[aria-hidden], .fas[aria-hidden], .far[aria-hidden]"
"""A sign of an icon font, an element without text."""
_WITHIN = " ‣ "
_BULLETS = frozenset("•–-∘")
_REDUNDANT_TYPES = ("footnote", "margin", "thanks")


def read_link(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``a``: as a reference if it leads into this page, as a link if it leads out of it, else as plain content."""
    href = element.attributes.get("href") or ""
    if href == _EMPTY_MAIL:  # the engine of 2026 loses the address of an e-mail that it shows
        href += clean(element.node.text())
    # The name of a section, which is what \nameref stands for, is not preceded by its number.
    line = page.line(element, flow, takes_tag="ltx_refmacro_nameref" in element.classes)
    content = _of_item(line.line())
    if "ltx_refmacro_autoref" in element.classes and (kind := _kind_of_target(element, plain(content))):
        content = joined((Text(f"{kind} ", Style(element.style)), *content))
        line.has_trailing_blank |= _text_of(element.node.next)[:1].isalpha()
    elif number := _number_meant(element, href):
        content = (Text(number, Style(element.style)),)
    elif _is_page_of_float(element, plain(content)):
        content = (Text(UNKNOWN, Style(element.style)),)
    if (target := page.targets.target(href)) and content:
        if isinstance(first := content[0], Text) and LOOSE_HYPHEN.match(first.text):
            content = (first._replace(text=first.text[1:]), *content[1:])
        content = (Reference(content, target, page.cites),)
    elif page.targets.is_outward(href) and (content or element.node.css_first(_ICON) is not None):
        shown = content or (Text(f"[{urlsplit(href).hostname or clean(href)}]", Style(element.style)),)
        content = (Link(shown, clean(href)),)
    flow.append_line(line, content, element.style)


def _of_item(content: Content) -> Content:
    """Return a reference to an item without a number as its mark, or as the number of what the item is in."""
    if len(content) == 1 and isinstance(content[0], Text) and _WITHIN in content[0].text:
        mark, _, number = content[0].text.partition(_WITHIN)
        return (content[0]._replace(text=number if mark in _BULLETS else mark),) if not mark.isalnum() else content
    return content


def _kind_of_target(element: Element, number: str) -> str:
    """Return what should stand before the number that ``\\autoref`` shows: the kind of an author's own theorem, which
    the engine knows in the title of the link only. Returns "" if it stands there, or if there is none."""
    titled = _KIND_AND_NUMBER.match(clean(element.attributes.get("title") or ""))
    is_new = titled and not _text_of(element.node.prev).rstrip().lower().endswith(titled[1].lower())
    return titled[1] if titled and titled[2] == number and is_new else ""


def _is_page_of_float(element: Element, number: str) -> bool:
    """Whether this is ``\\pageref`` of a float or an equation. A page of HTML has none, and LaTeXML shows the number of
    the target instead, which misleads; of a section, its number tells where it is."""
    title = element.attributes.get("title") or ""
    if not number.isdecimal() or not title or title.startswith(number):
        return False
    before = element.node.prev
    if _text_of(before).strip() in _BETWEEN_PAGES and before is not None and before.prev is not None:
        before = before.prev.prev
    return _PAGE.search(_text_of(before)) is not None


def _number_meant(element: Element, href: str) -> str:
    """Return the number of the float or theorem that the word before a reference names (``Table 3``), if the reference
    leads to a footnote or an equation in it, whose number it shows instead; else ""."""
    before = element.node.prev
    kind = _KIND.search(before.text(deep=True)) if before is not None and _PART.match(href) else None
    if kind is None:
        return ""
    wholes = _WHOLE.findall(element.attributes.get("title") or "")
    # A table in a figure is named after the figure.
    names = _FLOATS if (named := kind[1].casefold()) in _FLOATS else named
    return next((number for name, number in wholes if name.casefold().startswith(names)), "")


def _text_of(node: LexborNode | None) -> str:
    return (node.text_content or "") if node is not None and node.is_text_node else ""


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
        flow.append_line(line, line.line(), element.style)
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
        flow.append_line(line, content, element.style)


def _error(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a conversion error: the page shows the TeX that could not be converted."""
    line = page.line(element._replace(style=element.style | Style.MONO), flow)
    content = line.line()
    page.faults.append(plain(content))
    flow.append_line(line, content, element.style)


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
        "a": read_link,
        "br": _break,
        ".ltx_note": _note,
        ".ltx_note_mark": _note_mark,
        ".ltx_note_type": _note_type,
        ".ltx_tag": _tag,
        ".ltx_bibtag": _tag,
        ".ltx_ERROR": _error,
        ".ltx_rule": _drawn_rule,
    },
    blocks={"hr": _rule},
)
