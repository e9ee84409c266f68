"""The web addresses of a paper: at arXiv, or elsewhere if it is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from arxtui.config.settings import ArxivSettings
from arxtui.model.dois import doi_page
from arxtui.model.frozen import frozen

if TYPE_CHECKING:
    from arxtui.model.views import Record


@frozen
class Addresses:
    """The base addresses of arXiv's pages, or of the configured mirror's."""

    abs_url: str
    pdf_url: str
    html_url: str

    @classmethod
    def of(cls, settings: ArxivSettings) -> Addresses:
        """Return the addresses in the settings."""
        return cls(settings.abs_url, settings.pdf_url, settings.html_url)

    def page(self, base: str) -> str:
        """Return the address of the abstract page of an id without version."""
        return f"{self.abs_url.rstrip('/')}/{quote(base)}"

    def pdf(self, base: str) -> str:
        """Return the address of the PDF of an id without version."""
        return f"{self.pdf_url.rstrip('/')}/{quote(base)}"

    def html(self, base: str) -> str:
        """Return the address of the HTML full text of an id without version."""
        return f"{self.html_url.rstrip('/')}/{quote(base)}"


def page_elsewhere(record: Record) -> str:
    """Return the address of a paper without an arXiv id: that of its DOI, else that of a review; empty if there is
    neither."""
    addresses = (*map(doi_page, (record.paper.doi or "").split()), *(review.url for review in record.reviews))
    return next(filter(None, addresses), "")
