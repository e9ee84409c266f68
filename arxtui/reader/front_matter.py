"""The text before the first block in reading order, and whose each note of the authors is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Document, Formula, Inline, Link, Person, Style, Text
from arxtui.reader.contents import Content, unwrapped

_MARK = pattern(r"(?:\{\})?\^")
_ORCID = "orcid.org/"
_EVERYBODY = Text("All authors")


class AuthorNotes(NamedTuple):
    """The affiliations and other notes that several authors can have (``shared``), with the numbers that connect them
    with the authors, if any; and all other contacts with the author's name (``own``), which is empty if there is only
    one author, or if it is unknown."""

    shared: tuple[Content, ...]
    numbers: Mapping[Content, str]
    own: tuple[tuple[Content, tuple[Content, ...]], ...]

    def marks_of(self, person: Person) -> str:
        """Return the numbers of an author's notes, separated by commas, also from a mark of the author's own."""
        notes = dict.fromkeys(_notes_of(person))
        marks = ",".join(self.numbers[note] for note in notes if note in self.numbers)
        return f",{marks}" if marks and person.name and _is_mark(person.name[-1]) else marks


def front(document: Document) -> Iterator[Content]:
    """Yield the warnings, the provenance, the title, the author names, and each distinct note of the authors."""
    for sentence in (*document.warnings, *filter(None, [document.provenance])):
        yield (Text(sentence),)
    yield document.title
    for person in document.people:
        yield person.name
    yield from front_notes(document)


def front_notes(document: Document) -> Iterator[Content]:
    """Yield the notes of the authors as they are displayed: without repetitions, contacts last."""
    notes = author_notes(document.people)
    yield from notes.shared
    for _, contacts in notes.own:
        yield from contacts


def author_notes(people: tuple[Person, ...]) -> AuthorNotes:
    """Return whose each note is. There are no numbers if every author has all notes, if the authors have set marks
    themselves, or if the last author has the notes of all: then nothing tells whose they are."""
    holders = Counter(note for person in people for note in {*person.notes, *person.contacts})
    places = {note for person in people for note in person.notes}
    shared = places | {note for note, count in holders.items() if 1 < count < len(people) and not _is_joint(note)}
    numbered = tuple(dict.fromkeys(note for person in people for note in _notes_of(person) if note in shared))
    is_pooled = not any(person.notes or not all(map(_is_orcid, person.contacts)) for person in people[:-1])
    is_numbered = (
        any(person.notes for person in people[:-1])
        and any(holders[note] < len(people) for note in numbered)
        and not _are_marked(people, numbered)
    )
    joint = [note for note, count in holders.items() if count > 1 and note not in shared]
    several = [(_holders(note, people), (note,)) for note in sorted(joint, key=lambda note: -holders[note])]
    own, unowned = [], []
    for person in people:
        owned = []
        for note in dict.fromkeys(person.contacts):
            if note in shared or holders[note] > 1:
                continue
            if _is_orcid(note) or not (is_pooled or _is_joint(note)):
                owned.append(note)
            else:
                unowned.append(((), (note,)))
        if owned:
            own.append((_bare_name(person) if len(people) > 1 else (), tuple(owned)))
    numbers = {note: str(number) for number, note in enumerate(numbered, 1)} if is_numbered else {}
    return AuthorNotes(numbered, numbers, (*several, *unowned, *own))


def _holders(note: Content, people: tuple[Person, ...]) -> Content:
    """Return the names of the authors who have a contact in common."""
    names = [_bare_name(person) for person in people if note in person.contacts]
    if len(names) == len(people):
        return (_EVERYBODY,)
    return (*(run for name in names[:-1] for run in (*name, Text(", "))), *names[-1])


def _bare_name(person: Person) -> Content:
    return tuple(run for run in unwrapped(person.name) if isinstance(run, Text) and not _is_mark(run))


def _notes_of(person: Person) -> tuple[Content, ...]:
    return (*person.notes, *person.contacts)


def _are_marked(people: tuple[Person, ...], notes: tuple[Content, ...]) -> bool:
    """Whether the authors have set marks themselves: before a note, or behind most names."""
    marked = sum(any(map(_is_mark, person.name)) for person in people)
    return marked * 2 > len(people) or any(note and _is_mark(note[0]) for note in notes)


def _is_mark(run: Inline) -> bool:
    if isinstance(run, Formula):
        return _MARK.match(run.tex) is not None
    return isinstance(run, Text) and bool(run.style & Style.SUPER)


def _is_orcid(note: Content) -> bool:
    return any(isinstance(run, Link) and _ORCID in run.url for run in note)


def _is_joint(note: Content) -> bool:
    """Whether a contact has the addresses of several authors: ``{ada,bob}@example.org``."""
    return any(isinstance(run, Text) and "{" in run.text for run in unwrapped(note))
