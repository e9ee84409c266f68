"""References to other works in titles: a part of a series, or a remark about another paper."""

from __future__ import annotations

from arxtui.light import NamedTuple, pattern
from arxtui.text.matching.words import words

_ABOUT = (
    r"(?:(?:on|to|for|of|about|regarding|concerning)\b|[:.,]|-+|–|—)"
    r"(?:\s*(?:the |our |a )?(?:recent )?(?:paper|article|letter|preprint|manuscript)\b[:,]?)?"
)
_AGAINST = r"(?:an? |the |authors?['’]? |further |brief |short |some |our )*"
_REMARKS = {
    "reply": r"repl(?:y|ies)|responses?|rejoinder|rebuttal",
    "comment": r"comments?|remarks?|discussion|critical comments?",
    "correction": r"errat(?:um|a)(?: and (?:addend(?:um|a)|corrigend(?:um|a)))?|corrigend(?:um|a)|corrections?|"
    r"addend(?:um|a)(?: and errat(?:um|a))?|retraction|publisher['’]?s note",
}
_STEMS = tuple(
    "addend comment correct corrigend discussion errat publisher rebuttal rejoinder remark repl respon retract".split()
)
"""Each remark contains one of them: a quick test, because most titles contain none."""
_BEFORE = pattern(
    rf"(?i)\s*[\"'“”‘’`\[(]*{_AGAINST}(?:"
    + "|".join(rf"(?P<{kind}>{pattern_text})" for kind, pattern_text in _REMARKS.items())
    + rf")[\"'“”‘’`\])]*\s*{_ABOUT}"
)
_AFTER = pattern(rf"(?i)\s*[.,:;(\[–—-]+\s*(?:an? )?(?P<correction>{_REMARKS['correction']})\s*[)\].]*\s*$")
_ROMAN = r"(?:[IV]{1,4}|[IVX]{2,5})"
_NUMBER = rf"(?:{_ROMAN}|X|\d{{1,2}})"
# The number of a part ends the title, or punctuation separates it from the rest: "Type II superconductors" has none.
_PART = pattern(
    rf"^(?P<series>.*?[\w)\]$}}'’”\"])(?P<sign>[\s,.:;(\[–—-]+(?:[Pp]art|PART|[Pp]aper|PAPER)\s+(?:No\.?\s*)?{_NUMBER}|"
    rf"[\s,.:;(\[–—-]+{_ROMAN})(?=\s*(?:[.:,;)\]–—]|--?\s|$))"
)
_BREAKS = dict.fromkeys(map(ord, ",.:;()[]–—-"), " ")
_PARTS = frozenset(("part", "Part", "PART", "paper", "Paper", "PAPER"))
_EDITION = pattern(
    r"(?i)\s*[(\[](?:an? )?(?:extended|expanded|full|long|short|complete|technical|journal|conference|preliminary|"
    r"revised)\b[^()\[\]]*[)\]]\s*$"
)
_COUNTED = pattern(_NUMBER + r"$")
_NUMBERED_NOUNS = frozenset(
    "type class phase group level run population category case stage grade tier order mark release version generation "
    "world war h he c n o ne na mg al si s ca ti cr mn fe co ni zn sr ba hii photosystem experiment act volume".split()
)
"""Words that are numbered on their own: a transition of type II, Fe II, Run II."""
_CHARGE = pattern(r"[⁺⁻±∓+−]|(?<=\w)-(?!\w)")
_AS_ON_THE_LINE = str.maketrans("⁺⁻−", "+--")
_SHORTEST_SERIES = 2
_SHORTEST_NAMED = 4
_SHORTEST_BY_AUTHOR = 2


class Remark(NamedTuple):
    """The title of a ``comment``, a ``reply`` or a ``correction``; ``about`` are the words of the title that it refers
    to.
    """

    kind: str
    about: tuple[str, ...]

    def names(self, title: tuple[str, ...], *, by_author: bool) -> bool:
        """Whether the remark refers to the paper with this title (its words).

        A title of two or three words counts only if the papers share an author.
        """
        least = _SHORTEST_BY_AUTHOR if by_author else _SHORTEST_NAMED
        return len(title) >= least and self.about[: len(title)] == title


class SeriesPart(NamedTuple):
    """The words of a series' title, and the number of the part, as ``II`` or ``2``."""

    series: tuple[str, ...]
    number: str


def title_words(title: str) -> tuple[str, ...]:
    """Return the folded words of a readable title, without an edition at its end (``(extended version)``)."""
    return tuple(words(_EDITION.sub("", title) if title.rstrip().endswith((")", "]")) else title))


def charges(title: str) -> str:
    """Return the signs of charges in a readable text, which are in no word: all that tells D⁺ mesons from D⁻."""
    return "".join(_CHARGE.findall(title)).translate(_AS_ON_THE_LINE)


def differ_in_charges(one: str, other: str) -> bool:
    """Whether the charges in two readable texts contradict each other; where some or all are lost, they do not."""
    return (own := charges(one)) not in (others := charges(other)) and others not in own


def remark_of(title: str) -> Remark | None:
    """Return the remark that a readable title is, or None.

    Of a reply to a comment, ``about`` is what the comment refers to.
    """
    if not any(map(title.lower().__contains__, _STEMS)):
        return None
    kind, rest = "", title
    while match := _BEFORE.match(rest):
        kind, rest = kind or str(match.lastgroup), rest[match.end() :]
    if not kind and (match := _AFTER.search(rest)):
        kind, rest = str(match.lastgroup), rest[: match.start()]
    about = title_words(rest)
    return Remark(kind, about) if kind and about else None


def _is_part(word: str) -> bool:
    """Whether a word can be a Roman number or precede one: a quick test, because few titles have such a word."""
    return word in _PARTS or not word.strip("IVX")


def part_of(title: str) -> SeriesPart | None:
    """Return the part of a series that a readable title names (``Title II. Subtitle``, ``Title, Part 2``), or None."""
    match = _PART.match(title) if any(map(_is_part, title.translate(_BREAKS).split())) else None
    if not match:
        return None
    series, number = title_words(match["series"]), _COUNTED.search(match["sign"])
    if number is None or len(series) < _SHORTEST_SERIES or series[-1] in _NUMBERED_NOUNS:
        return None
    return SeriesPart(series, number[0])
