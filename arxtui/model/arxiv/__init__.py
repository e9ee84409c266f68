"""arXiv's terms: identifiers, categories, sets, calendar and announcements."""
