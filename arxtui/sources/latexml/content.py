"""The content of a line or of a whole document: as text, as runs of one line, and rewritten."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from arxtui.model.document import Alignment, Break, Footnote, Formula, Inline, Link, Picture, Reference, Style, Text
from arxtui.text import readable

Content = tuple[Inline, ...]
# The constructor of a NamedTuple calls this, and takes twice the time.
_NEW = tuple.__new__
_INLINES = frozenset([Text, Formula, Break, Picture, Reference, Link, Footnote])
_WITHOUT_PARTS = frozenset([str, int, bool, Style, Alignment, Text, Formula, Break, Picture])
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


def inlines(part: Any) -> list[Inline]:
    """Return the content of a block as runs of one line, where the model allows only a line."""
    if type(part) in _INLINES:
        return [part]
    runs: list[Inline] = []
    if isinstance(part, tuple):
        _add_inlines(part, runs)
    return runs


def _add_inlines(part: tuple[Any, ...], runs: list[Inline]) -> None:
    runs += [Text(f"{getattr(part, name)} ") for name in _printed(type(part))]
    for each in part:
        if type(each) in _INLINES:
            runs.append(each)
        elif isinstance(each, tuple):
            _add_inlines(each, runs)
    runs.append(_BLANK)


@cache
def _printed(kind: type) -> tuple[str, ...]:
    return tuple(name for name in getattr(kind, "_fields", ()) if name in _PRINTED)


def anchors_in(part: Any) -> Iterator[str]:
    """Yield the anchors of a block and of all blocks in it."""
    yield from getattr(part, "anchors", ())
    if isinstance(part, tuple):
        for each in part:
            yield from anchors_in(each)


def rewritten(part: Any, rewrite: Callable[[list[Any]], Iterable[Any]]) -> Any:
    """Return a part of a document with each sequence of runs, blocks and so on in it, inner ones first, replaced by
    what ``rewrite`` returns for it, which may be its argument."""
    if not isinstance(part, tuple):
        return part
    parts = [each if type(each) in _WITHOUT_PARTS else rewritten(each, rewrite) for each in part]
    return _NEW(type(part), parts) if hasattr(part, "_fields") else tuple(rewrite(parts))
