"""``arxtui citedby``: what cites a paper: stored texts, with their sentences about it, and what sources report."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show_papers
from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.library.references.reported import TEXT
from arxtui.model.counted import counted
from arxtui.model.reported import source_label
from arxtui.text import wrap

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arxtui.library.facade import Library
    from arxtui.library.references.references import CitingText
    from arxtui.library.references.reported import Cited

_INDENT = "    "


def run(options: argparse.Namespace) -> int:
    """List the papers that cite one."""
    if options.ask:
        from arxtui.cli.fetching.fetch_citations import ask_about  # the network: a list needs none

        ask_about(options.id)
    with open_library() as library:
        key = key_of(library, options.id)
        note = library.references.graph.update().note
        citing = library.references.sources_of_citing(key)
        others = [each for each in library.references.reported.citing_works(key) if each.found == (None,)]
        if options.format:
            OutputFile("-").write_text(library.exports.of(list(citing), options.format))
        elif options.sentences:
            for text in library.references.citing(key):
                _print_sentences(library, text)
        elif options.json:
            _print_json(library, key, citing, others)
        else:
            _print(library, citing, others)
        of_texts = sum(TEXT in sources for sources in citing.values())
        texts = counted(library.references.graph.texts(), "stored text")
        reports = library.papers.reports(key)
    output.say(f"{of_texts:,} of {texts} cite it{f'; {note}' if note else ''}")
    for report in reports:
        output.say(output.foreign(report.sentence))
    return OK


def _print(library: Library, citing: Mapping[int, Sequence[str]], others: Sequence[Cited]) -> None:
    """Print the papers of the cache, then the works that are not here, each with its sources if a text is not its only
    one."""
    rows = library.papers.rows(list(citing))
    for row, line in zip(rows, table.lines(rows), strict=True):
        _print_line(line, citing[row.key])
    for entry, _, sources in others:
        [work] = entry.works
        name = work.arxiv or next(iter(work.dois), "")
        title = work.title or entry.text
        columns = (name, work.year, "", "", "missing", "", title) if table.is_piped() else ("", name, title, work.year)
        line = ("\t" if table.is_piped() else "  ").join(" ".join(output.foreign(each).split()) for each in columns)
        _print_line(line if table.is_piped() else output.styled(line, output.DIM), sources)


def _print_line(line: str, sources: Sequence[str]) -> None:
    names = ", ".join(map(source_label, sources))
    if table.is_piped():
        output.line(f"{line}\t{names}")
        return
    output.line(line)
    if tuple(sources) != (TEXT,):
        output.line(_INDENT + output.styled(names, output.DIM))


def _print_sentences(library: Library, text: CitingText) -> None:
    """Print a paper, and each sentence of it, with the heading of its section."""
    show_papers(library, [text.key], as_json=False)
    for section, sentence in text.said or [("", "named in its bibliography only")]:
        words = f"{section}: {sentence}" if section else sentence
        for line in wrap(output.foreign(words), output.measure() - len(_INDENT)):
            output.line(_INDENT + output.styled(line, output.DIM))


def _print_json(library: Library, key: int, citing: Mapping[int, Sequence[str]], others: Sequence[Cited]) -> None:
    texts = {text.key: text.entries for text in library.references.citing(key)}
    for record in library.papers.records(list(citing)):
        entries = [
            {"number": each.number, "label": each.label, "citations": [place._asdict() for place in each.citations]}
            for each in texts.get(record.key, ())
        ]
        output.record_as_json(record, more={"entries": entries, "sources": list(citing[record.key])})
    for entry, _, sources in others:
        output.as_json({"id": None, "work": entry.works[0]._asdict(), "text": entry.text, "sources": list(sources)})
