"""The query language: what a query means, what is wrong with it, and what it says in words."""

from arxtui.query.errors import QueryError, check
from arxtui.query.explain import explain
from arxtui.query.parser import parse

__all__ = ["QueryError", "check", "explain", "parse"]
