"""What an import of dblp costs, and how well ``arxtui check`` tells right entries of its works from wrong ones.

    python -m benchmarks.dblp --home DIR [--records 1000000] [--each 1000] [--seed 1]

A dump of made-up works is written, of every kind and with the fields and attributes of dblp's DTD: the titles and
authors of two drawn papers of the home, the beginning of one and the end of the other, with made-up venues, years and
DOIs, and persons as in the real dump. It is imported by a process of its own into an empty home. Then drawn works are
looked up, and entries made of them are checked: as they are, without the DOI, and with a planted fault each. A home is
not changed.
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from html import escape
from html.entities import codepoint2name
from pathlib import Path
from tempfile import TemporaryDirectory

from arxtui.config.paths import Paths
from arxtui.config.settings import Settings
from arxtui.library.facade import Library
from arxtui.model.dblp import DblpRecord
from arxtui.model.paper import Paper
from arxtui.store.dblp.works import DblpWorks, words_of
from arxtui.text import readable
from arxtui.text.bibtex import BibEntry
from benchmarks.check import count_verdicts, print_verdicts
from benchmarks.homes import unmarked
from benchmarks.report import table

_HEAD = '<?xml version="1.0" encoding="ISO-8859-1"?>\n<!DOCTYPE dblp SYSTEM "dblp-2026-11-01.dtd">\n<dblp>\n'
_IMPORT = """
import runpy
try:
    runpy.run_module("arxtui", run_name="__main__", alter_sys=True)
finally:
    print(open("/proc/self/status").read())
"""
_DRAWN = 20_000
_VENUES = [f"J. {field} {kind}" for field in ("Made-up", "Sharded") for kind in ("Sci.", "Eng.", "Lett.")]
_KINDS = ("article", "inproceedings", "phdthesis", "mastersthesis", "proceedings", "incollection", "book", "data")
_SHARES = (46, 44, 2, 0.1, 1, 2, 0.4, 0.5)
_MARKUP = ("i", "sub", "sup", "tt")
_TYPES = ("informal", "informal withdrawn", "survey", "encyclopedia")
_PERSONS = 0.45
_WITH_DOI = 0.75


def _works(papers: Sequence[Paper], count: int, rng: random.Random) -> Iterator[DblpRecord]:
    for number in range(count):
        one, other = rng.choice(papers), rng.choice(papers)
        begin, end = readable(one.title).split(), readable(other.title).split()
        title = " ".join([*begin[: len(begin) // 2 + 1], *end[len(end) // 2 :]])
        authors = [readable(each.name) for each in (*one.authors[:2], *other.authors)][: rng.choice((1, 2, 3, 4, 5, 8))]
        doi = f"10.1000/{rng.randrange(10**7):07}.{number}"
        dois = (doi,) if rng.random() < _WITH_DOI else ()
        yield DblpRecord(
            f"journals/x/Made{number}",
            rng.choices(_KINDS, _SHARES)[0],
            title,
            tuple(authors),
            rng.randint(1985, 2026),
            rng.choice(_VENUES),
            dois,
        )


def _xml(work: DblpRecord, rng: random.Random) -> str:
    """Return a work as an element with the attributes and fields that dblp's DTD allows for its kind, in their usual
    order, and sometimes a person."""
    date, type_ = f"2026-10-{rng.randint(1, 28):02}", f' publtype="{rng.choice(_TYPES)}"' if rng.random() < 0.05 else ""
    element = "editor" if work.kind in ("proceedings", "book") else "author"
    fields = [_name(element, name, rng) for name in work.authors]
    title = _ascii(work.title)
    if rng.random() < 0.02:
        title = " ".join(f"<{tag}>{word}</{tag}>" for tag, word in zip(_MARKUP * 99, title.split(), strict=False))
    fields.append(f"<title>{title}.</title>")
    editions = [f"https://doi.org/{doi}" for doi in work.dois] or ["https://example.org/made.pdf"]
    if rng.random() < 0.4:
        editions.append(f"https://www.wikidata.org/entity/Q{rng.randrange(10**8)}")
    access = rng.choice(("", "", ' type="oa"', ' type="archive"'))
    fields += {
        "article": [
            f"<pages>1-{rng.randint(2, 90)}</pages>", f"<year>{work.year}</year>",
            f"<volume>{rng.randint(1, 60)}</volume>",
            f"<journal>{work.venue}</journal>", f"<number>{rng.randint(1, 12)}</number>",
        ],
        "inproceedings": [
            f"<pages>{rng.randint(1, 900)}-{rng.randint(901, 999)}</pages>", f"<year>{work.year}</year>",
            f"<booktitle>{work.venue}</booktitle>",
        ],
        "phdthesis": [f"<year>{work.year}</year>", f"<school>{work.venue}</school>", "<pages>1-200</pages>"],
        "mastersthesis": [f"<year>{work.year}</year>", f"<school>{work.venue}</school>"],
    }.get(work.kind, [
        f"<publisher>{work.venue}</publisher>", f"<year>{work.year}</year>", "<isbn>978-0-00-000000-2</isbn>",
        '<series href="db/series/x/index.html">Made-up Series</series>', "<note>Festschrift</note>",
    ])  # fmt: skip
    fields += [f"<ee{access}>{edition}</ee>" for edition in editions]
    fields += ["<crossref>conf/x/2026</crossref>"] if work.kind == "inproceedings" else []
    fields += [f"<url>db/{work.key}.html</url>", "<stream>streams/journals/x</stream>"][: rng.choice((1, 1, 2))]
    fields += [f'<cite label="{each}">...</cite>' for each in range(rng.randint(2, 9))] if rng.random() < 0.01 else []
    body = "\n".join(fields)
    element = f'<{work.kind} mdate="{date}" key="{work.key}"{type_}>\n{body}\n</{work.kind}>'
    return element + (_person(work, date, rng) if rng.random() < _PERSONS else "")


def _name(element: str, name: str, rng: random.Random) -> str:
    orcid = f' orcid="0000-0002-{rng.randint(1000, 9999)}-1234"' if rng.random() < 0.2 else ""
    return f"<{element}{orcid}>{_ascii(name)}{' 0001' if rng.random() < 0.1 else ''}</{element}>"


def _person(work: DblpRecord, date: str, rng: random.Random) -> str:
    notes = '<note type="affiliation">University of Made-up, Nowhere</note>\n' if rng.random() < 0.2 else ""
    return (
        f'<www mdate="{date}" key="homepages/{work.key}">\n{_name("author", work.authors[0], rng)}\n'
        f"<title>Home Page</title>\n<url>https://orcid.org/0000-0002-1825-0097</url>\n{notes}</www>\n"
    )


def _ascii(text: str) -> str:
    """Return a text as dblp writes it: ASCII, with the names of HTML for the letters of Latin-1, else numbers."""
    named = (
        f"&{codepoint2name[ord(each)]};" if "\xa0" <= each <= "\xff" else each for each in escape(text, quote=False)
    )
    return "".join(named).encode("ascii", "xmlcharrefreplace").decode()


def _write(file: Path, works: Iterator[DblpRecord], each: int, rng: random.Random) -> list[DblpRecord]:
    """Write a dump. Return some of its works."""
    kept: list[DblpRecord] = []
    with gzip.open(file, "wt", compresslevel=5) as stream:
        stream.write(_HEAD)
        for number, work in enumerate(works):
            stream.write(_xml(work, rng))
            if number < each:
                kept.append(work)
        stream.write("</dblp>\n")
    return kept


def _import(home: Path, file: Path, count: int) -> None:
    command = [sys.executable, "-c", _IMPORT, "import", str(file)]
    child = subprocess.Popen(command, env={**os.environ, "ARXTUI_HOME": str(home)}, stdout=subprocess.PIPE, text=True)
    assert child.stdout
    peak = re.search(r"VmHWM:\s+(\d+)", child.stdout.read())
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert peak
    size = Paths.under(home).dblp_works.stat().st_size
    seconds, memory = used.ru_utime + used.ru_stime, int(peak[1]) / 1024
    row = (f"{count:,}", f"{seconds:.1f} s", f"{memory:.0f} MB", f"{size / 1e6:.1f} MB", f"{size / count:.0f}")
    table("Import", ("records", "CPU", "peak memory", "file", "bytes a record"), [row])


def _look_up(path: Path, works: Sequence[DblpRecord]) -> None:
    opened = DblpWorks.open(path)
    assert opened
    dois = [work.dois[0] for work in works if work.dois]
    looks = {
        "title": [partial(opened.titled, words_of(work.title)) for work in works],
        "DOI": [partial(opened.named, doi) for doi in dois],
    }
    rows = []
    for name, drawn in looks.items():
        begun = time.process_time()
        found = sum(bool(look()) for look in drawn)
        each = (time.process_time() - begun) * 1000 / len(drawn)
        rows.append((name, f"{len(drawn):,}", f"{found:,}", f"{each:.2f} ms"))
    table("Look-ups", ("by", "works", "found", "CPU each"), rows)


def _entry(work: DblpRecord, **others: str) -> BibEntry:
    fields = {"title": work.title, "author": " and ".join(work.authors), "year": str(work.year), "journal": work.venue}
    fields |= {"doi": "".join(work.dois), **others}
    return BibEntry("article", work.key, {name: value for name, value in fields.items() if value}, 1)


def _planted(work: DblpRecord, other: DblpRecord) -> Iterator[tuple[str, BibEntry]]:
    yield "right", _entry(work)
    yield "right, title only", _entry(work, doi="")
    title = f"{work.title.rpartition(' ')[0]} teapots"
    if work.dois:
        yield "word of the title", _entry(work, title=title)
        yield "invented title", _entry(work, title="Made up words about gravel that nobody wrote")
    yield "word of the title, no id", _entry(work, title=title, doi="")
    yield "authors", _entry(work, author=f"{work.authors[0]} and Nonesuch, Nora", doi="")
    yield "year", _entry(work, year=str(work.year + 3), doi="")
    yield "invented title, no id", _entry(work, title="Made up words about gravel that nobody wrote", doi="")
    if other.dois:
        yield "another work's DOI", _entry(work, doi=other.dois[0])


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--records", type=int, default=1_000_000)
    parser.add_argument("--each", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with TemporaryDirectory() as folder:
        file, home = Path(folder) / "dblp.xml.gz", Path(folder) / "home"
        with unmarked(options.home) as (library, _):
            keys = library.search.listing("").keys
            papers = [each.paper for each in library.papers.records(keys[:_DRAWN]) if each.paper.authors]
        works = _write(file, _works(papers, options.records, rng), options.each, rng)
        _import(home, file, options.records)
        _look_up(Paths.under(home).dblp_works, works)
        counts: dict[str, Counter[str]] = {}
        with closing(Library.open(Paths.under(home), Settings())) as library:
            planted = [pair for place, work in enumerate(works) for pair in _planted(work, works[place - 1])]
            count_verdicts(library, counts, planted, show=False)
        print_verdicts("Entries made from works", counts)


if __name__ == "__main__":
    main()
