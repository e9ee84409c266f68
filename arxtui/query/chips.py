"""A query's text as chips: what stands side by side at its top, each to be taken away, and more to be added.

Words and phrases in a row are one chip, as typed; a term with a field, a minus, brackets or slashes is one by itself.

The text is cut and joined, never written anew, so that what the user typed stays as typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arxtui.query.tokens import STEPS, Kind, Token, depths, tokenize


class Chip(NamedTuple):
    """Words in a row, or one of the other terms that all must hold (or an order): the text, at the half-open range
    ``start`` to ``end``."""

    text: str
    start: int
    end: int


def chips(text: str) -> tuple[Chip, ...]:
    """The chips of a query in order. Where an OR stands at the top, all of its alternatives are one chip."""
    return tuple(_chip(text, run) for piece in _pieces(tokenize(text)) for run in _runs(piece))


def _chip(text: str, tokens: Sequence[Token]) -> Chip:
    start, end = tokens[0].start, tokens[-1].end
    return Chip(text[start:end], start, end)


def with_term(text: str, term: str) -> str:
    """The query narrowed by a term at its end, which is the last of its chips; without it, it means what it meant.

    ``text`` goes into brackets where an OR stands at its top, and ``term`` where it is more than one term, or words
    that would stand beside the words of ``text``. What either
    lacks (a bracket, a quotation mark, a slash) is put in; a word that was being typed is a whole one then.
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
    """The query so that a term that is written behind it narrows all of it: in brackets where an OR stands at its
    top."""
    pieces = _pieces(tokenize(text))
    return _joined(text, pieces) if any(map(_has_alternatives, pieces)) else text


def without(text: str, chip: Chip) -> str:
    """The query without one of its chips; as it is when the chip is none of its own."""
    for piece in _pieces(tokenize(text)):
        for run in _runs(piece):
            if _chip(text, run) == chip:
                start, end = _with_conjunctions(piece, run)
                before, after = text[:start].rstrip(), text[end:].lstrip()
                return f"{before} {after}" if before and after else before or after
    return text


def name_term(field: str, name: str) -> str:
    """The query for a tag or list of this name, which has no quotation mark."""
    return f"{field}:{name}" if name.replace("/", "").replace("-", "").isalnum() else f'{field}:"{name}"'


def _pieces(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens between the brackets that close nothing: the parser takes each such piece by itself."""
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
    """The terms of a piece, words in a row together with what joins them."""
    start = end = 0  # of the words so far, as places in the piece
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
    """The terms of a piece, each with the signs before it; the whole piece where an OR joins them."""
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
    """The place after the term, or after the bracket with all that is in it."""
    rest = (piece[at] for at in range(place, len(piece)))
    return next((end for end, depth in enumerate(depths(rest), place + 1) if not depth), len(piece))


def _has_alternatives(piece: Sequence[Token]) -> bool:
    return any(token.kind is Kind.OR and not depth for token, depth in zip(piece, depths(piece), strict=True))


def _as_one(term: str) -> str:
    """A term's text as a single chip; empty when it holds none."""
    pieces = _pieces(tokenize(term))
    units = [unit for piece in pieces for unit in _units(piece)]
    if not units:
        return ""
    joined = _joined(term, pieces)
    return joined if pieces == [units[0]] else f"({joined})"


def _joined(text: str, pieces: Sequence[Sequence[Token]]) -> str:
    """The pieces side by side, sound at their ends; in brackets those that would take in what stands beside them."""
    return " ".join(
        f"({_closed(text, each)})" if _has_alternatives(each) or each[-1].kind is Kind.NOT else _closed(text, each)
        for each in pieces
    )


def _closed(text: str, piece: Sequence[Token]) -> str:
    """The text of a piece with what it lacks at its end: a quotation mark, a slash, brackets."""
    *_, depth = depths(piece)
    last = piece[-1]
    end, mark = last.end, ""
    if not last.closed:
        end, mark = last.value_start + len(last.value), '"' if last.kind is Kind.PHRASE else "/"
    return f"{text[piece[0].start : end]}{mark}{')' * depth}"


def _with_conjunctions(piece: Sequence[Token], run: Sequence[Token]) -> tuple[int, int]:
    """The range of a chip with the ANDs that join it: those after it, else those before the last of the piece."""
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
