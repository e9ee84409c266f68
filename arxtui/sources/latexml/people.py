"""The authors, with what stands beside each name."""

from __future__ import annotations

from arxtui.model.document import Person
from arxtui.sources.latexml.flow import Content, Flow
from arxtui.sources.latexml.walker import Element, Page, Readers


class _Naming(Flow):
    """The flow of one author: the name is apart, every contact a note, and other text between them too."""

    def __init__(self, anchors: list[str]) -> None:
        super().__init__(in_line=True, anchors=anchors)
        self.name: Content = ()
        self.notes: list[Content] = []

    def end_note(self) -> None:
        """What is written so far is a note."""
        if content := self.line():
            self.notes.append(content)


def _authors(page: Page, element: Element, flow: Flow) -> None:
    """``ltx_authors``: what is not in any author's own element belongs to the last one, or names some."""
    rest = _Naming(flow.anchors)
    page.children(element, rest)
    rest.end_note()
    if page.people:
        last = page.people[-1]
        page.people[-1] = last._replace(notes=(*last.notes, *rest.notes))
    else:
        page.people.extend(map(Person, rest.notes))


def _creator(page: Page, element: Element, flow: Flow) -> None:
    naming = _Naming(flow.anchors)
    page.children(element, naming)
    naming.end_note()
    if naming.name:
        page.people.append(Person(naming.name, tuple(naming.notes)))
    elif naming.notes:
        page.people.append(Person(naming.notes[0], tuple(naming.notes[1:])))


def _name(page: Page, element: Element, flow: Flow) -> None:
    if isinstance(flow, _Naming) and not flow.name:
        flow.name = page.line(element, flow).line()
    else:
        page.children(element, flow)


def _note(page: Page, element: Element, flow: Flow) -> None:
    if isinstance(flow, _Naming):
        flow.end_note()
        page.children(element, flow)
        flow.end_note()
    else:
        page.children(element, flow)


READERS = Readers(
    lines={
        ".ltx_personname": _name,
        ".ltx_contact": _note,
        ".ltx_author_notes": _note,
        ".ltx_note_outer": _note,
    },
    blocks={".ltx_authors": _authors, ".ltx_creator": _creator},
)
