"""Markdown: a readable list of papers with links. Texts are readable, without TeX."""

from __future__ import annotations

from collections.abc import Iterator

from arxtui.export.people import Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.light import pattern
from arxtui.text import readable

_MARKUP = pattern(r"[\\`*_\[\]<>$~|]|&(?=#?\w+;)|^[-+=:#](?=\s)")
_ADDRESS = {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C"}
_MAX_NAMED = 10
_NAMED = 8
"""The number of authors that are named if there are more than ``_MAX_NAMED``."""
_LINE_END = "\\\n  "


def entry(reference: Reference, options: ExportOptions) -> str:
    """Return the item of a paper: its title as a link; its authors; identifier, day, journal and DOI; tags; the
    note."""
    item = f"- {_LINE_END.join(filter(None, _lines(reference)))}\n"
    note = reference.record.marks.note if options.notes else None
    return item + ("\n" + "".join(f"  > {line}".rstrip() + "\n" for line in note.splitlines()) if note else "")


def comment(text: str) -> str:
    """Return a comment that is not displayed."""
    return f"<!-- {text.replace('--', '- -')} -->\n\n"


def _lines(reference: Reference) -> Iterator[str]:
    record = reference.record
    yield _link(reference.title, reference.url)
    yield _escape(_people(reference.people))
    yield " · ".join(filter(None, _identification(reference)))
    if reference.withdrawal:
        yield f"Withdrawn: {_escape(readable(reference.withdrawal))}"
    if record.marks.tags:
        yield f"Tags: {_escape(', '.join(record.marks.tags))}"


def _identification(reference: Reference) -> Iterator[str]:
    paper = reference.record.paper
    if reference.id:
        yield " ".join(filter(None, (f"arXiv:{reference.id}", paper.primary_category)))
    yield reference.submitted.isoformat() if reference.submitted else reference.year
    yield _escape(readable(" ".join((paper.journal_ref or "").split())))
    for doi in reference.dois:
        yield _link(f"doi:{doi}", f"https://doi.org/{doi}")


def _people(people: tuple[Person, ...]) -> str:
    listed = people if len(people) <= _MAX_NAMED else people[:_NAMED]
    more = f" and {len(people) - len(listed):,} more" if len(listed) < len(people) else ""
    return readable(", ".join(person.full for person in listed)) + more


def _link(text: str, address: str) -> str:
    target = "".join(_ADDRESS.get(sign, sign) for sign in address)
    return f"[{_escape(text)}]({target})" if address else _escape(text)


def _escape(text: str) -> str:
    return _MARKUP.sub(r"\\\g<0>", text)
