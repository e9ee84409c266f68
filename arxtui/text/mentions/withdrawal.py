"""Withdrawals: whether the current version of a paper says that it was withdrawn.

arXiv's API and feeds have no field for a withdrawal. The sentence that arXiv used to add to the comment, "This paper
has been withdrawn by the author due to …", is in most comments or abstracts; others are free text. A withdrawal without
any such words is known only where arXiv lists the version as withdrawn: in OAI-PMH's arXivRaw, on the abstract page.
"""

from __future__ import annotations

import re

from arxtui.light import NamedTuple, pattern
from arxtui.model.paper import Paper

_WORK = (
    r"(?:papp?a?er|article|manuscript|submission|(?:pre|e-?)print|work|version|note|letter|text|document|posting|"
    r"arxiv:\S{1,30})"
)
_GONE = r"(?:with?dra?wa?n|withdraw(?:ed)?|retracted|rescinded)\b"
_IS = r"(?:ha(?:s|ve)\s+been|is|was|is\s+being|needs?\s+to\s+be|should\s+be)"
_SOMEHOW = r"(?:(?:now|temporarily|therefore|currently|hereby|also)\s+)?"
_BY = r"by\s+(?:the\s+|its\s+|all\s+)?(?:corresponding\s+|original\s+)?(?:auth?[oe]r|submitter|arxiv)"
_ELSEWHERE = (
    r"(?!\s+from\s+(?!(?:the\s+)?(?:arxiv|submission|public)))(?!\s+(?:paper|version|article|posting|before)\b)"
)
"""Not from a journal or a conference, and not "the withdrawn paper"."""
_NOTICE = pattern(
    rf"\b{_WORK}\s+(?:submitted\s+|and\s+)?(?:{_IS}\s+)?{_SOMEHOW}{_GONE}{_ELSEWHERE}"
    rf"|\b(?:considered|therefore)\s+{_GONE}"
    rf"|\b(?:{_GONE}|removed)\s+{_BY}"
    rf"|\b{_WORK}\s+{_IS}\s+removed\s+from\s+(?:the\s+)?arxiv"
    rf"|\bwithdraw(?:ing|n)?\W+(?:it\b|because\b|(?:the|this|our|my|all\s+versions\s+of\s+this)\s+(?:\w+\s+)?{_WORK}\b)"
    rf"|\bwithdrawal\s+of\s+(?:the|this|our)\s+{_WORK}\b|\breasons?\s+(?:for|of)\s+(?:the\s+)?withdrawal\b"
    rf"|(?P<bare>(?:^|[.;:!\"*(\[]\s*|\b(?:pages?|figures?|tables?|--?)\W+){_GONE}{_ELSEWHERE})",
    re.I,
)
_OTHER = pattern(
    r"\b(?:(?:previous(?:ly)?|earlier|first|initial|older?|original|former|associated|another|other|that|which|"
    r"v(?:ersions?\s*)?\d+)(?:[^\w.;:!?]+(?:arxiv|paper|version|of|this))*|arxiv:\S{1,30}|\d{4}\.\d{4,5}(?:v\d+)?)"
    r"(?:[^\w.;:!?]+(?:ha[sd]|have|all|is|was|were|been|then|later|now))*[^\w.;:!?]*$",
    re.I,
)
"""Before the words of a notice: what was withdrawn is not the current version of this paper."""
_BY_ARXIV = pattern(r"(?:withdrawn|removed)\s+by\s+(?:the\s+)?arxiv", re.I)
_SIGNS = ("withd", "witd", "retract", "rescind", "removed")
"""One of them is in every notice."""
_START = 60
"""The number of characters at the start of an abstract in which a notice begins."""
_LENGTH = 60
"""The most characters of the words that make a notice, and of those before it that say what was withdrawn."""
_MAX_REASON = 500
"""An abstract with more characters is more than a notice."""


class Withdrawal(NamedTuple):
    """The withdrawal of the current version of a paper, in the ``words`` of its comment or abstract, in one line;
    ``by_arxiv``: arXiv's administrators withdrew it, not its authors."""

    words: str
    by_arxiv: bool

    def of(self, version: int | None) -> str:
        """Return which version was withdrawn, and by whom: ``v3 was withdrawn by its authors``."""
        name = f"v{version}" if version else "The current version"
        return f"{name} was withdrawn by {'arXiv' if self.by_arxiv else 'its authors'}"


def withdrawal_of(paper: Paper, *, listed: bool = False) -> Withdrawal | None:
    """Return the withdrawal of a paper's current version; None if neither comment nor abstract speaks of one. If arXiv
    lists the version as withdrawn, a comment without such words gives the reason."""
    comment = paper.comment or ""
    notices = []
    if _has_sign(f"{comment}\n{paper.abstract[: _START + _LENGTH]}".lower()):
        notices = [
            " ".join(text.split())
            for text, begins_within in ((comment, len(comment)), (paper.abstract, _START))
            if _is_notice(text[: begins_within + _LENGTH], begins_within, paper.id)
        ]
    if not notices:
        return Withdrawal(" ".join(comment.split()), by_arxiv=False) if listed else None
    words = max((text for text in notices if len(text) <= _MAX_REASON), key=len, default=notices[0])
    return Withdrawal(words, bool(_BY_ARXIV.search(" ".join(notices))))


def _has_sign(text: str) -> bool:
    return any(map(text.__contains__, _SIGNS))


def _is_notice(text: str, begins_within: int, own_id: str) -> bool:
    text = text.lower()
    if not _has_sign(text):
        return False
    shown = " ".join(text.replace(f"arxiv:{own_id}", "").split())
    return any(
        match.start() < begins_within
        and not _OTHER.search(shown, max(match.start() - _LENGTH, 0), match.start())
        and not (match["bare"] and "accept" in shown[: match.start()])  # withdrawn from a journal or a conference
        for match in _NOTICE.finditer(shown)
    )
