"""Commands for single characters and for fonts."""

from __future__ import annotations

from arxtui.light import pattern
from arxtui.text.clean import clean
from arxtui.text.tex.fonts import BOLD, BOLDNESS, CHANGES, KEEPS_BOLD
from arxtui.text.tex.marks import ALPHABETS, COMBINING, LOWERED_FORMS, MATH_ACCENTS, SPREADING, TEXT_ACCENTS, with_mark
from arxtui.text.tex.spacing import HARD, SOFT, script, settle
from arxtui.text.tex.symbols import ESCAPED, LETTER_COMMANDS, MATH_WRAPPERS, SPACES, SYMBOLS, TEXT_WRAPPERS, VANISHING
from arxtui.text.tex.walker import Command, Walker

_HEXADECIMAL = pattern(r"x([0-9A-Fa-f]{2,6})")
_DECIMAL = pattern(r"[0-9]{2,7}")
_LAST_CODE_POINT = 0x110000
_LOOSE_MARKS = frozenset("bdt")
_ROW_SPACING = pattern(r"\[-?\d+(?:\.\d+)?\s*[a-z]{2}\]")
_PARTED = frozenset("'`\"^")
_PARTED_LETTER = pattern(r" [a-z](?:[a-z]|\W|$)")
"""In ``Nov\\' ak``, the accent is on the letter after the blank, as in TeX."""
_NEVER_SPREAD = frozenset("\\^_*")
_ONLY_SUBSCRIPTS = pattern(f"[{LOWERED_FORMS}{COMBINING}]*(?:_(?:\\w|\\([^()]*\\)))*")


def _symbol(walker: Walker, name: str) -> str:
    shown = SYMBOLS[name]
    if not walker.math:
        if name in LETTER_COMMANDS:
            walker.skip_blanks()
        return shown
    if len(name) == 1 or name in LETTER_COMMANDS:
        return "\\" + name
    if walker.bold:
        shown = BOLD.apply(shown)
    return shown + SOFT if walker.skip_blanks() else shown


def _escaped(walker: Walker, name: str) -> str:
    return ESCAPED[name]


def _space(walker: Walker, name: str) -> str:
    if name.isalpha():
        walker.skip_blanks()
    shown = SPACES[name]
    return HARD if walker.math and shown else shown


def _row(walker: Walker, name: str) -> str:
    if walker.source_depth:
        return "\\\\"
    spacing = _ROW_SPACING.match(walker.peek())
    if spacing:
        walker.tokens[walker.place] = walker.peek()[spacing.end() :] or " "
    return HARD if walker.math else " "


def _vanish(walker: Walker, name: str) -> str:
    if name == "sl" and walker.math and walker.peek()[:1] in ("_", "^", "("):
        return name  # the name of a Lie algebra
    walker.bold = walker.math and BOLDNESS.get(name, walker.bold)
    if walker.math or not walker.before or walker.before in " ([\n":
        walker.skip_blanks()
    if not walker.math and walker.peek() == "{":
        walker.place += 1
        return walker.group()
    return ""


def _wrapper(walker: Walker, name: str) -> str:
    shown = _argument(walker, bold=BOLDNESS.get(name, walker.bold))
    return "\\" + name if shown is None else shown


def _text_wrapper(walker: Walker, name: str) -> str:
    shown = walker.text_argument()
    if name == "textbf" and walker.math and shown and len(shown.strip()) == 1:
        return BOLD.apply(shown)
    return "\\" + name if shown is None else shown


def _ensure_math(walker: Walker, name: str) -> str:
    math, walker.math = walker.math, True
    shown = walker.argument()
    walker.math = math
    return "\\" + name if shown is None else shown


def _argument(walker: Walker, *, bold: bool) -> str | None:
    before, walker.bold = walker.bold, bold
    shown = walker.argument()
    walker.bold = before
    return shown


def _alphabet(walker: Walker, name: str) -> str:
    font = CHANGES[name]._replace(bold=walker.bold and name in KEEPS_BOLD)
    if name in ("cal", "scr", "bb") and walker.depth and not walker.peek().startswith("{"):
        walker.skip_blanks()
        walker.bold = False
        shown = walker.sequence("}")
        walker.place -= walker.closed
    else:
        argument = _argument(walker, bold=False)
        if argument is None:
            return "\\" + name
        shown = argument
    return font.apply(shown)


def _text_accent(walker: Walker, name: str) -> str:
    source = "\\" + name
    atom = walker.peek()
    if (walker.math and name.isalpha() and name != "r") or walker.before.isdigit():
        return walker.source(source)
    if atom[:1] == " " and name in _PARTED and walker.before.isalpha() and _PARTED_LETTER.match(atom):
        walker.skip_blanks()
        atom = walker.peek()
    grouped = atom == "{"
    if not (grouped or atom[:1].isalpha() or atom[:1] == "\\" or (name.isalpha() and atom[:1] == " ")):
        return source
    if not grouped and atom[:1] == "\\" and atom[1:] not in LETTER_COMMANDS:
        return source
    return _set_accent(walker, name, grouped=grouped)


def _set_accent(walker: Walker, name: str, *, grouped: bool) -> str:
    source = "\\" + name
    argument = _argument(walker, bold=False)
    if argument is None:
        return source
    if not argument.strip():
        return name if name in "~^" else source + "{" + argument + "}"
    base, rest = argument[0], argument[1:]
    composed = with_mark(base, TEXT_ACCENTS[name])
    if len(composed) == 1 or (base.isalpha() and (grouped or name in _LOOSE_MARKS)):
        return composed + rest
    return f"{source}{{{argument}}}" if grouped else source + argument


def _math_accent(walker: Walker, name: str) -> str:
    argument = walker.argument()
    if not argument:
        return "\\" + name
    mark = MATH_ACCENTS[name]
    if name == "underline" and not walker.math:
        return argument
    base, rest = argument[0], argument[1:]
    if _ONLY_SUBSCRIPTS.fullmatch(rest):
        return with_mark(base, mark) + rest
    if mark in SPREADING and not _NEVER_SPREAD.intersection(argument):
        return "".join(with_mark(each, mark) for each in argument)
    return f"\\{name}{{{argument}}}"


def _code_point(walker: Walker, name: str) -> str:
    source = walker.raw_argument()
    number = _HEXADECIMAL.fullmatch(source)
    code = int(number[1], 16) if number else int(source) if _DECIMAL.fullmatch(source) else 0
    shown = clean(chr(code)) if code < _LAST_CODE_POINT else ""
    return shown or f"\\{name}{{{source}}}"


def _text_script(walker: Walker, name: str) -> str:
    shown = walker.text_argument()
    if not shown:
        return "\\" + name
    return settle(script("^" if name.endswith("superscript") else "_", shown))


CHARACTERS: dict[str, Command] = {
    **dict.fromkeys(SYMBOLS, _symbol),
    **dict.fromkeys(ESCAPED, _escaped),
    **dict.fromkeys(SPACES, _space),
    **dict.fromkeys(VANISHING, _vanish),
    **dict.fromkeys(MATH_WRAPPERS, _wrapper),
    **dict.fromkeys(TEXT_WRAPPERS, _text_wrapper),
    **dict.fromkeys(ALPHABETS, _alphabet),
    **dict.fromkeys(TEXT_ACCENTS, _text_accent),
    **dict.fromkeys(MATH_ACCENTS, _math_accent),
    **dict.fromkeys(["textsuperscript", "textsubscript"], _text_script),
    "unicode": _code_point,
    "ensuremath": _ensure_math,
    "\\": _row,
}
