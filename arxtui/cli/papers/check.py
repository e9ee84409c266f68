"""``arxtui check``: the entries of BibTeX files, held against the papers in the cache."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.cli.support.exits import BAD_COMMAND, FAILED, OK
from arxtui.cli.support.files import InputFile
from arxtui.cli.support.home import open_library
from arxtui.model.counted import counted
from arxtui.text.bibtex import bib_entries
from arxtui.text.decode import decode

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.references.checking import Checked

_LONGEST_WORDS = 1000
_OLD_ENCODING = "latin-1"
"""The encoding of a file that is not UTF-8."""


def run(options: argparse.Namespace) -> int:
    """Check the files. Exit status 0: there is no problem; 1: there are some; 2: nothing could be checked."""
    counts: Counter[str] = Counter()
    problems = 0
    with open_library() as library:
        for file in options.files:
            for checked in library.bibliographies.check(bib_entries(decode(file.read(), _OLD_ENCODING))):
                counts[checked.verdict] += 1
                problems += checked.verdict.is_problem
                if options.all or checked.verdict.is_problem:
                    _print(file, checked, options)
        papers, held = library.papers.count(), _held(library)
    said = ", ".join(f"{number:,} {verdict}" for verdict, number in counts.items()) or "nothing to check"
    output.say(f"{counted(counts.total(), 'entry', 'entries')}: {said}; checked with {held}")
    if not counts or not papers:
        return BAD_COMMAND
    return FAILED if problems else OK


def _held(library: Library) -> str:
    """Return which papers the cache has, in words."""
    newest = library.papers.rows(library.search.listing("").keys[:1])
    until = f", the newest of {newest[0].day}" if newest else ""
    return f"{counted(library.papers.count(), 'paper')} in the cache{until}"


def _print(file: InputFile, checked: Checked, options: argparse.Namespace) -> None:
    entry = checked.entry
    if options.json:
        place = {"file": file.name, "line": entry.line, "key": entry.key}
        found = {"verdict": checked.verdict, "paper": checked.paper or None}
        output.as_json({**place, **found, "problems": checked.problems, "hints": checked.hints})
        return
    for said in _sentences(checked, with_hints=options.all):
        output.line(output.foreign(f"{file.name}:{entry.line}: {entry.key or '(no key)'}: {said[:_LONGEST_WORDS]}"))


def _sentences(checked: Checked, *, with_hints: bool) -> Iterator[str]:
    paper = f" ({checked.paper})" if checked.paper else ""
    yield f"{checked.verdict}{paper}{': ' if checked.problems else ''}{'; '.join(checked.problems)}"
    if with_hints:
        yield from (f"hint: {hint}" for hint in checked.hints)
