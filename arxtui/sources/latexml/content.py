"""The content of a line or of a whole document: as text, as runs of one line, and rewritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from arxtui.model.document import Break, Footnote, Formula, Inline, Link, Picture, Reference, Text
from arxtui.text import readable

Content = tuple[Inline, ...]
_INLINES = (Text, Formula, Break, Picture, Reference, Link, Footnote)
_WITHOUT_PARTS = frozenset([str, int, Text, Formula, Break, Picture])
_PRINTED = frozenset({"number", "tag", "label"})
_BLANK = Text(" ")
_LINKED = (Reference, Link)
"""A tuple: a union would be made anew for each run."""


def plain(content: Content) -> str:
    """Return a line as text without styles; formulas are converted to Unicode where possible."""
    texts: list[str] = []
    for run in content:
        if isinstance(run, Text):
            texts.append(run.text)
        elif isinstance(run, Formula):
            texts.append(readable(f"${run.tex}$"))
        elif isinstance(run, Break):
            texts.append(" ")
        elif isinstance(run, _LINKED):
            texts.append(plain(run.content))
        elif isinstance(run, Picture):
            texts.append(run.alt)
        elif isinstance(run, Footnote):
            texts.append(f"{run.mark} {plain(tuple(inlines(run.blocks)))}")
    return "".join(texts)


def inlines(part: Any) -> Iterator[Inline]:
    """Yield the content of a block as runs of one line, where the model allows only a line."""
    if isinstance(part, _INLINES):
        yield part
    elif isinstance(part, tuple):
        for name in _printed(type(part)):
            yield Text(f"{getattr(part, name)} ")
        for each in part:
            yield from inlines(each)
        yield _BLANK


@cache
def _printed(kind: type) -> tuple[str, ...]:
    return tuple(name for name in getattr(kind, "_fields", ()) if name in _PRINTED)


def anchors_in(part: Any) -> Iterator[str]:
    """Yield the anchors of a block and of all blocks in it."""
    yield from getattr(part, "anchors", ())
    if isinstance(part, tuple):
        for each in part:
            yield from anchors_in(each)


def rewritten(part: Any, rewrite: Callable[[Sequence[Any]], Iterable[Any]]) -> Any:
    """Return a part of a document with each sequence of runs, blocks and so on in it, inner ones first, replaced by
    what ``rewrite`` returns for it."""
    if type(part) in _WITHOUT_PARTS or not isinstance(part, tuple):
        return part
    if hasattr(part, "_fields"):
        return part._make([rewritten(field, rewrite) for field in part])  # type: ignore[attr-defined]
    return tuple(rewrite([rewritten(each, rewrite) for each in part]))
