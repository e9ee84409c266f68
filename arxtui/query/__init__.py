"""The query language: what a query means, what is wrong with it, what it says in words, and how its text is changed."""

from arxtui.query.errors import QueryError, check
from arxtui.query.explain import explain
from arxtui.query.parser import parse

__all__ = ["QueryError", "check", "explain", "parse"]
