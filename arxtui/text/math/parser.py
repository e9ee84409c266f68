"""TeX math read into a tree. What commands mean is in ``commands``."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from arxtui.text.math.atoms import CHARACTERS
from arxtui.text.math.fonts import ITALIC, Font
from arxtui.text.math.tokens import tokenize
from arxtui.text.math.tree import EMPTY, Binomial, Form, Fraction, Grid, Kind, Node, Row, Script, Symbol, Unreadable

Command = Callable[["Parser", str], Node]
"""Reads a command's arguments; its name comes without the backslash."""

LONGEST = 20_000
"""Characters of a formula, at most; more is no formula to be read in a terminal."""
_DEEPEST = 40
_PRIMES = ("", "′", "″", "‴", "⁗")
CELL_ENDS = frozenset(["", "}", "&", "\\\\", "\\cr", "\\right", "\\middle", "\\end"])
_NO_ARGUMENT = frozenset(["", "}", "&", "^", "_", "\\right", "\\end", "\\\\"])
_INFIX = frozenset(["\\over", "\\atop", "\\choose", "\\brack", "\\brace"])
_LIMITS = {"\\limits": True, "\\displaylimits": True, "\\nolimits": False}
_ROW_ENDS = frozenset(["\\\\", "\\cr", "\\newline", "\\tabularnewline"])
_LINES = frozenset(["\\hline", "\\toprule", "\\midrule", "\\bottomrule"])
_GROUPED = frozenset([Kind.BIN, Kind.REL, Kind.PUNCT])


class Parser:
    """Reads tokens from ``place`` on; ``font`` is the present alphabet. Unreadable is raised where it gives up."""

    def __init__(self, tex: str, commands: Mapping[str, Command]) -> None:
        if len(tex) > LONGEST:
            raise Unreadable("too long")
        self.tokens = tokenize(tex)
        self.commands = commands
        self.place = 0
        self.font: Font = ITALIC
        self.depth = 0

    def formula(self) -> Row:
        """The whole source."""
        rows, _ = self.cells("")
        if len(rows) == 1 and len(rows[0]) == 1:
            found = rows[0][0]
            return found if type(found) is Row else Row((found,))
        form = Form.ALIGNED if any(len(row) > 1 for row in rows) else Form.STACK
        return Row((Grid(tuple(rows), form, columns="rl"),))

    def peek(self) -> str:
        """The next token that is no white space; empty at the end."""
        tokens = self.tokens
        while self.place < len(tokens):
            token = tokens[self.place]
            if not token.isspace():
                return token
            self.place += 1
        return ""

    def next(self) -> str:
        """The next token that is no white space, read."""
        token = self.peek()
        self.place += 1
        return token

    def cells(self, end: str) -> tuple[list[tuple[Node, ...]], list[int]]:
        """Rows of cells up to ``end`` (not read), and the rows that have a line above: ``&`` parts cells, ``\\\\`` rows."""
        rows: list[tuple[Node, ...]] = []
        lines: list[int] = []
        cells: list[Node] = []
        while True:
            while not cells and self.peek() in _LINES:
                self.place += 1
                lines.append(len(rows))
            font = self.font
            cells.append(self.row())
            self.font = font
            token = self.next()
            if token == "&":
                continue
            rows.append(tuple(cells))
            if token in _ROW_ENDS:
                self.dimension()
                cells = []
                if self.peek() != end:
                    continue
            elif token != end:
                raise Unreadable(token or "unclosed")
            else:
                self.place -= 1
            return rows, lines

    def row(self, stops: frozenset[str] = CELL_ENDS) -> Node:
        """What stands up to one of ``stops`` (not read)."""
        items: list[Node] = []
        while True:
            token = self.peek()
            if token in stops or token in _ROW_ENDS:
                return items[0] if len(items) == 1 else Row(tuple(items))
            if token in _INFIX:
                self.place += 1
                return self._infix(token, Row(tuple(items)), self.row(stops))
            node = self._scripted(EMPTY if token in "^_" else self.atom())
            if type(node) is Row:
                items += node.items
            elif node is not EMPTY:
                items.append(node)

    def atom(self) -> Node:
        """The next thing without its scripts: a group, what a command shows, a character."""
        token = self.next()
        if token == "{":
            found = self.group()
            if type(found) is Symbol and found.kind in _GROUPED:
                return found._replace(kind=Kind.ORD)
            return found
        if token[0] == "\\" and len(token) > 1:
            command = self.commands.get(token[1:])
            if command is None:
                raise Unreadable(token)
            return command(self, token[1:])
        if token[0].isdigit():
            return Symbol(self.font.shown(token))
        return self._character(token)

    def group(self) -> Node:
        """What the group shows whose brace was just read."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unreadable("too deep")
        font = self.font
        found = self.row()
        self.font = font
        self.depth -= 1
        if self.next() != "}":
            raise Unreadable("{")
        return found

    def argument(self) -> Node:
        """The next argument: a group, a command with its own arguments, or one character."""
        token = self.peek()
        if token in _NO_ARGUMENT:
            raise Unreadable("no argument")
        if token[0].isdigit() and len(token) > 1:
            self.tokens[self.place] = token[1:]
            return Symbol(self.font.shown(token[0]))
        if token == "{":
            self.place += 1
            return self.group()
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unreadable("too deep")
        found = self.atom()
        self.depth -= 1
        return found

    def styled(self, font: Font) -> Node:
        """The next argument in another font."""
        before, self.font = self.font, font
        found = self.argument()
        self.font = before
        return found

    def option(self) -> Node | None:
        """The next argument in square brackets; None where there is none."""
        if self.peek() != "[":
            return None
        self.place += 1
        found = self.row(CELL_ENDS | {"]"})
        if self.next() != "]":
            raise Unreadable("[")
        return found

    def source(self) -> str:
        """The source of the next argument, without its braces."""
        if self.peek() != "{":
            return self.next()
        start, depth = self.place + 1, 0
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return "".join(self.tokens[start : self.place - 1])
        raise Unreadable("{")

    def bracketed_source(self) -> str:
        """The source between square brackets, if that is what comes next, else nothing."""
        if self.peek() != "[":
            return ""
        try:
            end = self.tokens.index("]", self.place)
        except ValueError:
            raise Unreadable("[") from None
        start, self.place = self.place + 1, end + 1
        return "".join(self.tokens[start:end])

    def star(self) -> bool:
        """Whether a star comes next; it is read."""
        found = self.peek() == "*"
        self.place += found
        return found

    def dimension(self) -> None:
        """Read what may follow the end of a row: a star, and room in square brackets."""
        place = self.place
        if place < len(self.tokens) and self.tokens[place] == "*":
            self.place += 1
        if self.peek() == "[":
            start = self.place
            room = self.bracketed_source()
            if not room.strip("-0123456789. ").rstrip() in (
                "pt",
                "em",
                "ex",
                "mm",
                "cm",
                "in",
                "mu",
                "\\jot",
                "baselineskip",
            ):
                self.place = start

    def _infix(self, token: str, above: Node, below: Node) -> Node:
        if token == "\\over":
            return Fraction(above, below)
        if token == "\\atop":
            return Grid(((above,), (below,)), Form.STACK)
        left, right = {"\\choose": "()", "\\brack": "[]", "\\brace": "{}"}[token]
        return Binomial(above, below, left, right)

    def _character(self, token: str) -> Node:
        found = CHARACTERS.get(token)
        if found is not None:
            return found
        if token == "~":
            return self.commands[" "](self, " ")
        if token == "$" and self.tokens.count("$") % 2 == 0:
            return EMPTY  # LaTeXML marks where a formula left and entered text mode
        if token in "$\\{}":
            raise Unreadable(token)
        if not token.isprintable():
            raise Unreadable(repr(token))
        if token.isalpha() and self.font.words:
            token += self._rest_of_word()
        elif token == "'":
            self.place -= 1
            return EMPTY
        return Symbol(self.font.shown(token))

    def _rest_of_word(self) -> str:
        start = self.place
        tokens = self.tokens
        while self.place < len(tokens):
            token = tokens[self.place]
            hyphen = token == "-" and "".join(tokens[self.place + 1 : self.place + 2]).isalpha()
            if not (token.isalpha() or hyphen):
                break
            self.place += 1
        return "".join(tokens[start : self.place])

    def _scripted(self, base: Node) -> Node:
        """``base`` with the scripts that follow it."""
        token = self.peek()
        if token not in ("^", "_", "'") and token not in _LIMITS:
            return base
        limits = bool(getattr(base, "limits", False))
        sub: Node | None = None
        sup: Node | None = None
        while True:
            if token in _LIMITS:
                self.place += 1
                limits = _LIMITS[token]
            elif token == "'":
                if sup is not None:
                    raise Unreadable("double superscript")
                sup = self._primes()
            elif token == "^":
                self.place += 1
                added = self.argument()
                if sup is not None and not _is_prime(sup):
                    raise Unreadable("double superscript")
                sup = added if sup is None else Row((sup, added))
            elif token == "_" and sub is None:
                self.place += 1
                sub = self.argument()
            elif token == "_":
                raise Unreadable("double subscript")
            else:
                break
            token = self.peek()
        if sub is None and sup is None:
            return base
        return Script(base, _bare(sub), _bare(sup), limits)

    def _primes(self) -> Node:
        count = 0
        while self.peek() == "'":
            self.place += 1
            count += 1
        return Symbol(_PRIMES[count] if count < len(_PRIMES) else "′" * count)


def _is_prime(node: Node) -> bool:
    return type(node) is Symbol and node.text[0] in "′″‴⁗"


def _bare(script: Node | None) -> Node | None:
    """A script without the second one of the same side that only makes it small: ``x_{_{\\rm a}}``."""
    while type(script) is Script and script.base == EMPTY and (script.sub is None or script.sup is None):
        script = script.sub or script.sup
    return None if script == EMPTY else script
