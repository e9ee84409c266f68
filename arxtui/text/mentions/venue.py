"""The venue where a paper was or will be published, from its comment and journal reference: "Accepted at ICS 2026, 12
pages", "Phys.Rev.D79:123,2009".

These texts are not written for programs. The result is a name with a year; docs/venues.md states how often it is right.
A sentence that names no venue gives no result.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from arxtui.light import pattern
from arxtui.model.paper import Venue, VenueStatus
from arxtui.text.mentions.venue_phrases import (
    NamedVenue,
    journal_of,
    known_venue,
    lowered,
    plain_comment,
    venue_at_start,
)

_CUE = pattern(
    r"\b(?=[rl]e|s[uoh]|[ui]n|p[rou]|a[cp]|t[oa]|w[io]|fo|c[oa])(?:"
    r"(?P<submitted>(?:re-?)?submitted|under (?:\w+ )?review|soumis|in preparation for|prepared for)"
    r"|(?P<accepted>acc?[ce]?pe?t(?:ed)?|to appear|(?:will|shall) (?:appear|be (?:published|presented))"
    r"|to be (?:published|presented)|in press|forthcoming|presented|(?:talk|lecture(?!s? notes)|poster)s?"
    r"|contribut(?:ion|ed)|camera[- ]ready(?: version)?"
    r"|(?:conference|workshop) paper)"
    r"|(?P<published>published(?: version)?|appear(?:s|ed))"
    r"|(?P<proceedings>(?:pre-?|post-?)?proceedings?|proc)"
    r")\b"
)
"""For :func:`lowered` texts: matching without regard to case takes twice as long. So does matching without the first
letters of all cues in front."""
_AFTER = pattern(
    r"[\s,(\[]*\b(?:(?P<accepted>in press|in print|accepted|to appear)|(?P<submitted>submitted|under review))\b", re.I
)
_SUBMISSION = pattern(r"submi|review", re.I)
_MAX_LENGTH = 1_000
"""The most characters that are searched: a longer comment is an essay."""
_AHEAD = 180
_SEPARATORS = pattern(r"[;\n,.\s](?:(?<=[;\n])|(?<=,)\s+|(?<=\w{4}\.)\s+|(?<=\)\s))")
_PAGE_COUNT = pattern(r"\d+\+?\d*\s?(?:p|f|t|[A-Z]|$)|$")
_NEGATED = pattern(r"\b(?:not|previously|originally|an earlier version)\W+(?:\w+\W+){0,3}$", re.I)
_CACHE_SIZE = 4096
"""The size of the cache: a list is painted repeatedly, and one comment in six is identical to that of another paper."""
_STATUSES = {**{status.value: status for status in VenueStatus}, "proceedings": VenueStatus.PUBLISHED}
_RANK = {VenueStatus.PUBLISHED: 0, VenueStatus.ACCEPTED: 1, VenueStatus.SUBMITTED: 2}


def venue_of(comment: str | None, journal_ref: str | None) -> Venue | None:
    """Return the venue of a paper; of several, the one with the most advanced status. None if no venue is named."""
    return next(iter(venues_of(comment, journal_ref)), None)


def venue_in_words(venue: Venue | None) -> str:
    """Return a venue in words: ``ICS 2026, accepted``; empty for none."""
    return f"{venue.name} {venue.year or ''}".strip() + f", {venue.status}" if venue else ""


@lru_cache(_CACHE_SIZE)
def venues_of(comment: str | None, journal_ref: str | None) -> tuple[Venue, ...]:
    """Return every venue in a paper's comment and journal reference, each once, the published ones first."""
    venues = list(_venues_in_reference(plain_comment(journal_ref[:_MAX_LENGTH]))) if journal_ref else []
    if comment:
        venues += _venues_in_comment(plain_comment(comment[:_MAX_LENGTH]))
    ranked = sorted(venues, key=lambda venue: _RANK[venue.status])
    return tuple({venue.name: venue for venue in reversed(ranked)}.values())[::-1]


def _venues_in_reference(text: str) -> Iterator[Venue]:
    if venue := journal_of(text):
        yield _to_venue(venue, VenueStatus.PUBLISHED)
        return
    cue = _CUE.match(lowered(text))
    status = VenueStatus.SUBMITTED if cue and cue["submitted"] else VenueStatus.PUBLISHED
    if venue := venue_at_start(text[cue.end() if cue and not cue["proceedings"] else 0 :], reference=True):
        yield _to_venue(venue, status)


def _venues_in_comment(text: str) -> Iterator[Venue]:
    end = 0
    for cue in _CUE.finditer(lowered(text)):
        if cue.start() < end:
            continue
        begin = cue.start() if cue["proceedings"] else cue.end()
        venue = venue_at_start(text[begin : begin + _AHEAD])
        if venue and not _NEGATED.search(text[max(0, cue.start() - 40) : cue.start()]):
            end = begin + venue.end
            yield _to_venue(venue, _STATUSES[cue.lastgroup or ""])
    if not end:
        yield from _venues_without_verb(text)


def _venues_without_verb(text: str) -> Iterator[Venue]:
    """Yield the known venues that are named without a verb: "ICML 2026 (oral)", "MNRAS, in press", "Phys.

    Rev. D 67 (2003)".
    """
    starts = [0, *(cut.end() for cut in _SEPARATORS.finditer(text))]
    for start in starts:
        venue = None if _PAGE_COUNT.match(text, start) else known_venue(text[start : start + _AHEAD])
        if not venue:
            continue
        after = _AFTER.match(text, start + venue.end)
        if after:
            yield _to_venue(venue, _STATUSES[after.lastgroup or ""])
        elif venue.has_number:
            is_submission = _SUBMISSION.search(text, start + venue.end, start + venue.end + 20)
            yield _to_venue(venue, VenueStatus.SUBMITTED if is_submission else VenueStatus.ACCEPTED)


def _to_venue(venue: NamedVenue, status: VenueStatus) -> Venue:
    return Venue(venue.name, venue.year, status)
