"""A query's text as chips: the terms at its top level, each of which can be removed.

Consecutive words and phrases form one chip. A term with a field, a minus sign, brackets or slashes is a chip of its
own.

The functions here cut and join the typed text. They do not rewrite it, so what the user typed stays as typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arxtui.query.tokens import STEPS, Kind, Token, depths, tokenize


class Chip(NamedTuple):
    """A part of the query at the half-open range ``start`` to ``end``: consecutive words, or another term that must
    match, or an order."""

    text: str
    start: int
    end: int


def chips(text: str) -> tuple[Chip, ...]:
    """Return the chips of a query in order. If the top level has an OR, all its alternatives are one chip."""
    return tuple(_chip(text, run) for piece in _pieces(tokenize(text)) for run in _runs(piece))


def _chip(text: str, tokens: Sequence[Token]) -> Chip:
    start, end = tokens[0].start, tokens[-1].end
    return Chip(text[start:end], start, end)


def with_term(text: str, term: str) -> str:
    """Return the query narrowed by a term, appended as the last chip. Removing that chip restores the old meaning.

    ``text`` goes into brackets if its top level has an OR. ``term`` goes into brackets if it is more than one term, or
    if its words would merge with the words of ``text``. A missing bracket, quotation mark or slash in either is added.
    A word that was still being typed becomes a whole word.
    """
    asked = _as_one(term)
    if not asked:
        return text
    rest = _joined(text, _pieces(tokenize(text)))
    if not rest:
        return asked
    whole = f"{rest} {asked}"
    return whole if len(chips(whole)) > len(chips(rest)) else f"{rest} ({asked})"


def narrowable(text: str) -> str:
    """Return the query so that a term appended to it narrows the whole query: in brackets if its top level has an
    OR."""
    pieces = _pieces(tokenize(text))
    return _joined(text, pieces) if any(map(_has_alternatives, pieces)) else text


def without(text: str, chip: Chip) -> str:
    """Return the query without a chip; unchanged if the query does not have this chip."""
    for piece in _pieces(tokenize(text)):
        for run in _runs(piece):
            if _chip(text, run) == chip:
                start, end = _with_conjunctions(piece, run)
                before, after = text[:start].rstrip(), text[end:].lstrip()
                return f"{before} {after}" if before and after else before or after
    return text


def name_term(field: str, name: str) -> str:
    """Return the query term for a tag or list name. The name must not have a quotation mark."""
    return f"{field}:{name}" if name.replace("/", "").replace("-", "").isalnum() else f'{field}:"{name}"'


def _pieces(tokens: Sequence[Token]) -> list[list[Token]]:
    """Split the tokens at closing brackets that have no opening one. The parser parses each piece separately."""
    pieces: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind is Kind.CLOSE and not depth:
            pieces.append([])
            continue
        depth += STEPS.get(token.kind, 0)
        pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _runs(piece: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the chips of a piece as token sequences; consecutive words, with any AND between them, are one sequence."""
    start = end = 0  # range of the current run of words, as indexes into the piece
    for unit in _units(piece):
        place = piece.index(unit[0])
        if _is_words(unit):
            start = start if end else place
            end = place + 1
            continue
        if end:
            yield piece[start:end]
            end = 0
        yield unit
    if end:
        yield piece[start:end]


def _is_words(unit: Sequence[Token]) -> bool:
    """Whether a term is a word or a phrase without a field."""
    return len(unit) == 1 and unit[0].kind in (Kind.WORD, Kind.PHRASE) and unit[0].field is None


def _units(piece: Sequence[Token]) -> Iterator[Sequence[Token]]:
    """Yield the terms of a piece, each with the minus or NOT signs before it; the whole piece if it has an OR at its
    top level."""
    if _has_alternatives(piece):
        yield piece
        return
    place = 0
    while place < len(piece):
        start = place
        while place < len(piece) and piece[place].kind is Kind.NOT:
            place += 1
        if place < len(piece) and piece[place].kind is not Kind.AND:
            place = _term_end(piece, place)
        if place > start:
            yield piece[start:place]
        else:
            place += 1


def _term_end(piece: Sequence[Token], place: int) -> int:
    """Return the index after the term at ``place``, or after its closing bracket."""
    rest = (piece[at] for at in range(place, len(piece)))
    return next((end for end, depth in enumerate(depths(rest), place + 1) if not depth), len(piece))


def _has_alternatives(piece: Sequence[Token]) -> bool:
    return any(token.kind is Kind.OR and not depth for token, depth in zip(piece, depths(piece), strict=True))


def _as_one(term: str) -> str:
    """Return a term's text as a single chip; empty if the text has no term."""
    pieces = _pieces(tokenize(term))
    units = [unit for piece in pieces for unit in _units(piece)]
    if not units:
        return ""
    joined = _joined(term, pieces)
    return joined if pieces == [units[0]] else f"({joined})"


def _joined(text: str, pieces: Sequence[Sequence[Token]]) -> str:
    """Join the pieces with blanks and close their open ends. A piece that would absorb its neighbour goes into
    brackets."""
    return " ".join(
        f"({_closed(text, each)})" if _has_alternatives(each) or each[-1].kind is Kind.NOT else _closed(text, each)
        for each in pieces
    )


def _closed(text: str, piece: Sequence[Token]) -> str:
    """Return the text of a piece, adding a missing quotation mark, slash or brackets at its end."""
    *_, depth = depths(piece)
    last = piece[-1]
    end, mark = last.end, ""
    if not last.closed:
        end, mark = last.value_start + len(last.value), '"' if last.kind is Kind.PHRASE else "/"
    return f"{text[piece[0].start : end]}{mark}{')' * depth}"


def _with_conjunctions(piece: Sequence[Token], run: Sequence[Token]) -> tuple[int, int]:
    """Return the range of a chip including the ANDs that join it: those after it or, if it is last, those before it."""
    first, last = piece.index(run[0]), piece.index(run[-1])
    start, end = run[0].start, run[-1].end
    after = last + 1
    while after < len(piece) and piece[after].kind is Kind.AND:
        end = piece[after].end
        after += 1
    while after == len(piece) and first and piece[first - 1].kind is Kind.AND:
        first -= 1
        start = piece[first].start
    return start, end
