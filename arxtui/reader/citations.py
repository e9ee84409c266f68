"""Removal of citations from a text, where its sentences read well without them."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.patterns import pattern
from arxtui.reader.lines import Role
from arxtui.reader.spans import Span
from arxtui.text.tex.marks import SUPERSCRIPTS

_BETWEEN = pattern(r"[\s,;–-]*")
_PAIRS = {"[": "]", "(": ")"}
_RAISED = frozenset(SUPERSCRIPTS.values()) | {"⁽"}
# After these words the citation is part of the sentence.
_NEEDING = pattern(
    r"(?i)(?:^|[\s(\[])(?:refs?\.?|references?|in|of|by|from|see|to|with|and|or|than|on|at|via|following|e\.g\.,?|cf\.)\s*$"
)
_CLOSING = " .,;:)]!?"


def without_citations(spans: Sequence[Span]) -> list[Span]:
    """Return the text without citations in brackets or superscript, and without the blanks before them that become
    superfluous. Author names stay, and so does a citation after words such as "see" or "Ref."."""
    kept: list[Span] = []
    place = 0
    while place < len(spans):
        if spans[place].role is not Role.CITATION:
            kept.append(spans[place])
            place += 1
            continue
        end = _end(spans, place)
        group = spans[place:end]
        rest = spans[end] if end < len(spans) else None
        if _NEEDING.search(_before(kept)):
            kept += group
        elif group[0].text[:1] in _PAIRS or group[0].text[:1] in _RAISED:
            _close_up(kept, rest)
        elif kept and rest and _PAIRS.get(kept[-1].text[-1:], "-") == rest.text[:1]:
            kept[-1] = _shortened(kept[-1])
            rest = rest._replace(text=rest.text[1:], start=rest.start + 1, size=rest.size - 1)
            _close_up(kept, rest)
            kept.append(rest)
            end += 1
        else:
            kept += group
        place = end
    return kept


def _end(spans: Sequence[Span], place: int) -> int:
    """Return the index after the last of a group of citations that only commas, semicolons, dashes or blanks
    separate."""
    end = place + 1
    while end < len(spans):
        if spans[end].role is Role.CITATION:
            end += 1
        elif end + 1 < len(spans) and spans[end + 1].role is Role.CITATION and _BETWEEN.fullmatch(spans[end].text):
            end += 2
        else:
            break
    return end


def _before(kept: Sequence[Span]) -> str:
    """Return the text before a citation, without its opening bracket."""
    text = kept[-1].text if kept else ""
    return text[:-1] if text[-1:] in _PAIRS else text


def _close_up(kept: list[Span], rest: Span | None) -> None:
    if kept and kept[-1].text.endswith(" ") and (rest is None or rest.text[:1] in _CLOSING):
        kept[-1] = _shortened(kept[-1])


def _shortened(span: Span) -> Span:
    return span._replace(text=span.text[:-1], size=max(span.size - 1, 0))
