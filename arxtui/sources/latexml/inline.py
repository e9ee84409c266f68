"""Parts of a line: footnotes, marks, errors, line ends."""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.model.document import Float, Footnote, Heading, Paragraph, Rule, Style
from arxtui.sources.latexml.content import plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.walker import Element, PageReader, Readers

# A rule about as wide as the text. Shorter rules are struts or blanks.
_WIDE = pattern(r"\bwidth\s*:\s*(?:100\s*%|[2-9]\d\d(?:\.\d+)?\s*p[tx]|\d{4,})")
_GLUED = pattern(r"[(A-Za-zÀ-ɏ]")
"""What begins a word, or a bracket, and stands directly behind the mark of a note on some pages, as formulas do."""
_REDUNDANT_TYPES = ("footnote", "margin", "thanks")


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
    following = element.node.next
    if following is None or flow.is_empty:
        return
    if following.tag == "math" or _GLUED.match(following.text().lstrip("\u200b")):
        flow.write(" ", element.style)


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
