"""``arxtui citedby``: the papers whose stored texts cite a paper, and their sentences about it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show_papers
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.model.counted import counted
from arxtui.text import wrap

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.references.references import CitingText

_INDENT = "    "


def run(options: argparse.Namespace) -> int:
    """List the papers that cite one."""
    with open_library() as library:
        key = key_of(library, options.id)
        note = library.references.graph.update().note
        citing = list(library.references.graph.citing(key))
        if options.format:
            OutputFile("-").write_text(library.exports.of(citing, options.format))
        elif options.json or options.sentences:
            for text in library.references.citing(key):
                (_print_json if options.json else _print_sentences)(library, text)
        else:
            show_papers(library, citing, as_json=False)
        texts = counted(library.references.graph.texts(), "stored text")
    output.say(f"{len(citing):,} of {texts} cite it{f'; {note}' if note else ''}")
    return OK


def _print_sentences(library: Library, text: CitingText) -> None:
    """Print a paper, and each sentence of it, with the heading of its section."""
    show_papers(library, [text.key], as_json=False)
    for section, sentence in text.said or [("", "named in its bibliography only")]:
        words = f"{section}: {sentence}" if section else sentence
        for line in wrap(output.foreign(words), output.measure() - len(_INDENT)):
            output.line(_INDENT + output.styled(line, output.DIM))


def _print_json(library: Library, text: CitingText) -> None:
    for record in library.papers.records([text.key]):
        entries = [
            {"number": each.number, "label": each.label, "citations": [place._asdict() for place in each.citations]}
            for each in text.entries
        ]
        output.record_as_json(record, more={"entries": entries})
