"""The recursive descent parser over the tokens. OR binds weakest, then AND and adjacency; NOT and ``-`` bind
strongest. Faults of a query have corrections."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import lru_cache

from arxtui.light import deferred
from arxtui.model import expr
from arxtui.query.tokens import TermError, Token, TokenKind, tokenize
from arxtui.text import cells

with deferred():
    from arxtui.query import terms
    from arxtui.query.incomplete import mark_incomplete

_MAX_DEPTH = 50
_NEVER_CLOSED = {
    TokenKind.PHRASE: "the closing quotation mark is missing",
    TokenKind.REGEX: "the closing slash of the regular expression is missing; put a literal slash in quotation marks",
}
_MISSING_TERM = "the term to exclude is missing, as in -cat:cs.LG"


def parse(text: str, *, typing: bool = False, now: datetime | None = None) -> expr.Query:
    """Parse a query; never raises. ``faults`` of the result lists what could not be read as typed, in text order.

    With ``typing``, words can be unfinished if only filters follow them (``incomplete.mark_incomplete``). A missing
    bracket, quote or slash is closed at the end. An operator without a term has no effect. A term with an unknown field
    or value is read as plain words. Days such as ``today`` and ages as in ``newer:`` count back from ``now``, aware
    UTC; None means the present moment.
    """
    # Days begin on the hour, in UTC as in New York.
    return _parse(text, typing, (now or datetime.now(UTC)).replace(minute=0, second=0, microsecond=0))


@lru_cache(32)  # the list, its chips, the counts and the bottom line parse the same few queries
def _parse(text: str, typing: bool, now: datetime) -> expr.Query:  # noqa: FBT001
    parser = _Parser(text, typing=typing, now=now)
    tree = parser.parse_all() or expr.EVERYTHING
    if not typing:
        parser.refuse_minus_alone()
    sort = parser.sort or _own_order(tree)
    faults = tuple(sorted(parser.faults, key=lambda fault: (fault.start, fault.end)))
    return expr.Query(text, tree, sort, faults, parser.unfinished, parser.group)


def _own_order(tree: expr.Expr) -> expr.Sort:
    if expr.single_list(tree):
        return expr.Sort.LISTED
    if expr.single_citing(tree):
        return expr.Sort.CITED
    if expr.single_like(tree) or expr.single_question(tree):
        return expr.Sort.BEST
    return expr.Sort.ANNOUNCED if expr.single_day(tree) else expr.Sort.NEW


class _Parser:
    def __init__(self, text: str, *, typing: bool, now: datetime) -> None:
        self.now = now
        self.typing = typing
        self.unfinished = False
        self.tokens = tokenize(text)
        if typing:
            self.tokens = mark_incomplete(self.tokens, len(text))
        self.place = 0
        self.depth = 0
        self.sort: expr.Sort | None = None
        self.group: expr.Grouping | None = None
        self.faults: list[expr.Fault] = []

    def parse_all(self) -> expr.Expr | None:
        parts = []
        while self.place < len(self.tokens):
            parts.append(self.alternatives())
            if token := self.take(TokenKind.CLOSE):
                self.report_fault(token.start, token.end, "this bracket closes nothing")
        return _join(parts)

    def refuse_minus_alone(self) -> None:
        """Report a query of minus signs alone as a fault. A minus before a blank or the end is a dash between words;
        alone it excludes nothing, and the user did not mean "all papers"."""
        if self.tokens and all(token.kind is TokenKind.WORD and set(token.value) == {"-"} for token in self.tokens):
            self.report_missing(self.tokens[0].start, self.tokens[-1].end, _MISSING_TERM)

    def alternatives(self) -> expr.Expr | None:
        parts = [self.conjunction()]
        while token := self.take(TokenKind.OR):
            right = self.conjunction()
            if parts[-1] is None or right is None:
                self.report_missing(token.start, token.end, "OR needs a term on both sides")
            parts.append(right)
        present = tuple(part for part in parts if part is not None)
        return expr.Or(present) if len(present) > 1 else present[0] if present else None

    def conjunction(self) -> expr.Expr | None:
        parts: list[expr.Expr | None] = []
        while (token := self.peek()) and token.kind not in (TokenKind.OR, TokenKind.CLOSE):
            if token.kind is TokenKind.AND:
                self.place += 1
                right = self.peek()
                if not parts or right is None or right.kind in (TokenKind.AND, TokenKind.OR, TokenKind.CLOSE):
                    self.report_missing(token.start, token.end, "AND needs a term on both sides")
            else:
                parts.append(self.negation())
        return _join(parts)

    def negation(self) -> expr.Expr | None:
        negated = False
        last: Token | None = None
        while token := self.take(TokenKind.NOT):
            negated, last = not negated, token
        part = self.primary(last, negated=negated)
        return _negated(part) if negated and part is not None else part

    def primary(self, sign: Token | None, *, negated: bool) -> expr.Expr | None:
        token = self.peek()
        if token is None or token.kind in (TokenKind.AND, TokenKind.OR, TokenKind.CLOSE):
            if sign:
                self.report_missing(sign.start, sign.end, "the term to exclude is missing")
            return None
        self.place += 1
        return self.bracketed(token) if token.kind is TokenKind.OPEN else self.term(token, negated=negated)

    def bracketed(self, opening: Token) -> expr.Expr | None:
        if self.depth >= _MAX_DEPTH:
            self.report_fault(opening.start, opening.end, f"brackets can be at most {_MAX_DEPTH} deep", misread=True)
            return None
        self.depth += 1
        inside = self.alternatives()
        self.depth -= 1
        if opening.field and inside is None:
            self.report_missing(opening.start, opening.end, f"{opening.field}: needs a value right after the colon")
        if not self.take(TokenKind.CLOSE):
            fault = self.report_fault if inside else self.report_missing
            fault(opening.start, opening.end, "this bracket is never closed")
        return inside

    def term(self, token: Token, *, negated: bool) -> expr.Expr | None:
        # The fields and their values: the query of all papers has no terms.
        try:
            term = terms.read_term(token, self.now)
        except TermError as error:
            self.report_unclosed(token, self.report_fault)
            self.faults.append(expr.Fault(error.start, error.end, error.reason, misread=True, meant=error.meant))
            return terms.plain_words(token)
        asks = any(part is not None for part in (term.tree, term.sort, term.group))
        self.report_unclosed(token, self.report_fault if asks else self.report_missing)
        self.unfinished = self.unfinished or (token.incomplete and not asks)
        self.sort, self.group = term.sort or self.sort, term.group or self.group
        if negated and (term.sort or term.group):
            what = "a sort order" if term.sort else "a grouping"
            self.report_fault(token.start, token.end, f"{what} cannot be excluded")
        return term.tree

    def peek(self) -> Token | None:
        return self.tokens[self.place] if self.place < len(self.tokens) else None

    def take(self, kind: TokenKind) -> Token | None:
        token = self.peek()
        if token is None or token.kind is not kind:
            return None
        self.place += 1
        return token

    def report_unclosed(self, token: Token, fault: Callable[[int, int, str], None]) -> None:
        if not token.closed:
            fault(token.value_start - 1, token.end, _NEVER_CLOSED[token.kind])

    def report_missing(self, start: int, end: int, reason: str) -> None:
        """Report a fault of a part that has no effect; while typing, it only marks the query as unfinished."""
        self.report_fault(start, end, reason, misread=not self.typing)
        self.unfinished = self.typing

    def report_fault(self, start: int, end: int, reason: str, *, misread: bool = False) -> None:
        self.faults.append(expr.Fault(start, end, reason, misread))


def _negated(part: expr.Expr) -> expr.Expr:
    return part.part if isinstance(part, expr.Not) else expr.Not(part)


def _join(parts: list[expr.Expr | None]) -> expr.Expr | None:
    """Return the conjunction of the parts that are not None, with nested conjunctions flattened."""
    flat: list[expr.Expr] = []
    for part in parts:
        if isinstance(part, expr.And):
            flat.extend(part.parts)
        elif part is not None:
            flat.append(part)
    return expr.And(tuple(flat)) if len(flat) > 1 else flat[0] if flat else None


class QueryError(Exception):
    """A fault of a query. The message gives the reason, the query, and a line that marks the position of the fault. For
    a blank query, the message is the reason alone."""

    def __init__(self, fault: expr.Fault, text: str) -> None:
        shown = "".join(character if character.isprintable() else " " for character in text)
        room = " " * cells(shown[: fault.start])
        mark = "^" * max(cells(shown[fault.start : fault.end]), 1)
        super().__init__(f"{fault.reason}\n  {shown}\n  {room}{mark}" if shown.strip() else fault.reason)
        self.fault = fault
        self.text = text


def check(text: str, *, now: datetime | None = None) -> expr.Query:
    """Return the parsed query, as :func:`parse` does. Raises QueryError for its first fault."""
    query = parse(text, now=now)
    if query.faults:
        raise QueryError(query.faults[0], text)
    return query


def corrected(text: str, faults: Iterable[expr.Fault]) -> str:
    """Return the query with each fault replaced by its best suggestion, if the fault has one."""
    for fault in sorted(faults, key=lambda fault: fault.start, reverse=True):
        if fault.meant:
            text = f"{text[: fault.start]}{fault.meant[0]}{text[fault.end :]}"
    return text
