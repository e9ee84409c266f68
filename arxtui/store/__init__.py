"""SQLite: the cache and the library."""
