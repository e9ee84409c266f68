"""``arxtui export``: papers in a form that other programs read."""

from __future__ import annotations

import argparse
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from arxtui.cli import output
from arxtui.cli.exits import OK, CommandError
from arxtui.cli.home import library
from arxtui.query import check

if TYPE_CHECKING:
    from arxtui.library.facade import Library

FORMATS = ("jsonl",)
_CHUNK = 1000
# An export of everything keeps what is hidden: it may be the only copy.
_EVERYTHING = "is:hidden OR -is:hidden"

_Write = Callable[[Sequence[str]], None]


def arguments(parser: argparse.ArgumentParser) -> None:
    """What the verb takes."""
    parser.add_argument(
        "query", metavar="QUERY", nargs="*", help="what to export (docs/query.md); every paper when left out"
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        choices=FORMATS,
        required=True,
        help="jsonl: one JSON object a line, with everything that is known, which 'arxtui import' reads",
    )
    parser.add_argument("--output", metavar="FILE", help="into a file, complete or not at all; - is standard output")


def run(options: argparse.Namespace) -> int:
    """Export."""
    query = check(" ".join(options.query))
    with library() as held:
        listing = held.more(held.listing(query.text if query.text.strip() else _EVERYTHING))
        if not listing.complete:
            raise CommandError(
                f"only the first {len(listing.keys):,} of {listing.total:,} papers can be put in this order; "
                "without 'sort:' all of them are exported"
            )
        with _opened(options.output) as write, _progress(options.output) as told:
            written = _export(held, listing.keys, write, told)
    if listing.note:
        output.say(f"{listing.note}: papers may be missing")
    output.say(_words(written, options.output))
    return OK


def _export(held: Library, keys: Sequence[int], write: _Write, told: Callable[[str], None]) -> int:
    """Write the papers, some at a time; how many there were."""
    from arxtui.export.jsonform import record_to_json

    written = 0
    for start in range(0, len(keys), _CHUNK):
        records = held.records(keys[start : start + _CHUNK])
        write([output.json_line(record_to_json(record)) for record in records])
        written += len(records)
        told(f"{written:,} of {len(keys):,} papers")
    return written


def _progress(file: str | None) -> AbstractContextManager[Callable[[str], None]]:
    """How far it is, where that does not stand among the papers themselves."""
    apart = file not in (None, "-") or not output.is_terminal()
    return output.progress() if apart else nullcontext(lambda text: None)


def _words(written: int, file: str | None) -> str:
    into = f" to {file}" if file and file != "-" else ""
    return f"{written:,} {'paper' if written == 1 else 'papers'} written{into}"


def _opened(file: str | None) -> AbstractContextManager[_Write]:
    """Where the lines go. CommandError when they cannot."""
    if file is None or file == "-":
        return nullcontext(lambda lines: output.line("\n".join(lines)) if lines else None)
    return _file(Path(file))


@contextmanager
def _file(path: Path) -> Iterator[_Write]:
    """A file that stands there only when it is complete: what was there before stays until then."""
    try:
        target = path.resolve()
        # A device or a pipe cannot be replaced, and need not be.
        into = target.with_name(f".{target.name}.{os.getpid()}.part") if _is_replaceable(target) else target
        try:
            with into.open("w", encoding="utf-8", newline="\n") as stream:
                yield lambda lines: _write(stream, lines)
                stream.flush()
                if into != target:
                    os.fsync(stream.fileno())
            if into != target:
                into.replace(target)
        except BaseException:
            if into != target:
                with suppress(OSError):
                    into.unlink()
            raise
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror or error}") from error


def _is_replaceable(target: Path) -> bool:
    try:
        return stat.S_ISREG(target.stat().st_mode)
    except FileNotFoundError:
        return True


def _write(stream: TextIO, lines: Sequence[str]) -> None:
    stream.writelines(f"{line}\n" for line in lines)
