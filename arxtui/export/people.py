"""Author names, parsed for bibliographies into given names, particle, family name and suffix; and collaborations.

arXiv gives a name as one string. An ambiguous name (a family name of two words without a particle between them) is read
in the same way as by BibTeX: the last word is the family name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from arxtui.light import NamedTuple, pattern


class Person(NamedTuple):
    """One author, in the TeX of the source. ``particle`` has the lower-case words before a family name (``van der``). A
    collaboration, or anything else that is not a person's name, has only ``literal``. ``full`` is the name as people
    write it: in Chinese, Japanese and Korean script the family name is first."""

    family: str = ""
    given: str = ""
    particle: str = ""
    suffix: str = ""
    literal: str = ""

    @property
    def is_family_first(self) -> bool:
        """Whether the family name is written first, as in Chinese, Japanese and Korean script."""
        return _EAST_ASIAN.fullmatch(self.family) is not None

    @property
    def full(self) -> str:
        """The name in one string."""
        if self.is_family_first:
            return self.family + self.given
        return self.literal or " ".join(filter(None, (self.given, self.particle, self.family, self.suffix)))


OTHERS = Person(literal="et al.")
"""The authors that the list omits."""

_PARTICLES = frozenset(
    "af al am av bin ben da dal das de degli dei del della delle dem den der des di do dos du e' el het ibn la las le "
    "los 's 't te ten ter und van ver vom von zu zum zur".split()
)
_CAPITAL_PARTICLES = frozenset(
    "Al Ben Da Dal Das De Degli Del Della Den Der Des Di Dos Du El La Le Los Mac Ten Ter Van Vander Von".split()
)
# In Vietnamese names, Van, Le and the like are middle names.
_VIETNAMESE = frozenset(
    "Bui Bùi Dang Đặng Dinh Đinh Do Đỗ Duong Hoang Hoàng Huynh Huỳnh Le Lê Luu Ngo Ngô Nguyen Nguyễn Pham Phạm Phan "
    "Tran Trần Trinh Trịnh Truong Trương Vo Võ Vu Vũ".split()
)
_JOINED_BY = frozenset("y e i".split())
"""The words between the two parts of a Spanish, Portuguese or Catalan family name."""

_SUFFIX = pattern(r"(?:\\,\s*)?(?:Jr|Sr)\.?|I{2,3}|IV")
_COLLECTIVE = pattern(
    r"\b(?:collaborations?|consorti(?:um|ums|a)|teams?|groups?|project|survey|experiments?|network|alliance|initiative|"
    r"committee|institut[eo]?|university|laboratory|observatory|task force|swg|of)\b",
    re.I,
)
_GROUP_FIRST = pattern(r"(?P<group>.*\bcollaborations?)\s*:\s*(?P<rest>.*)", re.I)
_ON_BEHALF = pattern(
    r"(?P<name>.*?),?\s*\b(?:for|on behalf of|in collaboration with)\s+(?P<the>the\s+)?(?P<group>.+)", re.I
)
_LETTERS = pattern(r"\w+")
_ET_AL = pattern(r"(?P<name>.*?)[,\s]+et\.?\s*al\.?", re.I)
_CONTRIBUTION = pattern(
    r"(?P<name>.*?)[,\s]*\b(?:with\s+(?:an?\s+|the\s+)?(?:appendix|appendices|supplement|contributions?|assistance)\s+"
    r"(?:by|from|of)|in collaboration with(?!\s+the\b))\s+(?P<other>.+)",
    re.I,
)
_JOINT = pattern(r"\s+(?:&|\\&|and\.?)\s+")
_HONORIFICS = pattern(r"(?:(?:Dr|Prof|Mr|Mrs|Ms)(?:\.\s*|\s+))+(?=\w)|,?\s(?:Dr|PhD|Ph\.\s?D|M\.\s?D|MD)\.?$")
_NOTE_MARKS = pattern(r"^[*†‡§¶#\s]+|[*†‡§¶#]+$|(?<=[a-z])\d{1,2}$|(?<=[a-z]{3})\.$")
_INDICATORS = frozenset(
    "collaboration collaborations consortium consortiums consortia team teams group groups project survey experiment "
    "experiments network alliance initiative committee institut institute instituto university laboratory observatory "
    "task swg of for on in et al others with".split()
)
"""Every match of the patterns above and of ``_OTHERS`` contains one of these words; most names contain none."""
_BRACKET = pattern(r"[()]\s?\.?")
_NUMBERED = pattern(r"\(\d")
_SCRIPT = r"[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]+"
_EAST_ASIAN = pattern(f"{_SCRIPT}(?: {_SCRIPT})?")
_KANA = pattern(r"[\u3040-\u30ff]")
_TWO_CHARACTERS = frozenset(
    "欧阳 歐陽 司马 司馬 上官 诸葛 諸葛 东方 東方 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 "
    "长孙 長孫 司徒 夏侯 남궁 황보 제갈 선우 독고 사공".split()
)
_LONG_GIVEN_NAME = 3
"""A given name of so many characters is none: the name is divided in another place, as in Japanese."""
_GLUE = pattern(r"(?:\\and\b|and\b|\\\\)\s*")
_OTHERS = pattern(r"\W*(?:et\.? al\.?|others)\W*", re.I)

# BibTeX reads an accented letter in a name as one letter only if it is in braces.
_ACCENT = pattern(r"(?<!\{)(\\[\"'`^~=.])\s*(\{\\?[A-Za-z]+\}|\\[ij]\b|[^\W\d_])")
# Two forms: \v c, and \v\{c}, whose braces an earlier step escaped.
_LETTER_ACCENT = pattern(r"\\([cvHukrbdt])(?:\s+([A-Za-z]|\\[ij]\b)|\\\{([A-Za-z])\\?\})")
_LETTER = pattern(r"\\(o|O|l|L|aa|AA|ae|AE|oe|OE|ss|i|j|dh|DH|dj|DJ|th|TH|ng|NG)\s+(?=[A-Za-z])")
_TIE = pattern(r"(?<!\\)~")
_BLANK_IN_ACCENT = pattern(r"(?<!\\)(\\[\"'`^~=.])\s+(?=[A-Za-z\\])")
_PARTED_INITIALS = pattern(r"(?<=\.) -(?=\w)")
_WORD = pattern(r"(?:\{(?:[^{}]|\{[^{}]*\})*\}|\S)+")


def people(names: Sequence[str]) -> tuple[Person, ...]:
    """Return the authors of arXiv's list of names. Entries that are not names (bare punctuation) are left out; a suffix
    that is listed as an author belongs to the author before it."""
    result: list[Person] = []
    are_plain = _are_plain(" ".join(names))
    for name in names:
        if person := _plain_person(name, is_plain=are_plain):
            result.append(person)
        else:
            _add_persons(result, name)
    return tuple(result)


def _add_persons(result: list[Person], names: str) -> None:
    """Append the persons of one string of arXiv's list."""
    for name in _split_names((names,)):
        if result and not result[-1].literal and _SUFFIX.fullmatch(name):
            result[-1] = result[-1]._replace(suffix=_suffix(name))
        else:
            result += _parse(name)


_PLAIN_NAME = pattern(r"(?:[A-Z][A-Za-z'.-]* )+[A-Z][A-Za-z'.-]*")
_LATIN = r"[A-ZÀ-ÖØ-öø-ž][A-Za-zÀ-ÖØ-öø-ž'.-]*"
# A point after several letters belongs to a title, or ends the list.
_LATIN_NAME = pattern(rf"(?!.*[^\W_]{{2}}\.)(?:{_LATIN} )+{_LATIN}")
_SPECIAL_WORDS = _CAPITAL_PARTICLES | frozenset(
    "Jr Jr. Sr Sr. II III IV Dr Dr. Prof Prof. Mr Mr. Mrs Mrs. Ms Ms. PhD MD M.D. Ph.D.".split()
)


def _plain_person(name: str, *, is_plain: bool) -> Person | None:
    """Parse a name of the most common form (given names and one family name, all capitalized), with the same result as
    ``_parse``. Return None for any other name. ``is_plain`` says that :func:`_are_plain` is known of it."""
    form = _PLAIN_NAME if name.isascii() else _LATIN_NAME
    if not form.fullmatch(name) or not (is_plain or _are_plain(name)):
        return None
    given, _, family = name.rpartition(" ")
    return Person(family, given)


def _are_plain(names: str) -> bool:
    """Whether no word of these names is a title, a suffix, a particle or an indicator."""
    return _SPECIAL_WORDS.isdisjoint(names.split(" ")) and _INDICATORS.isdisjoint(_LETTERS.findall(names.lower()))


def _split_names(names: Iterable[str]) -> Iterator[str]:
    """Yield the cleaned names one by one, without entries that are not names."""
    for name in map(_clean, chain.from_iterable(name.split(";") for name in names)):
        for each in _joint(name):
            if any(map(str.isalnum, each)):
                yield each


def _joint(name: str) -> list[str]:
    """Return the names of two persons in one string, if both have several words; otherwise the string itself."""
    names = _JOINT.split(name)
    is_joint = len(names) > 1 and all(len(each.split()) > 1 for each in names) and "," not in name
    return names if is_joint and not _COLLECTIVE.search(name) else [name]


def _clean(name: str) -> str:
    """Return a name with single blanks between words, no blanks within TeX accents, and without the separators of an
    author list."""
    cleaned = _GLUE.sub("", name, 1) if _GLUE.match(name) else name
    cleaned = cleaned.removesuffix(" and").removesuffix("\\\\")
    if "~" in cleaned:
        cleaned = _TIE.sub(" ", cleaned)
    if "\\" in cleaned:
        cleaned = _LETTER.sub(
            r"{\\\1}", _LETTER_ACCENT.sub(r"{\\\1 \2\3}", _ACCENT.sub(r"{\1\2}", _BLANK_IN_ACCENT.sub(r"\1", cleaned)))
        )
    cleaned = " ".join(cleaned.split())
    return (_PARTED_INITIALS.sub("-", cleaned) if ". -" in cleaned else cleaned).strip(" ,;:")


def _parse(name: str) -> Iterator[Person]:
    """Yield the person of a name, and any collaboration in the same string."""
    if _INDICATORS.isdisjoint(_LETTERS.findall(name.casefold())):
        yield _person(name)
        return
    if listed := _ET_AL.fullmatch(name):
        yield from filter(None, [_one(listed["name"])])
        yield OTHERS
        return
    helped = _CONTRIBUTION.fullmatch(name)
    if helped and not _COLLECTIVE.search(helped["other"]):
        yield from filter(None, [_one(helped["name"]), _one(helped["other"])])
        return
    if headed := _GROUP_FIRST.fullmatch(name):
        yield Person(literal=_group_name(headed["group"]))
        name = headed["rest"]
    behalf = _ON_BEHALF.fullmatch(name)
    if behalf and (behalf["the"] or _COLLECTIVE.search(behalf["group"])):
        if behalf["name"]:
            yield _person(behalf["name"])
        yield Person(literal=behalf["group"])
    elif _OTHERS.fullmatch(name):
        yield OTHERS
    elif _COLLECTIVE.search(name):
        yield Person(literal=_group_name(name))
    elif name:
        yield _person(name)


def _one(name: str) -> Person | None:
    """Return the person or collaboration of a part of a string; None if the part is empty."""
    if not name:
        return None
    return Person(literal=_group_name(name)) if _COLLECTIVE.search(name) else _person(name)


def _group_name(group: str) -> str:
    return _balanced(group).removeprefix("the ")


def _balanced(name: str) -> str:
    """Return a name without brackets if one of them has no partner."""
    return name if name.count("(") == name.count(")") else " ".join(_BRACKET.sub(" ", name).split())


def _person(written: str) -> Person:
    name = _without_notes(written)
    before, _, after = (part.strip(" ,") for part in name.partition(","))
    if after and not _SUFFIX.fullmatch(after):
        is_line = "," in after or _NUMBERED.search(name)
        return Person(literal=name) if is_line else Person(family=before, given=_HONORIFICS.sub("", after))
    if _EAST_ASIAN.fullmatch(before):
        return _east_asian(before)
    words = _WORD.findall(before) if "{" in before else before.split()
    nicknames = [words.pop()] if len(words) > 1 and words[-1].startswith("(") else []
    suffix = _suffix(after)
    if not suffix and len(words) > 1 and _SUFFIX.fullmatch(words[-1]):
        suffix = _suffix(words.pop())
    start = _family_start(words)
    particle = start
    while particle < len(words) - 1 and words[particle] in _PARTICLES:
        particle += 1
    given = " ".join(words[:start] + nicknames)
    return Person(" ".join(words[particle:]), given, " ".join(words[start:particle]), suffix)


def _without_notes(name: str) -> str:
    """Return a name without titles, the marks of footnotes, and brackets without a partner."""
    bare = _HONORIFICS.sub("", _balanced(name)).strip(" ,")
    return (bare if any(map(str.isdecimal, bare[:-2])) else _NOTE_MARKS.sub("", bare)) or name


def _east_asian(name: str) -> Person:
    """Return the person of a name in Chinese, Japanese or Korean script, whose family name is first: the word before a
    blank, otherwise one character, or one of the common family names of two. A name in one word that is longer, or in
    Japanese script, is not divided."""
    family, _, given = name.partition(" ")
    if not given:
        length = 2 if name[:2] in _TWO_CHARACTERS else 1
        family, given = name[:length], name[length:]
        if not 0 < len(given) < _LONG_GIVEN_NAME or _KANA.search(name):
            return Person(literal=name)
    return Person(family, given)


def _suffix(text: str) -> str:
    return text.removeprefix("\\,").strip()


def _family_start(words: list[str]) -> int:
    """Return the index of the first word of the family name, including its particle."""
    last = len(words) - 1
    particles = _PARTICLES if _VIETNAMESE.intersection(words) else _PARTICLES | _CAPITAL_PARTICLES
    for index in range(1, last):
        if words[index] in particles:
            return index
    return last - 2 if last > 2 and words[-2] in _JOINED_BY else last
