"""Errors of the search index, with messages for the user."""

from __future__ import annotations


class SearchError(Exception):
    """The index could not be read or written. It can always be rebuilt from the cache."""


class SearchBusy(SearchError):  # noqa: N818 - the name says what the index is
    """Another process is writing the index."""
