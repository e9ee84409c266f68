"""The web addresses of a paper at arXiv."""

from __future__ import annotations

from urllib.parse import quote

from arxtui.config.settings import ArxivSettings
from arxtui.model.frozen import frozen


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
