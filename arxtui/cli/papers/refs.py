"""``arxtui refs``: the references of a paper, with what the cache has of each, or the papers around it as a tree."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from arxtui.cli.support import acts, output, table
from arxtui.cli.support.exits import OK, BadCommandError, CommandError
from arxtui.cli.support.files import OutputFile
from arxtui.cli.support.home import open_library
from arxtui.cli.support.named_papers import key_of
from arxtui.library.papers.fulltexts import why_absent
from arxtui.library.references.neighbourhood import STEPS, Neighbour, Side
from arxtui.light import NamedTuple, deferred
from arxtui.model.arxiv.ids import ArxivId, key_named, name_of
from arxtui.model.counted import counted
from arxtui.model.sources import CITATION_SOURCES, TEXT, source_label
from arxtui.text import clip

with deferred():
    from arxtui.cli.fetching.ask_citations import ask_about

if TYPE_CHECKING:
    from arxtui.library.facade import Library
    from arxtui.library.references.found import Found, Voice
    from arxtui.library.references.reported import Cited
    from arxtui.model.document import Work
    from arxtui.model.marks import Act
    from arxtui.model.views import Row


_LEAST_TITLE = 20
_WIDEST_LABEL = 20
_MOST_SOURCES = 2
"""The number of sources that are named in a column."""


class _Line(NamedTuple):
    """A work of an entry, and the row of the paper that it is, if the cache has it."""

    label: str
    text: str
    sources: tuple[str, ...]
    work: Work | None = None
    found: Found | None = None
    row: Row | None = None
    is_refused: bool = False

    @property
    def state(self) -> list[str]:
        """What the cache and the library have of the work."""
        if self.found is None or self.row is None:
            return ["refused"] if self.is_refused else []
        marks = self.row.marks
        flags = {"starred": marks.starred, "read": marks.read, "text": self.row.fulltext.is_stored}
        return ["stored" if self.found.certain else "probably", *(name for name, is_set in flags.items() if is_set)]


def run(options: argparse.Namespace) -> int:
    """List the references."""
    if options.ask:
        ask_about(options.id)
    with open_library() as library:
        if options.refuse or options.accept:
            return _print_act(_link(library, options), options)
        if options.star is not None:
            return _print_act(_star(library, options), options)
        if options.tree:
            return _show_tree(library, options)
        cited = _references(library, options)
        key = key_of(library, options.id)
        voices = {each.name: each for each in library.references.graph.voices(key)}
        keys = list(dict.fromkeys(found.key for each in cited for found in each.found if found))
        rows = {row.key: row for row in library.papers.rows(keys)}
        is_all = not (options.stored or options.missing)
        shown = [each for each in cited if is_all or _is_stored(each) == options.stored]
        if options.format:
            certain = {found.key: None for each in shown for found in each.found if found and found.certain}
            OutputFile("-").write_text(library.exports.of(list(certain), options.format))
        elif options.json:
            for each in shown:
                output.as_json(_as_json(each, rows, voices))
        else:
            _print([line for each in shown for line in _lines(each, rows)])
        reports = library.papers.reports(key)
    of_text = any(TEXT in each.sources for each in cited)
    named = (each for name, each in voices.items() if not of_text or name not in (TEXT, *CITATION_SOURCES))
    said = ", ".join(output.foreign(each.words) for each in named)
    lead = "others are" if of_text else "the text is not stored, these are those"
    output.say(f"{_summary(cited)}{f'; {lead} according to {said}' if said else ''}")
    for report in reports:
        output.say(output.foreign(report.sentence))
    return OK


def _show_tree(library: Library, options: argparse.Namespace) -> int:
    if options.stored or options.missing or options.format or options.version:
        raise BadCommandError("--tree takes neither --stored, --missing, --format nor --version")
    note = library.references.graph.update().note
    print_tree(library, key_of(library, options.id), options.limit, as_json=options.json)
    if note:
        output.say(note)
    return OK


def _star(library: Library, options: argparse.Namespace) -> Act | None:
    """Star the works of an entry, which become papers if they are not on arXiv. Raises CommandError if it names none,
    or one of arXiv that is not stored."""
    cited, number = _references(library, options), options.star
    if not 1 <= number <= len(cited):
        raise BadCommandError(
            f"there is no entry {number}: the bibliography has {counted(len(cited), 'entry', 'entries')}"
        )
    chosen = cited[number - 1]
    entry, links = chosen.entry, chosen.found
    if not entry.works:
        raise CommandError(f"entry {number} names no work")
    works = list(zip(map(chosen.kept, entry.works), links, strict=True))
    for work, found in works:
        if work.arxiv and not (found and found.certain):
            raise CommandError(f"{work.arxiv} is not stored; 'arxtui add {work.arxiv}' fetches its record")
    keys = [
        found.key if found and found.certain else library.references.keep(work, entry.text) for work, found in works
    ]
    return library.marks.apply(keys, "star")


def _link(library: Library, options: argparse.Namespace) -> Act | None:
    """Refuse a link to a paper, or accept it again. Raises CommandError if there is none."""
    key, other = key_of(library, options.id), name_of(key_of(library, options.refuse or options.accept))
    if options.accept:
        return library.references.accept(key, other)
    is_cited = key_named(other) in library.references.graph.cited(key)
    if is_cited or any(
        found and name_of(found.key) == other for each in _references(library, options) for found in each.found
    ):
        return library.references.refuse(key, other)
    raise CommandError(f"no reference of {name_of(key)} is linked to {other}")


def _print_act(act: Act | None, options: argparse.Namespace) -> int:
    if options.json and act:
        output.as_json(acts.to_json(act))
    output.say(f"{acts.in_words(act)}; 'arxtui undo' reverts it" if act else "nothing to change")
    return OK


def _references(library: Library, options: argparse.Namespace) -> tuple[Cited, ...]:
    """Return the references of the named text. Raises CommandError if it is not stored."""
    key = key_of(library, options.id)
    state = library.texts.state(key)
    try:
        version = ArxivId.parse(options.id).version
    except ValueError:  # a DOI, or the name of a paper without id
        version = None
    # Of the newest text or without one, the version in a name selects nothing.
    named = None if version == state.version or not state.state.is_stored else version
    cited = library.references.of(key, options.version or named)
    if cited is None:
        raise CommandError(f"this full text is {why_absent(state, key)}")
    return cited


def _is_stored(cited: Cited) -> bool:
    return any(found and found.certain for found in cited.found)


def _lines(cited: Cited, rows: dict[int, Row]) -> Iterator[_Line]:
    """Yield a line for each work of an entry; one for a remark."""
    entry = cited.entry
    for work, found in zip(entry.works, cited.found, strict=True):
        row = rows.get(found.key) if found else None
        yield _Line(entry.label, entry.text, cited.sources, work, found, row, cited.is_refused(work))
    if not entry.works:
        yield _Line(entry.label, entry.text, cited.sources)


def _print(lines: Sequence[_Line]) -> None:
    columns = [[" ".join(output.foreign(value).split()) for value in _columns(line)] for line in lines]
    if table.is_piped():
        for column in columns:
            output.line("\t".join(column))
        return
    has_reported = any(line.sources != (TEXT,) for line in lines)
    heads = [
        (clip(each[0], _WIDEST_LABEL), *each[1:3], _shortened(line.sources) if has_reported else "")
        for line, each in zip(lines, columns, strict=True)
    ]
    sizes = [max(map(len, each)) for each in zip(*heads, strict=True)]
    width = output.width()
    for line, head, (_, _, _, _, title, authors, year, _) in zip(lines, heads, columns, strict=True):
        start = "".join(f"{part:{size}}  " for part, size in zip(head, sizes, strict=True) if size)
        words = f"{title} · {authors} {year}".rstrip(" ·") if title else output.foreign(line.text)
        words = clip(words, max(width - len(start), _LEAST_TITLE)) if width else words
        output.line(start + output.styled(words, "" if line.found else output.DIM))


def _shortened(sources: Sequence[str]) -> str:
    """Return sources in the width of a column."""
    named = [source_label(each) for each in sources[:_MOST_SOURCES]]
    return ", ".join(named) + (f" +{len(sources) - len(named)}" if len(sources) > len(named) else "")


def _columns(line: _Line) -> tuple[str, ...]:
    """Return label, identifier, state, DOI, title, authors, year and sources. The paper in the cache, if there is one,
    has the last word on its identifier and title."""
    work, row = line.work, line.row
    name = (row.id or name_of(row.key)) if row else work.arxiv if work else ""
    title = row.title if row and line.found and line.found.certain else work.title if work else ""
    fields = (next(iter(work.dois), ""), title, ", ".join(work.authors), work.year) if work else ("", "", "", "")
    return line.label, name, ",".join(line.state), *fields, ", ".join(map(source_label, line.sources))


def _as_json(cited: Cited, rows: dict[int, Row], voices: dict[str, Voice]) -> dict[str, Any]:
    entry = cited.entry
    works = []
    for line in _lines(cited, rows):
        if line.work:
            paper = None
            if line.found and line.row:
                flags = {name: name in line.state for name in ("starred", "read", "text")}
                paper = {"name": name_of(line.found.key), "certain": line.found.certain, "by": line.found.by, **flags}
            works.append({**line.work._asdict(), "paper": paper})
    citations = [each._asdict() for each in entry.citations]
    return {
        "number": entry.number,
        "label": entry.label,
        "text": entry.text,
        "works": works,
        "citations": citations,
        "said_by": [voices[each].to_json() for each in cited.sources if each in voices],
    }


def _summary(cited: Sequence[Cited]) -> str:
    """Return how many references the cache has, and how many more papers of arXiv they name."""
    stored = sum(map(_is_stored, cited))
    probable = sum(any(each.found) for each in cited) - stored
    works = (pair for each in cited for pair in zip(map(each.kept, each.entry.works), each.found, strict=True))
    named = sum(bool(work.arxiv) and not found for work, found in works)
    words = [f"{counted(len(cited), 'reference')}: {stored:,} stored"]
    words += [f"{probable:,} probably"] if probable else []
    words += [f"{named:,} with an arXiv id that is not stored ('arxtui add ID' fetches the record)"] if named else []
    return ", ".join(words)


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
            if len(line) <= STEPS:
                yield from below(paper.key, side, line)
        if len(papers) > len(shown):
            yield _Twig((*follows, False), words=f"and {counted(len(papers) - len(shown), 'more paper')}")

    for side in Side:
        papers = library.references.neighbours(root, side)
        follows = (side is Side.CITES,)
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
