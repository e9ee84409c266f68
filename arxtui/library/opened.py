"""What every part of the library starts from."""

from __future__ import annotations

from arxtui.library.context import LibraryContext
from arxtui.library.search.queries import Queries


class Opened:
    """An open library and its queries."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = Queries(context)
