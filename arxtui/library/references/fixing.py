"""Changes of a BibTeX file that correct its entries; every character beside them stays as it is.

A change is safe if it says what the record of the entry's own identifier says, and removes nothing that the author of
the file can have meant: docs/decisions/0072-safe-changes-of-a-bibliography.md.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from rapidfuzz.distance import Levenshtein

from arxtui.export.layout import FieldLayout
from arxtui.library.references.comparing import Checked, Fix, Remark, years_of_versions
from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import name_of
from arxtui.text.mentions.titles import title_words

if TYPE_CHECKING:
    from arxtui.library.references.bibfile import CitedEntry
    from arxtui.model.views import Record
    from arxtui.text.bibtex import BibEntry

_CONTEXT = 3
"""The lines before and behind a change in a diff."""
_PLAIN_DOI = pattern(r"10\.\d{4,9}/[A-Za-z0-9.;()/:<>_-]+")
"""One DOI without signs that BibTeX or TeX reads otherwise."""
_LINE = pattern(r"[^\n]*\n|[^\n]+")
_PLAIN_WORD = pattern(r"[A-Za-z]{2,}")
_OTHERS = " and others"


class Edit(NamedTuple):
    """New text in place of a half-open range of characters."""

    start: int
    end: int
    text: str


def fixes(cited: CitedEntry, record: Record, remarks: Sequence[Remark], dois: Sequence[str] = ()) -> Iterator[Fix]:
    """Yield the changes of an entry whose paper is known, from what was remarked about it. ``dois`` are those of its
    publication, if the record has none."""
    paper, work = record.paper, cited.work
    wrong, hinted = ({each.field for each in remarks if each.is_hint is is_hint} for is_hint in (False, True))
    is_identified = bool(work.arxiv) and not wrong & {"title", "author"}
    doi = paper.doi or next(iter(dois), "")
    if not work.dois and "doi" not in cited.entry.fields and _PLAIN_DOI.fullmatch(doi):
        after = cited.field_of(work.arxiv) if work.arxiv else "title"
        is_safe = is_identified and not wrong and not cited.is_published and bool(paper.doi)
        yield Fix("doi", doi, after=after, is_safe=is_safe)
    years = years_of_versions(record)
    if "year" in wrong and not (cited.is_published or paper.doi or paper.journal_ref):
        yield Fix("year", str(min(years)), work.year, is_safe=is_identified and len(years) == 1)
    if "title" in wrong | hinted:
        yield from _title_fixes(work.title, record.title)
    if "author" in hinted:
        yield Fix("author", _OTHERS)


def other_identifier(cited: CitedEntry, key: int) -> Iterator[Fix]:
    """Yield the changes of an arXiv id of another paper to that of the one with the title and authors."""
    for name, value in cited.entry.fields.items():
        if written := re.search(rf"{re.escape(cited.work.arxiv)}(?:v\d+)?", value):
            yield Fix(name, name_of(key), written[0])


def _title_fixes(own: str, title: str) -> Iterator[Fix]:
    """Yield other words of the title in place of single ones, with a capital where the entry has one."""
    own_words, words = title_words(own), title_words(title)
    for edit in Levenshtein.editops(words, own_words):
        if edit.tag == "replace":
            old, new = _spelled(own, own_words[edit.dest_pos]), _spelled(title, words[edit.src_pos])
            if old and new:
                yield Fix("title", new[0].upper() + new[1:] if old[0].isupper() else new, old)


def _spelled(text: str, word: str) -> str:
    """Return a folded word as the only place of a text has it; "" if there are others, or signs in it."""
    found = [each for each in re.findall(r"\w+", text) if each.lower() == word]
    return found[0] if len(found) == 1 and _PLAIN_WORD.fullmatch(word) else ""


def edits(text: str, checked: Iterable[Checked], *, is_safe: bool) -> Iterator[Edit]:
    """Yield the changes of a file with a text, in their order; the safe ones alone, or all."""
    found = [
        edit
        for each in checked
        for fix in each.fixes
        if not each.is_ignored and (fix.is_safe or not is_safe) and (edit := _edit(text, each.entry, fix))
    ]
    end = 0
    for edit in sorted(found):
        if edit.start >= end:
            end = edit.end
            yield edit


def _edit(text: str, entry: BibEntry, fix: Fix) -> Edit | None:
    place = entry.places.get(fix.field)
    if place is None:
        after = entry.places.get(fix.after)
        return Edit(after.end, after.end, _new_field(text, after.start, fix)) if after else None
    value = text[place.start : place.end]
    if not fix.old:
        return Edit(place.end - 1, place.end - 1, fix.new) if value[-1:] in '}"' and "#" not in value else None
    [*found] = re.finditer(rf"(?<!\w){re.escape(fix.old)}(?!\w)", value)
    if len(found) != 1:
        return None
    return Edit(place.start + found[0].start(), place.start + found[0].end(), fix.new)


def _new_field(text: str, start: int, fix: Fix) -> str:
    """Return a field that follows another one, whose value begins at a place, laid out as that."""
    layout = FieldLayout.at(text, start)
    if layout is None:
        quoted = f'"{fix.new}"' if text[start] == '"' else f"{{{fix.new}}}"
        return f", {fix.field} = {quoted}"
    line = text.rfind("\n", 0, start) + 1
    end = "\r\n" if text[max(line - 2, 0) : line] == "\r\n" else "\n"
    return f",{end}{layout.field(fix.field, fix.new)}"


def edited(text: str, changes: Iterable[Edit]) -> str:
    """Return the text with the changes."""
    parts, place = [], 0
    for edit in changes:
        parts += [text[place : edit.start], edit.text]
        place = edit.end
    return "".join([*parts, text[place:]])


def unified_diff(name: str, text: str, changes: Sequence[Edit], mark: str = "") -> Iterator[str]:
    """Yield the lines of a unified diff, as ``patch`` takes it, in time linear to the file. The file begins with a byte
    order ``mark``, or none."""
    lines = _LINE.findall(mark + text)
    blocks = list(_blocks(mark + text, [Edit(each[0] + len(mark), each[1] + len(mark), each[2]) for each in changes]))
    if not blocks:
        return
    tab = "\t" if " " in name else ""  # patch takes a name to its first blank, or to a tab
    yield f"--- {name}{tab}\n"
    yield f"+++ {name}{tab}\n"
    grown = 0
    for hunk in _hunks(blocks):
        begin, end = max(hunk[0].first - _CONTEXT, 0), min(hunk[-1].last + _CONTEXT, len(lines))
        more = sum(len(block.new) - (block.last - block.first) for block in hunk)
        yield f"@@ -{begin + 1},{end - begin} +{begin + 1 + grown},{end - begin + more} @@\n"
        grown += more
        for block in hunk:
            yield from (_diff_line(" ", line) for line in lines[begin : block.first])
            yield from (_diff_line("-", line) for line in lines[block.first : block.last])
            yield from (_diff_line("+", line) for line in block.new)
            begin = block.last
        yield from (_diff_line(" ", line) for line in lines[begin:end])


class _Block(NamedTuple):
    """A half-open range of lines that change, and the new lines."""

    first: int
    last: int
    new: list[str]


def _blocks(text: str, changes: Iterable[Edit]) -> Iterator[_Block]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    ranges: list[tuple[int, int, list[Edit]]] = []
    for edit in changes:
        first, last = bisect_right(starts, edit.start) - 1, bisect_right(starts, max(edit.start, edit.end - 1))
        if ranges and first < ranges[-1][1]:
            first, _, own = ranges.pop()
            own.append(edit)
        else:
            own = [edit]
        ranges.append((first, last, own))
    starts.append(len(text))
    for first, last, own in ranges:
        begin = starts[first]
        shifted = (Edit(each.start - begin, each.end - begin, each.text) for each in own)
        old = text[begin : starts[last]]
        new = _LINE.findall(edited(old, shifted))
        same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(_LINE.findall(old), new, strict=False)))
        yield _Block(first + same, last, new[same:])


def _hunks(blocks: Iterable[_Block]) -> Iterator[list[_Block]]:
    """Yield the blocks whose lines around them touch."""
    hunk: list[_Block] = []
    for block in blocks:
        if hunk and block.first - hunk[-1].last > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(block)
    if hunk:
        yield hunk


def _diff_line(sign: str, line: str) -> str:
    return sign + (line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
