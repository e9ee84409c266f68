"""The query language: parsing, faults, explanations in words (``explain``), and edits of the query text."""

from arxtui.query.parser import QueryError, check, parse

__all__ = ["QueryError", "check", "parse"]
