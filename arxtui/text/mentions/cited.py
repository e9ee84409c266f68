"""The arXiv ids, DOIs and other addresses in an entry of a bibliography."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote

from arxtui.light import NamedTuple, pattern
from arxtui.model.arxiv.ids import ArxivId
from arxtui.model.dois import ARXIV_DOI, doi_named
from arxtui.text.mentions.identifiers import ids_in
from arxtui.text.mentions.links import links_in

_BRACKETED = pattern(r"\[(\d{4}\.\d{4,5}(?:v\d{1,3})?)(?:\s\[[\w.-]+\])?\]")
"""An identifier as JHEP's style prints it, without "arXiv"."""
_DOIBASE = "\\doibase"
"""A macro of REVTeX that pages of LaTeXML 0.8 have in the address instead of the resolver's."""
_LONGEST_ADDRESS = 4000


class Identifiers(NamedTuple):
    """The arXiv ids, as in the entry (``v2``), the DOIs, and the other addresses, each once and in order."""

    arxiv: tuple[str, ...]
    dois: tuple[str, ...]
    urls: tuple[str, ...]


def identifiers(text: str, links: Iterable[str]) -> Identifiers:
    """Return the identifiers in a text and in the addresses of its links."""
    ids = {each.base: each for each in ids_in(text)}
    for number in _BRACKETED.findall(text):
        _add(ids, number)
    dois: dict[str, str] = {}
    urls: dict[str, None] = {}
    for link in (*links, *(each.url for each in links_in(text))):
        address = unquote(link[:_LONGEST_ADDRESS]).removeprefix(_DOIBASE).strip()
        doi = doi_named(address) or ""
        if doi.lower().startswith(ARXIV_DOI) or not doi:
            if not _add(ids, address) and address.startswith("http"):
                urls[link] = None
        else:
            dois.setdefault(doi.casefold(), doi)
    return Identifiers(tuple(map(str, ids.values())), tuple(dois.values()), tuple(urls))


def _add(ids: dict[str, ArxivId], text: str) -> bool:
    """Add the arXiv id that a text is; return whether it is one."""
    try:
        found = ArxivId.parse(text)
    except ValueError:
        return False
    ids.setdefault(found.base, found)
    return True
