"""What the links of a card say: the paper's arXiv id and version, and the address of the review."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from arxtui.model.arxiv.ids import ArxivId
from arxtui.text import clean

SITE = "https://pith.science/"
# Shapes seen on the site: /paper/<arXiv id>, /p/<arXiv id>, /paper/<PITH8>, /pith/<PITH26>.
_REVIEW = re.compile(r"/(?:paper|p|pith)/(.+?)/?")
_ARXIV = re.compile(r"(?:www\.|export\.)?arxiv\.org")


@dataclass(frozen=True, slots=True)
class Target:
    """A paper's id without version, its version, the review's address; each None where no link tells."""

    arxiv_id: str | None = None
    version: int | None = None
    url: str | None = None


def target_of(links: Iterable[str], base_url: str = "") -> Target:
    """Read a card's links; a link to the review tells more than one to arXiv. Relative ones are of ``base_url``."""
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
        elif found := _REVIEW.fullmatch(parts.path):
            url = url or whole
            reviewed = reviewed or _identifier(found[1])
    paper = reviewed or linked
    return Target(paper.base if paper else None, paper.version if paper else None, url)


def web_address(link: str, base_url: str = "") -> str:
    """A link as an address on the web; relative ones are of ``base_url``. Empty for what leads nowhere there."""
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
