"""How well references are matched with papers: precision and recall of the matches by title, authors and year.

    python -m benchmarks.references --home DIR [--pages FILE...] [--unarxive FILE.jsonl] [--each 4000]
        [--untitled 4000] [--show]

The identifier of an entry is hidden, the rest is matched, and the result is compared with the identifier. Entries are
those with an arXiv id of the bibliographies of ``--pages`` (LaTeXML pages), the raw ones of the unarXive sample, and
drawn records of the home written as entries in four styles; those with a journal, volume and page also without a
title, in three, the journal as the record names it or as another one does. Works without a paper in the home must match
nothing: for the last kinds, the record itself is left out a second time ("without it"). A different paper is right if
it is the same work by its title and abstract (``related.same_work``). ``--show`` prints what is wrong or missed.

Intervals are Wilson's, of 95 %. A home is not changed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from arxtui.export.journals import publication
from arxtui.library.facade import Library
from arxtui.library.references.journal_places import JournalPlace
from arxtui.library.references.references import References
from arxtui.library.search.same_work import Relation
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.document import Paragraph, Source, Text, Work
from arxtui.model.paper import Paper
from arxtui.reader.bibliography.entries import entries
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.text import readable
from arxtui.text.matching.words import words
from arxtui.text.mentions.identifiers import ids_in
from benchmarks.homes import borrowed
from benchmarks.report import table

_Z = 1.96


class Hidden(NamedTuple):
    """An entry without its identifiers: its work, its text, the key of the paper that it names, and whether that paper
    is left out of the answers."""

    kind: str
    work: Work
    text: str
    key: int
    is_absent: bool = False


class _Without(References):
    """Matches without one paper."""

    left_out = -1

    def _candidates(self, search_words: tuple[str, ...]) -> list[int]:
        return [key for key in super()._candidates(search_words) if key != self.left_out]

    def _at_place(self, place: JournalPlace) -> list[int]:
        return [key for key in super()._at_place(place) if key != self.left_out]


def wilson(right: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    if not of:
        return 0.0, 1.0
    share, room = right / of, _Z * _Z / of
    middle, half = share + room / 2, _Z * ((share * (1 - share) + room / 4) / of) ** 0.5
    return (middle - half) / (1 + room), (middle + half) / (1 + room)


def _of_pages(paths: Iterable[Path]) -> Iterator[Hidden]:
    seen = set()
    for path in paths:
        with suppress(SourceError):
            for entry in entries(parse_document(path.read_bytes())):
                if entry.text not in seen and len(entry.works) == 1 and entry.works[0].arxiv:
                    seen.add(entry.text)
                    yield _hidden("captured pages", entry.works[0], entry.text)


def _of_unarxive(path: Path) -> Iterator[Hidden]:
    for line in path.read_text(encoding="utf-8").splitlines():
        for entry in json.loads(line)["bib_entries"].values():
            source = Source("", (Paragraph((Text(entry["bib_entry_raw"]),)),))
            ids = [each["id"] for each in entry["contained_arXiv_ids"]]
            if len(ids) == 1 and len(works := works_of(source)) == 1:
                with suppress(ValueError):
                    ArxivId.parse(ids[0])
                    yield _hidden("unarXive, raw", works[0]._replace(arxiv=ids[0]), entry_text(source))


def _hidden(kind: str, work: Work, text: str) -> Hidden:
    number = ArxivId.parse(work.arxiv)
    for name in (str(number), number.base, number.base.partition("/")[2]):
        text = text.replace(name, "") if name else text
    assert not ids_in(text)[1:]
    return Hidden(kind, work._replace(arxiv="", dois=(), url=""), text, number.key)


def _written(key: int, paper: Paper, rng: random.Random) -> Iterator[Hidden]:
    """Yield entries as styles write the record: with and without fields, full names or initials, one part or three."""
    if paper.published is None:
        return
    title, year = " ".join(readable(paper.title).split()), str(paper.published.year + rng.choice((0, 0, 1, 1, 2)))
    names = [readable(author.name) for author in paper.authors[: rng.choice((3, 8, 20))]]
    short = [" ".join([*(f"{each[0]}." for each in name.split()[:-1]), *name.split()[-1:]]) for name in names]
    rest = (f"{rng.choice(('Phys. Rev. D', 'J. Appl. Math.', 'In Proceedings of ICML'))} 12 ({year}) 345–367.",)
    typed = Work(tuple(short), title, year, "Phys. Rev. D", "12")
    styles = {
        "records, typed": (f"{', '.join(short)} ({year})", title, *rest),
        "records, three parts": (f"{', '.join(names)}.", f"{title}.", *rest),
        "records, quoted": (f"{', '.join(short)}, “{title},” {rest[0]}",),
        "records, one part": (f"{', '.join(short)}, {title}, {rest[0]}",),
    }
    for kind, parts in styles.items():
        source = Source("", tuple(Paragraph((Text(part),)) for part in parts), (), typed if "typed" in kind else None)
        for is_absent in (False, True):
            for work in works_of(source)[:1]:
                label = f"{kind}, without it" if is_absent else kind
                yield Hidden(label, work._replace(arxiv="", dois=(), url=""), entry_text(source), key, is_absent)


def _untitled(key: int, paper: Paper, rng: random.Random) -> Iterator[Hidden]:
    """Yield entries as styles of physics write the record: its journal in place of its title."""
    parsed = publication(readable(paper.journal_ref or ""))
    if not (parsed.volume and parsed.pages and parsed.year and paper.authors):
        return
    letter = re.match(r"([A-Z])(?=\d)", parsed.volume)
    journal = f"{parsed.journal} {letter[1]}" if letter else parsed.journal
    volume = parsed.volume[1:] if letter else parsed.volume
    known = next((names for names in _JOURNALS if words(journal) in map(words, names)), (journal,))
    journal, page = rng.choice(known), re.split(r"\s?[-–—]", parsed.pages)[0]
    names = [readable(author.name) for author in paper.authors[: rng.choice((1, 3, 8))]]
    short = [" ".join([*(f"{each[0]}." for each in name.split()[:-1]), *name.split()[-1:]]) for name in names]
    behind = [f"{name.split()[-1]} {name[0]}." for name in names]
    cut = " et al." if len(names) < len(paper.authors) else ""
    styles = {
        "no title, REVTeX": f"{', '.join(short)}{cut}, {journal} {volume}, {page} ({parsed.year}).",
        "no title, MNRAS": f"{', '.join(behind)}{cut}, {parsed.year}, {journal}, {volume}, {page}",
        "no title, JHEP": f"{', '.join(short)}{cut}, {journal} {volume} ({parsed.year}) {page}.",
    }
    for kind, text in styles.items():
        source = Source("", (Paragraph((Text(text),)),))
        for is_absent in (False, True):
            for work in works_of(source)[:1]:
                yield Hidden(f"{kind}, without it" if is_absent else kind, work, text, key, is_absent)


_JOURNALS = (
    ("Phys. Rev. D", "Phys.Rev.D", "Physical Review D", "PRD"),
    ("Phys. Rev. B", "Physical Review B", "PRB"),
    ("Phys. Rev. A", "Physical Review A", "PRA"),
    ("Phys. Rev. Lett.", "Phys.Rev.Lett.", "Physical Review Letters", "PRL"),
    ("Astrophys. J.", "Astrophys.J.", "ApJ", "The Astrophysical Journal", "Astrophysical Journal"),
    ("Mon. Not. R. Astron. Soc.", "Mon.Not.Roy.Astron.Soc.", "MNRAS", "Mon. Notices Royal Astron. Society"),
    ("Astron. Astrophys.", "Astron.Astrophys.", "A&A", "Astronomy & Astrophysics", "Astronomy and Astrophysics"),
    ("Phys. Lett. B", "Phys.Lett.B", "Physics Letters B", "PLB"),
    ("Nucl. Phys. B", "Nucl.Phys.B", "Nuclear Physics B"),
    ("JHEP", "J. High Energy Phys.", "Journal of High Energy Physics"),
    ("Class. Quantum Grav.", "Class.Quant.Grav.", "Classical and Quantum Gravity", "CQG"),
    ("Eur. Phys. J. C", "Eur.Phys.J.C", "European Physical Journal C", "EPJC"),
    ("J. Math. Phys.", "J.Math.Phys.", "Journal of Mathematical Physics"),
    ("New J. Phys.", "New Journal of Physics", "NJP"),
    ("Commun. Math. Phys.", "Commun.Math.Phys.", "Communications in Mathematical Physics", "Comm. Math. Phys."),
)  # fmt: skip
"""Names of one journal."""


def _drawn(library: Library, each: int, rng: random.Random) -> Iterator[Hidden]:
    keys = library.search.listing("").keys
    for key, paper in library._context.cache.papers.get_all(sorted(rng.sample(list(keys), each))).items():
        yield from _written(key, paper, rng)


def _drawn_untitled(library: Library, each: int, rng: random.Random) -> Iterator[Hidden]:
    keys = library.search.listing("").keys
    for key, paper in library._context.cache.papers.get_all(sorted(rng.sample(list(keys), each))).items():
        yield from _untitled(key, paper, rng)


def measure(library: Library, hidden: Iterable[Hidden], *, show: bool) -> None:
    """Print the precision and recall of each kind of entries."""
    references = _Without(library._context, library._queries, library.papers, library.texts)
    counts: dict[str, Counter[str]] = {}
    for each in hidden:
        count = counts.setdefault(each.kind, Counter())
        is_here = not each.is_absent and library.papers.record(each.key) is not None
        references.left_out = each.key if each.is_absent else -1
        begin = time.process_time()
        [found] = references.resolved([each.work], each.text)
        count["µs"] += round((time.process_time() - begin) * 1e6)
        count["entries"] += 1
        count["here"] += is_here
        if found is not None:
            right = found.key == each.key or _is_same_work(library, each.key, found.key)
            count["certain" if found.certain else "probable"] += 1
            count["right" if found.certain else "probably right"] += right
            count["found"] += is_here and right and found.certain
            if show and not right and found.certain:
                _show("wrong", library, each, found.key)
        elif show and is_here:
            _show("missed", library, each, each.key)
    rows = []
    for kind, count in counts.items():
        low, high = wilson(count["right"], count["certain"])
        rows.append(
            (
                kind,
                *(str(count[name]) for name in ("entries", "here", "found", "certain", "right")),
                f"{low:.2%}–{high:.2%}",
                f"{count['probably right']} of {count['probable']}",
                f"{count['µs'] / max(count['entries'], 1) / 1000:.1f}",
            )
        )
    header = ("kind", "entries", "here", "found", "certain", "right", "precision", "probable, right", "ms")
    table("References without identifiers, matched by title, authors and year", header, rows)


def _show(what: str, library: Library, hidden: Hidden, key: int) -> None:
    [record] = library.papers.records([key])
    print(f"{what} ({hidden.kind}): {hidden.text[:200]} [{hidden.work.title}] · {name_of(key)} {record.title}")


def _is_same_work(library: Library, key: int, other: int) -> bool:
    return any(each.key == other and each.kind is Relation.SAME for each in library.related.same_work(key))


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--pages", type=Path, nargs="*", default=())
    parser.add_argument("--unarxive", type=Path)
    parser.add_argument("--each", type=int, default=4000)
    parser.add_argument("--untitled", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    with borrowed(options.home, options.seed) as (library, *_):
        hidden = [*_of_pages(options.pages)]
        hidden += _of_unarxive(options.unarxive) if options.unarxive else ()
        hidden += _drawn(library, options.each, random.Random(options.seed))
        hidden += _drawn_untitled(library, options.untitled, random.Random(options.seed))
        measure(library, hidden, show=options.show)


if __name__ == "__main__":
    main()
