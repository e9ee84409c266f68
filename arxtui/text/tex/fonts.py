"""Letters in the mathematical alphabets, and the commands that select them."""

from __future__ import annotations

from arxtui.light import NamedTuple
from arxtui.text.tex.marks import ALPHABETS, alphabet

_BOLD = alphabet(0x1D400, 0x1D41A, "", 0x1D7CE)
_BOLD |= {chr(code): chr(0x1D6A8 + code - 0x391) for code in range(0x391, 0x3AA) if code != 0x3A2}
_BOLD |= {chr(code): chr(0x1D6C2 + code - 0x3B1) for code in range(0x3B1, 0x3CA)}
_BOLD |= dict(zip("∇∂ϵϑϰϕϱϖℓ", "𝛁𝛛𝛜𝛝𝛞𝛟𝛠𝛡𝓵", strict=True))

_REGULAR = {bold: regular for regular, bold in _BOLD.items()}

_LETTERS: dict[tuple[str, bool], dict[str, str]] = {
    ("", False): {},
    ("", True): _BOLD,
    ("bb", False): ALPHABETS["mathbb"],
    ("bb", True): ALPHABETS["mathbb"],
    ("cal", False): ALPHABETS["mathcal"],
    ("cal", True): alphabet(0x1D4D0, 0x1D4EA, ""),
    ("frak", False): ALPHABETS["mathfrak"],
    ("frak", True): alphabet(0x1D56C, 0x1D586, ""),
}


class Font(NamedTuple):
    """An alphabet. With ``words``, adjacent letters are a word, not a product."""

    letters: str = ""
    bold: bool = False
    words: bool = False

    def apply(self, text: str) -> str:
        """Return ``text`` in this alphabet; other characters are not converted."""
        table = _LETTERS[self.letters, self.bold]
        return "".join([table.get(character, character) for character in text]) if table else text


ITALIC = Font()
UPRIGHT = Font(words=True)
BOLD = Font(bold=True)

_BLACKBOARD = "mathbb Bbb mathds mathbbm mathbbmss bbm bb mathbbold mathbbb"
_SCRIPT = "mathcal cal Cal mathscr scr mathpzc EuScript euscr"
_FRAKTUR = "mathfrak frak goth mathgoth euf"
_UPRIGHT = "mathrm rm mathsf sf mathtt tt mathup mathsc sc rmfamily sffamily ttfamily upshape"
_WORDS = "mathit it em sl itshape slshape"

CHANGES: dict[str, Font] = {
    **dict.fromkeys(_BLACKBOARD.split(), Font("bb")),
    **dict.fromkeys(_SCRIPT.split(), Font("cal")),
    **dict.fromkeys(_FRAKTUR.split(), Font("frak")),
    **dict.fromkeys(_UPRIGHT.split(), UPRIGHT),
    **dict.fromkeys(_WORDS.split(), UPRIGHT),
    **dict.fromkeys("mathbf bf bold mathbfit bfseries".split(), BOLD),
    **dict.fromkeys("mathnormal mit".split(), ITALIC),
}
"""Font commands, to the font that they select."""

KEEPS_BOLD = frozenset([*_SCRIPT.split(), *_FRAKTUR.split(), *_WORDS.split()])
"""Font commands that keep bold letters bold."""

BOLDER = frozenset("boldsymbol bm pmb mathbold boldmath".split())
"""Commands that make the current font bold."""

BOLDNESS = {name: font.bold for name, font in CHANGES.items() if name not in KEEPS_BOLD} | dict.fromkeys(BOLDER, True)
"""Font commands, to whether letters after them are bold."""


def without_bold(text: str) -> str:
    """Return ``text`` with regular letters for bold ones."""
    return "".join([_REGULAR.get(character, character) for character in text])
