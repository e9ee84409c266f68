"""The folding of all text that is compared: the index, queries, titles, abstracts.

Folding has to be fast: it is applied to millions of abstracts, nearly all of them ASCII. So the text is encoded to
bytes, which are lowered in one call; the encoder passes runs of other characters to its error handler, and only these
are folded one by one.
"""

from __future__ import annotations

import codecs
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from arxtui.text.clean import is_printable, single_spaced

_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th", "ħ": "h", "ŧ": "t"}
)
# Canonical combining classes: 10 to 35 are the optional vowel points of Hebrew and Arabic, 200 and above are marks
# above and below a letter. Those in between are part of the letter (the voiced mark of kana, the virama).
_FIRST_POINT, _LAST_POINT, _FIRST_MARK = 10, 35, 200
_STROKE = "\u0338"
"""The only mark that can change an ASCII character before it, into one that is not folded back: ``=`` into ``≠``."""
_RUNS_CACHED = 4096


class _Folding(dict[int, str]):
    """A cache from code point to folded text, filled on first use of each character."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


_FOLDING = _Folding()


def fold(text: str) -> str:
    """Fold text for comparison: NFKC, lower case, without diacritics; ł ø đ ß æ œ ı þ ð become Latin letters.

    ``MoS₂`` and ``MoS2``, ``Łukasz`` and ``lukasz``, ``Gödel`` and ``godel`` have equal foldings.
    """
    if text.isascii():
        return text.lower()
    if _STROKE in text:
        return fold_run(text)
    return text.encode("ascii", "arxtui.fold").lower().decode("utf-8", "surrogatepass")


def fold_run(run: str) -> str:
    """Fold a run of characters outside ASCII, as :func:`fold` does."""
    return unicodedata.normalize("NFKC", run).translate(_FOLDING)


def fingerprint(abstract: str) -> str:
    """Return Pith's ``abstract_canon_sha256``: SHA-256, in hex, of the abstract in lower case with single blanks."""
    import hashlib  # slow to import, and lists do not need it

    canonical = single_spaced(abstract) if is_printable(abstract) else " ".join(abstract.split())
    return hashlib.sha256(canonical.lower().encode("utf-8", "replace")).hexdigest()


def register_run_handler(name: str, shown: Callable[[str], str]) -> None:
    """Register ``name`` as an error handler of the ASCII encoder: it replaces each run by ``shown(run)`` in UTF-8."""

    @lru_cache(_RUNS_CACHED)
    def encoded(run: str) -> bytes:
        return shown(run).encode("utf-8", "surrogatepass")

    def handle(error: UnicodeError) -> tuple[bytes, int]:
        assert isinstance(error, UnicodeEncodeError)
        return encoded(error.object[error.start : error.end]), error.end

    codecs.register_error(name, handle)


register_run_handler("arxtui.fold", fold_run)


def _fold_character(character: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold())
    bare = "".join(each for each in plain if not _is_diacritic(each))
    return unicodedata.normalize("NFKC", bare.translate(_LETTERS))


def _is_diacritic(character: str) -> bool:
    place = unicodedata.combining(character)
    return place >= _FIRST_MARK or _FIRST_POINT <= place <= _LAST_POINT
