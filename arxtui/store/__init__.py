"""The SQLite databases: the cache and the library."""
