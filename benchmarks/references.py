"""How well references are matched with papers: precision and recall of the matches by title, authors and year.

    python -m benchmarks.references --home DIR [--captured FILE...] [--each 4000] [--untitled 4000] [--show]

The identifier of an entry is hidden, the rest is matched, and the result is compared with the identifier. Entries are
those of the ``--captured`` files (LaTeXML pages, BibTeX, unarXive's JSON lines, answers of Semantic Scholar, INSPIRE
and Crossref) with an arXiv id or the DOI of a paper of the home, and drawn records of the home written as entries in
four styles (those of BibTeX files, too); those with a journal, volume and page also without a title, in three, the
journal as the record names it or as another one does. Works without a paper in the home must match nothing: for the
last kinds, the record itself is left out a second time ("without it"). A different paper is right if it is the same
work by its title and abstract (``related.same_work``). ``--show`` prints what is wrong or missed.

Intervals are Wilson's, of 95 %. A home is not changed.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from arxtui.export.journals import publication
from arxtui.library.facade import Library
from arxtui.library.references.bibfile import cited_entry
from arxtui.library.references.cited_papers import CitedPapers
from arxtui.library.references.matching import CitedWork, JournalPlace
from arxtui.library.search.same_work import Relation
from arxtui.model.arxiv.ids import ArxivId, name_of
from arxtui.model.document import Paragraph, Source, Text, Work
from arxtui.model.paper import Paper
from arxtui.reader.bibliography.entries import entries
from arxtui.reader.bibliography.works import entry_text, works_of
from arxtui.sources.errors import SourceError
from arxtui.sources.latexml import parse_document
from arxtui.text import readable
from arxtui.text.bibtex import bib_entries
from arxtui.text.decode import decode_file
from arxtui.text.matching.words import words
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


class _Without(CitedPapers):
    """Matches without one paper."""

    left_out = -1

    def _with_title(self, cited: CitedWork) -> list[int]:
        return [key for key in super()._with_title(cited) if key != self.left_out]

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


def _captured(path: Path) -> Iterator[tuple[str, Work, str]]:
    """Yield (kind, work, text) of the entries of a captured file that name one work, with their identifiers."""
    if path.suffix == ".bib":
        for each in bib_entries(decode_file(path.read_bytes()).text):
            work = cited_entry(each).work
            for style, source in _styles(work.authors, work, _text_of(work._replace(authors=(), title=""))):
                for found in works_of(source)[:1]:
                    named = found._replace(arxiv=work.arxiv, dois=work.dois)
                    yield f"entries of .bib files, {style}", named, entry_text(source)
    elif path.suffix == ".jsonl":
        for line in path.read_text(encoding="utf-8").splitlines():
            yield from _of_unarxive(json.loads(line))
    elif path.suffix == ".json":
        yield from _of_answer(json.loads(path.read_bytes()))
    else:
        with suppress(SourceError):
            for entry in entries(parse_document(path.read_bytes())):
                if len(entry.works) == 1:
                    yield "captured pages", entry.works[0], entry.text


def _of_unarxive(paper: dict[str, Any]) -> Iterator[tuple[str, Work, str]]:
    for entry in paper["bib_entries"].values():
        source = Source("", (Paragraph((Text(entry["bib_entry_raw"]),)),))
        linked, own = entry.get("ids") or {}, [each["id"] for each in entry["contained_arXiv_ids"]]
        for work in works if len(works := works_of(source)) == 1 else ():
            if arxiv := work.arxiv or "".join(own[:1]):
                yield "unarXive, id in the text", work._replace(arxiv=arxiv), entry_text(source)
            else:
                dois = tuple(filter(None, (linked.get("doi"), *work.dois)))
                named = work._replace(arxiv=linked.get("arxiv_id", ""), dois=dois)
                yield "unarXive, linked by OpenAlex", named, entry_text(source)


def _of_answer(answer: dict[str, Any]) -> Iterator[tuple[str, Work, str]]:
    """Yield the works of an answer of Semantic Scholar, INSPIRE or Crossref."""
    works = (*answer.get("citations", ()), *answer.get("references", ()))
    for each in (work for work in works if "externalIds" in work):
        ids, journal = each["externalIds"] or {}, each["journal"] or {}
        names, dois = tuple(author["name"] for author in each["authors"]), (ids["DOI"],) if "DOI" in ids else ()
        place = (journal.get("name") or each["venue"] or "", journal.get("volume") or "")
        work = Work(names, each["title"] or "", str(each["year"] or ""), *place, arxiv=ids.get("ArXiv", ""), dois=dois)
        yield "works of Semantic Scholar", work, _text_of(work)
    for each in (work["reference"] for work in works if "reference" in work):
        info = each.get("publication_info") or {}
        names = tuple(author["full_name"] for author in each.get("authors", ()))
        title = (each.get("title") or {}).get("title", "")
        where = (info.get("journal_title", ""), info.get("journal_volume", ""))
        work = Work(
            names, title, str(info.get("year", "")), *where, pages=info.get("artid") or info.get("page_start", ""),
            arxiv=each.get("arxiv_eprint", ""), dois=tuple(each.get("dois", ())),
        )  # fmt: skip
        yield "references of INSPIRE", work, _text_of(work)
    for each in answer.get("message", answer).get("reference", ()):
        where = (each.get("journal-title", ""), each.get("volume", ""))
        named = Work(
            tuple(filter(None, (each.get("author"),))), each.get("article-title", ""), each.get("year", ""), *where,
            pages=each.get("first-page", ""), dois=tuple(filter(None, (each.get("DOI"),))),
        )  # fmt: skip
        yield "references of Crossref", named, each.get("unstructured") or _text_of(named)


def _text_of(work: Work) -> str:
    """Return a work as an entry."""
    parts = (", ".join(work.authors), work.title, f"{work.venue} {work.volume}".strip(), work.pages, work.year)
    return ". ".join(filter(None, parts))


def _all_captured(library: Library, paths: Iterable[Path]) -> Iterator[Hidden]:
    """Yield the captured entries with an arXiv id, and those without one that have the DOI of a paper of the home, each
    text once. Other DOIs do not say which paper it is."""
    seen = set()
    for kind, work, text in chain.from_iterable(map(_captured, paths)):
        with suppress(ValueError):
            dois = {key for doi in work.dois for key in library.cited_papers.with_doi(doi.lower())}
            keys = [ArxivId.parse(work.arxiv).key] if work.arxiv else [*dois]
            if len(keys) == 1 and text not in seen:
                seen.add(text)
                yield _hidden(kind, work, text, keys[0])


def _hidden(kind: str, work: Work, text: str, key: int) -> Hidden:
    number = ArxivId.parse(name_of(key))
    for name in (work.arxiv, str(number), number.base, number.base.partition("/")[2], *work.dois):
        text = text.replace(name, "") if name else text
    return Hidden(kind, work._replace(arxiv="", dois=(), url=""), text, key)


def _written(key: int, paper: Paper, rng: random.Random) -> Iterator[Hidden]:
    """Yield entries as styles write the record: with and without fields, full names or initials, one part or three."""
    if paper.published is None:
        return
    title, year = " ".join(readable(paper.title).split()), str(paper.published.year + rng.choice((0, 0, 1, 1, 2)))
    names = [readable(author.name) for author in paper.authors[: rng.choice((3, 8, 20))]]
    rest = f"{rng.choice(('Phys. Rev. D', 'J. Appl. Math.', 'In Proceedings of ICML'))} 12 ({year}) 345–367."
    for style, source in _styles(names, Work((), title, year, "Phys. Rev. D", "12"), rest):
        for is_absent in (False, True):
            for work in works_of(source)[:1]:
                label = f"records, {style}{', without it' if is_absent else ''}"
                yield Hidden(label, work._replace(arxiv="", dois=(), url=""), entry_text(source), key, is_absent)


def _styles(names: Sequence[str], work: Work, rest: str) -> Iterator[tuple[str, Source]]:
    """Yield a work by these authors in four styles; ``rest`` is what follows the title."""
    short = tuple(name if name.endswith("Collaboration") else _initials(name) for name in names)
    styles = {
        "typed": (f"{', '.join(short)} ({work.year})", work.title, rest),
        "three parts": (f"{', '.join(names)}.", f"{work.title}.", rest),
        "quoted": (f"{', '.join(short)}, “{work.title},” {rest}",),
        "one part": (f"{', '.join(short)}, {work.title}, {rest}",),
    }
    for style, parts in styles.items():
        fields = work._replace(authors=short) if style == "typed" else None
        yield style, Source("", tuple(Paragraph((Text(part),)) for part in parts), (), fields)


def _initials(name: str) -> str:
    *given, family = name.split() or [""]
    return " ".join([*(f"{each[0]}." for each in given), family])


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
    short = list(map(_initials, names))
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
    cited_papers = _Without(library._context)
    counts: dict[str, Counter[str]] = {}
    for each in hidden:
        count = counts.setdefault(each.kind, Counter())
        is_here = not each.is_absent and library.papers.record(each.key) is not None
        cited_papers.left_out = each.key if each.is_absent else -1
        begin = time.process_time()
        [found] = cited_papers.resolved([each.work], each.text)
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
    parser.add_argument("--captured", type=Path, nargs="*", default=())
    parser.add_argument("--each", type=int, default=4000)
    parser.add_argument("--untitled", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    with borrowed(options.home, options.seed) as (library, *_):
        hidden = [*_all_captured(library, options.captured)]
        hidden += _drawn(library, options.each, random.Random(options.seed))
        hidden += _drawn_untitled(library, options.untitled, random.Random(options.seed))
        measure(library, hidden, show=options.show)


if __name__ == "__main__":
    main()
