"""Source that upstream has not converted: what is certain is decoded, and paragraphs of macros are put into a note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from re import Match
from typing import Any
from unicodedata import normalize

from arxtui.model.document import Break, Footnote, Inline, Line, Listing, Paragraph, Picture, Style, Text
from arxtui.patterns import pattern
from arxtui.sources.latexml.content import Content, plain
from arxtui.tuples import NamedTuple

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
_SPAN = r"<span\b(?=[^<>]*\bltx_ERROR\b)[^<>]*+>"
_CJK_SIGN = pattern(
    rf"(?:{_SPAN}\\CJK@punctchar</span>\s*)?{_SPAN}\\CJK@uniPunct</span>0”([89AB][0-9A-F])”([89AB][0-9A-F])"
)
"""A sign of the package CJK: the second and third byte of its UTF-8; the first is E2."""
_ACCENT = pattern(rf"{_SPAN}\\acc(tonos|varia|perispomeni|dialytika|dasia|psili)</span>(<span\b[^<>]*>)?(\w)")
_ACCENTS = {
    "tonos": "\u0301",
    "varia": "\u0300",
    "perispomeni": "\u0342",
    "dialytika": "\u0308",
    "dasia": "\u0314",
    "psili": "\u0313",
}
"""Accents of Greek (LGR), which stand before their letter."""


def decode_signs(text: str) -> str:
    """Return a page with the signs whose macros are errors, but say which sign they are."""
    if "\\CJK@uniPunct" in text:
        text = _CJK_SIGN.sub(lambda sign: bytes.fromhex(f"E2{sign[1]}{sign[2]}").decode(), text)
    if "\\acc" in text:
        text = _ACCENT.sub(_accented, text)
    return text


def _accented(accent: Match[str]) -> str:
    return f"{accent[2] or ''}{normalize('NFC', accent[3] + _ACCENTS[accent[1]])}"


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


def collapse_unconverted(parts: Sequence[Any], errors: frozenset[str]) -> Iterator[Any]:
    """Yield the parts of a document with each row of paragraphs of macros as a few words, and their source in a note.
    ``errors`` are the texts that upstream could not convert."""
    row: list[Paragraph | Listing] = []
    for part in [*parts, None]:
        if isinstance(part, Paragraph | Listing) and _is_source(part, errors, follows=bool(row)):
            row.append(part)
            continue
        if row:
            yield from _note(row, errors)
            row = []
        if part is not None:
            yield part


def _is_source(part: Paragraph | Listing, errors: frozenset[str], *, follows: bool) -> bool:
    """Whether a part is source; ``follows``: the part before it is."""
    content = _content(part)
    if not any(_errors(run, errors) or (isinstance(run, Text) and _END_OF_TAG in run.text) for run in content):
        return False
    macros = _macros(content, errors)
    if macros.is_source or (follows and macros.errors and macros.is_dense):
        return True
    return len(_XML.findall(plain(content))) >= _XML_TAGS


def _content(part: Paragraph | Listing) -> Content:
    if isinstance(part, Paragraph):
        return part.content
    return tuple(run for line in part.lines for run in (*line.content, Break()))


def _macros(content: Content, errors: frozenset[str]) -> _Macros:
    found = [name for run in content for name in _errors(run, errors)]
    return _Macros(found, len(plain(tuple(run for run in content if not _errors(run, errors))).split()))


def _errors(run: Inline, errors: frozenset[str]) -> list[str]:
    """Return the errors of which a run consists; none if it has other text."""
    if not isinstance(run, Text) or not run.style & Style.MONO or not _MACROS.fullmatch(run.text):
        return []
    names = _MACRO.findall(run.text)
    return names if errors.issuperset(names) else []


def _note(row: list[Paragraph | Listing], errors: frozenset[str]) -> Iterator[Paragraph]:
    """Yield a paragraph that stands for a row of them; only its pictures, if any, if there are no words."""
    contents = [_content(part) for part in row]
    macros = [_macros(content, errors) for content in contents]
    anchors = tuple(name for part in row for name in part.anchors)
    names = [name for each in macros for name in each.errors]
    is_known = bool(names) and all(name.startswith(_CJK) for name in names)
    has_words = any(each.words for each in macros)
    pictures = tuple(run for content in contents for run in content if isinstance(run, Picture))
    if pictures and not has_words:
        yield Paragraph(pictures, anchors)
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
    yield Paragraph((*before, Text(what), Footnote("", (Listing(source),)), *after), anchors)


def _places(content: Content, errors: frozenset[str]) -> Iterator[int]:
    return (place for place, run in enumerate(content) if _errors(run, errors))


def _lines(content: Content, errors: frozenset[str]) -> Iterator[Line]:
    """Yield the source with each macro at the beginning of a line."""
    line: list[Inline] = []
    for run in (*content, Break()):
        if line and (isinstance(run, Break) or _errors(run, errors)):
            yield Line(tuple(line))
            line = []
        if not isinstance(run, Break):
            line.append(run)
