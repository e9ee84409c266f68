"""One folding for everything that is compared: the index, queries, titles, abstracts."""

from __future__ import annotations

import unicodedata

from arxtui.patterns import pattern
from arxtui.text.tex import readable

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h", "ŧ": "t"}
)
# Canonical combining classes: 10-35 are the optional vowel points of Hebrew and Arabic, from 200 on the marks above and
# below; those between belong to the letter (the voiced mark of kana, the virama).
_FIRST_POINT, _LAST_POINT, _FIRST_MARK = 10, 35, 200
_CJK = "\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_ASCII_WORD = pattern("[a-z0-9]+")
_ANY_WORD = pattern(f"[{_CJK}](?<=\\w)|(?:(?![{_CJK}])[^\\W_])+")


class _Folding(dict[int, str]):
    """Code point to folded text, filled as characters are met."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Text as it is compared: NFKC, caseless, without diacritics; ł ø đ ß æ œ ı þ ð as Latin letters.

    ``MoS₂`` and ``MoS2``, ``Łukasz`` and ``lukasz``, ``Gödel`` and ``godel`` come out the same.
    """
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).translate(_FOLDING)


def words(text: str) -> list[str]:
    """The folded words: runs of letters and digits; of Chinese and Japanese, single characters.

    The index holds exactly these, so a query's words are made the same way.
    """
    folded = fold(text)
    return (_ASCII_WORD if folded.isascii() else _ANY_WORD).findall(folded)


def fingerprint(abstract: str) -> str:
    """SHA-256, in hex, of the lower-cased abstract with single blanks: what Pith calls ``abstract_canon_sha256``."""
    import hashlib  # slow to load, and lists need none

    canonical = " ".join(abstract.split()).lower()
    return hashlib.sha256(canonical.encode("utf-8", "replace")).hexdigest()


def title_key(title: str) -> str:
    """A title reduced to its folded words, TeX or not, for matching: ``on mos2 monolayers``."""
    return " ".join(words(readable(title)))


def _fold_character(character: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    kept = "".join(each for each in plain if not _is_diacritic(each))
    return unicodedata.normalize("NFKC", kept.translate(_LETTERS))


def _is_diacritic(character: str) -> bool:
    place = unicodedata.combining(character)
    return place >= _FIRST_MARK or _FIRST_POINT <= place <= _LAST_POINT
