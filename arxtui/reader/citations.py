"""Removal of citations from a text, where its sentences read well without them."""

from __future__ import annotations

from collections.abc import Sequence

from arxtui.patterns import pattern
from arxtui.reader.lines import Role
from arxtui.reader.spans import Span
from arxtui.text.tex.marks import SUPERSCRIPTS

_BETWEEN = pattern(r"[\s,;–-]*")
_PAIRS = {"[": "]", "(": ")"}
_RAISED_CHARACTERS = frozenset(SUPERSCRIPTS.values()) | {"⁽"}
# After these words the citation is part of the sentence.
_CITING_WORDS = pattern(
    r"(?i)(?:^|[\s(\[])(?:refs?\.?|references?|in|of|by|from|see|to|with|and|or|than|on|at|via|following|e\.g\.,?|cf\.)\s*$"
)
_CLOSING = " .,;:)]!?"


def without_citations(spans: Sequence[Span]) -> list[Span]:
    """Return the text without citations in brackets or superscript, and without the blanks before them that become
    superfluous. Author names stay, and so does a citation after words such as "see" or "Ref."."""
    result: list[Span] = []
    index = 0
    while index < len(spans):
        if spans[index].role is not Role.CITATION:
            result.append(spans[index])
            index += 1
            continue
        end = _group_end(spans, index)
        group = spans[index:end]
        following = spans[end] if end < len(spans) else None
        if _CITING_WORDS.search(_text_before(result)):
            result += group
        elif group[0].text[:1] in _PAIRS or group[0].text[:1] in _RAISED_CHARACTERS:
            _drop_blank(result, following)
        elif result and following and _PAIRS.get(result[-1].text[-1:], "-") == following.text[:1]:
            result[-1] = _without_last(result[-1])
            following = following._replace(text=following.text[1:], start=following.start + 1, size=following.size - 1)
            _drop_blank(result, following)
            result.append(following)
            end += 1
        else:
            result += group
        index = end
    return result


def _group_end(spans: Sequence[Span], index: int) -> int:
    """Return the index after the last of a group of citations that only commas, semicolons, dashes or blanks
    separate."""
    end = index + 1
    while end < len(spans):
        if spans[end].role is Role.CITATION:
            end += 1
        elif end + 1 < len(spans) and spans[end + 1].role is Role.CITATION and _BETWEEN.fullmatch(spans[end].text):
            end += 2
        else:
            break
    return end


def _text_before(result: Sequence[Span]) -> str:
    """Return the text before a citation, without its opening bracket."""
    text = result[-1].text if result else ""
    return text[:-1] if text[-1:] in _PAIRS else text


def _drop_blank(result: list[Span], following: Span | None) -> None:
    if result and result[-1].text.endswith(" ") and (following is None or following.text[:1] in _CLOSING):
        result[-1] = _without_last(result[-1])


def _without_last(span: Span) -> Span:
    return span._replace(text=span.text[:-1], size=max(span.size - 1, 0))
