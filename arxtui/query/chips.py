"""A query's text as chips: the terms at its top level, each of which can be removed.

Consecutive words and phrases form one chip. A term with a field, a minus sign, brackets or slashes is a chip of its
own.

The functions here cut and join the typed text. They do not rewrite it, so what the user typed stays as typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arxtui.light import NamedTuple
from arxtui.query.tokens import DEPTH_STEPS, Token, TokenKind, depths, needs_value, tokenize
from arxtui.text import readable

_NO_VALUE = '""'
_QUOTES = str.maketrans("", "", '"“”')


class Chip(NamedTuple):
    """A part of the query at the half-open range ``start`` to ``end``: consecutive words, or another term that must
    match, or an order."""

    text: str
    start: int
    end: int


def chips(text: str) -> tuple[Chip, ...]:
    """Return the chips of a query in order. If the top level has an OR, all its alternatives are one chip."""
    return tuple(_chip(text, run) for segment in _segments(tokenize(text)) for run in _runs(segment))


def _chip(text: str, tokens: Sequence[Token]) -> Chip:
    start, end = tokens[0].start, tokens[-1].end
    return Chip(text[start:end], start, end)


def with_term(text: str, term: str) -> str:
    """Return the query narrowed by a term, appended as the last chip. Removing that chip restores the old meaning.

    ``text`` goes into brackets if its top level has an OR. ``term`` goes into brackets if it is more than one term, or
    if its words would merge with the words of ``text``. A missing bracket, quotation mark or slash in either is added.
    A word that was still being typed becomes a whole word.
    """
    addition = _as_single_chip(term)
    if not addition:
        return text
    rest = _join_segments(text, _segments(tokenize(text)))
    if not rest:
        return addition
    narrowed = f"{rest} {addition}"
    return narrowed if len(chips(narrowed)) > len(chips(rest)) else f"{rest} ({addition})"


def narrowable(text: str) -> str:
    """Return the query so that a term appended to it narrows the whole query: in brackets if its top level has an
    OR."""
    segments = _segments(tokenize(text))
    return _join_segments(text, segments) if any(map(_has_alternatives, segments)) else text


def without_chip(text: str, chip: Chip) -> str:
    """Return the query without a chip; unchanged if the query does not have this chip."""
    for segment in _segments(tokenize(text)):
        for run in _runs(segment):
            if _chip(text, run) == chip:
                start, end = _with_conjunctions(segment, run)
                before, after = _without_open_field(text[:start].rstrip()), text[end:].lstrip()
                return f"{before} {after}" if before and after else before or after
    return text


def _without_open_field(text: str) -> str:
    """Return the text so that a field without a value at its end stays without a value, whatever follows."""
    tokens = tokenize(text)
    return f"{text}{_NO_VALUE}" if tokens and needs_value(tokens[-1]) else text


def name_term(field: str, name: str) -> str:
    """Return the query term for a tag or list name. The name must not have a quotation mark."""
    return f"{field}:{name}" if name.replace("/", "").replace("-", "").isalnum() else f'{field}:"{name}"'


def author_term(name: str) -> str:
    """Return the query term for the papers of an author, of any name; TeX in it is read as for the index."""
    return name_term("au", readable(name).translate(_QUOTES))


def _segments(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split the tokens at closing brackets that have no opening one. The parser parses each segment separately."""
    segments: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is TokenKind.CLOSE and not depth:
            segments.append([])
            continue
        depth += DEPTH_STEPS.get(token.kind, 0)
        segments[-1].append(token)
    return [segment for segment in segments if segment]


def _runs(segment: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the chips of a segment as token sequences; consecutive words, with any AND between them, are one
    sequence."""
    start = end = 0  # range of the current run of words, as indexes into the segment
    for unit in _units(segment):
        place = segment.index(unit[0])
        if _is_words(unit):
            start = start if end else place
            end = place + 1
            continue
        if end:
            yield segment[start:end]
            end = 0
        yield unit
    if end:
        yield segment[start:end]


def _is_words(unit: Sequence[Token]) -> bool:
    """Whether a term is a word or a phrase without a field."""
    return len(unit) == 1 and unit[0].kind in (TokenKind.WORD, TokenKind.PHRASE) and unit[0].field is None


def _units(segment: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the terms of a segment, each with the minus or NOT signs before it; the whole segment if it has an OR at
    its top level."""
    if _has_alternatives(segment):
        yield segment
        return
    place = 0
    while place < len(segment):
        start = place
        while place < len(segment) and segment[place].kind is TokenKind.NOT:
            place += 1
        if place < len(segment) and segment[place].kind is not TokenKind.AND:
            place = _term_end(segment, place)
        if place > start:
            yield segment[start:place]
        else:
            place += 1


def _term_end(segment: Sequence[Token], place: int) -> int:
    """Return the index after the term at ``place``, or after its closing bracket."""
    rest = (segment[at] for at in range(place, len(segment)))
    return next((end for end, depth in enumerate(depths(rest), place + 1) if not depth), len(segment))


def _has_alternatives(segment: Sequence[Token]) -> bool:
    return any(token.kind is TokenKind.OR and not depth for token, depth in zip(segment, depths(segment), strict=True))


def _as_single_chip(term: str) -> str:
    """Return a term's text as a single chip; empty if the text has no term."""
    segments = _segments(tokenize(term))
    units = [unit for segment in segments for unit in _units(segment)]
    if not units:
        return ""
    joined = _join_segments(term, segments)
    return joined if segments == [units[0]] else f"({joined})"


def _join_segments(text: str, segments: Sequence[Sequence[Token]]) -> str:
    """Join the segments with blanks and close their open ends. A segment that would absorb its neighbour goes into
    brackets."""
    return " ".join(
        f"({_close_segment(text, each)})"
        if _has_alternatives(each) or each[-1].kind is TokenKind.NOT
        else _close_segment(text, each)
        for each in segments
    )


def _close_segment(text: str, segment: Sequence[Token]) -> str:
    """Return the text of a segment, adding a missing quotation mark, slash, value or brackets at its end."""
    *_, depth = depths(segment)
    last = segment[-1]
    end, mark = last.end, _NO_VALUE if needs_value(last) else ""
    if not last.closed:
        end, mark = last.value_start + len(last.value), '"' if last.kind is TokenKind.PHRASE else "/"
    return f"{text[segment[0].start : end]}{mark}{')' * depth}"


def _with_conjunctions(segment: Sequence[Token], run: Sequence[Token]) -> tuple[int, int]:
    """Return the range of a chip including the ANDs that join it: those after it or, if it is last, those before it."""
    first, last = segment.index(run[0]), segment.index(run[-1])
    start, end = run[0].start, run[-1].end
    after = last + 1
    while after < len(segment) and segment[after].kind is TokenKind.AND:
        end = segment[after].end
        after += 1
    while after == len(segment) and first and segment[first - 1].kind is TokenKind.AND:
        first -= 1
        start = segment[first].start
    return start, end
