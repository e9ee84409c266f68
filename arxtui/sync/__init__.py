"""Filling the cache: refreshes, imports, harvests, full texts, and fetches that the user requests."""
