"""The links of a card: the paper's arXiv id and version, and the address of the review."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from arxtui.model.arxiv.ids import ArxivId
from arxtui.text import clean

SITE = "https://pith.science/"
# Forms used by the site: /paper/<arXiv id>, /p/<arXiv id>, /paper/<PITH8>, /pith/<PITH26>.
_REVIEW = re.compile(r"/(?:paper|p|pith)/(.+?)/?")
_ARXIV = re.compile(r"(?:www\.|export\.)?arxiv\.org")


@dataclass(frozen=True, slots=True)
class ReviewTarget:
    """A paper's id without version, its version, and the review's address; each is None if no link has it."""

    arxiv_id: str | None = None
    version: int | None = None
    url: str | None = None


def review_target(links: Iterable[str], base_url: str = "") -> ReviewTarget:
    """Read a card's links, relative to ``base_url``. The id in a link to the review precedes one in a link to arXiv."""
    url: str | None = None
    reviewed: ArxivId | None = None
    linked: ArxivId | None = None
    for link in links:
        try:
            whole = urljoin(base_url or SITE, clean(link))
            parts = urlsplit(whole)
            host = parts.hostname or ""
        except ValueError:
            continue
        if parts.scheme not in ("http", "https"):
            continue
        if _ARXIV.fullmatch(host):
            linked = linked or _identifier(whole)
        elif match := _REVIEW.fullmatch(parts.path):
            url = url or whole
            reviewed = reviewed or _identifier(match[1])
    paper = reviewed or linked
    return ReviewTarget(paper.base if paper else None, paper.version if paper else None, url)


def web_address(link: str, base_url: str = "") -> str:
    """Return a link as a web address, resolved against ``base_url``. Returns "" if it is none."""
    try:
        whole = urljoin(base_url or SITE, cleaned) if (cleaned := clean(link)) else ""
        return whole if urlsplit(whole).scheme in ("http", "https") and urlsplit(whole).hostname else ""
    except ValueError:
        return ""


def _identifier(text: str) -> ArxivId | None:
    try:
        return ArxivId.parse(text)
    except ValueError:
        return None
