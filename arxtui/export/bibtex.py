"""BibTeX, in arXiv's own form of an entry: ``@misc`` with ``eprint``, ``archivePrefix`` and ``primaryClass``,
``@article`` if the paper has a journal reference, ``@inproceedings`` if that names a meeting.

Capitals in a title that styles must not change to lower case are put in braces. Most BibTeX styles change a title to
lower case except for its first letter. This would damage acronyms and names with inner capitals (``{GPU}``,
``{McKean}``), single letters (``vitamin {C}``) and formulas (``{$SU(2)$}``: BibTeX treats formulas as text). In a title
with mostly lower-case words a capital indicates a name (``from groups to {Cantor} sets``); in a title where every word
has one, names cannot be recognized.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from arxtui.export.latex import name_letters
from arxtui.export.people import OTHERS, Person
from arxtui.export.references import ExportOptions, Reference
from arxtui.export.texfields import FieldPiece, field, pieces, without_specials
from arxtui.light import pattern
from arxtui.text import readable

_RANGE = pattern(r"\s?(?:-{1,3}|–|—)\s?")
_SPLIT_BY_BIBTEX = pattern(r",|(?:^|\s)and(?:\s|$)", re.I)
_PLAIN_NAME = pattern(r"[A-Za-z'.-]+, (?:[A-Z][A-Za-z'.-]* )*[A-Z][A-Za-z'.-]*")
_OWN_KEY = pattern(r"(@\w+\{)([^,\s]+)")
_COMPOUND = pattern(r"\w[\s-]+\w")
_WITHOUT_BRACES = str.maketrans("", "", "{}")
_VERBATIM = str.maketrans({"{": "%7B", "}": "%7D", "\\": "%5C"})


def entry(reference: Reference, options: ExportOptions) -> str:
    """Return the entry of a paper."""
    lines = "".join([f"  {name} = {{{value}}},\n" for name, value in fields(reference, options) if value])
    return f"@{kind_of(reference)}{{{options.keys[reference.record.key]},\n{lines}}}\n"


def own_entry(reference: Reference, options: ExportOptions) -> str:
    """Return the entry of a paper by its source of citations, with the key of the options; ours if there is none."""
    if not reference.own_entry:
        return entry(reference, options)
    return _OWN_KEY.sub(lambda match: match[1] + options.keys[reference.record.key], reference.own_entry, count=1)


def own_key(reference: Reference) -> str:
    """Return the key of the entry by a source of citations; empty if there is none."""
    match = _OWN_KEY.match(reference.own_entry)
    return match[2] if match else ""


def kind_of(reference: Reference) -> str:
    """Return the type of the entry of a paper."""
    publication = reference.publication
    return "misc" if not publication else "inproceedings" if publication.is_proceedings else "article"


def comment(text: str) -> str:
    """Return a line that BibTeX ignores."""
    return f"% {text.replace('@', ' at ')}\n"


def fields(reference: Reference, options: ExportOptions) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the fields of an entry; some values are empty."""
    paper = reference.record.paper
    yield "title", title(paper.title)
    yield "author", " and ".join(map(_name, reference.people))
    if publication := reference.publication:
        yield "booktitle" if publication.is_proceedings else "journal", field(publication.journal)
        yield "volume", field(publication.volume)
        yield "number", field(_RANGE.sub("--", publication.number))
        yield "pages", field(_RANGE.sub("--", publication.pages))
    yield "year", reference.year
    if reference.id:
        yield "eprint", reference.id
        yield "archivePrefix", "arXiv"
        yield "primaryClass", paper.primary_category
    yield "doi", "".join(reference.dois[:1]).translate(_VERBATIM)
    yield "url", reference.url.translate(_VERBATIM)
    yield "note", field("; ".join(reference.remarks))
    yield "keywords", ", ".join(map(field, reference.record.marks.tags))
    if options.notes:
        yield "annote", field(reference.record.marks.note or "")


def _name(person: Person) -> str:
    """Return ``von Last, Jr, First``, with braces around what BibTeX would split."""
    if person.literal:
        return "others" if person == OTHERS else f"{{{_letters(person.literal)}}}"
    if _PLAIN_NAME.fullmatch(plain := f"{person.family}, {person.given}") and not person.particle + person.suffix:
        return plain
    family, given = _letters(person.family), _braced(_letters(person.given))
    has_lower_part = any(word[:1].islower() for word in person.family.split()[:-1])
    # pandoc and Citation.js would take {\'A}lvarez of a compound name for a particle.
    is_misread = family.startswith("{\\") and _COMPOUND.search(readable(person.family))
    if has_lower_part or (" " in family and not given) or is_misread:
        family = f"{{{family}}}"
    whole = f"{_letters(person.particle)} {_braced(family)}".strip()
    return ", ".join(filter(None, (whole, field(person.suffix), given)))


def _letters(name: str) -> str:
    """Return a part of a name, in TeX or Unicode, with accents as BibTeX understands them."""
    return field(name_letters(readable(name).translate(_WITHOUT_BRACES)))


def _braced(text: str) -> str:
    return f"{{{text}}}" if _SPLIT_BY_BIBTEX.search(text) else text


_PART = pattern(r"[^\s/()\[\]–—-]+|[\s/()\[\]–—-]+")
_GAP = frozenset("/()[]–—-")
_EDGE = "<>.,;:!?'\"`*“”‘’«»…|+=~"
_ENDS = (":", ".", "?", "!", "–", "—")
_FUNCTION_WORDS = frozenset(
    "about above across after against along among around based before below between beyond both during from into "
    "more near onto over than that their them then these this those through toward towards under upon using versus "
    "when where which while with within without".split()
)
_MIN_LETTERS = 4

_Word = list[FieldPiece]


def title(source: str) -> str:
    """Return a title as the value of a BibTeX field (``texfields.field``), with protected capitals."""
    text = without_specials(source)
    if text is not None and text[1:] == text[1:].lower():
        return text  # only the first letter can be a capital, and the title begins with it
    parts = list(map(_mixed_part, _parts(pieces(source))) if text is None else map(_plain_part, _PART.findall(text)))
    words = [letters for _, letters, *_ in parts if letters is not None]
    has_small = any(map(str.islower, "".join(words)))
    is_sentence = has_small and _is_sentence(words)
    texts = [text for text, *_ in parts]
    for place, (text, letters, capitals, first, last) in enumerate(parts):
        if has_small and letters and letters != letters.lower():
            capitals = capitals or _needs_braces(letters, parts, texts[:place], is_sentence=is_sentence)
        if capitals:
            texts[place] = _in_braces(text, first, last)
    return "".join(texts)


_Part = tuple[str, str | None, bool, str, str]
"""A word, or the text between two words: its text; the letters of a word without formulas, groups and surrounding
marks, or None for other text; whether further letters in it are capitals; its first and its last piece, each empty if
it is not plain text."""


def _plain_part(text: str) -> _Part:
    return text, None if text[0] in _GAP or text[0].isspace() else text.strip(_EDGE), False, text, text


def _mixed_part(part: _Word) -> _Part:
    if len(part) == 1 and part[0].is_plain:
        return _plain_part(part[0].text)
    letters = "".join([piece.text for piece in part if piece.is_plain]).strip(_EDGE)
    first, last = (piece.text if piece.is_plain else "" for piece in (part[0], part[-1]))
    return "".join([piece.text for piece in part]), letters, any(piece.capitals for piece in part), first, last


def _parts(title_pieces: Iterable[FieldPiece]) -> list[_Word]:
    """Return the words and the texts between them, alternately."""
    parts: list[_Word] = []
    after_word = False
    for piece in chain.from_iterable(map(_split_words, title_pieces)):
        part = [piece]
        is_word = not _is_separator(part)
        if is_word and after_word:
            parts[-1].append(piece)
        else:
            parts.append(part)
        after_word = is_word
    return parts


def _split_words(piece: FieldPiece) -> Iterable[FieldPiece]:
    return (FieldPiece(text, is_plain=True) for text in _PART.findall(piece.text)) if piece.is_plain else (piece,)


def _is_separator(part: _Word) -> bool:
    return part[0].is_plain and (part[0].text[0] in _GAP or part[0].text[0].isspace())


def _is_sentence(words: Sequence[str]) -> bool:
    long_words = [letters for letters in words[1:] if len(letters) >= _MIN_LETTERS]
    small = len([letters for letters in long_words if letters.islower() and letters not in _FUNCTION_WORDS])
    return small > 1 and small >= len(list(filter(str.istitle, long_words)))


def _needs_braces(letters: str, parts: Sequence[_Part], result: Sequence[str], *, is_sentence: bool) -> bool:
    """Return whether a style would wrongly change a capital in this word, which follows the parts already
    ``result``."""
    if letters[1:] != letters[1:].lower():
        return True
    names = letters != "A" if len(letters) == 1 else is_sentence
    return names and not _begins(parts, result)


def _begins(parts: Sequence[_Part], result: Sequence[str]) -> bool:
    """Return whether a sentence begins after what is ``result``, which corresponds to the first of the ``parts``."""
    for place in range(len(result) - 1, -1, -1):
        if parts[place][1] is not None:
            return result[place].rstrip("}'\")”’").endswith(_ENDS)
        if "–" in result[place] or "—" in result[place]:
            return True
    return True


def _in_braces(text: str, first: str, last: str) -> str:
    r"""Return the word in braces, with the surrounding marks outside. A word that begins with a backslash gets a second
    pair, because BibTeX also changes to lower case what stands in ``{\``."""
    before, after = first[: len(first) - len(first.lstrip(_EDGE))], last[len(last.rstrip(_EDGE)) :]
    core = text[len(before) : len(text) - len(after)].rstrip("\\")
    after = text[len(before) + len(core) :]
    return f"{before}{{{{{core}}}}}{after}" if core.startswith("\\") else f"{before}{{{core}}}{after}"
