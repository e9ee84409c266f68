"""A text of spans with different roles and styles, joined into one, and its lines of a width, ragged or justified."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from re import Match

from arxtui.light import NamedTuple, pattern
from arxtui.model.document import Style
from arxtui.reader.lines import Role, Run
from arxtui.reader.spans import Span
from arxtui.text.width import cells, graphemes

# The signs in a mask where a break is allowed.
BLANK, HARD, SOFT, ANYWHERE = " ", "\n", "\x1e", "\x1f"
"""BLANK: at a blank, which is dropped. HARD: a required break. SOFT: after a hyphen. ANYWHERE: after a Chinese or
Japanese character."""
_BREAKS = f"{BLANK}{HARD}{SOFT}{ANYWHERE}"
_FIXED = "\xa0"

# Characters that are certainly one cell wide; others are measured.
_SINGLE = (
    "\n -~\xa1-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0556\u1d00-\u1dbf\u1e00-\u1fbc\u2010-\u2027\u2030-\u205e"
    "\u2070-\u20bf\u2100-\u2319\u231c-\u2328\u2500-\u25fc\u27c0-\u27ff\u2900-\u29ff\u2a00-\u2aff\U0001d400-\U0001d7ff"
)
_NOT_SINGLE = pattern(f"[^{_SINGLE}]")
# Joiners, variation selectors and skin tones change the width of the character before them.
_JOINING = pattern("[\u200d\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]")
# Scripts in which a line can break after any character, but not after opening punctuation, and not before closing
# punctuation or a fixed blank.
_WIDE = pattern(
    "(?![（［｛「『【〔〈《])"
    "[\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\U00020000-\U0003fffd]"
    "(?![\xa0、。，．：；？！）］｝」』】〕〉》・ー)\\].,:;?!])"
)
_LETTERS = r"[^\W\d_]{2}"
_HYPHEN = pattern(rf"(?<={_LETTERS})-(?={_LETTERS})|(?<=\w)[—/](?=\w\w)")
_JOINED = pattern(r"(?<!\S)[^\s—/-]*[-—/]\S*")
_ALTERNATIVES = pattern(r"[(\[“\"'‘]*[^\W\d_]+(?:[-—/][^\W\d_]+)+[)\]”\"'’.,;:!?]*")
"""Words with slashes between them. Anything else with a slash is an identifier, a path or an address, which is not
broken so that it can be copied, unless it is long."""
_LONGEST_WORD = 25
_LONG_WORD = pattern(rf"\S{{{_LONGEST_WORD},}}")
_ADDRESS = pattern(r"[(\[<]*(?:https?://|www\.|doi:|10\.\d{4})")
_JOINT = pattern(r"(?<=\w)[./_?&=:-](?=\w)|/(?=\w)")

_LOOSE_SIGN = pattern(
    rf" (?:(?=[:;!?»%‰])(?<=\w )(?=[%‰]|.(?:[\s{_FIXED}]|\Z))|(?<!\S« )(?<=« )|(?:(?<=\(\+/- )|(?<=\(± ))(?=\d))"
)
"""The blank between a word and a sign, as in French, in the error of a value, ``(+/- 0.03)``, or in ``9 %``."""

_LONGEST_FORMULA = 16
"""The maximum width of a formula that is never broken, in cells."""
_OPENING, _CLOSING = pattern(r"[(\[{⟨⌊⌈]"), pattern(r"[)\]}⟩⌋⌉]")
_NOT_BEFORE_SIGN = pattern(rf"{BLANK}(?![^\w\s]{{1,2}}{BLANK})")
_DEEPEST = 2
"""The maximum number of brackets around a break of a formula that fits in lines of such parts."""
_UNCERTAINTY = " (+"
_BEHIND_RELATION = pattern(rf"(?<=[=<>≤≥≈≡∼≃≅≠≪≫∝∈∉∋⊂⊃⊆⊇≺≻⪯⪰→←↔⇒⇐⇔↦⟶⟹⟺⊢⊨:≔≜]){BLANK}|{BLANK}(?=\(\+)")
_VALUE = pattern(rf"[^{BLANK}]+{re.escape(_UNCERTAINTY)}[^{BLANK}]*")
_LONGEST_VALUE = 22
"""The maximum length of a number with its uncertainty that is never broken: ``11.2 (+1.3−1.7) Gyr``."""
_NUMBER = pattern(r"\d|\A(?:[A-Z]|[IVX]+)\Z")
_LONGEST_NUMBER = 6
"""The maximum length of a reference that stays on the line of the word before it: ``Figure 3``."""
_MATH, _NOTE, _REFERENCE, _LINK = Role.MATH, Role.NOTE, Role.REFERENCE, Role.LINK
_MONO = int(Style.MONO)
"""Roles and a style under names of their own: Python 3.11 takes ten times as long to find one in its class."""
# The constructor of a NamedTuple calls this, and takes twice the time.
_NEW = tuple.__new__
_CLUSTER = 16
"""The maximum number of characters in one cell; a letter with its marks never has more."""


class Prose:
    """Spans as one text, for lines of at most ``width`` cells. ``mask`` has the length of the text and marks where it
    can break."""

    def __init__(self, spans: Sequence[Span], width: int) -> None:
        self.spans = spans
        self.text = "".join([span.text for span in spans])
        self.mask = _mask(spans, width)
        self._ends = list(accumulate([len(span.text) for span in spans]))
        self._joins = _JOINING.search(self.text) is not None
        self._cells = _cells(self.text) if _NOT_SINGLE.search(self.text) else None
        if self._cells is not None:
            self.mask = _WIDE.sub(ANYWHERE, self.mask)

    def width(self, start: int, end: int) -> int:
        """Return the width in cells between two characters."""
        return end - start if self._cells is None else self._cells[end] - self._cells[start]

    def reach(self, start: int, width: int) -> int:
        """Return the index of the character that ``width`` cells from ``start`` reach, at least one character
        further."""
        if self._cells is None:
            return start + width
        end = bisect_right(self._cells, self._cells[start] + width, start + 1) - 1
        end = min(end, start + _CLUSTER * width)
        # Joiners without a character to join have different widths alone and in a text.
        while self._joins and end > start + 1 and cells(self.text[start:end]) > width:
            end -= 1
        return max(end, start + 1)

    def runs(self, start: int, end: int) -> list[Run]:
        """Return the runs between two characters."""
        result: list[Run] = []
        span_index = bisect_right(self._ends, start)
        while start < end:
            text, role, target, style, place, size = self.spans[span_index]
            last = self._ends[span_index]
            first = last - len(text)
            if start > first or last > end:
                part = text[start - first : end - first]
                if size == len(text):
                    place, size = place + start - first, len(part)
                text = part
            result.append(_NEW(Run, (text, role, target, style, place, size)))
            start = last
            span_index += 1
        return result

    def natural_width(self) -> int:
        """Return the width of the longest line if only required breaks are made, in cells."""
        return self._longest(HARD)

    def min_width(self) -> int:
        """Return the width of the longest part that cannot be broken, in cells."""
        return self._longest(_BREAKS)

    def _longest(self, breaks: str) -> int:
        longest = start = 0
        for index, sign in enumerate(self.mask):
            if sign in breaks:
                longest = max(longest, self.width(start, index + (sign == SOFT)))
                start = index + 1
        return max(longest, self.width(start, len(self.mask)))


def _mask(spans: Sequence[Span], width: int) -> str:
    pieces: list[str] = []
    for span in spans:
        text = span.text
        if span.role is _MATH:
            text = _formula_mask(text, width)
        elif span.role is _NOTE:
            text = text[:1] + text[1:].replace(BLANK, _FIXED)
        elif "-" in text or "—" in text or "/" in text:
            is_code = bool(int(span.style) & _MONO) and span.role is not _LINK
            longest = max(_LONGEST_WORD, width // 2) if is_code else _LONGEST_WORD
            text = _JOINED.sub(partial(_joined_mask, longest, is_code, width), text)
            if len(text) >= longest:
                text = _LONG_WORD.sub(partial(_word_mask, longest, width), text)
        if (span.role is _REFERENCE or span.role is _NOTE) and pieces:
            pieces[-1], text = _joined_number(pieces[-1], text, is_note=span.role is _NOTE)
        pieces.append(text)
    return _LOOSE_SIGN.sub(_FIXED, "".join(pieces))


def _joined_mask(longest: int, is_code: bool, width: int, match: Match[str]) -> str:  # noqa: FBT001 - called by a pattern
    word = match[0]
    is_name = is_code or ("/" in word and not _ALTERNATIVES.fullmatch(word))
    is_whole = (is_name and len(word) < longest) or _is_whole_address(word, width)
    return word if is_whole else _HYPHEN.sub(SOFT, word)


def _word_mask(longest: int, width: int, match: Match[str]) -> str:
    is_whole = len(match[0]) < longest or _is_whole_address(match[0], width)
    return match[0] if is_whole else _JOINT.sub(SOFT, match[0])


def _is_whole_address(word: str, width: int) -> bool:
    """Whether a word is an address or DOI that fits in a line, where its first part would look like all of it."""
    return len(word) <= width and _ADDRESS.match(word) is not None


def _joined_number(before: str, text: str, *, is_note: bool) -> tuple[str, str]:
    """Return the masks of the text before a reference or the mark of a note, and of it: its number is on the line of
    the word before it, as in ``Figure 3`` and ``Eq. (3)``, whether the reference includes that word or not."""
    word, blank, number = text.rpartition(BLANK)
    if len(number) > _LONGEST_NUMBER or not (is_note or _NUMBER.search(number)):
        return before, text
    if blank:
        return before, f"{word}{_FIXED}{number}"
    if before.endswith(BLANK):
        return f"{before[:-1]}{_FIXED}", text
    return (f"{before[:-2]}{_FIXED}(" if before.endswith(f"{BLANK}(") else before), text


def _formula_mask(text: str, width: int) -> str:
    """Return the mask of a formula. A long formula can break after a relation, and before the uncertainty of a number;
    a formula wider than the line, after any sign or comma."""
    if BLANK not in text:
        return text
    if len(text) <= min(_LONGEST_FORMULA, width):
        return text.replace(BLANK, _FIXED)
    if cells(text) > width:
        masks = (_mask_within(text, _NOT_BEFORE_SIGN, deepest) for deepest in range(_DEEPEST + 1))
        return next((mask for mask in masks if max(map(cells, mask.split(BLANK))) <= width), text)
    mask = _mask_within(text, _BEHIND_RELATION, 0)
    return _VALUE.sub(_value_mask, mask) if _UNCERTAINTY in mask else mask


def _mask_within(text: str, blanks: re.Pattern[str], deepest: int) -> str:
    """Return the mask of a formula that can break at the blanks of a pattern, in at most ``deepest`` brackets."""
    mask: list[str] = []
    depth = start = 0
    for match in blanks.finditer(text):
        part = text[start : match.start()]
        depth += len(_OPENING.findall(part)) - len(_CLOSING.findall(part))
        mask += part.replace(BLANK, _FIXED), BLANK if 0 <= depth <= deepest else _FIXED
        start = match.end()
    return "".join((*mask, text[start:].replace(BLANK, _FIXED)))


def _value_mask(match: Match[str]) -> str:
    return match[0].replace(BLANK, _FIXED) if len(match[0]) <= _LONGEST_VALUE else match[0]


def _cells(text: str) -> list[int]:
    """Return the cell at which each character begins, and the cell after the last."""
    if _JOINING.search(text):
        return _grapheme_cells(text)
    places: list[int] = []
    cell = start = 0
    for match in _NOT_SINGLE.finditer(text):
        plain = match.start() - start
        places.extend(range(cell, cell + plain + 1))
        cell += plain + cells(match[0])
        start = match.end()
    places.extend(range(cell, cell + len(text) - start + 1))
    return places


def _grapheme_cells(text: str) -> list[int]:
    places: list[int] = []
    cell = 0
    for start, end, size in graphemes(text):
        places.append(cell)
        cell += size
        places.extend([cell] * (end - start - 1))
    places.append(cell)
    return places


_GAIN = 8
"""How many cells a break after a hyphen must gain to be preferred to a break at a blank."""
_LOOSEST = 2
"""The maximum width of a blank in a justified line, in cells."""


class Slice(NamedTuple):
    """The part of a text that is one line; ``is_last`` if it ends a paragraph or a line set by the author."""

    start: int
    end: int
    is_last: bool


def _break_lines(prose: Prose, width: int, outdent: int = 0) -> list[Slice]:
    """Return the lines of a text, each at most ``width`` cells wide. Only a single wider character exceeds the width,
    and the first line, which can be wider by ``outdent``."""
    slices: list[Slice] = []
    mask = prose.mask
    start = 0
    while True:
        end = mask.find(HARD, start)
        _break_paragraph(prose, start, len(mask) if end < 0 else end, max(width, 1), outdent, slices)
        if end < 0:
            return slices
        if end == start and slices:
            slices.append(Slice(start, start, is_last=True))
        start = end + 1


def wrap_runs(prose: Prose, width: int, outdent: int = 0, *, justified: bool = False) -> list[list[Run]]:
    """Return the runs of each line."""
    slices = _break_lines(prose, width, outdent)
    if not justified:
        return [prose.runs(line.start, line.end) for line in slices]
    return [_justify(prose, line, width if index else width + outdent) for index, line in enumerate(slices)]


def _break_paragraph(prose: Prose, start: int, end: int, width: int, outdent: int, slices: list[Slice]) -> None:
    mask = prose.mask
    start = _past_blanks(mask, start, end)
    while (limit := prose.reach(start, width if slices else width + outdent)) < end:
        cut = _line_end(mask, start, limit)
        following = _past_blanks(mask, cut, end)
        slices.append(Slice(start, _before_blanks(mask, start, cut), following == end))
        start = following
    if start < end:
        slices.append(Slice(start, _before_blanks(mask, start, end), is_last=True))


def _line_end(mask: str, start: int, limit: int) -> int:
    """Return where the line ends that begins at ``start`` and can extend to ``limit``."""
    blank = mask.rfind(BLANK, start, limit + 1)
    soft = mask.rfind(SOFT, start, limit) + 1
    cut = max(soft if soft > blank + _GAIN or blank <= start else blank, mask.rfind(ANYWHERE, start, limit) + 1)
    return cut if cut > start else limit


def _past_blanks(mask: str, index: int, end: int) -> int:
    while index < end and mask[index] == BLANK:
        index += 1
    return index


def _before_blanks(mask: str, start: int, end: int) -> int:
    while end > start and mask[end - 1] == BLANK:
        end -= 1
    return end


def _justify(prose: Prose, line: Slice, width: int) -> list[Run]:
    """Return the line with its blanks widened to fill the width, or unchanged if the blanks would become too wide."""
    start, end, is_last = line
    gaps = [index for index in range(start, end) if prose.mask[index] == BLANK]
    room = width - prose.width(start, end)
    if is_last or room <= 0 or not gaps or room > (_LOOSEST - 1) * len(gaps):
        return prose.runs(start, end)
    each, rest = divmod(room, len(gaps))
    # The remaining cells go to the right blanks of one line and the left blanks of another, so that no rivers form.
    wider = range(rest) if start % 2 else range(len(gaps) - rest, len(gaps))
    runs: list[Run] = []
    for index, gap in enumerate(gaps):
        runs += prose.runs(start, gap)
        [blank] = prose.runs(gap, gap + 1)
        runs.append(blank._replace(text=" " * (1 + each + (index in wider))))
        start = gap + 1
    runs += prose.runs(start, end)
    # A joiner before a blank takes that blank's cell.
    return runs if cells("".join([run.text for run in runs])) == width else prose.runs(line.start, end)
