"""One folding for everything that is compared: the index, queries, titles, abstracts.

Folding goes over millions of abstracts, nearly all ASCII. So texts are encoded to bytes, where letters are lowered and
words parted by tables, and only the runs of other characters, which an encoder hands to its error handler, are folded
one by one, by Unicode's rules.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from arxtui.text.clean import is_printable, single_spaced
from arxtui.text.tex import readable

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h", "ŧ": "t"}
)
# Canonical combining classes: 10-35 are the optional vowel points of Hebrew and Arabic, from 200 on the marks above and
# below; those between belong to the letter (the voiced mark of kana, the virama).
_FIRST_POINT, _LAST_POINT, _FIRST_MARK = 10, 35, 200
_CJK = (
    (0x3005, 0x3007), (0x3040, 0x30FF), (0x31F0, 0x31FF), (0x3400, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_STROKE = "\u0338"
"""The one mark that stays and changes an ASCII character before it: ``=`` into ``≠``."""
_RUNS_KEPT = 4096

_ASCII_WORDS = bytes(ord(chr(code).lower()) if chr(code).isalnum() else ord(" ") for code in range(128)) + bytes(
    range(128, 256)
)
"""Bytes of UTF-8: ASCII letters lowered, digits kept, the rest of ASCII blank; other characters as they are."""


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
    if _STROKE in text:
        return _fold_run(text)
    return text.encode("ascii", "arxtui.fold").lower().decode("utf-8", "surrogatepass")


def words(text: str) -> list[str]:
    """The folded words: runs of letters and digits; of Chinese and Japanese, single characters.

    The index holds exactly these, so a query's words are made the same way.
    """
    return text.encode("ascii", "arxtui.words").translate(_ASCII_WORDS).decode().split()


def fingerprint(abstract: str) -> str:
    """SHA-256, in hex, of the lower-cased abstract with single blanks: what Pith calls ``abstract_canon_sha256``."""
    import hashlib  # slow to load, and lists need none

    canonical = single_spaced(abstract) if is_printable(abstract) else " ".join(abstract.split())
    return hashlib.sha256(canonical.lower().encode("utf-8", "replace")).hexdigest()


def title_key(title: str) -> str:
    """A title reduced to its folded words, TeX or not, for matching: ``on mos2 monolayers``."""
    return " ".join(words(readable(title)))


def _fold_run(run: str) -> str:
    return unicodedata.normalize("NFKC", run).translate(_FOLDING)


def _words_of_run(run: str) -> str:
    """The run folded, with blanks for what is in no word and around what is a word by itself."""
    return "".join(map(_spaced, _fold_run(run)))


def _spaced(character: str) -> str:
    if not character.isalnum():
        return " "
    code = ord(character)
    return f" {character} " if any(first <= code <= last for first, last in _CJK) else character


def _fold_character(character: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    kept = "".join(each for each in plain if not _is_diacritic(each))
    return unicodedata.normalize("NFKC", kept.translate(_LETTERS))


def _is_diacritic(character: str) -> bool:
    place = unicodedata.combining(character)
    return place >= _FIRST_MARK or _FIRST_POINT <= place <= _LAST_POINT


def _register(name: str, shown: Callable[[str], str]) -> None:
    """An encoding error handler that puts for each run of characters what ``shown`` makes of it, in UTF-8."""

    @lru_cache(_RUNS_KEPT)
    def encoded(run: str) -> bytes:
        return shown(run).encode("utf-8", "surrogatepass")

    def handle(error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return encoded(error.object[error.start : error.end]), error.end

    codecs.register_error(name, handle)


_register("arxtui.fold", _fold_run)
_register("arxtui.words", _words_of_run)
