"""The addresses a paper is found at."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from arxtui.config.settings import ArxivSettings
from arxtui.model.frozen import frozen


@frozen
class Addresses:
    """Where arXiv, or the mirror that is set, keeps its pages."""

    abs_url: str
    pdf_url: str

    @classmethod
    def of(cls, settings: ArxivSettings) -> Addresses:
        """The addresses that the settings name."""
        return cls(settings.abs_url, settings.pdf_url)

    def page(self, base: str) -> str:
        """The abstract page of an id without version."""
        return f"{self.abs_url.rstrip('/')}/{quote(base)}"

    def pdf(self, base: str) -> str:
        """The PDF of an id without version."""
        return f"{self.pdf_url.rstrip('/')}/{quote(base)}"


def is_web(url: str) -> bool:
    """Whether ``url`` may be given to a browser: http or https with a host, and nothing that is not printable ASCII."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        return False
