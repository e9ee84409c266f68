"""One folding for everything that is compared: the index, queries, titles, abstracts.

Folding goes over millions of abstracts, nearly all ASCII. So a text is encoded to bytes, where letters are lowered all
at once, and only the runs of other characters, which an encoder hands to its error handler, are folded one by one.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from arxtui.text.clean import is_printable, single_spaced

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h", "ŧ": "t"}
)
# Canonical combining classes: 10-35 are the optional vowel points of Hebrew and Arabic, from 200 on the marks above and
# below; those between belong to the letter (the voiced mark of kana, the virama).
_FIRST_POINT, _LAST_POINT, _FIRST_MARK = 10, 35, 200
_STROKE = "\u0338"
"""The one mark that stays and changes an ASCII character before it: ``=`` into ``≠``."""
_RUNS_KEPT = 4096


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
        return fold_run(text)
    return text.encode("ascii", "arxtui.fold").lower().decode("utf-8", "surrogatepass")


def fold_run(run: str) -> str:
    """What :func:`fold` makes of a run of characters outside ASCII."""
    return unicodedata.normalize("NFKC", run).translate(_FOLDING)


def fingerprint(abstract: str) -> str:
    """SHA-256, in hex, of the lower-cased abstract with single blanks: what Pith calls ``abstract_canon_sha256``."""
    import hashlib  # slow to load, and lists need none

    canonical = single_spaced(abstract) if is_printable(abstract) else " ".join(abstract.split())
    return hashlib.sha256(canonical.lower().encode("utf-8", "replace")).hexdigest()


def for_runs(name: str, shown: Callable[[str], str]) -> None:
    """Register ``name`` as an error handler of the ASCII encoder that puts ``shown`` of each run, as UTF-8."""

    @lru_cache(_RUNS_KEPT)
    def encoded(run: str) -> bytes:
        return shown(run).encode("utf-8", "surrogatepass")

    def handle(error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return encoded(error.object[error.start : error.end]), error.end

    codecs.register_error(name, handle)


for_runs("arxtui.fold", fold_run)


def _fold_character(character: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    kept = "".join(each for each in plain if not _is_diacritic(each))
    return unicodedata.normalize("NFKC", kept.translate(_LETTERS))


def _is_diacritic(character: str) -> bool:
    place = unicodedata.combining(character)
    return place >= _FIRST_MARK or _FIRST_POINT <= place <= _LAST_POINT
