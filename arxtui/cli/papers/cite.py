"""``arxtui cite``: citations in prose, with the keys that BibTeX entries of the papers have."""

from __future__ import annotations

import argparse

from arxtui.cli.support import output
from arxtui.cli.support.exits import OK
from arxtui.cli.support.home import home, open_library
from arxtui.cli.support.named_papers import records_for
from arxtui.export.keys import citation_key, unique_keys
from arxtui.export.prose import citation
from arxtui.export.references import Reference
from arxtui.model.arxiv.ids import name_of


def run(options: argparse.Namespace) -> int:
    """Print one citation per line, and its key in brackets."""
    template = home()[1].export.bibtex_key
    with open_library() as library:
        references = [Reference(record) for record in records_for(library, options.ids)]
    keys = unique_keys({each.record.key: citation_key(each, template) for each in references})
    for each in references:
        key, text = keys[each.record.key], citation(each)
        if options.json:
            output.as_json({"name": name_of(each.record.key), "key": key, "citation": text})
        else:
            output.line(output.foreign(f"{text} [{key}]"))
    return OK
