"""Markdown: a readable list of papers with links. Texts are readable, without TeX."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxtui.export.people import Person
from arxtui.export.references import Reference, Style
from arxtui.patterns import pattern
from arxtui.text import readable

_SIGNS = pattern(r"[\\`*_\[\]<>$~|]|&(?=#?\w+;)|^[-+=:#](?=\s)")
_ADDRESS = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C"}
_MOST_NAMED = 10
_NAMED = 8
"""The number of authors that are named if there are more than ``_MOST_NAMED``."""
_LINE_END = "\\\n  "


def written(references: Iterable[Reference], style: Style) -> Iterator[str]:
    """Yield one item per paper: its title as a link; its authors; identifier, day, journal and DOI; tags."""
    for reference in references:
        yield f"- {_LINE_END.join(filter(None, _lines(reference)))}\n"
        if style.notes and (note := reference.record.marks.note):
            yield "\n" + "".join(f"  > {line}".rstrip() + "\n" for line in note.splitlines())


def comment(text: str) -> str:
    """Return a comment that is not displayed."""
    return f"<!-- {text.replace('--', '- -')} -->\n\n"


def _lines(reference: Reference) -> Iterator[str]:
    record = reference.record
    yield _link(reference.title, reference.url)
    yield _escaped(_people(reference.people))
    yield " · ".join(filter(None, _place(reference)))
    if reference.withdrawn:
        yield f"Withdrawn: {_escaped(readable(reference.withdrawn))}"
    if record.marks.tags:
        yield f"Tags: {_escaped(', '.join(record.marks.tags))}"


def _place(reference: Reference) -> Iterator[str]:
    paper = reference.record.paper
    if reference.id:
        yield " ".join(filter(None, (f"arXiv:{reference.id}", paper.primary_category)))
    yield reference.submitted.isoformat() if reference.submitted else str(reference.year)
    yield _escaped(readable(" ".join((paper.journal_ref or "").split())))
    for doi in reference.dois:
        yield _link(f"doi:{doi}", f"https://doi.org/{doi}")


def _people(people: tuple[Person, ...]) -> str:
    named = people if len(people) <= _MOST_NAMED else people[:_NAMED]
    more = f" and {len(people) - len(named):,} more" if len(named) < len(people) else ""
    return readable(", ".join(map(_spoken, named))) + more


def _spoken(person: Person) -> str:
    return person.literal or " ".join(filter(None, (person.given, person.particle, person.family, person.suffix)))


def _link(text: str, address: str) -> str:
    target = "".join(_ADDRESS.get(sign, sign) for sign in address)
    return f"[{_escaped(text)}]({target})" if address else _escaped(text)


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\g<0>", text)
