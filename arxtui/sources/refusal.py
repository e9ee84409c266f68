"""Messages for a body that is not the expected response: empty, a throttling message, an HTML page, another format."""

from __future__ import annotations

import re

from arxtui.sources.errors import SourceError, UpstreamError
from arxtui.sources.html import parse_tree
from arxtui.text import clean, clip, decode

_LOOK_AHEAD = 4096
_HTML = re.compile(r"<(?:!doctype\s+html|html|head|body|div|main|article|section|p|title)\b", re.I)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)(?=[\s/>])")
_COMMENT = re.compile(r"<!--.*?-->|<\?.*?\?>", re.S)
# The bibliography service answers in Python's notation, not JSON.
_REASON = re.compile(r"""\{\s*['"](?:reason|error|message|detail)['"]\s*:\s*['"]([^'"]+)['"]\s*\}""")
_ERROR_WORDS = re.compile(
    r"\b(?:rate|limit|exceeded|error|unavailable|not (?:acceptable|found|allowed)|forbidden|denied|too many|try again|"
    r"time[d-]? ?out|maintenance)\b",
    re.I,
)
_ARRAY = re.compile(r"\[\s*[{\[]")
_MAX_MESSAGE = 300

_FORMATS = {
    "rss": "an RSS feed",
    "RDF": "an RSS 1.0 feed",
    "feed": "an Atom feed",
    "OAI-PMH": "an OAI-PMH response",
    "html": "an HTML page",
}


def root_name(text: str) -> str:
    """Return the local name of the first element of XML or HTML text. Returns "" if there is none near the start."""
    head = _COMMENT.sub("", text[:_LOOK_AHEAD])
    if _HTML.match(head.lstrip()):
        return "html"
    match = _ROOT.search(head)
    return match[1] if match else ""


def page_title(text: str) -> str:
    """Return the title of an HTML page, or else its first heading, or else ""."""
    tree = parse_tree(text)
    for name in ("title", "h1", "h2"):
        for node in tree.css(name):
            if words := clean(node.text()):
                return clip(words, _MAX_MESSAGE)
    return ""


def upstream_message(text: str) -> str | None:
    """Return the message of a body that is a one-line error (``Rate exceeded.``, ``{'reason': 'bad_id'}``), or None."""
    line = text.strip("\ufeff\0 \t\r\n")
    if match := _REASON.fullmatch(line):
        return clean(match[1]).replace("_", " ")
    if len(line) <= _MAX_MESSAGE and line[:1].isalpha() and "\n" not in line and _ERROR_WORDS.search(line):
        return clean(line)
    return None


def refusal(data: bytes, expected: str) -> SourceError:
    """Return an error that says why ``data`` is not ``expected`` (such as "a response of the query API")."""
    text = decode(data[: _LOOK_AHEAD * 16]).lstrip("\ufeff\0 \t\r\n")
    if not text:
        return SourceError("it is empty")
    if words := upstream_message(text):
        return UpstreamError(words)
    if _ARRAY.match(text):
        return SourceError(f"a JSON array, not {expected}; JSON lines hold one object on each line")
    name = root_name(text) if text.startswith("<") else ""
    if name == "html":
        title = page_title(text)
        return SourceError(
            f"an HTML page, not {expected}: " + (f"its title is “{title}”" if title else "without a title")
        )
    if name:
        return SourceError(f"{_FORMATS.get(name, f'XML with the root element “{clip(name, 60)}”')}, not {expected}")
    return SourceError(f"not {expected}: it begins “{clip(clean(text[:_MAX_MESSAGE]), 60)}”")
