"""What a journal prints on the first page: its notes, dates, keywords; and acknowledgements."""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.model.document import Group, Heading, Paragraph, Text
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.sections import group
from arxtui.sources.latexml.typography import without_loose_commas
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

_LABELS = {"number": "Number", "article": "Article", "software": "Software", "facility": "Facilities", "pages": "Pages"}
"""What LaTeXML writes before the other notes of a journal, for the roles that have no label on the page."""
_THANKS_LABEL = "Thanks:"
_NEEDLESS = frozenset({"ltx_role_pubyear", "ltx_role_publicationmonth", "ltx_role_submissionid"})
_UNSET = pattern(r"[xX]{2,}|[*?]+|(?:10\.1145/)?(?:n{7}\.n{7}|X{7}\.X{7})|APS/123-QED")
"""A field of the journal's template that the authors have not filled in."""
_EVENT = r"\b(?:received|revised|accepted|published|in original form)\b"
_UNSET_DATE = pattern(
    rf"(?>.*?{_EVENT}).*(?:\b(?:x{{2,}}|y{{2,}}|z{{2,}}|dd|month)\b|\*{{2,}}|\?{{2,}}|_{{2,}})"
    rf"|.*{_EVENT}\W*+(?:date\W*+)?\Z"
)
_ORIGINAL = "in original form"
"""Follows the date on which the paper was received."""
_DATES = pattern(r"\s*[.;/]\s+|\s*[;/]\s*")
_THANKS = pattern(r"\s*acknowledge?ments?\s*[:.]?\s*")
_AND = "  and "
_ACRONYMS = frozenset({"pacs", "msc", "ccs"})


def _title_notes(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the notes that a journal prints on the first page. LaTeXML puts them into the title or after it."""
    page.children(element, flow if flow.notes_flow is None else flow.notes_flow)


def _title_note(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a note of the journal, with a label if the page has none. Omit what the authors have not filled in."""
    name = element.node.css_first(".ltx_note_name")
    label = clean(name.text()) if name is not None else ""
    if not label and (_NEEDLESS & {*element.classes} or element.node.css_first(".ltx_ref_self") is not None):
        return
    if _UNSET.fullmatch(clean(element.node.text()).removeprefix(label).strip()):
        return
    inner = Flow(anchors=flow.anchors)
    role = next((role for role in _LABELS if f"ltx_role_{role}" in element.classes), "")
    if role and not label:
        inner.write(f"{_LABELS[role]}: ", element.style)
    page.children(element, inner)
    for block in inner.finished():
        flow.block(block)
        if isinstance(block, Paragraph) and "ltx_role_thanks" in element.classes:
            page.thanks.append(block.content)


def _note_name(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the label of a note, and add a blank; not that of ``\\thanks``, which is any note of the title."""
    name = plain(page.line(element, flow).line())
    if name and name != _THANKS_LABEL:
        flow.write(f"{name} ", element.style)


def _dates(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the dates of a paper, without the day of the conversion and those that the authors have not filled in."""
    text = clean(element.node.text())
    if page.conversion.is_day_of(text):
        return
    dates = _DATES.split(text)
    known = [each for each in dates if not _UNSET_DATE.match(each.casefold())]
    if len(known) == len(dates):
        group("date")(page, element, flow)
    elif known:
        if known[0].casefold().startswith(_ORIGINAL):
            known[0] = f"Received {known[0]}"
        flow.block(Group("date", (), (Paragraph((Text("; ".join(known)),)),)))


def _keywords(page: PageReader, element: Element, flow: Flow) -> None:
    """Read keywords, with commas between them and no blanks before these. Omit their heading if there are none."""
    found = element.node.text()
    kind = "keywords" if "ltx_keywords" in element.classes else "classification"
    inner = Flow(anchors=flow.anchors)
    group(kind)(page, element, inner)
    for block in inner.finished():
        if isinstance(block, Group) and block.blocks:
            blocks = tuple(
                part._replace(content=_with_commas(without_loose_commas(part.content), found))
                if isinstance(part, Paragraph)
                else part
                for part in block.blocks
            )
            flow.block(block._replace(title=_as_label(block.title), blocks=blocks))


def _with_commas(content: Content, found: str) -> Content:
    """Return keywords with a comma for each ``\\and`` of Springer's class: the page, whose text was ``found``, has the
    word after two blanks, but after one in a keyword."""
    match content:
        case (Text(text) as run,) if _AND in found and (whole := clean(found)).endswith(text):
            return (run._replace(text=clean(found.replace(_AND, ", "))[len(whole) - len(text) :]),)
    return content


def _as_label(title: Content) -> Content:
    """Return a heading that stands in the line of its text as a label: ``Keywords:``."""
    match title:
        case (Text(text) as run,) if text.rstrip()[-1:].isalpha():
            name = text.upper() if text in _ACRONYMS else f"{text[0].upper()}{text[1:].rstrip()}"
            return (run._replace(text=f"{name}:"),)
    return title


def _acknowledgements(page: PageReader, element: Element, flow: Flow) -> None:
    """Read acknowledgements, with a heading if the page has none; without the authors' own if it repeats it."""
    inner = Flow(anchors=flow.anchors)
    group("acknowledgements")(page, element, inner)
    above = flow.blocks[-1] if flow.blocks else None
    for block in inner.finished():
        if isinstance(block, Group) and block.blocks and isinstance(first := block.blocks[0], Paragraph):
            content = _without_heading(first.content)
            is_headed = isinstance(above, Heading) and _THANKS.fullmatch(plain(above.title).casefold())
            if block.title or is_headed or content == first.content:
                title = block.title or (() if is_headed else (Text("Acknowledgements."),))
                block = block._replace(title=title, blocks=(first._replace(content=content), *block.blocks[1:]))
        flow.block(block)


def _without_heading(content: Content) -> Content:
    first = content[0]
    match = _THANKS.match(first.text.casefold()) if isinstance(first, Text) else None
    if match is None or not isinstance(first, Text) or not match[0].strip().endswith((":", ".")):
        return content
    text, rest = first.text[match.end() :], content[1:]
    if not text and rest and isinstance(rest[0], Text):
        return (rest[0]._replace(text=rest[0].text.lstrip()), *rest[1:])
    return (first._replace(text=text), *rest) if text else rest or content


def _facility(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the telescopes that were used, which AAS's journals list with a label."""
    if flow.is_empty:
        flow.write("Facilities: ", element.style)
    page.children(element, flow)


READERS = Readers(
    lines={
        ".ltx_note_name": _note_name,
        ".ltx_pubnotes": _title_notes,
        ".ltx_pubnote": _title_note,
        ".ltx_ast_facility": _facility,
    },
    blocks={
        ".ltx_acknowledgements": _acknowledgements,
        ".ltx_keywords": _keywords,
        ".ltx_classification": _keywords,
        ".ltx_dates": _dates,
        ".ltx_date": _dates,
    },
)
