"""The papers around a paper in the graph of citations as a tree, for ``arxtui refs --tree``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from arxtui.cli.support import output
from arxtui.library.references.neighbourhood import STEPS, Neighbour, Side
from arxtui.model.arxiv.ids import name_of
from arxtui.model.counted import counted
from arxtui.text import clip
from arxtui.tuples import NamedTuple

if TYPE_CHECKING:
    from arxtui.library.facade import Library

_LEAST_TITLE = 20


class _Twig(NamedTuple):
    """A line of the tree: for each step from the root whether more lines follow on it, and a paper, or words."""

    follows: tuple[bool, ...]
    paper: Neighbour | None = None
    words: str = ""
    side: Side = Side.CITES
    of: int = 0


def print_tree(library: Library, key: int, limit: int, *, as_json: bool) -> None:
    """Print what a paper cites and who cites it, and the same of these, at most ``limit`` papers below each (0: all),
    the most cited first. On each side, a paper is followed only where it comes first."""
    twigs = list(_twigs(library, key, limit))
    titles = {
        row.key: row.title for row in library.papers.rows([key, *(twig.paper.key for twig in twigs if twig.paper)])
    }
    if as_json:
        for twig in twigs:
            if twig.paper:
                name, title = name_of(twig.paper.key), titles.get(twig.paper.key)
                of = {"side": twig.side, "step": len(twig.follows) - 1, "of": name_of(twig.of)}
                output.as_json({**of, "name": name, "title": title, "cited_by": twig.paper.cited})
        return
    _print_line("", name_of(key), titles.get(key, ""))
    for twig in twigs:
        lead = _lead(twig.follows)
        if twig.paper:
            _print_line(lead, name_of(twig.paper.key), titles.get(twig.paper.key, ""), twig.paper.cited)
        else:
            output.line(lead + output.styled(twig.words, output.DIM))


def _twigs(library: Library, root: int, limit: int) -> Iterator[_Twig]:
    def below(key: int, side: Side, follows: tuple[bool, ...]) -> Iterator[_Twig]:
        papers = library.references.neighbours(key, side) or ()
        shown = papers[: limit or None]
        for place, paper in enumerate(shown):
            line = (*follows, place + 1 < len(papers))
            yield _Twig(line, paper, side=side, of=key)
            if paper.key not in seen and len(line) <= STEPS:
                seen.add(paper.key)
                yield from below(paper.key, side, line)
        if len(papers) > len(shown):
            yield _Twig((*follows, False), words=f"and {counted(len(papers) - len(shown), 'more paper')}")

    for side in Side:
        papers = library.references.neighbours(root, side)
        follows, seen = (side is Side.CITES,), {root}
        yield _Twig(follows, words=_heading(side, papers))
        yield from below(root, side, follows)


def _heading(side: Side, papers: Sequence[Neighbour] | None) -> str:
    if papers is None:
        return "what it cites is not known, because its text is not stored"
    return side.words(len(papers))


def _lead(follows: Sequence[bool]) -> str:
    bar, fork, last = ("│ ", "├ ", "└ ") if output.is_unicode() else ("| ", "|-", "`-")
    return "".join(bar if more else "  " for more in follows[:-1]) + (fork if follows[-1] else last)


def _print_line(lead: str, name: str, title: str, cited: int | None = None) -> None:
    words, width = " ".join(output.foreign(title).split()), output.width()
    end = f"  cited by {cited:,}" if cited else ""
    if width:
        words = clip(words, max(width - len(f"{lead}{name}  {end}"), _LEAST_TITLE))
    output.line(f"{lead}{name}  {words}{output.styled(end, output.DIM)}")
