"""The facade through which the terminal and the command line use the cache, the index and the user's data."""
