"""Errors for responses and files that cannot be read."""

from __future__ import annotations


class SourceError(Exception):
    """A response or file that cannot be used at all; the message is for the user."""


class EmptyPageError(SourceError):
    """A page of a paper without any text."""


class UpstreamError(SourceError):
    """An error response of upstream, with upstream's own message."""

    def __init__(self, message: str, service: str = "arXiv") -> None:
        super().__init__(f"{service} answered: {message}")
        self.message = message
