"""DOIs in the forms in which people write and paste them."""

from __future__ import annotations

import re

from arxtui.light import pattern

ARXIV_DOI = "10.48550/arxiv."
"""The beginning of arXiv's own DOIs, in lower case."""
_DOI = pattern(
    r"(?:(?:info:)?doi[:/]\s*)?"
    r"(?:(?P<address>https?://)\S*?/(?:doi:)?|(?:(?:dx|www)\.)?doi\.org/)?"
    r'(?P<doi>10\.[0-9]{4,9}/[^\s*"\\]+)',
    re.I,
)


def doi_named(text: str) -> str | None:
    """Return the DOI that a text names: bare, after ``doi:``, or in the address of a resolver or a publisher. Returns
    None if the text is anything else."""
    named = _DOI.fullmatch(_unescaped(text.strip()))
    if named is None:
        return None
    doi = re.split(r"[?#]", named["doi"])[0] if named["address"] else named["doi"]
    return doi.rstrip(".,;:")


def doi_page(doi: str) -> str:
    """Return the address of a DOI, with all unsafe characters quoted."""
    from urllib.parse import quote  # many callers only read DOIs

    return f"https://doi.org/{quote(doi, safe='/:;().,-_<>+')}"


def _unescaped(text: str) -> str:
    """Decode the escaped characters of an address."""
    if "%" not in text or "://" not in text:
        return text
    from urllib.parse import unquote  # few addresses need it

    return unquote(text)
