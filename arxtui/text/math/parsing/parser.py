"""The parser of TeX math into a tree. Commands are defined in ``commands``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import takewhile

from arxtui.text.math import tree
from arxtui.text.math.parsing.atoms import CHARACTERS
from arxtui.text.math.parsing.tokens import Tokens, tokenize
from arxtui.text.tex.fonts import ITALIC, Font

Command = Callable[["Parser", str], tree.Node]
"""A function that reads a command's arguments; the name is given without the backslash."""

CELL_ENDS = frozenset(["", "}", "&", "\\\\", "\\cr", "\\newline", "\\tabularnewline", "\\right", "\\middle", "\\end"])
_ROW_ENDS = frozenset(["\\\\", "\\cr", "\\newline", "\\tabularnewline"])
_MAX_DEPTH = 40
_INNER_DEPTH = 10
_CACHED = 1024
_PRIMES = ("", "′", "″", "‴", "⁗")
_NO_ARGUMENT = CELL_ENDS | {"^", "_"}
_INFIX = frozenset(["\\over", "\\atop", "\\choose", "\\brack", "\\brace"])
_FENCES = {"\\choose": ("(", ")"), "\\brack": ("[", "]"), "\\brace": ("{", "}")}
_LIMITS = {"\\limits": True, "\\displaylimits": True, "\\nolimits": False}
_SCRIPTS = frozenset(["^", "_", "'", *_LIMITS])
_LINES = frozenset(["\\hline", "\\toprule", "\\midrule", "\\bottomrule"])
_SPACED = frozenset([tree.BIN, tree.REL, tree.PUNCT])


class Parser(Tokens):
    """Parses a formula; ``font`` is the current font. Raises: UnreadableError for anything it does not understand."""

    def __init__(self, tex: str, commands: Mapping[str, Command]) -> None:
        super().__init__(tex)
        self.commands = commands
        self.font: Font = ITALIC
        self.depth = 0
        self.repeats = 0
        """Arguments so far that are shown twice."""
        self.unclosed: set[int] = set()
        """Places after an opening bracket that nothing closes: read twice each, they would double with every level."""

    def formula(self) -> tree.Row:
        """Parse the whole source."""
        rows, _ = self.cells("")
        if len(rows) == 1 and len(rows[0]) == 1:
            only = rows[0][0]
            return only if type(only) is tree.Row else tree.Row((only,))
        form = tree.GridForm.ALIGNED if any(len(row) > 1 for row in rows) else tree.GridForm.STACK
        return tree.Row((tree.Grid(tuple(rows), form, columns="rl"),))

    def cells(self, end: str) -> tuple[list[tuple[tree.Node, ...]], list[int]]:
        """Parse rows of cells up to ``end`` (not consumed). Returns the rows, and which rows have a line above."""
        rows: list[tuple[tree.Node, ...]] = []
        lines: list[int] = []
        cells: list[tree.Node] = []
        while True:
            while not cells and self.peek() in _LINES:
                self.place += 1
                lines.append(len(rows))
            font = self.font
            cells.append(self.row())
            self.font = font
            token = self.peek()
            if token == "&":
                self.place += 1
                continue
            rows.append(tuple(cells))
            if token not in _ROW_ENDS:
                break
            self.place += 1
            self.skip_row_spacing()
            cells = []
            if self.peek() == end:
                return rows, lines
        if token != end:
            raise tree.UnreadableError(token or "unclosed")
        return rows, lines

    def row(self, stops: frozenset[str] = CELL_ENDS) -> tree.Node:
        """Parse up to one of ``stops`` (not consumed)."""
        items: list[tree.Node] = []
        token = self.peek()
        while True:
            if token in stops:
                return items[0] if len(items) == 1 else tree.Row(tuple(items)) if items else tree.EMPTY
            if token in _INFIX:
                self.place += 1
                return self._infix(token, tree.Row(tuple(items)), self.deeper(lambda: self.row(stops)))
            node = tree.EMPTY if token in _SCRIPTS else self._atom(token)
            if type(node) is tree.Accent and node.base == tree.EMPTY and (base := self.peek()) not in stops:
                node = node._replace(base=self._atom(base))  # the author's \hat\mathbf{n}, which LaTeXML split
            is_closed = type(node) is tree.Script and token == "{"
            if (token := self.peek()) in _SCRIPTS:
                node = self._with_scripts(node)
                token = self.peek()
            if type(node) is tree.Script:
                self._add_script(items, node, is_closed=is_closed)
            elif type(node) is tree.Row:
                items += node.items
            else:
                items.append(node)

    def _add_script(self, items: list[tree.Node], node: tree.Script, *, is_closed: bool) -> None:
        """Append an item with scripts. Those of nothing that are in braces (``\\to{{}_{k}}``) or behind a closing
        bracket (``(a){}^{2}``) belong to what is before them, unless a letter follows. A number at an operator is that
        of the element after it (``-^{133}\\mathrm{Cs}``)."""
        before, after, base = items[-1] if items else tree.EMPTY, self.peek(), node.base
        if base == tree.EMPTY and not node.limits and not (after[:1].isalnum() or after[:1] == "\\"):
            if is_closed and type(before) is tree.Script and before.sub is node.sup is None:
                items.pop()
                node = before._replace(sub=node.sub)
            elif type(before) is tree.Symbol and (is_closed or before.kind is tree.AtomKind.CLOSE):
                items.pop()
                node = node._replace(base=before)
        elif type(base) is tree.Symbol and base.kind in _SPACED and after == "\\mathrm" and _is_number(node):
            items.append(base)
            node = node._replace(base=tree.EMPTY)
        items.append(node)

    def _atom(self, token: str) -> tree.Node:
        """Parse the next item, which begins with ``token``, without its scripts: a group, a command, a character."""
        self.place += 1
        if token == "{":
            node = self.group()
            if type(node) is tree.Symbol and node.kind in _SPACED:
                return node._replace(kind=tree.AtomKind.ORD)  # {=} is TeX's idiom for "no space"
            return _with_sign(node)
        if token[0] == "\\" and len(token) > 1:
            command = self.commands.get(token[1:])
            if command is None:
                raise tree.UnreadableError(token)
            return command(self, token[1:])
        if token[0].isdigit():
            return _symbol(token, self.font)
        return self._character(token)

    def deeper(self, read: Callable[[], tree.Node]) -> tree.Node:
        """Return the result of ``read``, called one nesting level deeper; font changes in it end with it."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise tree.UnreadableError("too deep")
        font = self.font
        node = read()
        self.font = font
        self.depth -= 1
        return node

    def group(self) -> tree.Node:
        """Parse the group whose opening brace has just been read."""
        node = self.deeper(self.row)
        if self.next() != "}":
            raise tree.UnreadableError("{")
        return node

    def argument(self) -> tree.Node:
        """Parse the next argument: a group, a command with its arguments, or one character."""
        token = self.peek()
        if token in _NO_ARGUMENT:
            raise tree.UnreadableError("no argument")
        if token == "{":
            self.place += 1
            return self.group()
        if token[0].isdigit() and len(token) > 1:
            self.tokens[self.place : self.place + 1] = tokenize(token[1:])
            return _symbol(token[0], self.font)
        return self.deeper(lambda: self._atom(token))

    def styled(self, font: Font) -> tree.Node:
        """Parse the next argument in another font."""
        before, self.font = self.font, font
        node = self.argument()
        self.font = before
        return node

    def inner(self, source: str, font: Font | None = None) -> tree.Row:
        """Parse a separate formula within this one, in ``font`` or the current font."""
        if self.depth + _INNER_DEPTH > _MAX_DEPTH:
            raise tree.UnreadableError("too deep")
        parser = Parser(source, self.commands)
        parser.depth, parser.font = self.depth + _INNER_DEPTH, font or self.font
        return parser.formula()

    def option(self) -> tree.Node | None:
        """Parse the next argument in square brackets. Returns None if there is none, or an empty one."""
        if self.peek() != "[":
            return None
        self.place += 1
        node = self.deeper(lambda: self.row(CELL_ENDS | {"]"}))
        if self.next() != "]":
            raise tree.UnreadableError("[")
        return None if node == tree.EMPTY else node

    def _infix(self, token: str, above: tree.Node, below: tree.Node) -> tree.Node:
        if token == "\\over":
            return tree.Fraction(above, below)
        if token == "\\atop":
            return tree.Grid(((above,), (below,)), tree.GridForm.STACK)
        return tree.Binomial(above, below, *_FENCES[token])

    def _character(self, token: str) -> tree.Node:
        symbol = CHARACTERS.get(token)
        if symbol is not None:
            return symbol
        if token == "~":
            return tree.Space(1)
        if token == "$" and self.tokens.count("$") % 2 == 0:
            return tree.EMPTY  # LaTeXML marks the borders of text mode in a formula
        if token in "$\\{}" or not token.isprintable():
            raise tree.UnreadableError(token)
        if self.font.words and token.isalpha():
            token += self._rest_of_word()
        return _symbol(token, self.font)

    def _rest_of_word(self) -> str:
        start = self.place
        tokens = self.tokens
        while self.place < len(tokens):
            token = tokens[self.place]
            hyphen = token == "-" and "".join(tokens[self.place + 1 : self.place + 2]).isalpha()
            if not (token.isalnum() or hyphen):
                break
            self.place += 1
        return "".join(tokens[start : self.place])

    def _with_scripts(self, base: tree.Node) -> tree.Node:
        """Parse the scripts after ``base``. Those of a phantom have an empty base and follow its space."""
        if type(base) is tree.Space:
            return tree.Row((base, self._with_scripts(tree.EMPTY)))
        limits = isinstance(base, (tree.Symbol, tree.Classed)) and base.limits
        sub: tree.Node | None = None
        sup: tree.Node | None = None
        while (token := self.peek()) in _SCRIPTS:
            if token == "'":
                sup = _after_primes(sup, self._primes())
                continue
            self.place += 1
            if token in _LIMITS:
                limits = _LIMITS[token]
            elif token == "^":
                sup = _after_primes(sup, self.argument())
            elif sub is None:
                sub = self.argument()
            else:
                raise tree.UnreadableError("double subscript")
        sub, sup = _without_base(sub), _without_base(sup)
        if sub is not None and sup is not None and not limits:
            return order_scripts(base, sub, sup)
        return base if sub is None and sup is None else tree.Script(base, sub, sup, limits)

    def _primes(self) -> tree.Node:
        count = 0
        while self.peek() == "'":
            self.place += 1
            count += 1
        return tree.Symbol(_PRIMES[count] if count < len(_PRIMES) else "′" * count)


@lru_cache(_CACHED)
def _symbol(text: str, font: Font) -> tree.Symbol:
    return tree.Symbol(font.apply(text))


def _with_sign(node: tree.Node) -> tree.Node:
    """Return a group that begins with a sign: in ``6\\mathrm{e}{-5}``, nothing is subtracted."""
    first = node.items[0] if type(node) is tree.Row and node.items else None
    if type(node) is tree.Row and type(first) is tree.Symbol and first.text in tree.SIGNS:
        return tree.Row((first._replace(kind=tree.AtomKind.SIGN), *node.items[1:]))
    return node


def _is_number(script: tree.Script) -> bool:
    return script.sub is None and type(script.sup) is tree.Symbol and script.sup.text.isdigit()


def _after_primes(first: tree.Node | None, second: tree.Node) -> tree.Node:
    """Join two superscripts; the first must be primes."""
    if first is None:
        return second
    if type(first) is tree.Symbol and first.text[0] in "′″‴⁗":
        return tree.Row((first, second))
    raise tree.UnreadableError("double superscript")


def _without_base(script: tree.Node | None) -> tree.Node | None:
    """Unwrap a script that consists of a script with an empty base, which only makes it smaller: ``x_{_{\\rm a}}``."""
    while type(script) is tree.Script and script.base == tree.EMPTY and (script.sub is None or script.sup is None):
        script = script.sub or script.sup
    return None if script == tree.EMPTY else script


IndexRun = tree.Row | None
"""Adjacent signs, or None for the space left for signs in the other script."""


def order_scripts(base: tree.Node, sub: tree.Node, sup: tree.Node) -> tree.Node:
    """Return ``base`` with both scripts: in succession if one leaves space for the other, else one above the other.

    In ``F^{\\mu}_{\\phantom{\\mu}\\nu}`` the second index is a subscript, in ``F_{\\nu}^{\\phantom{\\nu}\\mu}`` a
    superscript. Authors leave space in one script for the index in the other.
    """
    lower, upper = _runs(sub), _runs(sup)
    if lower == [None] or upper == [None]:
        return _script(base, None if lower == [None] else sub, None if upper == [None] else sup)
    if (None not in lower and None not in upper) or _is_kern(sup, lower[0]) or _is_kern(sub, upper[0]):
        return tree.Script(base, sub, sup)
    placed = _merge(lower, upper)
    if placed is None:
        return tree.Script(base, sub, sup)
    items: list[tree.Node] = []
    for low, high in placed:
        items.append(_script(tree.EMPTY if items else base, low, high))
    return tree.Row(tuple(items))


def _script(base: tree.Node, sub: tree.Node | None, sup: tree.Node | None) -> tree.Node:
    return base if sub is None and sup is None else tree.Script(base, sub, sup)


def _runs(script: tree.Node) -> list[IndexRun]:
    """Split a script into signs and spaces. Space beside commas and operators is theirs; that at the end is dropped."""
    runs: list[IndexRun] = []
    items = script.items if type(script) is tree.Row else (script,)
    for place, item in enumerate(items):
        if type(item) is not tree.Space:
            if runs and runs[-1] is not None:
                item, runs = tree.Row((*runs[-1].items, item)), runs[:-1]
            runs.append(item if type(item) is tree.Row else tree.Row((item,)))
        elif item.cells and not any(map(_has_own_room, items[max(place - 1, 0) : place + 2])) and runs[-1:] != [None]:
            runs.append(None)
    return runs[:-1] if len(runs) > 1 and runs[-1] is None else runs


def _has_own_room(node: tree.Node) -> bool:
    return type(node) is tree.Symbol and node.kind in _SPACED


def _is_kern(script: tree.Node, signs: IndexRun) -> bool:
    """Whether the space before a script, if any, is less than half as wide as ``signs`` in the other one: in print, the
    script stands above or below them, not after them."""
    items = script.items if type(script) is tree.Row else (script,)
    room = sum(
        item.cells for item in takewhile(lambda item: type(item) is tree.Space, items) if type(item) is tree.Space
    )
    width = sum(len(item.text) if type(item) is tree.Symbol else 1 for item in signs.items) if signs else 0
    return 0 < 2 * room < width


def _merge(lower: list[IndexRun], upper: list[IndexRun]) -> list[tuple[IndexRun, IndexRun]] | None:
    """Return subscripts and superscripts in order. Returns None if both have signs in the same place."""
    pairs: list[tuple[IndexRun, IndexRun]] = []
    for place in range(max(len(lower), len(upper))):
        low = lower[place] if place < len(lower) else None
        high = upper[place] if place < len(upper) else None
        if low is not None and high is not None:
            return None
        if low is not None or high is not None:
            pairs.append((low, high))
    return pairs
