"""Read exports with other programs, and compare the result with the exported records."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest
from bibtexparser.entrypoint import parse_string
from bibtexparser.middlewares.names import SeparateCoAuthors, SplitNameParts

from arxtui.export.forms import FORMS
from arxtui.export.journal_items import DATE
from arxtui.export.keys import citation_key, unique_keys
from arxtui.export.people import OTHERS, Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.model.views import Record
from arxtui.text import readable
from arxtui.text.tex.symbols import SYMBOLS

SLOW_FOR_BIBER = 1000
"""With this many authors, biber takes half a minute for a paper; only ``benchmarks.exports`` runs biber on such
papers."""
TEMPLATE = "{author}{year}{word}"
_ESCAPES = re.compile(r"\\(?:text(?:backslash|brace(?:left|right))|[lr]brace|newline|ensuremath)?|[{}\s]")
_GREEK_COMMAND = re.compile(
    r"\\((?:var)?(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|upsilon|phi|chi|"
    r"psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Upsilon|Phi|Psi|Omega))(?![A-Za-z])"
)
_ACCENTED_WORD = re.compile(r"\\[bcdHkrtuv](?=\{\w{2,}\})")
_ODD_ACCENT = re.compile(r"\\?[\"^](?=\w)")  # over letters that do not have it
_WITHOUT_FIELD = re.compile(rf"\b\d+ ?(?:pages|pgs|pp)\b|\b{DATE}\b")  # of a date, only the year has a field
_OF_BIBER = {"journal": "journaltitle", "year": "date", "annote": "annotation", "archivePrefix": "eprinttype",
             "primaryClass": "eprintclass"}  # fmt: skip

Fields = Mapping[str, str]


def style(records: Iterable[Record], *, notes: bool = False) -> ExportOptions:
    """Return the export style with citation keys of the default setting."""
    made = {record.key: citation_key(Reference(record), TEMPLATE) for record in records}
    return ExportOptions(unique_keys(made), notes)


def exported(form: str, records: Sequence[Record], *, notes: bool = False) -> str:
    """Return the text of an exported file."""
    options = style(records if FORMS[form].has_keys else (), notes=notes)
    return "".join(FORMS[form].file(FORMS[form].entry(Reference(record), options) for record in records))


def bare(tex: str) -> str:
    """Return a TeX text without white space, escapes and braces, and with Greek letters instead of their names: exports
    change nothing else."""
    plain = _GREEK_COMMAND.sub(lambda found: SYMBOLS[found[1]], tex.replace(r"\textasciitilde{}", "~"))
    return unicodedata.normalize("NFC", _ESCAPES.sub("", plain))


def decoded(tex: str) -> str:
    """Return the bare form of a text in which biber may have decoded some of the TeX. Accents over whole words are left
    out; they come from commands that lost some letters (``\\b{eta}``)."""
    shown = _ODD_ACCENT.sub("", bare(readable(_ACCENTED_WORD.sub("", tex)))).replace("∖", "")
    return "".join(sign for sign in shown if unicodedata.category(sign) != "Mn")


def read_by_bibtexparser(text: str) -> dict[str, Fields]:
    """Return the fields of each entry by citation key. Fails if the text contains anything else or a key twice."""
    library = parse_string(text)
    assert not library.failed_blocks, library.failed_blocks[0].raw
    assert not library.comments
    entries: dict[str, Fields] = {
        entry.key: {"type": entry.entry_type, **{field.key: str(field.value) for field in entry.fields}}
        for entry in library.entries
    }
    assert len(entries) == len(library.entries) == len(re.findall(r"^@", text, re.M))
    return entries


def read_by_biber(text: str, folder: Path) -> dict[str, Fields]:
    """Return the fields of each entry by citation key, after biber has read and rewritten the text. Fails on any
    warning or error of biber."""
    (folder / "made.bib").write_text(text, encoding="utf-8")
    command = [
        "biber",
        "--tool",
        "--validate-datamodel",
        "--output-file",
        "read.bib",
        "made.bib",
    ]
    said = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert (said.returncode, [line for line in said.stdout.splitlines() if not line.startswith("INFO - ")]) == (0, [])
    assert "WARN" not in said.stdout
    assert "ERROR" not in said.stdout
    read = read_by_bibtexparser((folder / "read.bib").read_text(encoding="utf-8"))
    return {key: {name.lower(): value for name, value in fields.items()} for key, fields in read.items()}


def need_biber() -> None:
    """Skip the test if biber is not installed, or fail it in CI."""
    if not shutil.which("biber"):
        if os.environ.get("CI"):
            pytest.fail("biber is not installed; .ci/run installs it")
        pytest.skip("biber is not installed (Debian: apt install biber)")


def check_entry(record: Record, fields: Fields, *, by_biber: bool = False) -> None:
    """Compare every field of an entry with the record."""
    reference, paper, same = Reference(record), record.paper, decoded if by_biber else bare

    def held(name: str) -> str:
        return fields.get(_OF_BIBER.get(name, name) if by_biber else name, "")

    publication = reference.publication
    published = "inproceedings" if publication and publication.is_proceedings else "article"
    assert fields["type"].lower() == (published if publication else "misc")
    same_title = same if paper.title.isascii() else decoded  # signs that LaTeX does not read are commands
    assert same_title(held("title")) == same_title(paper.title)
    check_names(held("author"), reference.people)
    assert held("year") == str(reference.year)
    result = [held(name) for name in ("eprint", "archivePrefix", "primaryClass", "url")]
    if paper.id:
        assert result == [paper.id, "arXiv", paper.primary_category, f"https://arxiv.org/abs/{paper.id}"]
    else:
        assert result == ["", "", "", record.reviews[0].url]
    assert held("doi").replace("%7B", "{").replace("%7D", "}") == "".join(reference.dois[:1])
    for remark in reference.remarks:
        assert same(remark) in same(held("note"))
    published = same(
        " ".join(held(name) for name in ("journal", "booktitle", "volume", "number", "pages", "year", "note"))
    )
    reference_line = _WITHOUT_FIELD.sub("", paper.journal_ref or "")
    for words in (readable(reference_line) if by_biber else reference_line).split():
        for word in re.findall(r"[^\W_]+", bare(words)):
            assert word in published or word.lower() in _SAID_BY_FIELDS, paper.journal_ref
    assert [same(each) for each in held("keywords").split(",") if each] == [same(tag) for tag in record.marks.tags]


_SAID_BY_FIELDS = frozenset(
    "in dans vol volume v no n nr number issue iss p pp page pages art article id jan feb mar apr may jun jul aug sep "
    "sept oct nov dec january february march april june july august september october november december".split()
)


def check_names(author: str, people: Sequence[Person]) -> None:
    """Compare the readable names of a field, as bibtexparser splits them, with the people of the reference."""
    library = parse_string(
        f"@misc{{key, author = {{{author}}}}}", append_middleware=[SeparateCoAuthors(), SplitNameParts()]
    )
    [entry] = library.entries
    names = [(name.first, name.von, name.last, name.jr) for name in entry["author"]] if author else []
    assert [tuple(decoded(" ".join(part)) for part in name) for name in names] == [
        ("", "", "others", "")
        if person == OTHERS
        else tuple(map(decoded, (person.given, person.particle, person.literal or person.family, person.suffix)))
        for person in people
    ]
