"""arXiv's own terms: identifiers, categories, sets, calendar, announcements."""
