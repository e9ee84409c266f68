"""``arxtui citedby``: what cites a paper: stored texts, with their sentences about it, and what other sources say."""

from __future__ import annotations

import argparse
from itertools import chain
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show_papers
from arxtui.cli.support import output, table
from arxtui.cli.support.exits import OK
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.light import deferred
from arxtui.model.counted import counted
from arxtui.model.sources import TEXT, source_label
from arxtui.text import wrap

with deferred():
    from arxtui.cli.fetching.ask_citations import ask_about

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from arxtui.library.facade import Library
    from arxtui.library.references.found import Voice
    from arxtui.library.references.references import CitingText
    from arxtui.library.references.reported import Cited
    from arxtui.model.reported import Report

    _Citing = Mapping[int, Sequence[Voice]]

_INDENT = "    "


def run(options: argparse.Namespace) -> int:
    """List the papers that cite one."""
    if options.ask:
        ask_about(options.id)
    with open_library() as library:
        key, graph = key_of(library, options.id), library.references.graph
        note, citing = graph.update().note, library.references.citing_here(key)
        others = library.references.reported.citing_works(key)
        if options.format:
            OutputFile("-").write_text(library.exports.of(list(citing), options.format))
        elif options.sentences:
            for text in library.references.citing(key):
                _print_sentences(library, text)
        elif options.json:
            _print_json(library, key, citing)
            _print_others_json(others, library.papers.reports(key))
        else:
            _print(library, citing, others)
        words = _summary(citing, graph.texts()), note, graph.shortcoming
        reports = library.papers.reports(key)
    output.say("; ".join(filter(None, words)))
    for report in reports:
        output.say(output.foreign(report.sentence))
    return OK


def _summary(citing: _Citing, texts: int) -> str:
    """Return how many of the stored texts cite a paper, and how many other papers do according to whom."""
    others = [voices for voices in citing.values() if not any(voice.name == TEXT for voice in voices)]
    words = f"{len(citing) - len(others):,} of {counted(texts, 'stored text')} cite it"
    latest = {voice.name: voice for voice in sorted(chain.from_iterable(others), key=lambda each: each.at)}
    said = ", ".join(output.foreign(voice.words) for voice in latest.values())
    return f"{words}, and {counted(len(others), 'paper')} according to {said}" if others else words


def _print(library: Library, citing: _Citing, others: Sequence[Cited]) -> None:
    """Print the papers of the cache, then the works that are not here, each with its sources if a text is not its only
    one."""
    rows = library.papers.rows(list(citing))
    for row, line in zip(rows, table.lines(rows), strict=True):
        _print_line(line, [voice.name for voice in citing[row.key]])
    for entry, _, sources, _ in others:
        [work] = entry.works
        name = work.arxiv or next(iter(work.dois), "")
        title = work.title or entry.text
        columns = (name, work.year, "", "", "missing", "", title) if table.is_piped() else ("", name, title, work.year)
        line = ("\t" if table.is_piped() else "  ").join(" ".join(output.foreign(each).split()) for each in columns)
        _print_line(line if table.is_piped() else output.styled(line, output.DIM), sources)


def _print_line(line: str, sources: Sequence[str]) -> None:
    names = ", ".join(output.foreign(source_label(each)) for each in sources)
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


def _print_json(library: Library, key: int, citing: _Citing) -> None:
    texts = {text.key: text.entries for text in library.references.citing(key)}
    for record in library.papers.records(list(citing)):
        entries = [
            {"number": each.number, "label": each.label, "citations": [place._asdict() for place in each.citations]}
            for each in texts.get(record.key, ())
        ]
        said_by = [voice.to_json() for voice in citing[record.key]]
        output.record_as_json(record, more={"entries": entries, "said_by": said_by})


def _print_others_json(others: Sequence[Cited], reports: Sequence[Report]) -> None:
    for entry, _, sources, _ in others:
        said_by = [{"source": each.source, "as_of": each.at.isoformat()} for each in reports if each.source in sources]
        output.as_json({"id": None, "work": entry.works[0]._asdict(), "text": entry.text, "said_by": said_by})
