"""Addresses of the web that belong to a paper."""

from __future__ import annotations

from enum import StrEnum

from arxtui.model.frozen import frozen


class LinkKind(StrEnum):
    """What an address leads to: the paper's own places (``page``, ``pdf``, ``html``, ``doi``, ``review``), what its
    text names (``code``, ``data``, ``project`` pages, another ``paper``), or ``other``."""

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
    """An address that may be given to a browser (``text.mentions.links.is_web``), and who told of it: ``arXiv``,
    ``Pith``, the ``abstract`` or the ``comment``."""

    url: str
    kind: LinkKind
    told: str
