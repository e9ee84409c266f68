"""The authors, and the contacts and notes beside each name."""

from __future__ import annotations

from arxtui.model.document import Link, Paragraph, Person, Style, Text
from arxtui.sources.latexml.flow import Content, Flow, plain
from arxtui.sources.latexml.omitted import REDUNDANT_LABELS
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean


class _AuthorFlow(Flow):
    """The flow of one author: the name is separate; each contact, and any text between contacts, is a note."""

    def __init__(self, anchors: list[str]) -> None:
        super().__init__(in_line=True, anchors=anchors)
        self.name: Content = ()
        self.notes: list[Content] = []
        self.has_contacts_only = True
        """Whether all text so far is in contacts."""

    def end_note(self, *, in_contact: bool = False) -> None:
        """End the current note."""
        if content := self.line():
            self.notes.append(content)
            self.has_contacts_only = self.has_contacts_only and in_contact


def _authors(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``ltx_authors``. Text outside the elements of authors belongs to the last author; without such elements, the
    text is the authors' names."""
    rest = _AuthorFlow(flow.anchors)
    page.children(element, rest)
    rest.end_note()
    if page.people:
        _add_notes(page, rest.notes)
    else:
        page.people.extend(map(Person, rest.notes))


def _add_notes(page: PageReader, notes: list[Content]) -> None:
    last = page.people[-1]
    page.people[-1] = last._replace(notes=(*last.notes, *notes))


def _creator(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an author. Contacts without a name belong to the previous author."""
    naming = _AuthorFlow(flow.anchors)
    page.children(element, naming)
    naming.end_note()
    if naming.name:
        page.people.append(Person(naming.name, tuple(naming.notes)))
    elif naming.has_contacts_only and page.people:
        _add_notes(page, naming.notes)
    elif naming.notes:
        page.people.append(Person(naming.notes[0], tuple(naming.notes[1:])))


def _name(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the name. Links to ORCID within it become notes."""
    if not isinstance(flow, _AuthorFlow) or flow.name:
        page.children(element, flow)
        return
    line = Flow(in_line=True, anchors=flow.anchors)
    line.notes_flow = Flow()
    page.children(element, line)
    flow.name = line.line()
    flow.notes.extend(note.content for note in line.notes_flow.finished() if isinstance(note, Paragraph))


def _note(page: PageReader, element: Element, flow: Flow) -> None:
    if isinstance(flow, _AuthorFlow):
        flow.end_note()
        page.children(element, flow)
        flow.end_note(in_contact=True)
    elif flow.notes_flow is not None and "ltx_contact" in element.classes:
        page.children(element, flow.notes_flow)
        flow.notes_flow.end_paragraph()
    else:
        page.children(element, flow)


def _contact_name(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the label of a contact. Skip it if the contact speaks for itself, unlike ``Also at`` and the like."""
    name = plain(page.line(element, flow).line())
    if name.casefold().rstrip(": ") not in REDUNDANT_LABELS and name:
        flow.write(f"{name} ", element.style)


def _orcid(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a link to ORCID; show the number if its text is only a logo."""
    href = element.attributes.get("href") or ""
    line = page.line(element, flow)
    content = line.line()
    if any(isinstance(run, Text) for run in content) or not page.targets.is_outward(href):
        flow.splice(content)
        return
    number = Text(f"ORCID {clean(href.rpartition('/')[2])}", Style(element.style))
    if flow.notes_flow is None:
        flow.splice((Link((number,), clean(href)),))
    else:
        flow.notes_flow.block(Paragraph((Link((number,), clean(href)),)))


READERS = Readers(
    lines={
        ".ltx_personname": _name,
        ".ltx_contact": _note,
        ".ltx_author_notes": _note,
        ".ltx_note_outer": _note,
        ".ltx_contact_name": _contact_name,
        ".ltx_orcid": _orcid,
    },
    blocks={".ltx_authors": _authors, ".ltx_creator": _creator},
)
