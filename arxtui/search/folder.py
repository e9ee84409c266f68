"""The folder of the index. It contains one folder for each version, so that an older index can answer until the new one
is built."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory

import tantivy

from arxtui.files import is_on_read_only_disk
from arxtui.search import schema as fields
from arxtui.search.open_index import OpenIndex
from arxtui.search.soundness import truncated_files
from arxtui.search.version import VERSION

_DAMAGED_MARKER = "damaged"


class DamagedIndexError(Exception):
    """The files of an index are damaged or missing."""


def other_folders(path: Path) -> list[Path]:
    """Return the folders of other index versions, the most recently changed first."""
    try:
        folders = [each for each in path.iterdir() if each.is_dir() and each.name != VERSION]
        return sorted(folders, key=lambda each: each.stat().st_mtime_ns, reverse=True)
    except (FileNotFoundError, NotADirectoryError):
        return []


def open_folder(folder: Path) -> OpenIndex | None:
    """Open an index. Returns None if there is none. Raises DamagedIndexError if it is damaged."""
    if not folder.is_dir():
        return None
    try:
        if not tantivy.Index.exists(str(folder)):
            if any(folder.iterdir()):
                raise DamagedIndexError("its list of files is missing")
            return None
        _check_files(folder)
        links = _links_to(folder) if is_on_read_only_disk(folder) else None
        index = tantivy.Index.open(links.name if links else str(folder))
        # By default, tantivy watches the folder in a separate thread.
        index.config_reader("manual")
        searcher = index.searcher()
        return OpenIndex(folder, index, searcher, change_number(index, searcher), links)
    except (ValueError, OSError, KeyError, TypeError) as error:
        raise DamagedIndexError(str(error).split("\n", 1)[0][:200]) from error


def _links_to(folder: Path) -> TemporaryDirectory[str]:
    """Create a temporary folder with links to an index's files: even to read, tantivy creates a lock file beside
    them."""
    links = TemporaryDirectory(prefix="arxtui-index-")
    for file in folder.iterdir():
        if not file.name.endswith(".lock"):
            (Path(links.name) / file.name).symlink_to(file.absolute())
    return links


def change_number(index: tantivy.Index, searcher: tantivy.Searcher) -> int:
    """Return the change number stored in the commit that ``searcher`` reads; 0 if there is none."""
    query = tantivy.Query.term_query(index.schema, fields.STATE, fields.STATE_TERM)
    hits = searcher.search(query, 1, count=False).hits
    return int(searcher.doc(hits[0][1]).get_first(fields.CHANGE) or 0) if hits else 0


def mark_damaged(folder: Path) -> None:
    """Mark an index that failed while it was read as damaged, so that it is rebuilt."""
    with suppress(OSError):
        (folder / _DAMAGED_MARKER).touch()


def remove(folder: Path) -> None:
    """Delete a version's folder. Readers that have its files open can continue."""
    rmtree(folder, ignore_errors=True)


def _check_files(folder: Path) -> None:
    if (folder / _DAMAGED_MARKER).exists():
        raise DamagedIndexError("it could not be read")
    if cut := truncated_files(folder):
        raise DamagedIndexError(f"{cut[0]} is missing or cut off")
