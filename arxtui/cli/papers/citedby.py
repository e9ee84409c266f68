"""``arxtui citedby``: the papers that cite a paper, and the sentences of their stored texts about it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from arxtui.cli.papers.listing import show_papers
from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.library.references.references import CitingText
from arxtui.model.counted import counted
from arxtui.text import wrap

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.references.graph import CitationGraph

_INDENT = "    "


def run(options: argparse.Namespace) -> int:
    """List the papers that cite one."""
    with open_library() as library:
        key = key_of(library, options.id)
        graph = library.references.graph
        note, citing = graph.update().note, graph.citing(key)
        if options.format:
            OutputFile("-").write_text(library.exports.of(list(citing), options.format))
        elif options.json:
            texts = {text.key: text for text in library.references.citing(key)}
            for each in citing:
                _print_json(library, key, texts.get(each) or CitingText(each, ()))
        elif options.sentences:
            for text in library.references.citing(key):
                _print_sentences(library, text)
        else:
            show_papers(library, list(citing), as_json=False)
        words = _summary(graph, key, citing), note, graph.shortcoming
    output.say("; ".join(filter(None, words)))
    return OK


def _summary(graph: CitationGraph, key: int, citing: Mapping[int, Sequence[int]]) -> str:
    """Return how many stored texts cite a paper, and how many other papers do according to whom."""
    others = [each for each, entries in citing.items() if not entries]
    words = f"{len(citing) - len(others):,} of {counted(graph.texts(), 'stored text')} cite it"
    voices = [f"{output.foreign(voice.name)} ({voice.at:%Y-%m-%d})" for voice in graph.voices(others, key)]
    return f"{words}, and {counted(len(others), 'paper')} according to {', '.join(voices)}" if others else words


def _print_sentences(library: Library, text: CitingText) -> None:
    """Print a paper, and each sentence of it, with the heading of its section."""
    show_papers(library, [text.key], as_json=False)
    for section, sentence in text.said or [("", "named in its bibliography only")]:
        words = f"{section}: {sentence}" if section else sentence
        for line in wrap(output.foreign(words), output.measure() - len(_INDENT)):
            output.line(_INDENT + output.styled(line, output.DIM))


def _print_json(library: Library, key: int, text: CitingText) -> None:
    voices = library.references.graph.voices([text.key], key)
    said_by = [{"source": voice.name, "as_of": voice.at.isoformat()} for voice in voices]
    for record in library.papers.records([text.key]):
        entries = [
            {"number": each.number, "label": each.label, "citations": [place._asdict() for place in each.citations]}
            for each in text.entries
        ]
        output.record_as_json(record, more={"entries": entries, "said_by": said_by})
