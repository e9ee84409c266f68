"""Why an answer or a file gave nothing."""

from __future__ import annotations


class SourceError(Exception):
    """The whole of an answer or file cannot be used; the message tells people why."""


class UpstreamError(SourceError):
    """An error answer of upstream, in its own words."""

    def __init__(self, message: str, service: str = "arXiv") -> None:
        super().__init__(f"{service} answered: {message}")
        self.message = message
