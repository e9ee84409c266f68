"""Macros that upstream has not converted: what is certain is read, such as titles and repeated notes, and paragraphs of
source are put into a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import takewhile
from typing import Any

from arxtui.light import NamedTuple, pattern
from arxtui.model import document as doc
from arxtui.sources.latexml.content import Content, plain, rewritten
from arxtui.sources.latexml.flow import joined

_MANY = 5
"""The fewest errors in a paragraph of macros, unless they are of drawings or algorithms."""
_WORDS_AN_ERROR = 4
"""The most words for each error in a paragraph of macros; there are more in prose with an unknown macro."""
_PICTURE = frozenset(
    "{tikzpicture} {pgfpicture} {axis} {pspicture} {circuitikz} {forest} {feynman} \\vertex \\diagram "
    "\\tikz \\draw \\node \\path \\fill \\filldraw \\coordinate \\addplot \\psline \\pscircle \\psset".split()
)
_ALGORITHM = frozenset(
    "{algorithm} {algorithm2e} {algorithmic} {procedure} {function} \\KwData \\KwIn \\KwOut \\KwResult \\KwTo \\If "
    "\\eIf \\lIf \\uIf \\While \\For \\ForEach \\Repeat \\Return \\State \\SetAlgoLined \\SetKwInput \\SetKwFunction "
    "\\STATE \\IF \\FOR \\WHILE \\REQUIRE \\ENSURE \\RETURN".split()
)
_KINDS = ((_PICTURE, "[picture not converted]"), (_ALGORITHM, "[algorithm not converted]"))
_OTHER = "[source not converted]"
_MACRO = pattern(r"\\[A-Za-z@]+\*?|\{[A-Za-z]+\d?\*?\}")
_MACROS = pattern(rf"\s*(?:(?:{_MACRO.pattern})\s*)+")
_XML_TAGS = 3
_END_OF_TAG = "¿"
_XML = pattern(rf"¡/?[a-z_]\w*{_END_OF_TAG}")
"""A tag of the XML of ACM's classification, in a font of TeX that has other signs in the places of angle brackets."""

_CJK = "\\CJK"
"""Macros of the package CJK begin its commands; all that they say is the encoding."""


class _Macros(NamedTuple):
    """The errors in some content, and the number of its other words."""

    errors: list[str]
    words: int

    @property
    def is_source(self) -> bool:
        """Whether the content is source rather than prose with an unknown macro."""
        is_drawn = sum(name in _PICTURE or name in _ALGORITHM for name in self.errors) > 1
        is_alone = bool(self.errors) and not self.words and self.errors[0].startswith("\\")
        return is_drawn or is_alone or (len(self.errors) >= _MANY and self.is_dense)

    @property
    def is_dense(self) -> bool:
        return self.words <= _WORDS_AN_ERROR * len(self.errors)


def _collapse(parts: Sequence[Any], errors: frozenset[str]) -> Iterator[Any]:
    """Yield the parts of a document with each row of paragraphs of macros as a few words, and their source in a note.
    ``errors`` are the texts that upstream could not convert."""
    row: list[doc.Paragraph | doc.Listing] = []
    for part in [*parts, None]:
        if isinstance(part, doc.Paragraph | doc.Listing) and _is_source(part, errors, follows=bool(row)):
            row.append(part)
            continue
        if row:
            yield from _note(row, errors)
            row = []
        if part is not None:
            yield part


def _is_source(part: doc.Paragraph | doc.Listing, errors: frozenset[str], *, follows: bool) -> bool:
    """Whether a part is source; ``follows``: the part before it is."""
    content = _content(part)
    if not any(_errors(run, errors) or (isinstance(run, doc.Text) and _END_OF_TAG in run.text) for run in content):
        return False
    macros = _macros(content, errors)
    if macros.is_source or (follows and macros.errors and macros.is_dense):
        return True
    return len(_XML.findall(plain(content))) >= _XML_TAGS


def _content(part: doc.Paragraph | doc.Listing) -> Content:
    if isinstance(part, doc.Paragraph):
        return part.content
    return tuple(run for line in part.lines for run in (*line.content, doc.Break()))


def _macros(content: Content, errors: frozenset[str]) -> _Macros:
    found = [name for run in content for name in _errors(run, errors)]
    return _Macros(found, len(plain(tuple(run for run in content if not _errors(run, errors))).split()))


def _errors(run: doc.Inline, errors: frozenset[str]) -> list[str]:
    """Return the errors of which a run consists; none if it has other text."""
    if not isinstance(run, doc.Text) or not run.style & doc.Style.MONO or not _MACROS.fullmatch(run.text):
        return []
    names = _MACRO.findall(run.text)
    return names if errors.issuperset(names) else []


def _note(row: list[doc.Paragraph | doc.Listing], errors: frozenset[str]) -> Iterator[doc.Paragraph]:
    """Yield a paragraph that stands for a row of them; only its pictures, if any, if there are no words."""
    contents = [_content(part) for part in row]
    macros = [_macros(content, errors) for content in contents]
    anchors = tuple(name for part in row for name in part.anchors)
    names = [name for each in macros for name in each.errors]
    is_known = bool(names) and all(name.startswith(_CJK) for name in names)
    has_words = any(each.words for each in macros)
    pictures = tuple(run for content in contents for run in content if isinstance(run, doc.Picture))
    if pictures and not has_words:
        yield doc.Paragraph(pictures, anchors)
        return
    if not anchors and (is_known or not has_words):
        return
    what = next((said for kind, said in _KINDS if not kind.isdisjoint(names)), _OTHER)
    first = next(_places(contents[0], errors), 0)
    before, contents[0] = contents[0][:first], contents[0][first:]
    after: Content = ()
    if names and names[-1].casefold().startswith("\\end"):
        *_, last = _places(contents[-1], errors)
        contents[-1], after = contents[-1][: last + 1], contents[-1][last + 1 :]
    if plain(before).startswith("[picture:"):
        before = ()
    source = tuple(line for content in contents for line in _lines(content, errors))
    yield doc.Paragraph((*before, doc.Text(what), doc.Footnote("", (doc.Listing(source),)), *after), anchors)


def _places(content: Content, errors: frozenset[str]) -> Iterator[int]:
    return (place for place, run in enumerate(content) if _errors(run, errors))


def _lines(content: Content, errors: frozenset[str]) -> Iterator[doc.Line]:
    """Yield the source with each macro at the beginning of a line."""
    line: list[doc.Inline] = []
    for run in (*content, doc.Break()):
        if line and (isinstance(run, doc.Break) or _errors(run, errors)):
            yield doc.Line(tuple(line))
            line = []
        if not isinstance(run, doc.Break):
            line.append(run)


_TITLE = pattern(r"(?i)\\tit(?:re|le|ulo|el|olo)\*?")
_ABSTRACT = pattern(r"(?i)\\(?:resum|abstract|summary|zusammenfassung|riassunto)\w*")
_FRENCH = pattern(r"(?i)\\resume(?:fran\w*)?")


def mend_unconverted(document: doc.Document, faults: Sequence[str]) -> doc.Document:
    """Return a document with the text that its macros name, and with other macros in notes. ``faults`` are the texts
    that upstream could not convert, and others."""
    if not (errors := frozenset(fault for fault in faults if fault.startswith(("\\", "{")))):
        return document
    document = _with_repeated_notes(_with_front(document, errors), errors)
    return document._replace(blocks=rewritten(document.blocks, partial(_collapse, errors=errors)))


def _with_front(document: doc.Document, errors: frozenset[str]) -> doc.Document:
    """Return a document without a title with that, and with the abstracts, that its macros name: those of a class that
    the engine does not know are errors. ``errors`` are the texts that upstream could not convert."""
    if document.title:
        return document
    first = [*takewhile(lambda block: not isinstance(block, doc.Heading), document.blocks)]
    title: Content = ()
    blocks: list[doc.Block] = []
    macro = ""
    for block in first:
        if not isinstance(block, doc.Paragraph):
            blocks.append(block)
            continue
        parts = _parts(block.content, macro, errors)
        for macro, content in parts:
            if not content:
                continue
            if _TITLE.fullmatch(macro) and not title:
                title = content
            elif _ABSTRACT.fullmatch(macro):
                name = "Résumé" if _FRENCH.fullmatch(macro) else "Abstract"
                blocks.append(doc.Group("abstract", (doc.Text(name),), (doc.Paragraph(content),)))
            else:
                blocks.append(block._replace(content=content))
            macro = ""
    return document._replace(title=title, blocks=(*blocks, *document.blocks[len(first) :])) if title else document


def _parts(content: Content, macro: str, errors: frozenset[str]) -> Iterator[tuple[str, Content]]:
    """Yield the content behind each macro of a title or an abstract, with the macro; the content before the first one
    with ``macro``, which stands before it."""
    part: list[doc.Inline] = []
    for run in content:
        match run:
            case doc.Text(text) if text in errors and (_TITLE.fullmatch(text) or _ABSTRACT.fullmatch(text)):
                yield macro, joined(part)
                macro, part = text, []
            case _:
                part.append(run)
    yield macro, joined(part)


_ALIKE = 40
"""The number of characters before a macro in which a reference must agree with a footnote."""


def _with_repeated_notes(document: doc.Document, errors: frozenset[str]) -> doc.Document:
    """Return a document with the words of footnotes in the references that repeat them: the class revtex puts them
    there, with the authors' macros half expanded. ``errors`` are the texts that upstream could not convert."""
    if not any(isinstance(block, doc.Source) and _before_error(block, errors) for block in document.blocks):
        return document
    notes = [(_words(note.blocks), note) for note in _footnotes(document.blocks)]

    def repeat(block: Any) -> Any:
        before = _before_error(block, errors) if isinstance(block, doc.Source) else ""
        if len(before) < _ALIKE:
            return block
        note = next((note for words, note in notes if words.startswith(before)), None)
        return block if note is None else block._replace(blocks=note.blocks)

    return document._replace(blocks=rewritten(document.blocks, lambda parts: map(repeat, parts)))


def _before_error(source: doc.Source, errors: frozenset[str]) -> str:
    """Return the words of a reference before the first macro in it; "" if there is none."""
    match source.blocks:
        case (doc.Paragraph(content), *_):
            for place, run in enumerate(content):
                if isinstance(run, doc.Text) and run.text in errors:
                    return " ".join(plain(content[:place]).split())
    return ""


def _words(blocks: tuple[Any, ...]) -> str:
    first = blocks[0] if blocks else None
    return " ".join(plain(first.content).split()) if isinstance(first, doc.Paragraph) else ""


def _footnotes(part: Any) -> Iterator[doc.Footnote]:
    if isinstance(part, doc.Footnote):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _footnotes(each)
