"""Checks of arXiv's HTML pages: whether a page is complete, and why a page is not the requested one."""

from __future__ import annotations

import re

from arxtui.sources.arxiv.pages.texts import line
from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.html import parse_tree
from arxtui.sources.refusal import refusal
from arxtui.text import clip, decode

_END = re.compile(r"</html\s*>", re.I)
_OWN = "https://info.arxiv.org/"
_ERROR_WORDS = re.compile(
    r"\b(?:not (?:found|recognized|available|acceptable|allowed)|could not find|no (?:html|document|pdf|article)\b|"
    r"invalid|incomplete|requires|bad request|error|unavailable|forbidden|denied|too many)\b",
    re.I,
)
_MAX_MESSAGE = 300


def is_complete(text: str) -> bool:
    """Whether a page has its end tag."""
    return _END.search(text) is not None


def page_refusal(data: bytes, expected: str) -> SourceError:
    """Return an error that says why ``data`` is not ``expected``: an UpstreamError if it is an error page of arXiv."""
    words = error_message(decode(data))
    return UpstreamError(words) if words else refusal(data, expected)


def error_message(text: str) -> str | None:
    """Return the message of an error page of arXiv: its heading and the sentences below. None for other pages."""
    if _OWN not in text:
        return None
    heading = ""
    for node in parse_tree(text).css("main h1, main p"):
        words = line(node)
        if node.tag == "h1":
            heading = words
        elif heading and words:
            break
    if not _ERROR_WORDS.search(heading):
        return None
    joint = " " if heading.endswith((".", "!", "?")) else ": "
    return clip(f"{heading}{joint}{words}" if words != heading else heading, _MAX_MESSAGE)
