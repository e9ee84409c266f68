"""The query language: parsing, faults, explanations in words, and edits of the query text."""

from arxtui.query.explain import explain
from arxtui.query.parser import QueryError, check, parse

__all__ = ["QueryError", "check", "explain", "parse"]
