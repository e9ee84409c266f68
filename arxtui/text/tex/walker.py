"""A walk over TeX tokens: groups, formulas, scripts, ties, arguments. What commands mean is in ``commands``."""

from __future__ import annotations

import re
from collections.abc import Callable

from arxtui.text.tex.marks import SUBSCRIPTS, SUPERSCRIPTS, all_in
from arxtui.text.tex.spacing import HARD, SCRIPT_END, fraction, settle
from arxtui.text.tex.tokens import formula_end, is_prose, tokenize

Command = Callable[["Walker", str], str]

NO_BREAK = "\u00a0"
_DASHES = re.compile(r"(?<![-\s!<])(---?)(?![->])|(?<=\s)(---?)(?=\s)")
_PRIMES = {1: "′", 2: "″", 3: "‴"}
_PRIME_RUN = re.compile("'+")
_AROUND_SIGNS = re.compile(r"\s*([-+=−])\s*")
_OPTION = re.compile(r"\[[^\[\]]*\]\s*")
_INFIX = frozenset({"\\over", "\\choose"})
_NO_ARGUMENT = frozenset("}$&^_~")


class Walker:
    """Reads tokens from ``place`` on. ``math`` is the mode; ``before`` the last character written.

    ``kept`` counts open environments that stay as source; ``closed`` tells whether the last sequence met its end.
    """

    def __init__(self, tex: str, commands: dict[str, Command], *, math: bool = False) -> None:
        self.tokens = tokenize(tex)
        self.commands = commands
        self.place = 0
        self.math = math
        self.before = ""
        self.depth = 0
        self.kept = 0
        self.closed = False

    def sequence(self, end: str = "") -> str:
        """What the tokens up to ``end`` (consumed) or to the last one show."""
        out: list[str] = []
        tokens = self.tokens
        while self.place < len(tokens):
            token = tokens[self.place]
            self.place += 1
            if token == end:
                self.closed = True
                return "".join(out)
            if token in _INFIX and self.math:
                return self._infix(token, "".join(out), end)
            handler = _SPECIAL.get(token[0])
            piece = handler(self, token) if handler else self._run(token)
            if piece:
                out.append(piece)
                self.before = piece[-1]
        self.closed = False
        return "".join(out)

    def group(self) -> str:
        """What the group shows whose opening brace was just read, without braces."""
        self.depth += 1
        self.before = ""
        shown = self.sequence("}")
        self.depth -= 1
        return shown

    def braced(self) -> str:
        """Like :meth:`group`, with the braces of the source."""
        shown = self.group()
        return "{" + shown + ("}" if self.closed else "")

    def peek(self) -> str:
        """The next token, empty at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def skip_blanks(self) -> bool:
        """Drop the blanks that begin the next run; whether there were any."""
        token = self.peek()
        if not token[:1].isspace():
            return False
        rest = token.lstrip()
        if rest:
            self.tokens[self.place] = rest
        else:
            self.place += 1
        return True

    def argument(self) -> str | None:
        """What the next argument shows: a group, a command, or one character; None where there is none."""
        place, first = self.place, self.peek()
        self.skip_blanks()
        token = self.peek()
        if not token or token in _NO_ARGUMENT:
            self.place = place
            if token != first and self.place < len(self.tokens):
                self.tokens[self.place] = first
            return None
        self.place += 1
        if token == "{":
            shown = self.group()
        elif token[0] == "\\":
            shown = self.command(token)
        else:
            shown = token[0]
            if len(token) > 1:
                self.place -= 1
                self.tokens[self.place] = token[1:]
        return settle(shown).strip() if self.math else shown

    def text_argument(self) -> str | None:
        """The next argument, read as running text."""
        math, self.math = self.math, False
        shown = self.argument()
        self.math = math
        return shown

    def raw_argument(self) -> str:
        """The source of the next braced argument; empty where there is none."""
        place = self.place
        self.skip_blanks()
        if self.peek() != "{":
            self.place = place
            return ""
        start, depth = self.place + 1, 0
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            self.place += 1
            depth += (token == "{") - (token == "}")
            if depth == 0:
                return "".join(self.tokens[start : self.place - 1])
        return "".join(self.tokens[start:])

    def option(self) -> str | None:
        """The source of the next optional argument in square brackets; None where there is none."""
        if self.peek()[:1] != "[":
            return None
        source = ""
        for place in range(self.place, len(self.tokens)):
            head, bracket, rest = self.tokens[place].partition("]")
            source += head
            if bracket:
                self.place = place + (0 if rest else 1)
                if rest:
                    self.tokens[place] = rest
                return source[1:]
        return None

    def inner(self, tex: str) -> str:
        """What a piece of source shows in the present mode."""
        return settle(Walker(tex, self.commands, math=self.math).sequence())

    def formula(self, end: str) -> str:
        """What the formula up to ``end`` (consumed) shows, settled between its neighbours."""
        before, math = self.before, self.math
        self.math = True
        shown = self.sequence(end).strip()
        self.math = math
        if not shown:
            return " "
        return settle(shown, before if not math else "", "" if math else self.peek()[:1].strip("$\\"))

    def command(self, token: str) -> str:
        """What a command shows; an unknown one stays as source, its arguments too."""
        found = self.commands.get(token[1:])
        if found:
            return found(self, token[1:])
        if token.startswith("\\verb") and len(token) > len("\\verb"):
            return token.removeprefix("\\verb").removeprefix("*")[1:-1]
        return self.source(token)

    def source(self, token: str) -> str:
        """A command as written, with its braced arguments converted."""
        if _OPTION.fullmatch(self.peek()) and self.tokens[self.place + 1 : self.place + 2] == ["{"]:
            token += self.peek()
            self.place += 1
        while self.peek() == "{":
            self.place += 1
            token += self.braced()
        return token

    def script(self, token: str) -> str:
        """A superscript or subscript in a formula."""
        argument = self.argument()
        return token if argument is None else scripted(token, argument)

    def _infix(self, token: str, left: str, end: str) -> str:
        right = settle(self.sequence(end)).strip()
        left = settle(left).strip()
        return fraction(left, right) if token == "\\over" else f"C({left},{right})"

    def _special_group(self, token: str) -> str:
        inside = self.peek()
        if inside == "}":
            self.place += 1
            return ""
        if self.math or inside[:1] == "\\" or self._is_one_formula():
            return self.group()
        return self.braced()

    def _is_one_formula(self) -> bool:
        if self.peek() != "$":
            return False
        end = formula_end(self.tokens, self.place + 1, "$", nested=True)
        return end is not None and self.tokens[end + 1 : end + 2] == ["}"]

    def _special_dollar(self, token: str) -> str:
        if self.math:
            return token
        display = self.peek() == "$"
        start = self.place + display
        end = formula_end(self.tokens, start, "$", nested=self.depth > 0)
        if end is None or (display and self.tokens[end + 1 : end + 2] != ["$"]):
            return token
        following = self.tokens[end + 1] if end + 1 < len(self.tokens) else ""
        if not display and is_prose("".join(self.tokens[start:end]), following):
            return token
        self.place = start
        shown = self.formula("$")
        self.place += display
        return shown

    def _special_script(self, token: str) -> str:
        if self.math:
            return self.script(token)
        if self.peek() != "{":
            return token
        self.place += 1
        shown = self.braced()
        return all_in(_TABLES[token], shown[1:-1]) or token + shown

    def _special_tie(self, token: str) -> str:
        if self.math:
            return HARD
        after = self.peek()[:1]
        if not self.before or self.before in " /([\n" or not (after.isalnum() or after in ("$", "\\", "{", "(", "[")):
            return token
        return token if self.before.isdigit() and after.isdigit() else NO_BREAK

    def _special_and(self, token: str) -> str:
        return token if self.kept or not self.math else " "

    def _special_command(self, token: str) -> str:
        return self.command(token)

    def _special_brace(self, token: str) -> str:
        return token

    def _run(self, token: str) -> str:
        if self.math:
            if "'" in token:
                token = _PRIME_RUN.sub(lambda run: _PRIMES.get(len(run[0]), "′" * len(run[0])), token)
            return token.replace("\n", " ")
        return _DASHES.sub(_dash, token) if "--" in token else token


def scripted(token: str, argument: str) -> str:
    """``argument`` raised (``^``) or lowered (``_``) where every character has such a form, else after the sign."""
    tight = _AROUND_SIGNS.sub(r"\1", argument)
    if tight == "∘" and token == "^":
        return "°"
    found = all_in(_TABLES[token], tight)
    if found is not None:
        return found
    if len(argument) == 1:
        return token + argument + SCRIPT_END
    return f"{token}{{{argument}}}" if argument[0] == "(" and argument[-1] == ")" else f"{token}({argument})"


def _dash(match: re.Match[str]) -> str:
    return "—" if len(match[0]) == len("---") else "–"


_TABLES = {"^": SUPERSCRIPTS, "_": SUBSCRIPTS}
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
