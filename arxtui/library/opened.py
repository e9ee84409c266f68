"""What every part of the library starts from."""

from __future__ import annotations

from arxtui.library.context import LibraryContext
from arxtui.library.marks.acts import MarkActs
from arxtui.library.marks.history import Journal
from arxtui.library.marks.inbox import Inbox
from arxtui.library.marks.lists import ReadingLists
from arxtui.library.marks.saved import SavedViews
from arxtui.library.marks.tags import Tags
from arxtui.library.search.queries import Queries
from arxtui.library.session import LibrarySession


class Opened:
    """An open library and its queries."""

    def __init__(self, context: LibraryContext) -> None:
        self._context = context
        self._cache = context.cache
        self._user_file = context.user_file
        self._queries = Queries(context)
        self.session = LibrarySession(context)
        self.journal = Journal(context)
        self.views = SavedViews(context)
        self.tags = Tags(context)
        self.lists = ReadingLists(context, self._queries)
        self.marks = MarkActs(context, self.tags)
        self.inbox = Inbox(context, self._queries, self.marks)
