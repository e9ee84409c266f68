"""The authors, and the contacts and notes beside each name."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.light import pattern
from arxtui.model.document import Footnote, Inline, Link, Paragraph, Person, Style, Text
from arxtui.sources.latexml.classes import REDUNDANT_LABELS
from arxtui.sources.latexml.content import Content, plain
from arxtui.sources.latexml.flow import Flow
from arxtui.sources.latexml.nodes import has_class, past_blanks
from arxtui.sources.latexml.typography import without_loose_commas
from arxtui.sources.latexml.walker import Element, PageReader, Readers
from arxtui.text import clean

_ROLE = "ltx_role_"
_PLACES = frozenset({"affiliation", "altaffiliation", "address"})
"""The roles of contacts that several authors can have in common."""
_NO_ORCID = frozenset("0-")
_BLANK_LINE = pattern(r"\n[ \t]*\n\s*")
_NAME = pattern(r"[^\d@,;]{3,60}")
_AND = pattern(r"and\s*(?=[A-Z])")
_OWN_LABEL = pattern(r"[A-Z][A-Za-z ]{2,30}: ")
_KEY = pattern(r"[A-Za-z]{3,}")


class _AuthorFlow(Flow):
    """The flow of one author: the name is separate; each contact or footnote, and any text between them, is a note."""

    def __init__(self, anchors: list[str]) -> None:
        super().__init__(in_line=True, anchors=anchors)
        self.name: Content = ()
        self.names_before: list[Content] = []
        """Other authors in the same element."""
        self.notes: list[Content] = []
        self.contacts: list[Content] = []
        self.thanks: list[Content] = []
        self.label = ""
        """The label of the current contact."""
        self.is_shifted = False
        """Whether the notes of the previous author are in this element, so that no one's affiliations are certain."""
        self.dedications: list[Content] = []
        """Dedications of the paper, which LaTeXML has among the contacts of an author."""
        self.has_contacts_only = True
        """Whether all text so far is in contacts."""

    def end_note(self, role: str | None = None) -> None:
        """End the current note: a contact of this role, or text outside of contacts."""
        content, label = self.line(), self.label.rstrip(": ")
        text = plain(content).removeprefix(self.label).strip()
        self.label = ""
        if label and text.casefold() in (label.casefold(), plain(self.name).casefold()):
            content = (Text(label),)
        elif label == "Note" and _OWN_LABEL.match(text) and isinstance(first := content[0], Text):
            content = (first._replace(text=first.text.removeprefix("Note: ")), *content[1:])
        if role in _PLACES:
            content = _without_open_end(without_loose_commas(content))
        if text:
            is_marked = isinstance(content[0], Text) and Style.SUPER in content[0].style
            is_shared = role is None or role in _PLACES or is_marked
            kind = self.dedications if role == "dedicatory" else self.notes if is_shared else self.contacts
            kind.append(content)
            self.has_contacts_only = self.has_contacts_only and role is not None

    def add(self, run: Inline) -> None:
        """Append a run. A footnote between contacts is a contact: thanks."""
        if isinstance(run, Footnote) and self.is_empty:
            note = Flow(in_line=True)
            for block in run.blocks:
                note.block(block)
            self.thanks.append(note.line())
            self.contacts.append(self.thanks[-1])
        else:
            super().add(run)


def _authors(page: PageReader, element: Element, flow: Flow) -> None:
    """Read ``ltx_authors``. Text outside the elements of authors belongs to the last author; without such elements, the
    text is the authors' names."""
    rest = _AuthorFlow(flow.anchors)
    page.children(element, rest)
    rest.end_note()
    if rest.is_shifted:
        rest.notes[:0] = [note for person in page.people for note in person.notes]
        page.people = [person._replace(notes=()) for person in page.people]
    if page.people:
        _add_notes(page, rest.notes, rest.contacts)
    else:
        page.people.extend(map(Person, rest.notes))
    for dedication in rest.dedications:
        flow.block(Paragraph(dedication))


def _add_notes(page: PageReader, notes: Sequence[Content], contacts: Sequence[Content]) -> None:
    last = page.people[-1]
    page.people[-1] = last._replace(notes=(*last.notes, *notes), contacts=(*last.contacts, *contacts))


def _creator(page: PageReader, element: Element, flow: Flow) -> None:
    """Read an author. Contacts without a name belong to the previous author."""
    naming = _AuthorFlow(flow.anchors)
    page.children(element, naming)
    naming.end_note()
    page.thanks += naming.thanks
    if isinstance(flow, _AuthorFlow):
        flow.is_shifted = flow.is_shifted or naming.is_shifted
        flow.dedications += naming.dedications
    if naming.is_shifted:
        _add_notes(page, (), naming.thanks)
        moved = {*naming.thanks}
        naming.contacts = [contact for contact in naming.contacts if contact not in moved]
    if naming.name:
        page.people.extend(map(Person, naming.names_before))
        page.people.append(Person(naming.name, tuple(naming.notes), tuple(naming.contacts)))
    elif naming.has_contacts_only and page.people:
        _add_notes(page, naming.notes, naming.contacts)
    elif naming.notes:
        page.people.append(Person(naming.notes[0], tuple(naming.notes[1:]), tuple(naming.contacts)))


def _name(page: PageReader, element: Element, flow: Flow) -> None:
    """Read the name. Links to ORCID within it become contacts; one before the name is the previous author's."""
    if not isinstance(flow, _AuthorFlow) or flow.name:
        page.children(element, flow)
        return
    line = Flow(in_line=True, anchors=flow.anchors)
    line.notes_flow = Flow()
    page.children(element, line)
    flow.name = without_loose_commas(_tidied(line.line()))
    contacts = [note.content for note in line.notes_flow.finished() if isinstance(note, Paragraph)]
    if contacts and page.people and has_class(past_blanks(element.node.first_child), "ltx_orcid"):
        flow.is_shifted = True
        _add_notes(page, (), contacts[:1])
    flow.contacts.extend(contacts[flow.is_shifted :])
    only = element.node.first_child
    names = _BLANK_LINE.split(element.node.text().strip())
    if len(names) > 1 and only is not None and only.next is None and all(map(_NAME.fullmatch, names)):
        flow.names_before = [(Text(clean(name)),) for name in names]
        flow.name = flow.names_before.pop()


def _tidied(name: Content) -> Content:
    """Return a name without "and" before it, or commas after its marks; with keys (``iran``) that were set
    as marks in brackets."""
    runs = list(name)
    while runs and isinstance(last := runs[-1], Text) and (last.style & Style.SUPER or last.text == " "):
        runs.pop()
        if mark := last.text.rstrip(" ,"):
            runs.append(last._replace(text=mark))
            break
    for place, run in enumerate(runs):
        if isinstance(run, Text) and run.style & Style.SUPER and _KEY.fullmatch(run.text):
            runs[place] = Text(f" [{run.text}]")
    if runs and isinstance(first := runs[0], Text) and (match := _AND.match(first.text)):
        runs[0] = first._replace(text=first.text[match.end() :])
    return tuple(runs)


def _without_open_end(place: Content) -> Content:
    """Return a place without commas at its end, where LaTeXML has lost the rest."""
    last = place[-1] if place else None
    return (*place[:-1], last._replace(text=last.text.rstrip(" ,"))) if isinstance(last, Text) else place


def _note(page: PageReader, element: Element, flow: Flow) -> None:
    if isinstance(flow, _AuthorFlow):
        flow.end_note()
        page.children(element, flow)
        flow.end_note(next((name.removeprefix(_ROLE) for name in element.classes if name.startswith(_ROLE)), ""))
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
        if isinstance(flow, _AuthorFlow):
            flow.label = name


def _orcid(page: PageReader, element: Element, flow: Flow) -> None:
    """Read a link to ORCID; show the number if its text is only a logo."""
    href = element.attributes.get("href") or ""
    line = page.line(element, flow)
    content = line.line()
    if any(isinstance(run, Text) for run in content) or not page.targets.is_outward(href):
        flow.splice(content)
        return
    orcid = clean(href.rpartition("/")[2])
    number = Text(f"ORCID {orcid}", Style(element.style))
    if _NO_ORCID.issuperset(orcid):
        return
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
