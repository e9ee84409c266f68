"""The sample that every corpus is made from: real records where available, otherwise made-up ones."""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path

from arxtui.model.paper import Paper
from benchmarks.papers import made_up

_FILE = Path("data") / "papers-200k.jsonl.xz"
_MADE_UP = 20_000


def shared_folder() -> Path:
    """Return the folder of real data, which may be missing: ARXTUI_SHARED, or ``shared`` beside the checkout."""
    named = os.environ.get("ARXTUI_SHARED")
    return Path(named) if named else Path(__file__).resolve().parents[3] / "shared"


def real_sample() -> Path | None:
    """Return the file of real records, or None if there is none."""
    file = shared_folder() / _FILE
    return file if file.is_file() else None


def sample_lines(file: Path | None) -> Iterator[str]:
    """Yield the records of the file as JSON lines, oldest first; without a file, those of twenty thousand made-up
    papers."""
    if file is None:
        yield from (plain_line(paper) for paper in made_up(_MADE_UP))
        return
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        yield from lines


def plain_line(paper: Paper) -> str:
    """Return a paper as a JSON line that ``arxtui import`` reads, with a newline at its end."""
    row = {
        "id": paper.id,
        "version": paper.version,
        "title": paper.title,
        "abstract": paper.abstract,
        "authors": [author.name for author in paper.authors],
        "categories": paper.categories,
        "published": paper.published and paper.published.isoformat(),
        "updated": paper.updated and paper.updated.isoformat(),
        "comment": paper.comment,
        "journal_ref": paper.journal_ref,
        "doi": paper.doi,
    }
    return json.dumps(row, ensure_ascii=False) + "\n"
