"""The addresses a paper is found at."""

from __future__ import annotations

from urllib.parse import quote

from arxtui.config.settings import ArxivSettings
from arxtui.model.frozen import frozen


@frozen
class Addresses:
    """Where arXiv, or the mirror that is set, keeps its pages."""

    abs_url: str
    pdf_url: str
    html_url: str

    @classmethod
    def of(cls, settings: ArxivSettings) -> Addresses:
        """The addresses that the settings name."""
        return cls(settings.abs_url, settings.pdf_url, settings.html_url)

    def page(self, base: str) -> str:
        """The abstract page of an id without version."""
        return f"{self.abs_url.rstrip('/')}/{quote(base)}"

    def pdf(self, base: str) -> str:
        """The PDF of an id without version."""
        return f"{self.pdf_url.rstrip('/')}/{quote(base)}"

    def html(self, base: str) -> str:
        """The full text of an id without version, as a page."""
        return f"{self.html_url.rstrip('/')}/{quote(base)}"


def doi_page(doi: str) -> str:
    """Where a DOI leads, whatever stands in it."""
    return f"https://doi.org/{quote(doi, safe='/:;().,-_<>+')}"
