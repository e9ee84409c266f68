"""What each command of TeX shows: one table from name to the function that reads its arguments."""

from __future__ import annotations

import re
import unicodedata

from arxtui.text.clean import clean
from arxtui.text.tex.marks import (
    ALPHABETS,
    COMBINING,
    MATH_ACCENTS,
    SCRIPT_FORMS,
    SPREADING,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    TEXT_ACCENTS,
    accented,
    all_in,
)
from arxtui.text.tex.spacing import EDGE, HARD, SOFT, fraction, root, root_power, settle
from arxtui.text.tex.symbols import (
    ESCAPED,
    FUNCTIONS,
    LETTER_COMMANDS,
    MATH_WRAPPERS,
    SPACES,
    SYMBOLS,
    TEXT_WRAPPERS,
    VANISHING,
)
from arxtui.text.tex.walker import Command, Walker, scripted

_FORMULAS = frozenset(
    "equation align gather multline eqnarray displaymath math aligned gathered split alignat flalign "
    "subequations".split()
)
_LAYOUT = frozenset(
    "itemize enumerate description center quote quotation abstract document flushleft flushright small theorem lemma "
    "proposition corollary definition proof remark conjecture example minipage figure table sloppypar verse".split()
)
_END_OF_DISPLAY = "\\end-of-display"
_HEXADECIMAL = re.compile(r"x([0-9A-Fa-f]{2,6})")
_DECIMAL = re.compile(r"[0-9]{2,7}")
_LAST_CODE_POINT = 0x110000
_LOOSE_MARKS = frozenset("bdt")
_ROOTS = {"": "√", "2": "√", "3": "∛", "4": "∜"}
_ESCAPED_IN_URL = re.compile(r"\\([%_#&~$])")
_ROW_ROOM = re.compile(r"\[-?\d+(?:\.\d+)?\s*[a-z]{2}\]")
_ONLY_SCRIPTS = re.compile(f"[{SCRIPT_FORMS}{COMBINING}]*(?:[_^](?:\\w|\\([^()]*\\)))*")
_CHEMICAL = re.compile(r"[\w()\[\]+\-=.,*/ <>^{}]+")
_COUNT = re.compile(r"(?<=[A-Za-z)\]])\d+")
_CHARGE = re.compile(r"(?<=[\w)\]])\^?(?:\{(\d*[+-])\}|(?<=\^)(\d*[+-])|([+-])(?=$| ))")


def _symbol(walker: Walker, name: str) -> str:
    shown = SYMBOLS[name]
    if not walker.math:
        if name in LETTER_COMMANDS:
            walker.skip_blanks()
        return shown
    if len(name) == 1 or name in LETTER_COMMANDS:
        return "\\" + name
    return shown + SOFT if walker.skip_blanks() else shown


def _function(walker: Walker, name: str) -> str:
    shown = FUNCTIONS[name]
    if not walker.math:
        return shown
    return EDGE + _with_scripts(walker, shown) + EDGE


def _with_scripts(walker: Walker, shown: str) -> str:
    blank = walker.skip_blanks()
    while walker.peek() in ("^", "_"):
        sign = walker.peek()
        walker.place += 1
        shown += walker.script(sign)
        blank = walker.skip_blanks()
    return shown + HARD if blank else shown


def _operator(walker: Walker, name: str) -> str:
    if walker.peek()[:1] == "*":
        walker.tokens[walker.place] = walker.peek()[1:] or " "
    shown = walker.argument()
    if shown is None:
        return "\\" + name
    return EDGE + _with_scripts(walker, shown) + EDGE if walker.math else shown


def _escaped(walker: Walker, name: str) -> str:
    return ESCAPED[name]


def _space(walker: Walker, name: str) -> str:
    if name.isalpha():
        walker.skip_blanks()
    shown = SPACES[name]
    return HARD if walker.math and shown else shown


def _row(walker: Walker, name: str) -> str:
    if walker.kept:
        return "\\\\"
    room = _ROW_ROOM.match(walker.peek())
    if room:
        walker.tokens[walker.place] = walker.peek()[room.end() :] or " "
    return HARD if walker.math else " "


def _vanish(walker: Walker, name: str) -> str:
    if walker.math or not walker.before or walker.before in " ([\n":
        walker.skip_blanks()
    if not walker.math and walker.peek() == "{":
        walker.place += 1
        return walker.group()
    return ""


def _delimiter(walker: Walker, name: str) -> str:
    walker.skip_blanks()
    atom = walker.peek()
    if atom[:1] == ".":
        walker.tokens[walker.place] = atom[1:] or " "
    return ""


def _wrapper(walker: Walker, name: str) -> str:
    shown = walker.argument()
    return "\\" + name if shown is None else shown


def _text_wrapper(walker: Walker, name: str) -> str:
    shown = walker.text_argument()
    return "\\" + name if shown is None else shown


def _ensure_math(walker: Walker, name: str) -> str:
    math, walker.math = walker.math, True
    shown = walker.argument()
    walker.math = math
    return "\\" + name if shown is None else shown


def _alphabet(walker: Walker, name: str) -> str:
    table = ALPHABETS[name]
    if name in ("cal", "scr", "bb") and walker.depth and not walker.peek().startswith("{"):
        walker.skip_blanks()
        shown = walker.sequence("}")
        walker.place -= walker.closed
    else:
        argument = walker.argument()
        if argument is None:
            return "\\" + name
        shown = argument
    return "".join(table.get(character, character) for character in shown)


def _text_accent(walker: Walker, name: str) -> str:
    source = "\\" + name
    atom = walker.peek()
    if (walker.math and name.isalpha() and name != "r") or walker.before.isdigit():
        return walker.source(source)
    grouped = atom == "{"
    if not (grouped or atom[:1].isalpha() or atom[:1] == "\\" or (name.isalpha() and atom[:1] == " ")):
        return source
    if not grouped and atom[:1] == "\\" and atom[1:] not in LETTER_COMMANDS:
        return source
    return _set_accent(walker, name, grouped=grouped)


def _set_accent(walker: Walker, name: str, *, grouped: bool) -> str:
    source = "\\" + name
    argument = walker.argument()
    if argument is None:
        return source
    if not argument.strip():
        return name if name in "~^" else source + "{" + argument + "}"
    base, rest = argument[0], argument[1:]
    composed = accented(base, TEXT_ACCENTS[name])
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
    if _ONLY_SCRIPTS.fullmatch(rest):
        return accented(base, mark) + rest
    if mark in SPREADING:
        return "".join(accented(each, mark) if each.isalnum() else each for each in argument)
    return f"\\{name}{{{argument}}}"


def _not(walker: Walker, name: str) -> str:
    argument = walker.argument()
    if not argument:
        return "\\" + name
    shown = unicodedata.normalize("NFC", argument[0] + "\u0338") + argument[1:]
    return shown + SOFT if walker.skip_blanks() else shown


def _pair(walker: Walker, name: str) -> tuple[str, str] | str:
    """Two arguments, or the source of what was there."""
    first = walker.argument()
    if first is None:
        return "\\" + name
    second = walker.argument()
    return f"\\{name}{{{first}}}" if second is None else (first, second)


def _fraction(walker: Walker, name: str) -> str:
    walker.option()
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    return fraction(*pair)


def _binomial(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    return pair if isinstance(pair, str) else f"C({pair[0]},{pair[1]})"


def _root(walker: Walker, name: str) -> str:
    index = walker.option()
    radicand = walker.argument()
    if radicand is None:
        return "\\sqrt" if index is None else f"\\sqrt[{index}]"
    shown = walker.inner(index).strip() if index else ""
    if shown in _ROOTS:
        return root(_ROOTS[shown], radicand)
    made = root_power(radicand, shown)
    return f"({made})" if walker.peek() == "^" else made


def _under(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    mark, base = pair
    return base + scripted("_" if name == "underset" else "^", mark) if mark else base


def _long_arrow(walker: Walker, name: str) -> str:
    below = walker.option()
    above = walker.argument() or ""
    arrow = "→" if "right" in name else "←"
    scripts = [("_", walker.inner(below) if below else ""), ("^", above)]
    return arrow + "".join(scripted(sign, shown) for sign, shown in scripts if shown) + SOFT


def _modulus(walker: Walker, name: str) -> str:
    argument = walker.argument()
    return "\\" + name if argument is None else f"{HARD}({'mod ' if name == 'pmod' else ''}{argument})"


_FENCES = {
    "ket": "|{}⟩", "bra": "⟨{}|", "braket": "⟨{}⟩", "Ket": "|{}⟩", "Bra": "⟨{}|", "Braket": "⟨{}⟩", "abs": "|{}|",
    "norm": "‖{}‖", "ceil": "⌈{}⌉", "floor": "⌊{}⌋", "enquote": "“{}”", "tag": " ({})", "footnote": " ({})",
}  # fmt: skip


def _fence(walker: Walker, name: str) -> str:
    argument = walker.argument() if walker.peek() == "{" else None
    return "\\" + name if argument is None else _FENCES[name].format(argument)


def _reference(walker: Walker, name: str) -> str:
    option = walker.option()
    key = walker.raw_argument().strip()
    if not key:
        return "\\" + name
    return f"({key})" if name == "eqref" else f"[{key}, {walker.inner(option)}]" if option else f"[{key}]"


def _link(walker: Walker, name: str) -> str:
    address = _ESCAPED_IN_URL.sub(r"\1", walker.raw_argument()).strip()
    if not address:
        return "\\" + name
    shown = walker.text_argument()
    if not shown or _bare_address(shown) == _bare_address(address):
        return address
    return f"{shown} ({address})"


def _bare_address(text: str) -> str:
    return re.sub(r"^https?://", "", text).rstrip("/")


def _address(walker: Walker, name: str) -> str:
    address = _ESCAPED_IN_URL.sub(r"\1", walker.raw_argument()).strip()
    return address or _text_wrapper(walker, name)


def _text_script(walker: Walker, name: str) -> str:
    shown = walker.text_argument()
    if not shown:
        return "\\" + name
    return settle(scripted("^" if name.endswith("superscript") else "_", shown))


def _chemical(walker: Walker, name: str) -> str:
    """Formulas of mhchem, as far as they are element counts, charges and arrows."""
    formula = walker.raw_argument()
    if not _CHEMICAL.fullmatch(formula):
        return f"\\{name}{{{formula}}}"
    formula = _CHARGE.sub(lambda found: all_in(SUPERSCRIPTS, found[1] or found[2] or found[3]) or "", formula)
    formula = _COUNT.sub(lambda found: all_in(SUBSCRIPTS, found[0]) or "", formula)
    return formula.replace("<=>", "⇌").replace("->", "→")


def _quantity(walker: Walker, name: str) -> str:
    pair = _pair(walker, name)
    if isinstance(pair, str):
        return pair
    number, unit = pair
    return f"\\{name}{{{number}}}{{{unit}}}" if "\\" in unit else f"{number} {unit}"


def _code_point(walker: Walker, name: str) -> str:
    written = walker.raw_argument()
    number = _HEXADECIMAL.fullmatch(written)
    code = int(number[1], 16) if number else int(written) if _DECIMAL.fullmatch(written) else 0
    shown = clean(chr(code)) if code < _LAST_CODE_POINT else ""
    return shown or f"\\{name}{{{written}}}"


def _coloured(walker: Walker, name: str) -> str:
    walker.option()
    if not walker.raw_argument():
        return "\\" + name
    return "" if name == "color" else walker.argument() or ""


def _unseen(walker: Walker, name: str) -> str:
    if walker.peek()[:1] == "*":
        walker.tokens[walker.place] = walker.peek()[1:] or " "
    walker.raw_argument()
    return " " if name == "hspace" else ""


def _first_of_two(walker: Walker, name: str) -> str:
    shown = walker.argument()
    walker.raw_argument()
    return "\\" + name if shown is None else shown


def _item(walker: Walker, name: str) -> str:
    label = walker.option()
    return f" {walker.inner(label)}" if label else " •"


def _begin(walker: Walker, name: str) -> str:
    environment = walker.raw_argument()
    bare = environment.rstrip("*")
    if bare in _FORMULAS:
        return "" if walker.math else _display(walker, environment)
    if bare in _LAYOUT:
        return ""
    walker.kept += 1
    return walker.source(f"\\begin{{{environment}}}") if environment else "\\begin"


def _display(walker: Walker, environment: str) -> str:
    ending = ("\\end", "{", environment, "}")
    place = walker.find(*ending)
    if place is None:
        return f"\\begin{{{environment}}}"
    walker.tokens[place] = _END_OF_DISPLAY
    shown = walker.formula(_END_OF_DISPLAY)
    walker.place += len(ending) - 1
    return f" {shown} "


def _end(walker: Walker, name: str) -> str:
    environment = walker.raw_argument()
    bare = environment.rstrip("*")
    if bare in _LAYOUT or (bare in _FORMULAS and walker.math):
        return ""
    walker.kept = max(walker.kept - 1, 0)
    return f"\\end{{{environment}}}" if environment else "\\end"


def _bracketed(walker: Walker, name: str) -> str:
    closing = "\\)" if name == "(" else "\\]"
    if walker.math or walker.find(closing) is None:
        return "\\" + name
    return walker.formula(closing)


def _colon(walker: Walker, name: str) -> str:
    walker.skip_blanks()
    return ":" + HARD


COMMANDS: dict[str, Command] = {
    **dict.fromkeys(SYMBOLS, _symbol),
    **dict.fromkeys(FUNCTIONS, _function),
    **dict.fromkeys(ESCAPED, _escaped),
    **dict.fromkeys(SPACES, _space),
    **dict.fromkeys(VANISHING, _vanish),
    **dict.fromkeys(["left", "right", "middle"], _delimiter),
    **dict.fromkeys(MATH_WRAPPERS, _wrapper),
    **dict.fromkeys(TEXT_WRAPPERS, _text_wrapper),
    **dict.fromkeys(ALPHABETS, _alphabet),
    **dict.fromkeys(TEXT_ACCENTS, _text_accent),
    **dict.fromkeys(MATH_ACCENTS, _math_accent),
    **dict.fromkeys(["frac", "dfrac", "tfrac", "cfrac", "sfrac", "nicefrac"], _fraction),
    **dict.fromkeys(["binom", "dbinom", "tbinom"], _binomial),
    **dict.fromkeys(["underset", "overset", "stackrel"], _under),
    **dict.fromkeys(["xrightarrow", "xleftarrow"], _long_arrow),
    **dict.fromkeys(["pmod", "pod"], _modulus),
    **dict.fromkeys(_FENCES, _fence),
    **dict.fromkeys(["cite", "citep", "citet", "citealt", "citealp", "ref", "cref", "Cref", "eqref"], _reference),
    **dict.fromkeys(["url", "path", "nolinkurl"], _address),
    **dict.fromkeys(["textsuperscript", "textsubscript"], _text_script),
    **dict.fromkeys(["color", "textcolor"], _coloured),
    **dict.fromkeys(["label", "phantom", "hphantom", "vphantom", "hspace", "vspace", "index"], _unseen),
    **dict.fromkeys(["(", "["], _bracketed),
    **dict.fromkeys(["operatorname", "operatornamewithlimits"], _operator),
    **dict.fromkeys(["SI", "qty"], _quantity),
    "ce": _chemical,
    "unicode": _code_point,
    "sqrt": _root,
    "not": _not,
    "ensuremath": _ensure_math,
    "href": _link,
    "texorpdfstring": _first_of_two,
    "item": _item,
    "begin": _begin,
    "end": _end,
    "colon": _colon,
    "\\": _row,
}
"""Command name (or the one character after the backslash) to what reads and shows it."""
