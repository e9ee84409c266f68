"""``arxtui cite``: citations in prose, with the keys that BibTeX entries of the papers have, and such entries appended
to a file."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from arxtui.cli.support import exits, output
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import records_for
from arxtui.cli.support.settings import home
from arxtui.export.keys import citation_key, unique_keys
from arxtui.export.prose import citation
from arxtui.export.references import Reference
from arxtui.library.destinations import DestinationError
from arxtui.model.arxiv.ids import name_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arxtui.library.facade import Library
    from arxtui.model.views import Record


def run(options: argparse.Namespace) -> int:
    """Print one citation per line, and its key in brackets; or append the entries to a file."""
    if options.dry_run and not options.into:
        raise exits.BadCommandError("--dry-run needs --into")
    if options.into and options.into.path.suffix.lower() != ".bib":
        raise exits.BadCommandError(f"--into needs a file that ends in .bib, not {options.into.text}")
    with open_library() as library:
        records = list(records_for(library, options.ids))
        if options.into:
            _append(library, records, options)
            return exits.OK
        texkeys = library.papers.texkeys([record.key for record in records])
        references = [Reference(record, texkey=texkeys.get(record.key, "")) for record in records]
    template = home()[1].export.bibtex_key
    keys = unique_keys({each.record.key: citation_key(each, template) for each in references})
    for each in references:
        key, text = keys[each.record.key], citation(each)
        if options.json:
            output.as_json({"name": name_of(each.record.key), "key": key, "citation": text})
        else:
            output.line(output.foreign(f"{text} [{key}]"))
    return exits.OK


def _append(library: Library, records: Sequence[Record], options: argparse.Namespace) -> None:
    file = options.into.path
    try:
        appending = library.bibliographies.append(file, records, is_dry=options.dry_run)
    except DestinationError as error:
        raise exits.CommandError(str(error)) from error
    for each in appending.papers:
        name = name_of(each.reference.record.key)
        if options.json:
            output.as_json({"name": name, "key": each.key, "added": not each.line, "line": each.line or None})
        elif each.line:
            output.line(output.foreign(f"{name}: already {file}:{each.line}: {each.key}"))
        else:
            output.line(output.foreign(f"{name}: {'would be added' if options.dry_run else 'added'} as {each.key}"))
    if options.dry_run and not options.json:
        for line in appending.text.splitlines():
            words = line.lstrip()
            output.line(f"{line[: len(line) - len(words)]}{output.foreign(words)}")
    if appending.is_new and not options.dry_run:
        output.say(f"{file} is a new file")
