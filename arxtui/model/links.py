"""The web addresses of a paper."""

from __future__ import annotations

from enum import StrEnum

from arxtui.model.frozen import frozen


class LinkKind(StrEnum):
    """The target of an address: the paper's own pages (``page``, ``pdf``, ``html``, ``doi``, ``review``), what its text
    names (``code``, ``data``, ``project`` pages, another ``paper``), or ``other``."""

    PAGE = "page"
    PDF = "pdf"
    HTML = "html"
    DOI = "doi"
    REVIEW = "review"
    CODE = "code"
    DATA = "data"
    PROJECT = "project"
    PAPER = "paper"
    OTHER = "other"


@frozen
class WebLink:
    """An address that can be opened in a browser (``text.mentions.links.is_web``), and its origin: ``arXiv``, ``Pith``,
    the ``abstract``, the ``comment``, the full ``text`` or its ``bibliography``. ``paper`` is the id of another paper
    whose page it is; empty for any other."""

    url: str
    kind: LinkKind
    origin: str
    paper: str = ""
