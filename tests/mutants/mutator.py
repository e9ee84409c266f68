"""Random damage to payloads, from a seed or from hypothesis: bytes are cut, repeated, swapped and inserted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

SPLINTERS = [
    b"", b"<", b">", b"&", b"&#27;", b"&#x9b;", b"\x1b[2J", b"\x9b", b"\xe2\x80\xae", b"\x00", b"\xff\xfe", b"]]>",
    b"<!--", b"<![CDATA[", b"<?xml version='1.0'?>", b"<!DOCTYPE a>", b"</entry>", b"<entry>", b"<item>", b"</feed>",
    b"<dt>", b"</dd>", b"<h3>", b"</dl>", b"</html>",
    b"v", b"0", b"\xed\xa0\x80", b"\n", b'"', b"'", b"{", b"[", b"\\ud800", b"\\u001b", b"cs.DC 2026-05-13",
    b"9999-99-99", b"null", b"\xce\xb2\xe2\x80\xa0\xe2\x80\x99",
]  # fmt: skip
SHREDS = [
    b"<div>", b"</div>", b"<table>", b"<td>", b"</table>", b"<svg>", b"<math>", b"</math>", b"<p>", b"<li>", b"<dd>",
    b"<span class='ltx_note'>", b"<span class=\"ltx_tag\">", b"<figcaption>", b"<a href='#%1b'>", b"<pre>\t\x1b\n",
    b"class=\"ltx_\x1b\"", b"id=\"S1\"", b"<script>", b"<title>", b"<!--", b"&#x202e;", b"<h1>",
    b"<cite class=ltx_cite>",
]  # fmt: skip
"""Pieces of full texts."""
SLIPPED_IN = [
    b"\x1b]52;c;cHduZWQ=\x07", b"\x1bP+q544e\x1b\\", b"\xc2\x9b31m", b"&#155;2J", b"&#x1b;c", b"\\u009b2J", b"\\u202e",
    b"[@click=app.quit]x[/]", b"\xe2\x81\xa6", b"$\\frac{a}{", b"$$\\begin{matrix}&&\\\\", b"\\x{", b"\\\\", b"{{{{",
    b"\\def\\a{\\a\\a}\\a", b"\xcc\x81" * 60, b"9" * 400, b"-1", b"1e999", b"\xf0\x9f\x87\xa9" * 9, b"\xef\xbf\xbf",
    b"2605.01234v99999999999", b"hep-th/9901001", b"0001-01-01", b"9999-12-31T23:59:60Z", b"\\u0000", b"\\udc00",
]  # fmt: skip
"""Sequences that control a terminal, Textual, TeX or a parser, literal and escaped."""
_PIECES = (*SPLINTERS, *SHREDS, *SLIPPED_IN)
_LONGEST = 60
_MOST_REPEATED = 3_000
"""The largest number of repetitions."""
_MOST, _SELDOM = 1 << 17, 1 << 20
"""The largest size of a mutant in bytes, unless its payload is larger; and the size allowed for one in a hundred."""
_DEEPEST = 400
"""The deepest nesting of lists and objects in a value."""

Blow = tuple[float, int, bytes]
"""The position as a share of the data, the number of bytes removed, and the bytes inserted."""


def struck(data: bytes, blows: Iterable[Blow]) -> bytes:
    """Return the data with some bytes replaced."""
    for where, gone, put in blows:
        place = int(where * len(data))
        data = data[:place] + put + data[place + gone :]
    return data


def mutated(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    """Return the data with one to four kinds of damage, partly with bytes of other payloads."""
    limit = max(len(data), _SELDOM if chance.random() < 0.01 else _MOST)
    if data[:1] == b"{" and chance.random() < 0.9:
        data = _with_other_values(data, chance)
        if chance.random() < 0.8:
            return data[:limit]
    for _ in range(chance.randint(1, 4)):
        data = chance.choice(_DAMAGES)(data, others, chance)[:limit]
    return data


def _strike(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    piece = chance.choice(_PIECES) if chance.random() < 0.8 else chance.randbytes(chance.randint(0, 4))
    return struck(data, [(chance.random(), chance.choice((0, chance.randint(0, _LONGEST))), piece)])


def _flip(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    held = bytearray(data)
    for _ in range(chance.randint(1, 8) if held else 0):
        held[chance.randrange(len(held))] ^= 1 << chance.randrange(8)
    return bytes(held)


def _cut_off(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    return data[: int(chance.random() * len(data))]


def _drop(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    begin, end = _stretch(data, chance)
    return data[:begin] + data[end:]


def _repeat(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    begin, end = _stretch(data, chance)
    times = min(int(1.5 ** chance.uniform(0, 20)), _MOST_REPEATED, _SELDOM // max(1, end - begin))
    return data[:end] + data[begin:end] * times + data[end:]


def _swap(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    edges = sorted(chance.randint(0, len(data)) for _ in range(4))
    a, b, c, d = edges
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


def _graft(data: bytes, others: Sequence[bytes], chance: Random) -> bytes:
    other = chance.choice(others)
    begin, end = _stretch(other, chance)
    place = chance.randint(0, len(data))
    return data[:place] + other[begin:end] + data[place:]


def _with_other_values(data: bytes, chance: Random) -> bytes:
    """Return JSON in which some values have another type, are hostile or are missing."""
    lines = data.splitlines()
    place = chance.randrange(len(lines))
    try:
        row = json.loads(lines[place])
    except ValueError:
        return data
    for _ in range(chance.randint(1, 4)):
        row = _altered(row, chance)
    with suppress(RecursionError):  # values can be nested so deep that they can be parsed but not serialized
        lines[place] = json.dumps(row, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass")
    return b"\n".join(lines)


def _altered(value: Any, chance: Random) -> Any:
    """Return a JSON value with one value in it changed."""
    if isinstance(value, dict) and value and chance.random() < 0.97:
        name = chance.choice(list(value))
        if chance.random() < 0.1:
            return {key: held for key, held in value.items() if key != name}
        return {**value, name: _altered(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.97:
        place = chance.randrange(len(value))
        return [*value[:place], _altered(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str) and chance.random() < 0.7:
        return _text_damaged(value, chance)
    return chance.choice(_VALUES)(value, chance)


def _text_damaged(text: str, chance: Random) -> str:
    """Return a text with a hostile piece inserted. If the text is JSON, change a value in it instead."""
    if text[:1] == "{":
        return _with_other_values(text.encode("utf-8", "surrogatepass"), chance).decode("utf-8", "surrogatepass")
    piece = chance.choice(_PIECES)
    slipped = piece.decode("unicode_escape" if chance.random() < 0.5 and b"\\u" in piece else "latin-1")
    place = chance.randint(0, len(text))
    return text[:place] + slipped * (1 if chance.random() < 0.9 else 200) + text[place:]


def _nested(value: Any, chance: Random) -> Any:
    for _ in range(chance.randint(1, _DEEPEST)):
        value = [value] if chance.random() < 0.5 else {"a": value}
    return value


_VALUES: tuple[Callable[[Any, Random], Any], ...] = (
    lambda value, chance: None,
    lambda value, chance: "",
    lambda value, chance: chance.choice((True, False)),
    lambda value, chance: chance.choice((0, -1, 1 << 31, 1 << 63, 10**400, 1e308, float("inf"), 0.1)),
    lambda value, chance: [value] * chance.choice((0, 1, 3, 500)),
    lambda value, chance: {"a": value, "name": value, "text": value},
    lambda value, chance: chance.choice(("9999-12-31", "0001-01-01T00:00:00Z", "2026-02-30", "2605.99999v0")),
    _nested,
)


def _stretch(data: bytes, chance: Random) -> tuple[int, int]:
    """Return the begin and end of a mostly short range of bytes. Half of the ranges are extended to delimiters of
    markup."""
    begin = chance.randint(0, len(data))
    end = min(len(data), begin + int(2 ** chance.uniform(0, 11)))
    if chance.random() < 0.5:
        begin = max(data.rfind(b"<", 0, begin), data.rfind(b"{", 0, begin), 0)
        end = max(data.find(b">", end), data.find(b"}", end), end - 1) + 1
    return begin, end


_DAMAGES = (_strike, _strike, _strike, _flip, _cut_off, _drop, _repeat, _swap, _graft)
