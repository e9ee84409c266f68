"""The references of a paper, or works that several papers cite, as a table: what is here of each. The papers around a
paper in the graph of citations as a tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from arxtui.library.references.bibfile import cited_entry
from arxtui.library.references.comparing import Checked, Verdict
from arxtui.library.references.neighbourhood import Side
from arxtui.light import NamedTuple
from arxtui.model.arxiv.ids import key_named, name_of
from arxtui.model.counted import counted
from arxtui.model.sources import TEXT, source_label
from arxtui.text import wrap
from arxtui.tui.present.line import Line, Piece, cut, foreign, pad

if TYPE_CHECKING:
    from arxtui.library.references.comparing import Checked
    from arxtui.library.references.found import Voice
    from arxtui.library.references.references import CitingText, MissingWork
    from arxtui.library.references.reported import Cited
    from arxtui.model.document import Work
    from arxtui.model.views import Row

_LABEL, _NARROW_LABEL, _STATE = 8, 5, 8
_VERDICT = 11
_NARROW = 70
_MOST_NAMES = 3
_MOST_CITING = 12


class Shown(StrEnum):
    """Which of the references are shown."""

    ALL = "all"
    HERE = "here"
    UNREAD = "unread"
    MISSING = "missing"
    NO_ID = "no id"
    WITH_ID = "with an arXiv id"
    PROBLEMS = "problems"
    IGNORED = "ignored"


REFERENCE_CHOICES = (Shown.ALL, Shown.HERE, Shown.UNREAD, Shown.MISSING, Shown.NO_ID)
"""What can be shown of the references of a paper, and of the works that cite one according to others."""


class ReferenceRow(NamedTuple):
    """A work of an entry; an entry that names none is a row, too. ``key`` is the paper of the cache that the work
    certainly or (``probable``) perhaps is, ``arxiv`` the id that the entry gives, ``state`` what is here in words, and
    ``more`` what the page below says besides the entry. A row of a paper that cites another has no ``work``;
    ``verdict`` is that of a checked entry, if it is one; ``entries`` are those by which the text of the paper cites
    another (numbers in its bibliography); ``citations`` is the number of places where the text cites the work."""

    place: tuple[int, int]
    label: str
    title: str
    text: str
    state: str
    key: int | None = None
    probable: bool = False
    unread: bool = False
    arxiv: str = ""
    more: tuple[str, ...] = ()
    work: Work | None = None
    verdict: Verdict | None = None
    entries: tuple[int, ...] = ()
    citations: int = 0

    @property
    def is_missing(self) -> bool:
        """Whether the work has an arXiv id and is not here."""
        return bool(self.arxiv) and (self.key is None or self.probable)

    def is_among(self, shown: str) -> bool:
        """Whether the row is one of those shown: of a ``Shown``, or with this verdict that no remark ignores."""
        is_here = self.key is not None and not self.probable
        among: dict[str, bool] = {
            Shown.ALL: True,
            Shown.HERE: is_here,
            Shown.UNREAD: is_here and self.unread,
            Shown.MISSING: self.is_missing if self.verdict is None else shown == self.state,
            Shown.NO_ID: self.state == Shown.NO_ID,
            Shown.WITH_ID: self.is_missing,
            Shown.PROBLEMS: self.verdict is not None and self.verdict.is_problem and self.state == self.verdict,
        }
        return among.get(shown, shown == self.state)


def reference_rows(cited: Sequence[Cited], papers: Mapping[int, Row]) -> list[ReferenceRow]:
    """Return the rows of the references of a paper, in the order of its bibliography."""
    rows: list[ReferenceRow] = []
    for each in cited:
        entry, links, sources, _ = each
        said = dict.fromkeys((place.section, place.sentence) for place in entry.citations)
        more = (*map(_sentence, said), *_sources(sources))
        for number, (work, found) in enumerate(zip(entry.works, links, strict=True)):
            paper = papers.get(found.key) if found else None
            state = "refused" if each.is_refused(work) else _no_paper(work.arxiv)
            kept = each.kept(work)
            row = ReferenceRow(
                (entry.number, number), entry.label, _title(work), entry.text, state, None,
                arxiv=kept.arxiv, more=more, work=kept, citations=len(entry.citations),
            )  # fmt: skip
            rows.append(_with_paper(row, paper, probable=not found.certain) if found and paper else row)
        if not entry.works:
            rows.append(ReferenceRow((entry.number, 0), entry.label, "", entry.text, "remark", more=more))
    return rows


def missing_rows(works: Sequence[MissingWork], papers: Mapping[int, Row]) -> list[ReferenceRow]:
    """Return the rows of works that are not here, the most cited first; ``papers`` are those that cite them."""
    rows = []
    for place, each in enumerate(works):
        citing = [f"Cited by {papers[key].title}" for key in each.citing[:_MOST_CITING] if key in papers]
        more = len(each.citing) - len(citing)
        said = (*citing, *([f"and by {counted(more, 'more paper')}"] if more else []))
        label, state = f"{len(each.citing):,}×", _no_paper(each.arxiv)
        row = ReferenceRow((place, 0), label, _title(each.work), each.text, state, work=each.work, more=said)
        rows.append(row._replace(arxiv=each.arxiv))
    return rows


def citing_rows(texts: Sequence[CitingText], papers: Mapping[int, Row]) -> list[ReferenceRow]:
    """Return the rows of the papers that cite one, with their sentences about it."""
    rows = []
    for place, each in enumerate(texts):
        paper = papers.get(each.key)
        said = tuple(map(_sentence, each.said)) or ("Named in its bibliography only",)
        numbers = tuple(entry.number for entry in each.entries)
        row = ReferenceRow((place, 0), f"{len(each.said):,}×", "", "", "", more=said, entries=numbers)
        rows += [_with_paper(row, paper, probable=False)] if paper else []
    return rows


def reported_rows(
    here: Mapping[int, Sequence[Voice]], missing: Sequence[Cited], papers: Mapping[int, Row], first: int
) -> list[ReferenceRow]:
    """Return the rows of the papers that cite one according to other sources than their texts, and of the works of
    which that is reported and that are not here, numbered from ``first``."""
    row = ReferenceRow((0, 0), "", "", "", "")
    said = ((papers[key], _sources([voice.name for voice in voices])) for key, voices in here.items() if key in papers)
    rows = [_with_paper(row._replace(more=tuple(more)), paper, probable=False) for paper, more in said]
    rows += reference_rows(missing, {})
    return [row._replace(place=(first + place, 0), label="") for place, row in enumerate(rows)]


def checked_rows(checked: Sequence[Checked], papers: Mapping[int, Row]) -> list[ReferenceRow]:
    """Return the rows of checked entries, in the order of their files."""
    rows = []
    for place, each in enumerate(checked):
        entry, work = each.entry, cited_entry(each.entry).work
        paper = papers.get(key_named(each.paper)) if each.paper else None
        more = [*(remark.text for remark in each.problems), *(f"hint: {remark.text}" for remark in each.hints)]
        if paper:
            more.append(f"It is {each.paper}: {paper.title}")
        if each.dblp:
            more.append(f"It is {each.dblp}")
        rows.append(
            ReferenceRow(
                (place, 0),
                f"{entry.line:,}",
                f"{entry.key or '(no key)'} · {_title(work)}".rstrip(" ·"),
                f"{each.file}:{entry.line}: {each.verdict.words}",
                Shown.IGNORED if each.is_ignored else each.verdict,
                paper.key if paper else None,
                arxiv=work.arxiv if each.verdict is Verdict.UNKNOWN else "",
                more=tuple(more),
                work=work if work.title else None,
                verdict=each.verdict,
            )
        )
    return rows


def _sources(sources: Sequence[str]) -> list[str]:
    """Return who says that a paper cites a work, unless that is its text alone."""
    return [f"According to {', '.join(map(source_label, sources))}"] if tuple(sources) != (TEXT,) else []


def checked_choices(rows: Sequence[ReferenceRow]) -> list[str]:
    """Return what can be shown of checked entries: the problems, then those of each verdict, the ignored ones, all."""
    choices = (Shown.PROBLEMS, *Verdict, Shown.IGNORED)
    return [*(each for each in choices if any(row.is_among(each) for row in rows)), Shown.ALL]


def _sentence(said: tuple[str, str]) -> str:
    section, sentence = said
    return f"{section}: {sentence}" if section else sentence


def _with_paper(row: ReferenceRow, paper: Row, *, probable: bool) -> ReferenceRow:
    marks = paper.marks
    words = "starred" if marks.starred else "unread" if marks.unread else "read" if marks.read else "here"
    if probable:
        return row._replace(key=paper.key, probable=True, state="probably", more=(_perhaps(paper), *row.more))
    title, arxiv = _joined(paper.title, row.title), paper.id or ""
    return row._replace(key=paper.key, title=title, state=words, unread=marks.unread, arxiv=arxiv)


def _perhaps(paper: Row) -> str:
    return f"Probably {paper.id or name_of(paper.key)}: {paper.title}"


def _joined(title: str, of_entry: str) -> str:
    """Return the title of a paper with the authors and the year of its entry."""
    _, dot, rest = of_entry.partition(" · ")
    return f"{title}{dot}{rest}"


def _no_paper(arxiv: str) -> str:
    return Shown.MISSING if arxiv else Shown.NO_ID


def _title(work: Work) -> str:
    names = ", ".join(work.authors[:_MOST_NAMES]) + (" et al." if len(work.authors) > _MOST_NAMES else "")
    who = " ".join(filter(None, (names, work.year)))
    return f"{work.title} · {who}".rstrip(" ·") if work.title else ""


def choices_line(numbers: Mapping[str, int], chosen: str, width: int) -> list[Piece]:
    """Return the line of the choices, each with its number, from such a one on that the chosen one is shown."""
    pieces: list[Piece] = [
        (f"  {shown} {number:,}", "accent-strong" if shown == chosen else "dim") for shown, number in numbers.items()
    ]
    before = list(numbers).index(chosen) if chosen in numbers else 0
    while before and sum(len(text) for text, _ in pieces[: before + 1]) > width + 1:
        del pieces[0]
        before -= 1
    first, *others = pieces
    return cut([(first[0][1:], first[1]), *others], width - 1)


def reference_line(row: ReferenceRow, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a reference."""
    label = _LABEL if width >= _NARROW and not row.verdict else _NARROW_LABEL
    state = _VERDICT if row.verdict else _STATE
    ink = "strong" if row.unread else "text" if row.key is not None and not row.probable else "dim"
    words = " ".join(foreign(row.title or row.text).split())
    return cut(
        [
            (" › " if here else "   ", "accent"),
            (f"{pad(foreign(row.label), label)} ", "faint"),
            (f"{pad(row.state, state)} ", "accent" if row.state == "starred" else "faint" if ink == "dim" else "dim"),
            (words, ink),
        ],
        width,
    )


def entry_lines(row: ReferenceRow | None, width: int) -> list[Line]:
    """Return the entry of a row in full, if it is one, and what is said of it."""
    if row is None:
        return []
    words = f"arXiv:{row.arxiv} · {row.text}" if row.arxiv and row.arxiv not in row.text else row.text
    lines = [Line(((f" {each}", "text"),)) for each in (wrap(foreign(words), width - 2) if row.text else ())]
    for more in row.more:
        lines += [Line(((f"   {each}", "dim"),)) for each in wrap(foreign(more), width - 4)]
    return lines


_NUMBER = 6


class Branch(NamedTuple):
    """The neighbours of a paper on one side: their rows, each with the number of papers that are known to cite it; and
    what is not known of that side, and which texts can tell more, in words."""

    papers: tuple[tuple[Row, int], ...]
    unknown: str = ""
    left: str = ""


class TreePath(NamedTuple):
    """Where a line of the tree is: on a side, below these papers, of which the last is its own."""

    side: Side
    keys: tuple[int, ...] = ()


class TreeRow(NamedTuple):
    """A line of the tree: whether it is unfolded (None if nothing is below it), and its paper; the first line of a side
    has ``words`` instead."""

    path: TreePath
    is_open: bool | None
    paper: Row | None = None
    cited: int = 0
    words: str = ""


def side_words(side: Side, branch: Branch | None) -> str:
    """Return the words of the first line of a side."""
    if branch is None:
        return f"{side.capitalize()} …"
    return branch.unknown or side.words(len(branch.papers)).capitalize() + branch.left


def tree_line(row: TreeRow, width: int, *, here: bool) -> list[Piece]:
    """Return the line of a row."""
    sign = " " if row.is_open is None else foreign("▾" if row.is_open else "▸")
    lead: list[Piece] = [(" › " if here else "   ", "accent"), (f"{'  ' * len(row.path.keys)}{sign} ", "dim")]
    if row.paper is None:
        return cut([*lead, (row.words, "strong")], width - 1)
    marks = row.paper.marks
    state = "starred" if marks.starred else "unread" if marks.unread else "read" if marks.read else ""
    number = f"{row.cited:,}×" if row.cited else ""
    return cut(
        [
            *lead,
            (pad(foreign(number), _NUMBER), "faint"),
            (pad(state, _STATE if width >= _NARROW else 0), "accent" if marks.starred else "dim"),
            (" ".join(foreign(row.paper.title).split()), "text"),
        ],
        width - 1,
    )
