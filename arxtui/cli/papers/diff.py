"""``arxtui diff``: the changes between two versions of a paper, word by word."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import output, pager
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.cli.support.text_lines import STYLES, laid_out
from arxtui.model.arxiv.ids import name_of, not_on_arxiv
from arxtui.model.document import Style
from arxtui.reader.changes import changed_document

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.papers.versions import VersionChanges

_COLOURS = {**STYLES, Style.UNDERLINE: "32;4", Style.STRIKE: "31;9"}
"""Added words are green and underlined, removed ones red and struck through, for users who see no colours."""


def run(options: argparse.Namespace) -> int:
    """Compare two versions. Exit status 1 if one of them is not stored."""
    with open_library() as library:
        key = key_of(library, options.id)
        changes = library.versions.changes(key, *_pair(library, key, options.old, options.new))
    if options.json:
        for each in _part_objects(changes):
            output.as_json(each)
    else:
        pager.show(_lines(name_of(key), changes))
    if changes.reason:
        output.say(f"{changes.reason}, so the texts are not compared")
    return OK


def _pair(library: Library, key: int, old: int | None, new: int | None) -> tuple[int, int]:
    """Return the versions to compare: the requested ones, else the newest stored version and the one before it.

    Raises CommandError if one is not stored, BadCommandError if both are the same.
    """
    name, known = name_of(key), library.versions.comparable(key)
    after = new or max((version for version in known if version != old), default=0)
    before = old or max((version for version in known if version < after), default=0)
    if missing := [version for version in (old, new) if version and version not in known]:
        raise CommandError(f"v{missing[0]} of {name} is not stored; {_stored_words(library, key, known)}")
    if not before or not after:
        raise CommandError(f"there are not two versions of {name} to compare; {_stored_words(library, key, known)}")
    if before == after:
        raise BadCommandError(f"v{before} and v{after} are the same version")
    return before, after


def _stored_words(library: Library, key: int, known: Sequence[int]) -> str:
    """Return a sentence on the stored versions of a paper that can be compared, and the missing ones."""
    record = library.papers.record(key)
    without_record = [version.number for version in record.versions if version.number not in known] if record else []
    dates_words = f"; only the dates of {_version_list(without_record)} are stored" if without_record else ""
    if known:
        return f"stored: {_version_list(known)}{dates_words}"
    if record is None or not record.paper.id:
        return f"it is {not_on_arxiv(key)}{dates_words}"
    has_text = record.fulltext.state.is_stored
    return f"its record {'and full text are' if has_text else 'is'} stored, but without a version number{dates_words}"


def _version_list(versions: Sequence[int]) -> str:
    return ", ".join(f"v{version}" for version in versions)


def _lines(name: str, changes: VersionChanges) -> Iterator[str]:
    parts = [*changes.record, *changes.text]
    title = f"{name}: from v{changes.before} to v{changes.after}"
    width = output.measure()
    yield from laid_out(changed_document(title, parts, marked=not output.is_styled()), width, width, _COLOURS)
    if not any(part.differs for part in parts):
        yield "The stored texts of both versions are the same."


def _part_objects(changes: VersionChanges) -> Iterator[dict[str, Any]]:
    for kind, parts in (("record", changes.record), ("text", changes.text)):
        for part in parts:
            yield {
                "before": changes.before,
                "after": changes.after,
                "of": kind,
                "part": part.part,
                "differs": part.differs,
                "runs": [run._asdict() for run in part.runs],
            }
