"""The walk over TeX tokens: groups, formulas, scripts, ties, arguments. Commands are defined in ``commands``."""

from __future__ import annotations

from collections.abc import Callable

from arxtui.light import NamedTuple, pattern
from arxtui.text.tex.fonts import BOLD
from arxtui.text.tex.marks import as_script
from arxtui.text.tex.spacing import HARD, convert_dashes, fraction, is_dash, script, settle
from arxtui.text.tex.tokens import FORMULA_LIMIT, formula_end, has_tex, is_prose, is_tie, tokenize
from arxtui.text.tex.uncertainties import ERROR_SIGNS, read_uncertainty

Command = Callable[["Walker", str], str]


class Formulas(NamedTuple):
    """Other ways to convert formulas.

    ``known(source, before, after)`` converts a formula of running text, given the characters next to it; None if it has
    to be walked. ``better(source, walked)`` returns the final result for a formula that has been walked.
    """

    known: Callable[[str, str, str], str | None]
    better: Callable[[str, str], str]


WALK_ONLY = Formulas(lambda source, before, after: None, lambda source, walked: walked)
"""Formulas converted by the walk only."""

NO_BREAK = "\u00a0"
_PRIMES = {1: "′", 2: "″", 3: "‴"}
_PRIME_RUN = pattern("'+")
_OPTION = pattern(r"\[[^\[\]]*\]\s*")
_MAX_OPTION_TOKENS = 30
_INFIX = frozenset({"\\over", "\\choose"})
_AFTER_TIE = frozenset("$\\{([")
_NOT_BEFORE_TIE = frozenset(["", *" /([\n"])
_NO_ARGUMENT = frozenset("}$&^_~")
_NO_NEIGHBOUR = "$\\{}"


class Walker:
    """Converts tokens from ``place`` on. ``math`` is the mode, ``bold`` the font of formulas; ``before`` is the last
    character written.

    ``source_depth`` counts the open environments that stay as source; ``closed`` is True if the last sequence reached
    its end token. ``formulas`` converts formulas without the walk, or improves its result.
    """

    def __init__(self, tex: str, commands: dict[str, Command], formulas: Formulas, *, math: bool = False) -> None:
        self.tokens = tokenize(tex)
        self.commands = commands
        self.formulas = formulas
        self.place = 0
        self.math = math
        self.bold = False
        self.before = ""
        self.depth = 0
        self.source_depth = 0
        self.closed = False
        self.missing: set[str] = set()
        self._in_tex: bool | None = None

    def sequence(self, end: str = "") -> str:
        """Convert the tokens up to ``end`` (consumed), or all of them."""
        out: list[str] = []
        tokens = self.tokens
        last = len(tokens)
        while self.place < last:
            atom = tokens[self.place]
            self.place += 1
            handler = _SPECIAL.get(atom[0])
            if not handler:
                shown = self._run(atom)
            elif atom == end:
                self.closed = True
                return "".join(out)
            elif atom in _INFIX and self.math:
                return self._infix(atom, "".join(out), end)
            else:
                shown = handler(self, atom)
            if shown:
                out.append(shown)
                self.before = shown[-1]
        self.closed = False
        return "".join(out)

    def group(self) -> str:
        """Convert the group whose opening brace has just been read; the result has no braces."""
        self.depth += 1
        self.before = ""
        bold = self.bold
        shown = self.sequence("}")
        self.bold = bold
        self.depth -= 1
        return shown

    def braced_group(self) -> str:
        """Convert a group like :meth:`group`, but keep the braces."""
        shown = self.group()
        return "{" + shown + ("}" if self.closed else "")

    def peek(self) -> str:
        """Return the next token; "" at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _ties(self, place: int) -> bool:
        """Whether the ``~`` at a place is a tie between words."""
        if self._in_tex is None:
            self._in_tex = has_tex(self.tokens)
        return is_tie(self.tokens, place, in_tex=self._in_tex)

    def skip_blanks(self) -> bool:
        """Remove the blanks at the beginning of the next token. Returns whether there were any."""
        atom = self.peek()
        if not atom[:1].isspace():
            return False
        rest = atom.lstrip()
        if rest:
            self.tokens[self.place] = rest
        else:
            self.place += 1
        return True

    def argument(self) -> str | None:
        """Convert the next argument: a group, a command, or one character. Returns None if there is none."""
        place, first = self.place, self.peek()
        self.skip_blanks()
        atom = self.peek()
        if not atom or atom in _NO_ARGUMENT:
            self.place = place
            if atom != first and self.place < len(self.tokens):
                self.tokens[self.place] = first
            return None
        self.place += 1
        if atom == "{":
            shown = self.group()
        elif atom[0] == "\\":
            shown = self.command(atom)
        else:
            shown = BOLD.apply(atom[0]) if self.math and self.bold else atom[0]
            if len(atom) > 1:
                self.place -= 1
                self.tokens[self.place] = atom[1:]
        return settle(shown.strip() if self.math else shown)

    def text_argument(self) -> str | None:
        """Convert the next argument as running text."""
        math, self.math = self.math, False
        shown = self.argument()
        self.math = math
        return shown

    def raw_argument(self) -> str:
        """Return the source of the next argument in braces; "" if there is none."""
        place, first = self.place, self.peek()
        self.skip_blanks()
        if self.peek() != "{":
            self.place = place
            self.tokens[place : place + 1] = [first] * bool(first)
            return ""
        start, depth = self.place + 1, 0
        while self.place < len(self.tokens):
            atom = self.tokens[self.place]
            self.place += 1
            depth += (atom == "{") - (atom == "}")
            if depth == 0:
                return "".join(self.tokens[start : self.place - 1])
        return "".join(self.tokens[start:])

    def option(self) -> str | None:
        """Return the source of the next optional argument in square brackets; None if there is none."""
        if self.peek()[:1] != "[":
            return None
        source = ""
        for place in range(self.place, min(self.place + _MAX_OPTION_TOKENS, len(self.tokens))):
            head, bracket, rest = self.tokens[place].partition("]")
            source += head
            if bracket:
                self.place = place + (0 if rest else 1)
                if rest:
                    self.tokens[place] = rest
                return source[1:]
        return None

    def find(self, *ending: str) -> int | None:
        """Return the index at which the tokens ``ending`` next follow each other; None if they do not."""
        name = "".join(ending)
        if name in self.missing:
            return None
        for place in range(self.place, len(self.tokens)):
            if self.tokens[place] == ending[0] and tuple(self.tokens[place : place + len(ending)]) == ending:
                return place
        self.missing.add(name)
        return None

    def inner(self, tex: str) -> str:
        """Convert a part of the source in the current mode."""
        walker = Walker(tex, self.commands, self.formulas, math=self.math)
        walker.bold = self.bold
        return settle(walker.sequence())

    def formula(self, end: str, stop: int) -> str:
        """Convert the formula up to ``end`` (consumed) at index ``stop``; spacing is settled with its neighbours."""
        before, math, bold = self.before, self.math, self.bold
        source = "" if self.depth or stop - self.place > FORMULA_LIMIT else "".join(self.tokens[self.place : stop])
        self.math, self.bold = True, False
        shown = self.sequence(end).strip()
        self.math, self.bold = math, bold
        if source and self.place == stop + 1:
            shown = self.formulas.better(source, shown)
        if not shown:
            return " "
        return settle(shown, before if not math else "", "" if math else self.peek()[:1].strip(_NO_NEIGHBOUR))

    def command(self, atom: str) -> str:
        """Convert a command; an unknown one stays as source, and its arguments are converted."""
        command = self.commands.get(atom[1:])
        if command:
            return command(self, atom[1:])
        if atom.startswith("\\verb") and len(atom) > len("\\verb"):
            return atom.removeprefix("\\verb").removeprefix("*")[1:-1]
        return self.source(atom)

    def source(self, atom: str) -> str:
        """Return a command as written, with the arguments in braces converted."""
        if _OPTION.fullmatch(self.peek()) and self.tokens[self.place + 1 : self.place + 2] == ["{"]:
            atom += self.peek()
            self.place += 1
        while self.peek() == "{":
            self.place += 1
            atom += self.braced_group()
        return atom

    def script(self, atom: str) -> str:
        """Convert a superscript or subscript in a formula."""
        start = self.place - 1
        argument = self.argument()
        if argument is None:
            return atom
        if argument[:1] in ERROR_SIGNS and (error := read_uncertainty(self, atom, argument, start)) is not None:
            return error
        return script(atom, argument, bold=self.bold)

    def _infix(self, atom: str, left: str, end: str) -> str:
        right = settle(self.sequence(end)).strip()
        left = settle(left).strip()
        return fraction(left, right) if atom == "\\over" else f"C({left},{right})"

    def _special_group(self, atom: str) -> str:
        inside = self.peek()
        if inside == "}":
            self.place += 1
            return ""
        letter = len(inside) == 1 and not inside.isascii() and self.tokens[self.place + 1 : self.place + 2] == ["}"]
        if self.math or letter or inside[:1] == "\\" or self._is_one_formula():
            return self.group()
        return self.braced_group()

    def _is_one_formula(self) -> bool:
        if self.peek() != "$":
            return False
        end = formula_end(self.tokens, self.place + 1, "$", nested=True)
        return end is not None and self.tokens[end + 1 : end + 2] == ["}"]

    def _special_dollar(self, atom: str) -> str:
        if self.math:
            return atom
        display = self.peek() == "$"
        if not (display or self.depth or self.source_depth):
            known = self._known_formula()
            if known is not None:
                return known
        start = self.place + display
        end = formula_end(self.tokens, start, "$", nested=self.depth > 0)
        if end is None or (display and self.tokens[end + 1 : end + 2] != ["$"]):
            return atom
        following = self.tokens[end + 1] if end + 1 < len(self.tokens) else ""
        if not display and is_prose("".join(self.tokens[start:end]), following):
            return atom
        self.place = start
        shown = self.formula("$", end)
        self.place += display
        return shown

    def _known_formula(self) -> str | None:
        try:
            end = self.tokens.index("$", self.place)
        except ValueError:
            return None
        after = self.tokens[end + 1][0] if end + 1 < len(self.tokens) else ""
        content = "".join(self.tokens[self.place : end])
        if content == "-" and is_dash("".join(self.tokens[: self.place - 1][-1:]), *self.tokens[end + 1 : end + 2]):
            self.place = end + 1
            return "–"
        known = self.formulas.known(content, self.before, after.strip(_NO_NEIGHBOUR))
        if known is not None:
            self.place = end + 1
        return known

    def _special_script(self, atom: str) -> str:
        if self.math:
            return self.script(atom)
        if self.peek() != "{":
            return atom
        self.place += 1
        shown = self.braced_group()
        return as_script(atom, shown[1:-1]) or atom + shown

    def _special_tie(self, atom: str) -> str:
        after = self.peek()[:1]
        if self.math:
            return atom if after.isdigit() and self.before.isalpha() else HARD
        beside = after.isalnum() or after in _AFTER_TIE
        return (
            NO_BREAK if after and beside and self.before not in _NOT_BEFORE_TIE and self._ties(self.place - 1) else atom
        )

    def _special_and(self, atom: str) -> str:
        return atom if self.source_depth or not self.math else " "

    def _special_command(self, atom: str) -> str:
        return self.command(atom)

    def _special_brace(self, atom: str) -> str:
        return atom

    def _run(self, atom: str) -> str:
        if self.math:
            if "'" in atom:
                atom = _PRIME_RUN.sub(lambda run: _PRIMES.get(len(run[0]), "′" * len(run[0])), atom)
            atom = atom.replace("\n", " ")
            return BOLD.apply(atom) if self.bold else atom
        return convert_dashes(atom) if "--" in atom else atom


_SPECIAL: dict[str, Command] = {
    "\\": Walker._special_command,
    "{": Walker._special_group,
    "}": Walker._special_brace,
    "$": Walker._special_dollar,
    "^": Walker._special_script,
    "_": Walker._special_script,
    "~": Walker._special_tie,
    "&": Walker._special_and,
}
