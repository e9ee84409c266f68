"""The process that searches texts for regular expressions: ``python -m arxtui.library.search.regex_process``.

It reads one JSON object from standard input: ``cache`` and ``library`` (files), ``asked`` (pattern and field of each
expression), ``keys`` and ``seconds``. For each batch of papers it writes one JSON line: the number of papers searched
so far, and the keys in this batch that match each expression.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from arxtui.light import NamedTuple
from arxtui.model.expr import Field
from arxtui.model.paper import Paper
from arxtui.model.reviews import Review
from arxtui.store.cache.database import Cache
from arxtui.store.library.database import LibraryFile
from arxtui.text import readable
from arxtui.text.matching.regex import finder

_BATCH_SIZE = 100
_ATTRIBUTES = {
    Field.TITLE: "title",
    Field.ABSTRACT: "abstract",
    Field.COMMENT: "comment",
    Field.JOURNAL: "journal_ref",
}


class _PaperTexts(NamedTuple):
    key: int
    paper: Paper
    reviews: Sequence[Review]


def main() -> None:
    """Serve the request on standard input."""
    request = json.load(sys.stdin)
    _end_after(request["seconds"])
    finders = [(Field(field), finder(pattern)) for pattern, field in request["asked"]]
    keys: list[int] = request["keys"]
    with (
        suppress(BrokenPipeError),
        Cache.open(Path(request["cache"]), read_only=True) as cache,
        LibraryFile.open(Path(request["library"]), read_only=True) as library,
    ):
        for start in range(0, len(keys), _BATCH_SIZE):
            batch = keys[start : start + _BATCH_SIZE]
            matches = _matches(_papers(cache, library, batch), finders)
            sys.stdout.write(f"{json.dumps([start + len(batch), matches])}\n")
            sys.stdout.flush()


def _end_after(seconds: float) -> None:
    """Limit the CPU time of this process, so that the kernel ends it if the parent process is gone."""
    with suppress(ImportError):  # Windows
        import resource

        limit = int(seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))


def _papers(cache: Cache, library: LibraryFile, keys: Sequence[int]) -> Iterator[_PaperTexts]:
    left = set(keys)
    for document in cache.documents(keys):
        left.discard(document.key)
        yield _PaperTexts(document.key, document.paper, document.reviews)
    for key in left:
        if paper := library.saved_record(key):
            yield _PaperTexts(key, paper, ())


def _matches(papers: Iterator[_PaperTexts], finders: Sequence[tuple[Field, Callable[[str], bool]]]) -> list[list[int]]:
    matches: list[list[int]] = [[] for _ in finders]
    for paper in papers:
        texts: dict[Field, list[str]] = {}
        for (field, finds), keys in zip(finders, matches, strict=True):
            if field not in texts:
                texts[field] = list(map(readable, _texts(paper, field)))
            if any(map(finds, texts[field])):
                keys.append(paper.key)
    return matches


def _texts(texts: _PaperTexts, field: Field) -> Iterator[str]:
    """Yield the texts of a field separately, so that no match extends from one into the next."""
    paper = texts.paper
    match field:
        case Field.AUTHOR:
            yield from (author.name for author in paper.authors)
        case Field.ANY:
            for each in (Field.TITLE, Field.ABSTRACT, Field.AUTHOR):
                yield from _texts(texts, each)
            for review in texts.reviews:
                yield from (review.headline, review.deck)
        case _:
            yield getattr(paper, _ATTRIBUTES[field]) or ""


if __name__ == "__main__":
    main()
