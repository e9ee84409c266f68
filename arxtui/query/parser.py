"""Recursive descent over the tokens: OR lowest, AND and adjacency next, NOT and ``-`` highest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from functools import lru_cache

from arxtui.model.expr import EVERYTHING, And, Expr, Fault, Not, Or, Query, Sort, single_day, single_like, single_list
from arxtui.query.meaning import TermError
from arxtui.query.terms import plain_words, read_term
from arxtui.query.tokens import Kind, Token, tokenize
from arxtui.query.typed import growing

_DEEPEST = 50
_NEVER_CLOSED = {
    Kind.PHRASE: "the closing quotation mark is missing",
    Kind.REGEX: "the closing slash of the regular expression is missing; a slash that is meant stands in quotes",
}
_NOTHING_LEFT_OUT = "what is to be left out is missing, as in -cat:cs.LG"


def parse(text: str, *, typing: bool = False, today: date | None = None) -> Query:
    """What a query means; never raises. What cannot be read as typed stands in ``faults``, in the order of its place.

    ``typing``: words may go on where only filters follow (``typed.growing``). A missing bracket, quote or slash closes
    at the end, an operator without a term asks for nothing, a term with an unknown field or value is taken as plain
    words. ``today`` is what ``newer:`` is counted from, when None the day that it is in UTC.
    """
    return _parsed(text, typing, today or datetime.now(UTC).date())


@lru_cache(32)  # the list, its chips, the counts and the bottom line ask for the same few
def _parsed(text: str, typing: bool, today: date) -> Query:  # noqa: FBT001
    parser = _Parser(text, typing=typing, today=today)
    expr = parser.whole() or EVERYTHING
    if not typing:
        parser.refuse_minus_alone()
    sort = parser.sort or _own_order(expr)
    faults = tuple(sorted(parser.faults, key=lambda fault: (fault.start, fault.end)))
    return Query(text, expr, sort, faults, parser.unfinished)


def _own_order(expr: Expr) -> Sort:
    if single_list(expr):
        return Sort.LISTED
    if single_like(expr):
        return Sort.BEST
    return Sort.ANNOUNCED if single_day(expr) else Sort.NEW


class _Parser:
    def __init__(self, text: str, *, typing: bool, today: date) -> None:
        self.today = today
        self.typing = typing
        self.unfinished = False
        self.tokens = growing(tokenize(text), len(text)) if typing else tokenize(text)
        self.place = 0
        self.depth = 0
        self.sort: Sort | None = None
        self.faults: list[Fault] = []

    def whole(self) -> Expr | None:
        parts = []
        while self.place < len(self.tokens):
            parts.append(self.alternatives())
            if token := self.take(Kind.CLOSE):
                self.fault(token.start, token.end, "this bracket closes nothing")
        return _join(parts)

    def refuse_minus_alone(self) -> None:
        """A minus before a blank or the end is a dash between words; alone it leaves nothing out, and is not meant to
        ask for everything."""
        if self.tokens and all(token.kind is Kind.WORD and set(token.value) == {"-"} for token in self.tokens):
            self.lacking(self.tokens[0].start, self.tokens[-1].end, _NOTHING_LEFT_OUT)

    def alternatives(self) -> Expr | None:
        parts = [self.conjunction()]
        while token := self.take(Kind.OR):
            right = self.conjunction()
            if parts[-1] is None or right is None:
                self.lacking(token.start, token.end, "OR needs a term on both sides")
            parts.append(right)
        asked = tuple(part for part in parts if part is not None)
        return Or(asked) if len(asked) > 1 else asked[0] if asked else None

    def conjunction(self) -> Expr | None:
        parts: list[Expr | None] = []
        while (token := self.peek()) and token.kind not in (Kind.OR, Kind.CLOSE):
            if token.kind is Kind.AND:
                self.place += 1
                right = self.peek()
                if not parts or right is None or right.kind in (Kind.AND, Kind.OR, Kind.CLOSE):
                    self.lacking(token.start, token.end, "AND needs a term on both sides")
            else:
                parts.append(self.negation())
        return _join(parts)

    def negation(self) -> Expr | None:
        negated = False
        last: Token | None = None
        while token := self.take(Kind.NOT):
            negated, last = not negated, token
        part = self.primary(last, negated=negated)
        return _without(part) if negated and part is not None else part

    def primary(self, sign: Token | None, *, negated: bool) -> Expr | None:
        token = self.peek()
        if token is None or token.kind in (Kind.AND, Kind.OR, Kind.CLOSE):
            if sign:
                self.lacking(sign.start, sign.end, "what is to be left out is missing")
            return None
        self.place += 1
        return self.bracketed(token) if token.kind is Kind.OPEN else self.term(token, negated=negated)

    def bracketed(self, opening: Token) -> Expr | None:
        if self.depth >= _DEEPEST:
            self.fault(opening.start, opening.end, f"brackets go {_DEEPEST} deep at most", misread=True)
            return None
        self.depth += 1
        inside = self.alternatives()
        self.depth -= 1
        if not self.take(Kind.CLOSE):
            fault = self.fault if inside else self.lacking
            fault(opening.start, opening.end, "this bracket is never closed")
        return inside

    def term(self, token: Token, *, negated: bool) -> Expr | None:
        try:
            term = read_term(token, self.today)
        except TermError as error:
            self.unclosed(token, self.fault)
            self.faults.append(Fault(error.start, error.end, error.reason, misread=True, meant=error.meant))
            return plain_words(token)
        asks = term.expr is not None or term.sort is not None
        self.unclosed(token, self.fault if asks else self.lacking)
        self.unfinished = self.unfinished or (token.growing and not asks)
        if term.sort is not None:
            self.sort = term.sort
            if negated:
                self.fault(token.start, token.end, "an order cannot be left out")
        return term.expr

    def peek(self) -> Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self, kind: Kind) -> Token | None:
        token = self.peek()
        if token is None or token.kind is not kind:
            return None
        self.place += 1
        return token

    def unclosed(self, token: Token, fault: Callable[[int, int, str], None]) -> None:
        if not token.closed:
            fault(token.value_start - 1, token.end, _NEVER_CLOSED[token.kind])

    def lacking(self, start: int, end: int, reason: str) -> None:
        """What stands at a place asks for nothing: not yet, while it is being typed."""
        self.fault(start, end, reason, misread=not self.typing)
        self.unfinished = self.typing

    def fault(self, start: int, end: int, reason: str, *, misread: bool = False) -> None:
        self.faults.append(Fault(start, end, reason, misread))


def _without(part: Expr) -> Expr:
    return part.part if isinstance(part, Not) else Not(part)


def _join(parts: list[Expr | None]) -> Expr | None:
    """All of the parts that ask for something; conjunctions inside are taken up flat."""
    asked: list[Expr] = []
    for part in parts:
        if isinstance(part, And):
            asked.extend(part.parts)
        elif part is not None:
            asked.append(part)
    return And(tuple(asked)) if len(asked) > 1 else asked[0] if asked else None
