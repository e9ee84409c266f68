"""What is derived from a paper, in the form in which it is stored beside the paper (decision 87): a number if nothing
is found in its texts and they are readable as they are; else bytes.

The first byte is the version of the rules. The second is 0 before a plain text; otherwise the text is packed like the
details of papers. In it, numbers are characters: flags, how many venues, each with its status, year and length; then
the length of how the readable title differs from the title, and that; then how the readable abstract differs.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator

from arxtui.light import from_fields
from arxtui.model.paper import Derived, Paper, Venue, VenueStatus
from arxtui.store.sqlite.packed_json import pack_detail, unpack_text
from arxtui.text.mentions import DERIVED_VERSION

StoredDerived = int | bytes | None
_BEGIN = bytes([DERIVED_VERSION])
_PLAIN = bytes([DERIVED_VERSION, 0])
_COMPRESSED_FROM = 40
"""The bytes from which compressing saves some."""
_STATUSES = {status.value[0]: status for status in VenueStatus}
_SIGNS = ("$", "\\", "~", "{", "}", "`", "&", "--", "''")
"""What may be TeX."""
_SHORTEST = 4
"""A shorter plain text may be found anywhere."""
_BEGINNING = 12
_FARTHEST = 100
"""How many characters the readable form of a formula may have more than its source."""


def pack_derived(derived: Derived, paper: Paper) -> StoredDerived:
    """Return what is derived from a paper in the form that is stored; None for a text of a million characters."""
    shown_title, shown, venues, has_links, has_code = derived
    if not venues and not has_links and not has_code and shown == paper.abstract and shown_title == paper.title:
        return DERIVED_VERSION
    try:
        named = [f"{each.status[0]}{chr(each.year or 0)}{chr(len(each.name))}{each.name}" for each in venues]
        title, abstract = _differences(paper.title, shown_title), _differences(paper.abstract, shown)
        head = f"{chr(has_links | has_code << 1)}{chr(len(named))}{''.join(named)}{chr(len(title))}"
    except ValueError:  # too long for a character
        return None
    plain = f"{head}{title}{abstract}".encode("utf-8", "surrogatepass")
    return _PLAIN + plain if len(plain) < _COMPRESSED_FROM else _BEGIN + pack_detail(plain)


def is_current(stored: StoredDerived) -> bool:
    """Whether something is stored that was derived by today's rules."""
    return stored == DERIVED_VERSION or (isinstance(stored, bytes) and stored[:1] == _BEGIN)


def unpack_derived(stored: StoredDerived, paper: Paper) -> Derived | None:
    """Return what is derived from a paper, the inverse of :func:`pack_derived`. Returns None if nothing is stored, or
    nothing by today's rules that can be read."""
    if stored == DERIVED_VERSION:
        return Derived(paper.title, paper.abstract, (), has_links=False, has_code=False)
    if not isinstance(stored, bytes) or stored[:1] != _BEGIN:
        return None
    try:
        text = (stored[2:] if stored[1] == 0 else unpack_text(stored[1:])).decode("utf-8", "surrogatepass")
        flags, count, at = ord(text[0]), ord(text[1]), 2
        venues = []
        for _ in range(count):
            end = at + 3 + ord(text[at + 2])
            year, status = ord(text[at + 1]) or None, _STATUSES[text[at]]
            venues.append(from_fields(Venue, {"name": text[at + 3 : end], "year": year, "status": status}))
            at = end
        end = at + 1 + ord(text[at])
        title = _with_differences(paper.title, text[at + 1 : end])
        abstract = _with_differences(paper.abstract, text[end:])
        return Derived(title, abstract, tuple(venues), bool(flags & 1), bool(flags & 2))
    except (LookupError, TypeError, ValueError, zlib.error):
        return None


def _differences(source: str, shown: str) -> str:
    """Return how a text differs from its source: for each difference how many characters of the source stay before it
    and how many are replaced, the length of what replaces them, and that text."""
    if source == shown:
        return ""
    differences, kept, end, at = "", 0, 0, 0
    for start, plain in _plain_texts(source):
        # The beginning first, since a search for a long text takes longer.
        found = shown.find(plain[:_BEGINNING], at, at + start - end + _FARTHEST)
        if found < 0 or not shown.startswith(plain, found):
            continue
        if found > at or start > end:
            differences += f"{chr(kept)}{chr(start - end)}{chr(found - at)}{shown[at:found]}"
            kept = 0
        kept += len(plain)
        end, at = start + len(plain), found + len(plain)
    if end < len(source) or at < len(shown):
        differences += f"{chr(kept)}{chr(len(source) - end)}{chr(len(shown) - at)}{shown[at:]}"
    return differences


def _plain_texts(source: str) -> Iterator[tuple[int, str]]:
    """Yield texts without TeX, which are probably the same in the readable form, and where they begin."""
    for sign in _SIGNS:
        if sign in source:
            source = source.replace(sign, "\0" * len(sign))
    begin = 0
    for text in source.split("\0"):
        if len(text) >= _SHORTEST:
            yield begin, text
        begin += len(text) + 1


def _with_differences(source: str, differences: str) -> str:
    """Return the text that differs from its source so."""
    if not differences:
        return source
    shown, place, at, end = "", 0, 0, len(differences)
    while at < end:
        kept, replaced, length = map(ord, differences[at : at + 3])
        at += 3 + length
        shown += source[place : place + kept] + differences[at - length : at]
        place += kept + replaced
    return shown + source[place:]
